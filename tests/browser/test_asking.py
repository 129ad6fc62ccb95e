"""Questions to the referee on a phone: every question fits, every target can be hit, with and without JavaScript."""

from collections.abc import Callable

from tests.support.browser import SMALL_PHONE, Phone


def test_what_is_typed_is_kept_and_asked_with_enter(phones: Callable[..., Phone]) -> None:
    phone = phones(viewport=SMALL_PHONE)
    phone.open("/rulings/diabolo/game")
    phone.tap("[value='first_dealer:B']")
    for name, points in (("A", "4"), ("B", "10"), ("C", "0")):
        phone.page.fill(f"[name='rounds.1.{name}']", points)
    phone.tap("[value='rounds.1.B.minus:1']")
    phone.page.fill("[name='rounds.1.C']", "12")
    phone.page.keyboard.press("Enter")
    phone.settle()
    assert phone.page.locator(".answer").inner_text().startswith("C wins with 12.")
    assert "A 4, B −10 and C 12" in phone.page.locator("#answer").inner_text().replace("\u00a0", " ")
