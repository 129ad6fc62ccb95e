"""A tap at a table: the form that a page sends, and the line of the journal that it becomes."""

from hashlib import sha256
from typing import NamedTuple

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


class Tap(NamedTuple):
    """What the form of a tap at a table says of the line, "" for fields that it does not have."""

    op: str
    """Its idempotency key."""
    seen: str
    """The state of the table that the tapped page showed."""
    tap: str
    """Changes to boxes."""
    words: str
    """A typed remark."""
    strike: str
    """The number of a line to take back."""
    move: str
    """A move for the referee."""
    amend: str
    """The number of the line that the move corrects."""
    reason: str
    """Why an agreed round is changed."""


# Not a form class: for so many fields that takes a tenth of a millisecond, which is 8 % of a tap.
def read_tap() -> Tap:
    """Return the tap in the form of this request."""
    return Tap(*[request.form.get(name, "") for name in Tap._fields])


def write_line(table: Table, tap: Tap, round: int = 0, act: Act | None = None, also: Changes | None = None) -> int:
    """Write a tap as a line of the journal, and return the number of the line.

    Marks can be written only in `round`. If it is 0, lines can only be taken back. If `act` is given, it is written in
    place of the tap. The changes `also` are written in the same line, or without a tap.

    Raise Malformed if the tap cannot be read. Raise Illegal if a rule forbids the act. Raise Stale if it would
    overwrite changes that the page had not seen.
    """
    # A form without `seen` counts as one that has seen nothing, so it cannot overwrite anything.
    seen = parse_seen(tap.seen or (str(table.seen) if act else "0"))
    act = act or (Write(dict(also)) if also and not tap.tap else _parse_act(tap, table, round))
    if also and isinstance(act, Write):
        act = Write({**also, **act.changes})
    # Pages always send a key. A form without one counts as a tap of its own.
    op = derive_op(tap.op or new_op(), dump(act))
    return tables().record(table.id, act, op, current_author(table), seen, clean_reason(tap.reason))


def _parse_act(tap: Tap, table: Table, round: int) -> Act:
    """Return what a tap does: take back a line, make or correct a move, or write marks.

    Raise Malformed if it does none of these in this round.
    """
    if tap.strike:
        return Strike(parse_whole(tap.strike, "strike", 1, 10**7 - 1))
    if tap.move:
        action = decode_move(tap.move)
        if action.round != round or round > table.last_round:
            raise Malformed("move", Text("That is not a move."))
        return Amend(parse_whole(tap.amend, "amend", 1, 10**7 - 1), action) if tap.amend else action
    changes = parse_changes(tap.tap, table.setup, table.game.rows(table.setup), tap.words)
    if round > table.last_round or any(spot.round != round for spot in changes):
        raise Malformed("tap", Text("There is no such box on the pad."))
    return Write(changes)


def derive_op(op: str, line: str) -> str:
    """Return the idempotency key of one line: a hash of the page's key `op` and of `line`, the tapped act as JSON.

    Without JavaScript, several taps can come from the same page with the same key. The hash tells them apart.
    """
    return sha256(f"{op} {line}".encode()).hexdigest()[:32]
