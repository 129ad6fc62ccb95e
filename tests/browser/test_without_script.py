"""A whole game on a phone without JavaScript."""

from collections.abc import Callable

from tests.support.browser import Phone, press
from tests.support.http import EXAMPLE, ROWS, flip_taps_of


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
    for row in ROWS:
        for tap in flip_taps_of(row):
            press(phone, f"#{row} [value='{tap}']")
            assert page.url.endswith(f"#{row}")
    press(phone, ".primary:has-text('Show score sheet')")
    assert page.locator(".verdict").inner_text().startswith("Hatter wins")
    press(phone, "a:has-text('Fix')")
    press(phone, "button.undo")
    assert page.get_by_text("Restore").first.is_visible()
