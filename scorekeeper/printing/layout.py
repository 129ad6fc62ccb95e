"""Layout of a printed pad: all heights and widths in millimetres, computed before anything is drawn.

A row is at least 8 mm high and a box at least as wide as the game asks for. If there is too little room, the pad drops
the names of suits first, then some of each player's columns, then rounds. If that is not enough, it is refused.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import product
from math import ceil, floor
from typing import NamedTuple

from scorekeeper.games.paper import Column, PaperPad
from scorekeeper.language.text import Literal, NotDone, Text

PAPERS = {"A4": (210.0, 297.0), "Letter": (215.9, 279.4), "A5": (148.0, 210.0)}
"""Width and height of each paper size in millimetres."""

PAPER_COPIES = (1, 2, 4)
"""Numbers of copies per page."""

BINDING, BAR, ROW, ROW_AMPLE, ROW_MOST = 12.0, 1.1, 8.0, 20.0, 30.0
"""Heights in mm: top margin, bar below the title, lowest row, row that gains nothing by more, highest row."""

TITLE, NAMES, HEADS, HELP_GAP, HELP, FOOT_GAP = 9.4, 8.9, 4.6, 2.4, 3.6, 2.4
"""Heights in mm: title, player names, column heads, gap above the help, a line of help, gap above the foot."""

LABEL, NARROW_LABEL, NUMBER_LABEL, NAME_LABEL, BAND = 30.0, 15.0, 11.0, 34.0, 8.0
"""Widths in mm of the first column if it contains suits with names, suits without names, numbers or players' names.

The last one is the width of the band beside each round, on a pad of several rounds.
"""

LARGE = 1.25
"""Scale of the letters of a pad that has a page to itself."""

HELP_LETTER, NAME_LETTER, SMALL_LETTER = 1.25, 2.05, 1.1
"""Average widths in mm of a letter of the bundled font: in the help, in the name of a suit, in small print.

Text is measured with these before anything is drawn. A change of the font needs new values.
"""

LABEL_HIGH, SMALL_HIGH, HEAD_HIGH = 5.4, 2.6, 2.4
"""Heights in mm of a label, of a line saying what a row is worth, and of a line above a column."""

FEWEST_LINES = 8
"""Number of numbered lines that a loose pad keeps as long as it can drop columns instead."""

MOST_WORTH = 40
"""Maximum number of letters per line of the text that says what a row is worth."""


class NoSuchPaper(NotDone):
    """The pad cannot be printed as requested. The reason can name the nearest pad that fits."""


NARROWEST_PEGS, PEGS_GAP = 110.0, 1.0
"""The width in mm of the narrowest pad with peg tracks, and the gap above each."""

PEG_LINES = 5.0
"""The height of the two lines of a peg track, as a multiple of the distance of its holes."""

NARROWEST_TRACK = 20.0
"""The width in mm of the narrowest box that has room for a track, whose places stand in lines of six."""


@dataclass(frozen=True, slots=True)
class PadContent:
    """A pad with the translated texts on it that take up room."""

    pad: PaperPad
    sides: int
    """The number of players or teams."""
    labels: tuple[str, ...]
    """The labels of its rows."""
    left: tuple[str, ...]
    """The lines of the help text on the left."""
    right: tuple[str, ...]
    """The lines of the help text on the right."""
    total: str = ""
    """The longest label of a total."""
    worths: tuple[str, ...] = ()
    """What rows are worth."""
    heads: Mapping[Column, tuple[str, str]] = field(default_factory=dict)
    """The label of each column, and the text that says what it is worth."""


class Shape(NamedTuple):
    """What a pad keeps: the `columns` of each player, those of the whole table, and whether suits have their names."""

    columns: tuple[Column, ...]
    together: tuple[Column, ...]
    named: bool


class Widths(NamedTuple):
    """The widths in millimetres of the row labels, of the columns of a player, and of those of the whole table."""

    label: float
    columns: tuple[float, ...]
    together: tuple[float, ...]


class PaperRows(NamedTuple):
    """The heights in millimetres of normal and small rows, and the number of numbered lines."""

    height: float
    small: float
    numbered: int
    beside: bool
    """Whether the two help texts below the rows are side by side."""


@dataclass(frozen=True, slots=True)
class Fit:
    """A pad laid out on paper, with all dimensions in millimetres."""

    pad: PaperPad
    sides: int
    """The number of players or teams on it."""
    page: tuple[float, float]
    """The size of the page."""
    size: tuple[float, float]
    """The size of one copy."""
    places: tuple[tuple[float, float], ...]
    """The left and top edges of the copies."""
    side: float
    """The margin."""
    scale: float
    """The scale of the letters."""
    shape: Shape
    level: int
    """0 if nothing was dropped. It grows with each part that was."""
    widths: Widths
    heads: float
    """The height of the column heads before scaling."""
    rows: PaperRows
    repeat: int
    """The number of rounds."""
    brief: bool = False
    """Whether the help text on the right was dropped."""

    @property
    def box(self) -> float:
        """The width of a player's narrowest box."""
        return min(self.widths.columns)

    @property
    def pegs(self) -> bool:
        """Whether there is room for peg tracks."""
        return self.size[0] - 2 * self.side >= NARROWEST_PEGS

    @property
    def crosses(self) -> bool:
        """Whether a player's box has room for a track to cross off."""
        return self.box >= NARROWEST_TRACK


