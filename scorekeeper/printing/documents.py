"""Documents to print: blank score pads, score sheets, statistics, and pictures of final results.

Nothing here depends on Flask, because the command line prints too.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from functools import cache, lru_cache
from math import ceil
from textwrap import wrap
from typing import NamedTuple, Protocol

import segno
from babel.dates import format_date
from jinja2 import Environment, FileSystemLoader

from scorekeeper.folders import find_folder
from scorekeeper.games.game import Game
from scorekeeper.games.pad import Mark, Setup
from scorekeeper.games.paper import Column, Line, PaperPad
from scorekeeper.language.catalogue import catalogue
from scorekeeper.language.lettering import DOTS, fit_name
from scorekeeper.language.text import Catalogue, Literal, Text, speak
from scorekeeper.printing.grid import Grid, draw_grid, render_corner_css
from scorekeeper.printing.layout import (
    COPIES,
    HEADS,
    NAMES,
    PAD_PAPERS,
    PAPERS,
    TITLE,
    Fit,
    NoSuchPaper,
    Words,
    find_fit,
)
from scorekeeper.printing.press import find_first_on_one_page, print_html, print_picture

SHEET_PAPERS = tuple(PAPERS)
"""Names of the paper sizes for score sheets."""

PAD_SIZES = Text("Pads are printed on A4 or Letter, 1, 2 or 4 to a page.")

MM_OF_PT = 0.353
"""Millimetres per typographic point."""

SMALLEST_HEAD = 6.2
"""The smallest font size of the names above columns, in points."""

SCALES = (1.0, 0.88, 0.75, 0.64)
"""Scales of a score sheet's letters and spacing. The largest one that fits on one page is used."""


@dataclass(frozen=True, slots=True)
class PadRequest:
    """A request for a blank pad. `up` is the number of copies per page.

    `layout` is the key of a layout, or "" for the first one.
    """

    players: int
    paper: str = "A4"
    up: int = 2
    layout: str = ""
    options: Mapping[str, Mark] | None = None


class HasText(Protocol):
    """An object with a text, such as a notice."""

    @property
    def text(self) -> Text: ...


MOST_LINES = 600
"""The maximum number of journal lines printed with a sheet or the running totals. Older ones are left out."""


class PrintedLine(Protocol):
    """A line of the journal to print. `struck` is whether the line was taken back."""

    @property
    def seq(self) -> int: ...
    @property
    def when(self) -> str: ...
    @property
    def text(self) -> Text: ...
    @property
    def struck(self) -> bool: ...


class NamedColumn(Protocol):
    """A column of a score sheet, with its player's name."""

    @property
    def name(self) -> str: ...


class SheetView(Protocol):
    """A score sheet, or the running totals, as a page and paper show them. The template reads further fields.

    `date` is an ISO date. `qr_url` is the address in the QR code, "" for no QR code.
    """

    @property
    def game(self) -> Text | str: ...
    @property
    def heading(self) -> Text: ...
    @property
    def table_code(self) -> str: ...
    @property
    def date(self) -> str: ...
    @property
    def columns(self) -> Sequence[NamedColumn]: ...
    @property
    def problems(self) -> Sequence[HasText]: ...
    @property
    def footer(self) -> Sequence[Text]: ...
    @property
    def qr_url(self) -> str: ...


@dataclass(frozen=True, slots=True)
class Heads:
    """The names above the columns of a sheet. `size` is their font size in points.

    `names` are the names, each shortened to fit its column if necessary.
    """

    size: float
    names: tuple[str, ...]

    def whole(self) -> int:
        """Return how many names are not shortened."""
        return sum(DOTS not in name for name in self.names)


@dataclass(frozen=True, slots=True)
class QrCode:
    """A QR code as one SVG path in a square of `size` modules."""

    path: str
    size: int


def make_setup(game: Game, players: int, options: Mapping[str, Mark] | None = None) -> Setup:
    """Return a setup of players without names, for laying out a pad. Options that are left out have their defaults."""
    seats = tuple(range(players))
    return Setup(("",) * players, {**game.default_options(), **(options or {})}, ((1, seats),))


def list_pads(game: Game, setup: Setup) -> tuple[PaperPad, ...]:
    """Return the layouts in which the blank pad of a game can be printed. Empty if the game has no pad to print."""
    return game.paper(setup) if game.paper else ()


