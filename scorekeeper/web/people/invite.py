"""Invitations by QR code, by join code while joining is open, or by watch link, and pages to revoke them all."""

import math
import time
from contextlib import suppress
from typing import Any, NamedTuple

from flask import Blueprint, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from scorekeeper.group.group import Group
from scorekeeper.language.text import Literal, Plural, Text
from scorekeeper.printing.templates import draw_qr_code
from scorekeeper.storage import access, journals
from scorekeeper.storage.access import seconds_open
from scorekeeper.storage.contract import Unwritable
from scorekeeper.table.table import StoredTable, Table
from scorekeeper.web.group.group_table import list_groups_of
from scorekeeper.web.layout import (
    Head,
    Link,
    TableHead,
    build_group_head,
    build_group_menu,
    build_head,
    build_menu,
    came_from,
)
from scorekeeper.web.request import browser, load_scorable_group, load_scorable_table, public_url, tables

bp = Blueprint("invite", __name__)


class Guest(NamedTuple):
    """A row in the list of those who have access: a seat, a group, or watching screens."""

    name: Text
    about: Text
    icon: str


class Invitation(NamedTuple):
    """A table or group that others are invited to, with the list of who has access."""

    where: dict[str, Any]
    """The id of the table or group, as in addresses."""
    name: Text | str
    url: str
    """The address of the table or group."""
    head: TableHead
    more: list[Link]
    guests: list[Guest]
    card_url: str = ""
    """Address of the page that prints a card, "" for a group."""
    board_url: str = ""
    """Address of the TV scoreboard, "" for a group."""
    leaves: tuple[str, ...] = ()
    """Names of the groups that lose the table when its links are revoked."""


@bp.route("/t/<table_id>/invite", methods=["GET", "POST"])
@bp.route("/g/<group_id>/invite", methods=["GET", "POST"])
def page(table_id: str = "", group_id: str = "") -> Response | str:
    """Show how others can join a table or group, to score or to watch, and open it for joining by code."""
    if group_id:
        _open_joining(load_scorable_group(group_id).stored)
        return _render(_invite_to_group(load_scorable_group(group_id)))
    _open_joining(load_scorable_table(table_id).stored)
    return _render(_invite_to_table(load_scorable_table(table_id)))


def _open_joining(row: StoredTable) -> None:
    """Open a table or group for joining by code if it is closed. Whoever asks for its invitation wants to invite.

    A POST starts the ten minutes again.
    """
    if request.method == "GET" and seconds_open(row.open_until, time.time()):
        return
    # If nothing can be written, the page still has the QR code, and a button that tries again.
    with suppress(Unwritable):
        access.open_joining(tables().store, row.id, int(time.time()))


def _render(to: Invitation) -> Response | str:
    watching = "watch" in request.args
    action, other_url = [url_for("invite.page", **to.where, watch=watch) for watch in (None, "yes")]
    if watching:
        action, other_url = other_url, action
    if request.method == "POST":
        return redirect(action, 303)
    store = tables().store
    (id,) = to.where.values()
    row = journals.find_table(store, id)
    assert row
    link = public_url("home.link_page", link=access.find_link(store, id, "watch" if watching else "score"))
    # Without “https://”, which nobody has to type.
    address = public_url("home.code_page", code=row.code).partition("://")[2]
    # Rounded up, so that a code which still works never shows 0 minutes.
    minutes = math.ceil(seconds_open(row.open_until, int(time.time())) / 60)
    return render_template(
        "people/invite.html",
        page=Head(Text("TV scoreboard") if watching else Text("Invite"), to.name, came_from(to.url)),
        table=to.head,
        more=to.more,
        qr=draw_qr_code(link),
        watching=watching,
        link=link,
        code=row.code,
        address=address,
        host=address.removesuffix(f"/{row.code}"),
        is_open=minutes > 0,
        open_until=Plural(
            "The code works for %(count)s more minute.",
            "The code works for %(count)s more minutes.",
            minutes,
            minutes=minutes,
        )
        if minutes > 0
        else Text("Joining is closed."),
        to=to,
        other_url=other_url,
        action=action,
        end_url=url_for("invite.end", **to.where),
    )


@bp.post("/t/<table_id>/invite/end")
@bp.post("/g/<group_id>/invite/end")
def end(table_id: str = "", group_id: str = "") -> Response:
    """Revoke all links of a table or group, and all access gained through them. This phone keeps its access.

    A table also leaves the groups in which this phone does not score. A group takes its tables with it.
    """
    if group_id:
        load_scorable_group(group_id)
    else:
        load_scorable_table(table_id)
    tables().end_links(group_id or table_id, browser())
    return redirect(url_for("invite.page", **(request.view_args or {})), 303)


def _invite_to_table(table: Table) -> Invitation:
    """Return the invitation to a table, with the state of its seats, its groups, and the number of watching screens."""
    seated = access.find_seat_claims(tables().store, table.id)
    guests = []
    for seat in table.setup.seats(table.seated_from):
        name = Literal(table.setup.name(seat))
        if seat not in seated:
            guests.append(Guest(name, Text("free seat"), ""))
        else:
            mine = seated[seat] == browser()
            guests.append(Guest(name, Text("this phone") if mine else Text("joined"), "check"))
    in_groups = list_groups_of(table)
    guests += [
        Guest(Text("Group %(name)s", name=group.name), _describe_scoring(group.scoring), "") for group in in_groups
    ]
    return Invitation(
        where={"table_id": table.id},
        name=table.name,
        url=url_for("table.tally", table_id=table.id),
        head=build_head(table),
        more=build_menu(table),
        guests=[*guests, *_list_watching(table.id)],
        card_url=url_for("card.page", table_id=table.id),
        board_url=url_for("board.page", table_id=table.id),
        # Revoking removes the table from every group in which this phone does not score.
        leaves=tuple(group.name for group in in_groups if not group.mine),
    )


def _invite_to_group(group: Group) -> Invitation:
    """Return the invitation to a group, with the numbers of scoring phones and watching screens."""
    about = _describe_scoring(access.count_members(tables().store, group.id, "score"))
    return Invitation(
        where={"group_id": group.id},
        name=group.name,
        url=url_for("group.page", group_id=group.id),
        head=build_group_head(group),
        more=build_group_menu(group),
        guests=[Guest(Text("Keeping score"), about, "pencil"), *_list_watching(group.id)],
    )


def _describe_scoring(scoring: int) -> Text:
    return Plural("%(count)s phone scoring", "%(count)s phones scoring", scoring)


def _list_watching(table_id: str) -> list[Guest]:
    watching = access.count_members(tables().store, table_id, "watch")
    about = Plural("%(count)s screen watching", "%(count)s screens watching", watching)
    return [Guest(Text("Watching"), about, "eye")] if watching else []
