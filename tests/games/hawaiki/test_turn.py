"""Runs in any order, empty piles, and that a card makes at most one combination. Rulings are in `rulings.json`."""

from itertools import combinations_with_replacement, permutations

import pytest

from scorekeeper.games.cards import Card
from scorekeeper.games.hawaiki.cards import CARDS
from scorekeeper.games.hawaiki.turn import find_combinations, fits, place


def tops(text: str) -> list[Card | None]:
    """Parse the top cards of three piles: "c1-1 c2-2 -", a dash for an empty one."""
    return [None if card == "-" else CARDS[card] for card in text.split()]


@pytest.mark.parametrize(
    ("card", "before", "placing"),
    [
        ("c5-7", "- c1-1 c1-2", (True, (), ())),  # an empty pile takes any card
        ("c1-3", "- c1-1 c1-2", (True, ("flush", "run"), ())),  # the only way to two at once: nothing was covered
        ("c1-3", "c1-3 - c1-2", (True, ("pair",), ())),
    ],
)
def test_what_a_card_makes_where_a_pile_is_empty(card: str, before: str, placing: object) -> None:
    assert place(tops(before), 0, CARDS[card]) == placing


def test_h11_a_run_is_three_values_in_a_row_in_any_order() -> None:
    for low in range(1, 6):
        for values in permutations(range(low, low + 3)):
            assert set(find_combinations([Card("c1", values[0]), Card("c2", values[1]), Card("c3", values[2])])) == {
                "run"
            }
    assert not find_combinations(tops("c1-7 c2-1 c3-2"))
    assert not find_combinations(tops("c1-3 c2-3 c3-4"))
    assert not find_combinations(tops("c1-1 c2-3 c3-5"))
    assert not find_combinations(tops("c1-3 c2-3 c3-5"))


def test_one_card_makes_one_new_combination_at_the_most() -> None:
    """Check all sets of three top cards in every order that matters: the covered one, then the other two.

    No colour differs from the others, so the covered card has the first one.
    """
    deck = list(CARDS.values())
    seen = set()
    for covered in [card for card in deck if card.colour == "c1"]:
        laid = [card for card in deck if fits(card, covered)]
        for others in combinations_with_replacement(deck, 2):
            for card in laid:
                placing = place((covered, *others), 0, card)
                assert len(placing.new) <= 1
                assert not set(placing.new) & set(placing.already_there)
                seen.add(placing.new)
    assert seen == {(), ("pair",), ("run",), ("flush",), ("three",)}
