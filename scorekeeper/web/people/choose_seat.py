"""Which seat this phone belongs to: picked once, remembered, changed or given up at any time."""

from typing import NamedTuple

from flask import Blueprint, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from scorekeeper.games.errors import Malformed
from scorekeeper.games.pad import Seat
from scorekeeper.language.text import Text
from scorekeeper.table.table import Table
from scorekeeper.web.entry.views import Button, Notice
from scorekeeper.web.entry.ways import remember
from scorekeeper.web.inputs import PlainForm, small
from scorekeeper.web.layout import Head, head, more, of_most
from scorekeeper.web.request import browser, own_seat, scored_table, tables

bp = Blueprint("own", __name__, url_prefix="/t/<table>/seat")

MIDDLE = "none"
"""The seat of a phone that lies in the middle of the table."""


class Place(NamedTuple):
    """A seat as a button: whose it is, and whether a phone has it already."""

    value: str
    name: str
    mine: bool
    taken: bool


@bp.get("")
def page(table: str) -> str:
    """Ask who has this phone."""
    return _ask(scored_table(table))


@bp.post("")
def take(table: str) -> Response | tuple[str, int]:
    """Take a seat, give it up, or only watch; a seat that another phone has moves on a second tap only."""
    found = scored_table(table)
    PlainForm().validate_on_submit()
    store = tables().store
    if request.form.get("watch"):
        if store.only_watch(found.id, browser()):
            return redirect(url_for("table.tally", table=table), 303)
        text = Text("Nobody else scores here. Let another phone in first, then this one can watch.")
        return _ask(found, Notice("certain", text)), 409
    try:
        seat = _asked(found, request.form.get("move") or request.form.get("seat", ""))
    except Malformed as wrong:
        return _ask(found, Notice("certain", wrong.reason)), 422
    if seat is not None and "move" not in request.form and store.seated(found.id).get(seat, browser()) != browser():
        text = Text("Another phone sits there as %(who)s.", who=found.setup.name(seat))
        move = Button(Text("I am %(who)s", who=found.setup.name(seat)), "move", str(seat))
        return _ask(found, Notice("plain", text, (move,))), 409
    store.take_seat(found.id, browser(), seat)
    remember(found.game, "")
    return redirect(_on_to(found), 303)


def _asked(found: Table, value: str) -> Seat | None:
    """The seat that a button names. Raises Malformed if nobody sits there."""
    if value == MIDDLE:
        return None
    seat = small(value)
    if seat is None or seat not in found.setup.seats(found.seated_from):
        raise Malformed("seat", Text("Nobody sits there."))
    return seat


def _on_to(found: Table) -> str:
    """Where a phone goes that has its seat: to the round being scored, between two rounds to the tally."""
    round = found.next_round
    if round is None or (found.rounds and round > found.rounds):
        return url_for("table.tally", table=found.id)
    return url_for("entry.page", table=found.id, round=round)


def _ask(found: Table, notice: Notice | None = None) -> str:
    """The page that asks; `notice` is what was wrong with a tap."""
    round = found.seated_from
    mine, seated = own_seat(found), tables().store.seated(found.id)
    return render_template(
        "people/seat.html",
        page=Head(found.game.name, of_most(found, round), url_for("table.tally", table=found.id)),
        table=head(found),
        more=more(found, "swap"),
        places=[
            Place(str(seat), found.setup.name(seat), seat == mine, seat in seated and seat != mine)
            for seat in found.setup.seats(round)
        ],
        middle=MIDDLE,
        notice=notice,
        action=url_for("own.page", table=found.id),
    )
