"""The blank pad: as many rounds as there are players, fewer on a small page."""

from io import BytesIO

import pytest
from pypdf import PdfReader

from scorekeeper.games.diabolo import GAME
from scorekeeper.printing import blank_pads
from scorekeeper.printing.blank_pads import PadRequest


def text(players: int, size: str, up: int) -> str:
    return (
        PdfReader(BytesIO(blank_pads.print_pad(GAME, blank_pads.PadRequest(players, size, up)))).pages[0].extract_text()
    )


@pytest.mark.parametrize(("players", "rounds"), [(3, 3), (4, 4), (5, 5)])
def test_a_full_page_holds_a_round_for_each_player(players: int, rounds: int) -> None:
    assert blank_pads.fit_pad(GAME, PadRequest(players, "A4", 1)).repeat == rounds


@pytest.mark.parametrize("players", [3, 4, 5])
@pytest.mark.parametrize("size", ["A4", "Letter"])
def test_a_quarter_page_holds_one_round(players: int, size: str) -> None:
    fit = blank_pads.fit_pad(GAME, PadRequest(players, size, 4))
    assert (fit.repeat, len(fit.widths.together)) == (1, 3)


def test_an_agreed_number_of_rounds_is_printed() -> None:
    assert blank_pads.fit_pad(GAME, PadRequest(5, "A4", 1, options={"rounds": 2})).repeat == 2


def test_the_pad_names_both_sides_every_row_and_the_corner_for_a_doubler() -> None:
    said = text(3, "A4", 1)
    for word in ("trident", "harp", "ahead", "Red", "Yellow", "Green", "Purple", "Blue", "Running total"):
        assert word in said
    assert said.count("×2") == 3 * 5 * 3 + 1