def find_pad(game: Game, wish: PadRequest) -> PaperPad:
    """Return the requested layout of a pad, or the first if none is named. Raise NoSuchPaper if it does not exist."""
    least, most = game.seats
    if not least <= wish.players <= most:
        raise NoSuchPaper(game.describe_players())
    for pad in list_pads(game, make_setup(game, wish.players, wish.options)):
        if pad.key == wish.layout or not wish.layout:
            return pad
    raise NoSuchPaper(Text("%(game)s has no such pad.", game=game.name))


def fit_pad(game: Game, wish: PadRequest, lang: str = "en") -> Fit:
    """Return the dimensions of a pad on paper. If it does not fit, raise NoSuchPaper with the nearest pad that does."""
    if wish.paper not in PAD_PAPERS or wish.up not in COPIES:
        raise NoSuchPaper(PAD_SIZES)
    try:
        return _lay_out(game, wish, lang)
    except NoSuchPaper as refusal:
        near = suggest_nearest(game, wish, lang)
        raise NoSuchPaper(Text("%(why)s %(near)s", why=refusal.reason, near=near)) if near else refusal from None


def suggest_nearest(game: Game, wish: PadRequest, lang: str = "en") -> Text | None:
    """Return a text that names the nearest pad that fits, or None if nothing does.

    Fewer copies per page are tried first, then another paper size, then fewer players.
    """
    larger = [replace(wish, up=up) for up in COPIES[::-1] if up < wish.up]
    other = [replace(wish, paper=paper) for paper in PAD_PAPERS]
    fewer = [replace(wish, players=players) for players in range(wish.players - 1, 0, -1)]
    for near in (*larger, *other, *fewer):
        try:
            _lay_out(game, near, lang)
        except NoSuchPaper:
            continue
        return Text(
            "Nearest that fits: %(players)s players, %(up)s to a page on %(paper)s.",
            players=near.players,
            up=near.up,
            paper=Literal(near.paper),
        )
    return None


def _lay_out(game: Game, wish: PadRequest, lang: str) -> Fit:
    words = catalogue(lang)
    pad = find_pad(game, wish)
    lines = list_suit_lines(game, wish, pad) + pad.lines
    said = Words(
        tuple(speak(line.label, words) for line in lines if line.look == "row" or line.worth),
        tuple(speak(text, words) for text in pad.left),
        tuple(speak(text, words) for text in pad.right),
        max((speak(line.label, words) for line in lines if line.look == "total"), key=len, default=""),
        tuple(speak(line.worth, words) for line in lines if line.worth),
        {column: _translate_head(column, words) for column in (*pad.columns, *pad.fewer, *pad.fewest)},
    )
    return find_fit(pad, lines, pad.across(wish.players), wish.paper, wish.up, said)


def _translate_head(column: Column, words: Catalogue) -> tuple[str, str]:
    """Return the label of a column and the text that says what it is worth, each of them "" if there is none."""
    return speak(column.label, words) if column.label else "", speak(column.worth, words) if column.worth else ""


def list_suit_lines(game: Game, wish: PadRequest, pad: PaperPad) -> tuple[Line, ...]:
    """Return a line for each suit of a game, labelled as on screen. Empty if the pad does not list suits."""
    if not pad.suits:
        return ()
    rows = game.rows(make_setup(game, wish.players, wish.options))
    return tuple(Line(row.label, row.suit, row.suit.letters) for row in rows if row.suit)


def render_pad(game: Game, wish: PadRequest, lang: str = "en", sheets: Sequence[str] = ()) -> str:
    """Return a blank pad as an HTML page. Raise NoSuchPaper if it does not fit.

    `sheets` are addresses of style sheets for a browser. They are left out for a PDF, whose worker has its own.
    """
    pad, pad_fit = find_pad(game, wish), fit_pad(game, wish, lang)
    suits = list_suit_lines(game, wish, pad)
    drawn = draw_grid(pad, pad_fit, wish.players, suits)
    title = Text("%(game)s, score pad for %(count)s players", game=game.name, count=wish.players)
    return (
        make_environment(lang)
        .get_template("printing/pad.html")
        .render(
            lang=lang,
            title=title,
            sheets=sheets,
            measures=render_pad_css(pad, pad_fit, wish.players, drawn),
            game=game,
            pad=pad,
            fit=pad_fit,
            players=wish.players,
            suits=suits,
            grid=drawn,
        )
    )


