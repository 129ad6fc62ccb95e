"""The Jinja environment of paper, which needs no request: the command line prints too. QR codes for paper and pages."""

import re
from datetime import date
from functools import cache, lru_cache
from typing import Literal

import segno
from babel.dates import format_date
from jinja2 import Environment, FileSystemLoader
from markupsafe import Markup

from scorekeeper.folders import find_folder
from scorekeeper.language.catalogue import catalogue
from scorekeeper.language.lettering import split_terms, take_letters
from scorekeeper.language.text import Text, speak
from scorekeeper.version import VERSION


@cache
def make_environment(lang: str) -> Environment:
    """Return the Jinja environment that renders templates in a language, given by its code."""
    words = catalogue(lang)
    environment = Environment(
        loader=FileSystemLoader(find_folder("templates")), autoescape=True, trim_blocks=True, lstrip_blocks=True
    )
    environment.filters["say"] = lambda text: speak(text, words) if isinstance(text, Text) else text or ""
    # A non-breaking space, so that no line break separates a word from its number: "Round 1".
    environment.filters["with_its_number"] = lambda said: re.sub(r"(?<=\w) (?=\d)", "\u00a0", said)
    environment.filters["letters"] = take_letters
    environment.filters["terms"] = split_terms
    environment.globals.update(Text=Text, version=VERSION, draw_qr_code=draw_qr_code)
    return environment


def render(name: str, lang: str, title: Text | str, measures: str, /, **parts: object) -> str:
    """Return a page of paper as HTML, from the template with this name. `measures` are its CSS rules.

    The style sheet that all paper shares is not in it: the worker has it, and a browser gets a link to it.
    """
    template = make_environment(lang).get_template(f"printing/{name}.html")
    return template.render(lang=lang, title=title, measures=measures, **parts)


def format_day(day: str, length: Literal["long", "full"], lang: str) -> str:
    """Return an ISO date in words, with its weekday if `length` is full."""
    # For Babel, plain `en` is American. The app’s English is British.
    return str(format_date(date.fromisoformat(day), length, locale={"en": "en_GB"}.get(lang, lang)))


# Choosing the mask of a QR code takes 6 ms, and the pages of a table show the same few addresses again and again.
@lru_cache(256)
def draw_qr_code(address: str, error: str = "m", title: str | None = None) -> Markup:
    """Return the QR code of an address as inline SVG, on paper with a `title` for screen readers.

    `error` is the level of error correction: "l" fits longer addresses, "m" is more robust.
    """
    # Paper has no other dark colour than black.
    dark = "#1C1B18" if title is None else "#000"
    return Markup(segno.make(address, error=error).svg_inline(border=0, dark=dark, omitsize=True, title=title))
