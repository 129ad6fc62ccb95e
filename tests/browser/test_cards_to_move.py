"""After a correction, what to move on the real table is read in full before the next move is entered."""

import re
from collections.abc import Iterator
from itertools import islice

import pytest
from playwright.sync_api import Browser, Page, expect

from scorekeeper.language.catalogue import languages
from scorekeeper.table.journal import Amend
from scorekeeper.table.moves import list_moves_on_table
from scorekeeper.table.table import Table, add_act
from tests.support.browser import ADDRESS, PHONE_SIZES, Phone
from tests.support.drawing import drawing
from tests.support.overflow import CUT
from tests.support.tables import Author, Running, State, corrections, running

NAMES = ("Ann", "Ben", "Cid", "Dora", "Eve", "Fay")

KEYS = ".thumbs, .piles button, .deck button, .words button"

READ = """
(one) => {
  const { bottom } = one.getBoundingClientRect();
  const buttons = document.querySelector('#acts').getBoundingClientRect();
  const range = document.createRange();
  range.selectNodeContents(one.querySelector('p'));
  const lines = [...range.getClientRects()].filter(({ width }) => width > 4);
  const seen = ({ left, top, bottom }) => one.contains(document.elementFromPoint(left + 2, (top + bottom) / 2));
  return [lines.length, lines.filter(seen).length, bottom <= buttons.top, scrollY];
}
"""
"""Script: how many lines the notice has, how many of them are seen, whether it is above the buttons, and the scroll."""


def find_corrections(table: Table) -> Iterator[Amend]:
    """Yield corrections after which all later moves fit, cards have to be moved, and the round goes on."""
    for act in corrections(table):
        then = add_act(table, act)
        play = then.known.plays[1]
        if not play.misfit and play.unfinished and list_moves_on_table(then, 1):
            yield act


def count_words(table: Table, act: Amend) -> int:
    """Return the length of what has to be moved after a correction."""
    return sum(len(str(text)) for text in list_moves_on_table(add_act(table, act), 1) or ())


def correct(author: Author, name: str, part: float) -> str:
    """Return a table of a transcript after the correction, of the first twenty, that moves the most cards."""
    table_id, _ = author.retell(name, part)
    table = author.tables.load(table_id)
    act = max(islice(find_corrections(table), 20), key=lambda act: count_words(table, act))
    author.write(table_id, act)
    return f"/t/{table_id}/1/play"


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with running(tmp_path_factory.mktemp("moved") / "instance", ADDRESS) as app:
        yield app


TOLD = [("parade-referee-4", 0.5), ("parade-referee-6", 0.5), ("diabolo-referee-4", 0.3), ("hawaiki-referee-4", 0.5)]


@pytest.mark.parametrize(("name", "part"), TOLD)
def test_what_to_move_is_read_in_full_in_place_of_the_keys(
    chromium: Browser, app: Running, name: str, part: float
) -> None:
    path = correct(Author(app.tables, NAMES), name, part)
    for width, height in PHONE_SIZES:
        with drawing(chromium, app, (width, height)) as draw:
            for language in languages():
                page: Page = draw(State(name, path), language)
                told = page.locator(".notice.moved")
                expect(told).to_have_count(1)
                expect(page.locator(KEYS)).to_have_count(0)
                expect(page.locator(".acts a.primary")).to_have_attribute("href", re.compile(r"/play\?moved=\d+$"))
                lines, seen, above, scrolled = told.evaluate(READ)
                assert lines > 0
                if height == PHONE_SIZES[0][1]:
                    assert (seen, above, scrolled) == (lines, True, 0), (language, width)
                told.evaluate("(one) => one.scrollIntoView({ block: 'end' })")
                page.evaluate("scrollTo(0, document.body.scrollHeight)")
                assert told.evaluate(READ)[2], (language, width)
                assert page.evaluate(CUT, list(NAMES)) == [], (language, width)


def test_done_brings_the_keys_back_and_other_taps_keep_them(scoring: Phone, here: Running) -> None:
    path = correct(Author(here.tables, NAMES), "parade-referee-4", 0.5)
    scoring.open(path)
    told = scoring.page.locator(".notice.moved")
    expect(told).to_be_visible()
    scoring.tap(".acts .primary:has-text('Done')")
    expect(told).to_have_count(0)
    scoring.tap(".suits button")
    scoring.page.reload()
    expect(scoring.page.locator(".suits button").first).to_be_visible()
    expect(told).to_have_count(0)


def test_who_watches_reads_it_too_and_is_asked_nothing(chromium: Browser, here: Running) -> None:
    path = correct(Author(here.tables, NAMES), "parade-referee-4", 0.5)
    with drawing(chromium, here) as draw:
        page = draw(State("watched", path, phone="watching"))
        expect(page.locator(".notice", has_text="Now move the cards")).to_be_visible()
        expect(page.locator(".primary", has_text="Done")).to_have_count(0)
