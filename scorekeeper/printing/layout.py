"""How a printed pad fits on paper: every height and width in millimetres, before anything is drawn.

A row is never lower than 8 mm and a box never narrower than the game asks for. Where there is no room the pad gives up
the names of the suits first, then some of each player's columns, then rounds; when even that does not do, it is
refused.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from math import ceil, floor

from scorekeeper.games.paper import Column, Line, PaperPad
from scorekeeper.language.text import Literal, Text

PAPERS = {"A4": (210.0, 297.0), "Letter": (215.9, 279.4), "A5": (148.0, 210.0)}

PAD_PAPERS = ("A4", "Letter")

UPS = (1, 2, 4)

BINDING, BAR, ROW, ROW_MOST = 12.0, 1.1, 8.0, 20.0

TITLE, NAMES, HEADS, HELP_GAP, HELP, FOOT_GAP = 9.4, 8.9, 4.6, 2.4, 3.6, 2.4

LABEL, NARROW_LABEL, NUMBER_LABEL, NAME_LABEL, BAND = 30.0, 15.0, 11.0, 34.0, 8.0

HELP_LETTER, NAME_LETTER = 1.25, 2.05


class NoSuchPaper(Exception):
    """This pad cannot be printed like that; the reason names what comes nearest."""

    def __init__(self, reason: Text) -> None:
        super().__init__(reason)
        self.reason = reason

    def __str__(self) -> str:
        return str(self.reason)


@dataclass(frozen=True, slots=True)
class Words:
    """What a pad will say, in the reader's language, as far as it takes up room."""

    labels: tuple[str, ...]
    left: tuple[str, ...]
    right: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Fit:
    """A pad on paper: the page and where each copy lies on it, its columns, and every measure in millimetres."""

    page: tuple[float, float]
    size: tuple[float, float]
    places: tuple[tuple[float, float], ...]
    side: float
    scale: float
    columns: tuple[Column, ...]
    named: bool
    level: int
    label: float
    widths: tuple[float, ...]
    shared: tuple[float, ...]
    row: float
    small: float
    numbered: int
    beside: bool
    repeat: int

    @property
    def box(self) -> float:
        """The narrowest box of a player."""
        return min(self.widths)


def divided(paper: str, up: int) -> Iterator[tuple[tuple[float, float], int, int]]:
    """Every way to cut a sheet into so many equal pads with straight cuts: page size, pads across, pads down."""
    width, height = PAPERS[paper]
    if up == 2:
        yield (width, height), 1, 2
        yield (height, width), 2, 1
    else:
        each = 1 if up == 1 else 2
        yield (width, height), each, each
        yield (height, width), each, each


def fit(pad: PaperPad, lines: tuple[Line, ...], players: int, paper: str, up: int, words: Words) -> Fit:
    """Find the best way to put a pad on paper. Raises NoSuchPaper without a neighbour: `paper.fitting` knows those."""
    found = [
        one
        for page, across, down in divided(paper, up)
        if (one := _fit(pad, lines, players, page, across, down, words))
    ]
    if not found:
        raise NoSuchPaper(
            Text(
                "%(players)s players do not fit, %(up)s to a page on %(paper)s.",
                players=players,
                up=up,
                paper=Literal(paper),
            )
        )
    return min(
        found,
        key=lambda one: (-one.repeat, one.level, -one.numbered, -min(one.row, ROW_MOST) * min(one.box, ROW_MOST)),
    )


def _fit(
    pad: PaperPad,
    lines: tuple[Line, ...],
    players: int,
    page: tuple[float, float],
    across: int,
    down: int,
    words: Words,
) -> Fit | None:
    """The fit for one way of cutting the sheet, or None."""
    width, height = page[0] / across, page[1] / down
    scale = 1.25 if width * height > 400 * 100 else 1.0
    side = 6.0 if min(width, height) < 115 else 8.0
    inner = width - 2 * side
    for repeat, (level, (columns, named)) in product(_repeats(pad), enumerate(_shapes(pad, lines))):
        across_widths = _across(pad, repeat, columns, players, inner, named, scale, words)
        if not across_widths:
            continue
        heads = HEADS if any(column.label for column in columns) else 0.0
        rows = _down(pad, repeat, lines, players, heads, height - BINDING - side, inner, scale, words)
        if not rows:
            continue
        label, widths, shared = across_widths
        places = tuple((x * width, y * height) for y in range(down) for x in range(across))
        return Fit(
            page, (width, height), places, side, scale, columns, named, level, label, widths, shared, *rows, repeat
        )
    return None


