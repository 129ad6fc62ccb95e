"""A round told move by move: a table with its referee, and rounds by chance as real hands would play them."""

from collections.abc import Iterator
from dataclasses import replace
from random import Random

from scorekeeper.games.base import Setup
from scorekeeper.games.diabolo.play import PLACE, STUCK, State, apply, start
from scorekeeper.games.diabolo.told import REFEREE
from scorekeeper.games.referee import Action
from tests.games.diabolo.slow import COLOURS, PRINTED
from tests.games.diabolo.table import play

NAMES = ("Anna", "Bo", "Cleo", "Dinah", "Edgar")
Hand = list[tuple[str, int]]


def begun(players: int = 3, dealer: int = 0) -> State:
    """A round before its first move."""
    return start(play(*NAMES[:players]), {}, 1, dealer)


def put(state: State, *cards: str) -> State:
    """Place cards one turn after the other: "red-3 harp"."""
    for card in cards:
        state = apply(state, placing(state, card))
    return state


def placing(state: State, card: str) -> Action:
    """The move of whoever is at turn."""
    return Action(state.round, PLACE, state.current, tuple(card.split()))


def stuck(state: State) -> Action:
    """That whoever is at turn cannot place any card."""
    return Action(state.round, STUCK, state.current)


FOUR_RED = ("red-1 harp", "red-2 trident", "red-3 harp", "red-1 trident")
FIVE_RED = (*FOUR_RED, "red-4 harp")
FOUR_BLUE = tuple(card.replace("red", "blue") for card in FOUR_RED)
FIVE_BLUE = (*FOUR_BLUE, "blue-4 harp")
FIVE_GREEN = tuple(card.replace("red", "green") for card in FIVE_RED)


class Dealt:
    """A deck and hands by chance, played by people who tell the referee every move."""

    def __init__(self, chance: Random, setup: Setup, round: int = 1, dealer: int = 0) -> None:
        self.chance = chance
        self.deck: Hand = [(colour, value) for colour in COLOURS for value in PRINTED]
        chance.shuffle(self.deck)
        self.hands: dict[int, Hand] = {seat: [self.deck.pop() for _ in range(6)] for seat in setup.seats(round)}
        self.state = REFEREE.start(setup, {}, round, dealer)

    def moves(self) -> Iterator[tuple[State, Action]]:
        """Every move of the round, with the state in which it was told; `state` is then the one after it."""
        while not self.state.over:
            before = self.state
            action = self._move()
            self.state = apply(before, action)
            yield before, action

    def _move(self) -> Action:
        """Draw a card, then place one that fits; who has none shows the hand and puts one under the deck."""
        state, seat = self.state, self.state.current
        hand = self.hands[seat]
        hand.append(self.deck.pop())
        fits = [card for card in hand if card[0] not in state.locked]
        if not fits:
            self.deck.insert(0, hand.pop(self.chance.randrange(len(hand))))
            return stuck(state)
        colour, value = self.chance.choice(fits)
        hand.remove((colour, value))
        sides = ["harp", "trident"]
        self.chance.shuffle(sides)
        return next(move for side in sides if fits_there(state, move := placing(state, f"{colour}-{value} {side}")))


def fits_there(state: State, move: Action) -> bool:
    """Whether that side has room, counted by hand."""
    colour, side = move.of[0].split("-")[0], {"harp": "heaven", "trident": "hell"}[move.of[1]]
    return len(state.rows[colour][side]) < 3


def locked_by(state: State, slots: tuple[str, ...]) -> State:
    """The same state with five cards in these rows."""
    full = {slot: {"heaven": (1, 2, 3), "hell": (1, 2)} for slot in slots}
    return replace(state, rows={**state.rows, **full}, placed=state.placed + 5 * len(slots))
