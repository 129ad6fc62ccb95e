"""Parade for tests: setups, marks, phones that enter deals, random deals, and the rulebooks' worked example."""

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from random import Random

from scorekeeper.games.entry import Ask
from scorekeeper.games.pad import Mark, Marks, Setup, Sheet, Spot
from scorekeeper.games.parade import GAME
from scorekeeper.games.parade.cards import CARDS, SLOTS
from scorekeeper.games.parade.referee import REFEREE
from scorekeeper.games.parade.state import Procession, where
from scorekeeper.games.referee import Action
from tests.support import ways
from tests.support.marks import apply_changes, play_game, spot

Piles = Mapping[str, Mapping[str, tuple[int, ...]]]
"""The cards in front of each player, by name and colour."""

EXAMPLE: Piles = {
    "Alice": {"red": (10, 8, 3), "blue": (9, 7, 6, 5, 0), "purple": (0,), "green": (4, 2), "grey": (7, 4, 0)},
    "Hatter": {"red": (1, 0), "blue": (8,), "purple": (8, 7, 5, 3), "grey": (9, 8, 1), "orange": (10, 1)},
    "Cheshire": {
        "red": (7, 6, 5, 2),
        "blue": (4, 3),
        "purple": (2, 1),
        "green": (9, 8, 7, 6),
        "grey": (10,),
        "orange": (3, 2, 0),
    },
}
"""Scoring example of the rulebooks IT 2008, FR 2015 and ES 2013."""


ALL_BUT_0 = tuple(range(1, 11))

TIED: Piles = {
    "Alice": {"red": (10, 9), "purple": (10,), "orange": (5, 4)},
    "Hatter": {"blue": (8, 7), "purple": (9, 1), "orange": (3, 2), "red": (4,)},
    "Cheshire": {"green": ALL_BUT_0, "grey": ALL_BUT_0, "purple": (2, 3, 4, 5, 6, 7, 8), "orange": (6, 7, 8, 9, 10)},
}
"""A deal that is tied on points. Alice has 2 + 10 + 9 and five cards, Hatter 2 + 10 + 5 + 4 and seven."""

play = partial(play_game, GAME)

THREE = play("Alice", "Hatter", "Cheshire")

TWO = play("Alice", "Bo")


def cards(hands: Piles, done: bool = True) -> dict[Spot, Mark]:
    """Return marks for all cards of all players, tapped one by one."""
    marks: dict[Spot, Mark] = {
        spot(slot, "cards", seat, value): 1
        for seat, hand in enumerate(hands.values())
        for slot, values in hand.items()
        for value in values
    }
    if done:
        held = {slot for hand in hands.values() for slot, values in hand.items() if values}
        marks |= {spot(slot, "nobody"): 1 for slot in SLOTS if slot not in held}
        marks[spot("end", "all")] = 1
    return marks


def score(marks: Marks, setup: Setup = THREE) -> Sheet:
    """Return the sheet of the first deal."""
    return GAME.score(setup, marks, 1)


NAMES = ("Alice", "Hatter", "Cheshire", "Dodo", "Duchess", "Knave")

LINE = "blue-5 green-0 green-7 red-3 blue-7 red-1"
"""The printed example without its last card."""


def setup_of(players: int = 3, **options: str) -> Setup:
    return Setup(NAMES[:players], {**GAME.default_options(), **options}, ((1, tuple(range(players))),))


def deal(players: int = 3, line: str = LINE, leader: int = 0, **options: str) -> Procession:
    """Return a deal with its first line entered."""
    state = REFEREE.start(setup_of(players, **options), {}, 1, leader)
    for card in line.split():
        state = REFEREE.apply(state, Action(1, "line", None, (card,)))
    return state


def tell(state: Procession, *cards: str) -> Procession:
    """Return the deal after players play these cards in turn."""
    for card in cards:
        state = REFEREE.apply(state, Action(1, "play", state.seat, (card,)))
    return state


def keep(state: Procession, seat: int, *cards: str) -> Procession:
    """Return the deal after a player keeps these cards."""
    for card in cards:
        state = REFEREE.apply(state, Action(1, "keep", seat, (card,)))
    return state


def random_deal(chance: Random, players: int) -> Piles:
    """Return random cards in front of each player: at least two, and no more in total than can be there."""
    deck = [*CARDS.values()]
    chance.shuffle(deck)
    piles: dict[str, dict[str, tuple[int, ...]]] = {name: {} for name in NAMES[:players]}
    least = 2 * players
    for number in range(chance.randint(least, chance.choice([least, 30, 65 - least]))):
        pile = piles[NAMES[number % players if number < least else chance.randrange(players)]]
        card = deck.pop()
        pile[card.colour] = (*pile.get(card.colour, ()), card.value)
    return piles