def _repeats(pad: PaperPad) -> range:
    """How many rounds a pad may hold, the most first."""
    return range(pad.repeat, (pad.fewest_repeats or pad.repeat) - 1, -1)


def _shapes(pad: PaperPad, lines: tuple[Line, ...]) -> list[tuple[tuple[Column, ...], bool]]:
    """What a pad may look like, from the fullest to the barest: its columns, and whether suits have their names."""
    suited = any(line.suit for line in lines)
    shapes = []
    for columns in (pad.columns, pad.fewer):
        if columns:
            shapes += [(columns, True), (columns, False)] if suited else [(columns, True)]
    return shapes


def _across(
    pad: PaperPad,
    repeat: int,
    columns: tuple[Column, ...],
    players: int,
    inner: float,
    named: bool,
    scale: float,
    words: Words,
) -> tuple[float, tuple[float, ...], tuple[float, ...]] | None:
    """Share the width: the label, one player's columns, the shared columns; None if a box gets too narrow."""
    least, wish = _label(pad, named, scale, words)
    band = BAND if repeat > 1 else 0.0
    shared = tuple(column.width for column in pad.shared)
    times = players if pad.players == "columns" else 1
    needed = times * sum(column.width for column in columns)
    room = inner - band - sum(shared)
    label = max(least, min(wish, room - 1.12 * needed))
    if room - label < needed:
        return None
    stretch = (room - label) / needed
    return label, tuple(floor(column.width * stretch * 100) / 100 for column in columns), shared


def _label(pad: PaperPad, named: bool, scale: float, words: Words) -> tuple[float, float]:
    """The least and the wished width of the column of names."""
    if pad.players == "lines":
        return NAME_LABEL * 0.7, NAME_LABEL * scale
    if not words.labels:
        return NUMBER_LABEL, NUMBER_LABEL * scale
    if not named:
        return NARROW_LABEL * scale, NARROW_LABEL * scale
    longest = max(map(len, words.labels), default=0)
    return (10.0 + NAME_LETTER * longest) * scale, max(LABEL, 10.0 + NAME_LETTER * longest) * scale


def _down(
    pad: PaperPad,
    repeat: int,
    lines: tuple[Line, ...],
    players: int,
    heads: float,
    inner: float,
    width: float,
    scale: float,
    words: Words,
) -> tuple[float, float, int, bool] | None:
    """Share the height: a row, a small row, how many numbered lines, help side by side; None if a row gets too low."""
    beside, help_lines = _help(words, width, scale)
    fixed = BAR + (TITLE + heads + help_lines * HELP) * scale + (HELP_GAP if help_lines else 0.0)
    fixed += NAMES * scale if pad.players == "columns" else 0.0
    fixed += pad.foot * scale + FOOT_GAP if pad.foot else 0.0
    room = (inner - fixed) / repeat
    small = sum(line.look == "small" for line in lines)
    other = len(lines) - small
    if pad.players == "lines":
        other += players
    fewest, most = pad.numbered
    for numbered in range(most, fewest - 1, -1):
        rows = other + numbered
        row = room / (rows + 0.73 * small)
        if 0.73 * row < ROW:
            row = (room - small * ROW) / rows
        row = min(floor(row * 100) / 100, ROW_MOST)
        if row >= ROW:
            return row, max(ROW, floor(73 * row) / 100), numbered, beside
    return None


def _help(words: Words, width: float, scale: float) -> tuple[bool, int]:
    """Whether both columns of help stand side by side, and how many lines they take."""
    letter = HELP_LETTER * scale

    def longest(texts: tuple[str, ...]) -> float:
        return max((len(text) for text in texts), default=0) * letter

    if longest(words.left) + longest(words.right) + 6 <= width:
        return True, max(len(words.left), len(words.right))
    return False, sum(ceil(len(text) * letter / width) for text in (*words.left, *words.right))
