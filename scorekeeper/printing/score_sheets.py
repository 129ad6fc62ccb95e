"""Score sheets and running totals as HTML and PDF."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil
from typing import NamedTuple

from scorekeeper.games.pad import Suit
from scorekeeper.games.signs import Sign
from scorekeeper.language.catalogue import catalogue
from scorekeeper.language.lettering import DOTS, fit_name
from scorekeeper.language.text import Text, speak
from scorekeeper.printing.layout import PAPERS, NoSuchPaper
from scorekeeper.printing.press import find_first_on_one_page, print_html
from scorekeeper.printing.templates import format_day, render

MM_OF_PT = 0.353
"""Millimetres per typographic point."""


SMALLEST_HEAD = 6.2
"""The smallest font size of the names above columns, in points."""


SCALES = (1.0, 0.88, 0.75, 0.64)
"""Scales of a score sheet's letters and spacing. The largest one that fits on one page is used."""


MOST_SHEET_LINES = 600
"""The maximum number of journal lines printed with a sheet or the running totals. Older ones are left out."""


SIZES = Text("Score sheets are printed on A4, Letter or A5.")


class PlayerTotal(NamedTuple):
    """A player or team with their total, on a sheet, in running totals and in results."""

    name: str
    leader: bool
    total: str
    sign: str = ""
    """Marks a total that is wrong or doubtful because of a problem."""
    out: bool = False
    signs: tuple[Sign, ...] = ()
    """Those of the players."""
    place: str = ""
    gap: Text | str | None = None
    """The distance to the leader."""


class RoundCell(NamedTuple):
    """The points of a player in a round."""

    points: str
    best: bool
    """Whether the round has a result and nobody has a better rank."""


class RoundLine(NamedTuple):
    """A round in one line, with one cell per player."""

    number: int
    name: Text
    cells: Sequence[RoundCell]
    open: Text | None = None
    """Why the round has no result yet, or None."""
    note: Text | None = None
    """The note of its only row, or None."""


class SheetLine(NamedTuple):
    """A row of the sheet."""

    suit: Suit | None
    name: Text
    cells: Sequence[tuple[str, Text | None, bool]]
    """For each player the points, the working or None, and whether the pile is flipped."""
    note: Text | None
    key: str = ""
    cards: bool = False
    """Whether it is a suit of cards, which its sign names without a word."""
    reason: Text | None = None
    """The note in a few words, which stands below the name of the row. It is None if there is no short form."""


class ScoreTable(NamedTuple):
    """The table of a score sheet, on the screen and on paper."""

    columns: Sequence[PlayerTotal]
    lines: Sequence[SheetLine]
    """The rows of the pad."""
    total: Text | None
    """The label of the total, or None if nothing scores points."""
    rounds: Sequence[RoundLine] = ()
    """Rounds in one line each."""
    feet: Sequence[tuple[Text, Sequence[Text | str]]] = ()
    """The label of each line below the total, with its cells."""


class Frame(NamedTuple):
    """The measures of a race chart, in units of its view box."""

    width: int = 358
    height: int = 206
    """The minimum: it grows with the players."""
    left: int = 34
    """Margin."""
    top: int = 10
    """Margin."""
    bottom: int = 28
    """Margin."""
    letter: int = 13
    """The font size."""
    names: int = 120
    """The maximum width of the names."""
    label_gap: int = 17
    """The minimum distance of two names, so that they do not overlap."""
    mark: int = 11
    """The size of a sign at each round."""
    end_mark: int = 14
    """The size of the sign at the end of a line."""


class RaceLine(NamedTuple):
    """A player's line in the race chart."""

    name: str
    sign: Sign
    leader: bool
    dash: int
    points: str
    """The `points` attribute of its SVG polyline."""
    marks: list[tuple[float, float]]
    """The places of the sign along the line."""
    end: tuple[float, float]
    """The place of the sign at its end."""
    name_at: tuple[float, float]
    """Where the name begins."""
    link: str
    """The points of a thin line from the end to the name, or "" if it is beside it."""
    again: tuple[float, float] | None
    """The place of a second sign before the name if another sign covers that at the end."""


@dataclass(frozen=True, slots=True)
class Race:
    """The race chart: points behind the leader after each round, with the leader on top."""

    lines: list[RaceLine]
    marks: list[tuple[float, str]]
    """Pairs y coordinates with the labels of the vertical axis."""
    ticks: list[tuple[float, str]]
    """Pairs x coordinates with round numbers."""
    title: Text
    sentence: Text
    frame: Frame
    height: int
    left: int
    right: int


