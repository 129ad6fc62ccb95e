"""Random rounds for the referee of every game that has one: nothing breaks, and every round ends.

A share of the thousand rounds per number of players is walked here. SCOREKEEPER_SOAK=1 walks them all. A game can check
every step in `tests/games/<slug>/invariants.py`, with `hold(state)`.
"""

from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path
from random import Random
from typing import Any

import pytest

from scorekeeper.games import GAMES
from scorekeeper.games.errors import Illegal
from scorekeeper.games.game import Game
from scorekeeper.games.referee import Action
from scorekeeper.table.journal import dump, load
from scorekeeper.table.notation import decode_move, encode_move
from tests.support.games import any_option, spots, table_of
from tests.support.soak import SOAK
from tests.support.walks import Step, picks, walk

WALKS = 1_000 if SOAK else 3
LOOKED_THROUGH = 12
"""Every how many steps all buttons are tried."""

REFEREED = [game for game in GAMES.values() if game.referee]
TABLES = [(game, players) for game in REFEREED for players in range(game.seats[0], game.seats[1] + 1)]


@pytest.mark.parametrize(("game", "players"), TABLES, ids=lambda one: one.slug if isinstance(one, Game) else str(one))
def test_rounds_by_chance_break_nothing_and_end(game: Game, players: int) -> None:
    hold, referee = invariants(game), game.referee
    assert referee
    for seed in range(WALKS):
        chance = Random(f"{game.slug} {players} {seed}")
        chosen = {option.key: any_option(option, chance) for option in game.options if option.choices}
        setup = table_of(game, players, **chosen)
        places = {spot for spot, _ in spots(game, setup)}
        for number, step in enumerate(walk(game, setup, chance)):
            hold(step.state)
            assert referee.marks(step.state).keys() <= places
            assert str(referee.view(step.state).title)
            if step.move:
                assert load(dump(step.move)) == step.move
                assert decode_move(encode_move(step.move)) == step.move
                assert str(referee.narrate(step.state, step.move, False))
            if (number + seed) % LOOKED_THROUGH == 0:
                every_pick_does_as_it_says(game, step)
        assert referee.unfinished(step.state) is None
        assert {*game.score(setup, referee.marks(step.state), 1).totals} == {*setup.seats(1)}


def every_pick_does_as_it_says(game: Game, step: Step) -> None:
    """Check that each enabled button can be previewed and entered, and that others are refused with their reason."""
    assert game.referee
    for entry in step.entries:
        for pick in picks(entry):
            if pick.cannot is None:
                game.referee.apply(step.state, pick.action)
                board = game.referee.preview(step.state, pick.action)
                assert not entry.preview or board.replies
            else:
                with pytest.raises(Illegal) as refused:
                    game.referee.apply(step.state, pick.action)
                assert refused.value.reason == pick.cannot


@pytest.mark.parametrize("game", REFEREED, ids=lambda game: game.slug)
def test_whatever_is_told_at_any_time_can_be_read_out(game: Game) -> None:
    chance = Random(f"{game.slug} read out")
    setup = table_of(game, game.seats[1])
    steps = [step for _ in range(5) for step in walk(game, setup, chance)]
    told = [step.move for step in steps if step.move]
    assert game.referee
    for step in steps:
        for action in (*chance.sample(told, 8), *break_action(chance.choice(told))):
            assert str(game.referee.narrate(step.state, action, False))
            assert str(game.referee.narrate(step.state, action, True))


def break_action(action: Action) -> Iterator[Action]:
    """Yield moves that are not valid, some of them nearly so."""
    yield Action(1, "whatever", None, ())
    yield Action(1, action.kind, 77, action.of)
    yield Action(1, action.kind, None, action.of)
    yield Action(1, action.kind, action.seat, ())
    yield Action(1, action.kind, action.seat, ("no-such-card",) * max(len(action.of), 1))
    yield Action(1, action.kind, action.seat, (*action.of, "x"))


def invariants(game: Game) -> Callable[[Any], None]:
    """Return the check of a game for each state; one that checks nothing if the game has none."""
    if not (Path(__file__).parent / game.slug / "invariants.py").exists():
        return lambda state: None
    hold: Callable[[Any], None] = import_module(f"tests.games.{game.slug}.invariants").hold
    return hold
