"""The reader's language: one tap changes it for this phone, on any page and without script; paper has its own."""

from typing import NamedTuple
from urllib.parse import quote, urlencode, urlsplit

from flask import g, redirect, request, url_for
from werkzeug.wrappers import Response

from scorekeeper.language.catalogue import NAMES, languages
from scorekeeper.language.text import Literal, Text
from scorekeeper.web.request import LANGUAGE_COOKIE, YEAR, language

SWITCH = "lang"
"""The word in an address that changes the reader's language."""

PAPER_LANGUAGE = "language"
"""The word in an address that says which language a paper speaks."""


class Tongue(NamedTuple):
    """A language in its own words, and where a tap changes to it."""

    language: str
    name: str
    url: str
    current: bool


def tongues() -> list[Tongue]:
    """The languages to choose from, each leading back to this page; none where there is nothing to choose."""
    if len(languages()) < 2:
        return []
    back, now = here(), language()
    start = f"{back}{'&' if '?' in back else '?'}{SWITCH}="
    return [Tongue(one, NAMES[one], start + one, one == now) for one in languages()]


def here() -> str:
    """The address of this page; of one that answers a form, the page that the form was on."""
    if "here" in g:
        return str(g.here)
    if request.method == "GET":
        return _without_switch()
    try:
        came = urlsplit(request.referrer or "")
    except ValueError:  # no address at all
        return url_for("home.index")
    if came.netloc != request.host:
        return url_for("home.index")
    return _own(came.path) + (f"?{came.query}" if came.query else "")


def _without_switch() -> str:
    pairs = [pair for pair in request.args.items(multi=True) if pair[0] != SWITCH]
    return quote(_own(request.path), safe="/:@!$&'()*+,;=~") + (f"?{urlencode(pairs)}" if pairs else "")


def _own(path: str) -> str:
    """A path of this app: with two slashes in front it would be another computer."""
    return "/" + path.lstrip("/\\")


def switched() -> Response | None:
    """Keep the language that the address names on this phone, and show the same page again."""
    if request.method != "GET" or SWITCH not in request.args:
        return None
    response = redirect(_without_switch(), 303)
    if request.args[SWITCH] in languages():
        response.set_cookie(
            LANGUAGE_COOKIE, request.args[SWITCH], max_age=YEAR, httponly=True, samesite="Lax", secure=request.is_secure
        )
    return response


def paper_language() -> str:
    """The language of what is printed: as it was chosen, else the reader's."""
    chosen = request.args.get(PAPER_LANGUAGE, "")
    return chosen if chosen in languages() else language()


def paper_languages() -> list[tuple[str, Text, bool]]:
    """The languages a paper can speak, which one it does; none where there is nothing to choose."""
    now = paper_language()
    return [(one, Literal(NAMES[one]), one == now) for one in languages()] if len(languages()) > 1 else []
