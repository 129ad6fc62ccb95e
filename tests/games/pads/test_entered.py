"""Every entry can be read off the score sheet, in the working or below the points, whatever it scores."""

import re

import pytest

from scorekeeper.games import GAMES
from scorekeeper.games.own_pads import parse_own_game
from scorekeeper.games.pad import Mark, Setup, Sheet, Spot
from scorekeeper.games.pads.boxes import ChipsBox, ChoiceBox, TickBox, WordsBox
from scorekeeper.games.pads.pad import Box
from scorekeeper.printing.blank_pads import make_setup
from tests.support.loops import at_least_one
from tests.support.pads_by_hand import HandScored, list_tables

HEAD = """format = 1
name = "Shells"
players = [2, 4]

"""

SETUP = Setup(("Ann", "Bo"), {}, ((1, (0, 1)),))


def sheet(rows: str, **marks: Mark) -> Sheet:
    """Return the sheet of a round with these marks of Ann: by row, or by row, box and item with "__" between."""
    places = {tuple(key.split("__")): mark for key, mark in marks.items()}
    spots = {Spot(1, key[0], key[min(1, len(key) - 1)], 0, "".join(key[2:])): mark for key, mark in places.items()}
    return parse_own_game(HEAD + rows).score(SETUP, {**spots, Spot(1, "end", "all"): 1}, 1)


def describe_shells(rows: str, **marks: Mark) -> tuple[int | None, str, str]:
    """Return points, working and entry of Ann in the row `shells`."""
    entered = sheet(rows, **marks)
    cell, said = entered.cells.get(("shells", 0)), entered.told.get(("shells", 0))
    return (cell.points if cell else None), str(cell.because or "") if cell else "", str(said or "")


@pytest.mark.parametrize(
    ("row", "marks", "expected"),
    [
        ('points = "table(shells, 0, 1, 3, 6, 10)"\nkind = "counter"', {"shells": 4}, (10, "", "with 4")),
        ('points = "shells"', {"shells": 4}, (4, "", "")),
        ('points = "-shells"', {"shells": 4}, (-4, "", "")),
        ('points = "7 * shells"', {"shells": 1}, (7, "7 × 1", "")),
        ('points = "2 * table(shells, 0, 1, 3)"', {"shells": 2}, (6, "2 × 3", "with 2")),
        ('points = "if(most(shells), 5, 0)"', {"shells": 0}, (None, "", "with 0")),
        ('counts = false\nkind = "counter"', {"shells": 3}, (None, "", "3")),
        ('points = "5 * shells"\nkind = "tick"', {"shells": 1}, (5, "", "")),
        ('counts = false\nkind = "tick"', {"shells": 1}, (None, "", "yes")),
        ('points = "if(shells, 20 + 2 * 3, 0)"\nkind = "tick"', {"shells": 1}, (26, "20 + 2 × 3", "Shells")),
        ('points = "5 * shells"\nkind = "tick"', {"other": 1}, (0, "", "")),
        (
            'points = "value(shells)"\nchoices = { a = { label = "Gold", value = 3 }, b = "Tin" }',
            {"shells": "a"},
            (3, "", "Gold"),
        ),
        (
            'points = "shells"\nkind = "chips"\nchips = [3, 5]\nmost = 4',
            {"shells__shells__3": 2, "shells__shells__5": 1},
            (11, "2 × 3 + 5", ""),
        ),
        (
            'points = "shells"\nkind = "chips"\nchips = ["Ace", "Ten"]\nvalues = [11, -4]\nmost = 4',
            {"shells__shells__Ace": 2, "shells__shells__Ten": 1},
            (18, "2 × 11 − 4", "2 × Ace and Ten"),
        ),
        (
            'points = "count(shells)"\nkind = "chips"\nchips = [3, 5]\nmost = 4',
            {"shells__shells__3": 2},
            (2, "", "2 × 3"),
        ),
    ],
)
def test_what_was_entered_is_told_where_the_points_do_not_show_it(
    row: str, marks: dict[str, Mark], expected: tuple[int | None, str, str]
) -> None:
    other = '\n\n[row.other]\nlabel = "Other"\nkind = "tick"\npoints = "other"\n'
    assert describe_shells(f'[row.shells]\nlabel = "Shells"\n{row}{other}', **marks) == expected


TWO = """[row.shells]
label = "Bid and tricks"
points = "if(bid = took, 10 + took, -1)"
[row.shells.box.bid]
label = "Bid"
[row.shells.box.took]
label = "Tricks"
[row.other]
label = "Other"
kind = "tick"
points = "other"
"""


def test_the_numbers_of_a_row_with_several_boxes_are_told_by_their_names() -> None:
    assert describe_shells(TWO, shells__bid=2, shells__took=3) == (-1, "", "Bid 2 and Tricks 3")
    assert describe_shells(TWO, shells__bid=2, shells__took=2) == (12, "10 + 2", "Bid 2 and Tricks 2")
    twice = TWO.replace("10 + took", "bid + 2 * took")
    assert describe_shells(twice, shells__bid=2, shells__took=2) == (6, "2 + 2 × 2", "")


def test_what_the_table_has_together_is_noted_on_its_row() -> None:
    rows = '[row.shells]\nlabel = "Game"\nshared = true\ncounts = false\nchoices = { a = "Clubs", b = "Hearts" }\n'
    entered = parse_own_game(HEAD + rows + '[row.other]\nlabel = "Other"\n').score(
        SETUP, {Spot(1, "shells", "shells"): "a"}, 1
    )
    assert {row: str(note) for row, note in entered.notes.items()} == {"shells": "Clubs"}


