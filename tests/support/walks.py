"""Random rounds with a referee: any legal move, usual ones more often."""

from collections.abc import Iterator
from random import Random
from typing import Any, NamedTuple

from scorekeeper.games.game import Game
from scorekeeper.games.pad import Setup
from scorekeeper.games.referee import Action, Entry, Pick, Referee

LONGEST = 2_000
"""Maximum number of moves in a round."""


class Step(NamedTuple):
    """A state of the round, the entries offered, and the move made (None: none)."""

    state: Any
    entries: tuple[Entry, ...]
    move: Action | None


def walk(game: Game, setup: Setup, chance: Random) -> Iterator[Step]:
    """Yield the steps of a first round to its end, or until no move is possible."""
    referee = game.referee
    assert referee
    state = referee.start(setup, {}, 1, game.leader(setup, {}, 1))
    for _ in range(LONGEST):
        entries = referee.entries(state)
        over = referee.unfinished(state) is None
        free = [entry for entry in entries if any(pick.cannot is None for pick in picks(entry))]
        if not free or (over and chance.random() < 0.5):
            yield Step(state, entries, None)
            return
        action = choose_move(referee, state, free, chance)
        yield Step(state, entries, action)
        state = referee.apply(state, action)
    raise AssertionError("this round does not end")


def choose_move(referee: Referee[Any], state: Any, free: list[Entry], chance: Random) -> Action:
    """Return a random legal move.

    Three times out of four it is of the first entry, and the first reply to a preview.
    """
    entry = free[0] if chance.random() < 0.75 else chance.choice(free)
    pick = chance.choice([pick for pick in picks(entry) if pick.cannot is None])
    if not entry.preview:
        return pick.action
    replies = referee.preview(state, pick.action).replies
    return (replies[0] if chance.random() < 0.75 else chance.choice(replies)).action


def picks(entry: Entry) -> list[Pick]:
    """Return everything to tap in an entry."""
    return [pick for group in entry.groups for pick in group.picks]
