"""How “Any game” is entered, also by partners and for others, and its printed pad. Rounds are in `rounds.toml`."""

import pytest

from scorekeeper.games.entry import Keys, Step
from scorekeeper.games.pad import Choice, Setup, Spot
from scorekeeper.games.pads.boxes import NumberBox, TickBox, WordsBox
from scorekeeper.games.tally import GAME
from scorekeeper.printing.blank_pads import PadRequest, fit_pad
from tests.support.any_game import THREE, play, rounds, score, spot
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


# Partners, and points for all the others

FOUR = play("Alice", "Bo", "Cleo", "Dan", teams="2")


def list_asks(setup: Setup, marks: Written | None = None) -> list[tuple[int | None, str]]:
    (step,) = GAME.ways(setup)[0].steps(setup, marks or {}, 1)
    return [(ask.seat, str(ask.hint)) for ask in step.asks if isinstance(ask, Keys)]


def test_partners_are_asked_once_together() -> None:
    assert list_asks(FOUR) == [(0, "with Cleo"), (1, "with Dan")]
    six = play(*"ABCDEF", teams="3")
    assert list_asks(six) == [(0, "with D"), (1, "with E"), (2, "with F")]


@pytest.mark.parametrize("players", [1, 2, 3, 5, 12])
@pytest.mark.parametrize("teams", ["2", "3", "4"])
def test_any_number_of_players_makes_teams(players: int, teams: str) -> None:
    setup = play(*"ABCDEFGHIJKL"[:players], teams=teams)
    seats = [seat for seat, _ in list_asks(setup)]
    assert seats == list(range(min(players, int(teams))))
    assert score(rounds([7] * len(seats)), setup).decided


HEARTS = play("Alice", "Bo", "Cleo", "Dan", wins="lowest", others="yes")


def gives(seat: int, round: int = 1) -> Written:
    """Return the mark for the player whose points all the others get."""
    return {Spot(round, "points", "others", seat): 1}


def names(step: Step) -> list[Choice]:
    """Return the names that can be tapped."""
    return [ask.named for ask in step.asks if isinstance(ask, Keys) and ask.named]


def test_it_is_a_tap_on_a_name_where_the_table_agrees() -> None:
    (step,) = GAME.ways(HEARTS)[0].steps(HEARTS, {}, 1)
    assert [str(choice.label) for choice in names(step)] == ["Alice", "Bo", "Cleo", "Dan"]
    assert names(step)[1].changes == gives(1)
    assert step.below == ()
    (given,) = GAME.ways(HEARTS)[0].steps(HEARTS, {spot(1, 1): 26, **gives(1)}, 1)
    assert [choice.chosen for choice in names(given)] == [False, True, False, False]
    assert names(given)[1].changes == {Spot(1, "points", "others", 1): None}
    (all_told,) = given.below
    assert (str(all_told.label), all_told.changes) == ("That’s everything", {Spot(1, "points", "all"): 1})
    (plain,) = GAME.ways(THREE)[0].steps(THREE, {}, 1)
    assert names(plain) == []


def test_tables_of_before_have_no_such_box() -> None:
    before = Setup(("Alice", "Bo"), {"wins": "lowest"}, ((1, (0, 1)),))
    (row,) = GAME.rows(before)
    assert [box.key for box in row.boxes] == ["points", "note", "all"]
    assert score({**rounds((5, 6)), **gives(0)}, before).totals == {0: 5, 1: 6}


def test_the_pad_is_one_line_with_a_note() -> None:
    (row,) = GAME.rows(THREE)
    assert [(box.key, type(box), box.shared) for box in row.boxes] == [
        ("points", NumberBox, False),
        ("note", WordsBox, True),
        ("all", TickBox, True),
    ]
    points = row.box("points")
    assert isinstance(points, NumberBox)
    assert (points.bounds, points.sums) == ((-9999, 9999), True)
