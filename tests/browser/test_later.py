"""What comes after the page is not needed to tap: a tap before it is kept, counted and shown."""

import re
from collections.abc import Callable

from playwright.sync_api import Page, Route, expect

from tests.support.browser import Phone

SHOW = re.compile("/static/show")

COUNTED = "[data-live^='2.']"
"""A page that tells of the tap; the setup is the first line."""


def uncached(phone: Phone) -> Page:
    """Its page, which asks for everything anew."""
    phone.page.context.new_cdp_session(phone.page).send("Network.setCacheDisabled", {"cacheDisabled": True})
    return phone.page


def holding(phone: Phone) -> list[Route]:
    """What puts an answer in place, as often as its page asks for it, until somebody lets it go on."""
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    uncached(phone).route(SHOW, hold)
    return held


def test_a_tap_before_all_scripts_have_come_is_counted_and_shown_once_they_have(
    phones: Callable[..., Phone],
) -> None:
    alice = phones()
    table = alice.new_table()
    held = holding(alice)
    with alice.page.expect_response(re.compile("/write")):
        alice.open(f"{table}1/")
        alice.page.click("[value='1.red.count.1.=4']")
    assert alice.page.locator(COUNTED).count() == 0
    assert held
    held.pop().continue_()
    expect(alice.page.locator(COUNTED)).to_have_count(1)
    expect(alice.page.locator("[data-busy]")).to_have_count(0)


def test_a_script_that_did_not_come_is_asked_for_again(phones: Callable[..., Phone]) -> None:
    alice = phones()
    table = alice.new_table()
    asked: list[str] = []

    def first_lost(route: Route) -> None:
        asked.append(route.request.url)
        route.abort() if len(asked) == 1 else route.continue_()

    uncached(alice).route(SHOW, first_lost)
    alice.forgive("Failed to load resource")
    alice.open(f"{table}1/")
    alice.page.click("[value='1.red.count.1.=4']")
    expect(alice.page.locator(COUNTED)).to_have_count(1)
    assert len(asked) == 2


def test_all_names_that_are_tapped_before_all_scripts_have_come_sit_down(phones: Callable[..., Phone]) -> None:
    alice = phones()
    names = ("Ann", "Bo", "Cleo")
    alice.new_table(*names)
    held = holding(alice)
    alice.open("/games/parade/new")
    with alice.page.expect_response(lambda answer: answer.request.method == "POST"):
        for name in names:
            alice.page.click(f"#names [value='add:{name}']")
    held.pop().continue_()
    expect(alice.page.locator("#seats li")).to_have_count(3)


def test_digits_that_are_typed_before_all_scripts_have_come_make_one_number(phones: Callable[..., Phone]) -> None:
    alice = phones()
    table = alice.new_table("Ann", "Bo", game="tally")
    held = holding(alice)
    with alice.page.expect_response(re.compile("/static/typing")):
        alice.open(f"{table}1/")
    for key in "12":
        alice.page.click(f".keys [value='{key}']")
    expect(alice.page.locator(".pad .waits").first).to_have_text("12")
    held.pop().continue_()
    expect(alice.page.locator("#typed [name=typed]")).to_have_value("12")


def test_why_a_tap_was_refused_is_shown_before_the_next_one_is_sent(phones: Callable[..., Phone]) -> None:
    alice = phones()
    table = alice.new_table()
    held = holding(alice)
    alice.forgive("422")
    alice.open(f"{table}1/")
    alice.page.locator("[value='1.red.count.0.=3']").evaluate("(chip) => (chip.value = '1.red.count.0.=many')")
    with alice.page.expect_response(re.compile("/write")):
        alice.page.click("[value='1.red.count.0.=many']")
    alice.page.click("[value='1.blue.count.1.=4']")
    expect(alice.page.locator(".waits")).not_to_have_count(0)
    held.pop().continue_()
    expect(alice.page.locator(".notice.certain")).to_be_visible()
    assert alice.page.locator(COUNTED).count() == 0
