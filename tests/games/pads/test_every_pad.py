"""What every game must offer, tested with every supplied pad: entries, questions, prints and options."""

import re
import tomllib
from collections import defaultdict
from contextlib import suppress
from random import Random

import pytest

from scorekeeper.games import GAMES
from scorekeeper.games.entry import Counts, Keys, Step
from scorekeeper.games.errors import Malformed
from scorekeeper.games.game import Game
from scorekeeper.games.pad import Mark, Spot, format_points
from scorekeeper.games.pads.boxes import NumberBox
from scorekeeper.games.shelf import PADS_FOLDER
from scorekeeper.language.catalogue import languages
from scorekeeper.printing import blank_pads
from scorekeeper.printing.blank_pads import PadRequest
from scorekeeper.printing.layout import PAPER_COPIES, NoSuchPaper
from scorekeeper.table.notation import encode_changes, parse_changes
from tests.support.games import PADS, spots, table_of
from tests.support.loops import at_least_one
from tests.support.pads import a_told_round
from tests.support.soak import SOAK

MANY = 200 if SOAK else 12

every_pad = pytest.mark.parametrize("game", PADS, ids=lambda game: game.slug)


@every_pad
def test_a_number_that_is_refused_is_told_the_range_of_the_pad(game: Game) -> None:
    content = tomllib.loads((PADS_FOLDER / f"{game.slug}.toml").read_text(encoding="utf-8"))
    setup = table_of(game, game.seats[1])
    own = {key: box for row in content["row"].values() for key, box in row.get("box", {}).items()}
    for spot, box in spots(game, setup):
        part = own.get(box.key, content["row"].get(spot.row, {}))
        if isinstance(box, NumberBox) and "most" in part:
            least = format_points(part.get("least", 0))
            said = f"Enter a number from {least} to {part['most']}, in plain digits."
            with pytest.raises(Malformed, match=re.escape(said)):
                parse_changes(encode_changes({spot: box.most + 1}), setup, game.rows(setup))


@every_pad
def test_nothing_is_open_in_a_round_that_is_told(game: Game) -> None:
    for seed in range(MANY):
        chance = Random(f"{game.slug} {seed}")
        setup = table_of(game, chance.randint(*game.seats))
        sheet = game.score(setup, a_told_round(game, setup, 1, chance), 1)
        assert sheet.open == ()
        assert (bool(sheet.winners) or sheet.lost) == (not any(problem.certain for problem in sheet.problems))


@every_pad
def test_the_black_key_passes_by_no_page_of_numbers(game: Game) -> None:
    for choices in ({}, {option.key: option.choices[-1][0] for option in game.options if option.choices}):
        setup = table_of(game, game.seats[1], **choices)
        way, *_ = game.ways(setup)
        pages: dict[str, list[Step]] = defaultdict(list)
        for step in way.steps(setup, {}, 1) if way.layout == "keypad" else ():
            pages[step.page or step.key].append(step)
        for steps in pages.values():
            # A tie-break that each round can have is asked for only if there is a tie.
            if "Only needed if players are tied" in str(steps[0].hint):
                continue
            asks = [ask for step in steps for ask in step.asks]
            assert not (all(step.done for step in steps) and any(isinstance(ask, Keys | Counts) for ask in asks)), steps


@every_pad
def test_the_blank_pad_fits_on_a_page_for_few_and_for_many(game: Game) -> None:
    for pad in at_least_one(game.paper(blank_pads.make_setup(game, game.seats[0]))):
        for players in at_least_one(game.seats):
            for language in at_least_one(languages()):
                assert blank_pads.fit_pad(game, PadRequest(players, "A4", 1, pad.key), language).rows.height >= 8


@every_pad
def test_paper_has_a_line_for_each_round_of_a_game_whose_rounds_are_told(game: Game) -> None:
    for players in game.seats:
        (pad,) = game.paper(table_of(game, players))
        rounds = game.rounds(table_of(game, players))
        for up in PAPER_COPIES if pad.numbered and pad.numbered[1] == rounds else ():
            with suppress(NoSuchPaper):
                assert blank_pads.fit_pad(game, PadRequest(players, "A4", up, pad.key)).rows.numbered == rounds


def columns_of(game: Game, players: int, **wish: int) -> list[int]:
    """Return the width of each table of the blank pad, in players’ columns."""
    page = blank_pads.render_pad(game, PadRequest(players, **wish))
    return [names.count('<td class="player"') for names in re.findall(r'<tr class="names">(.*?)</tr>', page, re.S)]


