"""What every page needs: which browser this is, which table it may see, which language it reads."""

import re
import secrets
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple, cast

from flask import Request as FlaskRequest
from flask import abort, current_app, g, request, url_for
from werkzeug.datastructures import ImmutableMultiDict, LanguageAccept
from werkzeug.http import parse_accept_header
from werkzeug.utils import cached_property
from werkzeug.wrappers import Response

from scorekeeper.games.game import Game
from scorekeeper.games.pad import Seat
from scorekeeper.group.group import Group
from scorekeeper.language.catalogue import languages
from scorekeeper.storage.access import DELETED
from scorekeeper.storage.groups import Groups
from scorekeeper.storage.tables import NoSuchTable, Tables
from scorekeeper.table.journal import By, Seen
from scorekeeper.table.table import Table
from scorekeeper.web.http.hosts import bare


class LinksEnded(Exception):
    """This browser was let in to the table once, and its link has been ended since."""


class TableDeleted(Exception):
    """Somebody deleted the table; `scoring` says whether this browser may put it back."""

    def __init__(self, table_id: str, scoring: bool) -> None:
        super().__init__(table_id, scoring)
        self.table = table_id
        self.scoring = scoring


BROWSER_COOKIE = "browser"

MADE_HERE = re.compile("[A-Za-z0-9_-]{21}[AQgw]")
"""How 128 bits are written: no other number of a browser was ever given out, and none other is taken."""

LANGUAGE_COOKIE = "language"

WISHES = 200
"""So many letters are read of the languages that a phone wishes for."""

WISHES_IN_MEMORY = 1024

YEAR = 365 * 24 * 3600


class LastTapped(ImmutableMultiDict[str, str]):
    """What a form or an address carries: of several values under one name the last one counts.

    A page carries on what was tapped before in fields that stand before its buttons, so the last one is the newest.
    """

    def __getitem__(self, key: str) -> str:
        return (self.getlist(key) or [super().__getitem__(key)])[-1]


class Phone(NamedTuple):
    """What a browser says of itself: its number, the language it is to be spoken to in, whether it is a phone's.

    The number is empty until it has opened or joined a table.
    """

    browser: str
    language: str
    mobile: bool


class TapRequest(FlaskRequest):
    """A request in which the last tap wins."""

    parameter_storage_class = LastTapped

    @cached_property
    def phone(self) -> Phone:
        """The phone that asks."""
        # Not by `headers`: of what is not there they make an error first, as long as a page.
        says = self.environ.get
        return phone_of(self.cookies, says("HTTP_ACCEPT_LANGUAGE", ""), says("HTTP_USER_AGENT", ""))


def phone_of(cookies: Mapping[str, str], wishes: str, program: str = "") -> Phone:
    """The phone that has these cookies, wishes for these languages and asks with this program.

    The language is the one tapped on it, else the first that it wishes for and the app speaks; Austrian German is
    German. Every browser of a phone says *Mobile*.
    """
    number = cookies.get(BROWSER_COOKIE, "")
    # A cookie that is not there is not asked for: that would make a page of an error to say so.
    if LANGUAGE_COOKIE in cookies and cookies[LANGUAGE_COOKIE] in languages():
        language = cookies[LANGUAGE_COOKIE]
    else:
        language = _wished(wishes[:WISHES], languages())
    return Phone(number if MADE_HERE.fullmatch(number) else "", language, "Mobi" in program)


@lru_cache(WISHES_IN_MEMORY)
def _wished(wishes: str, spoken: Sequence[str]) -> str:
    every = [wish.partition("-")[0].lower() for wish, quality in parse_accept_header(wishes, LanguageAccept) if quality]
    return next((wish for wish in every if wish in spoken), "en")


def asker() -> Phone:
    """The phone that asks now."""
    # Of the request itself: what stands for it looks it up at each word.
    return cast(TapRequest, request._get_current_object()).phone  # type: ignore[attr-defined]


def tables() -> Tables:
    """The tables of this app."""
    return cast(Tables, current_app.extensions["tables"])


def known_game(slug: str) -> Game:
    """The game of that slug, a pad that people made among them; 404 for one that is not known here."""
    return tables().game(slug) or abort(404)


def groups() -> Groups:
    """The groups of this app."""
    return cast(Groups, current_app.extensions["groups"])


def language() -> str:
    """The language this reader wants, of those the app speaks: as tapped on this phone, else as the phone says."""
    return asker().language


