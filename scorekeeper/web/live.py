"""Live pages: a phone that has seen the newest line gets nothing, every other one its page as always."""

from flask import Blueprint, Response, render_template, request

from scorekeeper.language.text import Text
from scorekeeper.table.journal import Seen
from scorekeeper.web.page_cache import kind
from scorekeeper.web.people.rate_limit import household
from scorekeeper.web.request import asker, browser, followed_group, seen_table, tables

bp = Blueprint("live", __name__)


@bp.get("/offline")
def offline() -> str:
    """Show what a phone keeps to show where there is no connection; there is nothing of any table in it."""
    return render_template("offline.html", title=Text("No connection"))


@bp.get("/t/<table_id>/bell")
def bell(table_id: str) -> Response:
    """Say the number of the newest line to a browser that may see the table.

    The bell in front of the app turns this into a stream. Behind another server it stays what it is: nothing to
    listen to, so that the phone asks by itself.
    """
    tables().store.note_closed(table_id)
    return _newest(seen_table(table_id).seen)


@bp.get("/g/<group_id>/bell")
def group_bell(group_id: str) -> Response:
    """Say how far the lines of a group and of its tables go to a browser that may see the group."""
    tables().store.note_closed(group_id)
    return _newest(followed_group(group_id)[1])


def _newest(newest: Seen) -> Response:
    home = household(request.remote_addr or "")
    return Response(status=204, headers={"Newest": str(newest), "Kind": kind(asker()), "Household": home})


def unchanged() -> Response | None:
    """Answer 204 where the phone says in `Seen` that the line it shows is the newest; None lets the page be drawn."""
    seen = Seen.read(request.headers.get("Seen", ""))
    where = request.view_args or {}
    id = where.get("table_id", where.get("group_id"))
    if request.method != "GET" or id is None or seen is None or not tables().store.role(id, browser()):
        return None
    newest = tables().store.news(id) if "group_id" in where else tables().store.newest(id)
    return Response(status=204) if seen in (newest, Seen(newest.seq)) else None


def named(response: Response) -> Response:
    """Say in `Op` whose answer this is: that of the tap with this number, or a page of the app for whoever asks.

    So a phone takes no answer of something between for one. A browser that follows a redirect by itself would not
    tell what answered first: a tap with a number of its own is told in `Location` where to go.
    """
    op = request.headers.get("Op", "")[:64] if request.method == "POST" else ""
    response.headers["Op"] = op or "page"
    if op and response.status_code in (302, 303):
        response.status_code = 204
        response.set_data(b"")
    return response
