"""The 70 cards of Hawaiki, five colours from 1 to 7 with two copies of each, and the names of the colours.

The rulebook names no colours, so they are c1 to c5 here. A table can give them the names it uses.
"""

from collections.abc import Mapping
from typing import NamedTuple

from scorekeeper.games.cards import Card, cards_of
from scorekeeper.games.pad import Options, Setup, Suit
from scorekeeper.games.pads.boxes import ChipsBox
from scorekeeper.games.pads.pad import Row
from scorekeeper.language.text import Literal, Text

SLOTS = ("c1", "c2", "c3", "c4", "c5")

VALUES = range(1, 8)

COPIES = 2

ALL_CARDS = len(SLOTS) * len(VALUES) * COPIES


CARDS = cards_of(SLOTS, VALUES)
"""Every card by its text form, such as "c3-5"."""


class ColourLook(NamedTuple):
    """The default look of a colour: its name, the shape and hue of its symbol, and its two letters."""

    name: Text
    shape: str
    hue: str
    letters: Text


LOOKS: Mapping[str, ColourLook] = dict(
    zip(
        SLOTS,
        (
            ColourLook(Text("Heart"), "heart", "red", Text("He")),
            ColourLook(Text("Drop"), "drop", "blue", Text("Dr")),
            ColourLook(Text("Leaf"), "leaf", "green", Text("Le")),
            ColourLook(Text("Moon"), "moon", "purple", Text("Mo")),
            ColourLook(Text("Sun"), "sun", "yellow", Text("Su")),
        ),
        strict=True,
    )
)


def names(options: Options) -> dict[str, Text]:
    """Return the name of each colour at this table.

    Decision: hawaiki-colours
    """
    called: dict[str, Text] = {}
    for slot, look in LOOKS.items():
        chosen = str(options.get(slot) or look.name)
        # The default is stored in English. As a Text it is translated for each reader; a name of the table's own is
        # not.
        called[slot] = look.name if chosen == str(look.name) else Literal(chosen)
    return called


def letters(options: Options) -> dict[str, Text]:
    """Return two letters for each colour at this table.

    For a renamed colour, these are the first two letters of its name. If another colour has the same two letters,
    the number of the colour replaces the second letter.

    Decision: hawaiki-colours
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
    """Return the cards to choose from in a question to the referee, as one row per colour.

    Rule: hawaiki/cards
    """
    called, short = names(setup.options), letters(setup.options)
    box = ChipsBox("cards", Text("Which cards"), most=COPIES, items=tuple(map(str, VALUES)))
    return tuple(
        [Row(slot, called[slot], (box,), suit=Suit(look.shape, look.hue, short[slot])) for slot, look in LOOKS.items()]
    )


def card_name(card: Card, called: Mapping[str, Text]) -> Text:
    """Return the name of a card, such as "Heart 4". `called` maps each colour to its name.

    Decision: hawaiki-colours
    """
    return Text("%(colour)s %(value)s", colour=called[card.colour], value=card.value)
