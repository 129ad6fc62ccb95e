"""What the cards of several games have in common: a number in a colour, and how both are written."""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from scorekeeper.language.text import Literal, Text


class Card(NamedTuple):
    """One card: the slot of its colour and the number printed on it."""

    colour: str
    value: int

    def __str__(self) -> str:
        return f"{self.colour}-{self.value}"


def card(text: str) -> Card:
    """A card by the way it is written: "green-3". Ours: how a card is written."""
    colour, _, value = text.rpartition("-")
    return Card(colour, int(value))


def cards_of(slots: Iterable[str], values: Iterable[int]) -> Mapping[str, Card]:
    """Every card of these colours and values, by the way it is written. Ours: how a card is written."""
    values = tuple(values)
    return {str(one): one for one in [Card(slot, value) for slot in slots for value in values]}


def working(values: Iterable[int]) -> Text:
    """Numbers on cards as a sum in writing, highest first: 10 + 8 + 3. Ours: how a sum is written."""
    return Literal(" + ".join(map(str, sorted(values, reverse=True))))
