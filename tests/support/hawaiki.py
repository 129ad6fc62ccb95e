"""A table to test with: who plays by what, taps as marks, and rounds by what is left in the hands."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from random import Random

import pytest

from scorekeeper.games.errors import Illegal
from scorekeeper.games.hawaiki import GAME
from scorekeeper.games.hawaiki.board import Round
from scorekeeper.games.hawaiki.cards import CARDS
from scorekeeper.games.hawaiki.pad import read
from scorekeeper.games.hawaiki.referee import REFEREE
from scorekeeper.games.pad import Changes, Mark, Marks, Problem, Setup, Sheet, Spot
from scorekeeper.games.referee import Action, Board, Entry, Pick
from scorekeeper.table.spelled import move_back
from tests.support.rulings import Question, Referee

Written = dict[Spot, Mark]


def play(*names: str, **options: Mark) -> Setup:
    """A table where these people play."""
    return Setup(names, {**GAME.default_options(), **options}, ((1, tuple(range(len(names)))),))


THREE = play("Alice", "Bo", "Cleo")

TWO = play("Alice", "Bo")

VARIANTS = play("Alice", "Bo", "Cleo", sacrifice="on", second_chance="on")


def spot(box: str, seat: int, round: int = 1) -> Spot:
    """A place on the pad."""
    return Spot(round, "spent" if box in ("sacrifice", "second_chance") else "left", box, seat)


def left(*cards: int | None, round: int = 1, **boxes: Iterable[int]) -> Written:
    """The cards left, seat by seat, None for who is not tapped; boxes that are ticked, by the seats."""
    written: Written = {spot("cards", seat, round): count for seat, count in enumerate(cards) if count is not None}
    return written | {spot(box, seat, round): 1 for box, seats in boxes.items() for seat in seats}


def rounds(*hands: tuple[int | None, ...]) -> Written:
    """Several rounds by the cards left."""
    return {where: mark for number, hand in enumerate(hands, 1) for where, mark in left(*hand, round=number).items()}


def tapped(marks: Marks, changes: Changes) -> Written:
    """The pad after one line is written on it."""
    return {where: mark for where, mark in {**marks, **changes}.items() if mark is not None}


def score(marks: Marks, setup: Setup = THREE, round: int = 1) -> Sheet:
    """The sheet of a round."""
    return GAME.score(setup, marks, round)


def tokens(marks: Marks, setup: Setup = THREE, round: int = 1) -> Mapping[int, int]:
    """What everybody has after that round."""
    return read(setup, marks, round).tokens


def said(problems: Iterable[Problem]) -> list[str]:
    """The problems in words."""
    return [str(problem.text) for problem in problems]


def wrong(marks: Marks, setup: Setup = THREE, round: int = 1) -> Problem:
    """The one thing that cannot be, or should be known."""
    (problem,) = score(marks, setup, round).problems
    return problem


def cured(marks: Marks, problem: Problem, label: str) -> Written:
    """The pad once somebody has tapped that cure."""
    (cure,) = [cure for cure in problem.cures if str(cure.label) == label]
    return tapped(marks, cure.changes)


FOUR = play("Alice", "Bo", "Cleo", "Dinah")

QUIET = "c1-4 c2-1 c3-7"
"""Three tops that make nothing."""


def begun(tops: str = QUIET, setup: Setup = FOUR, marks: Marks | None = None, round: int = 1, leader: int = 0) -> Round:
    """A round in which the three open cards have been told."""
    now = REFEREE.start(setup, marks or {}, round, leader)
    for card in tops.split():
        now = REFEREE.apply(now, Action(round, "top", None, (card,)))
    return now


def holding(now: Round, *hands: int) -> Round:
    """The same round with so many cards in hand; the draw pile has the rest."""
    held = dict(zip(now.seats, hands, strict=True))
    return replace(now, hands=held, draw=now.draw + sum(now.hands.values()) - sum(hands))


def drained(now: Round, covered: int = 0) -> Round:
    """The same round when so many cards lie covered and all others are in the hands, the last player holding most."""
    under = [card for card in CARDS.values() if not now.all_seen(card)][:covered]
    *_, last = now.seats
    hands = {**now.hands, last: now.hands[last] + now.draw - covered}
    return replace(now, draw=0, hands=hands, piles=((*under, *now.piles[0]), *now.piles[1:]))


def move(text: str, round: int = 1) -> Action:
    """A move as a button spells it, without its round: lay.0.1,c2-3,said"""
    return move_back(f"{round}.{text}")


def told(now: Round, *moves: str) -> Round:
    """The round after these moves."""
    for text in moves:
        now = REFEREE.apply(now, move(text))
    return now


def move_refused(now: Round, text: str) -> str:
    """The sentence that refuses a move."""
    with pytest.raises(Illegal) as why:
        REFEREE.apply(now, move(text, now.round))
    return str(why.value)


def narrated(now: Round, text: str) -> str:
    """A move in words."""
    return str(REFEREE.narrate(now, move(text), False))


def looked(now: Round, text: str) -> Board:
    """What a move would do."""
    return REFEREE.preview(now, move(text))


def entry(now: Round, key: str) -> Entry | None:
    """What may be told now, by its key."""
    return next((entry for entry in REFEREE.entries(now) if entry.key == key), None)


def picks(now: Round, key: str) -> list[Pick]:
    """Everything to tap of an entry; nothing, where it is not offered."""
    asked = entry(now, key)
    return [pick for group in asked.groups for pick in group.picks] if asked else []


def labels(now: Round, key: str) -> list[str]:
    """What there is to tap."""
    return [str(pick.label) for pick in picks(now, key)]


def sentences(board: Board) -> list[str]:
    """What a board says, and what follows."""
    return [str(text) for text in (*board.says, *board.follows)]


Dealt = tuple[str, int]
"""A colour and a value."""


class Deal:
    """One round with every card in its place; `hands` are those of the seats."""

    def __init__(self, chance: Random, seats: list[int], first: int, round: int, tokens: dict[int, int]) -> None:
        self.chance, self.seats, self.turn, self.round = chance, seats, seats.index(first), round
        self.pack: list[Dealt] = [(f"c{colour}", value) for colour in range(1, 6) for value in range(1, 8)] * 2
        chance.shuffle(self.pack)
        self.hands = {seat: [self.pack.pop() for _ in range(6)] for seat in seats}
        self.piles: list[list[Dealt]] = [[], [], []]
        self.tokens, self.used = dict(tokens), set[tuple[str, int]]()
        self.out: int | None = None

    @property
    def player(self) -> int:
        return self.seats[self.turn]

    def tops(self) -> list[Dealt | None]:
        return [pile[-1] if pile else None for pile in self.piles]

    def moves(self, variants: frozenset[str]) -> Iterator[Action]:
        """The whole round, move by move; every card has been moved when a move is told."""
        for pile in self.piles:
            pile.append(self.pack.pop())
            yield Action(self.round, "top", None, (spelled(pile[-1]),))
        while self.out is None:
            if "sacrifice" in variants and self.pays("sacrifice", self.player):
                yield self.sacrifice()
            yield from self.one_turn()
            if self.out is None and "second_chance" in variants and self.chance.random() < 0.5:
                before = self.seats[self.turn - 1]
                if self.ended and self.pays("second", before):
                    self.turn = (self.turn - 1) % len(self.seats)
                    yield Action(self.round, "second", before)

    def pays(self, kind: str, seat: int) -> bool:
        """Give a token for a variant, now and then, where that is allowed."""
        if (
            (kind, seat) in self.used
            or self.tokens[seat] < 2
            or len(self.hands[seat]) < 2
            or self.chance.random() > 0.1
        ):
            return False
        self.used.add((kind, seat))
        self.tokens[seat] -= 1
        return True

    def sacrifice(self) -> Action:
        pile = self.chance.choice([number for number in range(3) if self.piles[number]])
        self.pack.insert(0, self.piles[pile].pop())
        return Action(self.round, "sacrifice", self.player, (str(pile),))

    def one_turn(self) -> Iterator[Action]:
        """A card laid or drawn, and whatever comes of it."""
        self.ended = True
        player, choices = self.player, self.choices()
        if not choices:
            self.draw(player, 1)
            self.turn = (self.turn + 1) % len(self.seats)
            yield Action(self.round, "draw", player)
            return
        new, pile, card = max(choices, key=lambda choice: (bool(choice[0]), self.chance.random()))
        self.hands[player].remove(card)
        self.piles[pile].append(card)
        last = not self.hands[player]
        if last:
            self.out = player
        of = (str(pile), spelled(card))
        how = self.chance.choices(["said", "called", "silent"], [8, 1, 1])[0]
        if not new or how != "said":
            if new and how == "called":
                self.draw(player, 1)
            self.turn = (self.turn + 1) % len(self.seats)
            yield Action(self.round, "lay", player, (*of, how) if new else of)
            return
        self.ended = False
        named = (new[0],) if len(new) > 1 else ()
        yield from self.effect(Action(self.round, "lay", player, (*of, "said", *named)), new[0])

    def effect(self, told: Action, kind: str) -> Iterator[Action]:
        """The others draw for a combination, and now and then forget to say thanks."""
        others = [seat for seat in self.seats if seat != self.player]
        due = dict.fromkeys(others, 1) if kind == "three" else {}
        chosen: tuple[str, ...] = ()
        if kind in ("run", "flush"):
            both = kind == "flush" and len(others) > 1 and self.chance.random() < 0.5
            targets = self.chance.sample(others, 2 if both else 1)
            due = dict.fromkeys(targets, 2 if kind == "flush" and not both else 1)
            chosen = tuple(map(str, targets)) if len(others) > 1 else ()
        if chosen:
            yield told
            told = Action(self.round, "give", self.player, chosen)
        at = self.seats.index(self.player)
        for seat in (*self.seats[at:], *self.seats[:at]):
            self.draw(seat, due.get(seat, 0))
        yield told
        for seat in due:
            if self.chance.random() < 0.15:
                self.draw(seat, 1)
                yield Action(self.round, "forgot", seat)

    def choices(self) -> list[tuple[list[str], int, Dealt]]:
        """The cards that may be laid, where, and what they make that is new."""
        placings = []
        for card in self.hands[self.player]:
            for pile, top in enumerate(self.tops()):
                if top is None or card[0] == top[0] or card[1] == top[1]:
                    lying = self.tops()
                    lying[pile] = card
                    new = sorted(kind for kind, what in lie(lying).items() if lie(self.tops()).get(kind) != what)
                    placings.append(([*new, *(["pair"] if card == top else [])], pile, card))
        return placings

    def draw(self, seat: int, count: int) -> None:
        """Take cards from the pack; where it is empty, all but the tops are shuffled first."""
        for _ in range(count):
            if not self.pack:
                self.pack = [card for pile in self.piles for card in pile[:-1]]
                self.chance.shuffle(self.pack)
                self.piles = [pile[-1:] for pile in self.piles]
            if self.pack:
                self.hands[seat].append(self.pack.pop())


def lie(tops: list[Dealt | None]) -> dict[str, object]:
    """The combinations of three tops, each with what it is made of."""
    cards = [top for top in tops if top]
    if len(cards) < 3:
        return {}
    values = sorted(value for _, value in cards)
    combinations: dict[str, object] = {}
    if values[0] + 1 == values[1] == values[2] - 1:
        combinations["run"] = values[0]
    if values[0] == values[2]:
        combinations["three"] = values[0]
    if len({colour for colour, _ in cards}) == 1:
        combinations["flush"] = cards[0][0]
    return combinations


def spelled(card: Dealt) -> str:
    return f"{card[0]}-{card[1]}"


def hold(now: Round) -> None:
    """All 70 cards are somewhere, none lies open three times, and nobody has less than nothing."""
    lying = [card for pile in now.piles for card in pile]
    assert len(lying) + now.draw + sum(now.hands.values()) == 70
    assert max(Counter(lying).values(), default=0) <= 2
    assert now.draw >= 0
    for seat in now.seats:
        assert now.held(seat) >= 0
        assert now.hands[seat] > 0 or seat == now.out
    assert len(set(now.spent)) == len(now.spent)
    assert now.owes in ("", "run", "flush")


__all__ = ["WORKED", "Question", "ask", "refused"]

ASKED = Referee(GAME)

WORKED, ask, refused = ASKED.worked, ASKED.ask, ASKED.refused