def stands(sheet: Sheet, row: str, box: Box, seat: int, mark: Mark) -> bool:
    """Return whether a mark can be read off a sheet."""
    cell = sheet.cells.get((row, seat))
    parts = (
        cell.points if cell else "",
        cell.because if cell else "",
        sheet.told.get((row, seat)),
        sheet.notes.get(row),
    )
    said = " ".join(map(str, parts))
    if isinstance(box, TickBox):
        return bool(cell and cell.points) or "yes" in said or str(box.label) in said
    if isinstance(box, ChoiceBox):
        return str(box.words[box.items.index(str(mark))]) in said
    feet = " ".join(str(numbers.get(seat)) for _, numbers in sheet.feet)
    return bool(re.search(rf"(?<!\d){abs(int(mark))}(?!\d)", f"{said} {feet}"))


@pytest.mark.parametrize("table", list(list_tables()))
def test_all_that_was_entered_can_be_read_off_the_sheet(table: HandScored) -> None:
    marks = table.marks()
    boxes = {(row.key, box.key): box for row in table.game.rows(table.setup) for box in row.boxes}
    for spot, mark in at_least_one(marks.items()):
        box = boxes[spot.row, spot.box]
        if spot.row == "end" or isinstance(box, WordsBox) or not mark:
            continue
        entered = table.game.score(table.setup, marks, spot.round)
        assert stands(
            entered, spot.row, box, spot.seat or 0, mark if not isinstance(box, ChipsBox) else int(spot.item)
        ), spot


def test_nobody_has_most_of_what_nobody_has_any_of() -> None:
    row = '[row.shells]\nlabel = "Shells"\npoints = "5 * (most(shells) and shells > {})"\n'
    for above, note in ((0, {}), (-1, {"shells": "Ann and Bo have the most, 0 each."})):
        game = parse_own_game(HEAD + row.format(above))
        entered = game.score(SETUP, {Spot(1, "shells", "shells", seat): 0 for seat in (0, 1)}, 1)
        assert {key: str(said) for key, said in entered.notes.items()} == note


def test_nobody_is_said_to_have_most_if_the_table_owns_some_too() -> None:
    rows = (
        '[row.shells]\nlabel = "Shells"\npoints = "5 * (most(shells) and shells > dirk)"\n'
        '[row.dirk]\nlabel = "Dirk"\nshared = true\ncounts = false\n'
    )
    marks: dict[Spot, Mark] = {Spot(1, "shells", "shells", seat): 3 - seat for seat in (0, 1)}
    entered = parse_own_game(HEAD + rows).score(SETUP, {**marks, Spot(1, "dirk", "dirk"): 3}, 1)
    assert "shells" not in entered.notes


def test_the_game_of_a_declarer_counts_before_anybody_says_that_it_was_not_lost() -> None:
    game, setup = GAMES["skat"], make_setup(GAMES["skat"], 3)
    marks: dict[Spot, Mark] = {
        Spot(1, "declarer", "declarer", 1): 1,
        Spot(1, "game", "game"): "grand",
        Spot(1, "factor", "factor"): 3,
    }
    entered = game.score(setup, marks, 1)
    assert not entered.decided
    assert entered.totals == {0: 0, 1: 72, 2: 0}
    assert str(entered.cells["declarer", 1].because) == "Grand 24 × 3"
    lost = game.score(setup, {**marks, Spot(1, "lost", "lost"): 1, Spot(1, "end", "all"): 1}, 1)
    assert str(lost.cells["declarer", 1].because) == "−2 × Grand 24 × 3"


def test_a_tick_that_is_blank_has_no_points_yet() -> None:
    marks = {Spot(1, "ones", "ones", 0): 3, Spot(1, "full", "full", 1): 1}
    entered = GAMES["yahtzee"].score(make_setup(GAMES["yahtzee"], 2), marks, 1)
    assert [entered.cells["full", seat].points for seat in (0, 1)] == [None, 25]


@pytest.mark.parametrize(
    ("slug", "round", "row", "said"),
    [
        ("tarot", {"made": 49, "oudlers": 2, "contract": "guard", "taker": 0}, "taker", "(25 + 8) × Garde 2 × 2"),
        ("tarot", {"made": 30, "oudlers": 2, "contract": "small", "taker": 1}, "taker", "(25 + 11)"),
        ("uno", {"left_over": [0, 34, 71]}, "left_over", "34 + 71"),
    ],
)
def test_a_total_can_be_followed(slug: str, round: dict[str, object], row: str, said: str) -> None:
    content = {"round": [round], "points": [[0, 0, 0]]}
    table = HandScored(GAMES[slug], content)
    entered = table.game.score(table.setup, table.marks(), 1)
    assert str(entered.cells[row, 0].because) == said


def test_who_took_all_the_hearts_is_said_beside_them() -> None:
    table = HandScored(GAMES["hearts"], {"round": [{"hearts": [0, 13, 0], "queen": 1}], "points": [[0, 0, 0]]})
    notes = table.game.score(table.setup, table.marks(), 1).notes
    assert str(notes["hearts"]) == "Bo took them all: 0. Everybody else: 26."
