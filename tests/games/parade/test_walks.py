"""Whole deals at random: no card is ever lost, the end comes as it must, and three ways of writing give one sheet."""

from random import Random

import pytest

from scorekeeper.games.base import Mark, Spot
from scorekeeper.games.parade import GAME
from scorekeeper.games.parade.cards import CARDS, SLOTS, Card
from scorekeeper.games.parade.procession import Procession, apply, marks, start, unfinished
from scorekeeper.games.parade.reading import END
from scorekeeper.games.referee import Action
from tests.games.parade.deal import setup_of

DEALS = 1000


class Hands:
    """A real deck and real hands: what the referee never sees."""

    def __init__(self, players: int, random: Random) -> None:
        self.deck = list(CARDS)
        random.shuffle(self.deck)
        self.hands = [[self.deck.pop() for _ in range(5)] for _ in range(players)]
        self.random = random

    def lay(self) -> str:
        return self.deck.pop()

    def play(self, seat: int) -> str:
        return self.hands[seat].pop(self.random.randrange(len(self.hands[seat])))

    def draw(self, seat: int) -> None:
        self.hands[seat].append(self.deck.pop())


def walk(players: int, random: Random, **options: str) -> tuple[Procession, list[Action], Hands]:
    """Play a deal to its end with real cards, checking at every step that all 66 are somewhere."""
    hands = Hands(players, random)
    now = start(setup_of(players, **options), {}, 1, random.randrange(players))
    told: list[Action] = []

    def tell(action: Action) -> None:
        nonlocal now
        told.append(action)
        now = apply(now, action)

    for _ in range(6):
        tell(Action(1, "line", None, (hands.lay(),)))
    while not now.keeping:
        seat, deck = now.seat, now.deck
        tell(Action(1, "play", seat, (hands.play(seat),)))
        if now.deck < deck:
            hands.draw(seat)
        assert now.deck == len(hands.deck)
        held = sum(map(len, hands.hands))
        lying = len(now.line) + sum(map(len, now.taken))
        assert lying + now.deck + held == len(CARDS)
        assert now.line
    assert [len(hand) for hand in hands.hands] == [4] * players
    for seat in now.last:
        for card in random.sample(hands.hands[seat], 2):
            tell(Action(1, "keep", seat, (card,)))
    return now, told, hands


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_no_card_is_ever_lost(players: int) -> None:
    for number in range(DEALS):
        now, told, _ = walk(players, Random(f"{players} {number}"))
        assert now.over
        assert unfinished(now) is None
        assert len(set(told)) == len(told)
        assert len({card for taken in now.taken for card in taken} | set(now.line)) == sum(map(len, now.taken)) + len(
            now.line
        )


def kept(now: Procession) -> dict[int, list[Card]]:
    """What lies before everybody at the end."""
    return {seat: sorted((*taken, *two)) for seat, taken, two in zip(now.seats, now.taken, now.kept, strict=True)}


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_refereed_play_cards_read_out_and_counts_and_sums_give_the_same_sheet(players: int) -> None:
    for number in range(40):
        now, _, _ = walk(players, Random(f"same {players} {number}"))
        piles = kept(now)
        read: dict[Spot, Mark] = {}
        counted: dict[Spot, Mark] = {}
        for seat, cards in piles.items():
            for slot in SLOTS:
                values = [card.value for card in cards if card.colour == slot]
                read |= {Spot(1, slot, "cards", seat, str(value)): 1 for value in values}
                counted |= {Spot(1, slot, "count", seat): len(values), Spot(1, slot, "sum", seat): sum(values)}
        end: dict[Spot, Mark] = {Spot(1, END, "all"): 1}
        refereed = GAME.score(now.setup, marks(now), 1)
        by_cards = GAME.score(now.setup, read | end | _nobody(piles), 1)
        by_sums = GAME.score(now.setup, counted | end, 1)
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
