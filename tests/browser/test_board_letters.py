"""The TV scoreboard is read from four metres: important text is at least a twentieth of the screen high, names are
whole.
"""

import pytest
from playwright.sync_api import Browser

from tests.support.drawing import drawing
from tests.support.loops import at_least_one
from tests.support.tables import Author, Running, State

SIZES = """
(parts) => parts.flatMap((part) => [...document.querySelectorAll(part)].filter((one) => one.checkVisibility()).map(
  (one) => [part, parseFloat(getComputedStyle(one).fontSize) / innerHeight]))
"""

READ = (".ranks strong", "#board:not(:has(.told)) .ranks b", ".told h2", ".told .heading")
"""Selectors of the totals, the names in the standings, whose turn it is, and the result of the last move."""


@pytest.mark.parametrize("size", [(1280, 720), (1920, 1080)])
def test_the_letters_that_matter_are_a_twentieth_of_the_board(
    chromium: Browser, here: Running, size: tuple[int, int]
) -> None:
    author = Author(here.tables, ("Annabelle", "Bruno", "Chiara", "Dario"))
    parts = [(name, part) for name in ("parade", "diabolo", "hawaiki") for part in (0.5, 1.0)]
    tables = [author.retell(f"{name}-referee-3", part)[0] for name, part in parts]
    read = set()
    with drawing(chromium, here, size) as draw:
        for table in tables:
            for part, share in draw(State("board", f"/t/{table}/board")).evaluate(SIZES, list(READ)):
                read.add(part)
                assert share >= 1 / 20 - 0.0005, (part, share)
    assert read == set(READ)


CUT = """
() => {
  const foot = innerHeight;
  const names = [...document.querySelectorAll('.ranks b, .told .holdings bdi')].filter((one) => one.checkVisibility());
  const hidden = (one) => one.scrollWidth > one.clientWidth || one.getBoundingClientRect().bottom > foot;
  return names.map((one) => [one.innerText.trim(), hidden(one)]);
}
"""
"""Script that returns each name next to totals or holdings, and whether a part of it is hidden."""


@pytest.mark.parametrize("size", [(1280, 720), (1920, 1080)])
@pytest.mark.parametrize("players", [2, 3, 6])
def test_names_are_whole_on_the_board_beside_all_their_tokens(
    chromium: Browser, here: Running, size: tuple[int, int], players: int
) -> None:
    names = ("Alice", "Hatter", "Cheshire", "Maximiliane", "Dormouse", "Bo")[:players]
    author = Author(here.tables, names)
    tables = [author.retell(f"hawaiki-referee-{players}", part, {"tokens": 10})[0] for part in (0.1, 0.3, 0.6)]
    with drawing(chromium, here, size) as draw:
        for table in at_least_one(tables):
            seen = draw(State("board", f"/t/{table}/board")).evaluate(CUT)
            assert sorted(name for name, _ in seen) == sorted(names)
            assert [name for name, cut in seen if cut] == []
