"""A card whose boxes are filled in any order: its keys, what is open, and when it is full."""

import pytest

from scorekeeper.games import GAMES
from scorekeeper.games.entry import Sides, Track, Wait
from scorekeeper.games.game import Game
from scorekeeper.games.pad import Mark, Setup, Spot
from scorekeeper.games.pads.boxes import TickBox
from scorekeeper.games.pads.padfile import Mistake
from scorekeeper.games.pads.reading import parse_pad
from scorekeeper.printing.blank_pads import PadRequest, render_pad
from tests.support.games import table_of
from tests.support.pads import Marks, make_marks, read_texts

GAME = GAMES["yahtzee"]

ALONE, TWO = table_of(GAME, 1), table_of(GAME, 2)

PAD = """
format = 1
name = "Dice"
players = [1, 4]
rounds = "1"
layout = "card"

[row.few]
label = "Few"
kind = "counter"
most = 3
points = "10 * few"

[row.many]
label = "Many"
most = 900

[row.rest]
label = "Rest"
kind = "chips"
chips = [1, 2]
"""


def read_keys(game: Game, setup: Setup, marks: Marks, row: str, seat: int = 0) -> list[tuple[str, str, Mark | None]]:
    """Return the keys of a box of a player's card: the label, the small letters below it, and what a tap writes."""
    (way,) = game.ways(setup)
    step = next(step for step in way.steps(setup, marks, 1) if step.row == row)
    ask = next(ask for ask in step.asks if ask.seat == seat)
    assert isinstance(ask, Sides)
    return [(str(key.label), str(key.note or ""), next(iter(key.changes.values()))) for key in ask.choices]


def fill(players: int, **other: list[int | None]) -> Marks:
    """Return the marks of full cards on which everything is struck out but these boxes."""
    setup = table_of(GAME, players)
    boxes = [box.key for row in GAME.rows(setup) for box in row.boxes if row.key != "end"]
    struck: dict[str, list[int | None]] = {key: [0] * players for key in boxes if key != "further"}
    return make_marks(GAME, setup, 1, all_said=False, **{**struck, **other})


def test_each_key_says_what_it_scores() -> None:
    assert isinstance(GAME, Game)
    threes = [("0", "", 0), *((str(3 * number), f"{number} ×", number) for number in range(1, 6))]
    assert read_keys(GAME, TWO, {}, "threes") == threes
    assert read_keys(GAME, TWO, {}, "full", 1) == [("25", "Yes", 1), ("0", "No", 0)]
    # A tap on what is entered deletes it.
    marks: Marks = {Spot(1, "threes", "threes", 0): 2}
    assert read_keys(GAME, TWO, marks, "threes")[2] == ("6", "2 ×", None)
    assert read_keys(GAME, TWO, marks, "threes", 1) == threes


def test_no_key_enters_what_is_impossible() -> None:
    assert isinstance(GAME, Game)
    assert [mark for _, _, mark in read_keys(GAME, TWO, {}, "chance")] == [0, *range(5, 31)]
    entered: Marks = {Spot(1, "chance", "chance", 0): 3}
    assert ("3", "", None) in read_keys(GAME, TWO, entered, "chance")


def test_a_card_is_full_once_each_box_has_an_entry() -> None:
    full = fill(2, sixes=[3, 2], yahtzee=[1, 0])
    sheet = GAME.score(TWO, full, 1)
    assert sheet.decided
    assert sheet.totals == {0: 68, 1: 12}
    for spot in full:
        without = {other: mark for other, mark in full.items() if other != spot}
        sheet = GAME.score(TWO, without, 1)
        assert not sheet.decided, spot
        assert {other.seat for problem in sheet.open for other in problem.spots} - {None} == {spot.seat}, spot


def test_what_is_open_is_said_for_each_player() -> None:
    assert read_texts(GAME.score(TWO, {}, 1)) == ["Alice: 13 boxes still open.", "Bo: 13 boxes still open."]
    marks = fill(2, ones=[None, 0], small=[None, 0], fives=[None, 0], full=[0, None])
    told = ["Alice: Ones, Fives and Small straight still open.", "Bo: Full house still open.", "Is that everything?"]
    assert read_texts(GAME.score(TWO, marks, 1)) == told
    assert GAME.score(TWO, {**marks, Spot(1, "end", "all"): 1}, 1).decided


def test_a_box_left_blank_counts_nothing_once_the_table_says_that_is_everything() -> None:
    full = fill(2, sixes=[3, 2], yahtzee=[1, 0])
    for spot in full:
        said = {other: mark for other, mark in full.items() if other != spot} | {Spot(1, "end", "all"): 1}
        assert GAME.score(TWO, said, 1).totals == GAME.score(TWO, {**full, spot: 0}, 1).totals, spot


