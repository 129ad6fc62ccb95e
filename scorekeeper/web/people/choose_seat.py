"""The seat of this phone: chosen once, remembered, changed or given up at any time."""

from typing import NamedTuple

from flask import Blueprint, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from scorekeeper.games.errors import Malformed
from scorekeeper.games.pad import Seat
from scorekeeper.language.text import Text
from scorekeeper.table.table import Table
from scorekeeper.web.entry.ways import remember_way
from scorekeeper.web.inputs import PlainForm, parse_small
from scorekeeper.web.layout import Head, build_head, build_menu, describe_round
from scorekeeper.web.notice import Button, Notice
from scorekeeper.web.request import browser, load_scorable_table, own_seat, tables

bp = Blueprint("own", __name__, url_prefix="/t/<table_id>/seat")

SHARED_PHONE = "none"
"""Value of the button for a phone shared by everybody."""


class Place(NamedTuple):
    """A button for a seat: its player, whether this phone has the seat, and whether another phone has it."""

    value: str
    name: str
    mine: bool
    taken: bool


@bp.get("")
def page(table_id: str) -> str:
    """Ask whose phone this is."""
    return _render(load_scorable_table(table_id))


@bp.post("")
def take(table_id: str) -> Response | tuple[str, int]:
    """Let this phone take a seat, give it up, or just watch. Taking the seat of another phone needs a second tap."""
    table = load_scorable_table(table_id)
    PlainForm().validate_on_submit()
    store = tables().store
    if request.form.get("watch"):
        # The last scoring phone is refused: nobody could score or invite any more.
        if store.only_watch(table.id, browser()):
            return redirect(url_for("table.tally", table_id=table_id), 303)
        text = Text("No other phone is scoring. Invite another one first, then this phone can just watch.")
        return _render(table, Notice("certain", text)), 409
    try:
        seat = _parse_seat(table, request.form.get("move") or request.form.get("seat", ""))
    except Malformed as wrong:
        return _render(table, Notice("certain", wrong.reason)), 422
    if (
        seat is not None
        and "move" not in request.form
        and store.find_seat_claims(table.id).get(seat, browser()) != browser()
    ):
        text = Text("Another phone is already playing as %(who)s.", who=table.setup.name(seat))
        move = Button(Text("I am %(who)s", who=table.setup.name(seat)), "move", str(seat))
        return _render(table, Notice("plain", text, (move,))), 409
    store.take_seat(table.id, browser(), seat)
    # A remembered way would hide the one for the own seat, which is the default from now on.
    remember_way(table.game, "")
    return redirect(_find_next_page(table), 303)


def _parse_seat(table: Table, value: str) -> Seat | None:
    """Return the seat named by a button, or None for a shared phone. Raise Malformed if the seat is empty."""
    if value == SHARED_PHONE:
        return None
    seat = parse_small(value)
    # Only seats of the next round: who has left by then has nothing more to enter.
    if seat is None or seat not in table.setup.seats(table.seated_from):
        raise Malformed("seat", Text("That seat is empty."))
    return seat


def _find_next_page(table: Table) -> str:
    """Return the address of the round being scored.

    Between two rounds and after the game, return the address of the running totals instead.
    """
    round = table.next_round
    if round is None or (table.rounds and round > table.rounds):
        return url_for("table.tally", table_id=table.id)
    return url_for("entry.page", table_id=table.id, round=round)


def _render(table: Table, notice: Notice | None = None) -> str:
    """Return the page that asks for a seat. `notice` says what was wrong with a tap."""
    round = table.seated_from
    mine, seated = own_seat(table), tables().store.find_seat_claims(table.id)
    return render_template(
        "people/seat.html",
        page=Head(table.name, describe_round(table, round), url_for("table.tally", table_id=table.id)),
        table=build_head(table),
        more=build_menu(table, "swap"),
        places=[
            Place(str(seat), table.setup.name(seat), seat == mine, seat in seated and seat != mine)
            for seat in table.setup.seats(round)
        ],
        middle=SHARED_PHONE,
        notice=notice,
        action=url_for("own.page", table_id=table.id),
    )
