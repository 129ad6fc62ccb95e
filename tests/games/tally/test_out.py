"""“Any game” in which a player at the goal is out: who is asked, who is ranked where, and who is the last one in."""

from scorekeeper.games.pad import Setup, Spot
from scorekeeper.games.tally import GAME
from tests.support.any_game import describe_sheet, play, rounds, score, so_far, spot
from tests.support.marks import Written, compute_standings, describe_end

UP = play("Alice", "Bo", "Cleo", out="out", target=100)
"""Points are added; a player with 100 is out."""

LIVES = play("Alice", "Bo", "Cleo", out="out", start=3, count="down")
"""Three lives each."""


def list_asked_seats(setup: Setup, marks: Written, round: int) -> list[int | None]:
    (step,) = GAME.ways(setup)[0].steps(setup, marks, round)
    return [ask.seat for ask in step.asks]


def test_whoever_is_there_is_out_and_is_asked_no_more() -> None:
    marks = rounds((5, 100, 20))
    assert list_asked_seats(UP, marks, 1) == [0, 1, 2]
    assert list_asked_seats(UP, marks, 2) == [0, 2]
    sheet = score(marks, UP)
    assert sheet.out == {1: 1}
    assert describe_sheet(sheet) == ("Round 1: Alice +5.", "Bo is out.")


def test_whoever_is_out_does_not_deal() -> None:
    marks = rounds((5, 100, 20))
    assert GAME.leader(UP, {}, 2) == 1
    assert GAME.leader(UP, marks, 2) == 2
    assert [GAME.leader(UP, marks, round) for round in (3, 4, 5)] == [0, 2, 0]


def test_rules_that_hold_from_a_round_on_put_nobody_out_before() -> None:
    before = {**GAME.default_options(), "rounds": 9}
    setup = Setup(UP.players, UP.options, UP.seating, earlier=((1, 1, before),))
    assert list_asked_seats(setup, rounds((5, 100, 20)), 2) == [0, 1, 2]


def test_whoever_is_beyond_a_goal_that_was_agreed_later_is_out_also_without_points() -> None:
    before = {**GAME.default_options(), "rounds": 9}
    setup = Setup(UP.players, UP.options, UP.seating, earlier=((1, 1, before),))
    marks = {**rounds((5, 150, 20), (1, None, 2)), Spot(2, "points", "all"): 1}
    assert score(marks, setup, 2).out == {1: 2}


def test_nobody_can_be_out_without_a_number() -> None:
    wrong = GAME.cannot({**GAME.default_options(), "out": "out"})
    assert wrong
    assert (wrong.key, str(wrong.reason)) == ("target", "Enter how many points put a player out.")
    assert GAME.cannot(UP.options) is None
    assert GAME.cannot(LIVES.options) is None


def test_who_joins_is_placed_and_who_left_is_not() -> None:
    setup = Setup(("Alice", "Bo", "Cleo"), UP.options, ((1, (0, 1)), (2, (0, 2))))
    marks = {spot(1, 0): 5, spot(1, 1): 6, spot(2, 0): 100, spot(2, 2): 3}
    standings = compute_standings(GAME, setup, marks)
    assert standings.places == {0: 2, 2: 1}
    assert describe_end(GAME, setup, marks) == "Everybody else is out. Cleo wins with 3."


def test_who_joins_later_begins_with_the_start_and_who_left_is_left_out() -> None:
    setup = Setup(("Alice", "Bo", "Cleo"), {**GAME.default_options(), "start": 10}, ((1, (0, 1)), (2, (1, 2))))
    marks = {spot(1, 0): 5, spot(1, 1): 6, spot(2, 1): 1, spot(2, 2): 2}
    assert so_far(marks, setup, 2) == {0: 15, 1: 17, 2: 12}
