"""The one place where a tap becomes a line."""

from urllib.parse import quote

from flask import request

from scorekeeper.games.errors import Malformed
from scorekeeper.language.text import Text
from scorekeeper.table.journal import Act, Amend, Strike, Write, dump
from scorekeeper.table.spelled import move_back
from scorekeeper.table.table import Table
from scorekeeper.web.inputs import TapForm, new_op, op_of, said, seen_back, spell_back, whole
from scorekeeper.web.request import tables, writer


def write_line(table: Table, round: int = 0, act: Act | None = None) -> int:
    """Turn the tap of this request into a line; return its number. Raises Malformed, Illegal, Stale.

    Marks are written in `round` only; without one, lines can only be taken back. `act` is what the tap means where its
    page has worked that out.
    """
    form = TapForm()
    form.validate_on_submit()
    seen = seen_back(form.seen.data or (str(table.seen) if act else "0"))
    act = act or asked_act(form, table, round)
    op = op_of(form.op.data or new_op(), dump(act))
    return tables().record(table.id, act, op, writer(table), seen, said(request.form.get("reason", "")))


def asked_act(form: TapForm, table: Table, round: int) -> Act:
    """The line that a tap asks for. Raises Malformed."""
    if form.strike.data:
        return Strike(whole(form.strike.data, "strike", 1, 10**7 - 1))
    if form.move.data:
        return asked_move(form, table, round)
    typed = quote(form.words.data) if form.words.data else ""
    changes = spell_back(said_in_full(form.tap.data or "", round) + typed, table.setup, table.game.rows(table.setup))
    if round > table.last_round or any(spot.round != round for spot in changes):
        raise Malformed("tap", Text("There is no such box on the pad."))
    return Write(changes)


def said_in_full(tap: str, round: int) -> str:
    """What a chip writes: one that begins with a dot leaves its round to its page, its row or its box to its form."""
    return f"{round}.{request.form.get('at', '').replace('-', '.')}{tap}" if tap.startswith(".") else tap


def asked_move(form: TapForm, table: Table, round: int) -> Act:
    """What a tap tells the referee, or what an earlier line should have told. Raises Malformed."""
    action = move_back(form.move.data)
    if action.round != round or round > table.last_round:
        raise Malformed("move", Text("That is not a move."))
    if form.amend.data:
        return Amend(whole(form.amend.data, "amend", 1, 10**7 - 1), action)
    return action
