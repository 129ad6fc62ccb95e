"""What can be printed at a table: its scores, blank pads, and the card with which others join."""

from typing import NamedTuple

from flask import Blueprint, g, render_template, url_for

from scorekeeper.language.text import Text
from scorekeeper.web.layout import Head, build_head, build_menu, build_pad_url, describe_round
from scorekeeper.web.request import load_visible_table

bp = Blueprint("prints", __name__)


class Print(NamedTuple):
    """Something to print."""

    label: Text
    about: Text
    url: str
    icon: str = "print"
    """What a tap does: most are printed, a pad can be shared."""


@bp.get("/t/<table_id>/print")
def page(table_id: str) -> str:
    """Show what can be printed."""
    table = load_visible_table(table_id)
    prints, head = [], build_head(table)
    if table.rounds:
        newest = describe_round(table, table.rounds)
        prints += [
            Print(Text("Score sheet"), newest, f"{head.url}{table.rounds}/sheet.pdf"),
            Print(Text("Running totals"), Text("All rounds, as PDF"), f"{head.url}tally.pdf"),
        ]
    prints.append(
        Print(Text("Blank score pads"), Text("With the players and rules of this table"), build_pad_url(table))
    )
    if g.role == "score":
        card = url_for("card.page", table_id=table_id)
        prints.append(Print(Text("Card"), Text("With the Wi-Fi and this table, for others to join"), card))
    if table.game.file:
        pad = url_for("pads.page", slug=table.game.slug)
        prints.append(Print(Text("Save or share the pad"), Text("As a link, a QR code or a file"), pad, "share"))
    return render_template(
        "print/of_table.html",
        page=Head(Text("Print"), table.name, head.url),
        table=head,
        more=build_menu(table, "print"),
        prints=prints,
    )
