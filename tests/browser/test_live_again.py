"""A page recovers from errors: it is live again afterwards, and its taps still count."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Route, expect

from tests.support.browser import Phone, lines, module, together, wait_for_line

LOOK = "document.dispatchEvent(new Event('visibilitychange'))"


def tap_in_vain(phone: Phone) -> None:
    """Make a tap that the server refuses. The page says so and stops listening."""
    chip = phone.page.locator("#red [value='1.red.count.2.=4']")
    chip.evaluate("(chip) => chip.value = '1.red.count.2.=4000'")
    phone.tap(phone.page.locator("#red [value='1.red.count.2.=4000']"))
    assert phone.page.locator(".notice.certain").first.is_visible()
    assert lines(phone) == 0
    phone.page.evaluate(LOOK)
    phone.page.wait_for_timeout(300)
    phone.complaints.clear()


def test_a_page_is_live_again_after_a_refusal(phones: Callable[..., Phone]) -> None:
    alice, bo = phones(), phones()
    table = together(alice, bo)
    alice.open(f"{table}1/")
    bo.open(f"{table}1/")
    tap_in_vain(bo)
    bo.chip("1.red.count.2.=5")
    wait_for_line(bo, 2)
    alice.chip("1.blue.count.0.=3")
    wait_for_line(bo, 3)
    assert (lines(alice), lines(bo)) == (3, 3)
    assert bo.page.locator("#blue .backs i").count() == 3


def test_a_page_that_was_opened_without_a_connection_is_live_once_its_tap_is_counted(
    phones: Callable[..., Phone],
) -> None:
    alice, bo = phones(), phones()
    table = together(alice, bo)
    bo.open(f"{table}1/")
    bo.context.route("**/1/write*", lambda route: route.abort())
    bo.page.locator("#red [value='1.red.count.2.=4']").tap()
    expect(bo.page.locator("#offline")).to_be_visible()
    bo.context.route("**/1/", lambda route: route.continue_(url=f"{bo.base}/offline"))
    bo.open(f"{table}1/")
    assert bo.page.get_by_text("No connection", exact=True).first.is_visible()
    bo.wait_for_scripts()  # removing the routes would abort a file that is still loading
    bo.context.unroute_all()
    wait_for_line(bo, 2)
    alice.open(f"{table}1/")
    alice.chip("1.blue.count.0.=3")
    wait_for_line(bo, 3)
    bo.complaints.clear()


def test_a_page_that_takes_the_place_of_another_has_its_own_style_sheets_and_no_other(
    phones: Callable[..., Phone],
) -> None:
    alice, bo = phones(), phones()
    table = together(alice, bo)
    at_work = """() => [...document.querySelectorAll("link[rel=stylesheet]")].filter(
        (link) => link.sheet && !link.sheet.disabled && !link.disabled
      ).map((link) => link.href.replace(/.*\\/|\\?.*/g, ""))"""
    bo.open(f"{table}1/")
    bo.page.wait_for_function(f"() => ({at_work})().join() === 'app.css+round.css'")
    bo.plug_ears()
    alice.open(f"{table}1/")
    alice.chip("1.red.count.2.=4")
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    bo.page.route(re.compile(r"/static/\w+/app\.css\+pages"), hold)
    bo.page.click("#red [value='1.red.count.2.=5']")
    expect(bo.page.get_by_text("Enter mine again")).to_be_visible()
    # The old style sheets stay until all new ones are loaded, so that the page is never unstyled.
    assert bo.page.evaluate(at_work)[:1] == ["app.css+round.css"]
    for route in held:
        route.continue_()
    bo.page.wait_for_function(f"() => ({at_work})().join() === 'app.css+pages.css'")
    bo.page.evaluate(
        f"""async () => {{
          const {{ show }} = await {module("screen.js")};
          show({{ answer: {{}}, html: await (await fetch(location.href)).text() }});
        }}"""
    )
    bo.page.wait_for_function(f"() => ({at_work})().join() === 'app.css+round.css'")
    bo.complaints.clear()


@pytest.mark.parametrize("tapped", [False, True])
def test_a_page_of_a_deleted_table_comes_again_when_another_phone_puts_it_back(
    phones: Callable[..., Phone], tapped: bool
) -> None:
    alice, bo = phones(), phones()
    table = together(alice, bo)
    bo.open(f"{table}1/")
    deleted = bo.page.get_by_role("main").get_by_text("This table was deleted")
    if tapped:
        bo.context.set_offline(True)
        bo.page.locator("#red [value='1.red.count.2.=4']").tap()
        expect(bo.page.locator(".waits")).to_be_visible()
    alice.open(f"{table}end")
    alice.page.get_by_role("button", name="Delete").tap()
    alice.page.wait_for_url("**/?back=*")
    bo.context.set_offline(False)
    expect(deleted).to_be_visible(timeout=20_000)
    alice.page.get_by_role("button", name="Restore").tap()
    alice.page.wait_for_url(f"**{table}")
    shown = "#red .backs" if tapped else "#red [value='1.red.count.2.=4']"
    expect(bo.page.locator(shown)).to_be_visible(timeout=20_000)
    bo.complaints.clear()
