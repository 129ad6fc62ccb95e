"""The Jinja environment of paper, which needs no request: the command line prints too."""

import re
from dataclasses import dataclass
from datetime import date
from functools import cache, lru_cache
from typing import Literal

import segno
from babel.dates import format_date
from jinja2 import Environment, FileSystemLoader

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
    environment.globals.update(Text=Text, version=VERSION)
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


@dataclass(frozen=True, slots=True)
class QrCode:
    """A QR code as one SVG path in a square of `size` modules."""

    path: str
    size: int


@lru_cache(maxsize=64)
def draw_qr_code(address: str) -> QrCode:
    """Return the QR code of an address as an SVG path.

    Each horizontal run of dark modules is one stroke, one module wide.
    """
    matrix = segno.make(address, micro=False, error="m").matrix
    # Strokes, because WeasyPrint needs less time for them than for a square per module.
    strokes = []
    for y, line in enumerate(matrix):
        x = 0
        while x < len(line):
            run = next((i for i in range(x, len(line)) if not line[i]), len(line)) - x
            if run:
                strokes.append(f"M{x} {y}.5h{run}")
            x += max(run, 1)
    return QrCode("".join(strokes), len(matrix))
