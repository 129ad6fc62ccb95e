"""Pages that keep up: a phone that already shows the newest line gets 204, any other one gets the page.

The server draws a page once for all phones of the same kind. Its forms then have no CSRF token, and all phones get the
same idempotency key. The script of each phone gives its forms a key and a token of their own.
"""

import json
import time
from contextlib import suppress
from secrets import token_urlsafe

from flask import Blueprint, Response, g, render_template, request, session
from flask_wtf.csrf import generate_csrf

from scorekeeper.language.text import Text
from scorekeeper.storage import access, journals
from scorekeeper.storage.contract import Unwritable
from scorekeeper.table.journal import Seen
from scorekeeper.web.people.rate_limit import find_network
from scorekeeper.web.request import (
    TYPED_CODE,
    browser,
    is_in_home_network,
    language,
    load_live_group,
    load_visible_table,
    tables,
)


def describe_viewer() -> str:
    """Return everything in which a shared page can differ between two phones, as a string."""
    network = "home" if is_in_home_network() else "elsewhere"
    kept = json.dumps([session.get(TYPED_CODE), session.get("ways")])
    return f"{g.role} {g.get('seat')} {language()} {network} {request.host_url} {kept}"


def share_page() -> None:
    """Let the server send the page that is now drawn to all phones of the same kind, which the header `Shared` names.

    Only a page that the phone's script requests is shared. It has no CSRF token.
    """
    # Only the script sends `Seen`.
    if "HTTP_SEEN" in request.environ:
        g.shared = describe_viewer()


def csrf_token() -> str:
    """Return the CSRF token of this phone's forms, or "" on a page that many phones share.

    The unsigned token is created here if the session has none, with 22 characters. Flask-WTF would create one of 40,
    which every page and request would carry.
    """
    if "shared" in g:
        return ""
    if not isinstance(session.get("csrf_token"), str):
        session["csrf_token"] = token_urlsafe(16)
    return str(generate_csrf())


bp = Blueprint("live", __name__)


@bp.get("/offline")
def offline() -> str:
    """Show the page that phones cache for times without a connection. It contains nothing about any table."""
    return render_template("offline.html", title=Text("No connection"))


@bp.get("/t/<table_id>/bell")
def bell(table_id: str) -> Response:
    """Return the number of the newest line to a browser that may see the table.

    The number is in the `Newest` header of an empty response. The app's own server turns that response into
    server-sent events. Behind another server, the phone gets the empty response and polls instead.
    """
    # Before access is checked: if a link is revoked in between, the stream ends even if that notification is lost.
    store = tables().store
    store.note_closed(table_id)
    newest = load_visible_table(table_id).seen
    # A board asks for its stream again every few minutes. If its letters cannot be stored, they expire.
    with suppress(Unwritable):
        access.keep_letters(store, table_id, int(time.time()))
    return _answer_newest(newest)


@bp.get("/g/<group_id>/bell")
def group_bell(group_id: str) -> Response:
    """Return the newest line numbers of a group and its tables to a browser that may see the group."""
    tables().store.note_closed(group_id)
    return _answer_newest(load_live_group(group_id)[1])


def _answer_newest(newest: Seen) -> Response:
    # The middleware shares streams out by client network, but only the app knows which proxies are trusted.
    home = find_network(request.remote_addr or "")
    return Response(status=204, headers={"Newest": str(newest), "Kind": describe_viewer(), "Household": home})


def answer_unchanged() -> Response | None:
    """Return 204 if the request's `Seen` header names the newest line. Return None if the page has to be rendered.

    Return None as well for an event stream, which is answered to every phone alike.
    """
    if request.endpoint in ("live.bell", "live.group_bell"):
        return None
    seen = Seen.parse(request.headers.get("Seen", ""))
    where = request.view_args or {}
    table_id = where.get("table_id", where.get("group_id"))
    # A phone that has lost access gets no 204 but the page that says so.
    if (
        request.method != "GET"
        or table_id is None
        or seen is None
        or not access.find_role(tables().store, table_id, browser())
    ):
        return None
    newest = (
        journals.find_news(tables().store, table_id)
        if "group_id" in where
        else journals.find_newest(tables().store, table_id)
    )
    return Response(status=204) if seen in (newest, Seen(newest.seq)) else None


def set_page_headers(response: Response) -> Response:
    """Set the `Op` header: the idempotency key that a tap sent in its own `Op` header, otherwise "page".

    Phones accept only responses with this header, because a captive portal can answer in place of the app. A redirect
    after a tap with an `Op` header becomes 204 with a `Location`, because `fetch` would follow a redirect and hide it.
    """
    # Shortened, because the header is sent back.
    op = request.headers.get("Op", "")[:64] if request.method == "POST" else ""
    response.headers["Op"] = op or "page"
    if "shared" in g and response.status_code == 200:
        response.headers["Shared"] = g.shared
    # The service worker keeps no such page, because everybody who uses this phone could open it without a connection.
    if g.get("secret"):
        response.headers["Secret"] = "yes"
    if op and response.status_code in (302, 303):
        response.status_code = 204
        response.set_data(b"")
    return response