def render_pad_css(pad: PaperPad, pad_fit: Fit, players: int, drawn: Grid | None) -> str:
    """Return the CSS rules with the dimensions of a pad. `drawn` is its drawn boxes, None for an HTML table."""
    width, height = pad_fit.page
    columns = [*pad_fit.shared, *pad_fit.widths * (pad.across(players) if pad.players == "columns" else 1)]
    rules = [
        f"@page{{size:{width}mm {height}mm;margin:0}}",
        f".page{{width:{width}mm;height:{height}mm;font-size:{10 * pad_fit.scale}pt}}",
        f".pad{{width:{pad_fit.size[0]}mm;height:{pad_fit.size[1]}mm;padding:12mm {pad_fit.side}mm 0}}",
        f".pad header{{height:{TITLE * pad_fit.scale:.2f}mm}}",
        f".names td{{height:{NAMES * pad_fit.scale:.2f}mm}}",
        f".heads th{{height:{max(pad_fit.heads, HEADS) * pad_fit.scale:.2f}mm}}",
        f".label{{width:{pad_fit.label:.2f}mm}}",
        f".row td,.row th{{height:{pad_fit.row}mm}}",
        f".small td,.small th{{height:{pad_fit.small}mm}}",
        f".inbox{{height:{pad_fit.row - 1.4:.2f}mm}}",
    ]
    rules += [f".place{i}{{left:{x}mm;top:{y}mm}}" for i, (x, y) in enumerate(pad_fit.places)]
    rules += [f".column{i}{{width:{column}mm}}" for i, column in enumerate(columns)]
    if drawn and drawn.words:
        rules.append(render_corner_css(pad_fit, drawn))
    return "\n".join(rules)


def print_pad(
    game: Game,
    players: int,
    paper: str,
    up: int,
    *,
    layout: str = "",
    options: Mapping[str, Mark] | None = None,
    lang: str = "en",
) -> bytes:
    """Return a blank pad as a PDF.

    Raise NoSuchPaper if it does not fit. Raise Unprintable or Busy if printing fails.
    """
    return print_html(render_pad(game, PadRequest(players, paper, up, layout, options), lang))


def render_sheet(
    view: SheetView,
    paper: str = "A4",
    lang: str = "en",
    room: float = SCALES[0],
    sheets: Sequence[str] = (),
    journal: Sequence[PrintedLine] = (),
) -> str:
    """Return a score sheet as an HTML page. Raise NoSuchPaper if the paper size is unknown.

    `room` scales letters and spacing. `sheets` are addresses of style sheets for a browser. The lines of `journal`
    are printed after the score sheet.
    """
    # For Babel, plain `en` is American. The app’s English is British.
    day = format_date(date.fromisoformat(view.date), "long", locale={"en": "en_GB"}.get(lang, lang))
    return (
        make_environment(lang)
        .get_template("printing/sheet.html")
        .render(
            lang=lang,
            title=Text("%(game)s, %(round)s, %(day)s", game=view.game, round=view.heading, day=day),
            day=day,
            sheets=sheets,
            measures=render_sheet_css(view, paper, lang, room),
            heads=fit_heads(view, paper, room).names,
            view=view,
            journal=journal,
            most=MOST_LINES,
            qr=draw_qr_code(view.qr_url) if view.qr_url else None,
        )
    )


class StatisticsTable(Protocol):
    """A table of statistics. `about` is an explanation below the title, or None."""

    @property
    def title(self) -> Text: ...

    @property
    def about(self) -> Text | None: ...

    @property
    def head(self) -> Sequence[Text]: ...

    @property
    def rows(self) -> Sequence[Sequence[object]]: ...


def print_statistics(title: str, about: Text, tables: Sequence[StatisticsTable], paper: str, lang: str) -> bytes:
    """Return statistics as a PDF, in the largest letters that fit on one page.

    Raise NoSuchPaper if the paper size is unknown. Raise Unprintable or Busy if printing fails.
    """
    drafts = [render_statistics(title, about, tables, paper, lang, room) for room in (*SCALES, 0.5, 0.4)]
    return print_html(drafts[find_first_on_one_page(drafts)], first=True)


def render_statistics(
    title: str, about: Text, tables: Sequence[StatisticsTable], paper: str = "A4", lang: str = "en", room: float = 1
) -> str:
    """Return statistics as an HTML page. `room` scales the letters. Raise NoSuchPaper for an unknown paper size."""
    if paper not in PAPERS:
        raise NoSuchPaper(Text("Score sheets are printed on A4, Letter or A5."))
    width, height = PAPERS[paper]
    size = (9 if width < 200 else 12) * room
    measures = f"@page{{size:{width}mm {height}mm;margin:12mm 12mm 14mm}}\n.figures{{font-size:{size:.2f}pt}}"
    template = make_environment(lang).get_template("printing/figures.html")
    head = Text("%(title)s, %(about)s", title=title, about=about)
    return template.render(lang=lang, title=head, name=title, about=about, sheets=(), measures=measures, tables=tables)


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
    day = format_date(date.fromisoformat(view.date), "full", locale={"en": "en_GB"}.get(lang, lang))
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


