"""What is true of a round of Hawaiki at every step."""

from collections import Counter

from scorekeeper.games.hawaiki.round import Round


def hold(now: Round) -> None:
    """All 70 cards are somewhere, none lies open three times, and nobody has less than nothing."""
    lying = [card for pile in now.piles for card in pile]
    assert len(lying) + now.draw + sum(now.hands.values()) == 70
    assert max(Counter(lying).values(), default=0) <= 2
    assert now.draw >= 0
    for seat in now.seats:
        assert now.held(seat) >= 0
        assert now.hands[seat] > 0 or seat == now.out
    assert len(set(now.spent)) == len(now.spent)
    assert now.owes in ("", "run", "flush")
