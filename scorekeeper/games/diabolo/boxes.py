"""The boxes of one row of Diabolo's pad, and how what is written in them is told."""

from functools import cache

from scorekeeper.games.base import Box
from scorekeeper.games.diabolo.cards import HAND, HIGHEST, LOOKS
from scorekeeper.games.diabolo.reading import ITEMS, SIGNS
from scorekeeper.games.diabolo.turn import MOST_ON_SIDE
from scorekeeper.text import Plural, Text

AHEAD = {
    "trident": Text("the trident is ahead"),
    "level": Text("both sides are level"),
    "harp": Text("the harp is ahead"),
}


@cache
def boxes(slot: str, hidden_doublers: bool) -> tuple[Box, ...]:
    """What is written about the row of a colour: its sides, who doubles, and the hands."""
    colour = LOOKS[slot].word
    return (*_of_the_table(colour), *_of_each(colour, hidden_doublers))


def _of_the_table(colour: Text) -> tuple[Box, ...]:
    return (
        Box(
            "trident",
            "number",
            Text("Trident"),
            most=MOST_ON_SIDE * HIGHEST,
            shared=True,
            told=Text("the trident side of %(colour)s makes %(mark)s", colour=colour),
            untold=Text("the trident side of %(colour)s is blank", colour=colour),
        ),
        Box(
            "harp",
            "number",
            Text("Harp"),
            most=MOST_ON_SIDE * HIGHEST,
            shared=True,
            told=Text("the harp side of %(colour)s makes %(mark)s", colour=colour),
            untold=Text("the harp side of %(colour)s is blank", colour=colour),
        ),
        Box(
            "side",
            "choice",
            Text("Ahead"),
            items=tuple(SIGNS),
            words=tuple([AHEAD[side] for side in SIGNS]),
            shared=True,
            told=Text("%(mark)s in %(colour)s", colour=colour),
            untold=Text("which side is ahead in %(colour)s is open", colour=colour),
        ),
        Box(
            "nobody",
            "tick",
            Text("Nobody has this colour"),
            shared=True,
            told=Text("nobody has %(colour)s", colour=colour),
            untold=Text("it is not said that nobody has %(colour)s", colour=colour),
        ),
    )


def _of_each(colour: Text, hidden_doublers: bool) -> tuple[Box, ...]:
    return (
        Box(
            "double",
            "tick",
            Text("×2"),
            hidden=hidden_doublers,
            told=Text("%(who)s doubles %(colour)s", colour=colour),
            untold=Text("%(who)s does not double %(colour)s", colour=colour),
        ),
        Box(
            "hand",
            "chips",
            Text("Hand"),
            most=HAND,
            items=ITEMS,
            told=Plural(
                "%(who)s has a %(colour)s %(item)s", "%(who)s has %(mark)s %(colour)s %(item)ss", 1, colour=colour
            ),
            untold=Text("%(who)s has no %(colour)s %(item)s", colour=colour),
        ),
        Box(
            "top",
            "tick",
            Text("Highest hand"),
            told=Text("%(who)s has most %(colour)s", colour=colour),
            untold=Text("%(who)s is not said to have most %(colour)s", colour=colour),
        ),
        Box(
            "sum",
            "number",
            Text("Sum"),
            most=HAND * HIGHEST,
            told=Text("the %(colour)s hand of %(who)s makes %(mark)s", colour=colour),
            untold=Text("the %(colour)s hand of %(who)s is blank", colour=colour),
        ),
    )
