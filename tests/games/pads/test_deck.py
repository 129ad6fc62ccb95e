"""Which counts and sums are possible: the fast answer against trying every deal."""

from collections.abc import Collection, Sequence
from itertools import combinations

from hypothesis import given, settings
from hypothesis import strategies as st

from scorekeeper.games.pads.deck import Claim, Deck, fits

ELEVEN = Deck(tuple(range(11)), (1,) * 11)
"""A suit with the values 0 to 10, each once."""

TWICE = Deck((-1, 0, 2, 5), (2, 3, 1, 2))
"""A small suit in which values exist more than once."""


def possible(claims: Sequence[Claim], known: Collection[int] = (), unread: int = 0) -> bool:
    return fits(ELEVEN, claims, tuple(known), unread)


def try_combinations(claims: list[Claim], known: frozenset[int], unread: int) -> bool:
    """Return whether real cards fit all claims, by trying every combination."""
    left = [value for value in range(11) if value not in known]
    if not claims:
        return len(left) >= unread
    (count, total), *others = claims
    return any(
        try_combinations(others, known | set(pile), unread)
        for pile in combinations(left, count)
        if sum(pile) == total and len(pile) == count
    )


@given(
    st.lists(st.tuples(st.integers(0, 5), st.integers(0, 40)), max_size=3),
    st.frozensets(st.integers(0, 10), max_size=5),
    st.integers(0, 6),
)
@settings(max_examples=400, deadline=None)
def test_any_claims_are_judged_as_by_trying_every_deal(claims: list[Claim], known: frozenset[int], unread: int) -> None:
    assert possible(claims, known, unread) == try_combinations(claims, known, unread)


@given(st.permutations(range(11)), st.lists(st.integers(0, 4), min_size=1, max_size=6), st.integers(-1, 1))
@settings(max_examples=300, deadline=None)
def test_nearly_right_claims_are_judged_as_by_trying_every_deal(deck: list[int], sizes: list[int], off: int) -> None:
    claims, rest = [], list(deck)
    for size in sizes:
        pile, rest = rest[:size], rest[size:]
        claims.append((len(pile), sum(pile)))
    claims[0] = (claims[0][0], claims[0][1] + off)
    assert possible(claims) == try_combinations(claims, frozenset(), 0)
    assert off or possible(claims)


@given(st.permutations([(2, 3), (2, 3), (3, 24), (1, 7)]))
def test_the_order_of_the_claims_does_not_matter(claims: list[Claim]) -> None:
    assert possible(claims)
    assert not possible([*claims, (1, 7)])


@given(st.lists(st.tuples(st.integers(0, 4), st.integers(-2, 12)), max_size=3), st.integers(0, 3))
@settings(max_examples=300, deadline=None)
def test_values_that_exist_more_than_once_are_dealt_as_often(claims: list[Claim], unread: int) -> None:
    cards = [value for value, copies in zip(TWICE.values, TWICE.copies, strict=True) for _ in range(copies)]

    def can_be_dealt(left: list[int], wanted: list[Claim]) -> bool:
        if not wanted:
            return len(left) >= unread
        (count, total), *others = wanted
        places = combinations(range(len(left)), count)
        return any(
            sum(left[place] for place in pile) == total
            and can_be_dealt([value for place, value in enumerate(left) if place not in pile], others)
            for pile in places
        )

    assert fits(TWICE, claims, (), unread) == can_be_dealt(cards, claims)


def test_eleven_cards_make_55_and_nothing_else() -> None:
    assert [total for total in range(60) if possible([(11, total)])] == [55]


def test_no_card_makes_nothing() -> None:
    assert possible([(0, 0)])
    assert not possible([(0, 1)])
