"""Before the scripts have run, forms are plain forms: a tap loads a page, and none is lost or counted twice."""

import re
from contextlib import suppress

import pytest
from playwright.sync_api import Error, Route, expect

from tests.support.browser import KEPT, OPENED, SCRIPTED, Phone, lines

MODULES = re.compile(r"/static/\w+/\w+\.js")
ONE = re.compile(r"/static/\w+/screen\.js")
"""A module that the first one imports."""


class Late:
    """A phone to which the scripts come late."""

    def __init__(self, phone: Phone, what: re.Pattern[str] = MODULES) -> None:
        self.phone = phone
        self.held: list[Route] = []
        self.what = what
        phone.page.context.new_cdp_session(phone.page).send("Network.setCacheDisabled", {"cacheDisabled": True})
        phone.page.route(what, self.hold)

    def hold(self, route: Route) -> None:
        self.held.append(route)

    def open(self, path: str) -> None:
        self.phone.page.goto(self.phone.base + path, wait_until="commit")
        self.phone.page.locator(".dock").first.wait_for()

    def tap(self, what: str) -> None:
        """Tap an element that loads another page."""
        assert not self.phone.page.evaluate(SCRIPTED)
        self.phone.page.locator(what).first.evaluate(OPENED)
        with self.phone.page.expect_navigation(wait_until="commit"):
            self.phone.page.locator(what).locator("visible=true").first.click(no_wait_after=True)
        self.phone.page.locator(".dock").first.wait_for()

    def let_go(self) -> None:
        """Let the scripts of this page come."""
        while self.held:
            with suppress(Error):  # that of a page that was left
                self.held.pop().continue_()
        self.phone.page.unroute(self.what)
        self.phone.wait_for_scripts()


@pytest.mark.parametrize("what", [MODULES, ONE], ids=["all", "one"])
def test_a_tap_before_the_scripts_is_counted_at_once_and_the_next_one_by_them(
    phone: Phone, what: re.Pattern[str]
) -> None:
    table = phone.new_table()
    late = Late(phone, what)
    late.open(f"{table}1/")
    late.tap("#red [value='1.red.count.1.=4']")
    expect(phone.page.locator("#red-0-cards .pile, #red-1-cards .pile").first).to_be_visible()
    assert phone.page.evaluate(KEPT) == 0
    late.let_go()
    phone.chip("1.blue.count.0.=3")
    assert lines(phone) == 3


def test_a_key_that_is_tapped_twice_before_the_scripts_counts_once(phone: Phone) -> None:
    table = phone.new_table()
    late = Late(phone)
    late.open(f"{table}1/")
    key = phone.page.locator("#red [value='1.red.count.1.=4']")
    key.evaluate("(key) => { key.click(); setTimeout(() => key.click(), 5); }")
    phone.page.locator("[data-live^='2.'] .dock").first.wait_for()
    late.let_go()
    phone.settle()
    assert lines(phone) == 2


def test_a_script_that_does_not_come_leaves_a_plain_page_and_is_asked_for_by_the_next(phone: Phone) -> None:
    table = phone.new_table()
    phone.forgive("Failed to load resource")
    late = Late(phone, ONE)
    phone.page.unroute(ONE)
    phone.page.route(ONE, lambda route: route.abort())
    phone.open(f"{table}1/")
    late.tap("#red [value='1.red.count.1.=4']")
    phone.page.unroute(ONE)
    phone.open(f"{table}1/")
    phone.wait_for_scripts()
    assert lines(phone) == 2


def test_a_tap_that_waits_on_the_phone_is_sent_by_the_next_page_whose_scripts_have_come(phone: Phone) -> None:
    table = phone.new_table()
    phone.forgive("net::ERR_FAILED")
    phone.page.route("**/write*", lambda route: route.abort())
    phone.page.click("#red [value='1.red.count.1.=4']")
    phone.page.wait_for_function(f"() => {KEPT} === 1")
    late = Late(phone)
    late.open(f"{table}1/")
    phone.page.unroute("**/write*")
    late.tap("#blue [value='1.blue.count.0.=3']")
    assert phone.page.evaluate(KEPT) == 1
    late.let_go()
    phone.settle()
    assert lines(phone) == 3
