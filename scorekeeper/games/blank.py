"""What a blank on a pad of suits means: not told yet, or none; and who says so."""

from collections.abc import Sequence

from scorekeeper.games.base import Choice, Problem, Spot
from scorekeeper.text import Plural, Text


def settled(marked: Sequence[Sequence[bool]], ended: bool) -> list[tuple[bool, ...]]:
    """For each row, in the order in which they are told, whose blanks are none: who has a mark in a later row.

    `marked` says for each row who has a mark in it; once a round has `ended`, that is all and every blank is none.
    """
    found: list[tuple[bool, ...]] = []
    done = (ended,) * len(marked[0])
    for row in reversed(marked):
        found.append(done)
        done = tuple([later or here for later, here in zip(done, row, strict=True)])
    return found[::-1]


def that_is_all(spot: Spot) -> Choice:
    """The tap that makes every blank mean none."""
    return Choice(Text("That is all"), {spot: 1})


def nobody(spot: Spot, colour: Text) -> Choice:
    """The tap that makes every blank of a colour mean none."""
    return Choice(Text("Nobody has %(colour)s", colour=colour), {spot: 1})


def not_nobody(spot: Spot, holders: Sequence[tuple[Spot, str]], colour: Text) -> Problem:
    """Nobody has this colour, it says, yet somebody has: those who have it, each with the spot that tells."""
    text = Plural(
        "%(who)s has %(colour)s, so it is not nobody.",
        "%(who)s have %(colour)s, so it is not nobody.",
        len(holders),
        who=tuple([name for _, name in holders]),
        colour=colour,
    )
    cure = Choice(Text("Somebody has %(colour)s", colour=colour), {spot: None})
    return Problem((spot, *[held for held, _ in holders]), text, True, (cure,))
