"""The final result of a table as a picture to share."""

from collections.abc import Sequence
from textwrap import wrap
from typing import NamedTuple

from scorekeeper.games.signs import Sign
from scorekeeper.language.catalogue import catalogue
from scorekeeper.language.text import Literal, Text, speak
from scorekeeper.printing.press import print_picture
from scorekeeper.printing.templates import format_day, make_environment

PICTURE_SIZE = (1080, 1350)
"""Width and height of a picture to share, in pixels."""


LETTERS_PER_LINE = 30
"""Number of letters of a name that fit on one line of a picture to share."""


HIGHEST_RACE = 400
"""Height in pixels of a race chart that has all the room it needs."""

LOWEST_RACE = 180
"""Height in pixels under which a race chart could not be read."""


class Placed(NamedTuple):
    """A player or team in the final result: place, name, total, points behind the leader, and whether they won."""

    place: str
    name: str
    total: str
    behind: Text | str
    leader: bool
    signs: tuple[Sign, ...] = ()


class EveningView(NamedTuple):
    """The final result of a table as a page and a picture show it."""

    game: Text | str
    date: str
    verdict: Text
    about: Sequence[Text]
    placed: Sequence[Placed]
    notes: Sequence[Text]
    race: object
    sentence: str
    """The picture's alternative text."""


def render_evening(view: EveningView, lang: str) -> str:
    """Return an HTML page of the size `PICTURE_SIZE` that shows a final result."""
    day = format_day(view.date, "full", lang)
    width, height = PICTURE_SIZE
    measures = f"@page{{size:{width}px {height}px;margin:0}} .evening{{width:{width}px;height:{height}px}}"
    lines = sum(len(wrap(placed.name, LETTERS_PER_LINE)) for placed in view.placed)
    room = find_race_room(view, lang, lines)
    has_race = view.race and room >= LOWEST_RACE and (lines < 6 or lines == len(view.placed) == 6)
    template = make_environment(lang).get_template("printing/evening.html")
    parts = {"measures": measures, "day": day, "view": view, "lines": lines}
    parts |= {"has_race": has_race, "race_room": min(room, HIGHEST_RACE)}
    return template.render(lang=lang, title=Literal(view.sentence), sheets=(), **parts)


def find_race_room(view: EveningView, lang: str, lines: int) -> int:
    """Return the height in pixels that is left for the race chart, below a table with so many lines of names.

    The heights are those of `.evening` in print.css. Change both together.
    """
    words = catalogue(lang)
    verdict = len(wrap(speak(view.verdict, words), 22))
    notes = sum(len(wrap(speak(note, words), 50)) for note in view.notes)
    many = lines > 5
    plate = (68 if many else 100) + max(132, (56 if many else 72) * verdict)
    table = (10 if many else 20) * len(view.placed) + (46 if many else 48) * lines
    return PICTURE_SIZE[1] - 185 - plate - table - 78 - 44 * notes - 18 - 110


def print_evening(view: EveningView, lang: str) -> bytes:
    """Return the picture of a final result as a PNG that includes its alternative text.

    Raise Unprintable or Busy if printing fails.
    """
    return print_picture(render_evening(view, lang))
