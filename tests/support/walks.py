"""A round told to a referee by chance: whatever may be told now, the usual more often than the rest."""

from collections.abc import Iterator
from random import Random
from typing import Any, NamedTuple

from scorekeeper.games.game import Game
from scorekeeper.games.pad import Setup
from scorekeeper.games.referee import Action, Entry, Pick, Referee

LONGEST = 2_000
"""No round takes so many moves."""


class Step(NamedTuple):
    """A state on the way, what may be told there, and what is told."""

    state: Any
    entries: tuple[Entry, ...]
    told: Action | None


def walk(game: Game, setup: Setup, chance: Random) -> Iterator[Step]:
    """Follow a first round to its end, or to where nothing more may be told."""
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
        told = told_by_chance(referee, state, free, chance)
        yield Step(state, entries, told)
        state = referee.apply(state, told)
    raise AssertionError("this round does not end")


def told_by_chance(referee: Referee[Any], state: Any, free: list[Entry], chance: Random) -> Action:
    """Something that may be told; three times out of four the first entry, and the first reply to a preview."""
    entry = free[0] if chance.random() < 0.75 else chance.choice(free)
    pick = chance.choice([pick for pick in picks(entry) if pick.cannot is None])
    if not entry.preview:
        return pick.action
    replies = referee.preview(state, pick.action).replies
    return (replies[0] if chance.random() < 0.75 else chance.choice(replies)).action


def picks(entry: Entry) -> list[Pick]:
    """Everything to tap of an entry."""
    return [pick for group in entry.groups for pick in group.picks]
