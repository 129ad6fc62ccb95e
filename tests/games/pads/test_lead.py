"""Who deals or starts the next round, also where players are out and where a round is a turn of everybody."""

import pytest

from scorekeeper.games import GAMES
from scorekeeper.games.pad import Setup
from tests.support.games import NAMES, table_of
from tests.support.pads import Marks, make_marks


def test_the_deal_passes_to_the_next_player_who_is_in() -> None:
    game = GAMES["chinchon"]
    setup = table_of(game, 3)
    marks: Marks = {}
    for round, cards in enumerate(([60, 10, 10], [45, 10, 10], *[[None, 10, 10]] * 4), 1):
        marks |= make_marks(game, setup, round, points=cards)
    assert game.score(setup, marks, 2).out == {0: 2}
    assert [game.leader(setup, marks, round) for round in range(1, 8)] == [0, 1, 2, 1, 2, 1, 2]


@pytest.mark.parametrize("starter", [0, 2])
@pytest.mark.parametrize("slug", ["darts", "farkle", "molkky"])
def test_whoever_began_begins_each_round_that_is_a_turn_of_everybody(slug: str, starter: int) -> None:
    game = GAMES[slug]
    setup = Setup(NAMES[:3], game.default_options(), ((1, (0, 1, 2)),), starter)
    assert game.lead == "starter"
    assert [game.leader(setup, {}, round) for round in range(1, 7)] == [starter] * 6


def test_if_whoever_began_is_out_the_next_player_begins_from_then_on() -> None:
    game = GAMES["molkky"]
    setup = table_of(game, 3)
    marks: Marks = {}
    for round in range(1, 7):
        marks |= make_marks(game, setup, round, thrown=[0 if round < 4 else None, 5, 6])
    assert game.score(setup, marks, 3).out == {0: 3}
    assert [game.leader(setup, marks, round) for round in range(1, 7)] == [0, 0, 0, 1, 1, 1]
