"""Blank score pads as HTML and PDF.

Nothing here depends on Flask, because the command line prints too.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from math import floor
from typing import NamedTuple

from scorekeeper.games.game import Game
from scorekeeper.games.pad import Mark, Setup
from scorekeeper.games.paper import PaperPad
from scorekeeper.language.catalogue import catalogue
from scorekeeper.language.lettering import fit_name, measure_width
from scorekeeper.language.text import Literal, Text, speak
from scorekeeper.printing.layout import (
    HEADS,
    NAMES,
    PAPER_COPIES,
    PAPERS,
    TITLE,
    Fit,
    NoSuchPaper,
    PadContent,
    find_fit,
)
from scorekeeper.printing.press import print_html
from scorekeeper.printing.templates import render

PRINTED_NAME = 3.6
"""The size of the letters of a name on a pad in mm, at full scale."""

LETTER = 3.53
"""The size of the letters of a pad in mm, at full scale: 10 points."""

LARGEST_TITLE, SMALLEST_TITLE, TITLE_GAP = 1.6, 1.05, 0.4
"""The size of the title on a pad as a multiple of its letters, and the gap after it as a multiple of its own.

In two lines it has the smallest size.
"""

BLANK_LETTER, BLANK_GAPS = 0.9, 1.4
"""The size of the label of a blank as a multiple of the letters of a pad, and the gaps beside it as one of its own."""

BLANK_PART = 4.0
"""The shortest part of the line to write on after such a label, in mm. A blank has several parts."""

PAD_SIZES = Text("Pads are printed on A4, Letter or A5, 1, 2 or 4 to a page.")


@dataclass(frozen=True, slots=True)
class PadRequest:
    """A request for a blank pad."""

    players: int
    paper: str = "A4"
    up: int = 2
    """The number of copies per page."""
    layout: str = ""
    """The key of a layout, or "" for the first one."""
    options: Mapping[str, Mark] = field(default_factory=dict)
    names: tuple[str, ...] = ()
    """The names of the players, or empty."""


class PadHeading(NamedTuple):
    """What stands above the table of a pad, as far as it has room there."""

    title: str
    """The name of the game, with a line break if it takes two lines."""
    letter: float
    """The size of the title as a multiple of the letters of the pad."""
    blanks: tuple[tuple[str, int], ...]
    """Labels of what is filled in, each with the number of parts of its line."""


def make_setup(game: Game, players: int, options: Mapping[str, Mark] | None = None) -> Setup:
    """Return a setup of players without names, for laying out a pad. Options that are left out have their defaults."""
    seats = tuple(range(players))
    return Setup(("",) * players, {**game.default_options(), **(options or {})}, ((1, seats),))


def find_pad(game: Game, wish: PadRequest) -> PaperPad:
    """Return the requested layout of a pad, or the first if none is named. Raise NoSuchPaper if it does not exist."""
    least, most = game.seats
    if not least <= wish.players <= most:
        raise NoSuchPaper(game.describe_players())
    for pad in game.paper(make_setup(game, wish.players, wish.options)):
        if pad.key == wish.layout or not wish.layout:
            return pad
    raise NoSuchPaper(Text("%(game)s has no such pad.", game=game.name))


def fit_pad(game: Game, wish: PadRequest, lang: str = "en") -> Fit:
    """Return the dimensions of a pad on paper. If it does not fit, raise NoSuchPaper with the nearest pad that does."""
    if wish.paper not in PAPERS or wish.up not in PAPER_COPIES:
        raise NoSuchPaper(PAD_SIZES)
    try:
        return _lay_out(game, wish, lang)
    except NoSuchPaper as refusal:
        near = suggest_nearest(game, wish, lang)
        raise NoSuchPaper(Text("%(why)s %(near)s", why=refusal.reason, near=near)) if near else refusal from None


def suggest_nearest(game: Game, wish: PadRequest, lang: str) -> Text | None:
    """Return a text that names the nearest pad that fits, or None if nothing does.

    Fewer copies per page are tried first, then another paper size, then fewer players.
    """
    larger = [replace(wish, up=up) for up in PAPER_COPIES[::-1] if up < wish.up]
    other = [replace(wish, paper=paper) for paper in PAPERS]
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
    words, pad = catalogue(lang), find_pad(game, wish)

    def say(text: Text) -> str:
        # A soft hyphen, where a word can break, is no letter.
        return speak(text, words).replace("\u00ad", "")

    content = PadContent(
        pad=pad,
        sides=pad.across(wish.players),
        labels=tuple(say(line.label) for line in pad.lines if line.look == "row" or line.worth),
        left=tuple(map(say, pad.left)),
        right=tuple(map(say, pad.right)),
        total=max((say(line.label) for line in pad.lines if line.look == "total"), key=len, default=""),
        worths=tuple(say(line.worth) for line in pad.lines if line.worth),
        heads={
            column: (
                say(column.label) if column.label else "",
                say(column.worth) if column.worth else "",
            )
            for column in (*pad.columns, *pad.fewer, *pad.fewest)
        },
    )
    return find_fit(content, wish.paper, wish.up)


def render_pad(game: Game, wish: PadRequest, lang: str = "en") -> str:
    """Return a blank pad as an HTML page. Raise NoSuchPaper if it does not fit."""
    pad_fit = fit_pad(game, wish, lang)
    title = Text("%(game)s, score pad for %(count)s players", game=game.name, count=wish.players)
    heading = fit_heading(game, pad_fit, lang)
    return render(
        "pad",
        lang,
        title,
        _render_measures(pad_fit, heading),
        game=game,
        fit=pad_fit,
        heading=heading,
        names=_fit_names(pad_fit, wish.names),
    )


def fit_heading(game: Game, pad_fit: Fit, lang: str) -> PadHeading:
    """Return the title of a pad and the blanks beside it, each with a line that is long enough to write on.

    A long title gets smaller letters, then two lines. If that is not enough, the last blanks are dropped.
    """
    words, pad = catalogue(lang), pad_fit.pad
    name = pad.title or game.name
    title = speak(name, words) if isinstance(name, Text) else name
    blanks = tuple((speak(label, words), parts) for label, parts in pad.blanks)
    letter = LETTER * pad_fit.scale
    inner = pad_fit.size[0] - 2 * pad_fit.side
    small = title
    for count in range(len(blanks), 0, -1):
        labels = sum(measure_width(label) + BLANK_GAPS for label, _ in blanks[:count]) * BLANK_LETTER * letter
        lines = sum(parts for _, parts in blanks[:count]) * BLANK_PART
        room = (inner - labels - lines) / letter
        size = floor(100 * room / (measure_width(title) + TITLE_GAP)) / 100
        if size >= SMALLEST_TITLE:
            return PadHeading(title, min(size, LARGEST_TITLE), blanks[:count])
        small = fit_name(title, room / SMALLEST_TITLE - TITLE_GAP, 2)
        # Otherwise it was shortened.
        if "".join(small.split()) == "".join(title.split()):
            return PadHeading(small, SMALLEST_TITLE, blanks[:count])
    return PadHeading(small, SMALLEST_TITLE, blanks[:1])


def _fit_names(pad_fit: Fit, names: tuple[str, ...]) -> list[str]:
    """Return the name above each group of columns, or in each line, as far as it fits. Partners share one."""
    widths, sides = pad_fit.widths, pad_fit.sides
    if pad_fit.pad.players != "columns":
        return [fit_name(name, widths.label / (PRINTED_NAME * pad_fit.scale)) for name in names]
    room = sum(widths.columns) / (PRINTED_NAME * pad_fit.scale)
    return [fit_name(" & ".join(names[side::sides]), room) for side in range(sides) if side < len(names)]


def _render_measures(pad_fit: Fit, heading: PadHeading) -> str:
    width, height = pad_fit.page
    widths = pad_fit.widths
    columns = [*widths.together, *widths.columns * (pad_fit.sides if pad_fit.pad.players == "columns" else 1)]
    rules = [
        f"@page{{size:{width}mm {height}mm;margin:0}}",
        f".page{{width:{width}mm;height:{height}mm;font-size:{10 * pad_fit.scale}pt}}",
        f".pad{{width:{pad_fit.size[0]}mm;height:{pad_fit.size[1]}mm;padding:12mm {pad_fit.side}mm 0}}",
        f".pad header{{height:{TITLE * pad_fit.scale:.2f}mm}}",
        f".pad h1{{font-size:{heading.letter}em}}",
        f".names td{{height:{NAMES * pad_fit.scale:.2f}mm}}",
        f".heads th{{height:{max(pad_fit.heads, HEADS) * pad_fit.scale:.2f}mm}}",
        f".label{{width:{widths.label:.2f}mm}}",
        f".row td,.row th{{height:{pad_fit.rows.height}mm}}",
        f".small td,.small th{{height:{pad_fit.rows.small}mm}}",
        f".inbox{{height:{pad_fit.rows.height - 1.4:.2f}mm}}",
    ]
    rules += [f".place{i}{{left:{x}mm;top:{y}mm}}" for i, (x, y) in enumerate(pad_fit.places)]
    rules += [f".column{i}{{width:{column}mm}}" for i, column in enumerate(columns)]
    return "\n".join(rules)


def print_pad(game: Game, wish: PadRequest, lang: str = "en") -> bytes:
    """Return a blank pad as a PDF.

    Raise NoSuchPaper if it does not fit. Raise Unprintable or Busy if printing fails.
    """
    return print_html(render_pad(game, wish, lang))
