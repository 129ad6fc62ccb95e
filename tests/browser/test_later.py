"""Late scripts are not needed for tapping: a tap before they load is kept, counted and shown."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Route, expect

from tests.support.browser import Phone

SEND, SHOW, EITHER = (re.compile(f"/static/({names})") for names in ("send", "show", "send|show"))
"""Scripts that send a tap, and that show its response."""

AHEAD, TYPING, ALL = (re.compile(f"/static/({names})") for names in ("ahead", "typing", "send|show|typing"))
"""Scripts that interpret a second tap, and the keys of a keypad."""

KEPT = "() => Object.keys(localStorage).filter((key) => key.startsWith('tap:')).length"

COUNTED = "[data-live^='2.']"
"""Selector of a page that shows the first tap. The setup is line 1."""


def disable_cache(phone: Phone) -> Page:
    """Return the browser page with its cache disabled."""
    phone.page.context.new_cdp_session(phone.page).send("Network.setCacheDisabled", {"cacheDisabled": True})
    return phone.page


def holding(phone: Phone, what: re.Pattern[str] = SHOW) -> list[Route]:
    """Hold back a late script, and return the list of its pending requests."""
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    disable_cache(phone).route(what, hold)
    return held


def let_go(held: list[Route]) -> None:
    """Let pending requests continue."""
    while held:
        held.pop().continue_()


def test_a_tap_before_all_scripts_have_come_is_counted_and_shown_once_they_have(
    phones: Callable[..., Phone],
) -> None:
    alice = phones()
    table = alice.new_table()
    held = holding(alice)
    with alice.page.expect_response(re.compile("/write")):
        alice.open(f"{table}1/")
        alice.page.click("#red [value='.count.1.=4']")
    assert alice.page.locator(COUNTED).count() == 0
    assert held
    held.pop().continue_()
    expect(alice.page.locator(COUNTED)).to_have_count(1)
    expect(alice.page.locator("[data-busy]")).to_have_count(0)


def test_taps_before_what_sends_them_has_come_lie_on_the_phone_and_are_all_counted(
    phones: Callable[..., Phone],
) -> None:
    alice = phones()
    table = alice.new_table()
    held = holding(alice, SEND)
    sent: list[str] = []
    alice.page.on("request", lambda request: sent.append(request.url) if request.method == "POST" else None)
    with alice.page.expect_response(re.compile("/static/keys")):
        alice.open(f"{table}1/")
    alice.page.click("#red [value='.count.1.=4']")
    alice.page.wait_for_function(f"() => ({KEPT})() === 1")
    alice.page.click("#red [value='.count.0.=3']")
    alice.page.wait_for_function(f"() => ({KEPT})() === 2")
    assert sent == []
    let_go(held)
    expect(alice.page.locator("[data-live^='3.']")).to_have_count(1)
    expect(alice.page.locator("[data-busy]")).to_have_count(0)
    assert len(sent) == 2


def test_a_tap_on_a_page_that_is_left_before_what_sends_it_has_come_is_sent_by_the_next(
    phones: Callable[..., Phone],
) -> None:
    alice = phones()
    table = alice.new_table()
    holding(alice, SEND)
    alice.open(f"{table}1/")
    alice.page.click("#red [value='.count.1.=4']")
    alice.page.wait_for_function(f"() => ({KEPT})() === 1")
    alice.page.unroute(SEND)
    alice.open(table)
    alice.page.wait_for_function(f"() => ({KEPT})() === 0")
    alice.open(f"{table}1/")
    expect(alice.page.locator(COUNTED)).to_have_count(1)


@pytest.mark.parametrize("what", [SEND, SHOW])
def test_a_script_that_did_not_come_is_asked_for_again(phones: Callable[..., Phone], what: re.Pattern[str]) -> None:
    alice = phones()
    table = alice.new_table()
    asked: list[str] = []

    def first_lost(route: Route) -> None:
        asked.append(route.request.url)
        route.abort() if len(asked) == 1 else route.continue_()

    disable_cache(alice).route(what, first_lost)
    alice.forgive("Failed to load resource")
    alice.open(f"{table}1/")
    alice.page.click("#red [value='.count.1.=4']")
    expect(alice.page.locator(COUNTED)).to_have_count(1)
    assert len(asked) == 2


@pytest.mark.parametrize("what", [SEND, SHOW, EITHER])
def test_all_names_that_are_tapped_before_all_scripts_have_come_sit_down(
    phones: Callable[..., Phone], what: re.Pattern[str]
) -> None:
    alice = phones()
    names = ("Ann", "Bo", "Cleo")
    alice.new_table(*names)
    held = holding(alice, what)
    with alice.page.expect_response(re.compile("/static/keys")):
        alice.open("/games/parade/new")
    for name in names:
        alice.page.click(f"#names [value='add:{name}']")
    expect(alice.page.locator("[data-busy]")).to_have_count(1)
    let_go(held)
    expect(alice.page.locator("#seats li")).to_have_count(3)


@pytest.mark.parametrize("what", [SEND, SHOW, EITHER])
def test_digits_that_are_typed_before_all_scripts_have_come_make_one_number(
    phones: Callable[..., Phone], what: re.Pattern[str]
) -> None:
    alice = phones()
    table = alice.new_table("Ann", "Bo", game="tally")
    held = holding(alice, what)
    with alice.page.expect_response(re.compile("/static/typing")):
        alice.open(f"{table}1/")
    alice.page.wait_for_function("() => globalThis.keyed")
    for key in "12":
        alice.page.click(f".keys [value='{key}']")
    if what is SHOW:
        expect(alice.page.locator(".pad .waits").first).to_have_text("12")
    let_go(held)
    expect(alice.page.locator("#typed [name=typed]")).to_have_value("12")


@pytest.mark.parametrize("what", [SEND, TYPING, ALL])
def test_whole_numbers_that_are_tapped_before_all_scripts_have_come_go_on_to_the_next(
    phones: Callable[..., Phone], what: re.Pattern[str]
) -> None:
    alice = phones()
    table = alice.new_table("Ann", "Bo", "Cleo", "Dan", game="diabolo")
    held = holding(alice, what)
    with alice.page.expect_response(re.compile("/static/keys")):
        alice.open(f"{table}1/?way=totals")
    for number in "35":
        alice.page.click(f".picks button:text-is('{number}')")
    let_go(held)
    expect(alice.page.locator("#whole b")).to_have_text(["3", "5"])
    expect(alice.page.locator("[data-busy]")).to_have_count(0)


@pytest.mark.parametrize("what", [SEND, SHOW, AHEAD])
def test_taps_on_a_life_counter_before_all_scripts_have_come_are_all_counted_and_the_last_one_taken_back(
    phones: Callable[..., Phone], what: re.Pattern[str]
) -> None:
    alice = phones()
    table = alice.new_table("Ann", "Bo", game="tally", start="20", count="down", out="out")
    alice.open(f"{table}1/?way=lives")
    alice.tap(".life .fewer")  # so that there is another line that could be undone by mistake
    held = holding(alice, what)
    with alice.page.expect_response(re.compile("/static/keys")):
        alice.page.reload()
    for half in (".fewer", ".fewer", ".more", ".fewer", ".fewer"):
        alice.page.locator(f".life {half}").last.tap(no_wait_after=True)
    alice.page.locator(".undo").tap(no_wait_after=True)
    let_go(held)
    expect(alice.page.locator("[data-busy]")).to_have_count(0)
    expect(alice.page.locator(".life b")).to_have_text(["19", "18"])


@pytest.mark.parametrize("what", [SEND, SHOW])
def test_a_second_tap_on_the_same_key_takes_it_back_also_before_all_scripts_have_come(
    phones: Callable[..., Phone], what: re.Pattern[str]
) -> None:
    alice = phones()
    table = alice.new_table()
    held = holding(alice, what)
    with alice.page.expect_response(re.compile("/static/keys")):
        alice.open(f"{table}1/")
    key = alice.page.locator("#red-1-count button:text-is('4')")
    key.tap(no_wait_after=True)
    expect(key).to_contain_class("waits")
    key.tap(no_wait_after=True)
    let_go(held)
    expect(alice.page.locator("[data-live^='3.']")).to_have_count(1)
    expect(alice.page.locator("[data-busy]")).to_have_count(0)
    assert alice.page.locator("#red .mine").count() == 0


@pytest.mark.parametrize("what", [SEND, SHOW, TYPING])
def test_a_number_that_is_typed_and_gone_on_from_before_all_scripts_have_come_is_written(
    phones: Callable[..., Phone], what: re.Pattern[str]
) -> None:
    alice = phones()
    table = alice.new_table("Ann", "Bo", "Cleo", game="tally")
    held = holding(alice, what)
    with alice.page.expect_response(re.compile("/static/keys")):
        alice.open(f"{table}1/")
    for tapped in (".keys [value='1']", ".keys [value='2']", ".dock .primary", ".keys [value='7']", ".dock .primary"):
        alice.page.click(tapped)
    let_go(held)
    expect(alice.page.locator("[data-live^='3.']")).to_have_count(1)
    expect(alice.page.locator("[data-busy]")).to_have_count(0)
    expect(alice.page.locator(".pad")).to_contain_text(re.compile("12.*7", re.S))


def test_why_a_tap_was_refused_is_shown_before_the_next_one_is_sent(phones: Callable[..., Phone]) -> None:
    alice = phones()
    table = alice.new_table()
    held = holding(alice)
    alice.forgive("422")
    alice.open(f"{table}1/")
    alice.page.locator("#red [value='.count.0.=3']").evaluate("(chip) => (chip.value = '.count.0.=many')")
    with alice.page.expect_response(re.compile("/write")):
        alice.page.click("#red [value='.count.0.=many']")
    alice.page.click("#blue [value='.count.1.=4']")
    expect(alice.page.locator(".waits")).not_to_have_count(0)
    held.pop().continue_()
    expect(alice.page.locator(".notice.certain")).to_be_visible()
    assert alice.page.locator(COUNTED).count() == 0
