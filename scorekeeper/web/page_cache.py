"""Cache of rendered pages, shared by all phones that may see the same page.

A page is rendered in a request of its own, made only from its cache key. So a template cannot leak one phone's request
into a page sent to others. Idempotency keys and CSRF tokens are placeholders, replaced in each response.
"""

import re
import threading
import time
from collections import OrderedDict
from collections.abc import Callable
from functools import lru_cache
from io import BytesIO
from secrets import token_urlsafe
from typing import NamedTuple, cast

from flask import Flask, Response, current_app, g, request, session
from flask_wtf.csrf import generate_csrf

from scorekeeper.games.pad import Seat
from scorekeeper.table.journal import Seen
from scorekeeper.table.table import Table
from scorekeeper.web.inputs import new_op
from scorekeeper.web.request import TYPED_CODE, Phone, TapRequest, current_phone, is_in_home_network, tables

OP, TOKEN = "\ue000", "\ue001"
"""Placeholders for the idempotency key and the CSRF token: characters that names cannot contain."""

PAGES_IN_MEMORY = 768
"""The maximum number of rendered pages and parts of pages in memory."""

LETTERS_IN_MEMORY = 32 * 1024 * 1024
"""The maximum number of characters of all rendered pages in memory together."""

SPLIT_IN_MEMORY = 64
"""The maximum number of pages in memory that are split at their placeholders."""

TOKENS_IN_MEMORY = 4096
"""The maximum number of signed CSRF tokens in memory."""


UNDO_SECONDS = 6
"""Seconds for which pages say what was just taken back, as in `static/app.css`. Later the history has it."""


class Viewer(NamedTuple):
    """Everything in which a page can differ between two phones, apart from its placeholders."""

    language: str
    role: str = ""
    seat: Seat | None = None


def make_viewer(phone: Phone) -> Viewer:
    """Return the viewer of this request: what a page may know about the phone and its access to the table."""
    return Viewer(phone.language, g.role, g.get("seat"))


def describe_viewer(viewer: Viewer) -> str:
    """Return the viewer of this request, and from where and at which address it finds the app, as a string.

    Phones with the same string are sent the same pages.
    """
    network = "home" if is_in_home_network() else "elsewhere"
    code = session.get(TYPED_CODE, "")
    return f"{viewer.role} {viewer.seat} {viewer.language} {code} {network} {request.host_url}"


class CacheKey(NamedTuple):
    """The cache key of a rendered page or part of a page.

    `newest` is the newest line of the table, so every new line leads to new pages. `prefix` is the path in front of all
    addresses, `query` the query string. `part` names the part of the page, "" for the whole page. `more` are all other
    values that the page shows.
    """

    endpoint: str
    table: str
    newest: Seen
    viewer: Viewer
    prefix: str
    round: int | None = None
    query: str = ""
    part: str = ""
    more: tuple[object, ...] = ()


def make_key(table: Table, endpoint: str, viewer: Viewer, *more: object, part: str = "") -> CacheKey:
    """Return the cache key of a page of a table in its present state.

    `more` are further values that the page shows and that do not follow from the journal.
    """
    # The notice about what was taken back is not on a later page.
    if table.just_taken_back and is_undo_fresh(table.lines[-1].at):
        more = (*more, "just taken back")
    return CacheKey(
        endpoint=endpoint, table=table.id, newest=table.seen, viewer=viewer, prefix=prefix(), part=part, more=more
    )


def is_undo_fresh(at: float) -> bool:
    """Return whether something taken back at this Unix time is still offered to be restored beside the page."""
    return time.time() - at < UNDO_SECONDS


def prefix() -> str:
    """Return the path in front of all addresses of the app, as set by a reverse proxy."""
    return request.root_path.rstrip("/")


class Pages:
    """The most recently used pages of one app. Entries are never invalidated: their keys contain the newest line."""

    def __init__(self) -> None:
        self._drawn: OrderedDict[CacheKey, str] = OrderedDict()
        self._letters = 0
        self._lock = threading.Lock()

    def get_or_render(self, page: CacheKey, table: Table, draw: Callable[[], str]) -> str:
        """Return a page from the cache. If it is not cached, render it with `draw` and cache it."""
        with self._lock:
            if page in self._drawn:
                self._drawn.move_to_end(page)
                return self._drawn[page]
        # Rendered outside the lock. Two threads may render the same page, which costs less than making all others wait.
        html = render_for_all(page, table, draw)
        with self._lock:
            self._letters += len(html) - len(self._drawn.get(page, ""))
            self._drawn[page] = html
            while len(self._drawn) > PAGES_IN_MEMORY or self._letters > LETTERS_IN_MEMORY:
                self._letters -= len(self._drawn.popitem(last=False)[1])
        return html

    def clear(self) -> None:
        """Drop all pages."""
        with self._lock:
            self._drawn.clear()
            self._letters = 0


