"""The screen stays awake while a round is entered, if the browser allows it, and no longer.

Browsers allow it only in a secure context: https or localhost. So these tests open pages at localhost and record the
wake locks that the browser grants. On a plain network address there is no wake lock, and the page does everything else.
"""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.support.browser import HOST, KEPT_CARDS, LINE, LOCAL, TURNS, Phone, play, show_the_sheet, wait_for_line
from tests.support.http import flip_taps

NOTED = """window.locks = [];
const given = window.WakeLock?.prototype.request;
if (given) WakeLock.prototype.request = async function (kind) {
  const lock = await given.call(this, kind);
  locks.push(lock);
  return lock;
};"""
"""Script that records the wake locks that the browser grants."""

HELD = "locks.map((lock) => [lock.type, lock.released])"


@pytest.fixture
def sleepy(phones: Callable[..., Phone]) -> Phone:
    """A phone in a secure context that records its wake locks."""
    phone = phones()
    phone.base = phone.base.replace(HOST, LOCAL)
    phone.context.grant_permissions(["screen-wake-lock"])  # windowless Chromium does not grant it by default
    phone.context.add_init_script(NOTED)
    return phone


def test_the_screen_stays_awake_while_a_round_is_entered_and_not_after(sleepy: Phone) -> None:
    table = sleepy.new_table()
    all_taps = ";".join(flip_taps())
    sleepy.page.locator("[name=tap]").first.evaluate("(chip, taps) => { chip.value = taps; }", all_taps)
    sleepy.chip(all_taps)
    sleepy.page.wait_for_timeout(2500)
    assert sleepy.page.evaluate(HELD) == [["screen", False]]
    other = Phone(sleepy.context, sleepy.base)
    other.open(f"{table}1/")
    show_the_sheet(other)
    wait_for_line(sleepy, 3)
    sleepy.page.wait_for_timeout(100)
    assert sleepy.page.evaluate(HELD) == [["screen", True]]
    sleepy.tap(".undo")
    sleepy.page.wait_for_timeout(100)
    assert sleepy.page.evaluate(HELD) == [["screen", True], ["screen", False]]


def test_the_screen_stays_awake_while_a_round_is_told_and_not_after(sleepy: Phone) -> None:
    table = sleepy.new_table("Alice", "Hatter", "Cheshire")
    sleepy.open(f"{table}1/play")
    for card in LINE:
        sleepy.tap(f'[name=move][value$="{card}"]')
    for card in TURNS:
        play(sleepy, card)
    for cards in KEPT_CARDS.values():
        assert sleepy.page.evaluate(HELD) == [["screen", False]]
        sleepy.tap(".dock .primary")
        for card in cards:
            sleepy.tap(f'[name=move][value$="{card}"]')
    expect(sleepy.page.locator("h1")).to_have_text("The deal is over")
    sleepy.page.wait_for_timeout(100)
    assert sleepy.page.evaluate(HELD) == [["screen", True]]


def test_on_a_plain_address_of_the_network_there_is_no_lock_to_ask_for_and_taps_count(phone: Phone) -> None:
    table = phone.new_table()
    assert phone.page.evaluate("[isSecureContext, 'wakeLock' in navigator]") == [False, False]
    phone.chip("1.red.count.2.=4")
    phone.open(f"{table}journal")
    assert phone.page.get_by_text("Take back").count() == 1


def test_on_a_plain_address_a_link_is_copied_and_nothing_offers_to_share_it(phone: Phone) -> None:
    table = phone.new_table()
    phone.open(f"{table}invite")
    assert phone.page.evaluate("['clipboard' in navigator, 'share' in navigator]") == [False, False]
    assert phone.page.locator("[data-share]").evaluate_all("(all) => all.filter((one) => one.checkVisibility())") == []
    copy = phone.page.locator("[data-copy]").first
    phone.tap(copy)
    expect(copy).to_have_text("Copied")
    field = phone.page.evaluate_handle("document.body.appendChild(document.createElement('textarea'))")
    field.as_element().focus()
    phone.page.keyboard.press("Control+V")
    assert field.evaluate("(one) => one.value") == copy.get_attribute("data-copy")
