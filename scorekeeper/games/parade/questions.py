"""Reading a question to the referee as it came from JSON; what cannot be understood is refused by its key."""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence

from scorekeeper.games.base import Malformed, Missing
from scorekeeper.games.parade.cards import CARDS, SLOTS, Card
from scorekeeper.text import Text

Question = Mapping[str, object]

TOO_LARGE = 10**15
"""No count or sum of a table comes near it."""

COLOURS = frozenset(SLOTS)
PLAIN = re.compile("[1-9][0-9]{0,3}")


def need(question: Question, key: str) -> object:
    """What stands under a key. Raises Malformed when the key is missing."""
    try:
        return question[key]
    except KeyError:
        raise Missing(key, Text("This is missing.")) from None


def whole(value: object, key: str, least: int = 0, most: int = TOO_LARGE) -> int:
    """A whole number from `least` to `most`. Raises Malformed."""
    if type(value) is not int or not least <= value <= most:
        if most == TOO_LARGE:
            raise Malformed(key, Text("Write a whole number from %(least)s on.", least=least))
        raise Malformed(key, Text("Write a whole number from %(least)s to %(most)s.", least=least, most=most))
    return value


def word(value: object, key: str, known: Collection[str] = ()) -> str:
    """A word, one of those known if any are given. Raises Malformed."""
    if not isinstance(value, str):
        raise Malformed(key, Text("Write a word here."))
    if known and value not in known:
        raise Malformed(key, Text("Choose one of %(known)s.", known=", ".join(known)))
    return value


def several(value: object, key: str) -> Sequence[object]:
    """A list. Raises Malformed."""
    if not isinstance(value, (list, tuple)):
        raise Malformed(key, Text("Write a list here."))
    return value


def tick(value: object, key: str) -> bool:
    """Yes or no. Raises Malformed."""
    if not isinstance(value, bool):
        raise Malformed(key, Text("Say true or false."))
    return value


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


def names(value: object, key: str) -> list[str]:
    """The players, each named once. Raises Malformed."""
    found = [word(part, key) for part in several(value, key)]
    if not found or len(set(found)) < len(found):
        raise Malformed(key, Text("Name every player once."))
    return found


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
