"""Ties at the end: only the tied players are asked for a tie-break, and a game without a tie waits for nothing."""

from random import Random

import pytest

from scorekeeper.games import GAMES
from scorekeeper.games.game import Game
from scorekeeper.games.pad import Setup, Sheet, Spot
from scorekeeper.games.pads.reading import parse_pad
from tests.support.games import NAMES, table_of
from tests.support.pads import Marks, find_asked_seats, list_problems, make_marks, read_texts, stand
from tests.support.verdicts import by, cite, cite_all


def level(largest: list[int | None], crowns: list[int | None]) -> tuple[Sheet, dict[str, list[int | None]]]:
    """Return sheet and questions of a game of Kingdomino in which the first, second and fourth of four players are
    tied.
    """
    game = GAMES["kingdomino"]
    setup = table_of(game, 4)
    regions = {key: [5, 5, 4, 5] for key in ("wheat", "forest", "lake", "meadow", "swamp", "mine")}
    marks = make_marks(game, setup, 1, **regions, largest=largest, crowns=crowns)
    return game.score(setup, marks, 1), find_asked_seats(game, setup, marks)


BLANK: list[int | None] = [None] * 4


def test_only_those_who_are_level_are_asked_for_what_decides() -> None:
    sheet, steps = level(BLANK, BLANK)
    (question,) = sheet.open
    assert cite(question.text) == by("tie", who="Alice, Bo and Dinah", what="Largest region")
    assert [(spot.row, spot.seat) for spot in question.spots] == [("largest", seat) for seat in (0, 1, 3)]
    assert sheet.winners == ()
    assert steps["largest"] == [0, 1, 3]
    assert "crowns" not in steps


def test_the_second_thing_that_decides_is_asked_of_those_still_level_after_the_first() -> None:
    sheet, steps = level([8, 8, None, 7], BLANK)
    assert cite_all(list_problems(sheet)) == [by("tie", who="Alice and Bo", what="Crowns")]
    assert steps["crowns"] == [0, 1]


def test_who_is_level_below_the_top_is_not_asked() -> None:
    game = GAMES["wingspan"]
    setup = table_of(game, 3)
    marks = make_marks(game, setup, 1, birds=[50, 30, 30], bonus=[0] * 3, goals=[0] * 3, eggs=[0] * 3, food=[0] * 3)
    sheet = game.score(setup, {**marks, **make_marks(game, setup, 1, tucked=[0, 0, 0])}, 1)
    assert read_texts(sheet) == []
    assert [sheet.ranks[seat] for seat in range(3)] == [1, 2, 2]


def test_phase_10_waits_for_no_card_points_and_asks_for_them_at_a_tie_alone() -> None:
    game = GAMES["phase_ten"]
    setup = table_of(game, 2)
    marks: Marks = {}
    for round in range(1, 11):
        marks |= make_marks(game, setup, round, phase=[1, 1])
    sheets, standings = stand(game, setup, marks, 10)
    assert all(read_texts(sheet) == [] for sheet in sheets[:9])
    assert cite_all(list_problems(sheets[9])) == [by("tie", who="Alice and Bo", what="Card points")]
    assert not standings.winners
    sheets, standings = stand(game, setup, {**marks, **make_marks(game, setup, 10, cards=[25, 40])}, 10)
    assert read_texts(sheets[9]) == []
    assert standings.winners == (0,)


def test_what_decides_is_added_up_over_rounds_before_the_next_thing_is_asked() -> None:
    rows = "".join(f'[row.{key}]\nlabel = "{key}"\ncounts = false\n' for key in ("coins", "cards"))
    ties = "".join(f'[tie.{key}]\nlabel = "{key}"\nmost = "{key}"\n' for key in ("coins", "cards"))
    head = 'format = 1\nname = "Own"\nplayers = [2, 4]\nrounds = "2"\n[row.points]\nlabel = "Points"\n'
    game = Game(parse_pad(head + rows + ties, "own"))
    setup = table_of(game, 2)
    first = make_marks(game, setup, 1, points=[5, 3], coins=[4, 2])
    ahead = {**first, **make_marks(game, setup, 2, points=[3, 5], coins=[1, 1])}
    assert read_texts(game.score(setup, ahead, 2)) == []
    level = {**first, **make_marks(game, setup, 2, points=[3, 5], coins=[1, 3])}
    blank = {
        **make_marks(game, setup, 1, points=[5, 3], coins=[2, None]),
        **make_marks(game, setup, 2, points=[3, 5], coins=[1, 3]),
    }
    for marks in (level, blank):
        assert cite_all(list_problems(game.score(setup, marks, 2))) == [by("tie", who="Alice and Bo", what="cards")]


