"""The drawing of a pad's boxes: as many and as large as those of an HTML table, with the text in their corners."""

from collections.abc import Sequence
from dataclasses import replace
from io import BytesIO
from pathlib import Path

import pytest
from pypdf import PdfReader

from scorekeeper.games import GAMES
from scorekeeper.games.game import Game
from scorekeeper.games.paper import Line
from scorekeeper.language.text import Text
from scorekeeper.printing import blank_pads, press
from scorekeeper.printing.blank_pads import PadRequest
from scorekeeper.printing.grid import Grid, draw_grid
from tests.support.pdf import read_drawing, render_page, split_into_boxes

MM_OF_PT = 25.4 / 72


def of(game: Game, wish: PadRequest, lines: Sequence[Line] | None = None) -> Grid | None:
    """Return the drawing of a pad, or of one with other last lines."""
    pad = blank_pads.find_pad(game, wish)
    pad = pad if lines is None else replace(pad, lines=tuple(lines))
    return draw_grid(pad, blank_pads.fit_pad(game, wish), wish.players, blank_pads.list_suit_lines(game, wish, pad))


@pytest.mark.parametrize("up", [1, 2])
@pytest.mark.parametrize(("slug", "layout"), [("diabolo", ""), ("parade", "deal"), ("parade", "deals"), ("tally", "")])
def test_every_line_has_a_box_in_each_column(slug: str, layout: str, up: int) -> None:
    game, wish = GAMES[slug], PadRequest(3, "A4", up, layout)
    pad, fit, one = blank_pads.find_pad(game, wish), blank_pads.fit_pad(game, wish), of(game, wish)
    assert one
    lines = []
    for part in one.ruled.replace("z", "").split("M")[1:]:
        if part.count("h") == 2:  # the others are corners
            at, wide, high, _ = part.replace("v", "h").split("h")
            x, y = map(float, at.split())
            lines.append((x, y, float(wide), float(high)))
    boxes = split_into_boxes(lines)
    assert {round(high, 1) for _, top, _, high in boxes if top < one.rows * one.row - 1} == {round(fit.row, 1)}
    widths = sorted(wide for _, top, wide, _ in boxes if top < one.rows * one.row - 1)
    assert widths == pytest.approx(sorted((*fit.shared, *fit.widths * 3) * one.rows), abs=0.02)
    below = [wide for _, top, wide, _ in boxes if top > one.rows * one.row - 1]
    assert len(below) == len(pad.lines) * (3 + bool(fit.together))
    assert sum(below) == pytest.approx(len(pad.lines) * one.width, abs=0.1)


def test_each_doubler_has_its_words_in_the_corner_of_its_own_box(tmp_path: Path) -> None:
    for wish in (PadRequest(3, "A4", 1), PadRequest(5, "Letter", 1), PadRequest(4, "A4", 2)):
        fit = blank_pads.fit_pad(GAMES["diabolo"], wish)
        content = press.PRESS.print(blank_pads.render_pad(GAMES["diabolo"], wish)).content
        boxes = [
            one
            for one in read_drawing(PdfReader(BytesIO(content))).boxes
            if one[2] == pytest.approx(fit.widths[0], abs=0.1) and one[3] == pytest.approx(fit.row, abs=0.03)
        ]
        rounds = fit.repeat * wish.up
        assert len(boxes) == wish.players * 6 * rounds, "five colours and what they come to"
        words = [word for word in render_page(content, tmp_path)[1] if word.text == "×2"]
        em = 0.6 * 10 * fit.scale * MM_OF_PT
        ticked = []
        for left, top, wide, _ in boxes:
            ticked += [
                word
                for word in words
                if 0 < word.left * MM_OF_PT - (left + wide - 1.6 * em) < 0.4 * em
                and -0.2 * em < word.top * MM_OF_PT - top < 0.3 * em
            ]
        assert len(ticked) == len(set(ticked)) == wish.players * 5 * rounds


def test_labels_of_any_length_stand_in_a_table_that_grows_with_them() -> None:
    game, wish = GAMES["parade"], PadRequest(3, "A4", 1)
    total = Line(Text("Total"), look="total")
    assert of(game, wish, [total])
    assert not of(game, wish, [Line(Text("Cards")), total])
    assert not of(game, wish, [replace(total, worth=Text("as many as it takes"))])
    assert not of(GAMES["hawaiki"], PadRequest(3, "A4", 1))
