"""Fewest taps: the rulebooks' three-player example, really tapped, in every way; and related taps."""

import pytest
from playwright.sync_api import expect

from tests.support.browser import Phone, show_the_sheet, writing
from tests.support.http import EXAMPLE, flip_taps


def test_the_next_deal_is_one_tap_and_the_same_players_play_again_at_once(phone: Phone) -> None:
    table = phone.new_table()
    phone.write(table, *flip_taps())
    show_the_sheet(phone)
    phone.taps = 0
    phone.tap(".dock a.primary")
    assert phone.path.startswith(f"{table}2/")
    assert phone.taps == 1
    phone.open(table)
    phone.taps = 0
    phone.tap("details.more summary")
    phone.tap("details.more a:has-text('Finish')")
    phone.tap("button:has-text('Finish this table')")
    phone.tap("button:has-text('Play again')")
    phone.page.wait_for_url("**/t/*/1/")
    assert phone.taps == 4
    assert not phone.path.startswith(table)
    for name in EXAMPLE:
        assert phone.page.get_by_text(name, exact=True).first.is_visible()


def test_a_new_table_with_three_remembered_players_takes_at_most_6_taps(phone: Phone) -> None:
    phone.new_table()
    phone.open("/")
    phone.taps = 0
    phone.tap("a[href='/games/parade/new']")
    for name in EXAMPLE:
        phone.tap(f"button[value='add:{name}']")
    phone.tap("button[value=open]")
    phone.page.wait_for_url("**/t/*/1/")
    assert phone.taps <= 6


def test_a_tap_beside_an_open_menu_closes_it_and_does_nothing_else(phone: Phone) -> None:
    table = phone.new_table("Ann", "Bo", game="tally")
    phone.open(f"{table}1/")
    phone.page.locator("details.more summary").tap()
    key = phone.page.locator(".keys [value='4']").bounding_box()
    assert key
    phone.page.touchscreen.tap(key["x"] + 5, key["y"] + key["height"] - 5)
    expect(phone.page.locator("details.more ul")).to_be_hidden()
    current = phone.page.locator(".pad [aria-current]")
    assert current.inner_text().strip() == "–"
    phone.page.touchscreen.tap(key["x"] + 5, key["y"] + key["height"] - 5)
    expect(current).to_have_text("4")


@pytest.mark.parametrize("way", ["flip", "deck"])
def test_a_taken_card_says_whose_it_is_and_moves_only_on_the_next_tap(phone: Phone, way: str) -> None:
    table = phone.new_table()
    phone.chip("1.red.count.2.=4")
    phone.chip("1.red.cards.1.1=1")
    phone.open(f"{table}1/?way={way}")
    phone.tap("button[name=why][value='1.red.cards.0.1']")
    assert phone.page.locator(".dock .notice").first.inner_text().startswith("Hatter has Red 1.")
    assert phone.page.locator(writing("1.red.cards.0.1=")).count() == 0
    phone.tap("button:has-text('Move to Alice')")
    assert phone.page.locator(writing("1.red.cards.0.1=")).count() == 1
