"""A tap at a table: the form that a page sends, and the line of the journal that it becomes."""

from collections.abc import Mapping
from hashlib import sha256

from flask import request

from scorekeeper.games.errors import Malformed
from scorekeeper.games.pad import Changes
from scorekeeper.games.user_input import parse_whole
from scorekeeper.language.text import Text
from scorekeeper.table.journal import Act, Amend, Strike, Write, dump
from scorekeeper.table.notation import decode_move, parse_changes
from scorekeeper.table.table import Table
from scorekeeper.web.forms import clean_reason, new_op, parse_seen
from scorekeeper.web.request import current_author, tables


# Not a form class: for so many fields that takes a tenth of a millisecond, which is 8 % of a tap.
def write_line(table: Table, round: int = 0, act: Act | None = None, also: Changes | None = None) -> None:
    """Write the tap in the form of this request as a line of the journal.

    The form has changes to boxes (`tap`, with `words` for a typed remark), a `move` for the referee (with `amend` if it
    corrects that line), or the number of a line to take back (`strike`). It also has the idempotency key `op`, the
    state of the table that its page showed (`seen`), and why an agreed round is changed (`reason`).

    Marks can be written only in `round`. If it is 0, lines can only be taken back. If `act` is given, it is written in
    place of the tap. The changes `also` are written in the same line, or without a tap.

    Raise Malformed if the tap cannot be read. Raise Illegal if a rule forbids the act. Raise Stale if it would
    overwrite changes that the page had not seen.
    """
    form = request.form
    # A form without `seen` counts as one that has seen nothing, so it cannot overwrite anything.
    seen = parse_seen(form.get("seen") or "0")
    act = act or (Write(dict(also)) if also and not form.get("tap") else _parse_act(form, table, round))
    if also and isinstance(act, Write):
        act = Write({**also, **act.changes})
    # Pages always send a key. A form without one counts as a tap of its own.
    op = derive_op(form.get("op") or new_op(), dump(act))
    tables().record(table.id, act, op, current_author(table), seen, clean_reason(form.get("reason", "")))


def _parse_act(form: Mapping[str, str], table: Table, round: int) -> Act:
    """Return what a tap does: take back a line, make or correct a move, or write marks.

    Raise Malformed if it does none of these in this round.
    """
    if strike := form.get("strike"):
        return Strike(parse_whole(strike, "strike", 1, 10**7 - 1))
    if move := form.get("move"):
        action = decode_move(move)
        if action.round != round or round > table.last_round:
            raise Malformed("move", Text("That is not a move."))
        amend = form.get("amend")
        return Amend(parse_whole(amend, "amend", 1, 10**7 - 1), action) if amend else action
    changes = parse_changes(form.get("tap", ""), table.setup, table.game.rows(table.setup), form.get("words", ""))
    if round > table.last_round or any(spot.round != round for spot in changes):
        raise Malformed("tap", Text("There is no such box on the pad."))
    return Write(changes)


def derive_op(op: str, line: str) -> str:
    """Return the idempotency key of one line: a hash of the page's key `op` and of `line`, the tapped act as JSON.

    Without JavaScript, several taps can come from the same page with the same key. The hash tells them apart.
    """
    return sha256(f"{op} {line}".encode()).hexdigest()[:32]