class SheetView(NamedTuple):
    """A score sheet, or the running totals, as a page and paper show them."""

    game: Text | str
    heading: Text
    table_code: str
    date: str
    """An ISO date."""
    sentences: Sequence[Text]
    """The verdict first."""
    score: ScoreTable
    problems: Sequence[Text]
    footer: Sequence[Text]
    qr_url: str
    """The address in the QR code, "" for no QR code."""
    race: Race | None = None
    """The chart below the table, or None."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PrintedLine:
    """A line of the journal in words."""

    seq: int
    when: str
    text: Text
    struck: bool
    """Whether the line was taken back."""


def render_sheet(
    view: SheetView,
    paper: str = "A4",
    lang: str = "en",
    room: float = SCALES[0],
    journal: Sequence[PrintedLine] = (),
) -> str:
    """Return a score sheet as an HTML page. Raise NoSuchPaper if the paper size is unknown.

    `room` scales letters and spacing. The lines of `journal` are printed after the score sheet.
    """
    if paper not in PAPERS:
        raise NoSuchPaper(SIZES)
    head_size, heads = fit_heads(view, paper, room)
    day = format_day(view.date, "long", lang)
    return render(
        "sheet",
        lang,
        Text("%(game)s, %(round)s, %(day)s", game=view.game, round=view.heading, day=day),
        _render_measures(view, paper, lang, room, head_size),
        day=day,
        heads=heads,
        view=view,
        journal=journal,
        most=MOST_SHEET_LINES,
    )


def _render_measures(view: SheetView, paper: str, lang: str, room: float, head_size: float) -> str:
    width, height = PAPERS[paper]
    side, bottom, size = _measure_page(paper, room)
    letter = size * 0.8 * MM_OF_PT  # the small print, in mm
    words = catalogue(lang)
    rules = " ".join(speak(text, words) for text in view.footer)
    texts = [rules, *(speak(problem, words) for problem in view.problems[:4])]
    lines = sum(ceil((len(text) + 12) * letter * 0.5 / (width - 2 * side - 21)) for text in texts)
    # The footer is positioned at the bottom of the page, so its height has to be reserved in advance. 19 mm is the
    # height of the QR code beside it.
    foot = max(19.0, lines * letter * 1.5 + 1) + letter * 0.9
    return (
        f"@page{{size:{width}mm {height}mm;margin:0}}\n@page told{{margin:12mm {side}mm 14mm}}\n"
        # A long sheet flows over pages that have margins of their own.
        f".page{{font-size:{size:.2f}pt}}\n"
        f".sheet .name{{width:{100 * _find_label_share(len(view.score.columns)):.0f}%}}\n"
        f".sheet thead bdi{{font-size:{head_size:.2f}pt}}\n"
        f".page:not(.long){{width:{width}mm;min-height:{height}mm;padding:12mm {side}mm 0}}\n"
        f".foot-room{{height:{bottom + foot + 3:.1f}mm}}\n"
        f".sheet:not(.long) footer{{left:{side}mm;right:{side}mm;top:{height - bottom - foot:.1f}mm}}\n"
        + (_place_race(view.race, width - 2 * side, height * 0.32 * room * room) if view.race else "")
    )


def _place_race(race: Race, width: float, height: float) -> str:
    """Return the CSS rules for the largest race within a width and height in millimetres, and for its names.

    A browser that prints a sheet ignores measures in the attributes of elements.
    """
    unit = min(width / race.frame.width, height / race.height)
    rules = [
        f".chart{{font-size:{unit:.3f}mm;width:{race.frame.width}em;height:{race.height}em}}",
        f".chart bdi{{font-size:{race.frame.letter}em}}",
    ]
    for number, line in enumerate(race.lines, 1):
        left, top = line.name_at
        rules.append(f".chart p:nth-of-type({number}){{left:{left}em;top:{top}em}}")
        if line.leader:
            rules.append(f".chart p:nth-of-type({number}) bdi{{font-weight:600}}")
    return "\n".join(rules)


def _measure_page(paper: str, room: float) -> tuple[int, int, float]:
    """Return the side and bottom margins of a sheet in millimetres, and its font size in points."""
    return (9, 8, 10 * room) if PAPERS[paper][0] < 200 else (16, 10, 13 * room)


def _find_label_share(columns: int) -> float:
    """Return the share of the width that row labels take up beside that many columns, between 0 and 1."""
    return 0.34 if columns <= 2 else 0.26 if columns <= 4 else 0.19 if columns <= 6 else 0.1


def fit_heads(view: SheetView, paper: str, room: float) -> tuple[float, list[str]]:
    """Return the font size of the names above the columns in points, and the names, shortened to fit if necessary.

    The size is the largest that shows as many names in full as the smallest size does. A name can take up to
    three lines.
    """
    side, _, size = _measure_page(paper, room)
    names = [player.name for player in view.score.columns]
    count = len(names)
    column = (PAPERS[paper][0] - 2 * side) * (1 - _find_label_share(count)) / max(count, 1)
    # The padding of a column in print.css, in em of the sheet. Change both together.
    column -= (1.2 if count <= 4 else 0.6 if count <= 6 else 0.25) * size * MM_OF_PT
    sizes = [size - step for step in range(ceil(size)) if size - step > SMALLEST_HEAD] + [min(size, SMALLEST_HEAD)]
    heads = {head: [fit_name(name, column / (head * MM_OF_PT), 3) for name in names] for head in sizes}
    # The smallest size shows the most names in full. The first size that shows as many is the largest one.
    shortened = {head: sum(DOTS in name for name in fitted) for head, fitted in heads.items()}
    return next((head, heads[head]) for head in sizes if shortened[head] == shortened[sizes[-1]])


def print_sheet(view: SheetView, paper: str = "A4", lang: str = "en", journal: Sequence[PrintedLine] = ()) -> bytes:
    """Return a score sheet as a PDF, if possible on one page. The lines of `journal` follow on further pages.

    Raise NoSuchPaper if the paper size is unknown. Raise Unprintable or Busy if printing fails.
    """
    # Tried without the journal, which always goes on further pages.
    drafts = [render_sheet(view, paper, lang, room) for room in SCALES]
    return print_html(
        render_sheet(view, paper, lang, SCALES[find_first_on_one_page(drafts)], journal=journal), first=True
    )


# Statistics of a group, on one page


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
    others: "Sequence[StatisticsCell]" = ()
    """Further members who share what the cell says, each on a line of their own."""


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
    head = Text("%(title)s, %(about)s", title=title, about=about)
    return render("figures", lang, head, measures, name=title, about=about, tables=tables)
