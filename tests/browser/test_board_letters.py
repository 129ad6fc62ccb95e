"""The board is read from four metres: what matters on it is as high as a twentieth of the screen."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.support.drawing import drawing
from tests.support.tables import Author, State, running

SIZES = """
(parts) => parts.flatMap((part) => [...document.querySelectorAll(part)].filter((one) => one.checkVisibility()).map(
  (one) => [part, parseFloat(getComputedStyle(one).fontSize) / innerHeight]))
"""

READ = (".ranks strong", "#board:not(:has(.told)) .ranks b", ".told h2", ".told .heading")
"""The totals, the names in the standing, whose turn it is, and what came of the last move."""


@pytest.mark.parametrize("size", [(1280, 720), (1920, 1080)])
def test_the_letters_that_matter_are_a_twentieth_of_the_board(
    chromium: Browser, tmp_path: Path, size: tuple[int, int]
) -> None:
    with running(tmp_path / "instance") as app:
        author = Author(app.tables, ("Annabelle", "Bruno", "Chiara", "Dario"))
        parts = [(name, part) for name in ("parade", "diabolo", "hawaiki") for part in (0.5, 1.0)]
        tables = [author.retell(f"{name}-referee-3", part)[0] for name, part in parts]
        read = set()
        with drawing(chromium, app, size) as draw:
            for table in tables:
                for part, share in draw(State("board", f"/t/{table}/board")).evaluate(SIZES, list(READ)):
                    read.add(part)
                    assert share >= 1 / 20 - 0.0005, (part, share)
    assert read == set(READ)
