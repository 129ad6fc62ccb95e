"""The request: which browser it comes from, which tables that browser may see, which language it reads."""

import re
import secrets
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple, cast
from urllib.parse import quote, urlencode, urlsplit

from flask import Request as FlaskRequest
from flask import abort, current_app, g, redirect, request, url_for
from werkzeug.datastructures import CombinedMultiDict, LanguageAccept
from werkzeug.http import parse_accept_header
from werkzeug.sansio.utils import host_is_trusted
from werkzeug.utils import cached_property
from werkzeug.wrappers import Response

from scorekeeper.games.game import Game
from scorekeeper.games.pad import Seat
from scorekeeper.group.group import Group
from scorekeeper.language.catalogue import LANGUAGES, languages
from scorekeeper.language.text import Literal, Text
from scorekeeper.storage import access, journals
from scorekeeper.storage.access import DELETED, Member
from scorekeeper.storage.groups import Groups
from scorekeeper.storage.tables import NoSuchTable, Tables
from scorekeeper.table.journal import By, Seen
from scorekeeper.table.table import Table
from scorekeeper.web.http.hosts import REFUSED_HOST, ForeignHost, is_bare_name, is_this_computer, parse_ip


class LinksEnded(Exception):
    """This browser had access to the table through a link that was revoked."""


class TableDeleted(Exception):
    """The table was deleted. `scoring` is whether this browser may score at it and so restore it."""

    def __init__(self, table_id: str, scoring: bool) -> None:
        super().__init__(table_id, scoring)
        self.table = table_id
        self.scoring = scoring


BROWSER_COOKIE = "browser"
"""Name of the cookie with the browser's id."""

BROWSER_ID = re.compile("[A-Za-z0-9_-]{21}[AQgw]")
"""Base64 of exactly 128 bits: the only form of browser ids that the app creates, so others are ignored."""

LANGUAGE_COOKIE = "language"

TYPED_CODE = "code"
"""Key in the session for the join code that was typed on a screen to watch a table."""

MOST_LANGUAGE_LETTERS = 200
"""Number of characters read of an Accept-Language header, so that a long one costs no time and no memory."""

LANGUAGES_IN_MEMORY = 1024
"""Maximum number of Accept-Language headers whose language is cached."""

YEAR = 365 * 24 * 3600
"""Number of seconds in a year."""


class Phone(NamedTuple):
    """A browser."""

    browser: str
    """Its id, or "" until it has joined or started a table."""
    language: str
    """The reader's language."""
    mobile: bool
    """Whether the browser runs on a phone."""


class PhoneRequest(FlaskRequest):
    """A request that knows its browser."""

    @cached_property
    def phone(self) -> Phone:
        """The browser of this request."""
        # Not `request.headers`: for a missing header it builds an exception with a whole error page first.
        says = self.environ.get
        return parse_phone(self.cookies, says("HTTP_ACCEPT_LANGUAGE", ""), says("HTTP_USER_AGENT", ""))

    @cached_property
    def values(self) -> CombinedMultiDict[str, str]:
        """The fields of the address and of the form. HEAD has no form, as GET.

        A page of a mistake that read its body, which can be too large, would fail itself.
        """
        return CombinedMultiDict([self.args] if self.method in ("GET", "HEAD") else [self.args, self.form])


def parse_phone(cookies: Mapping[str, str], wishes: str, program: str = "") -> Phone:
    """Return the browser with these cookies. `wishes` is its Accept-Language header, `program` its User-Agent.

    Its language is the one in the cookie, otherwise the first accepted one that the app has, otherwise English. A
    regional variant such as "de-AT" counts as its language. A browser with "Mobi" in its User-Agent runs on a phone.
    """
    number = cookies.get(BROWSER_COOKIE, "")
    # A missing cookie is not looked up, because that builds an exception with a whole error page.
    if LANGUAGE_COOKIE in cookies and cookies[LANGUAGE_COOKIE] in languages():
        language = cookies[LANGUAGE_COOKIE]
    else:
        language = _choose_language(wishes[:MOST_LANGUAGE_LETTERS], languages())
    # Anything else was not given out by the app. It would be stored with every line that the browser writes.
    return Phone(number if BROWSER_ID.fullmatch(number) else "", language, "Mobi" in program)


