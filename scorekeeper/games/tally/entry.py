"""The one way of telling the pad of any game: a number for each player, typed on the own keypad."""

from scorekeeper.games.entry import Keys, Step, Way
from scorekeeper.games.pad import Marks, Setup, Spot
from scorekeeper.games.tally.rules import taken_off
from scorekeeper.games.tally.scoring import ALL, POINTS, ROW, read_round
from scorekeeper.language.text import Text


def ways(setup: Setup) -> tuple[Way, ...]:
    """The only way of entering a round. Ours: any game has no rulebook here."""
    return (Way("typed", Text("Typed"), Text("A number or a sum for each."), "keypad", typed, running=True),)


def typed(setup: Setup, marks: Marks, round: int) -> tuple[Step, ...]:
    """A number for each player; leaving the last one says that whoever has none gets none.

    Ours: any game has no rulebook here.
    """
    now = read_round(setup, marks, round)
    asks = tuple([Keys(seat, POINTS) for seat in now.seats])
    hint = Text("Points to take off, also as a sum.") if taken_off(setup) else Text("Points, also as a sum.")
    then = {} if now.whole or not now.points else {Spot(round, ROW, ALL): 1}
    return (Step(ROW, ROW, hint, asks, then=then, done=now.whole),)
