"""What may be told while a round of Hawaiki is played, and how it is spelled; what is spelled otherwise is no move."""

from collections.abc import Sequence
from typing import NamedTuple

from scorekeeper.games.base import Malformed, Seat
from scorekeeper.games.hawaiki.cards import CARDS, Card
from scorekeeper.games.hawaiki.turn import COMBINATIONS, PILES
from scorekeeper.games.referee import Action
from scorekeeper.text import Text

TOP, LAY, DRAW, GIVE, FORGOT, MISCALL = "top", "lay", "draw", "give", "forgot", "miscall"
BURY, AGAIN = "sacrifice", "second"
"""The moves that cost a token: a top card goes under the draw pile, and another turn."""

SAID, CALLED, SILENT, LATE = "said", "called", "silent", "late"
"""Who named a new combination: the player, an opponent first, nobody, the player when the card lay there already."""

NO_MOVE = Text("That is not a move.")
SEATED = (LAY, DRAW, GIVE, FORGOT, MISCALL, BURY, AGAIN)
WORDLESS = (DRAW, FORGOT, MISCALL, AGAIN)


class Laying(NamedTuple):
    """A card that is laid: on which pile, who named what it makes, and which of two combinations was named."""

    pile: int
    card: Card
    how: str = ""
    named: str = ""


def laying(action: Action) -> Laying:
    """Read how a card is laid: pile, card, and how where it makes something new. Raises Malformed."""
    match action.of:
        case (pile, card):
            return Laying(pile_of(pile), card_of(card))
        case (pile, card, "said", named) if named in COMBINATIONS:
            return Laying(pile_of(pile), card_of(card), SAID, named)
        case (pile, card, ("said" | "called" | "silent" | "late") as how):
            return Laying(pile_of(pile), card_of(card), how)
    raise Malformed("move", NO_MOVE)


def pile_of(word: str) -> int:
    """Read the number of a pile. Raises Malformed."""
    if word not in map(str, range(PILES)):
        raise Malformed("move", NO_MOVE)
    return int(word)


def card_of(word: str) -> Card:
    """Read a card. Raises Malformed."""
    if word not in CARDS:
        raise Malformed("move", NO_MOVE)
    return CARDS[word]


def check(action: Action, seats: Sequence[Seat]) -> None:
    """Raises Malformed for what is no move of these players at all; whether it is allowed is not asked here."""
    kind, words = action.kind, action.of
    if kind in SEATED and action.seat in seats:
        if kind == LAY:
            laying(action)
            return
        if kind == GIVE and words and all(word in map(str, seats) for word in words):
            return
        if kind in WORDLESS and not words:
            return
        if kind == BURY and len(words) == 1:
            pile_of(words[0])
            return
    if kind == TOP and action.seat is None and len(words) == 1:
        card_of(words[0])
        return
    raise Malformed("move", NO_MOVE)
