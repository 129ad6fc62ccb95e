"""A turn of Diabolo: where a card can go, when a row locks, when the round ends, and the sentences that say so."""

from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

from scorekeeper.games.diabolo.cards import HAND, LOOKS, PAD, PER_COLOUR, SLOTS
from scorekeeper.language.text import Plural, Text

PLAYERS = PAD.title.players

SIDES = ("trident", "harp")
"""The two sides of a row, from left to right."""

MOST_ON_SIDE = 3

MOST_IN_ROW = 5

RowValues = Mapping[str, Sequence[int]]
"""The values of the cards on each of the two SIDES of a row."""


class Placement(NamedTuple):
    """The result of placing a card: why it cannot go there (None if it can), or what it locks and ends."""

    reason: str | None
    locks_row: bool = False
    locked_rows: int = 0
    """The number of locked rows afterwards."""
    round_over: bool = False


def locks_needed(players: int) -> int:
    """Return the number of locked rows that end a round: two, or three with five players.

    Rule: diabolo/locks
    """
    return 3 if players == PLAYERS[1] else 2


def find_sign(harp: int, trident: int) -> int:
    """Return the sign that a row gives its highest hand: 1 (harp ahead), −1 (trident ahead) or 0 (tied).

    Rule: diabolo/plus, diabolo/minus, diabolo/level
    """
    return (harp > trident) - (harp < trident)


def in_row(row: RowValues) -> int:
    """Return the number of cards in a row, on both sides together.

    Rule: diabolo/five
    """
    return sum(len(row[side]) for side in SIDES)


def is_locked(row: RowValues) -> bool:
    """Return whether a row has its five cards.

    Rule: diabolo/five
    """
    return in_row(row) >= MOST_IN_ROW


def place(rows: Mapping[str, RowValues], players: int, row: str, side: str, colour: str) -> Placement:
    """Return whether a card of a colour can go on a side of a row, and what that locks and ends.

    A card goes only in the row of its own colour. Five cards lock a row, and no side takes more than three.

    Rule: diabolo/own-row, diabolo/five, diabolo/three, diabolo/locks
    """
    # In this order, because a full side of a locked row is refused for the lock: no side has room then.
    if colour != row:
        return Placement("wrong_row")
    if is_locked(rows[row]):
        return Placement("row_locked")
    if len(rows[row][side]) >= MOST_ON_SIDE:
        return Placement("side_full")
    # Whichever side it goes to, the fifth card locks the row.
    locks = in_row(rows[row]) + 1 == MOST_IN_ROW
    count = locks + sum(is_locked(lying) for lying in rows.values())
    return Placement(None, locks, count, count >= locks_needed(players))


def why_not_there(reason: str, slot: str, side: str) -> Text:
    """Say why a card cannot go on a side of a row. `reason` is the `reason` of a Placement, `slot` the key of the row.

    If one side is full, the sentence says that the other has room.

    Rule: diabolo/own-row, diabolo/five, diabolo/three
    """
    look = LOOKS[slot]
    if reason == "wrong_row":
        return Text("A card can only go in the row of its own colour.").by("own-row")
    if reason == "row_locked":
        return Text("%(row)s is locked: it has five cards.", row=look.label).by("five")
    if side == "harp":
        text = Text("The harp side of %(colour)s has three cards. The trident side has room.", colour=look.word)
    else:
        text = Text("The trident side of %(colour)s has three cards. The harp side has room.", colour=look.word)
    return text.by("three")


def locks_so_far(count: int, needed: int, over: bool = False) -> Text:
    """Say that `count` rows are locked, and that this ends the round (`over`) or how many rows are `needed` for that.

    Rule: diabolo/locks
    """
    locked = Plural("%(count)s row is locked", "%(count)s rows are locked", count)
    if over:
        return Text("%(locks)s: the round ends immediately.", locks=locked).by("locks")
    return Text("%(locks)s; the round ends at %(needed)s.", locks=locked, needed=needed).by("locks")


def can_play(hand_colours: Collection[str], locked_rows: Collection[str]) -> bool:
    """Return whether any card of a hand can be placed. A card can be placed unless its row is locked.

    Rule: diabolo/no-card, diabolo/fits
    """
    return not set(hand_colours) <= set(locked_rows)


def deck_after_deal(players: int) -> int:
    """Return the number of cards in the deck when everybody has six in hand.

    Rule: diabolo/deal
    """
    return len(SLOTS) * PER_COLOUR - HAND * players


def most_placements(players: int) -> int:
    """Return the maximum number of cards placed in a round.

    Then the locked rows that end the round are full, and every other row lacks one card.

    Rule: diabolo/five, diabolo/locks
    """
    return (MOST_IN_ROW - 1) * len(SLOTS) + locks_needed(players)
