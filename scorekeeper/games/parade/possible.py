"""Can these piles be? Whether eleven cards, each there once, can meet everybody's counts and sums together.

A set of cards is a number whose bits are the values 0 to 10. One claim after the other is dealt to, and only the set
of cards used so far matters then; sets of one size number 462 at most, so the answer is exact and quick.
"""

from collections.abc import Iterable, Iterator, Sequence

from scorekeeper.games.parade.cards import PER_COLOUR, VALUES

Claim = tuple[int, int]
"""How many cards, and their sum."""


def card_set(values: Iterable[int]) -> int:
    """The set of these values as bits."""
    return sum({1 << value for value in values})


def _piles() -> dict[Claim, list[int]]:
    piles: dict[Claim, list[int]] = {}
    for cards in range(1 << PER_COLOUR):
        values = [value for value in VALUES if cards >> value & 1]
        piles.setdefault((len(values), sum(values)), []).append(cards)
    return piles


PILES = _piles()
"""Every pile of one colour by its count and sum."""


def deals(claims: Sequence[Claim], known: int = 0) -> Iterator[set[int]]:
    """Deal to one claim after the other; yield every set of cards that may be used up after each."""
    used = {known}
    for claim in sorted(claims, key=lambda claim: len(PILES.get(claim, ()))):
        piles = PILES.get(claim, ())
        used = {cards | pile for cards in used for pile in piles if not cards & pile}
        yield used


def possible(claims: Sequence[Claim], known: int = 0, unread: int = 0) -> bool:
    """Whether there is a deal of distinct cards that meets all claims of one colour.

    `known` are the cards that lie open, as bits; `claims` and the `unread` cards, of which only the number is known,
    come on top of them.
    """
    if known.bit_count() + unread + sum(count for count, _ in claims) > PER_COLOUR:
        return False
    return all(deals(claims, known))
