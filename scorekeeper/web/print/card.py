"""What can be printed at a table, and the card with which phones sit down there in one go: the Wi-Fi and the table."""

from contextlib import suppress

from flask import Blueprint, Response, current_app, g, render_template, request, url_for

from scorekeeper.games.errors import Malformed
from scorekeeper.language.text import Text
from scorekeeper.printing.card import Wifi, render_card
from scorekeeper.printing.press import Unprintable, print_html
from scorekeeper.storage import access
from scorekeeper.storage.contract import Unusable
from scorekeeper.table.table import Table
from scorekeeper.web.forms import Form, TextField
from scorekeeper.web.layout import Head, Link, build_head, build_menu, build_pad_url, describe_round
from scorekeeper.web.print.paper import browser_page, parse_paper
from scorekeeper.web.request import (
    is_in_home_network,
    load_scorable_table,
    load_visible_table,
    paper_language,
    public_url,
    tables,
)

bp = Blueprint("card", __name__)

SSID_BYTES = 32
"""Maximum length of the name of a wireless network (IEEE 802.11)."""

PASSWORD = range(8, 64)
"""Possible lengths of a WPA password."""


class CardForm(Form):
    """The Wi-Fi for a card. It is used for this print only and stored nowhere."""

    network = TextField()
    password = TextField()


@bp.route("/t/<table_id>/card", methods=["GET", "POST"])
def page(table_id: str) -> Response | str | tuple[str, int]:
    """Ask for the Wi-Fi. A POST returns the card as a PDF, or as a page to print if this computer cannot print."""
    table = load_scorable_table(table_id)
    form = CardForm()
    if request.method == "GET":
        return _render_form(table, form)
    try:
        wifi = find_wifi() or parse_wifi(form.network.data, form.password.data)
    except Malformed as wrong:
        form.refuse(wrong.reason, wrong.key)
        return _render_form(table, form), 422
    link = public_url("home.link_page", link=access.find_link(tables().store, table.id, "score"))
    html = render_card(table.name, link, wifi, parse_paper(), paper_language())
    try:
        # Nothing of it stays in memory, because it contains a password.
        response = Response(print_html(html, first=True, keep=False), mimetype="application/pdf")
        response.headers["Content-Disposition"] = 'inline; filename="scorekeeper-card.pdf"'
    except Unprintable:
        response = browser_page(html)
    response.headers["Cache-Control"] = "no-store"
    return response


def find_wifi() -> Wifi | None:
    """Return the Wi-Fi in the setting WIFI, or None if this phone is not told it.

    Anybody can start a table and score there, so only phones in the host's own network are told.
    """
    wifi: Wifi | None = current_app.config["WIFI"]
    return wifi if is_in_home_network() else None


def _render_form(table: Table, form: CardForm) -> str:
    wifi = find_wifi()
    return render_template(
        "print/card.html",
        page=Head(Text("Print a card"), table.name, url_for("invite.page", table_id=table.id)),
        table=build_head(table),
        more=build_menu(table),
        form=form,
        known=wifi.name if wifi else "",
    )


def parse_wifi(network: str, password: str) -> Wifi | None:
    """Return the Wi-Fi that was typed, or None if nothing was. Raise Malformed if it cannot exist."""
    network = network.strip()
    if not network and not password:
        return None
    if not network:
        raise Malformed("network", Text("Enter the Wi-Fi name too."))
    if len(network.encode()) > SSID_BYTES or not network.isprintable():
        raise Malformed("network", Text("A Wi-Fi name has at most %(most)s characters.", most=SSID_BYTES))
    if password and not (len(password) in PASSWORD and password.isascii() and password.isprintable()):
        text = "A Wi-Fi password has %(low)s to %(high)s characters, without accents."
        raise Malformed("password", Text(text, low=PASSWORD[0], high=PASSWORD[-1]))
    return Wifi(network, password)


def parse_setting(setting: object) -> Wifi | None:
    """Return the Wi-Fi in the setting WIFI, or None if it is not set. Raise Unusable if it is invalid."""
    if setting is None:
        return None
    if isinstance(setting, tuple | list) and len(setting) == 2 and all(isinstance(part, str) for part in setting):
        with suppress(Malformed):
            if wifi := parse_wifi(*setting):
                return wifi
    raise Unusable(Text("WIFI in config.py must be the name and the password of a network, in brackets."))


# All that can be printed at a table


@bp.get("/t/<table_id>/print")
def list_prints(table_id: str) -> str:
    """Show what can be printed."""
    table = load_visible_table(table_id)
    prints, head = [], build_head(table)
    if table.rounds:
        newest = describe_round(table, table.rounds)
        prints += [
            Link(Text("Score sheet"), f"{head.url}{table.rounds}/sheet.pdf", "print", about=newest),
            Link(Text("Running totals"), f"{head.url}tally.pdf", "print", about=Text("All rounds, as PDF")),
        ]
    rules = Text("With the players and rules of this table")
    prints.append(Link(Text("Blank score pads"), build_pad_url(table), "print", about=rules))
    if g.role == "score":
        about = Text("With the Wi-Fi and this table, for others to join")
        prints.append(Link(Text("Card"), url_for("card.page", table_id=table_id), "print", about=about))
    if table.game.file:
        pad = url_for("pads.page", slug=table.game.slug)
        prints.append(Link(Text("Save or share the pad"), pad, "share", about=Text("As a link, a QR code or a file")))
    return render_template(
        "print/of_table.html",
        page=Head(Text("Print"), table.name, head.url),
        table=head,
        more=build_menu(table, "print"),
        prints=prints,
    )