# Cached because phones send the same few headers with every request.
@lru_cache(LANGUAGES_IN_MEMORY)
def _choose_language(wishes: str, spoken: Sequence[str]) -> str:
    every = [wish.partition("-")[0].lower() for wish, quality in parse_accept_header(wishes, LanguageAccept) if quality]
    return next((wish for wish in every if wish in spoken), "en")


def current_phone() -> Phone:
    """Return the browser of this request."""
    # The request object itself: the proxy `request` looks it up again at each attribute.
    return cast(PhoneRequest, request._get_current_object()).phone  # type: ignore[attr-defined]


def tables() -> Tables:
    """Return the tables of this app."""
    return cast(Tables, current_app.extensions["tables"])


def find_game(slug: str) -> Game:
    """Return the game with this slug, including pads made by people. Abort with 404 if there is none."""
    return tables().game(slug) or abort(404)


def groups() -> Groups:
    """Return the groups of this app."""
    return cast(Groups, current_app.extensions["groups"])


def language() -> str:
    """Return the reader's language."""
    return current_phone().language


FORMS = ("application/x-www-form-urlencoded", "multipart/form-data")
"""Media types of HTML forms."""


def is_phone() -> bool:
    """Return whether the request comes from a phone, which does not get the styles of a wide screen."""
    return current_phone().mobile


class ForeignSite(Exception):
    """A form was sent from a page of another site, or the browser hides from which site."""


def check_request() -> None:
    """Check a request before its form is read: whether its host is this app, and whether a form comes from its page.

    Raise ForeignHost or ForeignSite if not, and abort with 415 if its body is no form. The API is exempt because it
    takes JSON. The limit of a body's size is raised on the pages that take files.
    """
    # The route is for the log of the server. The address itself, with its ids, is never logged.
    if request.url_rule is not None and (scope := request.environ.get("asgi.scope")) is not None:
        scope["route"] = request.url_rule.rule
    if reason := request.environ.get(REFUSED_HOST):
        raise ForeignHost(reason)
    if request.method == "POST":
        if _is_from_another_site():
            raise ForeignSite
        # A request without a body, such as that of a button without fields, needs no media type.
        is_form = request.mimetype in FORMS or not (request.mimetype or request.content_length)
        if request.endpoint is not None and request.blueprint != "api" and not is_form:
            abort(415)
    larger = current_app.config["LARGER_BODIES"]
    if request.path in larger:
        request.max_content_length = larger[request.path]


def _is_from_another_site() -> bool:
    """Return whether a form was not sent from a page of this app.

    A second protection beside CSRF tokens, whose cookie another program on the same computer can replace. Programs that
    send none of these headers are no browsers, so they carry nobody's cookies.
    """
    # Sent only over https and by localhost.
    site = request.headers.get("Sec-Fetch-Site", "")
    origin = request.headers.get("Origin") or _find_origin(request.referrer)
    # Any page can hide its origin. A browser that hides every origin still says whether the page is of the same one.
    is_hidden = origin == "null" and site == "same-origin"
    here = request.host_url.rstrip("/")
    return site in ("cross-site", "same-site") or (origin not in ("", here) and not is_hidden)


def _find_origin(address: str | None) -> str:
    """Return the origin of an address, "" if there is no address, or "null" if it is invalid."""
    if not address:
        return ""
    try:
        parts = urlsplit(address)
    except ValueError:
        return "null"
    return f"{parts.scheme}://{parts.netloc}"


def mark_secret() -> None:
    """Note that the page of this request shows choices of one player that others at this phone must not see."""
    g.secret = True


def browser() -> str:
    """Return this browser's id, or "" until it has started or joined a table."""
    return current_phone().browser


def ensure_browser() -> str:
    """Return this browser's id, or a new one if it has none that the app knows.

    The caller must then call `set_browser_cookie`. An unknown id is replaced: somebody else may have planted
    the cookie and would know the id.
    """
    if not g.get("known"):
        g.known = True  # nothing need be kept of a new one yet when this is asked again
        if not (browser() and access.is_known_browser(tables().store, browser())):
            cast(PhoneRequest, request).phone = current_phone()._replace(browser=secrets.token_urlsafe(16))
    return browser()


