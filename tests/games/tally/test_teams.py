"""“Any game” in teams: partners sit opposite, are asked together and have the same points."""

import pytest

from scorekeeper.games.entry import Keys
from scorekeeper.games.pad import Setup
from scorekeeper.games.tally import GAME
from tests.support.any_game import describe_sheet, play, rounds, score, spot
from tests.support.marks import Written, compute_standings, describe_end

FOUR = play("Alice", "Bo", "Cleo", "Dan", teams="2")


def list_asks(setup: Setup, marks: Written | None = None) -> list[tuple[int | None, str]]:
    (step,) = GAME.ways(setup)[0].steps(setup, marks or {}, 1)
    return [(ask.seat, str(ask.hint)) for ask in step.asks if isinstance(ask, Keys)]


def test_partners_are_asked_once_together() -> None:
    assert list_asks(FOUR) == [(0, "with Cleo"), (1, "with Dan")]
    six = play(*"ABCDEF", teams="3")
    assert list_asks(six) == [(0, "with D"), (1, "with E"), (2, "with F")]


def test_partners_have_the_same_points() -> None:
    sheet = score(rounds((30, 12)), FOUR)
    assert sheet.totals == {0: 30, 1: 12, 2: 30, 3: 12}
    assert sheet.winners == (0, 2)
    assert describe_sheet(sheet) == ("Round 1: Alice and Cleo +30.", "")
    assert str(compute_standings(GAME, FOUR, rounds((30, 12))).leads()) == "Alice and Cleo lead with 30."


def test_partners_are_out_together_and_the_last_team_in_wins() -> None:
    setup = play("Alice", "Bo", "Cleo", "Dan", teams="2", target=40, out="out")
    marks = rounds((40, 12))
    assert score(marks, setup).out == {0: 1, 2: 1}
    assert describe_end(GAME, setup, marks) == "Everybody else is out. Bo and Dan win with 12."


@pytest.mark.parametrize("players", [1, 2, 3, 5, 12])
@pytest.mark.parametrize("teams", ["2", "3", "4"])
def test_any_number_of_players_makes_teams(players: int, teams: str) -> None:
    setup = play(*"ABCDEFGHIJKL"[:players], teams=teams)
    seats = [seat for seat, _ in list_asks(setup)]
    assert seats == list(range(min(players, int(teams))))
    assert score(rounds([7] * len(seats)), setup).decided


def test_a_round_is_whole_once_every_team_has_a_number() -> None:
    assert describe_sheet(score(rounds((30, None)), FOUR)) == ("No result yet.", "Bo and Dan have no points yet.")
    assert score({spot(1, 0): 30, spot(1, 3): 12}, FOUR).totals == {0: 30, 1: 12, 2: 30, 3: 12}


def test_the_rules_say_so() -> None:
    assert [str(text) for text in GAME.rules_in_words(FOUR)] == [
        "Highest score wins.",
        "Partners sit opposite each other: 2 teams.",
    ]
