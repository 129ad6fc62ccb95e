"""Hawaiki for tests: setups, marks, states of the board, random rounds, and the worked rulings."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from functools import partial
from random import Random

import pytest

from scorekeeper.games.errors import Illegal
from scorekeeper.games.hawaiki import GAME
from scorekeeper.games.hawaiki.cards import CARDS
from scorekeeper.games.hawaiki.paying import read_payment
from scorekeeper.games.hawaiki.referee import REFEREE
from scorekeeper.games.hawaiki.state import HawaikiRound
from scorekeeper.games.pad import Marks, Problem, Setup, Sheet, Spot
from scorekeeper.games.referee import Action, Board, Entry, Pick
from scorekeeper.language.text import Text
from scorekeeper.table.notation import decode_move
from tests.support.marks import Written, apply_changes, play_game
from tests.support.rulings import Question, Referee

play = partial(play_game, GAME)

THREE = play("Alice", "Bo", "Cleo")

TWO = play("Alice", "Bo")

VARIANTS = play("Alice", "Bo", "Cleo", sacrifice="on", second_chance="on")


def spot(box: str, seat: int, round: int = 1) -> Spot:
    """Return a place on the pad."""
    return Spot(round, "spent" if box in ("sacrifice", "second_chance") else "left", box, seat)


def mark_cards_left(*cards: int | None, round: int = 1, **boxes: Iterable[int]) -> Written:
    """Return marks for the cards left, by seat (None: no entry), and for ticked boxes, by seats."""
    written: Written = {spot("cards", seat, round): count for seat, count in enumerate(cards) if count is not None}
    return written | {spot(box, seat, round): 1 for box, seats in boxes.items() for seat in seats}


def rounds(*hands: tuple[int | None, ...]) -> Written:
    """Return marks for several rounds by the cards left."""
    return {
        where: mark
        for number, hand in enumerate(hands, 1)
        for where, mark in mark_cards_left(*hand, round=number).items()
    }


def score(marks: Marks, setup: Setup = THREE, round: int = 1) -> Sheet:
    """Return the sheet of a round."""
    return GAME.score(setup, marks, round)


def tokens(marks: Marks, setup: Setup = THREE, round: int = 1) -> Mapping[int, int]:
    """Return the tokens by seat after a round."""
    return read_payment(setup, marks, round).tokens


def wrong(marks: Marks, setup: Setup = THREE, round: int = 1) -> Problem:
    """Return the only problem on the sheet."""
    (problem,) = score(marks, setup, round).problems
    return problem


def apply_cure(marks: Marks, problem: Problem, label: str) -> Written:
    """Return the pad after the cure with this label is tapped."""
    (cure,) = [cure for cure in problem.cures if str(cure.label) == label]
    return apply_changes(marks, cure.changes)


FOUR = play("Alice", "Bo", "Cleo", "Dinah")

QUIET = "c1-4 c2-1 c3-7"
"""Three top cards that form no combination."""


def start_round(
    tops: str = QUIET, setup: Setup = FOUR, marks: Marks | None = None, round: int = 1, leader: int = 0
) -> HawaikiRound:
    """Return a round with its three open cards entered."""
    state = REFEREE.start(setup, marks or {}, round, leader)
    for card in tops.split():
        state = REFEREE.apply(state, Action(round, "top", None, (card,)))
    return state


def holding(state: HawaikiRound, *hands: int) -> HawaikiRound:
    """Return the round with these numbers of cards in the hands, and the rest in the draw pile."""
    held = dict(zip(state.seats, hands, strict=True))
    return replace(state, hands=held, draw=state.draw + sum(state.hands.values()) - sum(hands))


def empty_draw_pile(state: HawaikiRound, covered: int = 0) -> HawaikiRound:
    """Return the round with an empty draw pile and `covered` cards under the first pile.

    The last player holds the rest.
    """
    under = [card for card in CARDS.values() if not state.all_seen(card)][:covered]
    *_, last = state.seats
    hands = {**state.hands, last: state.hands[last] + state.draw - covered}
    return replace(state, draw=0, hands=hands, piles=((*under, *state.piles[0]), *state.piles[1:]))


def move(text: str, round: int = 1) -> Action:
    """Parse a move as a button encodes it, without its round: lay.0.1,c2-3,said"""
    return decode_move(f"{round}.{text}")


def apply_moves(state: HawaikiRound, *moves: str) -> HawaikiRound:
    """Return the round after these moves."""
    for text in moves:
        state = REFEREE.apply(state, move(text))
    return state


def move_refused(state: HawaikiRound, text: str) -> Text:
    """Return the reason why a move is refused."""
    with pytest.raises(Illegal) as why:
        REFEREE.apply(state, move(text, state.round))
    return why.value.reason


def narrate(state: HawaikiRound, text: str) -> str:
    """Return a move in words."""
    return str(REFEREE.narrate(state, move(text), False))


def preview(state: HawaikiRound, text: str) -> Board:
    """Return the board that previews a move."""
    return REFEREE.preview(state, move(text))


def entry(state: HawaikiRound, key: str) -> Entry | None:
    """Return the entry with this key that the referee offers, or None."""
    return next((entry for entry in REFEREE.entries(state) if entry.key == key), None)


def picks(state: HawaikiRound, key: str) -> list[Pick]:
    """Return everything to tap in an entry, nothing if it is not offered."""
    asked = entry(state, key)
    return [pick for group in asked.groups for pick in group.picks] if asked else []


def labels(state: HawaikiRound, key: str) -> list[str]:
    """Return the labels of everything to tap in an entry."""
    return [str(pick.label) for pick in picks(state, key)]


def sentences(board: Board) -> list[str]:
    """Return the sentences of a board and its consequences."""
    return [str(text) for text in (*board.says, *board.follows)]


Dealt = tuple[str, int]
"""A colour and a value."""


class Deal:
    """A round with every card in its place. `hands` holds those of the seats."""

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
        """Yield the moves of a whole round. The cards of a move are already moved when it is yielded."""
        for pile in self.piles:
            pile.append(self.pack.pop())
            yield Action(self.round, "top", None, (spell_card(pile[-1]),))
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
        """Pay a token for a variant now and then if that is allowed. Return whether it was paid."""
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
        """Yield the moves of one turn: a card played or drawn, and its consequences."""
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
        of = (str(pile), spell_card(card))
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
        """Yield a combination and its effect: the others draw, and now and then forget to say thanks."""
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
        """Return the cards that can be played, with the pile, and the new combinations that they form."""
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
        """Take cards from the draw pile. If it is empty, all cards but the top ones are shuffled first."""
        for _ in range(count):
            if not self.pack:
                self.pack = [card for pile in self.piles for card in pile[:-1]]
                self.chance.shuffle(self.pack)
                self.piles = [pile[-1:] for pile in self.piles]
            if self.pack:
                self.hands[seat].append(self.pack.pop())


def lie(tops: list[Dealt | None]) -> dict[str, object]:
    """Return the combinations of three top cards, each with its value or colour."""
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


def spell_card(card: Dealt) -> str:
    return f"{card[0]}-{card[1]}"


def hold(state: HawaikiRound) -> None:
    """Check invariants: all 70 cards are somewhere, no card is open three times, and no count is negative."""
    lying = [card for pile in state.piles for card in pile]
    assert len(lying) + state.draw + sum(state.hands.values()) == 70
    assert max(Counter(lying).values(), default=0) <= 2
    assert state.draw >= 0
    for seat in state.seats:
        assert state.count_tokens(seat) >= 0
        assert state.hands[seat] > 0 or seat == state.out
    assert len(set(state.spent)) == len(state.spent)
    assert state.owes in ("", "run", "flush")


__all__ = ["WORKED", "Question", "ask", "find_fault"]

ASKED = Referee(GAME)

WORKED, ask, find_fault = ASKED.worked, ASKED.ask, ASKED.find_fault
