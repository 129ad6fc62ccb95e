"""The first player to get there wins at once: the order in which a game counts decides, not who has more."""

from typing import Any

import pytest

from scorekeeper.games import GAMES
from scorekeeper.games.pad import Setup
from tests.support.games import NAMES
from tests.support.pads import Marks, make_marks, read_texts, stand

Round = dict[str, list[int | None]]

MUS: Round = {"grande": [38, 35], "chica": [None, None], "pares": [None, None], "juego": [None, None]}


def play(slug: str, *rounds: Round, seats: int = 2, starter: int = 0, **options: Any) -> tuple[Any, Any, Setup]:
    """Return the last sheet, the standings and the setup of a game."""
    game = GAMES[slug]
    chosen = {**game.default_options(), **options}
    setup = Setup(NAMES[:seats], chosen, ((1, tuple(range(seats))),), starter)
    marks: Marks = {}
    for round, boxes in enumerate(rounds, 1):
        marks |= make_marks(game, setup, round, **boxes)
    sheets, standings = stand(game, setup, marks, len(rounds))
    return sheets[-1], standings, setup


CASES: list[tuple[str, tuple[Round, ...], dict[str, Any], int, dict[int, int]]] = [
    # grande counts before juego
    ("mus", (MUS, {"grande": [None, 5], "juego": [3, None]}), {}, 1, {0: 41, 1: 40}),
    ("mus", (MUS, {"grande": [2, None], "juego": [None, 9]}), {}, 0, {0: 40, 1: 44}),
    ("mus", (MUS, {"chica": [None, 5], "pares": [3, None]}), {}, 1, {0: 41, 1: 40}),
    # the dealer counts last: in round 2 the second player deals
    (
        "cribbage",
        (
            {"play": [20, 20], "hand": [5, 8], "crib": [None, None]},
            {"play": [1, 1], "hand": [8, 10], "crib": [None, 4]},
        ),
        {"target": 31},
        0,
        {0: 34, 1: 43},
    ),
    # the first round is dealt by the first player
    ("cribbage", ({"play": [25, 25], "hand": [8, 8], "crib": [4, None]},), {"target": 31}, 1, {0: 37, 1: 33}),
    # hands count before the crib, and play before hands
    ("cribbage", ({"play": [25, 20], "hand": [5, 11], "crib": [4, None]},), {"target": 31}, 1, {0: 34, 1: 31}),
    ("cribbage", ({"play": [31, 20], "hand": [5, 29], "crib": [4, None]},), {"target": 31}, 0, {0: 40, 1: 49}),
    ("cribbage", ({"play": [25, 20], "hand": [6, 8], "crib": [4, None]},), {"target": 31}, 0, {0: 35, 1: 28}),
    # who threw first
    ("darts", ({"thrown": [60, 45]}, {"thrown": [41, 56]}), {"start_at": 101}, 0, {0: 0, 1: 0}),
    ("darts", ({"thrown": [60, 45]}, {"thrown": [40, 56]}), {"start_at": 101}, 1, {0: 1, 1: 0}),
    ("molkky", ({"thrown": [12, 12]},) * 4 + ({"thrown": [2, 2]},), {}, 0, {0: 50, 1: 50}),
    ("molkky", ({"thrown": [12, 12]},) * 4 + ({"thrown": [3, 2]},), {}, 1, {0: 25, 1: 50}),
]


@pytest.mark.parametrize(("slug", "rounds", "options", "winner", "totals"), CASES)
def test_the_order_in_which_a_game_counts_decides_who_wins(
    slug: str, rounds: tuple[Round, ...], options: dict[str, Any], winner: int, totals: dict[int, int]
) -> None:
    options = {**options, **({"out": "straight"} if slug == "darts" else {})}
    sheet, standings, _ = play(slug, *rounds, **options)
    assert standings.winners == (winner,)
    assert standings.totals == totals
    assert standings.ranking == {winner: 1, 1 - winner: 2}
    assert sheet.decided


