"""What holds at every step of a refereed deal of Parade."""

from scorekeeper.games.parade.cards import CARDS
from scorekeeper.games.parade.state import Procession


def hold(state: Procession) -> None:
    """Check that all 66 cards are somewhere, and that none lies in two places."""
    lying = [*state.line, *(card for taken in state.taken for card in taken)]
    assert len(set(lying)) == len(lying)
    if state.laying:
        return
    # Everybody has five cards between two turns, and four after the last one: nobody draws in the last round.
    played = len(state.last) - state.left if state.last else 0
    held = 5 * len(state.seats) - played
    assert len(lying) + state.deck + held == len(CARDS)
