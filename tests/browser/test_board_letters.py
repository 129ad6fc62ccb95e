"""The TV scoreboard is read from four metres: important text is at least a twentieth of the screen high, names are
whole.
"""

from pathlib import Path

import pytest
from playwright.sync_api import Browser

from scorekeeper.games import GAMES
from scorekeeper.games.pad import Spot
from scorekeeper.table.journal import Write
from tests.support.browser import ADDRESS
from tests.support.drawing import drawing
from tests.support.loops import at_least_one
from tests.support.tables import Author, State, running

SIZES = """
(parts) => parts.flatMap((part) => [...document.querySelectorAll(part)].filter((one) => one.checkVisibility()).map(
  (one) => [part, parseFloat(getComputedStyle(one).fontSize) / innerHeight]))
"""

READ = (".ranks strong", "#board:not(:has(.told)) .ranks b", ".told h2", ".told .heading")
"""Selectors of the totals, the names in the standings, whose turn it is, and the result of the last move."""


@pytest.mark.parametrize("size", [(1280, 720), (1920, 1080)])
def test_the_letters_that_matter_are_a_twentieth_of_the_board(
    chromium: Browser, tmp_path: Path, size: tuple[int, int]
) -> None:
    with running(tmp_path / "instance", ADDRESS) as app:
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
    chromium: Browser, tmp_path: Path, size: tuple[int, int], players: int
) -> None:
    names = ("Alice", "Hatter", "Cheshire", "Maximiliane", "Dormouse", "Bo")[:players]
    with running(tmp_path / "instance", ADDRESS) as app:
        author = Author(app.tables, names)
        tables = [author.retell(f"hawaiki-referee-{players}", part, {"tokens": 10})[0] for part in (0.1, 0.3, 0.6)]
        with drawing(chromium, app, size) as draw:
            for table in at_least_one(tables):
                seen = draw(State("board", f"/t/{table}/board")).evaluate(CUT)
                assert sorted(name for name, _ in seen) == sorted(names)
                assert [name for name, cut in seen if cut] == []


VERDICT = """
() => {
  const verdict = document.querySelector('.ended');
  const below = document.querySelector('.played').getBoundingClientRect().top;
  const size = parseFloat(getComputedStyle(verdict).fontSize);
  return [size === parseFloat(getComputedStyle(verdict.previousElementSibling).fontSize),
    verdict.getBoundingClientRect().bottom <= below + 1];
}
"""
"""Script: whether the verdict has letters as large as the text before it, and ends above what is below it."""


def test_a_long_verdict_is_as_large_as_the_rest_of_its_line(chromium: Browser, tmp_path: Path) -> None:
    with running(tmp_path / "instance", ADDRESS) as app:
        author = Author(app.tables, ("Maximiliane Freifrau von Hohenlo", "Maria-Theresia von Hohenlohe-W", "Cleo"))
        table = author.open(GAMES["tally"], 3, target="50")
        for round in (1, 2):
            author.write(table, Write({Spot(round, "points", "points", seat): 30 - seat for seat in range(3)}))
        with drawing(chromium, app, (1280, 720)) as draw:
            assert draw(State("board", f"/t/{table}/board")).evaluate(VERDICT) == [True, True]
