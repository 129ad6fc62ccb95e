"""Cards that have a colour and a number, and their text form."""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from scorekeeper.language.text import Literal, Text


class Card(NamedTuple):
    """A card: the key of its colour, whatever a table calls that colour, and the number printed on it."""

    colour: str
    value: int

    def __str__(self) -> str:
        return f"{self.colour}-{self.value}"


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
