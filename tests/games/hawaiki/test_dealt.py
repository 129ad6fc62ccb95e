"""Whole games with real cards: the referee, who sees no hand, always knows how many cards there are and where."""

import os
from random import Random

import pytest

from scorekeeper.games.base import Marks, Setup, Spot
from scorekeeper.games.hawaiki import GAME
from scorekeeper.games.hawaiki.referee import REFEREE
from tests.games.hawaiki.dealt import Deal, spelled
from tests.games.hawaiki.invariants import hold
from tests.games.hawaiki.table import play

NAMES = ("Alice", "Bo", "Cleo", "Dinah", "Edgar", "Fifi")
BOTH = frozenset({"sacrifice", "second_chance"})
ROUNDS = 1_000 if os.environ.get("SCOREKEEPER_SOAK") else 300
"""So many rounds for each number of players; SCOREKEEPER_SOAK=1 plays them all."""


@pytest.mark.parametrize("players", range(2, 7))
def test_the_referee_keeps_count_of_real_cards(players: int) -> None:
    setup = play(*NAMES[:players], sacrifice="on", second_chance="on")
    chance, rounds = Random(players), 0
    while rounds < ROUNDS:
        rounds += one_game(chance, setup)


def one_game(chance: Random, setup: Setup) -> int:
    """Play until somebody has no token left; return the number of rounds."""
    refereed: Marks = {}
    by_hand: Marks = {}
    for round in range(1, 60):
        first = GAME.leader(setup, refereed, round)
        state = REFEREE.start(setup, refereed, round, first)
        deal = Deal(chance, list(setup.seats(round)), first, round, dict(state.tokens))
        for action in deal.moves(BOTH):
            state = REFEREE.apply(state, action)
            if state.owes or state.opening:
                continue
            hold(state)
            assert {seat: len(hand) for seat, hand in deal.hands.items()} == dict(state.hands)
            assert [None if top is None else spelled(top) for top in deal.tops()] == [
                None if top is None else str(top) for top in state.tops
            ]
            assert [len(pile) for pile in deal.piles] == [len(pile) for pile in state.piles]
            assert len(deal.pack) == state.draw
            assert deal.tokens == {seat: state.held(seat) for seat in state.seats}
        assert state.out == deal.out
        refereed = {**refereed, **REFEREE.marks(state)}
        by_hand = {**by_hand, **counted(deal)}
        assert GAME.score(setup, refereed, round) == GAME.score(setup, by_hand, round)
        assert GAME.score(setup, refereed, round).decided
        if GAME.over(setup, refereed):
            return round
    raise AssertionError


def counted(deal: Deal) -> Marks:
    """What a hand would write: the cards left, the tokens spent, and who went out although called on the last card."""
    variants = {"sacrifice": "sacrifice", "second": "second_chance"}
    marks: Marks = {Spot(deal.round, "left", "cards", seat): len(hand) for seat, hand in deal.hands.items() if hand}
    spent: Marks = {Spot(deal.round, "spent", variants[kind], seat): 1 for kind, seat in deal.used}
    called = [seat for seat in deal.seats if seat == deal.out and deal.hands[seat]]
    out: Marks = {Spot(deal.round, "left", "out", seat): 1 for seat in called}
    return {**marks, **spent, **out}
