"""Live updates: a page recovers from errors, and the benchmark of them works."""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.support.browser import ADDRESS, HOST, Phone, lines, together, wait_for_line
from tools.bench_live import Night, measure

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
    alice.tap("details.rules summary")
    alice.page.get_by_role("button", name="Delete").tap()
    alice.page.wait_for_url("**/?back=*")
    bo.context.set_offline(False)
    expect(deleted).to_be_visible(timeout=20_000)
    alice.page.get_by_role("button", name="Restore").tap()
    alice.page.wait_for_url(f"**{table}")
    shown = "#red .backs" if tapped else "#red [value='1.red.count.2.=4']"
    expect(bo.page.locator(shown)).to_be_visible(timeout=20_000)
    bo.complaints.clear()


def test_every_line_is_painted_on_every_page_after_it_was_sent(server: str) -> None:
    night = Night(phones=6, pages=2, tables=2, seconds=2)
    evening = measure(server.replace(HOST, ADDRESS), night)
    assert len(evening.painted) == night.pages * night.seconds
    assert len(evening.received) == (night.phones - night.pages) * night.seconds
    assert min(evening.painted + evening.received) > 0


def test_a_finished_table_leads_to_the_one_at_which_its_players_play_again(phones: Callable[..., Phone]) -> None:
    alice, bo = phones(), phones()
    screen = phones(viewport={"width": 1280, "height": 720})
    table = together(alice, bo)
    bo.open(table)
    screen.open(f"/{bo.page.locator('.code b').inner_text()}/tv")
    alice.open(f"{table}end")
    alice.page.get_by_role("button", name="Finish this table").tap()
    expect(bo.page.locator("body[data-over]")).to_have_count(1)
    alice.page.get_by_role("button", name="Play again").tap()
    alice.page.wait_for_url(lambda url: table not in url)
    link = bo.page.get_by_role("link", name="Play goes on at a new table")
    link.tap(timeout=15_000)
    new = alice.page.url.partition("/t/")[2].partition("/")[0]
    bo.page.wait_for_url(f"{bo.base}/t/{new}/")
    # The screen lets everybody read the result first.
    expect(screen.page.locator("#following")).to_be_visible()
    screen.page.wait_for_url(f"**/t/{new}/board", timeout=15_000)
