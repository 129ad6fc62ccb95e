"""People at the table who tap what a way asks them for, one line a tap."""

from collections.abc import Callable, Iterator

from scorekeeper.games.base import Ask, Changes, Mark, Setup, Spot, Step
from scorekeeper.games.parade import GAME
from tests.games.parade.slow import Piles, has_most
from tests.games.parade.table import spot, tapped


class Phone:
    """A phone that enters a deal in one way and counts its taps; moving on counts, showing the sheet does not."""

    def __init__(self, setup: Setup, way: str, piles: Piles) -> None:
        self.setup = setup
        self.steps = next(found.steps for found in GAME.ways(setup) if found.key == way)
        self.piles = piles
        self.marks: dict[Spot, Mark] = {}
        self.taps = 0

    def now(self) -> tuple[Step, ...]:
        """What is asked for at this moment."""
        return self.steps(self.setup, self.marks, 1)

    def pile(self, row: str, seat: int) -> tuple[int, ...]:
        """What lies before a player."""
        return self.piles[self.setup.name(seat)].get(row, ())

    def tap(self, changes: Changes) -> None:
        """One tap: one line."""
        self.marks = tapped(self.marks, changes)
        self.taps += 1

    def asked(self, key: str) -> Iterator[Ask]:
        """What is asked for in one step, seat by seat, always as it is after the last tap."""
        for index in range(len(self.step(key).asks)):
            yield self.step(key).asks[index]

    def step(self, key: str) -> Step:
        """One step as it is after the last tap."""
        return next(step for step in self.now() if step.key == key)

    def read(self, row: str, ask: Ask) -> None:
        """Tap every card of a pile, one after the other."""
        for value in self.pile(row, ask.seat):
            self.tap({spot(row, ask.box, ask.seat, value): 1})


def flip_and_read(phone: Phone, next_taps: bool = True) -> None:
    """The sizes of the piles that flip, then the cards of the others; then on to the next colour."""
    rows = [step.key for step in phone.now()]
    for row in rows:
        flippers = [seat for seat, name in enumerate(phone.piles) if has_most(phone.piles, name, row)]
        held = any(phone.pile(row, seat) for seat in range(len(phone.piles)))
        if held and not flippers:
            phone.tap(phone.step(row).choices[0].changes)
        for seat in flippers:
            ask = phone.step(row).asks[seat]
            assert ask.show == "counts" or ask.level == len(phone.pile(row, seat))
            phone.tap({spot(row, ask.count, seat): len(phone.pile(row, seat))})
        for ask in phone.asked(row):
            if ask.show == "chips":
                phone.read(row, ask)
        move_on(phone, row, row == rows[-1], next_taps)


def checked(phone: Phone, next_taps: bool = False) -> None:
    """All sizes, then the cards of the piles that stay face up; the page scrolls, so there is no tap to move on."""
    for row in [step.key for step in phone.now() if step.title is None]:
        for ask in phone.asked(row):
            if size := len(phone.pile(row, ask.seat)):
                phone.tap({spot(row, ask.count, ask.seat): size})
        move_on(phone, row, False, next_taps)
    for step in phone.now():
        if step.title is not None:
            for ask in step.asks:
                phone.read(step.row, ask)
    move_on(phone, phone.now()[-1].key, True, next_taps)


def full_deck(phone: Phone, next_taps: bool = False) -> None:
    """Every card, player by player; moving on writes what it writes."""
    for step in phone.now():
        for ask in step.asks:
            phone.read(step.row, ask)
    for index, step in enumerate(phone.now()):
        move_on(phone, step.key, index == len(phone.now()) - 1, next_taps)


def totals(phone: Phone, next_taps: bool = False) -> None:
    """How many, then the sum where it is asked for."""
    for index, row in enumerate(step.key for step in phone.now()):
        for seat in range(len(phone.piles)):
            if size := len(phone.pile(row, seat)):
                phone.tap({spot(row, "count", seat): size})
        for ask in phone.step(row).asks:
            if ask.box == "sum" and phone.pile(row, ask.seat):
                phone.tap({spot(row, "sum", ask.seat): sum(phone.pile(row, ask.seat))})
        move_on(phone, row, index == len(phone.now()) - 1, next_taps)


def move_on(phone: Phone, key: str, last: bool, counts: bool) -> None:
    """Leave a step."""
    phone.marks = tapped(phone.marks, phone.step(key).then)
    phone.taps += counts and not last


PEOPLE: dict[str, Callable[[Phone], None]] = {
    "flip": flip_and_read,
    "checked": checked,
    "deck": full_deck,
    "totals": totals,
}


def entered(setup: Setup, way: str, piles: Piles) -> Phone:
    """A phone on which the deal has been entered in this way."""
    phone = Phone(setup, way, piles)
    PEOPLE[way](phone)
    return phone
