"""The 70 cards of Hawaiki: five colours from 1 to 7, each card twice; and what a table calls the colours.

The rulebook names no colours, so they are c1 to c5 here, and a table may give them the names that lie before it.
"""

from collections.abc import Mapping
from typing import NamedTuple

from scorekeeper.games.cards import Card, cards_of
from scorekeeper.games.pad import Box, Options, Row, Setup, Suit
from scorekeeper.language.text import Literal, Text

SLOTS = ("c1", "c2", "c3", "c4", "c5")

VALUES = range(1, 8)

COPIES = 2

ALL_CARDS = len(SLOTS) * len(VALUES) * COPIES


CARDS = cards_of(SLOTS, VALUES)
"""Every card by the way it is written: "c3-5"."""


class Look(NamedTuple):
    """What a colour is called if the table has no other name for it, its shape, its hue, and its two letters."""

    name: Text
    shape: str
    hue: str
    letters: Text


LOOKS: Mapping[str, Look] = dict(
    zip(
        SLOTS,
        (
            Look(Text("Heart"), "heart", "red", Text("He")),
            Look(Text("Drop"), "drop", "blue", Text("Dr")),
            Look(Text("Leaf"), "leaf", "green", Text("Le")),
            Look(Text("Moon"), "moon", "purple", Text("Mo")),
            Look(Text("Sun"), "sun", "yellow", Text("Su")),
        ),
        strict=True,
    )
)


def names(options: Options) -> dict[str, Text]:
    """What each colour is called at this table. Source: rules.md 3.1, the rulebook names no colours."""
    called: dict[str, Text] = {}
    for slot, look in LOOKS.items():
        chosen = str(options.get(slot) or look.name)
        called[slot] = look.name if chosen == str(look.name) else Literal(chosen)
    return called


def letters(options: Options) -> dict[str, Text]:
    """Two letters for each colour; those of a renamed one are its first, or its place where two would be alike.

    Source: rules.md 3.1, the rulebook names no colours.
    """
    called = names(options)
    short_names: dict[str, Text] = {}
    for slot, name in called.items():
        usual = LOOKS[slot].letters
        short = usual if name == LOOKS[slot].name else Literal(str(name)[:2])
        taken = {str(other) for other in short_names.values()}
        short_names[slot] = Literal(f"{str(name)[:1]}{slot[1]}") if str(short) in taken else short
    return short_names


def deck(setup: Setup) -> tuple[Row, ...]:
    """The cards that a question can be asked about, one row a colour. Source: rulebook 002, contents."""
    called, short = names(setup.options), letters(setup.options)
    box = Box("cards", "chips", Text("Which cards"), most=COPIES, items=tuple(map(str, VALUES)))
    return tuple(
        [Row(slot, called[slot], (box,), suit=Suit(look.shape, look.hue, short[slot])) for slot, look in LOOKS.items()]
    )


def card_name(card: Card, called: Mapping[str, Text]) -> Text:
    """A card as it is said: Heart 4. Ours: how a card is called."""
    return Text("%(colour)s %(value)s", colour=called[card.colour], value=card.value)
