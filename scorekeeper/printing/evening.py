"""The final result of a table as a picture to share."""

from collections.abc import Sequence
from textwrap import wrap
from typing import NamedTuple

from scorekeeper.games.signs import Sign
from scorekeeper.language.text import Literal, Text
from scorekeeper.printing.press import print_picture
from scorekeeper.printing.templates import format_day, make_environment

PICTURE = (1080, 1350)
"""Width and height of a picture to share, in pixels."""


LETTERS_PER_LINE = 30
"""Number of letters of a name that fit on one line of a picture to share."""


class Placed(NamedTuple):
    """A player or team in the final result: place, name, total, points behind the leader, and whether they won."""

    place: str
    name: str
    total: str
    behind: str
    leader: bool
    signs: tuple[Sign, ...] = ()


class EveningView(NamedTuple):
    """The final result of a table as a page and a picture show it. `sentence` is the picture's alternative text."""

    game: Text | str
    date: str
    verdict: Text
    about: Sequence[Text]
    placed: Sequence[Placed]
    notes: Sequence[Text]
    race: object
    sentence: str


def render_evening(view: EveningView, lang: str) -> str:
    """Return an HTML page of the size `PICTURE` that shows a final result."""
    day = format_day(view.date, "full", lang)
    width, height = PICTURE
    measures = f"@page{{size:{width}px {height}px;margin:0}} .evening{{width:{width}px;height:{height}px}}"
    lines = sum(len(wrap(placed.name, LETTERS_PER_LINE)) for placed in view.placed)
    template = make_environment(lang).get_template("printing/evening.html")
    parts = {"measures": measures, "day": day, "view": view, "lines": lines}
    return template.render(lang=lang, title=Literal(view.sentence), sheets=(), **parts)


def print_evening(view: EveningView, lang: str) -> bytes:
    """Return the picture of a final result as a PNG that includes its alternative text.

    Raise Unprintable or Busy if printing fails.
    """
    return print_picture(render_evening(view, lang))
