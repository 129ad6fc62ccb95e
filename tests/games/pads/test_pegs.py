"""Numbers that grow as they are pegged, and the peg track to the end of the game."""

import pytest

from scorekeeper.games import GAMES
from scorekeeper.games.entry import Pegs, Step
from scorekeeper.games.pad import Setup, Spot
from scorekeeper.printing.blank_pads import PadRequest, render_pad
from tests.support.games import table_of
from tests.support.pads import Marks, make_marks, read_texts

GAME = GAMES["cribbage"]

TWO, FOUR = table_of(GAME, 2), table_of(GAME, 4)


def find_step(setup: Setup, marks: Marks) -> Step:
    """Return the step in which points are pegged."""
    (way,) = GAME.ways(setup)
    return next(step for step in way.steps(setup, marks, 1) if step.row == "play")


def list_pegs(setup: Setup, marks: Marks) -> list[Pegs]:
    return [ask for ask in find_step(setup, marks).asks if isinstance(ask, Pegs)]


def test_a_peg_is_added_to_what_is_pegged() -> None:
    spot = Spot(1, "play", "play", 1)
    before, _ = list_pegs(TWO, {})
    assert [(str(key.label), key.changes) for key in before.choices[:2]] == [("+1", {spot: 1}), ("+2", {spot: 2})]
    after, dealer = list_pegs(TWO, {spot: 9})
    assert [key.changes[spot] for key in after.choices] == [10, 11, 12, 13, 14, 15]
    assert dealer.choices[0].changes == {spot._replace(seat=0): 1}
    # No tap leads beyond what the box can hold.
    assert [key.changes for key in list_pegs(TWO, {spot: 118})[0].choices[1:]] == [{spot: 120}, {}, {}, {}, {}]


def test_nobody_has_to_peg() -> None:
    assert not find_step(TWO, {}).done
    assert find_step(TWO, make_marks(GAME, TWO, 1, all_said=False, play=[3, None])).done
    marks = make_marks(GAME, TWO, 1, all_said=False, play=[3, None], hand=[4, 8])
    assert read_texts(GAME.score(TWO, marks, 1)) == ["Is that everything?"]
    assert GAME.score(TWO, {**marks, Spot(1, "end", "all"): 1}, 1).totals == {0: 7, 1: 8}


def test_partners_peg_together() -> None:
    asks = list_pegs(FOUR, {Spot(1, "play", "play", 0): 2})
    assert [(ask.seat, ask.partners) for ask in asks] == [(1, (1, 3)), (0, (0, 2))]
    assert asks[1].choices[0].changes == {Spot(1, "play", "play", 0): 3}


def test_the_track_is_as_long_as_the_game() -> None:
    assert GAME.peg_holes(TWO) == list_pegs(TWO, {})[0].holes == 121
    assert GAME.peg_holes(table_of(GAME, 2, target=61)) == 61
    assert GAMES["hearts"].peg_holes(table_of(GAMES["hearts"], 4)) == 0


@pytest.mark.parametrize(
    ("players", "up", "lanes"), [(2, 1, 2), (3, 2, 6), (4, 1, 2), (3, 4, 0)], ids=["2", "3 on half", "4", "quarter"]
)
def test_the_track_is_printed_where_it_has_room(players: int, up: int, lanes: int) -> None:
    html = render_pad(GAME, PadRequest(players, "A4", up, "rounds"))
    assert html.count('class="pegs"') == lanes
    assert html.count("<circle") == 121 * lanes