def render_sheet_css(view: SheetView, paper: str = "A4", lang: str = "en", room: float = SCALES[0]) -> str:
    """Return the CSS rules with the dimensions of a score sheet. Raise NoSuchPaper if the paper size is unknown."""
    if paper not in PAPERS:
        raise NoSuchPaper(Text("Score sheets are printed on A4, Letter or A5."))
    width, height = PAPERS[paper]
    side, bottom, size = _measure_page(paper, room)
    letter = size * 0.8 * MM_OF_PT  # the small print, in mm
    words = catalogue(lang)
    rules = " ".join(speak(text, words) for text in view.footer)
    texts = [rules, *(speak(problem.text, words) for problem in view.problems[:4])]
    lines = sum(ceil((len(text) + 12) * letter * 0.5 / (width - 2 * side - 21)) for text in texts)
    # The footer is positioned at the bottom of the page, so its height has to be reserved in advance. 19 mm is the
    # height of the QR code beside it.
    foot = max(19.0, lines * letter * 1.5 + 1) + letter * 0.9
    return (
        f"@page{{size:{width}mm {height}mm;margin:0}}\n@page told{{margin:12mm {side}mm 14mm}}\n"
        # A long sheet flows over pages that have margins of their own.
        f".page{{font-size:{size:.2f}pt}}\n"
        f".sheet .name{{width:{100 * _find_label_share(len(view.columns)):.0f}%}}\n"
        f".sheet thead bdi{{font-size:{fit_heads(view, paper, room).size:.2f}pt}}\n"
        f".race svg{{max-height:{height * 0.32 * room * room:.1f}mm}}\n"
        f".page:not(.long){{width:{width}mm;min-height:{height}mm;padding:12mm {side}mm 0}}\n"
        f".foot-room{{height:{bottom + foot + 3:.1f}mm}}\n"
        f".sheet:not(.long) footer{{left:{side}mm;right:{side}mm;top:{height - bottom - foot:.1f}mm}}"
    )


def _measure_page(paper: str, room: float) -> tuple[int, int, float]:
    """Return the side and bottom margins of a sheet in millimetres, and its font size in points."""
    return (9, 8, 10 * room) if PAPERS[paper][0] < 200 else (16, 10, 13 * room)


def _find_label_share(columns: int) -> float:
    """Return the share of the width that row labels take up beside that many columns, between 0 and 1."""
    return 0.34 if columns <= 2 else 0.26 if columns <= 4 else 0.19 if columns <= 6 else 0.1


def fit_heads(view: SheetView, paper: str, room: float = SCALES[0]) -> Heads:
    """Return the names above the columns.

    Their font size is the largest that shows as many names in full as the smallest size does. A name can take up to
    three lines.
    """
    side, _, size = _measure_page(paper, room)
    count = len(view.columns)
    column = (PAPERS[paper][0] - 2 * side) * (1 - _find_label_share(count)) / max(count, 1)
    # The padding of a column in print.css, in em of the sheet. Change both together.
    column -= (1.2 if count <= 4 else 0.6 if count <= 6 else 0.25) * size * MM_OF_PT
    smaller = [size - step for step in range(ceil(size)) if size - step > SMALLEST_HEAD]
    heads_by_size = [
        Heads(head_size, tuple(fit_name(player.name, column / (head_size * MM_OF_PT), 3) for player in view.columns))
        for head_size in (*smaller, min(size, SMALLEST_HEAD))
    ]
    # The smallest size shows the most names in full. The first size that shows as many is the largest one.
    return next(heads for heads in heads_by_size if heads.whole() == heads_by_size[-1].whole())


def print_sheet(view: SheetView, paper: str = "A4", lang: str = "en", journal: Sequence[PrintedLine] = ()) -> bytes:
    """Return a score sheet as a PDF, if possible on one page. The lines of `journal` follow on further pages.

    Raise NoSuchPaper if the paper size is unknown. Raise Unprintable or Busy if printing fails.
    """
    # Tried without the journal, which always goes on further pages.
    drafts = [render_sheet(view, paper, lang, room) for room in SCALES]
    return print_html(
        render_sheet(view, paper, lang, SCALES[find_first_on_one_page(drafts)], journal=journal), first=True
    )


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
    environment.globals["Text"] = Text
    return environment