def set_browser_cookie(response: Response) -> Response:
    """Set the cookie with this browser's id for a year and return the response."""
    response.set_cookie(
        # Lax, so that a link in a chat opens the table with this phone’s access. Http is allowed for games at home.
        BROWSER_COOKIE,
        browser(),
        max_age=YEAR,
        httponly=True,
        samesite="Lax",
        secure=request.is_secure,
    )
    return response


def role(table_id: str) -> str:
    """Return what this browser may do at a table or in a group: "score", "watch", or "" for nothing."""
    return access.find_role(tables().store, table_id, browser()) if browser() else ""


def load_visible_table(table_id: str) -> Table:
    """Return a table that this browser may see.

    Raise LinksEnded or TableDeleted if it could see the table earlier. If it never could, raise NoSuchTable, whether
    the table exists or not.
    """
    check_access(table_id)
    table = tables().load(table_id)
    g.game = table.game.slug
    return table


def find_member(id: str) -> Member:
    """Return the rights of this browser at a table or in a group, even a deleted one.

    Raise NoSuchTable if it never had any, LinksEnded if they were ended.
    """
    member = access.find_member(tables().store, id, browser()) if browser() else None
    if member is None:
        raise NoSuchTable(id)
    # Before anybody asks whether it is deleted: a phone whose access was revoked must not be offered to restore it.
    if member.ended:
        raise LinksEnded(id)
    return member


def check_access(table_id: str) -> None:
    """Check that this browser may see a table or group, and store its role and seat in `g`.

    Raise NoSuchTable, LinksEnded or TableDeleted if it may not.
    """
    member = find_member(table_id)
    if member.list == DELETED:
        raise TableDeleted(table_id, member.role == "score")
    g.role = member.role
    g.seat = member.seat


def load_visible_group(group_id: str) -> Group:
    """Return a group that this browser may see. Raise NoSuchTable, LinksEnded or TableDeleted if it may not."""
    check_access(group_id)
    return groups().load(group_id)


def load_live_group(group_id: str) -> tuple[Group, Seen]:
    """Return a group and the newest lines of it and of its tables, for a page that updates itself.

    Raise NoSuchTable, LinksEnded or TableDeleted if this browser may not see it.
    """
    check_access(group_id)
    # Before loading: a line written between the two is then reported again, not missed.
    news = journals.find_news(tables().store, group_id)
    return groups().load(group_id), news


def load_scorable_group(group_id: str) -> Group:
    """Return a group that this browser may score in. Abort with 403 if it may only watch.

    Raise what `load_visible_group` raises.
    """
    group = load_visible_group(group_id)
    if g.role != "score":
        abort(403)
    return group


def find_requested_group() -> Group | None:
    """Return the group that the request names. Return None if it names none or this browser cannot write in it."""
    return find_scorable_group(request.values.get("group", "")[:64])


def find_scorable_group(group_id: str) -> Group | None:
    """Return the group with this id, or None if this browser cannot write in it."""
    may_write = group_id and role(group_id) == "score" and access.is_group(tables().store, group_id)
    return groups().load(group_id) if may_write else None


def load_scorable_table(table_id: str) -> Table:
    """Return a table that this browser may score at. Abort with 403 if it may only watch.

    Raise what `load_visible_table` raises.
    """
    table = load_visible_table(table_id)
    if g.role != "score":
        abort(403)
    return table


def own_seat(table: Table, round: int = 0) -> Seat | None:
    """Return this phone's seat. Return None if it has none or the table has no player in that seat.

    If `round` is not 0, return None as well if nobody sits in the seat in that round.
    """
    seat: Seat | None = g.get("seat")
    # After an undo the table can have fewer players than when the seat was taken.
    if seat is None or seat >= len(table.setup.players) or (round and seat not in table.setup.seats(round)):
        return None
    return seat


def current_author(table: Table) -> By:
    """Return the author to record for lines written in this request."""
    return By(browser(), own_seat(table))


def public_url(endpoint: str, **values: Any) -> str:
    """Return an absolute URL that other phones can open.

    If this page was opened under a name that phones cannot use, the URL begins with the setting PUBLIC_URL, if there
    is one. The start sets it to the address in the local network.
    """
    path = url_for(endpoint, **values)
    base = current_app.config.get("PUBLIC_URL") if is_localhost() or _is_unknown_to_phones() else None
    return f"{(base or request.host_url).rstrip('/')}{path}"


