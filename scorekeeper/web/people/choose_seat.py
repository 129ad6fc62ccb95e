"""The seat of this phone: chosen once, remembered, changed or given up at any time."""

from dataclasses import replace

from flask import Blueprint, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from scorekeeper.games.errors import Illegal, Malformed
from scorekeeper.games.pad import Seat
from scorekeeper.games.signs import SIGNS, choose_sign, complete_signs, omit_given_signs
from scorekeeper.games.user_input import NAME_LENGTH, is_same_name
from scorekeeper.language.text import Text
from scorekeeper.storage import access
from scorekeeper.table.table import Table
from scorekeeper.web.entry.ways import remember_way
from scorekeeper.web.forms import Form, TextField, parse_small
from scorekeeper.web.layout import Head, build_head, build_menu, came_from, describe_round
from scorekeeper.web.notice import Button, Notice
from scorekeeper.web.people.new_table import add_player, record_setup
from scorekeeper.web.people.seating import list_sign_offers
from scorekeeper.web.request import browser, is_phone, load_scorable_table, own_seat, tables

bp = Blueprint("own", __name__, url_prefix="/t/<table_id>/seat")

SHARED_PHONE = "none"
"""Value of the button for a phone shared by everybody."""


class SeatForm(Form):
    """Buttons for the seat of this phone: `move` takes over the seat of another phone, `watch` needs no seat.

    `sign` is the number of the sign that the player in this seat chooses, `name` the name of a new player.
    """

    seat = TextField()
    move = TextField()
    watch = TextField()
    sign = TextField(most=2)
    name = TextField()

    def parse_seat(self, table: Table) -> Seat | None:
        """Return the seat of the tapped button, or None for a shared phone. Raise Malformed if the seat is empty."""
        chosen = self.move.data or self.seat.data
        if chosen == SHARED_PHONE:
            return None
        seat = parse_small(chosen)
        # Only seats of the next round: who has left by then has nothing more to enter.
        if seat is None or seat not in table.setup.seats(table.seated_from):
            raise Malformed("seat", Text("That seat is empty."))
        return seat


@bp.route("", methods=["GET", "POST"])
def page(table_id: str) -> Response | str | tuple[str, int]:
    """Let this phone take a seat, give it up, or just watch. Taking the seat of another phone needs a second tap."""
    table, form = load_scorable_table(table_id), SeatForm()
    if request.method != "POST":
        return _render(table)
    try:
        if form.sign.sent:
            return _choose_sign(table, parse_small(form.sign.data))
        if form.name.sent:
            return _seat_newcomer(table, form.name.data)
        if form.watch.data:
            return _only_watch(table)
        seat = form.parse_seat(table)
    except (Malformed, Illegal) as wrong:
        return _render(table, Notice("certain", wrong.reason), form.name.data), 422
    is_taken = seat is not None and access.find_seat_claims(tables().store, table.id).get(seat, browser()) != browser()
    if seat is not None and is_taken and not form.move.sent:
        text = Text("Another phone is already playing as %(who)s.", who=table.setup.name(seat))
        move = Button(Text("I am %(who)s", who=table.setup.name(seat)), "move", str(seat))
        return _render(table, Notice("plain", text, (move,))), 409
    return _sit_down(table, seat)


def _only_watch(table: Table) -> Response | tuple[str, int]:
    """Let this phone just watch. The last scoring phone is refused: nobody could score or invite any more."""
    if tables().only_watch(table.id, browser()):
        # On a television or laptop that is the scoreboard.
        return redirect(url_for("table.tally" if is_phone() else "board.page", table_id=table.id), 303)
    text = Text("No other phone is scoring. Invite another one first, then this phone can just watch.")
    return _render(table, Notice("certain", text)), 409


def _sit_down(table: Table, seat: Seat | None) -> Response:
    tables().take_seat(table.id, browser(), seat)
    # A remembered way would hide the one for the own seat, which is the default from now on.
    remember_way(table.game, "")
    return redirect(_find_next_page(tables().load(table.id)), 303)


def may_add_newcomer(table: Table) -> bool:
    """Return whether a newcomer can be seated without changing a game that has begun."""
    return not table.rounds and len(table.setup.seats(1)) < table.game.seats[1]


def _seat_newcomer(table: Table, name: str) -> Response:
    """Add a player with this name, whose phone this is. Raise Malformed or Illegal if that is not possible."""
    mine = own_seat(table)
    # A second tap on the button has nothing left to do.
    if mine is not None and is_same_name(name, table.setup.name(mine)):
        return redirect(_find_next_page(table), 303)
    if not may_add_newcomer(table):
        raise Malformed("name", _describe_newcomers(table))
    return _sit_down(table, add_player(table, name))


def _describe_newcomers(table: Table) -> Text:
    if may_add_newcomer(table):
        return Text("Not on the list? Enter your name.")
    if len(table.setup.seats(table.seated_from)) >= table.game.seats[1]:
        return Text("Not on the list? The table is full, but you can just watch.")
    return Text("Not on the list? Just watch, or ask somebody at the table to add you under Players and rules.")


def _choose_sign(table: Table, number: int | None) -> Response | tuple[str, int]:
    """Give the player in the seat of this phone another sign. Answer 422 if there is no such seat or sign.

    Raise Illegal if the table refuses the change.
    """
    seat = own_seat(table)
    if seat is None or number is None or number >= len(SIGNS):
        return _render(table), 422
    signs = omit_given_signs(choose_sign(_list_signs(table), seat, number))
    record_setup(table, replace(table.setup, signs=signs))
    return redirect(url_for("own.page", table_id=table.id), 303)


def _list_signs(table: Table) -> tuple[int, ...]:
    return complete_signs(table.setup.signs, len(table.setup.players))


def _find_next_page(table: Table) -> str:
    """Return the address of the round being scored.

    Between two rounds and after the game, return the address of the running totals instead.
    """
    round = table.next_round
    if round is None or (table.rounds and round > table.rounds):
        return url_for("table.tally", table_id=table.id)
    return url_for("entry.page", table_id=table.id, round=round)


def _render(table: Table, notice: Notice | None = None, typed: str = "") -> str:
    round = table.seated_from
    mine, seated = own_seat(table), access.find_seat_claims(tables().store, table.id)
    return render_template(
        "people/seat.html",
        page=Head(table.name, describe_round(table, round), came_from(url_for("table.tally", table_id=table.id))),
        table=build_head(table),
        more=build_menu(table, "people"),
        setup=table.setup,
        seats=table.setup.seats(round),
        mine=mine,
        taken=set(seated) - {mine},
        offers=[] if mine is None else list_sign_offers(table.setup.players, _list_signs(table), mine),
        middle=SHARED_PHONE,
        newcomers=_describe_newcomers(table) if mine is None else None,
        seats_free=may_add_newcomer(table),
        typed=typed,
        most=NAME_LENGTH,
        notice=notice,
        action=url_for("own.page", table_id=table.id),
    )
