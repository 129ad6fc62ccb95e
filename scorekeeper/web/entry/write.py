"""Conversion of a tap to a line of the journal, used by every page that writes."""

from urllib.parse import quote

from scorekeeper.games.boxes import WordsBox
from scorekeeper.games.errors import Malformed
from scorekeeper.games.pad import Changes, Row
from scorekeeper.language.text import Text
from scorekeeper.table.journal import Act, Amend, Strike, Write, dump
from scorekeeper.table.notation import decode_move, parse_changes, parse_spot
from scorekeeper.table.table import Table
from scorekeeper.web.inputs import (
    Tap,
    clean_reason,
    derive_op,
    new_op,
    parse_seen,
    parse_whole,
)
from scorekeeper.web.request import current_author, tables


def write_line(table: Table, tap: Tap, round: int = 0, act: Act | None = None, also: Changes | None = None) -> int:
    """Write a tap as a line of the journal, and return the number of the line.

    Marks can be written only in `round`. If it is 0, lines can only be taken back. If `act` is given, it is written in
    place of the tap. The changes `also` are written in the same line, or without a tap.

    Raise Malformed if the tap cannot be read. Raise Illegal if a rule forbids the act. Raise Stale if it would
    overwrite changes that the page had not seen.
    """
    # A form without `seen` counts as one that has seen nothing, so it cannot overwrite anything.
    seen = parse_seen(tap.seen or (str(table.seen) if act else "0"))
    act = act or (Write(dict(also)) if also and not tap.tap else parse_act(tap, table, round))
    if also and isinstance(act, Write):
        act = Write({**also, **act.changes})
    # Pages always send a key. A form without one counts as a tap of its own.
    op = derive_op(tap.op or new_op(), dump(act))
    return tables().record(table.id, act, op, current_author(table), seen, clean_reason(tap.reason))


def parse_act(tap: Tap, table: Table, round: int) -> Act:
    """Return what a tap does: take back a line, make a move, or write marks.

    Raise Malformed if it does none of these.
    """
    if tap.strike:
        return Strike(parse_whole(tap.strike, "strike", 1, 10**7 - 1))
    if tap.move:
        return parse_move(tap, table, round)
    text, rows = tap.tap, table.game.rows(table.setup)
    # Quoted, so that “;” or “=” in a remark cannot write to another spot.
    if tap.words and _takes_words(text, table, rows):
        text += quote(tap.words)
    changes = parse_changes(text, table.setup, rows)
    if round > table.last_round or any(spot.round != round for spot in changes):
        raise Malformed("tap", Text("There is no such box on the pad."))
    return Write(changes)


def _takes_words(text: str, table: Table, rows: tuple[Row, ...]) -> bool:
    """Return whether a tap saves the remark of its form. On the keypad, other taps have the same form."""
    spot = parse_spot(text.removesuffix("="), table.setup, rows)
    return isinstance(next(row for row in rows if row.key == spot.row).box(spot.box), WordsBox)


def parse_move(tap: Tap, table: Table, round: int) -> Act:
    """Return the move that a tap enters, or the correction of an earlier move.

    Raise Malformed if it is no move of this round.
    """
    action = decode_move(tap.move)
    if action.round != round or round > table.last_round:
        raise Malformed("move", Text("That is not a move."))
    if tap.amend:
        return Amend(parse_whole(tap.amend, "amend", 1, 10**7 - 1), action)
    return action
