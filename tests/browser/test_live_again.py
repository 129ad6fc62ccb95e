"""What goes wrong on a page goes by: it is live again afterwards, and its taps are still counted."""

from collections.abc import Callable

from playwright.sync_api import expect

from tests.browser.conftest import Phone
from tests.browser.test_live import heard, lines, together

LOOK = "document.dispatchEvent(new Event('visibilitychange'))"


def refused(phone: Phone) -> None:
    """A tap that the server refuses; the page says so, and listens no more."""
    chip = phone.page.locator("[value='1.red.count.2.=4']")
    chip.evaluate("(chip) => chip.value = '1.red.count.2.=4000'")
    phone.tap(phone.page.locator("[value='1.red.count.2.=4000']"))
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
    refused(bo)
    bo.chip("1.red.count.2.=5")
    heard(bo, 2)
    alice.chip("1.blue.count.0.=3")
    heard(bo, 3)


def test_a_page_that_was_opened_without_a_connection_is_live_once_its_tap_is_counted(
    phones: Callable[..., Phone],
) -> None:
    alice, bo = phones(), phones()
    table = together(alice, bo)
    bo.open(f"{table}1/")
    bo.context.route("**/1/write*", lambda route: route.abort())
    bo.page.locator("[value='1.red.count.2.=4']").tap()
    expect(bo.page.locator("#offline")).to_be_visible()
    bo.context.route("**/1/", lambda route: route.continue_(url=f"{bo.base}/offline"))
    bo.open(f"{table}1/")
    assert bo.page.get_by_text("No connection", exact=True).first.is_visible()
    bo.context.unroute_all()
    heard(bo, 2)
    alice.open(f"{table}1/")
    alice.chip("1.blue.count.0.=3")
    heard(bo, 3)
    bo.complaints.clear()