def is_localhost() -> bool:
    """Return whether this page was opened under a host name that means the same computer, such as localhost."""
    return is_this_computer(request.host)


def _is_unknown_to_phones() -> bool:
    """Return whether this page was opened under a name that only this network's router or computer may know."""
    # A name that the host has listed is known, and so is one under which a proxy was asked.
    listed = current_app.extensions["trusted_hosts"]
    # An empty list means that every name is trusted.
    is_listed = bool(listed) and host_is_trusted(request.host.lower(), listed)
    if is_listed or is_forwarded() or not is_bare_name(request.host):
        return False
    # Without a network, the address that the start has set is of no use either.
    return not is_this_computer(urlsplit(current_app.config.get("PUBLIC_URL") or "").netloc)


def is_forwarded() -> bool:
    """Return whether this request came through a proxy, which says so in a header."""
    return "X-Forwarded-For" in request.headers or "Forwarded" in request.headers


def is_in_home_network() -> bool:
    """Return whether this request comes from a private address, and not through a proxy that the app does not trust."""
    # For a request through a trusted proxy, `remote_addr` is the address of the phone.
    if is_forwarded() and "werkzeug.proxy_fix.orig" not in request.environ:
        return False
    address = parse_ip((request.remote_addr or "").partition("%")[0])
    return address is not None and address.is_private


# Which language it reads


SWITCH = "lang"
"""URL parameter that changes the reader's language."""

PAPER_LANGUAGE = "language"
"""URL parameter with the language of printed paper."""


class LanguageLink(NamedTuple):
    """A link that changes the reader's language."""

    language: str
    """The code."""
    name: str
    """What its speakers call it."""
    url: str
    current: bool


def list_languages() -> list[LanguageLink]:
    """Return links that show this page in each of the app's languages. Empty if the app has only one language."""
    if len(languages()) < 2:
        return []
    back, current = current_address(), language()
    start = f"{back}{'&' if '?' in back else '?'}{SWITCH}="
    return [LanguageLink(code, LANGUAGES[code], start + code, code == current) for code in languages()]


def current_address() -> str:
    """Return the address of this page. In the response to a POST, return the address of the page with the form.

    That page is the one in the Referer header. If the header names no page of this app, return the address of the home
    page.
    """
    # Set by pages that are rendered for a POST, or in a request that other phones share.
    if "here" in g:
        return str(g.here)
    if request.method == "GET":
        return _without_switch()
    try:
        came = urlsplit(request.referrer or "")
    # The Referer header is written by the client and can hold anything.
    except ValueError:  # no address at all
        return url_for("home.index")
    # Only an address of this app may be linked to, never one that another site has put into the header.
    if came.netloc != request.host:
        return url_for("home.index")
    return _keep_local(came.path) + (f"?{came.query}" if came.query else "")


def _without_switch() -> str:
    pairs = [pair for pair in request.args.items(multi=True) if pair[0] != SWITCH]
    return quote(_keep_local(request.path), safe="/:@!$&'()*+,;=~") + (f"?{urlencode(pairs)}" if pairs else "")


def _keep_local(path: str) -> str:
    """Return a path with one slash at its start. Browsers read two slashes as the start of another host's address."""
    return "/" + path.lstrip("/\\")


def switch_language() -> Response | None:
    """Return a redirect to this page that stores the language of the URL parameter `SWITCH` in a cookie.

    Return None if the request has no such parameter. An unknown language is not stored.
    """
    if request.method != "GET" or SWITCH not in request.args:
        return None
    # Redirected, so that reloading the page or sharing its address does not change the language again.
    response = redirect(_without_switch(), 303)
    if request.args[SWITCH] in languages():
        response.set_cookie(
            LANGUAGE_COOKIE, request.args[SWITCH], max_age=YEAR, httponly=True, samesite="Lax", secure=request.is_secure
        )
    return response


def paper_language() -> str:
    """Return the code of the language to print in: the one in the address, otherwise the reader's."""
    chosen = request.args.get(PAPER_LANGUAGE, "")
    return chosen if chosen in languages() else language()


def list_paper_languages() -> list[tuple[str, Text, bool]]:
    """Return the code and name of each language to print in, and whether it is chosen. Empty if there is only one."""
    current = paper_language()
    return [(code, Literal(LANGUAGES[code]), code == current) for code in languages()] if len(languages()) > 1 else []