def test_no_is_an_entry_of_a_tick() -> None:
    box = next(row.box("full") for row in GAME.rows(ALONE) if row.key == "full")
    assert isinstance(box, TickBox)
    assert [box.parse("0"), box.parse("1")] == [0, 1]
    sheet = GAME.score(ALONE, {Spot(1, "full", "full", 0): 0}, 1)
    assert sheet.cells["full", 0].points == 0


@pytest.mark.parametrize(
    ("sixes", "said"), [(None, "12, 51 to 63"), (3, "30, 33 to 63"), (5, "42, 21 to 63")], ids=["blank", "18", "30"]
)
def test_a_bonus_says_how_far_away_it_is(sixes: int | None, said: str) -> None:
    marks = make_marks(GAME, ALONE, 1, all_said=False, threes=[4], sixes=[sixes])
    (way,) = GAME.ways(ALONE)
    (ask,) = next(step for step in way.steps(ALONE, marks, 1) if step.row == "bonus").asks
    assert isinstance(ask, Wait)
    assert str(ask.hint) == said


QWIXX = GAMES["qwixx"]


def cross(colour: str, *items: object, seat: int = 0) -> Marks:
    """Return the marks of crosses on a track."""
    return {Spot(1, colour, f"{colour}_track", seat, str(item)): 1 for item in items}


def ask_for_crosses(marks: Marks, colour: str) -> Track:
    setup = table_of(QWIXX, 2)
    (way,) = QWIXX.ways(setup)
    ask = next(step for step in way.steps(setup, marks, 1) if step.row == colour).asks[0]
    assert isinstance(ask, Track)
    return ask


def test_the_crosses_of_a_track_count() -> None:
    setup = table_of(QWIXX, 2)
    marks = {**cross("red", 2, 5, 12, "lock"), **cross("blue", 12, seat=1), Spot(1, "green", "green", 1): 3}
    sheet = QWIXX.score(setup, marks, 1)
    assert sheet.totals == {0: 10, 1: 7}
    # Another cross can always come, so only the table can say that it was the last one.
    assert read_texts(sheet)[-1] == "Is that everything?"
    assert QWIXX.score(setup, {**marks, Spot(1, "end", "all"): 1}, 1).winners == (0,)


def test_a_track_is_crossed_off_from_left_to_right() -> None:
    marks = cross("green", 11, 8)
    places = {str(place.label): place for place in ask_for_crosses(marks, "green").crosses}
    assert list(places) == [*map(str, range(12, 1, -1)), "lock"]
    assert [label for label, place in places.items() if place.chosen] == ["11", "8"]
    assert [label for label, place in places.items() if not place.changes] == ["12", "10", "9"]
    assert places["8"].changes == {Spot(1, "green", "green_track", 0, "8"): None}
    assert places["7"].changes == cross("green", 7)


def test_a_number_and_crosses_replace_each_other() -> None:
    number: Marks = {Spot(1, "red", "red", 0): 4}
    asked = ask_for_crosses({**number}, "red")
    assert asked.crosses[0].changes == {**cross("red", 2), Spot(1, "red", "red", 0): None}
    asked = ask_for_crosses(cross("red", 2, 3), "red")
    assert asked.choices[4].changes == {**dict.fromkeys(cross("red", 2, 3)), Spot(1, "red", "red", 0): 4}
    # What tables from before tracks hold is read as ever.
    assert QWIXX.score(table_of(QWIXX, 2), number, 1).totals == {0: 10, 1: 0}


@pytest.mark.parametrize(("up", "tracks"), [(1, 48), (2, 96), (4, 0)], ids=["1", "2", "4"])
def test_tracks_are_printed_where_they_have_room(up: int, tracks: int) -> None:
    html = render_pad(QWIXX, PadRequest(4, "A4", up, "rows"))
    assert html.count('class="track"') == tracks
    assert ("<i>11</i><i>12</i>" in html) == (tracks > 0)


def test_boxes_of_other_kinds_have_their_usual_keys() -> None:
    game = Game(parse_pad(PAD, "dice"))
    setup = table_of(game, 2)
    (way,) = game.ways(setup)
    shown = {step.row: {ask.show for ask in step.asks} for step in way.steps(setup, {}, 1)}
    assert shown == {"few": {"sides"}, "many": {"digits"}, "rest": {"chips"}}
    assert read_keys(game, setup, {}, "few")[2] == ("20", "2 ×", 2)
    # More chips can always come, so the table says when everything is entered.
    marks = make_marks(game, setup, 1, all_said=False, few=[1, 0], many=[7, 8])
    assert read_texts(game.score(setup, marks, 1)) == ["Is that everything?"]


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (('rounds = "1"', 'rounds = "3"'), 'A card is for a game of one round: rounds = "1".'),
        (('rounds = "1"', ""), 'A card is for a game of one round: rounds = "1".'),
    ],
    ids=["three rounds", "any number"],
)
def test_a_card_is_for_one_round(change: tuple[str, str], reason: str) -> None:
    with pytest.raises(Mistake) as wrong:
        parse_pad(PAD.replace(*change), "dice")
    assert str(wrong.value.reason) == reason
