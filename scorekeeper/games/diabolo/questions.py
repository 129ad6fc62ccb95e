"""Reading a question to the referee as it came from JSON; what cannot be understood is refused by its key."""

from collections.abc import Collection, Mapping

from scorekeeper.games.base import Malformed, Missing
from scorekeeper.games.diabolo.cards import SLOTS, VALUES
from scorekeeper.games.diabolo.turn import SIDES, Row
from scorekeeper.games.questions import several
from scorekeeper.text import Text

Question = Mapping[str, object]

TOO_LARGE = 10**15
"""No sum of a table comes near it."""

CARDS = {f"{slot}-{value}": slot for slot in SLOTS for value in VALUES}
"""The colour of every card, by the way the card is written."""


def need(question: Question, key: str, within: str = "") -> object:
    """What stands under a key. Raises Malformed when the key is missing; `within` is the path there."""
    try:
        return question[key]
    except KeyError:
        raise Missing(f"{within}.{key}" if within else key, Text("This is missing.")) from None


def whole(value: object, key: str, least: int = -TOO_LARGE, most: int = TOO_LARGE) -> int:
    """A whole number from `least` to `most`. Raises Malformed."""
    if type(value) is int and least <= value <= most:
        return value
    if least == -TOO_LARGE:
        raise Malformed(key, Text("Write a whole number."))
    if most == TOO_LARGE:
        raise Malformed(key, Text("Write a whole number from %(least)s on.", least=least))
    raise Malformed(key, Text("Write a whole number from %(least)s to %(most)s.", least=least, most=most))


def word(value: object, key: str, known: Collection[str]) -> str:
    """One of the words that are known. Raises Malformed."""
    if not isinstance(value, str) or value not in known:
        raise Malformed(key, Text("Choose one of %(known)s.", known=", ".join(known)))
    return value


def words(value: object, key: str, known: Collection[str]) -> list[str]:
    """Several of the words that are known, each as often as it is said. Raises Malformed."""
    return [word(part, key, known) for part in several(value, key)]


def named(value: object, key: str) -> dict[str, object]:
    """Things under names, at least one. Raises Malformed."""
    if not isinstance(value, dict) or not value:
        raise Malformed(key, Text("Name the players here."))
    return value


def by_colour(value: object, key: str) -> dict[str, object]:
    """Things under colours. Raises Malformed."""
    if not isinstance(value, dict):
        raise Malformed(key, Text("Name the colours here."))
    for colour in value:
        word(colour, f"{key}.{colour}", SLOTS)
    return value


def values(value: object, key: str) -> list[int]:
    """The values of cards, any whole numbers. Raises Malformed."""
    found = [whole(part, key) for part in several(value, key)]
    whole(sum(found), key)
    return found


def names(value: object, key: str) -> list[str]:
    """The players, each named once. Raises Malformed."""
    found = several(value, key)
    told = [name for name in found if isinstance(name, str)]
    if not told or len(told) < len(found) or len(set(told)) < len(told):
        raise Malformed(key, Text("Name every player once."))
    return told


def rows(question: Question) -> dict[str, Row]:
    """What lies in each of the five rows; a colour that is left out has no cards there. Raises Malformed."""
    found: dict[str, Row] = {slot: dict.fromkeys(SIDES, ()) for slot in SLOTS}
    for colour, row in by_colour(need(question, "rows"), "rows").items():
        key = f"rows.{colour}"
        if not isinstance(row, dict) or not set(SIDES).issuperset(row):
            raise Malformed(key, Text("Write the two sides, heaven and hell."))
        found[colour] = {side: values(need(row, side, key), f"{key}.{side}") for side in SIDES}
    return found


def hands(question: Question) -> dict[str, dict[str, list[int]]]:
    """What everybody holds, by colour. Raises Malformed, also where nobody is named."""
    return {
        name: {
            colour: values(cards, f"hands.{name}.{colour}")
            for colour, cards in by_colour(hand, f"hands.{name}").items()
        }
        for name, hand in named(need(question, "hands"), "hands").items()
    }
