"""Statistics of a group on one page of paper."""

from collections.abc import Sequence
from typing import NamedTuple

from scorekeeper.games.signs import Sign
from scorekeeper.language.text import Text
from scorekeeper.printing.layout import PAPERS, NoSuchPaper
from scorekeeper.printing.press import find_first_on_one_page, print_html
from scorekeeper.printing.score_sheets import SCALES, SIZES
from scorekeeper.printing.templates import make_environment


class StatisticsCell(NamedTuple):
    """A cell of a statistics table."""

    text: Text | str
    about: Text | None = None
    """A second line, or None."""
    url: str = ""
    """The address it links to, "" for none."""
    sign: Sign | None = None
    """The sign of the member whom the cell names."""
    bar: tuple[int, int] | None = None
    """A share and what chance alone would give, in percent."""


class StatisticsPart(NamedTuple):
    """A statistics table.

    Each row starts with a header cell.
    """

    title: Text
    about: Text | None
    """A sentence about it, or None."""
    head: Sequence[Text]
    """The column heads."""
    rows: Sequence[Sequence[StatisticsCell]]


def print_statistics(title: str, about: Text, tables: Sequence[StatisticsPart], paper: str, lang: str) -> bytes:
    """Return statistics as a PDF, in the largest letters that fit on one page.

    Raise NoSuchPaper if the paper size is unknown. Raise Unprintable or Busy if printing fails.
    """
    drafts = [render_statistics(title, about, tables, paper, lang, room) for room in (*SCALES, 0.5, 0.4)]
    return print_html(drafts[find_first_on_one_page(drafts)], first=True)


def render_statistics(
    title: str, about: Text, tables: Sequence[StatisticsPart], paper: str, lang: str, room: float
) -> str:
    """Return statistics as an HTML page. `room` scales the letters. Raise NoSuchPaper for an unknown paper size."""
    if paper not in PAPERS:
        raise NoSuchPaper(SIZES)
    width, height = PAPERS[paper]
    size = (9 if width < 200 else 12) * room
    measures = f"@page{{size:{width}mm {height}mm;margin:12mm 12mm 14mm}}\n.figures{{font-size:{size:.2f}pt}}"
    template = make_environment(lang).get_template("printing/figures.html")
    head = Text("%(title)s, %(about)s", title=title, about=about)
    return template.render(lang=lang, title=head, name=title, about=about, sheets=(), measures=measures, tables=tables)
