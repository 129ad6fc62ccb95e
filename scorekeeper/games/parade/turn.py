"""A turn of Parade: which cards leave the line, when the last round starts, and who still plays in it."""

from collections.abc import Collection, Sequence
from typing import NamedTuple, TypeVar

from scorekeeper.games.cards import Card
from scorekeeper.games.parade.cards import SLOTS

HAND = 5

LINE = 6

Who = TypeVar("Who")


class Removal(NamedTuple):
    """What a played card does to the line: who may leave, who leaves, and the line afterwards, all front to tail."""

    eligible: tuple[Card, ...]
    removed: tuple[Card, ...]
    line_after: tuple[Card, ...]


def remove(line: Sequence[Card], played: Card) -> Removal:
    """Work out which cards the played one sends away from the line.

    `line` is listed from its front at the box to its tail, without the played card, which is never counted. As many
    cards as its value are safe from the tail on; of the rest those leave that have its colour, or its value or a lower.
    Source: rulebook FR 2015, explanation of the actions, 1 and 2.
    """
    colour, value = played
    reach = len(line) - value
    if reach <= 0:
        return Removal((), (), (*line, played))
    eligible = tuple(line[:reach])
    removed: list[Card] = []
    staying: list[Card] = []
    for card in eligible:
        if card.colour == colour or card.value <= value:
            removed.append(card)
        else:
            staying.append(card)
    return Removal(eligible, tuple(removed), (*staying, *line[reach:], played))


def trigger(front_colours: Collection[str], deck_after: int, ruleset: str) -> str | None:
    """Say what starts the last round after this turn: "six" colours in front, an empty "deck", "both", or nothing.

    `deck_after` counts the deck once the player has drawn. In the German edition of 2014 only the deck counts.
    Source: rulebook FR 2015, last round.
    """
    six = ruleset != "de2014" and len(set(front_colours)) == len(SLOTS)
    if deck_after == 0:
        return "both" if six else "deck"
    return "six" if six else None


def last_turns(seats: Sequence[Who], trigger_seat: Who) -> tuple[Who, ...]:
    """The last round: one turn each, beginning after the seat that started it, that seat last.

    Source: rulebook FR 2015, last round.
    """
    after = list(seats).index(trigger_seat) + 1
    return (*seats[after:], *seats[:after])


def deck_after_deal(players: int) -> int:
    """Cards left in the deck when everybody has five and six lie in the line.

    Source: rulebook FR 2015, setting up; the sizes: rules.md 1.2.
    """
    return 66 - LINE - HAND * players


def most_turns(players: int) -> int:
    """Turns in a game that lasts until the deck is empty, the last round included. Source: rules.md 1.3."""
    return deck_after_deal(players) + players
