"""The printed pad: rings for the tokens, rounds, and a correct reminder of the rules."""

from io import BytesIO

import pytest
from pypdf import PdfReader

from scorekeeper.games.hawaiki import GAME
from scorekeeper.printing import blank_pads, press
from scorekeeper.printing.blank_pads import PadRequest


def html(players: int = 4, up: int = 2, size: str = "A4", **options: int) -> str:
    return blank_pads.render_pad(GAME, PadRequest(players, size, up, options=options))


def words(players: int = 4, up: int = 2, size: str = "A4") -> str:
    """Return the text of the printed pad."""
    pdf = PdfReader(BytesIO(press.print_html(html(players, up, size))))
    return " ".join(pdf.pages[0].extract_text().split())


@pytest.mark.parametrize("each", [1, 6, 7, 10, 12, 13, 30])
def test_there_is_a_ring_for_every_token(each: int) -> None:
    assert html(2, 1, tokens=each).count("<circle") == 2 * each


@pytest.mark.parametrize(("players", "up", "size"), [(6, 2, "A4"), (6, 4, "Letter")])
def test_the_reminder_tells_all_four_combinations_and_both_thanks(players: int, up: int, size: str) -> None:
    said = words(players, up, size)
    for sentence in (
        "The card you cover is the same. Play again.",
        "3 values in a row, any order. One draws 1. Play again.",
        "3 of one colour. One draws 2, or two draw 1. Play again.",
        "3 of one value. All others draw 1. Play again.",
        "Name it before you play the card. Only a new one counts.",
        "Draw 1: say thanks. Draw 2: thanks a lot. Forget, and draw 1 more.",
        "The game ends when somebody has 0. Most tokens win.",
    ):
        assert all(word in said for word in sentence.split()), sentence


def test_a_dotted_mark_after_six_shows_the_short_game() -> None:
    assert html(4).count("stroke-dasharray") == 4 * 2
    assert "stroke-dasharray" not in html(2, tokens=6)
    assert "stroke-dasharray" not in html(2, tokens=30)


def test_six_rounds_are_on_the_pad() -> None:
    fit = blank_pads.fit_pad(GAME, PadRequest(6, "A4", 2))
    assert [str(column.label) for column in fit.shape.columns[1:]] == list("123456")
    assert fit.rows.height > 13
