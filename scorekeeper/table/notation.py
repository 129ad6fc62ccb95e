"""Marks and moves as short text, for the values of buttons."""

import re
from urllib.parse import quote

from scorekeeper.games.errors import Malformed
from scorekeeper.games.pad import Changes, Mark
from scorekeeper.games.referee import Action
from scorekeeper.language.text import Text


def encode_changes(changes: Changes) -> str:
    """Return changes as the value of a button, such as `1.red.count.0.=4;1.red.cards.0.7=`.

    Each part consists of round, row, box, seat and item, then the mark. Nothing follows the = if the mark is erased.
    """
    return ";".join(
        f"{spot.round}.{spot.row}.{spot.box}.{'' if spot.seat is None else spot.seat}.{spot.item}={_encode_mark(mark)}"
        for spot, mark in changes.items()
    )


def _encode_mark(mark: Mark | None) -> str:
    if isinstance(mark, str):
        return quote(mark, safe=" ")
    return "" if mark is None else str(int(mark))


# The lengths are limited because the text comes from a form. A comma must be followed by another part.
MOVE = re.compile(r"([1-9][0-9]?)\.([a-z]{1,16})\.([0-9]{0,2})\.((?:[a-z0-9-]{1,24}(?:,(?!$)|$)){0,12})")


def encode_move(action: Action) -> str:
    """Return a move as the value of a button, such as `1.play.0.green-3`: round, kind, seat, and what is moved."""
    seat = "" if action.seat is None else action.seat
    return f"{action.round}.{action.kind}.{seat}.{','.join(action.of)}"


def decode_move(text: str) -> Action:
    """Parse a move from the value of a button.

    Raise Malformed if it is invalid; the referee checks whether it is legal.
    """
    match = MOVE.fullmatch(text)
    if not match:
        raise Malformed("move", Text("That is not a move."))
    round, kind, seat, of = match.groups()
    return Action(int(round), kind, int(seat) if seat else None, tuple(of.split(",")) if of else ())
