"""A deal told to the referee of Parade, shortly: `deal(...)` sets it up, `tell` plays cards in turn."""

from collections.abc import Sequence

from scorekeeper.games.base import Setup
from scorekeeper.games.parade import GAME
from scorekeeper.games.parade.procession import Procession, apply, start
from scorekeeper.games.referee import Action

NAMES = ("Alice", "Hatter", "Cheshire", "Dodo", "Duchess", "Knave")
LINE = "blue-5 green-0 green-7 red-3 blue-7 red-1"
"""The printed example without its last card."""


def setup_of(players: int = 3, **options: str) -> Setup:
    """So many players by these rules."""
    return Setup(NAMES[:players], {**GAME.default_options(), **options}, ((1, tuple(range(players))),))


def deal(players: int = 3, line: str = LINE, leader: int = 0, **options: str) -> Procession:
    """A deal with its first line laid out."""
    now = start(setup_of(players, **options), {}, 1, leader)
    for card in line.split():
        now = apply(now, Action(1, "line", None, (card,)))
    return now


def tell(now: Procession, *cards: str) -> Procession:
    """Everybody plays in turn."""
    for card in cards:
        now = apply(now, Action(1, "play", now.seat, (card,)))
    return now


def keep(now: Procession, seat: int, *cards: str) -> Procession:
    """Somebody keeps cards."""
    for card in cards:
        now = apply(now, Action(1, "keep", seat, (card,)))
    return now


def unseen(now: Procession, seat: int | None = None) -> list[str]:
    """The cards that may still turn up."""
    from scorekeeper.games.parade.cards import CARDS
    from scorekeeper.games.parade.procession import where

    return [key for key, card in CARDS.items() if where(now, card, seat) is None]


def harmless(now: Procession, turns: int) -> Procession:
    """So many turns with the highest unseen card, which takes as little as can be."""
    for _ in range(turns):
        now = tell(now, max(unseen(now), key=lambda key: int(key.rpartition("-")[2])))
    return now


def said(texts: Sequence[object]) -> str:
    """Sentences in a row."""
    return " ".join(map(str, texts))