def unseen(state: Procession, seat: int | None = None) -> list[str]:
    """Return the cards that can still turn up."""
    return [key for key, card in CARDS.items() if where(state, card, seat) is None]


def harmless(state: Procession, turns: int) -> Procession:
    """Return the deal after a number of turns with the highest unseen card, which takes as few cards as possible."""
    for _ in range(turns):
        state = tell(state, max(unseen(state), key=lambda key: int(key.rpartition("-")[2])))
    return state


class Phone(ways.Phone):
    """A phone that enters a deal in one way. Going on counts as a tap, showing the sheet does not."""

    def __init__(self, setup: Setup, way: str, piles: Piles) -> None:
        super().__init__(GAME, setup, way)
        self.piles = piles

    def pile(self, row: str, seat: int) -> tuple[int, ...]:
        """Return the cards of a colour in front of a player."""
        return self.piles[self.setup.name(seat)].get(row, ())

    def iterate_asks(self, key: str) -> Iterator[Ask]:
        """Yield what is asked in one step, by seat, each as it is after the last tap."""
        for index in range(len(self.step(key).asks)):
            yield self.step(key).asks[index]

    def read(self, row: str, ask: Ask) -> None:
        """Tap every card of a pile."""
        for value in self.pile(row, ask.seat):
            self.tap({spot(row, ask.box, ask.seat, value): 1})


def flip_and_read(phone: Phone, next_taps: bool = True) -> None:
    """Enter the sizes of the piles that flip, then the cards of the others, then go on to the next colour."""
    rows = [step.key for step in phone.compute_steps()]
    cells = score(cards(phone.piles), phone.setup).cells
    for row in rows:
        flippers = [seat for seat in range(len(phone.piles)) if (row, seat) in cells and cells[row, seat].flipped]
        held = any(phone.pile(row, seat) for seat in range(len(phone.piles)))
        if held and not flippers:
            phone.tap(phone.step(row).choices[0].changes)
        for seat in flippers:
            ask = phone.step(row).asks[seat]
            assert ask.show == "counts" or ask.level == len(phone.pile(row, seat))
            phone.tap({spot(row, "count", seat): len(phone.pile(row, seat))})
        for ask in phone.iterate_asks(row):
            if ask.show == "chips":
                phone.read(row, ask)
        move_on(phone, row, row == rows[-1], next_taps)


def enter_sizes_and_cards(phone: Phone, next_taps: bool = False) -> None:
    """Enter all sizes, then the cards of the piles that stay face up. The page scrolls, so going on takes no tap."""
    for row in [step.key for step in phone.compute_steps() if step.title is None]:
        for ask in phone.iterate_asks(row):
            if size := len(phone.pile(row, ask.seat)):
                phone.tap({spot(row, ask.box, ask.seat): size})
        move_on(phone, row, False, next_taps)
    for step in phone.compute_steps():
        if step.title is not None:
            for ask in step.asks:
                phone.read(step.row, ask)
    move_on(phone, phone.compute_steps()[-1].key, True, next_taps)


def full_deck(phone: Phone, next_taps: bool = False) -> None:
    """Enter every card, player by player. Going on writes its own marks."""
    for step in phone.compute_steps():
        for ask in step.asks:
            phone.read(step.row, ask)
    for index, step in enumerate(phone.compute_steps()):
        move_on(phone, step.key, index == len(phone.compute_steps()) - 1, next_taps)


def totals(phone: Phone, next_taps: bool = False) -> None:
    """Enter the number of cards, then the sum where it is asked."""
    for index, row in enumerate(step.key for step in phone.compute_steps()):
        for seat in range(len(phone.piles)):
            if size := len(phone.pile(row, seat)):
                phone.tap({spot(row, "count", seat): size})
        for ask in phone.step(row).asks:
            if ask.box == "sum" and phone.pile(row, ask.seat):
                phone.tap({spot(row, "sum", ask.seat): sum(phone.pile(row, ask.seat))})
        move_on(phone, row, index == len(phone.compute_steps()) - 1, next_taps)


def move_on(phone: Phone, key: str, last: bool, counts: bool) -> None:
    """Go on from a step."""
    phone.marks = apply_changes(phone.marks, phone.step(key).then)
    phone.taps += counts and not last


PEOPLE: dict[str, Callable[[Phone], None]] = {
    "flip": flip_and_read,
    "checked": enter_sizes_and_cards,
    "deck": full_deck,
    "totals": totals,
}


def enter_deal(setup: Setup, way: str, piles: Piles) -> Phone:
    phone = Phone(setup, way, piles)
    PEOPLE[way](phone)
    return phone
