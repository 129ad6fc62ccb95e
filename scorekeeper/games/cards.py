"""Cards that have a colour and a number, their text form, and the looks of the colours."""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from scorekeeper.games.pad import Suit
from scorekeeper.language.text import Literal, Text


class Card(NamedTuple):
    """A card: the key of its colour, whatever a table calls that colour, and the number printed on it."""

    colour: str
    value: int

    def __str__(self) -> str:
        return f"{self.colour}-{self.value}"


class SuitLook(NamedTuple):
    """How a suit is shown: its name at the start of a line and inside one, and its sign."""

    label: Text
    word: Text
    suit: Suit

    def name_card(self, value: int) -> Text:
        """Return the name of a card of this suit, such as "Red 1"."""
        return Text("%(colour)s %(value)s", colour=self.label, value=value)


def card(text: str) -> Card:
    """Parse a card from its text form, such as "green-3"."""
    colour, _, value = text.rpartition("-")
    return Card(colour, int(value))


def cards_of(slots: Iterable[str], values: Iterable[int]) -> Mapping[str, Card]:
    """Return every card of these colours and values, keyed by its text form."""
    # The values are needed once for each colour, and an iterator would be empty after the first.
    values = tuple(values)
    return {str(card): card for card in [Card(slot, value) for slot in slots for value in values]}


def working(values: Iterable[int]) -> Text:
    """Return the values of some cards as a written sum, highest first: 10 + 8 + 3."""
    return Literal(" + ".join(map(str, sorted(values, reverse=True))))