# Tie-breaks are numbers of any size


def build_with_ties(*ties: str, rounds: int = 1) -> Game:
    """Return a game that counts points. Its rows `a`, `b` and `c` only break ties, as the tie-breaks say."""
    rows = "".join(f'[row.{key}]\nlabel = "{key}"\ncounts = false\nmost = 99999\nleast = -99999\n' for key in "abc")
    head = f'format = 1\nname = "Own"\nplayers = [2, 4]\nrounds = "{rounds}"\n[row.points]\nlabel = "Points"\n'
    breaks = [f'[tie.t{number}]\nlabel = "Tie {number}"\n{tie}\n' for number, tie in enumerate(ties)]
    return Game(parse_pad(head + rows + "".join(breaks), "own"))


@pytest.mark.parametrize(
    ("formula", "numbers", "winners"),
    [
        ("a", [7000, 9000], (1,)),
        ("a", [5001, 5000], (0,)),
        ("a", [-99_999, -99_998], (1,)),
        ("a * a", [99_998, 99_999], (1,)),
        ("a * a * a", [99_998, 99_999], ()),
        ("a - b", [5, 5], (0, 1)),
    ],
)
def test_a_tie_break_of_any_size_decides(formula: str, numbers: list[int], winners: tuple[int, ...]) -> None:
    game = build_with_ties(f'most = "{formula}"')
    setup = table_of(game, 2)
    sheet = game.score(setup, make_marks(game, setup, 1, points=[10, 10], a=numbers, b=[0, 0], c=[0, 0]), 1)
    assert sheet.winners == winners
    assert sheet.decided == bool(winners)  # a number that gets too large for a formula leaves the round open


@pytest.mark.parametrize("seed", range(30))
def test_tie_breaks_are_compared_one_after_the_other(seed: int) -> None:
    chance = Random(seed)
    signs = {key: chance.choice((1, -1)) for key in "abc"}
    game = build_with_ties(*[f'{"fewest" if sign == 1 else "most"} = "{key}"' for key, sign in signs.items()], rounds=3)
    setup = table_of(game, 4)
    sums = {seat: [0, 0, 0] for seat in range(4)}
    marks: Marks = {}
    for round in (1, 2, 3):
        numbers = {key: [chance.choice((0, 1, 5000, 5001, -99_999, 99_999)) for _ in sums] for key in "abc"}
        marks |= make_marks(game, setup, round, points=[10] * 4, **numbers)
        for seat, summed in sums.items():
            sums[seat] = [each + signs[key] * numbers[key][seat] for key, each in zip("abc", summed, strict=True)]
    _, standings = stand(game, setup, marks, 3)
    ordered = sorted(sums.values())
    assert standings.places == {seat: 1 + ordered.index(summed) for seat, summed in sums.items()}


# Level at the end plays on

EVEN = {"cards": [20, 20], "coins": [5, 5], "prime": [75, 75], "seven": [1, None], "sweeps": [4, 5]}


def test_partners_are_not_level_with_each_other() -> None:
    game = GAMES["scopone"]
    setup = table_of(game, 4, target=5)
    ahead = {**EVEN, "sweeps": [5, 0]}
    _, standings = stand(game, setup, make_marks(game, setup, 1, **ahead), 1)
    assert standings.winners == (0, 2)
    _, standings = stand(game, setup, make_marks(game, setup, 1, **EVEN), 1)
    assert standings.end is None


# Who has left ends nothing


@pytest.mark.parametrize("slug", ["skyjo", "tally"])
def test_somebody_who_has_left_ends_no_game(slug: str) -> None:
    game = GAMES[slug]
    left = Setup(NAMES[:3], {**game.default_options(), "target": 25}, ((1, (0, 1, 2)), (2, (1, 2))))
    rounds = [{0: 30, 1: 4, 2: 5}, {1: 4, 2: 6}]
    row, box = ("cards", "cards") if slug == "skyjo" else ("points", "points")
    marks: Marks = {
        Spot(number, row, box, seat): points for number, one in enumerate(rounds, 1) for seat, points in one.items()
    }
    if slug == "skyjo":
        marks |= {Spot(1, "ended", "ended", 1): 1, Spot(2, "ended", "ended", 1): 1}
    sheets, standings = stand(game, left, marks, 2)
    assert all(sheet.decided for sheet in sheets)
    assert dict(standings.totals) == {0: 30, 1: 8, 2: 11}
    assert standings.end is None


def test_what_has_decided_is_said() -> None:
    sheet, _ = level([8, 9, None, 7], BLANK)
    assert sheet.winners == (1,)
    assert "Largest region" in str(sheet.reason)
