"""The main ways through the app in Firefox and WebKit.

Each is skipped where Playwright's build of it is missing: `.venv/bin/python -m playwright install firefox webkit`. What
only a phone has is not here: a finger, and Safari itself.
"""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Playwright, expect

from tests.support.browser import (
    ADDRESS,
    HOST,
    KEPT,
    LINE,
    PHONE,
    TURNS,
    Phone,
    flip_and_read,
    lay,
    lines,
    play,
    show_the_sheet,
    totals,
    wait_for_line,
    writing,
)
from tests.support.network import Network


@pytest.fixture(scope="module", params=["firefox", "webkit"])
def engine(request: pytest.FixtureRequest, driver: Playwright) -> Iterator[Browser]:
    """Each engine in turn."""
    kind = getattr(driver, request.param)
    if not Path(kind.executable_path).exists():
        pytest.skip(f"{request.param} is not installed")
    browser = kind.launch()
    yield browser
    browser.close()


@pytest.fixture
def hold(engine: Browser, network: Network) -> Iterator[Callable[[], Phone]]:
    """A function that makes phones with that engine. At the end the test fails if their consoles have errors."""
    made: list[Phone] = []

    def make() -> Phone:
        context = engine.new_context(viewport=PHONE, has_touch=True, reduced_motion="reduce", locale="en")
        made.append(Phone(context, f"http://{ADDRESS if HOST == ADDRESS else 'localhost'}:{network.port}"))
        return made[-1]

    yield make
    for phone in made:
        phone.context.close()
        assert phone.complaints == []


def test_a_deal_of_parade_is_entered_card_by_card(hold: Callable[[], Phone]) -> None:
    phone = hold()
    phone.new_table()
    flip_and_read(phone)
    show_the_sheet(phone)
    assert totals(phone) == [35, 27, 31]
    phone.page.go_back()
    phone.page.reload()
    known = lines(phone)
    phone.tap(".undo")
    assert lines(phone) == known + 1


def test_numbers_are_typed_on_the_keypad(hold: Callable[[], Phone]) -> None:
    phone = hold()
    phone.new_table("Alice", "Bo", game="tally")
    for number in ("4", "11"):
        for digit in number:
            phone.tap(f".keys [value='{digit}']")
        phone.tap(".primary")
    phone.page.wait_for_url("**/sheet")
    assert totals(phone) == [4, 11]


def test_a_round_is_refereed(hold: Callable[[], Phone]) -> None:
    phone = hold()
    phone.open(f"{phone.new_table('Alice', 'Hatter', 'Cheshire')}1/play")
    for card in LINE:
        lay(phone, card)
    for card in TURNS[:2]:
        play(phone, card)
    assert lines(phone) == 1 + len(LINE) + 2


def test_a_page_follows_another_phone_and_so_does_the_scoreboard(hold: Callable[[], Phone]) -> None:
    phone = hold()
    table = phone.new_table()
    phone.wait_for_scripts()
    board, other = Phone(phone.context, phone.base), Phone(phone.context, phone.base)
    board.open(f"{table}board")
    board.wait_for_scripts()
    other.write(table, "1.red.count.2.=4", "1.red.cards.0.10=1")
    wait_for_line(phone, 3)
    wait_for_line(board, 3)
    assert "10" in board.page.inner_text("#board")


def test_taps_wait_while_the_server_is_away_and_count_once(hold: Callable[[], Phone], network: Network) -> None:
    phone = hold()
    phone.new_table()
    phone.wait_for_scripts()
    network.cut()
    phone.page.locator(writing("1.red.count.2.=4")).first.tap()
    expect(phone.page.locator("#offline")).to_be_visible()
    phone.page.locator(writing("1.red.cards.0.10=1")).first.tap()
    assert phone.page.evaluate(KEPT) == 2
    network.recover()
    phone.settle()
    assert lines(phone) == 3
    phone.complaints.clear()