def list_cuts(paper: str, up: int) -> Iterator[tuple[tuple[float, float], int, int]]:
    """Yield each way to cut a sheet into `up` equal pads: page size (width, height) in mm, pads across, pads down."""
    width, height = PAPERS[paper]
    if up == 2:
        yield (width, height), 1, 2
        yield (height, width), 2, 1
    else:
        per_side = 1 if up == 1 else 2
        yield (width, height), per_side, per_side
        yield (height, width), per_side, per_side


def find_fit(content: PadContent, paper: str, up: int) -> Fit:
    """Return the best layout of a pad on paper with `up` pads per page.

    The best layout has the most rounds, then the fewest parts dropped, then the most numbered lines, then the largest
    boxes. If no layout fits, drop the help text on the right of a pad with `loose` set. Raise NoSuchPaper if it still
    does not fit.
    """
    fits = _list_fits(content, paper, up)
    # The help on the right is given up last, before the pad is refused.
    if not fits and content.pad.loose and content.right:
        fits = [replace(fit, brief=True) for fit in _list_fits(replace(content, right=()), paper, up)]
    if not fits:
        raise NoSuchPaper(
            Text(
                "%(players)s players do not fit, %(up)s to a page on %(paper)s.",
                players=content.sides,
                up=up,
                paper=Literal(paper),
            )
        )
    return min(
        fits,
        key=lambda fit: (
            -fit.repeat,
            fit.level,
            -fit.rows.numbered,
            -min(fit.rows.height, ROW_AMPLE) * min(fit.box, ROW_AMPLE),
        ),
    )


def _list_fits(content: PadContent, paper: str, up: int) -> list[Fit]:
    """Return the layouts that fit, at most one per way of cutting the sheet.

    The letters are large where a pad has a page to itself. If none fits, a pad with `loose` set gets normal letters.
    """
    fits: list[Fit] = []
    for largest in (LARGE, 1.0) if content.pad.loose else (LARGE,):
        tried = (_fit_cut(content, *cut, largest) for cut in list_cuts(paper, up))
        fits = fits or [fit for fit in tried if fit]
    return fits


def _fit_cut(content: PadContent, page: tuple[float, float], across: int, down: int, largest: float) -> Fit | None:
    """Return the layout for one way of cutting the sheet, or None if it does not fit.

    `page` is the size of the sheet in mm, `across` and `down` are the numbers of pads on it. `largest` is the scale of
    the letters on a pad that has a page to itself.
    """
    width, height = page[0] / across, page[1] / down
    # Only for a pad that has the page to itself: half an A4 page has about 31,000 square millimetres.
    scale = largest if width * height > 400 * 100 else 1.0
    side = 6.0 if min(width, height) < 115 else 8.0
    inner, pad = width - 2 * side, content.pad
    shapes = _list_shapes(content)
    repeats = range(pad.repeat, (pad.fewest_repeats or pad.repeat) - 1, -1)
    for repeat, (level, shape) in product(repeats, enumerate(shapes)):
        widths = _share_width(content, repeat, shape, inner, scale)
        if not widths:
            continue
        heads = _measure_heads(content, shape.columns, widths.columns, scale)
        rows = _share_height(content, repeat, heads, height - BINDING - side, inner, scale)
        few = rows and pad.loose and shape is not shapes[-1] and rows.numbered < min(FEWEST_LINES, pad.numbered[1])
        if not rows or few:
            continue
        return Fit(
            pad=pad,
            sides=content.sides,
            page=page,
            size=(width, height),
            places=tuple((x * width, y * height) for y in range(down) for x in range(across)),
            side=side,
            scale=scale,
            shape=shape,
            level=level,
            widths=widths,
            heads=heads,
            rows=rows,
            repeat=repeat,
        )
    return None


def _list_shapes(content: PadContent) -> list[Shape]:
    pad, suited = content.pad, any(line.suit for line in content.pad.lines)
    shapes: list[Shape] = []
    for columns in (pad.columns, pad.fewer, pad.fewest):
        together = () if pad.loose and columns is not pad.columns else pad.shared
        if columns:
            shapes += [Shape(columns, together, named) for named in ((True, False) if suited else (True,))]
    return shapes


def _measure_heads(content: PadContent, columns: tuple[Column, ...], widths: tuple[float, ...], scale: float) -> float:
    """Return the height of the column heads in mm, before scaling. 0 if no column has a label."""
    if not any(column.label for column in columns):
        return 0.0
    lines = 1
    for column, width in zip(columns, widths, strict=True):
        label, worth = content.heads.get(column, ("", ""))
        lines = max(
            lines, _count_lines(label, width - 1, scale) + (_count_lines(worth, width - 1, scale) if worth else 0)
        )
    return max(HEADS, lines * HEAD_HIGH + 0.4)


