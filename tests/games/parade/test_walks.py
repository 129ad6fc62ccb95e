"""Random deals: no card is lost, the deal ends as it must, and three ways of entering it give the same sheet."""

from random import Random

import pytest

from scorekeeper.games.cards import Card
from scorekeeper.games.pad import END, Mark, Spot
from scorekeeper.games.parade import GAME
from scorekeeper.games.parade.board import marks, why_unfinished
from scorekeeper.games.parade.cards import SLOTS
from scorekeeper.games.parade.state import Procession
from tests.support.parade import walk
from tests.support.soak import SOAK

DEALS = 1000 if SOAK else 250


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_no_card_is_ever_lost(players: int) -> None:
    for number in range(DEALS):
        state, told, _ = walk(players, Random(f"{players} {number}"))
        assert state.over
        assert why_unfinished(state) is None
        assert len(set(told)) == len(told)
        assert len({card for taken in state.taken for card in taken} | set(state.line)) == sum(
            map(len, state.taken)
        ) + len(state.line)


def collect_cards(state: Procession) -> dict[int, list[Card]]:
    """Return the cards in front of each player at the end, by seat."""
    return {seat: sorted((*taken, *two)) for seat, taken, two in zip(state.seats, state.taken, state.kept, strict=True)}


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_refereed_play_cards_read_out_and_counts_and_sums_give_the_same_sheet(players: int) -> None:
    for number in range(40):
        state, _, _ = walk(players, Random(f"same {players} {number}"))
        piles = collect_cards(state)
        read: dict[Spot, Mark] = {}
        counted: dict[Spot, Mark] = {}
        for seat, cards in piles.items():
            for slot in SLOTS:
                values = [card.value for card in cards if card.colour == slot]
                read |= {Spot(1, slot, "cards", seat, str(value)): 1 for value in values}
                counted |= {Spot(1, slot, "count", seat): len(values), Spot(1, slot, "sum", seat): sum(values)}
        end: dict[Spot, Mark] = {Spot(1, END, "all"): 1, Spot(1, END, "sure"): 1}
        refereed = GAME.score(state.setup, marks(state), 1)
        by_cards = GAME.score(state.setup, read | end | _nobody(piles), 1)
        by_sums = GAME.score(state.setup, counted | end, 1)
        assert refereed == by_cards
        assert refereed.decided
        for other in (by_cards, by_sums):
            assert (other.totals, other.ranks, other.winners, str(other.verdict)) == (
                refereed.totals,
                refereed.ranks,
                refereed.winners,
                str(refereed.verdict),
            )
            assert {key: cell.points for key, cell in other.cells.items()} == {
                key: cell.points for key, cell in refereed.cells.items()
            }


def _nobody(piles: dict[int, list[Card]]) -> dict[Spot, Mark]:
    held = {card.colour for cards in piles.values() for card in cards}
    return {Spot(1, slot, "nobody"): 1 for slot in SLOTS if slot not in held}
