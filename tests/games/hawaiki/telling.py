"""A round to tell moves of: dealt, with three open cards, and moves spelled as a button spells them."""

from dataclasses import replace

import pytest

from scorekeeper.games.base import Illegal, Marks, Setup
from scorekeeper.games.hawaiki.cards import CARDS
from scorekeeper.games.hawaiki.referee import REFEREE
from scorekeeper.games.hawaiki.round import Round
from scorekeeper.games.referee import Action, Board, Entry, Pick
from scorekeeper.web.fields import move_back
from tests.games.hawaiki.table import play

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


def refused(now: Round, text: str) -> str:
    """The sentence that refuses a move."""
    with pytest.raises(Illegal) as why:
        REFEREE.apply(now, move(text))
    return str(why.value)


def said(now: Round, text: str) -> str:
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
    found = entry(now, key)
    return [pick for group in found.groups for pick in group.picks] if found else []


def labels(now: Round, key: str) -> list[str]:
    """What there is to tap."""
    return [str(pick.label) for pick in picks(now, key)]


def sentences(board: Board) -> list[str]:
    """What a board says, and what follows."""
    return [str(text) for text in (*board.says, *board.follows)]
