"""A phone stays awake as long as a round is entered or told on it, and not a moment longer."""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.support.browser import KEPT_CARDS, LINE, LOCAL, TURNS, Phone, heard, play, show_the_sheet
from tests.support.http import flip_taps

LOCKS = """window.locks = [];
Object.defineProperty(navigator, 'wakeLock', {value: {request: async (kind) => {
  const lock = {kind, released: false, release: async () => { lock.released = true; }};
  window.locks.push(lock);
  return lock;
}}});"""
HELD = "locks.map((lock) => [lock.kind, lock.released])"


@pytest.fixture
def sleepy(phones: Callable[..., Phone]) -> Phone:
    """A phone that tells which locks keep its screen awake."""
    phone = phones()
    phone.base = phone.base.replace("table.home", LOCAL)
    phone.context.add_init_script(LOCKS)
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
    heard(sleepy, 3)
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
