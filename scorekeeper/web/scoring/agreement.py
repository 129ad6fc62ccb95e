"""Each seat says OK to a sheet; when all have, the sheet is sealed, and opens again only for a reason."""

from datetime import UTC, datetime
from typing import NamedTuple

from flask import Blueprint, abort, g, redirect, request, url_for
from werkzeug.wrappers import Response

from scorekeeper.games.pad import Seat
from scorekeeper.language.text import Literal, Plural, Text
from scorekeeper.storage.tables import Sealed
from scorekeeper.table.journal import Agree, Reopen
from scorekeeper.table.table import Table
from scorekeeper.web.inputs import TapForm, new_op, op_of, said, seen_back
from scorekeeper.web.request import own_seat, scored_table, tables, writer

bp = Blueprint("agreeing", __name__, url_prefix="/t/<table>/<int:round>/agree")


REASONS = 3
"""How many reasons stand on a sheet; the journal has them all."""


class Agreement(NamedTuple):
    """How far a table agrees to a sheet: whether all do, that in words, and whether this phone has yet to say so."""

    sealed: bool
    text: Text | None
    asked: bool


@bp.post("")
def agree(table: str, round: int) -> Response:
    """Agree to the sheet of a round: for the own seat, or for all seats that have no phone."""
    found = scored_table(table)
    if not 1 <= round <= max(found.rounds, 1):
        abort(404)
    form = TapForm()
    form.validate_on_submit()
    seen = seen_back(form.seen.data or "0")
    seats = speaking_for(found, round)
    if set(seats) - set(found.agreed(round)):
        act = Agree(round, seats, found.sheet_digest(round), found.outcome(round))
        tables().record(table, act, op_of(form.op.data or new_op(), act), writer(found), seen)
    return redirect(url_for("sheet.page", table=table, round=round), 303)


@bp.post("/anew")
def anew(table: str, round: int) -> Response:
    """Work a round out by today's rules that was agreed under earlier ones; why is asked first, and all agree anew.

    Where that is done already, the sheet is shown as it is.
    """
    found = scored_table(table)
    if not 1 <= round <= max(found.rounds, 1):
        abort(404)
    form = TapForm()
    form.validate_on_submit()
    if not found.otherwise(round):
        return redirect(url_for("sheet.page", table=table, round=round), 303)
    why = said(request.form.get("reason", ""))
    if not why:
        raise Sealed((round,))
    act = Reopen(round, why)
    tables().record(table, act, op_of(form.op.data or new_op(), act), writer(found), seen_back(form.seen.data or "0"))
    return redirect(url_for("sheet.page", table=table, round=round), 303)


def speaking_for(found: Table, round: int) -> tuple[Seat, ...]:
    """The seats that this phone agrees for: its own; without a seat all those that no phone has taken."""
    seats = found.setup.seats(round)
    own = own_seat(found)
    if own is not None:
        return (own,) if own in seats else ()
    taken = tables().store.seated(found.id)
    return tuple(seat for seat in seats if seat not in taken)


def agreement(found: Table, round: int) -> Agreement:
    """How far the table agrees to the sheet of a round as it stands."""
    agreed = found.agreed(round)
    asked = g.role == "score" and found.sheet(round).decided and bool(set(speaking_for(found, round)) - set(agreed))
    seats = found.setup.seats(round)
    who = found.setup.names([seat for seat in seats if seat in agreed])
    if found.sealed(round):
        when = datetime.fromtimestamp(max(agreed.values()), UTC).astimezone().strftime("%Y-%m-%d %H:%M")
        return Agreement(True, Text("Agreed by %(who)s, %(when)s.", who=who, when=when), False)
    if not who or not found.sheet(round).decided:
        return Agreement(False, None, asked)
    others = found.setup.names([seat for seat in seats if seat not in agreed])
    one, many = "%(who)s agrees. Waiting for %(others)s.", "%(who)s agree. Waiting for %(others)s."
    return Agreement(False, Plural(one, many, len(who), who=who, others=others), asked)


def reasons(found: Table, round: int) -> list[Text]:
    """Why a round was opened again after all had agreed, oldest first; a sheet has room for the latest few."""
    return [Text("Changed after all agreed: %(why)s.", why=Literal(one)) for one in found.reasons(round)[-REASONS:]]
