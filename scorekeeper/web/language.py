"""The reader's language, changed by one tap for this phone, and the language of printed paper."""

from typing import NamedTuple
from urllib.parse import quote, urlencode, urlsplit

from flask import g, redirect, request, url_for
from werkzeug.wrappers import Response

from scorekeeper.language.catalogue import LANGUAGES, languages
from scorekeeper.language.text import Literal, Text
from scorekeeper.web.request import LANGUAGE_COOKIE, YEAR, language

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
