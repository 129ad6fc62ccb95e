"""The 70 number cards of Diabolo: five colours, values 1 to 5, and how many of each there should be."""

from collections.abc import Mapping
from typing import NamedTuple

from scorekeeper.games.pad import Suit
from scorekeeper.language.text import Literal, Text

VALUES = range(1, 6)

HIGHEST = VALUES[-1]

PER_COLOUR = 14

HAND = 6
"""How many cards everybody holds when a round ends."""

COPIES: Mapping[int, int] = {1: 4, 2: 3, 3: 3, 4: 2, 5: 2}
"""How many cards of a colour show each value. One player's list is all there is to go by: likely, not certain, so it
makes for a doubt and never for a refusal."""

COLOUR_SUM = sum(value * copies for value, copies in COPIES.items())

HAND_SUM = sum(sorted([value for value, copies in COPIES.items() for _ in range(copies)])[-HAND:])
"""What six cards of one colour make at the most, by that list."""


class Look(NamedTuple):
    """What a colour is called at the start of a line and inside one, and how it is drawn."""

    label: Text
    word: Text
    suit: Suit


LOOKS: Mapping[str, Look] = {
    "red": Look(Text("Red"), Text("red"), Suit("heart", "red", Text("Re"))),
    "yellow": Look(Text("Yellow"), Text("yellow"), Suit("sun", "yellow", Text("Ye"))),
    "green": Look(Text("Green"), Text("green"), Suit("leaf", "green", Text("Gn"))),
    "purple": Look(Text("Purple"), Text("purple"), Suit("moon", "purple", Text("Pu"))),
    "blue": Look(Text("Blue"), Text("blue"), Suit("drop", "blue", Text("Bl"))),
}
"""The colours in the usual order of their rows, from the top of the column to its bottom."""

SLOTS = tuple(LOOKS)


def fewest_cards(total: int) -> int:
    """With how few cards a sum can be made. Ours: what cannot be is said before it is counted."""
    return -(-total // HIGHEST)


def signed(points: int) -> Text:
    """Points with their sign: +12, −4. Ours: how points are written."""
    return Literal(f"{points:+d}".replace("-", "\u2212") if points else "0")
