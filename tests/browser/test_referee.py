"""A deal of Parade told move by move on one phone: three taps a turn, three for each player's kept cards, no typing."""

from collections.abc import Callable

import pytest

from tests.browser.conftest import PHONE, Phone

SMALL = {"width": 320, "height": 568}
LINE = ("red-0", "blue-0", "purple-0", "green-0", "grey-0", "orange-1")
TURNS = ("orange-0", "red-10", "blue-10", "purple-10")
KEPT = {"Hatter": ("grey-5", "grey-6"), "Cheshire": ("grey-7", "grey-8"), "Alice": ("purple-1", "purple-2")}


def play(phone: Phone, card: str) -> None:
    """Colour, value, play."""
    slot, value = card.split("-")
    phone.tap(f'.suits [value="{slot}"]')
    phone.tap(f'.chips [value$="{slot}-{value}"]')
    phone.tap(".dock .primary")


@pytest.mark.parametrize("size", [PHONE, SMALL], ids=["390", "320"])
def test_a_turn_takes_three_taps_and_the_end_nine(phones: Callable[..., Phone], size: dict[str, int]) -> None:
    phone = phones(viewport=size)
    table = phone.new_table("Alice", "Hatter", "Cheshire")
    phone.tap("summary.tool")
    phone.tap("text=Move by move")
    phone.taps = 0
    for card in LINE:
        phone.tap(f'[name=move][value$="{card}"]')
    assert phone.taps == len(LINE)
    for number, card in enumerate(TURNS, 1):
        phone.taps = 0
        play(phone, card)
        assert phone.taps == 3, number
    phone.taps = 0
    for who, cards in KEPT.items():
        assert phone.page.inner_text(".cover h2") == f"Pass the phone to {who}."
        phone.tap(".dock .primary")
        for card in cards:
            phone.tap(f'[name=move][value$="{card}"]')
    assert phone.taps == 9
    phone.tap(".dock .primary")
    assert phone.path == f"{table}1/sheet"
    assert phone.page.locator("input:not([type=hidden]):not([type=checkbox])").count() == 0


def test_a_look_at_a_card_shows_what_leaves_and_no_page_is_wider_than_the_phone(phones: Callable[..., Phone]) -> None:
    phone = phones(viewport=SMALL)
    phone.new_table("Alice", "Hatter", "Cheshire")
    phone.open(phone.path.partition("?")[0] + "play")
    for card in LINE:
        phone.tap(f'[name=move][value$="{card}"]')
    phone.tap('.suits [value="orange"]')
    phone.tap('.chips [value$="orange-0"]')
    assert phone.page.locator(".queue li.leaves").count() == len(LINE)
    assert "last round" in phone.page.inner_text(".framed")
    assert phone.page.evaluate("document.documentElement.scrollWidth") <= SMALL["width"]
    played = phone.page.locator(".dock .primary").bounding_box()
    assert played
    assert played["y"] + played["height"] <= SMALL["height"]


def test_without_script_a_turn_is_told_as_well(phones: Callable[..., Phone]) -> None:
    phone = phones(java_script_enabled=False)
    phone.open("/games/parade/new")
    for name in ("Alice", "Bo"):
        phone.page.locator("button[value=naming]").first.tap()
        phone.page.wait_for_selector("input[name=name]")
        phone.page.fill("input[name=name]", name)
        phone.page.locator("button[value=add]:not(.first)").first.tap()
        phone.page.wait_for_selector(f"text={name}")
    phone.page.locator("button[value=open]").tap()
    phone.page.wait_for_url("**/t/*/1/**")
    phone.open(phone.path.partition("?")[0] + "play")
    for card in LINE:
        phone.page.locator(f'[name=move][value$="{card}"]').tap()
        phone.page.wait_for_selector(f'.queue [aria-label="{card.replace("-", " ").capitalize()}"]')
    for target in ('.suits [value="orange"]', '.chips [value$="orange-0"]', ".dock .primary"):
        phone.page.locator(target).first.tap()
        phone.page.wait_for_load_state("load")
    phone.page.wait_for_selector(".turns")
    assert "Bo plays" in phone.page.inner_text("h1")
