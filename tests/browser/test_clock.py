"""The clock of a table: two phones and the board show the same, and it counts without moving anything."""

import re
from collections.abc import Callable

from playwright.sync_api import Locator, Page, expect

from tests.support.browser import SMALL, SMALL_PHONE, TOO_WIDE, Phone, together


def timer(page: Page) -> Locator:
    return page.locator("[role=timer]")


def two(phones: Callable[..., Phone]) -> tuple[Phone, Phone, str]:
    """Return two phones at a table of three without a referee, and its address."""
    ann, bo = phones(), phones()
    return ann, bo, together(ann, bo, "Ann", "Bo", "Maximiliane Freifrau von Hohenlo", game="wizard")


def turn_on(phone: Phone, table: str) -> None:
    """Turn the clock on in players and rules. It leads to the running totals."""
    phone.open(f"{table}setup")
    phone.page.locator("details.ways summary").tap()
    phone.page.locator("label:has([name=clock][value=on])").tap()
    phone.tap("button.primary[name=do]")
    expect(timer(phone.page)).to_be_visible()


def seconds(phone: Phone) -> int:
    """Return the seconds of the time that the clock shows last, that of the game."""
    minutes, rest = re.findall(r"(\d+):(\d\d)", timer(phone.page).inner_text())[-1]
    return int(minutes) * 60 + int(rest)


def test_two_phones_and_the_board_show_whose_time_runs(phones: Callable[..., Phone]) -> None:
    ann, bo, table = two(phones)
    board = phones(viewport={"width": 1280, "height": 720})
    board.context.add_cookies(ann.context.cookies())
    bo.open(table)
    board.open(f"{table}board")
    expect(timer(bo.page)).to_have_count(0)
    turn_on(ann, table)
    # It comes to pages that were loaded before it was on.
    for phone in (bo, board):
        expect(timer(phone.page)).to_contain_text("Game time")
    ann.tap("[name=clock][value='turn:1']")
    for phone in (ann, bo, board):
        expect(timer(phone.page)).to_contain_text(re.compile(r"Bo\s*0:0"))
        expect(timer(phone.page)).to_contain_text(re.compile(r"Bo\s*0:0[2-9]"))
    bo.tap("[name=clock][value=pause]")
    for phone in (ann, bo, board):
        expect(timer(phone.page)).to_contain_text("paused")
    stood = seconds(ann)
    ann.page.wait_for_timeout(2200)
    assert seconds(ann) == seconds(bo) == seconds(board) == stood
    ann.tap("[name=clock][value=go]")
    for phone in (ann, bo, board):
        expect(timer(phone.page)).not_to_contain_text("paused")
    bo.tap("[name=clock][value='turn:2']")
    expect(timer(ann.page)).to_contain_text("Maximiliane")
    expect(ann.page.locator("[name=clock][value='turn:0']")).to_have_attribute("aria-label", "Next: Ann")


def test_counting_moves_nothing_and_is_not_read_out(phones: Callable[..., Phone]) -> None:
    phone = phones(viewport=SMALL_PHONE)
    table = phone.new_table("Ann", "W" * 32, "Cleo", game="wizard")
    turn_on(phone, table)
    phone.tap("[name=clock][value='turn:1']")
    places = "[...document.querySelectorAll('main *, .clock *')].map((one) => { const at = one.getBoundingClientRect();"
    places += " return [at.left, at.top, at.width, at.height].join() })"
    before, shown = phone.page.evaluate(places), timer(phone.page).inner_text()
    phone.page.wait_for_function("(shown) => document.querySelector('[role=timer]').innerText !== shown", arg=shown)
    assert phone.page.evaluate(places) == before
    # From nine minutes to ten a figure is added.
    phone.page.evaluate("document.querySelectorAll('[data-since]').forEach((one) => (one.dataset.since -= 597))")
    expect(timer(phone.page)).to_contain_text("10:0")
    assert phone.page.evaluate(places) == before
    assert phone.page.evaluate(TOO_WIDE) == []
    assert phone.page.evaluate(SMALL) == []


def test_a_phone_whose_own_time_is_wrong_shows_the_right_one(phones: Callable[..., Phone]) -> None:
    phone = phones()
    table = phone.new_table("Ann", "Bo", "Cleo", game="wizard")
    turn_on(phone, table)
    phone.page.add_init_script("const now = Date.now; Date.now = () => now() - 86400000")
    phone.open(table)
    assert 0 <= seconds(phone) < 60
    phone.page.evaluate("Date.now = () => 0")
    phone.page.wait_for_timeout(600)
    assert 0 <= seconds(phone) < 60
