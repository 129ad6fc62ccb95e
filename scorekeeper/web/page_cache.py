"""Pages drawn once for many phones: what belongs to one phone alone is a blank, filled in for each of them."""

import re
import time
from collections.abc import Callable
from functools import lru_cache
from secrets import token_urlsafe
from typing import NamedTuple

from flask import Response, current_app, g, request, session
from flask_wtf.csrf import generate_csrf

from scorekeeper.web.inputs import new_op
from scorekeeper.web.request import Phone, asker, tables

OP, TOKEN = "\ue000", "\ue001"
"""Letters that no name may hold."""

PAGES_IN_MEMORY = 256
"""How many drawn pages, or parts of pages, of each sort are held for the phones that ask next."""

TOKENS_IN_MEMORY = 4096
"""Phones whose token is held signed."""


def kind(phone: Phone) -> str:
    """All in which the same page may differ between two phones, once its blanks are filled in."""
    return f"{g.role} {g.get('seat')} {phone.language}{' phone' if phone.mobile else ''}"


NEVER = float("inf")
"""Until when a page is good that time alone does not change."""


class Page(NamedTuple):
    """A drawn page: whether every other phone of its kind may be sent the same, and until when (seconds since 1970)."""

    html: str
    for_all: bool
    until: float


def answer_again(draw: Callable[[str, Phone], Page], id: str) -> Response:
    """The page of a table for the phone that asks: what it was before, if nothing has been written since.

    It is recalled for this one phone at this one table, so that nobody is sent what only another one may see.
    """
    store, phone = tables().store, asker()
    page = store.recalled(draw, id, phone)
    if page.until <= time.time():
        store.forget(draw, id, phone)
        page = store.recalled(draw, id, phone)
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
