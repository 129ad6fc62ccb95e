"""What holds at every step of a refereed round of Hawaiki."""

from collections import Counter

from scorekeeper.games.hawaiki.state import HawaikiRound


def hold(state: HawaikiRound) -> None:
    """Check that all 70 cards are somewhere, that no card is open three times, and that no count is negative."""
    lying = [card for pile in state.piles for card in pile]
    assert len(lying) + state.draw + sum(state.hands.values()) == 70
    assert max(Counter(lying).values(), default=0) <= 2
    assert state.draw >= 0
    for seat in state.seats:
        assert state.count_tokens(seat) >= 0
        assert state.hands[seat] > 0 or seat == state.out
    assert len(set(state.spent)) == len(state.spent)
    assert state.owes in ("", "run", "flush")
