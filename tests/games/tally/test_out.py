"""“Any game” in which a player at the goal is out: who is asked, who is ranked where, and who is the last one in."""

import pytest

from scorekeeper.games.pad import Setup, Spot
from scorekeeper.games.tally import GAME
from tests.support.any_game import describe_sheet, play, rounds, score, spot
from tests.support.marks import Written, compute_standings, describe_end
from tests.support.verdicts import by, cite

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


def test_a_round_is_whole_without_those_who_are_out() -> None:
    marks = {**rounds((5, 100, 20)), spot(2, 0): 7}
    assert describe_sheet(score(marks, UP, 2)) == ("No result yet.", "Cleo has no points yet.")
    sheet = score({**marks, spot(2, 2): 9}, UP, 2)
    assert sheet.decided
    assert sheet.totals == {0: 7, 1: 0, 2: 9}
    assert sheet.ranks[1] == 3
    assert [sheet.plays(seat, 2) for seat in range(3)] == [True, False, True]


def test_the_last_one_in_wins() -> None:
    assert describe_end(GAME, UP, rounds((5, 100, 20))) is None
    marks = rounds((5, 100, 20), (100, None, 9))
    assert describe_end(GAME, UP, marks) == "Everybody else is out. Cleo wins with 29."
    standings = compute_standings(GAME, UP, marks)
    assert standings.places == {0: 2, 1: 3, 2: 1}
    assert standings.rounds[2] == {0: 100, 2: 9}


def test_while_nobody_is_out_or_a_round_is_open_nobody_is_the_last_one_in() -> None:
    alone = play("Alice", out="out", target=100)
    assert describe_end(GAME, alone, rounds((5,))) is None
    assert describe_end(GAME, alone, rounds((100,))) == "There are no players left in the game. Alice wins with 100."
    assert describe_end(GAME, UP, rounds((5, None, None), (100, 100, 9))) is None


def test_who_was_out_later_is_ahead_whatever_the_points() -> None:
    standings = compute_standings(GAME, UP, rounds((1, 100, 1), (399, None, 1)))
    assert standings.places == {0: 2, 1: 3, 2: 1}


def test_who_gets_there_in_the_same_round_is_placed_by_points() -> None:
    marks = rounds((100, 130, 20), (None, None, 80))
    assert compute_standings(GAME, UP, marks).places == {0: 2, 1: 3, 2: 1}
    everybody = rounds((100, 130, 100))
    assert (
        describe_end(GAME, UP, everybody)
        == "There are no players left in the game. Alice and Cleo share the win with 100."
    )


def test_lives_are_taken_off_and_the_most_lives_lead() -> None:
    marks = rounds((1, 0, 2), (0, 0, 1))
    assert score(marks, LIVES, 2).out == {2: 2}
    standings = compute_standings(GAME, LIVES, marks)
    assert str(standings.leads()) == "Bo leads with 3."
    assert (
        describe_end(GAME, LIVES, {**marks, spot(3, 0): 2, spot(3, 1): 2}) == "Everybody else is out. Bo wins with 1."
    )


def test_what_a_hand_writes_for_somebody_who_is_out_is_named_and_does_not_count() -> None:
    marks = rounds((5, 100, 20), (1, 50, 1))
    sheet = score(marks, UP, 2)
    assert sheet.totals[1] == 0
    (problem,) = sheet.problems
    assert (cite(problem.text), problem.certain) == (by("out", who="Bo", number=1, points="50"), False)
    assert problem.cures[0].changes == {spot(2, 1): None}


def test_a_round_that_is_open_puts_nobody_out() -> None:
    marks = {spot(1, 1): 100, **{spot(2, seat): 1 for seat in range(3)}}
    assert list_asked_seats(UP, marks, 2) == [0, 1, 2]
    assert compute_standings(GAME, UP, marks).out == {}


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


def test_a_correction_brings_somebody_back_with_what_was_written() -> None:
    marks = rounds((5, 100, 20), (1, 50, 1))
    assert compute_standings(GAME, UP, {**marks, spot(1, 1): 10}).totals == {0: 6, 1: 60, 2: 21}


def test_who_joins_is_placed_and_who_left_is_not() -> None:
    setup = Setup(("Alice", "Bo", "Cleo"), UP.options, ((1, (0, 1)), (2, (0, 2))))
    marks = {spot(1, 0): 5, spot(1, 1): 6, spot(2, 0): 100, spot(2, 2): 3}
    standings = compute_standings(GAME, setup, marks)
    assert standings.places == {0: 2, 2: 1}
    assert describe_end(GAME, setup, marks) == "Everybody else is out. Cleo wins with 3."


@pytest.mark.parametrize(
    ("setup", "sentences"),
    [
        (UP, ["At 100 a player is out; the last player left wins."]),
        (
            LIVES,
            ["At 0 a player is out; the last player left wins.", "Everybody starts with 3.", "Points are subtracted."],
        ),
    ],
)
def test_the_rules_say_so(setup: Setup, sentences: list[str]) -> None:
    assert [str(text) for text in GAME.rules_in_words(setup)] == sentences
