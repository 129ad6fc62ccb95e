"""The 70 cards of Hawaiki, five colours from 1 to 7 with two copies of each, and the names of the colours.

The rulebook names no colours, so they are c1 to c5 here. A table can give them the names it uses.
"""

from dataclasses import replace
from pathlib import Path

from scorekeeper.games.cards import SuitLook, cards_of
from scorekeeper.games.pad import Options, Suit
from scorekeeper.games.shelf import load_pad
from scorekeeper.language.text import Literal, Text

PAD = load_pad(Path(__file__).with_name("hawaiki.toml"))
"""The pad file."""

SLOTS = ("c1", "c2", "c3", "c4", "c5")

VALUES = range(1, 8)

COPIES = 2

ALL_CARDS = len(SLOTS) * len(VALUES) * COPIES


CARDS = cards_of(SLOTS, VALUES)
"""Every card by its text form, such as "c3-5"."""

USUAL_LOOKS = {
    slot: SuitLook(name, name, Suit(shape, hue, letters))
    for slot, name, shape, hue, letters in (
        ("c1", Text("Heart"), "heart", "red", Text("He")),
        ("c2", Text("Drop"), "drop", "blue", Text("Dr")),
        ("c3", Text("Leaf"), "leaf", "green", Text("Le")),
        ("c4", Text("Moon"), "moon", "purple", Text("Mo")),
        ("c5", Text("Sun"), "sun", "yellow", Text("Su")),
    )
}
"""The look of each colour that the table has not renamed."""


def colours_at(options: Options) -> dict[str, SuitLook]:
    """Return the look of each colour at this table.

    The letters of a renamed colour are the first two of its name. If another colour has the same two letters, the
    number of the colour replaces the second letter.

    Decision: hawaiki-colours
    """
    looks: dict[str, SuitLook] = {}
    for slot, (name, _, suit) in USUAL_LOOKS.items():
        letters, chosen = suit.letters, str(options.get(slot) or name)
        # The default is stored in English. As a Text it is translated for each reader; a name of the table's own is
        # not.
        if chosen != str(name):
            name, letters = Literal(chosen), Literal(chosen[:2])
        if str(letters) in [str(look.suit.letters) for look in looks.values()]:
            letters = Literal(f"{str(name)[:1]}{slot[1]}")
        looks[slot] = SuitLook(name, name, replace(suit, letters=letters))
    return looks
