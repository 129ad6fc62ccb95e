"""The screen stays awake while a round is entered, and no longer.

Browsers grant a wake lock only in a secure context: https or localhost. So the tests of locks open pages at localhost
and record the locks that the browser grants. All others open them at the plain address of the network, as phones do,
where a playing video keeps the screen on.
"""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.support.browser import HOST, LOCAL, Phone, show_the_sheet, wait_for_line
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


VIDEOS = """[...document.querySelectorAll('video')].map((one) => {
  const { top, left, right, bottom } = one.getBoundingClientRect();
  return !one.paused && one.muted && one.srcObject.active && one.videoWidth > 0
    && top >= 0 && left >= 0 && right <= innerWidth && bottom <= innerHeight && right > left;
})"""
"""Script: whether each video plays without sound, has a picture and is on the screen, which is what Blink asks for."""

PLAYING = f"() => JSON.stringify({VIDEOS}) === '[true]'"

HIDDEN = """(hidden) => {
  Object.defineProperty(document, 'hidden', { configurable: true, value: hidden });
  document.dispatchEvent(new Event('visibilitychange'));
}"""


def test_on_a_plain_address_a_video_plays_while_a_round_is_entered_and_not_after(phone: Phone) -> None:
    table = phone.new_table()
    assert phone.page.evaluate("[isSecureContext, 'wakeLock' in navigator]") == [False, False]
    phone.page.wait_for_function(PLAYING)
    phone.chip("1.red.count.2.=4")
    phone.chip("1.red.cards.0.4=1")
    assert phone.page.evaluate(VIDEOS) == [True]
    all_taps = ";".join(flip_taps())
    phone.page.locator("[name=tap]").first.evaluate("(chip, taps) => { chip.value = taps; }", all_taps)
    phone.chip(all_taps)
    show_the_sheet(phone)
    assert phone.page.evaluate(VIDEOS) == []
    phone.open(table)
    phone.wait_for_scripts()
    assert phone.page.evaluate(VIDEOS) == []


def test_a_hidden_page_lets_the_screen_go_dark_and_keeps_it_on_when_it_is_back(phone: Phone) -> None:
    phone.new_table()
    phone.page.wait_for_function(PLAYING)
    phone.page.evaluate(HIDDEN, True)
    phone.page.wait_for_function(f"() => {VIDEOS}.length === 0")
    assert phone.page.evaluate("document.querySelectorAll('video').length") == 0
    phone.page.evaluate(HIDDEN, False)
    phone.page.wait_for_function(PLAYING)
    assert phone.page.evaluate(VIDEOS) == [True]


def test_after_ten_minutes_without_a_tap_the_screen_may_go_dark_until_the_next(phone: Phone) -> None:
    phone.page.clock.install()
    phone.new_table()
    phone.page.wait_for_function(PLAYING)
    phone.page.clock.run_for("09:00")
    phone.chip("1.red.count.2.=4")
    phone.page.clock.run_for("09:00")
    assert phone.page.evaluate(VIDEOS) == [True]
    phone.page.clock.run_for("01:10")
    phone.page.wait_for_function(f"() => {VIDEOS}.length === 0")
    phone.chip("1.red.cards.0.4=1")
    phone.page.wait_for_function(PLAYING)


def test_a_browser_that_needs_sound_for_it_offers_it_in_the_menu(phones: Callable[..., Phone]) -> None:
    phone = phones()
    # Chromium as an iPhone: it has neither a wake lock over http nor Google's name.
    phone.context.add_init_script(
        "Object.defineProperty(Navigator.prototype, 'vendor', { value: 'Apple Computer, Inc.' })"
    )
    table = phone.new_table()
    phone.wait_for_scripts()
    assert phone.page.evaluate("document.querySelectorAll('video').length") == 0
    phone.tap("summary.tool")
    phone.tap("#keep-on button")
    clip = phone.page.locator("video")
    expect(clip).to_have_count(1)
    expect(phone.page.locator("#keep-on button")).to_have_attribute("aria-pressed", "true")
    assert clip.evaluate("(one) => [one.muted, one.loop, new URL(one.src).pathname.split('/').at(-1)]") == [
        False,
        False,
        "silence.mp4",
    ]
    phone.open(f"{table}1/")
    phone.wait_for_scripts()
    phone.chip("1.red.count.2.=4")
    expect(clip).to_have_count(1)
    phone.tap("summary.tool")
    phone.tap("#keep-on button")
    expect(clip).to_have_count(0)


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
