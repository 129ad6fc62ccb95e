"""Marks and moves as short text, for the values of buttons."""

import re
from urllib.parse import quote, unquote

from scorekeeper.games.errors import Malformed
from scorekeeper.games.pad import Changes, Mark, Spot
from scorekeeper.games.referee import Action
from scorekeeper.language.text import Text


def encode_changes(changes: Changes) -> str:
    """Return changes as the value of a button, such as `1.red.count.0.=4;1.red.cards.0.7=`.

    Each part consists of round, row, box, seat and item, then the mark. Nothing follows the = if the mark is erased.
    """
    return ";".join(
        f"{spot.round}.{spot.row}.{spot.box}.{'' if spot.seat is None else spot.seat}.{spot.item}={encode_mark(mark)}"
        for spot, mark in changes.items()
    )


def encode_mark(mark: Mark | None) -> str:
    """Return a mark as text: a number, or percent-encoded words; empty for an erased mark."""
    if isinstance(mark, str):
        return quote(mark, safe=" ")
    return "" if mark is None else str(int(mark))


# Rounds have two digits, because there are at most MOST_ROUNDS. A box of the whole table has no seat.
PLACE = re.compile(r"([1-9][0-9]?)\.([^.;=]+)\.([^.;=]+)\.([0-9]{0,2})\.([^.;=]*)=([^;]*)")


def decode_changes(text: str) -> Changes:
    """Parse changes from the value of a button, without checking them against a pad.

    Raise Malformed if it is invalid.
    """
    changes = {}
    for part in text.split(";"):
        place = PLACE.fullmatch(part.strip())
        if not place:
            raise Malformed("tap", Text("There is no such box on the pad."))
        round, row, box, seat, item, mark = place.groups()
        changes[Spot(int(round), row, box, int(seat) if seat else None, item)] = decode_mark(mark) if mark else None
    return changes


def decode_mark(text: str) -> Mark:
    """Parse a mark: an integer if it looks like one, otherwise percent-encoded words."""
    # Text such as 007 or -0 stays text, because an integer would lose its form.
    return int(text) if re.fullmatch("0|-?[1-9][0-9]{0,15}", text) else unquote(text)


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
