"""People at the table who tap what a way asks them for, one line a tap."""

from collections.abc import Callable

from scorekeeper.games.base import Ask, Changes, Mark, Setup, Spot, Step
from scorekeeper.games.diabolo import GAME
from tests.games.diabolo.slow import COLOURS, Round, case
from tests.games.diabolo.table import spot, tapped

SIDE = {1: "harp", 2: "trident", 3: "level"}


class Phone:
    """A phone that enters a round in one way and counts its taps, doublers apart."""

    def __init__(self, setup: Setup, way: str, one: Round) -> None:
        self.setup = setup
        self.way(way)
        self.one = one
        self.marks: dict[Spot, Mark] = {}
        self.taps = self.doublers = 0

    def way(self, way: str) -> None:
        """Choose the way."""
        self.steps = next(found.steps for found in GAME.ways(self.setup) if found.key == way)

    def step(self, key: str) -> Step:
        """One step as it is after the last tap."""
        return next(step for step in self.steps(self.setup, self.marks, 1) if step.key == key)

    def ask(self, key: str, box: str, seat: int | None = None) -> Ask | None:
        """What is asked for in a box, if it is."""
        return next((ask for ask in self.step(key).asks if (ask.box, ask.seat) == (box, seat)), None)

    def tap(self, changes: Changes) -> None:
        """One tap: one line."""
        self.marks = tapped(self.marks, changes)
        self.taps += 1

    def choose(self, key: str, box: str, index: int) -> None:
        """Tap a button of a choice, unless it is chosen already."""
        ask = self.ask(key, box)
        assert ask
        if not ask.choices[index].chosen:
            self.tap(ask.choices[index].changes)

    def held(self, name: str, colour: str) -> list[int]:
        """The cards of a colour in a hand."""
        return self.one.hands[name].get(colour, [])

    def doubling(self, colour: str) -> list[int]:
        """Who doubles that row."""
        return [list(self.one.hands).index(name) for name in self.one.doubles.get(colour, [])]

    def commit(self, changes: Changes) -> None:
        """Tap a doubler; those are counted apart."""
        self.marks = tapped(self.marks, changes)
        self.doublers += 1

    def ahead(self, colour: str) -> None:
        """Tap the side that is ahead."""
        index = ["trident", "level", "harp"].index(SIDE[case(self.one, colour)])
        self.choose(colour, "side", index)


def by_hands(phone: Phone) -> None:
    """The side, who doubles, then card by card; the next row's side moves on, only a row without cards takes Next."""
    for colour in COLOURS:
        phone.ahead(colour)
        for seat in phone.doubling(colour):
            ask = phone.ask(colour, "hand", seat)
            assert ask
            assert ask.tick == "double"
            phone.commit({spot(colour, "double", seat): 1})
        for seat, name in enumerate(phone.one.hands):
            if phone.ask(colour, "hand", seat):
                for value in phone.held(name, colour):
                    where = spot(colour, "hand", seat, value)
                    phone.tap({where: int(phone.marks.get(where, 0)) + 1})
        if "nobody" in {where.box for where in phone.step(colour).then}:
            phone.tap(phone.step(colour).then)
    finish(phone)


def fast(phone: Phone) -> None:
    """The side, who doubles, who has most, and how much."""
    for colour in COLOURS:
        phone.ahead(colour)
        for seat in phone.doubling(colour):
            ask = phone.ask(colour, "double")
            assert ask
            names = [str(choice.label) for choice in ask.choices]
            phone.commit(ask.choices[names.index(f"{phone.setup.name(seat)} ×2")].changes)
        if not phone.ask(colour, "top"):
            continue
        sums = [sum(phone.held(name, colour)) for name in phone.one.hands]
        if not max(sums):
            phone.choose(colour, "top", len(sums))
            continue
        for seat, held in enumerate(sums):
            if held == max(sums):
                phone.choose(colour, "top", seat)
        asked = [ask for ask in phone.step(colour).asks if ask.show == "counts"]
        for ask in asked:
            assert max(sums) <= ask.most
            where = spot(colour, ask.count, ask.seat)
            if where not in phone.marks:
                phone.tap({where: max(sums)})
    finish(phone)


def totals(phone: Phone) -> None:
    """The sums of both sides and of the hands, typed; who doubles is a button."""
    for colour in COLOURS:
        for box, lying in (("trident", phone.one.hell), ("harp", phone.one.heaven)):
            assert phone.ask(colour, box)
            phone.tap({spot(colour, box): sum(lying[colour])})
        for seat in phone.doubling(colour):
            names = [str(choice.label) for choice in phone.step(colour).choices]
            phone.commit(phone.step(colour).choices[names.index(f"{phone.setup.name(seat)} ×2")].changes)
        for seat, name in enumerate(phone.one.hands):
            if phone.ask(colour, "sum", seat):
                phone.tap({spot(colour, "sum", seat): sum(phone.held(name, colour))})
    finish(phone)


def finish(phone: Phone) -> None:
    """Show the sheet."""
    phone.marks = tapped(phone.marks, phone.step(COLOURS[-1]).then)


PEOPLE: dict[str, Callable[[Phone], None]] = {"hands": by_hands, "fast": fast, "totals": totals}


def entered(setup: Setup, way: str, one: Round) -> Phone:
    """A phone on which the round has been entered in this way."""
    phone = Phone(setup, way, one)
    PEOPLE[way](phone)
    return phone
