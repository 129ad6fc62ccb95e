"""Fewest taps: the rulebooks' three-player example, really tapped, in every way; and related taps."""

import pytest
from playwright.sync_api import expect

from tests.support.browser import Phone, show_the_sheet, totals, writing
from tests.support.http import EXAMPLE, FLIPPED, ROWS, flip_taps


def test_totals_are_typed_on_the_own_keypad(phone: Phone) -> None:
    table = phone.new_table()
    phone.open(f"{table}1/?way=totals")
    phone.page.wait_for_selector(".keys")
    phone.taps = 0
    for row in ROWS:
        piles = {name: EXAMPLE[name].get(row, ()) for name in EXAMPLE}
        numbers = [len(cards) for cards in piles.values()]
        numbers += [sum(cards) for name, cards in piles.items() if cards and name not in FLIPPED[row]]
        for number in numbers:
            for digit in str(number):
                phone.tap(f".keys button[value='{digit}']")
            phone.tap(".primary")
    phone.page.wait_for_url("**/sheet")
    assert totals(phone) == [35, 27, 31]


def test_the_next_deal_is_one_tap_and_the_same_players_again_are_looked_at_first(phone: Phone) -> None:
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
    phone.tap("a:has-text('Play again')")
    phone.page.wait_for_url("**/rematch")
    phone.tap("button[value=open]")
    phone.page.wait_for_url("**/t/*/1/")
    assert phone.taps <= 5
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


def test_a_past_deal_is_opened_and_mended_in_three_taps(phone: Phone) -> None:
    table = phone.new_table()
    phone.write(table, *flip_taps())
    show_the_sheet(phone)
    phone.open(table)
    phone.taps = 0
    phone.tap("tbody tr a")
    phone.tap("a:has-text('Fix')")
    phone.chip("1.red.cards.1.1=")
    assert phone.taps == 3
    phone.open(table)
    assert totals(phone) == [35, 26, 31]


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


def test_undo_takes_back_everything_even_after_a_reload(phone: Phone) -> None:
    table = phone.new_table()
    phone.write(table, *flip_taps())
    for tap in range(23):
        if tap % 4 == 0:
            phone.page.reload()
        phone.tap("button[name=strike].undo")
    assert phone.page.locator("[aria-pressed=true]").count() == 0
    assert phone.page.locator("button.undo").first.is_disabled()


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
