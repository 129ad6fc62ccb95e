"""Pages drawn once for many phones: what belongs to one phone alone is a blank, filled in for each of them.

A page is drawn in a request of its own, made of what the page is kept under and of nothing else. So whatever a template
asks for, it cannot come upon what one phone said of itself and show it to the next one.
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
from scorekeeper.web.request import Phone, TapRequest, asker, tables

OP, TOKEN = "\ue000", "\ue001"
"""Letters that no name may hold."""

PAGES_IN_MEMORY = 768
"""How many drawn pages, or parts of pages, are held for the phones that ask next."""

TOKENS_IN_MEMORY = 4096
"""Phones whose token is held signed."""


class Viewer(NamedTuple):
    """All in which the same page may differ between two phones, once its blanks are filled in."""

    language: str
    role: str = ""
    seat: Seat | None = None
    mobile: bool = False


def viewer(phone: Phone) -> Viewer:
    """What a page may know of the phone that asks now, and of what it may do at this table."""
    return Viewer(phone.language, g.role, g.get("seat"), phone.mobile)


def kind(phone: Phone) -> str:
    """The same in one word, by which phones of one kind are told of the same page."""
    said = viewer(phone)
    return f"{said.role} {said.seat} {said.language}{' phone' if said.mobile else ''}"


class Shown(NamedTuple):
    """What a page of a table is drawn from, and kept under.

    `part` says which part of the page it is, empty for all of it; `prefix` stands before every address of the app,
    `query` is what the address of the page asks for, and `more` whatever else it shows.
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


def shown(table: Table, endpoint: str, viewer: Viewer, *more: object, part: str = "") -> Shown:
    """A page of a table as it stands now, for such a viewer; `more` is what it shows that the table does not tell."""
    return Shown(endpoint, table.id, table.seen, viewer, prefix(), part=part, more=more)


def prefix() -> str:
    """What stands before every address of the app, as a server in front of it says."""
    return request.root_path.rstrip("/")


class Pages:
    """The pages of one app that were drawn last."""

    def __init__(self) -> None:
        self._drawn: OrderedDict[Shown, str] = OrderedDict()
        self._lock = threading.Lock()

    def drawn(self, page: Shown, table: Table, draw: Callable[[], str]) -> str:
        """The page, drawn by `draw` unless it was before."""
        with self._lock:
            if page in self._drawn:
                self._drawn.move_to_end(page)
                return self._drawn[page]
        html = for_all(page, table, draw)
        with self._lock:
            self._drawn[page] = html
            while len(self._drawn) > PAGES_IN_MEMORY:
                self._drawn.popitem(last=False)
        return html

    def clear(self) -> None:
        """Have every page drawn again."""
        with self._lock:
            self._drawn.clear()


def drawn(page: Shown, table: Table, draw: Callable[[], str]) -> str:
    """The page as it was drawn before, else as `draw` has it now."""
    return cast(Pages, current_app.extensions["pages"]).drawn(page, table, draw)


def for_all(page: Shown, table: Table, draw: Callable[[], str]) -> str:
    """What `draw` returns in a request that says nothing but what the page is kept under; it needs none around it."""
    app = cast(Flask, current_app._get_current_object())  # type: ignore[attr-defined]
    values = {"table_id": page.table, **({} if page.round is None else {"round": page.round})}
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
    # The context of the app is a new one as well: `g` holds what the phone that asks may do.
    with app.app_context(), app.request_context(environ):
        cast(TapRequest, request).phone = Phone("", page.viewer.language, page.viewer.mobile)
        g.role, g.seat, g.game = page.viewer.role, page.viewer.seat, table.game.slug
        return draw()


NEVER = float("inf")
"""Until when a page is good that time alone does not change."""


class Page(NamedTuple):
    """A drawn page: whether every other phone of its kind may be sent the same, and until when (seconds since 1970)."""

    html: str
    for_all: bool
    until: float


def answer_again(draw: Callable[[str, Phone, str], Page], id: str) -> Response:
    """The page of a table for the phone that asks: what it was before, if nothing has been written since.

    It is recalled for this one phone at this one table, so that nobody is sent what only another one may see.
    """
    store, asked = tables().store, (id, asker(), prefix())
    page = store.recalled(draw, *asked)
    if page.until <= time.time():
        store.forget(draw, *asked)
        page = store.recalled(draw, *asked)
    return answer(page.html, page.for_all)


def answer(html: str, for_all: bool = True) -> Response:
    """The page for this phone; one that asks for news has its own token and fills in the blanks by itself.

    `for_all`: every other phone of its kind may be sent the same.
    """
    if "HTTP_SEEN" in request.environ:
        return Response(html, headers={"Shared": "yes"} if for_all else {})
    return Response(filled_in(html))


def filled_in(html: str) -> bytes:
    """The page with what belongs to this phone alone."""
    parts = _parts(html)
    fills = {OP.encode(): new_op().encode()}
    if TOKEN.encode() in parts:
        fills[TOKEN.encode()] = token().encode()
    return b"".join([fills.get(part, part) for part in parts])


@lru_cache(PAGES_IN_MEMORY)
def _parts(html: str) -> list[bytes]:
    """A drawn page as it is sent, in parts: its blanks and what stands between them."""
    return re.split(f"({OP}|{TOKEN})".encode(), html.encode())


def token() -> str:
    """The token of this phone's forms: it does not age, so it is signed once for many pages.

    It is drawn here, as 128 bits: Flask-WTF would take 40 letters for it, which each page and each request carry along.
    """
    unsigned = session.get("csrf_token")
    if not isinstance(unsigned, str):
        unsigned = session["csrf_token"] = token_urlsafe(16)
    return _signed(unsigned, current_app.secret_key)


@lru_cache(TOKENS_IN_MEMORY)
def _signed(unsigned: str, key: object) -> str:
    """What is signed is the token in the session of whoever asks; the key is there for two apps in one process."""
    return str(generate_csrf())
