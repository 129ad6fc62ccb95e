"""The full deck: the players above it, each with points, number of cards and the sign of a problem."""

from dataclasses import replace

from scorekeeper.games import GAMES
from scorekeeper.games.pad import Problem, Spot
from scorekeeper.language.text import Literal
from scorekeeper.web.entry.entered import EnteredRound
from scorekeeper.web.entry.sections import build_screen
from tests.support.games import table_of


def test_a_problem_is_marked_at_its_own_player_even_under_the_same_name() -> None:
    game = GAMES["parade"]
    setup = replace(table_of(game, 3), players=("Ann", "Ann", "Bo"))
    problem = Problem((Spot(1, "red", "count", 1),), Literal("too many"))
    sheet = replace(game.score(setup, {}, 1), problems=(problem,))
    (deck,) = [way for way in game.ways(setup) if way.layout == "deck"]
    rows = {row.key: row for row in game.rows(setup)}
    entered = EnteredRound(setup, {}, 1, rows, sheet, deck)
    assert [painter.sign for painter in build_screen(entered, {}).painters] == ["", "certain", ""]
