"""The scoring rules of Parade, implemented a second time in the most direct way; and random deals."""

from random import Random

from scorekeeper.games.parade.cards import SLOTS

Piles = dict[str, dict[str, tuple[int, ...]]]

NAMES = ("Ada", "Bea", "Cy", "Dot", "Eli", "Fay")


def has_most(piles: Piles, who: str, colour: str) -> bool:
    """Return whether a player flips a colour, by counting it in front of every player."""
    mine = len(piles[who].get(colour, ()))
    others = [len(hand.get(colour, ())) for name, hand in piles.items() if name != who]
    if len(piles) == 2:
        return mine - others[0] >= 2
    return mine > 0 and all(mine >= other for other in others)


def points(piles: Piles, who: str, colour: str) -> int:
    """Return the points of a player for a colour: 1 per card if it flips, otherwise the printed values."""
    result = 0
    for value in piles[who].get(colour, ()):
        result += 1 if has_most(piles, who, colour) else value
    return result


def total(piles: Piles, who: str) -> int:
    """Return the points of a player in all colours."""
    return sum(points(piles, who, colour) for colour in SLOTS)


def cards_in_front(piles: Piles, who: str) -> int:
    """Return the number of cards in front of a player, face up and face down."""
    return sum(len(values) for values in piles[who].values())


def winners(piles: Piles, tie_break: bool) -> list[str]:
    """Return the players whom no other player is ahead of."""

    def ahead(one: str, other: str) -> bool:
        if total(piles, one) != total(piles, other):
            return total(piles, one) < total(piles, other)
        return tie_break and cards_in_front(piles, one) < cards_in_front(piles, other)

    return [who for who in piles if not any(ahead(other, who) for other in piles)]


def random_deal(chance: Random, players: int) -> Piles:
    """Return random cards in front of each player: at least two, and no more in total than can be there."""
    deck = [(colour, value) for colour in SLOTS for value in range(11)]
    chance.shuffle(deck)
    piles: Piles = {name: {} for name in NAMES[:players]}
    least = 2 * players
    for number in range(chance.randint(least, chance.choice([least, 30, 65 - least]))):
        name = NAMES[number % players if number < least else chance.randrange(players)]
        colour, value = deck.pop()
        piles[name][colour] = (*piles[name].get(colour, ()), value)
    return piles
