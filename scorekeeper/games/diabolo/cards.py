"""The 70 number cards of Diabolo: five colours, values 1 to 5, and how many copies of each there probably are."""

from collections.abc import Mapping
from typing import NamedTuple

from scorekeeper.games.pad import Suit
from scorekeeper.language.text import Literal, Text

VALUES = range(1, 6)

HIGHEST = VALUES[-1]

PER_COLOUR = 14

HAND = 6
"""Number of cards in each hand when a round ends."""

COPIES: Mapping[int, int] = {1: 4, 2: 3, 3: 3, 4: 2, 5: 2}
"""The probable number of copies of each value in a colour.

The only source is one player's list of the cards. The app therefore asks about more copies, but never refuses them.
"""

COLOUR_SUM = sum(value * copies for value, copies in COPIES.items())

# By the list, a colour has two 5s, two 4s and three 3s, so its six highest cards add up to 24.
HAND_SUM = sum(sorted([value for value, copies in COPIES.items() for _ in range(copies)])[-HAND:])
"""Maximum sum of six cards of one colour, according to COPIES."""


class Look(NamedTuple):
    """How a colour is shown: its name at the start of a line and inside one, and its suit."""

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
"""The look of each colour, in the default order of the rows, from the top of the column to its bottom."""

SLOTS = tuple(LOOKS)


def fewest_cards(total: int) -> int:
    """Return the smallest number of cards that can add up to `total`.

    Rule: diabolo/cards
    """
    # Division that rounds up: a sum of 6 takes two cards.
    return -(-total // HIGHEST)


def say_points(points: int) -> Text:
    """Format points with their sign: +12, −4. Zero has none.

    Rule: diabolo/plus, diabolo/minus
    """
    return Literal(f"{points:+d}".replace("-", "\u2212") if points else "0")
