"""The boxes of a pad as one SVG drawing: ruled lines, grey columns and corners to tick.

WeasyPrint draws one path of a hundred lines as fast as two table cells, so a drawing halves the time of printing a pad.
Pads that cannot be drawn in advance are printed as an HTML table.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate, product

from scorekeeper.games.paper import Column, Line, PaperPad
from scorekeeper.printing.layout import Fit

MM_OF_PT = 25.4 / 72
"""Millimetres per typographic point."""

THIN, THICK, HEAVY, FRAME = 0.5 * MM_OF_PT, 1.0 * MM_OF_PT, 1.4 * MM_OF_PT, 0.25 * MM_OF_PT
"""Widths in mm of the lines between boxes, in front of each player's boxes, at a total, and around a corner."""

CORNER = 0.6
"""Font size in a corner, as a share of the pad's font size."""

FIGURE, SPACE = 0.6, 0.236
"""Widths in em of the bundled font: a digit (or ×), and a space."""

INDENT, SHAPE = 0.3, 1.3
"""Position of a suit's shape within its label, and its size, in em."""


@dataclass(frozen=True, slots=True)
class Grid:
    """The boxes of a pad as SVG paths, in millimetres. `grey` is the path of filled areas, `ruled` that of the lines.

    `across` is the number of columns, `lines` the number of lines. Each of the first `rows` lines is `row` mm high.
    `marked` pairs each column that has a drawing in its boxes with its left edge. `words` is the text in the corners of
    one row. `shapes` pairs the line of each suit with the SVG transform of the suit's shape.
    """

    across: int
    lines: int
    rows: int
    row: float
    width: float
    height: float
    grey: str
    ruled: str
    marked: tuple[tuple[Column, float], ...]
    words: str
    shapes: tuple[tuple[Line, str], ...]


def draw_grid(pad: PaperPad, fit: Fit, players: int, suits: Sequence[Line]) -> Grid | None:
    """Return the drawing of a pad's boxes. `suits` are the lines of the suits.

    Return None if the columns of the pad are not the players or it has no rows. Return None as well if a line below the
    rows has its own label or small print, because its height is not known in advance.
    """
    rows, last = len(suits) + fit.numbered, pad.lines
    if pad.players != "columns" or not rows or any(line.look == "row" or line.worth for line in last):
        return None
    groups = pad.across(players)
    columns = (*fit.together, *fit.columns * groups)
    left = list(accumulate((*fit.shared, *fit.widths * groups), initial=0.0))
    first = range(len(fit.together), len(columns), len(fit.columns))
    high = [fit.small if line.look == "small" else fit.row for line in last]
    tops = list(accumulate(high, initial=rows * fit.row))
    grey = [
        _draw_rectangle(left[index], 0, left[index + 1] - left[index], tops[0])
        for index, column in enumerate(columns)
        if column.grey
    ]
    ruled = [_draw_rectangle(0, (number + 1) * fit.row - THIN, left[-1], THIN) for number in range(rows)]
    ruled += [_draw_rectangle(left[index], 0, THIN, tops[0]) for index in range(len(columns)) if index not in first]
    for line, top, below in zip(last, tops, tops[1:], strict=False):
        over, under = _measure_edges(line, fit)
        grey += [_draw_rectangle(0, top, left[-1], below - top)] if line.look == "total" and fit.repeat > 1 else []
        ruled += [_draw_rectangle(0, top, left[-1], over)] if over else []
        ruled += [_draw_rectangle(0, below - under, left[-1], under)]
        ruled += [_draw_rectangle(0, top, THIN, below - top)] if fit.together else []
    ruled += [_draw_rectangle(left[index], 0, THICK, tops[-1]) for index in first]
    ruled.append(_draw_rectangle(left[-1] - THIN, 0, THIN, tops[-1]))
    corners = [index for index, column in enumerate(columns) if column.corner]
    for number, index in product(range(rows), corners):
        right = left[index + 1] - (THIN if index + 1 == len(columns) else 0)
        ruled.append(_draw_corner(right, number * fit.row, CORNER * _measure_letter(fit)))
    return Grid(
        across=len(columns),
        lines=rows + len(last),
        rows=rows,
        row=fit.row,
        width=round(left[-1], 2),
        height=round(tops[-1], 2),
        grey="".join(grey),
        ruled="".join(ruled),
        marked=tuple((column, left[index]) for index, column in enumerate(columns) if column.mark),
        words=" ".join(columns[index].corner for index in corners),
        shapes=tuple(_place_shapes(suits, fit)),
    )


def render_corner_css(fit: Fit, drawn: Grid) -> str:
    """Return the CSS rule that places the text of the corners at the top of their boxes."""
    em = CORNER * _measure_letter(fit)
    corner = next(column.corner for column in fit.columns if column.corner)
    # All corners of a row are one line of text. The space between its words is set so that each word ends up in its
    # corner.
    apart = sum(fit.widths) - (len(corner) * FIGURE + SPACE) * em
    up = -drawn.height + 0.15 * em - (fit.row - em) / 2
    return (
        f".corners{{font-size:{CORNER}em;line-height:{fit.row}mm;margin-top:{up:.3f}mm;"
        f"padding-right:{0.2 * em + THIN / 2:.3f}mm;word-spacing:{apart:.3f}mm}}"
    )


def _measure_letter(fit: Fit) -> float:
    """Return the font size of a pad in millimetres."""
    return 10 * fit.scale * MM_OF_PT


def _measure_edges(line: Line, fit: Fit) -> tuple[float, float]:
    """Return the widths of the rules above and below one of the pad's last lines, in millimetres."""
    if line.look != "total":
        return 0, THIN
    return (THIN, HEAVY) if fit.repeat > 1 else (HEAVY, THIN)


def _place_shapes(suits: Sequence[Line], fit: Fit) -> Iterator[tuple[Line, str]]:
    """Yield the line of each suit and the SVG transform that centres its shape, 24 units square, in its row."""
    em = _measure_letter(fit)
    for number, line in enumerate(suits):
        if line.suit:
            x, y = INDENT * em - fit.label, number * fit.row + (fit.row - THIN - SHAPE * em) / 2
            yield line, f"translate({_mm(x)} {_mm(y)}) scale({SHAPE * em / 24:.4f})"


def _draw_corner(right: float, top: float, em: float) -> str:
    """Return the SVG path of a corner's left and lower edges. Its other two edges are those of the box."""
    left, below = right - 1.6 * em - FRAME, top + 1.3 * em
    inner, under = _mm(left + FRAME), _mm(below + FRAME)
    return f"M{_mm(left)} {_mm(top)}H{inner}V{_mm(below)}H{_mm(right)}V{under}H{_mm(left)}z"


def _draw_rectangle(x: float, y: float, width: float, height: float) -> str:
    """Return the SVG path of a filled rectangle."""
    # Lines are filled rectangles, like the borders of HTML tables, so that a printer renders both alike.
    return f"M{_mm(x)} {_mm(y)}h{_mm(width)}v{_mm(height)}h{_mm(-width)}z"


def _mm(length: float) -> str:
    return f"{length:.3f}".rstrip("0").rstrip(".")