def name_route() -> None:
    """Say to the server in front which route is asked, for its log and figures: never the address itself."""
    if request.url_rule is not None and (scope := request.environ.get("asgi.scope")) is not None:
        scope["route"] = request.url_rule.rule


FORMS = ("application/x-www-form-urlencoded", "multipart/form-data")


def on_phone() -> bool:
    """Whether a phone asks: it is spared the styles of a wide screen."""
    return asker().mobile


def forms_only() -> None:
    """Refuse what is posted to a page and is no form, before anything reads it; programs ask elsewhere, in JSON."""
    if request.method != "POST" or request.endpoint is None or request.blueprint == "api":
        return
    if request.mimetype not in FORMS and (request.mimetype or request.content_length):
        abort(415)


def before_each() -> Response | None:
    """Refuse a form that another site sent; browsers say so in Origin, on plain http as well."""
    origin = request.headers.get("Origin")
    if request.method == "POST" and origin and origin not in ("null", request.host_url.rstrip("/")):
        abort(403)
    return None


def browser() -> str:
    """This browser's own number; empty until it has opened or joined a table."""
    return asker().browser


def known_browser() -> str:
    """Return this browser's number, given now if it has none that is known here; `keep_browser` must see the response.

    A number that nothing is kept of may have been planted by somebody who knows it, so it is replaced.
    """
    if not g.get("known"):
        g.known = True  # nothing need be kept of a new one yet when this is asked again
        if not (browser() and tables().store.known(browser())):
            cast(TapRequest, request).phone = asker()._replace(browser=secrets.token_urlsafe(16))
    return browser()


def keep_browser(response: Response) -> Response:
    """Let the browser keep its number, for more than a year of game nights."""
    response.set_cookie(
        BROWSER_COOKIE, browser(), max_age=YEAR, httponly=True, samesite="Lax", secure=request.is_secure
    )
    return response


def role(table_id: str) -> str:
    """What this browser may do at a table: "score", "watch" or nothing."""
    return tables().store.role(table_id, browser()) if browser() else ""


def seen_table(table_id: str) -> Table:
    """The table, for a browser that may see it.

    Raises NoSuchTable, whether it exists or not; LinksEnded for a browser that could see it once; TableDeleted.
    """
    _see(table_id)
    table = tables().load(table_id)
    g.game = table.game.slug
    return table


def _see(id: str) -> None:
    """Make sure that this browser may see that table or group, and keep what it may do there.

    Raises NoSuchTable, LinksEnded, TableDeleted.
    """
    number = browser()
    member = tables().store.member(id, number) if number else None
    if member is None:
        raise NoSuchTable(id)
    if member.ended:
        raise LinksEnded(id)
    if member.list == DELETED:
        raise TableDeleted(id, member.role == "score")
    g.role = member.role
    g.seat = member.seat


def seen_group(group_id: str) -> Group:
    """The group, for a browser that may see it. Raises NoSuchTable, LinksEnded, TableDeleted."""
    _see(group_id)
    return groups().load(group_id)


def followed_group(group_id: str) -> tuple[Group, Seen]:
    """The group for a page that follows it, and what that page has seen, asked first. Raises as `seen_group`."""
    _see(group_id)
    news = tables().store.news(group_id)
    return groups().load(group_id), news


def scored_group(group_id: str) -> Group:
    """The group, for a browser that may write in it. Raises NoSuchTable, or 403 for one that only watches."""
    group = seen_group(group_id)
    if g.role != "score":
        abort(403)
    return group


def scored_table(table_id: str) -> Table:
    """The table, for a browser that may write on it. Raises NoSuchTable, or 403 for one that only watches."""
    table = seen_table(table_id)
    if g.role != "score":
        abort(403)
    return table


def own_seat(table: Table, round: int = 0) -> Seat | None:
    """The seat that this phone has taken, if anybody sits there (in that round)."""
    seat: Seat | None = g.get("seat")
    if seat is None or seat >= len(table.setup.players) or (round and seat not in table.setup.seats(round)):
        return None
    return seat


def writer(table: Table) -> By:
    """Who writes with this request."""
    return By(browser(), own_seat(table))


def public_url(endpoint: str, **values: Any) -> str:
    """An address that other phones can open, also when this page was opened on the computer itself as localhost."""
    path = url_for(endpoint, **values)
    base = current_app.config.get("PUBLIC_URL") if on_the_computer_itself() else None
    return f"{(base or request.host_url).rstrip('/')}{path}"


def on_the_computer_itself() -> bool:
    """Whether this page was opened under a name that means the computer it is opened on."""
    return bare(request.host) in ("localhost", "127.0.0.1", "[::1]")
