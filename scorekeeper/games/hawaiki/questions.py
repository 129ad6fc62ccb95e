"""Reading a question to the referee as it came from JSON; what cannot be understood is refused by its key."""

from collections.abc import Mapping

from scorekeeper.games.base import Malformed
from scorekeeper.games.hawaiki.cards import CARDS, Card
from scorekeeper.games.hawaiki.turn import PILES
from scorekeeper.games.questions import several, whole
from scorekeeper.text import Text


def card(value: object, key: str) -> Card:
    """A card, written "c3-5". Raises Malformed."""
    found = CARDS.get(value) if isinstance(value, str) else None
    if found is None:
        raise Malformed(key, Text("Write a card as colour and value, such as c3-5."))
    return found


def tops(value: object, key: str) -> tuple[Card, ...]:
    """The cards on top of the three piles. Raises Malformed."""
    found = tuple([card(part, key) for part in several(value, key)])
    if len(found) != PILES:
        raise Malformed(key, Text("Name the top cards of the three piles."))
    return found


def by_name(value: object, key: str) -> Mapping[str, object]:
    """What stands under each player's name. Raises Malformed."""
    if not isinstance(value, dict):
        raise Malformed(key, Text("Write a list with the players' names."))
    return value


def numbers(value: object, key: str) -> dict[str, int]:
    """A number for each player, none of them below 0. Raises Malformed, also where nobody is named."""
    found = {name: whole(number, f"{key}.{name}") for name, number in by_name(value, key).items()}
    if not found:
        raise Malformed(key, Text("Name the players."))
    return found
