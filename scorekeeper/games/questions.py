"""Reading a question to the referee as it came from JSON, for every game; what is wrong is refused by its key."""

from collections.abc import Collection, Mapping, Sequence

from scorekeeper.games.base import Malformed, Missing
from scorekeeper.text import Text

Question = Mapping[str, object]

TOO_LARGE = 10**15
"""No count or sum of a table comes near it."""


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


def names(value: object, key: str) -> list[str]:
    """The players, each named once. Raises Malformed."""
    found = [word(part, key) for part in several(value, key)]
    if not found or len(set(found)) < len(found):
        raise Malformed(key, Text("Name every player once."))
    return found
