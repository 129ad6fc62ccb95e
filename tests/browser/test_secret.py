"""One phone is passed around: each player lifts a cover and decides with one tap, which nobody else sees."""

from collections.abc import Callable

from playwright.sync_api import expect

from tests.support.browser import SMALL_PHONE, Phone

CAST = ("Anna", "Bo", "Cleo", "Dario")

PARTS = (0.1, 0.5, 0.9)
"""Heights on a button at which a finger can tap, as fractions from its top."""

MEETS = "([x, y]) => !!document.elementFromPoint(x, y)?.closest('a, button')"
"""Script: whether there is anything to tap at a point."""


def secret_table(phone: Phone) -> str:
    """Start a table of Diabolo with secret doublers, and enter that the harp is ahead in red."""
    table = phone.new_table(*CAST, game="diabolo", doubler_commit="secret_simultaneous")
    phone.chip("1.red.side..=harp")
    return table


def find_points(phone: Phone, what: str) -> list[tuple[float, float]]:
    """Return points at which a finger can tap the elements."""
    boxes = [box.bounding_box() for box in phone.page.locator(what).all()]
    return [(box["x"] + box["width"] / 2, box["y"] + part * box["height"]) for box in boxes for part in PARTS if box]


def test_doublers_are_decided_with_two_taps_a_player_and_a_second_tap_meets_nothing(
    phones: Callable[..., Phone],
) -> None:
    phone = phones(viewport=SMALL_PHONE)
    table = secret_table(phone)
    phone.taps = 0
    for who in CAST:
        phone.tap(phone.page.get_by_text(f"I am {who}").first)
        assert who in phone.page.locator("h1").inner_text()
        keys = [box.bounding_box() for box in phone.page.locator("[name=tap]").all()]
        assert len({(box["width"], box["height"]) for box in keys if box}) == 1, "answers of the same weight"
        tapped = find_points(phone, "[name=tap]")
        phone.tap(phone.page.get_by_text("Use my doubler" if who == "Bo" else "Keep my doubler"))
        if who != CAST[-1]:
            assert not any(phone.page.evaluate(MEETS, point) for point in tapped)
            # Nor does one on the cover: there is nothing behind it where it is lifted.
            lifted = find_points(phone, ".dock .primary")
            phone.page.goto(phone.page.locator(".dock .primary").evaluate("(one) => one.href"))
            assert not any(phone.page.evaluate(MEETS, point) for point in lifted)
            phone.page.go_back()
            phone.page.wait_for_load_state("load")
    assert phone.taps == 2 * len(CAST)
    assert phone.path == f"{table}1/?revealed=yes#red"
    pressed = phone.page.locator(".tick[aria-pressed=true]")
    assert pressed.count() == 1
    assert "Bo" in (phone.page.locator("#red .block", has=pressed).text_content() or "")
    assert "Doubled by Bo. Everybody shows red." in (phone.page.locator("#red").text_content() or "")


def test_going_back_shows_nothing_that_was_decided(phone: Phone) -> None:
    secret_table(phone)
    phone.tap(phone.page.get_by_text("I am Anna").first)
    phone.tap(phone.page.get_by_text("Use my doubler"))
    for _ in range(2):
        expect(phone.page.get_by_text("Pass the phone to Bo.")).to_be_visible()
        assert phone.page.locator("[aria-pressed=true], .mine").count() == 0
        phone.page.go_back()
        phone.page.wait_for_load_state("load")
    phone.page.reload()
    assert "decided" in (phone.page.locator("#red").text_content() or "")
