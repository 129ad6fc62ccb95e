"""How what is tapped is spelled, as the value of a button and in a transcript: marks at their spots, and moves."""

import re
from urllib.parse import quote, unquote

from scorekeeper.games.errors import Malformed
from scorekeeper.games.pad import Changes, Mark, Spot
from scorekeeper.games.referee import Action
from scorekeeper.language.text import Text


def spelled(changes: Changes) -> str:
    """Write changes as the value of a button: `1.red.count.0.=4;1.red.cards.0.7=`."""
    return ";".join(
        f"{spot.round}.{spot.row}.{spot.box}.{'' if spot.seat is None else spot.seat}.{spot.item}={spelled_mark(mark)}"
        for spot, mark in changes.items()
    )


def spelled_mark(mark: Mark | None) -> str:
    """Write a mark: a number, or words as in an address; nothing where one is rubbed out."""
    if isinstance(mark, str):
        return quote(mark, safe=" ")
    return "" if mark is None else str(int(mark))


PLACE = re.compile(r"([1-9][0-9]?)\.([^.;=]+)\.([^.;=]+)\.([0-9]{0,2})\.([^.;=]*)=([^;]*)")


def marks_back(text: str) -> Changes:
    """Read changes as they are spelled, whatever the pad has. Raises Malformed."""
    changes = {}
    for part in text.split(";"):
        place = PLACE.fullmatch(part.strip())
        if not place:
            raise Malformed("tap", Text("There is no such box on the pad."))
        round, row, box, seat, item, mark = place.groups()
        changes[Spot(int(round), row, box, int(seat) if seat else None, item)] = mark_back(mark) if mark else None
    return changes


def mark_back(text: str) -> Mark:
    """Read a mark: a whole number, or else words. Ours: how a mark is spelled."""
    return int(text) if re.fullmatch("0|-?[1-9][0-9]{0,15}", text) else unquote(text)


MOVE = re.compile(r"([1-9][0-9]?)\.([a-z]{1,16})\.([0-9]{0,2})\.((?:[a-z0-9-]{1,24}(?:,(?!$)|$)){0,12})")


def spelled_move(action: Action) -> str:
    """Write a move as the value of a button: `1.play.0.green-3`."""
    seat = "" if action.seat is None else action.seat
    return f"{action.round}.{action.kind}.{seat}.{','.join(action.of)}"


def move_back(text: str) -> Action:
    """Read a move from a button. Raises Malformed for what is none; the referee judges the rest."""
    match = MOVE.fullmatch(text)
    if not match:
        raise Malformed("move", Text("That is not a move."))
    round, kind, seat, of = match.groups()
    return Action(int(round), kind, int(seat) if seat else None, tuple(of.split(",")) if of else ())