def get_or_render(page: CacheKey, table: Table, draw: Callable[[], str]) -> str:
    """Return a page from the app's cache. If it is not cached, render it with `draw` and cache it."""
    return cast(Pages, current_app.extensions["pages"]).get_or_render(page, table, draw)


def render_for_all(page: CacheKey, table: Table, draw: Callable[[], str]) -> str:
    """Return what `draw` renders in a request made only from the cache key `page`. Needs only an app context."""
    app = cast(Flask, current_app._get_current_object())  # type: ignore[attr-defined]
    values = {"table_id": page.table, **({} if page.round is None else {"round": page.round})}
    # Any accepted name will do: cached pages contain no absolute address that is not part of their key.
    host = next(iter(app.config["TRUSTED_HOSTS"] or ()), "localhost").lstrip(".")
    environ = {
        "REQUEST_METHOD": "GET",
        "SCRIPT_NAME": page.prefix,
        "PATH_INFO": app.url_map.bind("localhost").build(page.endpoint, values),
        "QUERY_STRING": page.query,
        "SERVER_NAME": host,
        "SERVER_PORT": "80",
        "wsgi.url_scheme": "http",
        "wsgi.input": BytesIO(),
    }
    # A new application context too, because `g` holds the role and seat of the phone whose request this is.
    with app.app_context(), app.request_context(environ):
        # No cached page differs between phones and other browsers.
        cast(TapRequest, request).phone = Phone("", page.viewer.language, mobile=False)
        g.role, g.seat, g.game = page.viewer.role, page.viewer.seat, table.game.slug
        return draw()


NEVER = float("inf")
"""Expiry of a page that never changes with time alone."""


class Page(NamedTuple):
    """A rendered page. All phones with the same `viewer` may get it; if that is None, only this phone.

    `until` is the Unix timestamp at which the page expires.
    """

    html: str
    viewer: Viewer | None
    until: float


def answer_cached(draw: Callable[[str, Phone, str], Page], table_id: str) -> Response:
    """Return the page of a table for this phone, from memory if nothing has been written since it was rendered.

    `draw` renders the page for a table id, phone and path prefix. Pages are stored per phone and table, so that nobody
    is sent what only another phone may see. The next write drops them. An expired page is rendered again.
    """
    store, asked = tables().store, (table_id, current_phone(), prefix())
    page = store.recall(draw, *asked)
    # A code expires without a line being written, so the store does not notice it.
    if page.until <= time.time():
        store.forget(draw, *asked)
        page = store.recall(draw, *asked)
    return answer(page.html, page.viewer)


def answer(html: str, viewer: Viewer | None) -> Response:
    """Return a page as a response. If the phone's script requests it, the script fills in the placeholders.

    Otherwise they are filled in here. The server may send this HTML to all phones with the same `viewer`, which the
    header `Shared` names; if `viewer` is None, only to this phone.
    """
    # Only the script sends `Seen`, and it knows both placeholders.
    if "HTTP_SEEN" in request.environ:
        return Response(html, headers={"Shared": describe_viewer(viewer)} if viewer else {})
    return Response(fill_in(html))


def fill_in(html: str) -> bytes:
    """Return a page with a new idempotency key and this phone's CSRF token in place of the placeholders."""
    parts = _split_at_placeholders(html)
    fills = {OP.encode(): new_op().encode()}
    if TOKEN.encode() in parts:
        fills[TOKEN.encode()] = csrf_token().encode()
    return b"".join([fills.get(part, part) for part in parts])


# Cached because the same page is sent to many phones, and splitting it takes longer than filling it in.
@lru_cache(SPLIT_IN_MEMORY)
def _split_at_placeholders(html: str) -> list[bytes]:
    """Return the parts of a page between its placeholders, and the placeholders themselves, in order."""
    return re.split(f"({OP}|{TOKEN})".encode(), html.encode())


def csrf_token() -> str:
    """Return the CSRF token of this phone's forms, signed once for many pages.

    The unsigned token is created here if the session has none, with 22 characters. Flask-WTF would create one of 40,
    which every page and request would carry.
    """
    unsigned = session.get("csrf_token")
    if not isinstance(unsigned, str):
        unsigned = session["csrf_token"] = token_urlsafe(16)
    return _sign_token(unsigned, current_app.secret_key)


# Tokens have no time limit (`WTF_CSRF_TIME_LIMIT`), so one signature stays valid.
@lru_cache(TOKENS_IN_MEMORY)
def _sign_token(unsigned: str, key: object) -> str:
    """Return the CSRF token of this session, signed.

    `unsigned` is the session's unsigned token, `key` the app's secret key. They only serve as the cache key, because
    `generate_csrf` reads them itself.
    """
    return str(generate_csrf())
