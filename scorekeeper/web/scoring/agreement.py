"""Agreeing to a score sheet: once every seat has agreed, the round is locked, and reopening it needs a reason."""

import time
from typing import NamedTuple

from flask import Blueprint, abort, g, redirect, request, url_for
from werkzeug.wrappers import Response

from scorekeeper.games.pad import Seat
from scorekeeper.language.catalogue import catalogue
from scorekeeper.language.text import Literal, Plural, Text, speak
from scorekeeper.storage import access
from scorekeeper.storage.tables import AgreedRound
from scorekeeper.table.journal import Agree, Reopen
from scorekeeper.table.table import Table
from scorekeeper.web.formatting import Moment, format_clock, format_day, is_today
from scorekeeper.web.forms import clean_reason
from scorekeeper.web.request import language, load_scorable_table, own_seat, tables
from scorekeeper.web.tap import write_line

bp = Blueprint("agreeing", __name__, url_prefix="/t/<table_id>/<int:round>/agree")


REASONS_SHOWN = 3
"""Maximum number of reasons on a sheet. The journal has them all."""


class Agreement(NamedTuple):
    """How far a sheet is agreed."""

    by_all: bool
    """Whether every seat has agreed."""
    text: Text | None
    """Who has agreed. It is None if nobody has or the round has no result."""
    short: Text | None
    """The same on one line."""
    asked: bool
    """Whether this phone can still agree."""


@bp.post("", defaults={"answer": "yes"})
@bp.post("/not", defaults={"answer": "not"})
@bp.post("/anew", defaults={"answer": "anew"})
def write(table_id: str, round: int, answer: str) -> Response:
    """Agree to the sheet of a round, say that its player does not agree, or reopen it. Redirect to the sheet."""
    table = load_scorable_table(table_id)
    # The first round has a sheet even before anything is entered.
    if not 1 <= round <= max(table.rounds, 1):
        abort(404)
    act = _agree(table, round) if answer == "yes" else _reopen(table, round, answer)
    if act:
        write_line(table, act=act)
    return redirect(url_for("sheet.page", table_id=table_id, round=round), 303)


def _agree(table: Table, round: int) -> Agree | None:
    """Return what agrees to a sheet for this phone's seat, or for all seats without a phone."""
    seats = list_seats_to_agree(table, round)
    # A second tap, or one on an old page, writes no second line.
    if set(seats) <= set(table.find_agreements(round)):
        return None
    return Agree(round, seats, table.sheet_digest(round), table.outcome(round))


def _reopen(table: Table, round: int, answer: str) -> Reopen | None:
    """Return what opens a round again: its player does not agree, or the current rules lead to another result.

    All agreements to it end, and the sheet says why. If the form gives no reason to score it by the current rules,
    raise AgreedRound, whose page asks for one.
    """
    seat = own_seat(table)
    if answer == "not":
        if seat is None or not may_disagree(table, round):
            return None
        why = Text("%(who)s does not agree", who=table.setup.name(seat))
        return Reopen(round, speak(why, catalogue(language())))
    if not table.is_scored_differently(round):
        return None
    if not (reason := clean_reason(request.form.get("reason", ""))):
        raise AgreedRound((round,))
    return Reopen(round, reason)


def list_seats_to_agree(table: Table, round: int) -> tuple[Seat, ...]:
    """Return the seats that this phone agrees for: its own, or if it has none, all seats that no phone has taken.

    Empty if its own seat does not play this round.
    """
    seats = table.setup.seats(round)
    own = own_seat(table)
    if own is not None:
        return (own,) if own in seats else ()
    taken = access.find_seat_claims(tables().store, table.id)
    return tuple(seat for seat in seats if seat not in taken)


def may_disagree(table: Table, round: int) -> bool:
    """Return whether this phone can say that its player does not agree: it has a seat, and somebody has agreed."""
    seat = own_seat(table) if g.role == "score" else None
    return seat is not None and seat in table.setup.seats(round) and bool(table.find_agreements(round))


def describe_agreement(table: Table, round: int) -> Agreement:
    """Return how far the table agrees to the sheet of a round as it is now."""
    agreed = table.find_agreements(round)
    asked = (
        g.role == "score" and table.sheet(round).decided and bool(set(list_seats_to_agree(table, round)) - set(agreed))
    )
    seats = table.setup.seats(round)
    who = table.setup.names([seat for seat in seats if seat in agreed])
    if table.all_agree(round):
        at = max(agreed.values())
        short = Text("Agreed %(when)s", when=format_clock(at) if is_today(at) else format_day(at, time.time()))
        # An agreement for several seats at once comes from a shared phone.
        if any(len(agreement.seats) > 1 for _, agreement in table.known.agreed[round].values()):
            return Agreement(True, Text("Agreed at the table, %(when)s.", when=Moment(at)), short, False)
        return Agreement(True, Text("Agreed by %(who)s, %(when)s.", who=who, when=Moment(at)), short, False)
    if not who or not table.sheet(round).decided:
        return Agreement(False, None, None, asked)
    others = table.setup.names([seat for seat in seats if seat not in agreed])
    singular, plural = "%(who)s agrees. Waiting for %(others)s.", "%(who)s agree. Waiting for %(others)s."
    text = Plural(singular, plural, len(who), who=who, others=others)
    return Agreement(False, text, text, asked)


def list_reasons(table: Table, round: int) -> list[Text]:
    """Return sentences that say why an agreed round was reopened, oldest first, at most the last `REASONS_SHOWN`."""
    acts = [line.act for line in table.known.effective]
    reasons = [act.why for act in acts if isinstance(act, Reopen) and act.round == round]
    return [Text("Opened again: %(why)s.", why=Literal(reason)) for reason in reasons[-REASONS_SHOWN:]]