def _count_lines(text: str, width: float, scale: float) -> int:
    """Return how many lines of `width` mm a text takes in small print. Words that are longer than a line are split."""
    most = max(int(width / (SMALL_LETTER * scale)), 1)
    lines, used = 1, 0
    for word in text.split():
        needed = len(word) if not used else used + 1 + len(word)
        if needed > most and used:
            lines, needed = lines + 1, len(word)
        lines, used = lines + (needed - 1) // most, (needed - 1) % most + 1
    return lines


def _share_width(content: PadContent, repeat: int, shape: Shape, inner: float, scale: float) -> Widths | None:
    """Return the widths of the columns, or None if a box would be too narrow.

    `inner` is the width of the pad without its margins, `scale` the scale of its letters.
    """
    (columns, together, named), pad = shape, content.pad
    least, wish = _measure_label(content, named, scale)
    band = BAND if repeat > 1 else 0.0
    times = content.sides if pad.players == "columns" else 1
    needed = times * sum(column.width for column in columns)
    # On a loose pad the shared columns grow with the letters of their heads, if the players' boxes stay wide enough.
    spare = inner - band - wish - 1.12 * needed
    grown = scale if pad.loose and spare >= scale * sum(column.width for column in together) else 1.0
    shared = tuple(column.width * grown for column in together)
    room = inner - band - sum(shared)
    # Boxes get at least 12 % more than their minimum before the label gets more than its own.
    label = max(least, min(wish, room - 1.12 * needed))
    if room - label < needed:
        return None
    stretch = (room - label) / needed
    # Rounded down, so that all boxes together are never wider than the page.
    return Widths(label, tuple(floor(column.width * stretch * 100) / 100 for column in columns), shared)


def _measure_label(content: PadContent, named: bool, scale: float) -> tuple[float, float]:
    """Return the minimum and preferred width of the first column in millimetres. `named`: suits have their names."""
    if content.pad.players == "lines":
        return NAME_LABEL * 0.7, NAME_LABEL * scale
    if not content.labels:
        number = (NUMBER_LABEL if len(content.total) <= 5 else 2.4 + 2.1 * len(content.total)) * scale
        return number, number
    worth = 3.0 + SMALL_LETTER * min(max(map(len, content.worths), default=0), MOST_WORTH)
    if not named:
        return max(NARROW_LABEL, worth) * scale, max(NARROW_LABEL, worth) * scale
    longest = max(10.0 + NAME_LETTER * max(map(len, content.labels), default=0), worth)
    return longest * scale, max(LABEL, longest) * scale


def _share_height(
    content: PadContent, repeat: int, heads: float, inner: float, width: float, scale: float
) -> PaperRows | None:
    """Return the rows of a pad, or None if they would be lower than their minimum.

    `heads` is the height of the column heads before scaling. `inner` and `width` are the height and width of the pad
    without its margins. `scale` is the scale of the letters.
    """
    pad = content.pad
    beside, help_lines = _measure_help(content, width, scale)
    fixed = BAR + (TITLE + heads + help_lines * HELP) * scale + (HELP_GAP if help_lines else 0.0)
    fixed += NAMES * scale if pad.players == "columns" else 0.0
    fixed += _measure_foot(content, width, scale)
    room = (inner - fixed) / repeat
    small = sum(line.look == "small" for line in content.pad.lines)
    other = len(content.pad.lines) - small
    if pad.players == "lines":
        other += content.sides
    fewest, most = pad.numbered
    worth = max((ceil(len(text) / MOST_WORTH) for text in content.worths), default=0)
    lowest = max(ROW, (LABEL_HIGH + SMALL_HIGH * worth) * scale) if worth else ROW
    # As many numbered lines as fit: more rounds on paper are worth more than higher rows.
    for numbered in range(most, fewest - 1, -1):
        rows = other + numbered
        # A small row has 73 % of the height of a row, but not less than the minimum.
        row = room / (rows + 0.73 * small)
        if 0.73 * row < lowest:
            row = (room - small * lowest) / rows
        row = min(floor(row * 100) / 100, ROW_MOST)
        if row >= lowest:
            return PaperRows(row, max(lowest, floor(73 * row) / 100), numbered, beside)
    return None


def _measure_foot(content: PadContent, width: float, scale: float) -> float:
    """Return the height of the foot and the gap above it. Peg tracks are as wide as the pad, in two lines of holes."""
    pad = content.pad
    if not pad.pegs:
        return pad.foot * scale + FOOT_GAP if pad.foot else 0.0
    if width < NARROWEST_PEGS:
        return 0.0
    return FOOT_GAP + content.sides * (PEGS_GAP + width * PEG_LINES / ((pad.pegs + 1) // 2))


def _measure_help(content: PadContent, width: float, scale: float) -> tuple[bool, int]:
    """Return whether the two help texts fit side by side within `width` mm, and how many lines they take."""
    letter = HELP_LETTER * scale

    def longest(texts: tuple[str, ...]) -> float:
        return max((len(text) for text in texts), default=0) * letter

    if longest(content.left) + longest(content.right) + 6 <= width:
        return True, max(len(content.left), len(content.right))
    return False, ceil(len(" ".join((*content.left, *content.right))) * letter / width)
