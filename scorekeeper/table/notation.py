"""Marks and moves as short text, for the values of buttons."""

import re
from collections.abc import Mapping
from urllib.parse import quote, unquote

from scorekeeper.games.errors import Malformed
from scorekeeper.games.pad import Changes, Mark, Setup, Spot
from scorekeeper.games.pads.boxes import WordsBox
from scorekeeper.games.pads.pad import Box, Row
from scorekeeper.games.referee import Action
from scorekeeper.language.text import Text


def encode_changes(changes: Changes) -> str:
    """Return changes as the value of a button, such as `1.red.count.0.=4;1.red.cards.0.7=`.

    Each part consists of round, row, box, seat and item, then the mark. Nothing follows the = if the mark is erased.
    """
    return ";".join(f"{encode_spot(spot)}={_encode_mark(mark)}" for spot, mark in changes.items())


def encode_spot(spot: Spot) -> str:
    """Return a spot as text, such as `1.red.count.0.`."""
    return f"{spot.round}.{spot.row}.{spot.box}.{'' if spot.seat is None else spot.seat}.{spot.item}"


def _encode_mark(mark: Mark | None) -> str:
    if isinstance(mark, str):
        return quote(mark, safe=" ")
    return "" if mark is None else str(int(mark))


def parse_changes(text: str, setup: Setup, rows: tuple[Row, ...], words: str = "") -> dict[Spot, Mark | None]:
    """Parse the changes to boxes in a button's value. A mark of None clears its box.

    `words` were typed in the form of the button. They go to its box if that is one for words.

    Raise Malformed for a box or a mark that the pad does not have.
    """
    by_key = {row.key: row for row in rows}
    changes = {}
    for part in text.split(";"):
        where, equals, value = part.partition("=")
        spot, box = parse_spot(where if equals else "", setup, by_key)
        # A button quotes words, so that “;” or “=” in them cannot end the change.
        value = unquote(value) or (words if isinstance(box, WordsBox) else "")
        mark = box.parse(value) if value else ""
        changes[spot] = None if mark == "" else mark
    return changes


def parse_spot(text: str, setup: Setup, rows: Mapping[str, Row]) -> tuple[Spot, Box]:
    """Parse a spot written as `round.row.box.seat.item`, and return it with its box.

    `rows` are those of the pad, by key. Raise Malformed if the pad does not have it.
    """
    parts = text.split(".")
    if len(parts) == 5:
        number, row_key, box_key, seat_text, item = parts
        row = rows.get(row_key)
        box = row.box(box_key) if row else None
        # The round has at most two digits because there are at most 99 rounds (`MOST_ROUNDS`).
        if box and re.fullmatch(r"[1-9][0-9]?", number) and re.fullmatch(r"[0-9]{0,2}", seat_text):
            round = int(number)
            seat = int(seat_text) if seat_text else None
            seated = seat is None if box.shared else seat in setup.seats(round)
            if seated and item in box.parts:
                return Spot(round, row_key, box_key, seat, item), box
    raise Malformed("tap", Text("There is no such box on the pad."))


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