def test_whoever_began_has_thrown_first() -> None:
    rounds: tuple[Round, ...] = ({"thrown": [60, 60]}, {"thrown": [41, 41]})
    for starter in (0, 1):
        _, standings, _ = play("darts", *rounds, starter=starter, start_at=101, out="straight")
        assert standings.winners == (starter,)


@pytest.mark.parametrize(
    ("slug", "rounds", "options"),
    [
        # The dealer was first, but Bob is pegged there later and counts before. Nothing is entered for the hands.
        ("cribbage", ({"play": [31, 31]},), {"target": 31}),
        ("cribbage", ({"play": [120, 119], "hand": [0, 0]}, {"play": [3, 2]}), {}),
        ("mus", (MUS, {"grande": [2, 5]}), {}),
    ],
)
def test_two_who_got_there_are_doubted_before_the_round_is_complete(
    slug: str, rounds: tuple[Round, ...], options: dict[str, Any]
) -> None:
    sheet, standings, _ = play(slug, *rounds, **options)
    assert standings.winners
    said = "Only the first player to get there wins. Do not score the others after that."
    assert said in [str(problem.text) for problem in sheet.problems if not problem.certain]


@pytest.mark.parametrize(
    ("slug", "seats", "starter", "round", "asked"),
    [
        ("cribbage", 2, 0, 1, [1, 0]),
        ("cribbage", 2, 0, 2, [0, 1]),
        # Partners share the row of their first seat.
        ("cribbage", 4, 0, 1, [1, 0]),
        ("darts", 3, 1, 2, [1, 2, 0]),
    ],
)
def test_players_are_asked_in_the_order_in_which_they_count(
    slug: str, seats: int, starter: int, round: int, asked: list[int]
) -> None:
    game = GAMES[slug]
    setup = Setup(NAMES[:seats], game.default_options(), ((1, tuple(range(seats))),), starter)
    step, *_ = game.ways(setup)[0].steps(setup, {}, round)
    assert [ask.seat for ask in step.asks] == asked


def test_what_nobody_threw_any_more_is_not_asked() -> None:
    game = GAMES["darts"]
    sheet, standings, setup = play("darts", {"thrown": [60, 45]}, {"thrown": [41, None]}, start_at=101, out="straight")
    assert (read_texts(sheet), standings.winners, standings.totals) == ([], (0,), {0: 0, 1: 56})
    marks = {**make_marks(game, setup, 1, thrown=[60, 45]), **make_marks(game, setup, 2, thrown=[41, None])}
    (way,) = game.ways(setup)
    (step,) = way.steps(setup, marks, 2)
    assert ([ask.seat for ask in step.asks], step.done) == ([0], True)


def test_whoever_threw_before_is_still_asked() -> None:
    sheet, standings, _ = play("darts", {"thrown": [60, 45]}, {"thrown": [None, 56]}, start_at=101, out="straight")
    assert len(read_texts(sheet)) == 1
    assert standings.winners == ()


def test_partners_of_cribbage_count_together() -> None:
    round: Round = {"play": [25, 25, None, None], "hand": [8, 8, None, None], "crib": [4, None, None, None]}
    _, standings, _ = play("cribbage", round, seats=4, target=31)
    assert standings.winners == (1, 3)


def test_a_game_that_goes_on_after_the_goal_was_changed_does_not_wait_for_what_was_not_thrown() -> None:
    game = GAMES["darts"]
    _, _, setup = play("darts", {"thrown": [60, 45]}, start_at=101, out="straight")
    marks: Marks = {}
    for round, thrown in enumerate(([60, 45], [41, None], [None, 6]), 1):
        marks |= make_marks(game, setup, round, thrown=thrown)
    sheets = [game.score(setup, marks, round) for round in (1, 2, 3)]
    assert [sheet.totals for sheet in sheets] == [{0: -60, 1: -45}, {0: -41, 1: 0}, {0: 0, 1: -6}]
