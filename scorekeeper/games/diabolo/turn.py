"""A turn of Diabolo: where a card may lie, when a row is locked, when the round is over, and how that is said."""

from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

from scorekeeper.games.diabolo.cards import HAND, LOOKS, PER_COLOUR, SLOTS
from scorekeeper.language.text import Plural, Text

PLAYERS = (3, 5)

SIDES = ("heaven", "hell")
"""The harp side and the trident side, as a question to the referee names them."""

MOST_ON_SIDE = 3

MOST_IN_ROW = 5

Row = Mapping[str, Sequence[int]]
"""The values that lie on each of the two sides."""


class Placement(NamedTuple):
    """What becomes of a card: why it may not lie there, or what it locks and whether the round is over."""

    reason: str | None
    locks_row: bool = False
    locked_rows: int = 0
    round_over: bool = False


def locks_needed(players: int) -> int:
    """How many locked rows end a round: two, three with five players. Source: rulebook IT, end of the game."""
    return 3 if players == PLAYERS[1] else 2


def in_row(row: Row) -> int:
    """How many cards lie in a row, on both sides together. Source: rulebook IT, rules of placing."""
    return sum(len(row[side]) for side in SIDES)


def locked(row: Row) -> bool:
    """Whether a row has its five cards and shows the padlock. Source: rulebook IT, rules of placing."""
    return in_row(row) >= MOST_IN_ROW


def place(rows: Mapping[str, Row], players: int, row: str, side: str, colour: str) -> Placement:
    """Say whether a card of a colour may lie on that side of a row, and what follows from it.

    A card lies only in the row of its own colour; five cards lock a row, and no side takes more than three.
    Source: rulebook IT, play and rules of placing.
    """
    if colour != row:
        return Placement("wrong_row")
    if locked(rows[row]):
        return Placement("row_locked")
    if len(rows[row][side]) >= MOST_ON_SIDE:
        return Placement("side_full")
    locks = in_row(rows[row]) + 1 == MOST_IN_ROW
    count = locks + sum(locked(lying) for lying in rows.values())
    return Placement(None, locks, count, count >= locks_needed(players))


def why_not_there(reason: str, slot: str, side: str) -> Text:
    """Why a card may not lie on that side of a row; where one side is full, the other has room.

    Source: rulebook IT, rules of placing.
    """
    look = LOOKS[slot]
    if reason == "wrong_row":
        return Text("A card can only go in the row of its own colour.").by("own-row")
    if reason == "row_locked":
        return Text("%(row)s is locked: it has five cards.", row=look.label).by("five")
    if side in ("harp", "heaven"):
        text = Text("The harp side of %(colour)s has three cards. The trident side has room.", colour=look.word)
    else:
        text = Text("The trident side of %(colour)s has three cards. The harp side has room.", colour=look.word)
    return text.by("three")


def locks_so_far(count: int, needed: int, over: bool = False) -> Text:
    """How many rows are locked, and whether that ends the round. Source: rulebook IT, end of the game."""
    locked = Plural("%(count)s row is locked", "%(count)s rows are locked", count)
    if over:
        return Text("%(locks)s: the round ends immediately.", locks=locked).by("locks")
    return Text("%(locks)s; the round ends at %(needed)s.", locks=locked, needed=needed).by("locks")


def can_play(hand_colours: Collection[str], locked_rows: Collection[str]) -> bool:
    """Whether any card of a hand can be placed: an open row always has a side with room.

    Source: rulebook IT, special case.
    """
    return not set(hand_colours) <= set(locked_rows)


def deck_after_deal(players: int) -> int:
    """Cards left in the deck when everybody has six. Source: rules.md 2.2."""
    return len(SLOTS) * PER_COLOUR - HAND * players


def most_placements(players: int) -> int:
    """How many cards a round places at the most: the rows that end it full, the others one card short of it.

    Source: rules.md 2.3.
    """
    return (MOST_IN_ROW - 1) * len(SLOTS) + locks_needed(players)
