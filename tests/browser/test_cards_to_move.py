"""After a correction, what to move on the real table is read in full before the next move is entered."""

import pytest
from playwright.sync_api import Browser, expect

from scorekeeper.table.moves import list_moves_on_table
from scorekeeper.table.table import add_act
from tests.support.browser import Phone
from tests.support.drawing import drawing
from tests.support.tables import Author, Running, State, corrections

NAMES = ("Ann", "Ben", "Cid", "Dora", "Eve", "Fay")


@pytest.fixture
def path(here: Running) -> str:
    """The address of a round after a correction, with which all later moves fit and cards have to be moved."""
    author = Author(here.tables, NAMES)
    table, _ = author.retell("parade-referee-4", 0.5)
    now = author.tables.load(table)
    for act in corrections(now):
        then = add_act(now, act)
        play = then.known.plays[1]
        if not play.misfit and play.unfinished and list_moves_on_table(then, 1):
            author.write(table, act)
            return f"/t/{table}/1/play"
    raise AssertionError


def test_done_brings_the_keys_back_and_other_taps_keep_them(scoring: Phone, path: str) -> None:
    scoring.open(path)
    told = scoring.page.locator(".notice.moved")
    expect(told).to_be_visible()
    scoring.tap(".acts .primary:has-text('Done')")
    expect(told).to_have_count(0)
    scoring.tap(".suits button")
    scoring.page.reload()
    expect(scoring.page.locator(".suits button").first).to_be_visible()
    expect(told).to_have_count(0)


def test_who_watches_reads_it_too_and_is_asked_nothing(chromium: Browser, here: Running, path: str) -> None:
    with drawing(chromium, here) as draw:
        page = draw(State("watched", path, phone="watching"))
        expect(page.locator(".notice", has_text="Now move the cards")).to_be_visible()
        expect(page.locator(".primary", has_text="Done")).to_have_count(0)
