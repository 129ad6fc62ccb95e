"""Whole games with real cards. The referee sees no hand, but always knows how many cards there are and where."""

from collections.abc import Iterator
from random import Random
from typing import NamedTuple

import pytest

from scorekeeper.games.hawaiki import GAME
from scorekeeper.games.hawaiki.referee import REFEREE
from scorekeeper.games.hawaiki.state import HawaikiRound
from scorekeeper.games.pad import Marks, Seat, Setup, Sheet, Spot
from tests.support.hawaiki import Deal, hold, play, spell_card
from tests.support.loops import at_least_one
from tests.support.soak import SOAK
from tests.support.standings_from_marks import describe_end

NAMES = ("Alice", "Bo", "Cleo", "Dinah", "Edgar", "Fifi")
BOTH = frozenset({"sacrifice", "second_chance"})
ROUNDS = 1_000 if SOAK else 30
"""The number of rounds for each number of players. SCOREKEEPER_SOAK=1 plays them all."""


@pytest.mark.parametrize("players", range(2, 7))
def test_the_referee_keeps_count_of_real_cards(players: int) -> None:
    setup = play(*NAMES[:players], sacrifice="on", second_chance="on")
    chance, rounds = Random(players), 0
    while rounds < ROUNDS:
        for told, real in at_least_one(one_game(chance, setup)):
            assert told == real
            rounds += isinstance(real, Sheet)


class Lying(NamedTuple):
    """The cards and tokens as everybody at the table can see them."""

    hands: dict[Seat, int]
    tops: list[str | None]
    piles: list[int]
    draw: int
    tokens: dict[Seat, int]


def told_of(state: HawaikiRound) -> Lying:
    """Return the cards and tokens according to the referee."""
    tops = [None if top is None else str(top) for top in state.tops]
    tokens = {seat: state.count_tokens(seat) for seat in state.seats}
    return Lying(dict(state.hands), tops, [len(pile) for pile in state.piles], state.draw, tokens)


def real(deal: Deal) -> Lying:
    """Return the cards and tokens that are really on the table."""
    hands = {seat: len(hand) for seat, hand in deal.hands.items()}
    tops = [None if top is None else spell_card(top) for top in deal.tops()]
    return Lying(hands, tops, [len(pile) for pile in deal.piles], len(deal.pack), deal.tokens)


def one_game(chance: Random, setup: Setup) -> Iterator[tuple[object, object]]:
    """Play until somebody has no tokens. Yield what the referee says after each move and round, and what is true."""
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
            yield told_of(state), real(deal)
        yield state.out, deal.out
        refereed = {**refereed, **REFEREE.marks(state)}
        by_hand = {**by_hand, **mark_deal(deal)}
        sheet = GAME.score(setup, refereed, round)
        assert sheet.decided
        yield sheet, GAME.score(setup, by_hand, round)
        if describe_end(GAME, setup, refereed):
            return
    raise AssertionError("nobody ran out of tokens")


def mark_deal(deal: Deal) -> Marks:
    """Return the marks of a player who keeps the pad: cards left, tokens spent, and a player who still goes out."""
    variants = {"sacrifice": "sacrifice", "second": "second_chance"}
    marks: Marks = {Spot(deal.round, "left", "cards", seat): len(hand) for seat, hand in deal.hands.items() if hand}
    spent: Marks = {Spot(deal.round, "spent", variants[kind], seat): 1 for kind, seat in deal.used}
    called = [seat for seat in deal.seats if seat == deal.out and deal.hands[seat]]
    out: Marks = {Spot(deal.round, "left", "out", seat): 1 for seat in called}
    return {**marks, **spent, **out}
