"""Diabolo for tests: setups, marks, phones that enter rounds, random games."""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import partial
from random import Random

from scorekeeper.games.diabolo import GAME
from scorekeeper.games.diabolo.cards import COPIES, SLOTS
from scorekeeper.games.diabolo.referee import REFEREE
from scorekeeper.games.diabolo.state import DiaboloRound
from scorekeeper.games.entry import Ask
from scorekeeper.games.pad import Changes, Marks, Setup, Sheet
from scorekeeper.games.referee import Action
from tests.support import ways
from tests.support.marks import Written, apply_changes, play_game, spot
from tests.support.rulings import Referee

play = partial(play_game, GAME)

THREE = play("Michael", "Joe", "Anna")


def side(row: str, ahead: str) -> Written:
    return {spot(row, "side"): ahead}


def hand(row: str, seat: int, *values: int, double: bool = False) -> Written:
    """Return marks for the cards of one colour in one hand."""
    marks: Written = {spot(row, "hand", seat, value): values.count(value) for value in values}
    return marks | ({spot(row, "double", seat): 1} if double else {})


def cards(row: str, ahead: str, *hands: tuple[int, ...], doubled: tuple[int, ...] = ()) -> Written:
    """Return marks for all hands in a row, by seat, and for the side that is ahead."""
    marks = side(row, ahead)
    for seat, values in enumerate(hands):
        marks |= hand(row, seat, *values, double=seat in doubled)
    return marks


def score(marks: Marks, setup: Setup = THREE) -> Sheet:
    """Return the sheet of the first round."""
    return GAME.score(setup, marks, 1)


@dataclass
class Round:
    """The cards at the rows and in the hands at the end of a round, and the rows that players double."""

    heaven: dict[str, list[int]] = field(default_factory=dict)
    hell: dict[str, list[int]] = field(default_factory=dict)
    hands: dict[str, dict[str, list[int]]] = field(default_factory=dict)
    doubles: dict[str, list[str]] = field(default_factory=dict)

    def count(self, colour: str) -> int:
        """Return the number of cards at a row."""
        return len(self.heaven[colour]) + len(self.hell[colour])

    def ahead(self, colour: str) -> str:
        """Return the side of a row that is ahead."""
        angels, devils = sum(self.heaven[colour]), sum(self.hell[colour])
        return "harp" if angels > devils else "trident" if devils > angels else "level"


def random_round(chance: Random, players: int) -> Round:
    """Return a random round: six cards per hand, others at the rows until enough rows have five.

    Some players double a row where that is allowed.
    """
    deck = [(colour, value) for colour in SLOTS for value, copies in COPIES.items() for _ in range(copies)]
    chance.shuffle(deck)
    played = Round({c: [] for c in SLOTS}, {c: [] for c in SLOTS})
    for name in NAMES[:players]:
        played.hands[name] = {}
        for _ in range(6):
            colour, value = deck.pop()
            played.hands[name].setdefault(colour, []).append(value)
    while deck and sum(played.count(colour) == 5 for colour in SLOTS) < (3 if players == 5 else 2):
        colour, value = deck.pop()
        if played.count(colour) < 5:
            chance.choice([side for side in (played.heaven, played.hell) if len(side[colour]) < 3])[colour].append(
                value
            )
    for name in played.hands:
        plus = [colour for colour in SLOTS if played.ahead(colour) == "harp"]
        if plus and chance.random() < 0.7:
            played.doubles.setdefault(chance.choice(plus), []).append(name)
    return played


class Phone(ways.Phone):
    """A phone that enters a round in one way. It counts doublers separately."""

    def __init__(self, setup: Setup, way: str, played: Round) -> None:
        super().__init__(GAME, setup, way)
        self.played = played
        self.doublers = 0

    def ask(self, key: str, box: str, seat: int | None = None) -> Ask | None:
        return next((ask for ask in self.step(key).asks if (ask.box, ask.seat) == (box, seat)), None)

    def choose(self, key: str, box: str, index: int) -> None:
        """Tap a button of a choice unless it is chosen already."""
        ask = self.ask(key, box)
        assert ask
        if not ask.choices[index].chosen:
            self.tap(ask.choices[index].changes)

    def get_cards(self, name: str, colour: str) -> list[int]:
        return self.played.hands[name].get(colour, [])

    def doubling(self, colour: str) -> list[int]:
        """Return the seats of the players who double a row."""
        return [list(self.played.hands).index(name) for name in self.played.doubles.get(colour, [])]

    def commit(self, changes: Changes) -> None:
        """Tap a doubler, counted separately."""
        self.marks = apply_changes(self.marks, changes)
        self.doublers += 1

    def ahead(self, colour: str) -> None:
        """Tap the side that is ahead."""
        self.choose(colour, "side", ["trident", "level", "harp"].index(self.played.ahead(colour)))


