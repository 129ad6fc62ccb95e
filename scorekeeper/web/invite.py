"""Let others in: a QR code, a short code while the table is open, and a link that only watches."""

import time

import segno
from flask import Blueprint, redirect, render_template, request, url_for
from markupsafe import Markup
from werkzeug.wrappers import Response

from scorekeeper.text import Literal, Text
from scorekeeper.web.common import public_url, scored_table, tables
from scorekeeper.web.fields import PlainForm
from scorekeeper.web.table import Head, head, more

bp = Blueprint("invite", __name__, url_prefix="/t/<table>/invite")


@bp.route("", methods=["GET", "POST"])
def page(table: str) -> Response | str:
    """Let others in: a QR code, a short code while the table is open, and a link that only watches."""
    found = scored_table(table)
    now = int(time.time())
    if request.method == "POST":
        PlainForm().validate_on_submit()
        tables().open_joining(table)
        return redirect(url_for("invite.page", table=table), 303)
    store = tables().store
    row = store.table(table) or found.row
    link = public_url("home.link_page", link=store.link(table, "score"))
    minutes = -(-(row.open_until - now) // 60)
    is_open = minutes > 0
    return render_template(
        "invite.html",
        page=Head(str(Text("Invite")), Literal(found.game.name), url_for("table.tally", table=table)),
        table=head(found),
        more=more(found),
        qr=Markup(segno.make(link, error="m").svg_inline(border=0, dark="#1C1B18", light=None, omitsize=True)),
        code=row.code,
        address=public_url("home.code_page", code=row.code).partition("://")[2],
        is_open=is_open,
        open_until=Text("Works for %(minutes)s more minutes.", minutes=minutes)
        if is_open
        else Text("Closed for joining."),
        seats=[(found.setup.name(seat), "") for seat in found.setup.seats(max(found.rounds, 1))],
        link=link,
        watch_url=public_url("home.link_page", link=store.link(table, "watch")),
        back_url=url_for("table.tally", table=table),
        action=url_for("invite.page", table=table),
    )
