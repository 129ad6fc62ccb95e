"""One phone is passed around: each player lifts a cover and decides with one tap, which nobody else sees."""

import re
from collections.abc import Callable
from itertools import product

import pytest
from playwright.sync_api import expect

from tests.support.browser import PHONE_SIZES, Phone
from tests.support.soak import SOAK

CAST = ("Anna", "Bo", "Cleo")

FOUR = (*CAST, "Dario")

ROUNDS = list(product((CAST, FOUR), PHONE_SIZES) if SOAK else zip((CAST, FOUR), PHONE_SIZES))
"""Players and phones: three on the large phone and four on the small one, in the long form both on both."""

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


def go_round(phone: Phone, *committed: str) -> list[tuple[float, float]]:
    """Let each player lift the cover and decide with one tap. A second tap at the same point meets nothing.

    Return the points at which the last player may have tapped.
    """
    before: list[tuple[float, float]] = []
    for who in CAST:
        phone.tap(phone.page.get_by_text(f"I am {who}").first)
        assert who in phone.page.locator("h1").inner_text()
        keys = [box.bounding_box() for box in phone.page.locator("[name=tap]").all()]
        assert len({(box["width"], box["height"]) for box in keys if box}) == 1, "answers of the same weight"
        before = find_points(phone, "[name=tap]")
        phone.tap(phone.page.get_by_text("Use my doubler" if who in committed else "Keep my doubler"))
        if who != CAST[-1]:
            assert not any(phone.page.evaluate(MEETS, point) for point in before)
            # Nor does one on the cover: there is nothing behind it where it is lifted.
            lifted = find_points(phone, ".dock .primary")
            phone.page.goto(phone.page.locator(".dock .primary").evaluate("(one) => one.href"))
            assert not any(phone.page.evaluate(MEETS, point) for point in lifted)
            phone.page.go_back()
            phone.page.wait_for_load_state("load")
    return before


HELD = "addEventListener('animationstart', () => document.body.getAnimations().forEach((one) => one.pause()))"

LET_GO = "document.body.getAnimations().forEach((one) => one.finish())"


@pytest.mark.parametrize(
    ("cast", "size"), ROUNDS, ids=lambda value: str(value[0] if value in PHONE_SIZES else len(value))
)
def test_a_second_tap_on_what_the_last_one_decides_meets_nothing_of_what_is_shown_then(
    phones: Callable[..., Phone], size: tuple[int, int], cast: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tests.browser.test_secret.CAST", cast)
    phone = phones(viewport={"width": size[0], "height": size[1]})
    phone.context.add_init_script(HELD)
    secret_table(phone)
    points = go_round(phone, *cast)
    expect(phone.page.locator("body")).to_have_class(re.compile("revealed"))
    card = phone.page.locator("#red .chips button").first.bounding_box()
    assert card
    points.append((card["x"] + card["width"] / 2, card["y"] + card["height"] / 2))
    assert not any(phone.page.evaluate(MEETS, point) for point in points)
    phone.page.evaluate(LET_GO)
    assert phone.page.evaluate(MEETS, points[-1])
    phone.tap("#red .chips button")
    assert "revealed" not in phone.path


@pytest.mark.parametrize(
    ("cast", "size"), ROUNDS, ids=lambda value: str(value[0] if value in PHONE_SIZES else len(value))
)
def test_doublers_are_decided_with_two_taps_a_player(
    phones: Callable[..., Phone], size: tuple[int, int], cast: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tests.browser.test_secret.CAST", cast)
    phone = phones(viewport={"width": size[0], "height": size[1]})
    table = secret_table(phone)
    before = phone.taps
    go_round(phone, "Bo")
    assert phone.taps - before == 2 * len(cast)
    assert phone.path == f"{table}1/?revealed=yes#red"
    pressed = phone.page.locator(".tick[aria-pressed=true]")
    assert pressed.count() == 1
    assert "Bo" in (phone.page.locator("#red .block", has=pressed).text_content() or "")
    assert "Bo doubles red. Everybody shows red." in (phone.page.locator("#red").text_content() or "")


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


def test_it_works_without_script(phones: Callable[..., Phone], phone: Phone) -> None:
    table = secret_table(phone)
    plain = phones(java_script_enabled=False, storage_state=phone.context.storage_state())
    plain.open(f"{table}1/")
    for who in CAST:
        plain.page.get_by_text(f"I am {who}").first.tap()
        expect(plain.page.locator("h1")).to_contain_text(who)
        plain.page.get_by_text("Use my doubler" if who == "Anna" else "Keep my doubler").tap()
    pressed = plain.page.locator("#red .tick[aria-pressed=true]")
    pressed.wait_for()
    assert pressed.count() == 1
