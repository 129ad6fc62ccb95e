"""A turn of Parade: which cards leave the line, what starts the last round, and who still plays in it."""

from collections.abc import Collection, Sequence
from typing import NamedTuple, TypeVar

from scorekeeper.games.cards import Card
from scorekeeper.games.parade.cards import SLOTS

HAND = 5

LINE = 6

Whoever = TypeVar("Whoever")


class Removal(NamedTuple):
    """The effect of a played card: the cards that are not safe, those that leave, and the new line, front to tail."""

    eligible: tuple[Card, ...]
    removed: tuple[Card, ...]
    line_after: tuple[Card, ...]


def remove(line: Sequence[Card], played: Card) -> Removal:
    """Return which cards leave the line because of the played card.

    `line` runs from its front at the box to its tail, without the played card, which is never counted. Counted from the
    tail, as many cards are safe as the value of the played card. Of the others, those of the same colour leave, and
    those of the same or a lower value.

    Rule: parade/played, parade/safe, parade/leaves, parade/zero
    Source: Parade, Edge 2015 (FR), Explanation of the actions 1 and 2
    """
    colour, value = played
    # The last `value` cards are safe. The played card is not among them.
    eligible = tuple(line[: max(len(line) - value, 0)])
    removed = tuple([card for card in eligible if card.colour == colour or card.value <= value])
    staying = [card for card in eligible if card not in removed]
    return Removal(eligible, removed, (*staying, *line[len(eligible) :], played))


def trigger(front_colours: Collection[str], deck_after: int, ruleset: str) -> str | None:
    """Return what starts the last round after this turn: "six" colours, an empty "deck", "both", or None.

    `deck_after` is the number of cards in the deck once the player has drawn. In the German edition of 2014 only an
    empty deck starts the last round.

    Rule: parade/last-round, parade/only-deck
    """
    # A set, because a colour can be listed more than once.
    six = ruleset != "de2014" and len(set(front_colours)) == len(SLOTS)
    # Both can happen in one turn: the drawn card is the last and the sixth colour has just been taken.
    if deck_after == 0:
        return "both" if six else "deck"
    return "six" if six else None


def last_turns(seats: Sequence[Whoever], trigger_seat: Whoever) -> tuple[Whoever, ...]:
    """Return the seats in the order of the last round. Each has one turn, and the player who started it is last.

    Rule: parade/one-more, parade/no-second
    """
    # Everybody after that player first, then round the table, so that this player comes last.
    after = list(seats).index(trigger_seat) + 1
    return (*seats[after:], *seats[:after])


def deck_after_deal(players: int) -> int:
    """Return how many cards are in the deck once everybody has five cards and the line has six.

    Rule: parade/deal, parade/line
    """
    return 66 - LINE - HAND * players
