"""Reading a question to the referee as it came from JSON; what cannot be understood is refused by its key."""

import re
from collections.abc import Iterator, Mapping, Sequence

from scorekeeper.games.base import Malformed
from scorekeeper.games.parade.cards import CARDS, SLOTS, Card
from scorekeeper.games.questions import Question, need, several, word
from scorekeeper.text import Text

COLOURS = frozenset(SLOTS)
PLAIN = re.compile("[1-9][0-9]{0,3}")


def card(value: object, key: str) -> Card:
    """A card, written "green-3"; whether its value exists is not judged here. Raises Malformed."""
    if isinstance(value, str):
        known = CARDS.get(value)
        if known:
            return known
        colour, dash, number = value.partition("-")
        if dash and colour in COLOURS and PLAIN.fullmatch(number):
            return Card(colour, int(number))
    raise Malformed(key, Text("Write a card as colour and value, such as green-3."))


def colours(value: object, key: str) -> list[str]:
    """Several colours. Raises Malformed."""
    return [word(part, key, SLOTS) for part in several(value, key)]


def hands(question: Question, key: str) -> Iterator[tuple[str, Mapping[str, object]]]:
    """Every player with what stands under the name, by colour. Raises Malformed, also where nobody is named."""
    players = need(question, key)
    if not isinstance(players, dict) or not players:
        raise Malformed(key, Text("Name the players, each with their colours."))
    for name, hand in players.items():
        if not isinstance(hand, dict):
            raise Malformed(f"{key}.{name}", Text("Name the colours of this player."))
        if not COLOURS.issuperset(hand):
            raise Malformed(f"{key}.{name}", Text("Choose one of %(known)s.", known=", ".join(SLOTS)))
        yield name, hand


def values(pile: object, *path: str) -> Sequence[int]:
    """The values of a pile, any whole numbers. Raises Malformed; its key is the path there."""
    if not isinstance(pile, (list, tuple)):
        raise Malformed(".".join(path), Text("Write a list here."))
    for value in pile:
        if type(value) is not int:
            raise Malformed(".".join(path), Text("Write whole numbers here."))
    return pile
