"""Life counters for “Any game”: where they are offered, what a tap writes, and who is out."""

import pytest

from scorekeeper.games.entry import Lives, Step
from scorekeeper.games.pad import Mark, Setup
from scorekeeper.games.tally import GAME
from tests.support.any_game import play, rounds, score, spot
from tests.support.marks import Written, compute_standings, describe_end
from tests.support.verdicts import by, cite

DUEL = play("Alice", "Bo", start=20, count="down", out="out")
"""Twenty lives each; a player without lives is out."""


def ways(setup: Setup) -> list[str]:
    return [way.key for way in GAME.ways(setup)]


def step(setup: Setup, marks: Written, round: int = 1) -> Step:
    way = next(way for way in GAME.ways(setup) if way.key == "lives")
    (only,) = way.steps(setup, marks, round)
    return only


def counters(setup: Setup, marks: Written, round: int = 1) -> list[Lives]:
    return [ask for ask in step(setup, marks, round).asks if isinstance(ask, Lives)]


@pytest.mark.parametrize(
    ("players", "options", "offered"),
    [
        (2, {"start": 20}, True),
        (6, {"start": 20, "count": "down"}, True),
        (7, {"start": 20}, False),
        (8, {"start": 20, "teams": "2"}, True),
        (2, {}, False),
        (3, {"start": 20, "others": "yes"}, False),
    ],
)
def test_they_are_offered_where_few_begin_with_points(players: int, options: dict[str, Mark], offered: bool) -> None:
    names = "ABCDEFGH"[:players]
    assert ways(play(*names, **options)) == (["typed", "lives"] if offered else ["typed"])


def test_who_has_none_left_is_out_at_once_and_comes_back_by_a_tap() -> None:
    assert [counter.out for counter in counters(DUEL, {spot(1, 0): 20})] == [True, False]
    assert [counter.out for counter in counters(DUEL, {spot(1, 0): 19})] == [False, False]


def test_leaving_says_that_whoever_has_lost_nothing_has_lost_nothing() -> None:
    assert step(DUEL, {}).then == {}
    assert step(DUEL, {spot(1, 0): 20}).then == {spot(1, 1): 0}
    marks = {spot(1, 0): 20, spot(1, 1): 0}
    assert step(DUEL, marks).done
    assert cite(score(marks, DUEL).verdict) == by("points", number=1, who="Bo", points="0")
    assert compute_standings(GAME, DUEL, marks).totals == {0: 0, 1: 20}
    assert describe_end(GAME, DUEL, marks) == "Everybody else is out. Bo wins with 20."


def test_partners_have_one_counter() -> None:
    teams = play("Alice", "Bo", "Cleo", "Dan", teams="2", start=30, count="down", out="out")
    assert [(counter.seat, str(counter.hint)) for counter in counters(teams, {})] == [(0, "with Cleo"), (1, "with Dan")]


@pytest.mark.parametrize(("count", "sign"), [("up", 1), ("down", -1)])
def test_a_tap_is_one_point_more_or_fewer_whichever_way_points_are_counted(count: str, sign: int) -> None:
    setup = play("Alice", "Bo", start=20, count=count)
    alice, bo = counters(setup, {spot(1, 0): 3 * sign})
    assert (alice.more, alice.fewer) == ({spot(1, 0): 4 * sign}, {spot(1, 0): 2 * sign})
    assert (bo.more, bo.fewer) == ({spot(1, 1): sign}, {spot(1, 1): -sign})


def test_no_tap_goes_further_than_the_pad() -> None:
    alice, bo = counters(DUEL, {spot(1, 0): 9999, spot(1, 1): -9999})
    assert (alice.fewer, alice.more) == ({}, {spot(1, 0): 9998})
    assert (bo.fewer, bo.more) == ({spot(1, 1): -9998}, {})


def test_who_was_out_before_has_no_counter_any_more() -> None:
    three = play("Alice", "Bo", "Cleo", start=20, count="down", out="out")
    marks = rounds((20, 1, 2))
    assert [counter.seat for counter in counters(three, marks, 1)] == [0, 1, 2]
    assert [counter.seat for counter in counters(three, marks, 2)] == [1, 2]
