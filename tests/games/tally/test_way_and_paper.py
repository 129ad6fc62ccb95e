"""How “Any game” is entered, and its printed pad."""

import pytest

from scorekeeper.games.entry import Step
from scorekeeper.games.pad import Spot
from scorekeeper.games.tally import GAME
from scorekeeper.printing.blank_pads import PadRequest, fit_pad
from tests.support.any_game import THREE, play, rounds
from tests.support.marks import Written


def step(marks: Written) -> Step:
    (way,) = GAME.ways(THREE)
    assert (way.layout, way.running) == ("keypad", True)
    (only,) = way.steps(THREE, marks, 1)
    return only


def test_leaving_the_last_number_says_who_has_none() -> None:
    assert step({}).then == {}
    assert step(rounds((1, None, 3))).then == {Spot(1, "points", "all"): 1}
    assert step(rounds((1, 2, 3))).then == {}
    assert [step(marks).done for marks in ({}, rounds((1, None, 3)), rounds((1, 2, 3)))] == [False, False, True]


@pytest.mark.parametrize(("agreed", "lines"), [(0, 12), (3, 3), (15, 15), (99, 20)])
def test_the_pad_has_a_line_for_every_round_that_is_agreed(agreed: int, lines: int) -> None:
    (pad,) = GAME.paper(play("A", rounds=agreed))
    assert pad.numbered[1] == lines


@pytest.mark.parametrize("players", range(1, 13))
def test_every_number_of_players_fits_a_whole_page(players: int) -> None:
    fit = fit_pad(GAME, PadRequest(players, "A4", 1))
    assert fit.rows.numbered == 12
    assert len(fit.shape.columns) == (2 if players <= 11 else 1)


@pytest.mark.parametrize(("players", "teams", "columns"), [(4, "2", 2), (6, "3", 3), (4, "0", 4), (3, "4", 3)])
def test_a_team_has_one_column_on_paper(players: int, teams: str, columns: int) -> None:
    setup = play(*"ABCDEF"[:players], teams=teams)
    (pad,) = GAME.paper(setup)
    assert pad.across(players) == columns
    assert ("Partners sit opposite each other: 2 teams." in [str(text) for text in pad.right]) == (teams == "2")
    assert fit_pad(GAME, PadRequest(players, "A4", 1, options={"teams": teams})).rows.numbered == 12


def test_a_pad_from_the_drawer_is_for_every_game_and_says_no_rules() -> None:
    (pad,) = GAME.paper(play("A", "B", name="Hearts"))
    assert pad.right == ()
    (pad,) = GAME.paper(play("A", "B", wins="lowest"))
    assert [str(text) for text in pad.right] == ["Lowest score wins."]


def test_everybody_is_asked_for_one_number() -> None:
    assert [(ask.seat, ask.box, ask.show) for ask in step({}).asks] == [(seat, "points", "keys") for seat in range(3)]