def by_hands(phone: Phone) -> None:
    """Enter the side, who doubles, then each card.

    Only a row without cards needs Next, others continue with the next side.
    """
    for colour in SLOTS:
        phone.ahead(colour)
        for seat in phone.doubling(colour):
            ask = phone.ask(colour, "hand", seat)
            assert ask
            assert ask.tick == "double"
            phone.commit({spot(colour, "double", seat): 1})
        for seat, name in enumerate(phone.played.hands):
            if phone.ask(colour, "hand", seat):
                for value in phone.get_cards(name, colour):
                    where = spot(colour, "hand", seat, value)
                    phone.tap({where: int(phone.marks.get(where, 0)) + 1})
        if "nobody" in {where.box for where in phone.step(colour).then}:
            phone.tap(phone.step(colour).then)
    finish(phone)


def fast(phone: Phone) -> None:
    """Enter the side, who doubles, who has the most, and how much."""
    for colour in SLOTS:
        phone.ahead(colour)
        for seat in phone.doubling(colour):
            ask = phone.ask(colour, "double")
            assert ask
            names = [str(choice.label) for choice in ask.choices]
            phone.commit(ask.choices[names.index(f"{phone.setup.name(seat)} ×2")].changes)
        if not phone.ask(colour, "top"):
            continue
        sums = [sum(phone.get_cards(name, colour)) for name in phone.played.hands]
        if not max(sums):
            phone.choose(colour, "top", len(sums))
            continue
        for seat, held in enumerate(sums):
            if held == max(sums):
                phone.choose(colour, "top", seat)
        asked = [ask for ask in phone.step(colour).asks if ask.show == "counts"]
        for ask in asked:
            assert max(sums) <= ask.most
            where = spot(colour, ask.box, ask.seat)
            if where not in phone.marks:
                phone.tap({where: max(sums)})
    finish(phone)


def totals(phone: Phone) -> None:
    """Enter the sums of both sides and of the hands. Doublers are buttons."""
    for colour in SLOTS:
        for box, lying in (("trident", phone.played.hell), ("harp", phone.played.heaven)):
            assert phone.ask(colour, box)
            phone.tap({spot(colour, box): sum(lying[colour])})
        for seat in phone.doubling(colour):
            names = [str(choice.label) for choice in phone.step(colour).choices]
            phone.commit(phone.step(colour).choices[names.index(f"{phone.setup.name(seat)} ×2")].changes)
        for seat, name in enumerate(phone.played.hands):
            if phone.ask(colour, "sum", seat):
                phone.tap({spot(colour, "sum", seat): sum(phone.get_cards(name, colour))})
    finish(phone)


def finish(phone: Phone) -> None:
    """Finish the round, which shows its sheet."""
    phone.marks = apply_changes(phone.marks, phone.step(SLOTS[-1]).then)


PEOPLE: dict[str, Callable[[Phone], None]] = {"hands": by_hands, "fast": fast, "totals": totals}


def enter_round(setup: Setup, way: str, played: Round) -> Phone:
    phone = Phone(setup, way, played)
    PEOPLE[way](phone)
    return phone


NAMES = ("Anna", "Bo", "Cleo", "Dinah", "Edgar")


def start_round(players: int = 3, dealer: int = 0) -> DiaboloRound:
    """Return a round before its first move."""
    return REFEREE.start(play(*NAMES[:players]), {}, 1, dealer)


def put(state: DiaboloRound, *cards: str) -> DiaboloRound:
    """Return the state after placing cards in turn, such as "red-3 harp"."""
    for card in cards:
        state = REFEREE.apply(state, placing(state, card))
    return state


def placing(state: DiaboloRound, card: str) -> Action:
    """Return the move that places a card for the current player."""
    return Action(state.round, "place", state.current, tuple(card.split()))


def stuck(state: DiaboloRound) -> Action:
    """Return the move of a current player who cannot place any card."""
    return Action(state.round, "stuck", state.current)


FOUR_RED = ("red-1 harp", "red-2 trident", "red-3 harp", "red-1 trident")

FIVE_RED = (*FOUR_RED, "red-4 harp")

FOUR_BLUE = tuple(card.replace("red", "blue") for card in FOUR_RED)

FIVE_BLUE = (*FOUR_BLUE, "blue-4 harp")

FIVE_GREEN = tuple(card.replace("red", "green") for card in FIVE_RED)


def locked_by(state: DiaboloRound, slots: tuple[str, ...]) -> DiaboloRound:
    """Return the state with five cards in each of these rows."""
    full = {slot: {"harp": (1, 2, 3), "trident": (1, 2)} for slot in slots}
    return replace(state, rows={**state.rows, **full}, placed=state.placed + 5 * len(slots))


ask = Referee(GAME).ask
