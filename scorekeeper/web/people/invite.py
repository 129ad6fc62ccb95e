"""Let others in: a QR code, a short code while the table is open, and a link that only watches; or end all of these."""

import time
from typing import NamedTuple

import segno
from flask import Blueprint, redirect, render_template, request, url_for
from markupsafe import Markup
from werkzeug.wrappers import Response

from scorekeeper.language.text import Literal, Plural, Text
from scorekeeper.table.table import Table
from scorekeeper.web.inputs import PlainForm
from scorekeeper.web.layout import Head, head, more
from scorekeeper.web.request import browser, public_url, scored_table, tables

bp = Blueprint("invite", __name__, url_prefix="/t/<table_id>/invite")


class Guest(NamedTuple):
    """A line of the list: a seat or the screens that watch, and who is there."""

    name: Text
    about: Text
    icon: str


@bp.route("", methods=["GET", "POST"])
def page(table_id: str) -> Response | str:
    """Show how others come in, to score or only to watch; open the table for joining again."""
    table = scored_table(table_id)
    if request.method == "POST":
        PlainForm().validate_on_submit()
        tables().open_joining(table_id)
        return redirect(url_for("invite.page", table_id=table_id), 303)
    store = tables().store
    row = store.table(table_id) or table.row
    watching = "watch" in request.args
    link = public_url("home.link_page", link=store.link(table_id, "watch" if watching else "score"))
    minutes = -(-(row.open_until - int(time.time())) // 60)
    here = url_for("invite.page", table_id=table_id)
    return render_template(
        "people/invite.html",
        page=Head(Text("Watch link") if watching else Text("Invite"), table.game.name, _tally(table_id)),
        table=head(table),
        more=more(table),
        qr=Markup(segno.make(link, error="m").svg_inline(border=0, dark="#1C1B18", light=None, omitsize=True)),
        watching=watching,
        link=link,
        code=row.code,
        address=public_url("home.code_page", code=row.code).partition("://")[2],
        is_open=minutes > 0,
        open_until=Plural(
            "Works for %(count)s more minute.", "Works for %(count)s more minutes.", minutes, minutes=minutes
        )
        if minutes > 0
        else Text("Closed for joining."),
        guests=_guests(table),
        other_url=here if watching else f"{here}?watch=yes",
        back_url=_tally(table_id),
        action=here,
        end_url=url_for("invite.end", table_id=table_id),
    )


@bp.post("/end")
def end(table_id: str) -> Response:
    """End all links of the table, and what they let in; this phone gets the new ones."""
    scored_table(table_id)
    PlainForm().validate_on_submit()
    tables().end_links(table_id, browser())
    return redirect(url_for("invite.page", table_id=table_id), 303)


def _tally(table_id: str) -> str:
    return url_for("table.tally", table_id=table_id)


def _guests(table: Table) -> list[Guest]:
    """The seats with who has a phone there, then how many screens watch."""
    seated = tables().store.seated(table.id)
    guests = []
    for seat in table.setup.seats(table.seated_from):
        name = Literal(table.setup.name(seat))
        if seat not in seated:
            guests.append(Guest(name, Text("free seat"), ""))
        else:
            mine = seated[seat] == browser()
            guests.append(Guest(name, Text("this phone") if mine else Text("joined"), "check"))
    watching = tables().store.watching(table.id)
    if watching:
        about = Plural("%(count)s screen watches", "%(count)s screens watch", watching)
        guests.append(Guest(Text("Watching"), about, "tv"))
    return guests
