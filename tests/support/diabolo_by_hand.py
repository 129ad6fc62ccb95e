"""The scoring rules of Diabolo, implemented a second time in the most direct way; and random rounds."""

from dataclasses import dataclass, field
from random import Random

COLOURS = ["red", "yellow", "green", "purple", "blue"]

PRINTED = [1, 1, 1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 5, 5]

NAMES = ["Ada", "Bea", "Cy", "Dot", "Eli"]


@dataclass
class Round:
    """The cards at the rows and in the hands at the end of a round, and the rows that players double."""

    heaven: dict[str, list[int]] = field(default_factory=dict)
    hell: dict[str, list[int]] = field(default_factory=dict)
    hands: dict[str, dict[str, list[int]]] = field(default_factory=dict)
    doubles: dict[str, list[str]] = field(default_factory=dict)


def case(played: Round, colour: str) -> int:
    """Return case 1, 2 or 3 of the rulebook for a row."""
    angels, devils = sum(played.heaven[colour]), sum(played.hell[colour])
    if angels > devils:
        return 1
    return 2 if devils > angels else 3


def gain(played: Round, who: str, colour: str) -> int:
    """Return the points of a player for one colour, by comparing the hand with every other."""
    mine = 0
    for value in played.hands[who].get(colour, []):
        mine += value
    for other in played.hands:
        if sum(played.hands[other].get(colour, [])) > mine:
            return 0
    if case(played, colour) == 3:
        return 0
    if case(played, colour) == 2:
        return 0 - mine
    return mine + mine if who in played.doubles.get(colour, []) else mine


def total(played: Round, who: str) -> int:
    """Return the points of a player in all five rows."""
    return sum(gain(played, who, colour) for colour in COLOURS)


def winners(played: Round) -> list[str]:
    """Return the players whom no other player is ahead of."""
    return [who for who in played.hands if not any(total(played, other) > total(played, who) for other in played.hands)]


def lying(played: Round, colour: str) -> int:
    """Return the number of cards at a row."""
    return len(played.heaven[colour]) + len(played.hell[colour])


def random_round(chance: Random, players: int) -> Round:
    """Return a random round: six cards per hand, others at the rows until enough rows have five.

    Some players double a row where that is allowed.
    """
    deck = [(colour, value) for colour in COLOURS for value in PRINTED]
    chance.shuffle(deck)
    played = Round({c: [] for c in COLOURS}, {c: [] for c in COLOURS})
    for name in NAMES[:players]:
        played.hands[name] = {}
        for _ in range(6):
            colour, value = deck.pop()
            played.hands[name].setdefault(colour, []).append(value)
    while deck and sum(lying(played, colour) == 5 for colour in COLOURS) < (3 if players == 5 else 2):
        colour, value = deck.pop()
        if lying(played, colour) < 5:
            chance.choice([side for side in (played.heaven, played.hell) if len(side[colour]) < 3])[colour].append(
                value
            )
    for name in played.hands:
        plus = [colour for colour in COLOURS if case(played, colour) == 1]
        if plus and chance.random() < 0.7:
            played.doubles.setdefault(chance.choice(plus), []).append(name)
    return played
