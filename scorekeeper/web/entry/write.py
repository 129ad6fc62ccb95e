"""Conversion of a tap to a line of the journal, used by every page that writes."""

from urllib.parse import quote

from flask import request

from scorekeeper.games.errors import Malformed
from scorekeeper.language.text import Text
from scorekeeper.table.journal import Act, Amend, Strike, Write, dump
from scorekeeper.table.notation import decode_move
from scorekeeper.table.table import Table
from scorekeeper.web.inputs import TapForm, clean_reason, derive_op, new_op, parse_changes, parse_seen, parse_whole
from scorekeeper.web.request import current_author, tables


def write_line(table: Table, round: int = 0, act: Act | None = None) -> int:
    """Write the tap of this request as a line of the journal, and return the number of the line.

    Marks can be written only in `round`. If it is 0, lines can only be taken back. If `act` is given, it is written in
    place of the tap.

    Raise Malformed if the form cannot be read. Raise Illegal if a rule forbids the act. Raise Stale if it would
    overwrite changes that the page had not seen.
    """
    form = TapForm()
    form.validate_on_submit()
    # A form without `seen` counts as one that has seen nothing, so it cannot overwrite anything.
    seen = parse_seen(form.seen.data or (str(table.seen) if act else "0"))
    act = act or parse_act(form, table, round)
    # Pages always send a key. A form without one counts as a tap of its own.
    op = derive_op(form.op.data or new_op(), dump(act))
    return tables().record(table.id, act, op, current_author(table), seen, clean_reason(request.form.get("reason", "")))


def parse_act(form: TapForm, table: Table, round: int) -> Act:
    """Return what a tap does: take back a line, make a move, or write marks.

    Raise Malformed if it does none of these.
    """
    if form.strike.data:
        return Strike(parse_whole(form.strike.data, "strike", 1, 10**7 - 1))
    if form.move.data:
        return parse_move(form, table, round)
    # Quoted, so that “;” or “=” in a remark cannot write to another spot.
    typed = quote(form.words.data) if form.words.data else ""
    changes = parse_changes(complete_tap(form.tap.data or "", round) + typed, table.setup, table.game.rows(table.setup))
    if round > table.last_round or any(spot.round != round for spot in changes):
        raise Malformed("tap", Text("There is no such box on the pad."))
    return Write(changes)


def complete_tap(tap: str, round: int) -> str:
    """Return a tap with its full spot. If it begins with a dot, add the round and the prefix in its form."""
    return f"{round}.{request.form.get('at', '').replace('-', '.')}{tap}" if tap.startswith(".") else tap


def parse_move(form: TapForm, table: Table, round: int) -> Act:
    """Return the move that a tap enters, or the correction of an earlier move.

    Raise Malformed if it is no move of this round.
    """
    action = decode_move(form.move.data)
    if action.round != round or round > table.last_round:
        raise Malformed("move", Text("That is not a move."))
    if form.amend.data:
        return Amend(parse_whole(form.amend.data, "amend", 1, 10**7 - 1), action)
    return action
