"""Hawaiki for tests: setups, marks, states of the board, random rounds."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import partial

from scorekeeper.games.hawaiki import GAME
from scorekeeper.games.hawaiki.cards import CARDS
from scorekeeper.games.hawaiki.paying import read_payment
from scorekeeper.games.hawaiki.referee import REFEREE
from scorekeeper.games.hawaiki.state import HawaikiRound
from scorekeeper.games.pad import Marks, Setup, Sheet, Spot
from scorekeeper.games.referee import Action, Board, Entry, Pick
from scorekeeper.table.notation import decode_move
from tests.support.marks import Written, play_game

play = partial(play_game, GAME)

THREE = play("Alice", "Bo", "Cleo")


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
    return GAME.score(setup, marks, round)


def tokens(marks: Marks, setup: Setup = THREE, round: int = 1) -> Mapping[int, int]:
    return read_payment(setup, marks, round).tokens


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
    under = [card for card in CARDS.values() if not state.seen_twice(card)][:covered]
    *_, last = state.seats
    hands = {**state.hands, last: state.hands[last] + state.draw - covered}
    return replace(state, draw=0, hands=hands, piles=((*under, *state.piles[0]), *state.piles[1:]))


def move(text: str, round: int = 1) -> Action:
    """Parse a move as a button encodes it, without its round: lay.0.1,c2-3,said"""
    return decode_move(f"{round}.{text}")


def apply_moves(state: HawaikiRound, *moves: str) -> HawaikiRound:
    for text in moves:
        state = REFEREE.apply(state, move(text))
    return state


def preview(state: HawaikiRound, text: str) -> Board:
    return REFEREE.preview(state, move(text))


def entry(state: HawaikiRound, key: str) -> Entry | None:
    """Return the entry with this key that the referee offers, or None."""
    return next((entry for entry in REFEREE.entries(state) if entry.key == key), None)


def picks(state: HawaikiRound, key: str) -> list[Pick]:
    """Return everything to tap in an entry, nothing if it is not offered."""
    asked = entry(state, key)
    return [pick for group in asked.groups for pick in group.picks] if asked else []