@pytest.mark.parametrize(("slug", "sides"), [("belote", 2), ("spades", 2), ("hanabi", 1), ("hearts", 4)])
def test_paper_has_a_column_for_each_team_and_one_where_all_play_together(slug: str, sides: int) -> None:
    assert columns_of(GAMES[slug], 4, up=1) == [sides]


def test_the_round_of_bid_tricks_and_bonus_has_a_column_for_each_while_there_is_room() -> None:
    game = GAMES["skull_king"]
    roomy = blank_pads.fit_pad(game, PadRequest(4, "A4", 1))
    assert [str(column.label) for column in roomy.shape.columns] == ["Bid", "Tricks", "Bonus", "points", "total"]
    crowded = blank_pads.fit_pad(game, PadRequest(8, "A4", 1))
    assert [str(column.label) for column in crowded.shape.columns] == ["points", "total"]
    small = blank_pads.fit_pad(game, PadRequest(6, "A4", 4))
    assert [str(column.label) for column in small.shape.columns] == ["points"]


def test_paper_has_the_rows_of_a_blank_round_and_of_the_options() -> None:
    (skat,) = GAMES["skat"].paper(table_of(GAMES["skat"], 3))
    assert [str(column.label) for column in skat.shared] == ["Game", "Multiplier", "Lost"]
    assert [str(column.label) for column in skat.columns] == ["Declarer", "points", "total"]
    game = GAMES["skull_king"]
    for chosen, stakes in (("without", 0), ("with", 1)):
        (pad,) = game.paper(blank_pads.make_setup(game, 4, {**game.default_options(), "pirates": chosen}))
        assert [str(column.label) for column in pad.columns].count("Stake") == stakes


def test_a_crowded_page_gives_up_the_help_on_the_right_and_no_other_does() -> None:
    game = GAMES["seven_wonders"]
    crowded = PadRequest(7, "Letter", 4)
    assert blank_pads.fit_pad(game, crowded).brief
    assert "Tie-break" not in blank_pads.render_pad(game, crowded)
    assert "Tie-break: Coins (most)." in blank_pads.render_pad(game, PadRequest(6, "Letter", 1))


def test_what_decides_between_level_players_stands_below_the_total() -> None:
    (pad,) = GAMES["kingdomino"].paper(blank_pads.make_setup(GAMES["kingdomino"], 4))
    below = [(str(line.label), str(line.worth)) for line in pad.lines if line.look == "small"]
    assert below == [("Largest region", "ties: most"), ("Crowns", "ties: most")]
    assert [line.look for line in pad.lines][-3:] == ["total", "small", "small"]
    assert not pad.right


@every_pad
def test_what_decides_between_level_players_is_said_by_the_pad_itself_and_by_no_hand(game: Game) -> None:
    setup = blank_pads.make_setup(game, game.seats[1])
    (pad,) = game.paper(setup)
    assert not game.tie or not any("Tie-break" in str(text) for text in pad.left)
    told = [str(text) for text in game.rules_in_words(setup) if str(text).startswith("Tie-break: ")]
    assert len(told) == bool(game.tie)
    assert all(text.endswith((" (most).", " (fewest).")) for text in told)


@every_pad
def test_a_round_in_which_nothing_is_written_is_never_scored(game: Game) -> None:
    setup = table_of(game, game.seats[1])
    empty: list[dict[Spot, Mark]] = [{}, {Spot(1, "end", "all"): 1}]
    for marks in empty:
        sheet = game.score(setup, marks, 1)
        assert not sheet.decided
        assert not any(problem.cures for problem in sheet.open)
        assert not any(step.then for step in game.ways(setup)[0].steps(setup, marks, 1))


@pytest.mark.parametrize(("players", "numbers"), [(2, {0: 70}), (3, {0: 70, 2: 10}), (4, {0: 70})])
def test_the_last_number_of_a_sum_counts_as_told(players: int, numbers: dict[int, int]) -> None:
    game = GAMES["briscola"]
    setup = table_of(game, players)
    marks: dict[Spot, Mark] = {Spot(1, "cards", "cards", seat): number for seat, number in numbers.items()}
    (way,) = game.ways(setup)
    (step,) = way.steps(setup, marks, 1)
    assert step.told == setup.seats(1)
    assert {spot.seat: mark for spot, mark in step.then.items()} == {1: 120 - sum(numbers.values())}
    assert way.steps(setup, {}, 1)[0].then == {}


def test_a_number_that_counts_nothing_itself_has_its_column_on_paper() -> None:
    game = GAMES["phase_ten"]
    (pad,) = game.paper(table_of(game, 4))
    assert [str(column.label) for column in pad.columns] == ["Phase done", "Cards left", "points", "total"]
