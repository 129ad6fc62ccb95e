"""Every page on every phone: nothing overflows, every target can be hit, and all of it works without JavaScript."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Browser

from tests.support.browser import HOST, Phone, phone_of, press
from tests.support.http import EXAMPLE, FLIPPED, ROWS
from tests.support.tables import Author, Running


def test_a_whole_game_is_played_without_script(phones: Callable[..., Phone]) -> None:
    phone = phones(java_script_enabled=False)
    page = phone.page
    phone.open("/")
    press(phone, "a[href='/games/parade/new']")
    press(phone, "button[value=naming]")
    for name in EXAMPLE:
        page.fill("input[name=name]", name)
        with page.expect_navigation():
            page.keyboard.press("Enter")
    press(phone, "button[value=open]")
    seats = {name: seat for seat, name in enumerate(EXAMPLE)}
    for row in ROWS:
        piles = [(seats[name], name, piles[row]) for name, piles in EXAMPLE.items() if row in piles]
        for seat, name, cards in piles:
            if name in FLIPPED[row]:
                press(phone, f"#{row} [value='1.{row}.count.{seat}.={len(cards)}']")
        for seat, name, cards in piles:
            for card in () if name in FLIPPED[row] else cards:
                press(phone, f"#{row} [value='1.{row}.cards.{seat}.{card}=1']")
                assert page.url.endswith(f"#{row}")
    press(phone, ".primary:has-text('Show score sheet')")
    assert page.locator(".verdict").inner_text().startswith("Hatter wins")
    press(phone, "a:has-text('Fix')")
    press(phone, "button.undo")
    assert page.get_by_text("Restore").first.is_visible()


@pytest.mark.parametrize("name", ["parade-referee-3", "parade-referee-4", "parade-referee-6"])
def test_a_last_round_that_is_told_is_whole_on_the_board(chromium: Browser, here: Running, name: str) -> None:
    author = Author(here.tables, ("Alice", "Bruno", "Cleo", "Dan", "Edgar", "Fifi"))
    context = phone_of(chromium, f"http://{HOST}:{here.port}", "scoring", viewport={"width": 1280, "height": 800})
    page = context.new_page()
    for percent in range(98, 50, -3):
        table, _ = author.retell(name, percent / 100)
        page.goto(f"http://{HOST}:{here.port}/t/{table}/board")
        if page.locator(".told .turns").count():
            break
    assert page.locator(".told .turns").count() == 1
    assert page.locator(".played").evaluate("(one) => one.scrollHeight - one.clientHeight") <= 0
    cut = "(all) => all.filter((one) => one.scrollWidth > one.clientWidth + 1).map((one) => one.textContent)"
    assert page.locator(".told .turns bdi").evaluate_all(cut) == []
    context.close()
