"""The cards of a suit, and whether numbers and sums of cards are possible together.

A set of cards is packed into one number, with a field of bits for the copies of each value. Piles are dealt to one
claim after another, and only the cards used so far matter for the rest. So the answer is exact and quick.
"""

from collections.abc import Sequence
from functools import lru_cache
from itertools import product
from math import prod
from typing import NamedTuple

Claim = tuple[int, int]
"""A number of cards that are not known, and their sum."""

WIDTH = 5
"""Bits for each value in a packed set of cards: up to 15 copies, and a bit above them that shows an overflow."""

MOST_COPIES = 15

MOST_SETS = 4_096
"""The largest number of sets of cards that are tried. In a larger suit, only the number of cards is checked."""

DECKS_IN_MEMORY = 16
"""Maximum number of cached decks. The sets of a deck never change, so the cache is never invalidated."""


class Deck(NamedTuple):
    """The cards of each suit: its values, and how often each value exists."""

    values: tuple[int, ...]
    copies: tuple[int, ...]

    @property
    def size(self) -> int:
        """The number of cards of a suit."""
        return sum(self.copies)

    @property
    def largest_sum(self) -> int:
        """The sum of all positive values."""
        return sum(max(value, 0) * copies for value, copies in zip(self.values, self.copies, strict=True))

    def sum_highest(self, most: int) -> int:
        """Return the largest sum of up to `most` cards of a suit."""
        values = [value for value, copies in zip(self.values, self.copies, strict=True) for _ in range(copies)]
        return sum(sorted(values)[-most:])


@lru_cache(DECKS_IN_MEMORY)
def list_sets(deck: Deck) -> dict[Claim, list[int]]:
    """Return all packed sets of cards of a suit, by their number of cards and their sum."""
    sets: dict[Claim, list[int]] = {}
    for copies in product(*[range(most + 1) for most in deck.copies]):
        claim = sum(copies), sum(value * count for value, count in zip(deck.values, copies, strict=True))
        sets.setdefault(claim, []).append(_pack(copies))
    return sets


def _pack(copies: Sequence[int]) -> int:
    return sum(count << WIDTH * place for place, count in enumerate(copies))


def fits(deck: Deck, claims: Sequence[Claim], tapped: Sequence[int] = (), unread: int = 0) -> bool:
    """Return whether cards of a suit can meet all claims together.

    The cards of the `claims` come on top of those already `tapped`, and so do `unread` further cards, of which only
    the number is known.
    """
    known = [min(tapped.count(value), most) for value, most in zip(deck.values, deck.copies, strict=True)]
    # Cards of which only the number is known can be any that remain, so counting them is enough.
    if sum(known) + unread + sum(count for count, _ in claims) > deck.size:
        return False
    if not claims or prod(most + 1 for most in deck.copies) > MOST_SETS:
        return True
    tops = _pack([1 << WIDTH - 1] * len(deck.copies))
    # Added to a set, this sets the top bit of a field as soon as a value is used more often than it exists.
    spare = _pack([(1 << WIDTH - 1) - 1 - most for most in deck.copies])
    used, sets = {_pack(known)}, list_sets(deck)
    # The claim with the fewest sets first, so that few combinations have to be followed.
    for piles in sorted([sets.get(claim, []) for claim in claims], key=len):
        used = {cards + pile for cards in used for pile in piles if not (cards + pile + spare) & tops}
    return bool(used)
