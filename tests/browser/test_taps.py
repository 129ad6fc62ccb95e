"""Fewest taps: the rulebooks' three-player example, really tapped, in every way; and related taps."""

import re
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import expect

from tests.support.browser import ADDRESS, HOST, SEATS, Phone, flip_and_read, show_the_sheet, totals, writing
from tests.support.http import EXAMPLE, FLIPPED, ROWS, flip_taps


def test_flip_and_read_takes_at_most_28_taps_with_one_colour_per_screen(phone: Phone) -> None:
    phone.new_table()
    phone.taps = 0
    flip_and_read(phone)
    assert phone.taps <= 28
    show_the_sheet(phone)
    assert totals(phone) == [35, 27, 31]
    assert phone.page.locator(".verdict").inner_text().startswith("Hatter wins")
    assert phone.page.locator(".won > p").inner_text() == "27 points, 4 fewer than Cheshire"


def test_checked_takes_at_most_32_taps(phone: Phone) -> None:
    table = phone.new_table()
    phone.open(f"{table}1/?way=checked")
    phone.taps = 0
    for row in ROWS:
        for name, piles in EXAMPLE.items():
            if row in piles:
                phone.chip(f"1.{row}.count.{SEATS[name]}.={len(piles[row])}")
    for row in ROWS:
        for name, piles in EXAMPLE.items():
            if row in piles and name not in FLIPPED[row]:
                for card in piles[row]:
                    phone.chip(f"1.{row}.cards.{SEATS[name]}.{card}=1")
    assert phone.taps <= 32
    show_the_sheet(phone)
    assert totals(phone) == [35, 27, 31]


def test_the_full_deck_takes_at_most_46_taps(phone: Phone) -> None:
    table = phone.new_table()
    phone.open(f"{table}1/?way=deck")
    phone.taps = 0
    for name, piles in EXAMPLE.items():
        if name != "Alice":
            phone.tap(f".painters a:has-text('{name}')")
        for row, cards in piles.items():
            for card in cards:
                phone.chip(f"1.{row}.cards.{SEATS[name]}.{card}=1")
    assert phone.taps <= 46
    show_the_sheet(phone)
    assert totals(phone) == [35, 27, 31]


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


def test_what_is_open_on_a_sheet_is_a_button_as_wide_as_its_line(phone: Phone) -> None:
    table = phone.new_table()
    phone.open(f"{table}1/sheet")
    line = phone.page.locator(".notice:has(.fix)").first
    box = line.bounding_box()
    assert box
    phone.page.touchscreen.tap(box["x"] + box["width"] - 20, box["y"] + box["height"] - 10)
    expect(phone.page).to_have_url(re.compile(rf"{table}1/(?!sheet)"))


def test_all_four_ways_show_the_same_marks(phone: Phone) -> None:
    table = phone.new_table()
    phone.write(table, *flip_taps())
    for way in ("checked", "deck", "totals", "flip"):
        phone.open(f"{table}1/?way={way}")
        texts = phone.page.locator("body").inner_text()
        for points in ("35", "27", "31"):
            assert points in texts, way


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
    phone.tap("a:has-text('New table')")
    phone.page.wait_for_url("**/rematch")
    phone.tap("button[value=open]")
    phone.page.wait_for_url("**/t/*/1/")
    assert phone.taps <= 4
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


def test_a_tap_shows_only_what_is_stored(phone: Phone) -> None:
    table = phone.new_table()
    phone.chip("1.red.count.2.=4")
    phone.chip("1.red.cards.0.10=1")
    chosen = phone.page.locator("#red [value='.cards.0.10=']")
    assert chosen.get_attribute("aria-pressed") == "true"
    other = phone.context.new_page()
    other.goto(phone.base + table + "1/")
    assert other.locator("#red [value='.cards.0.10=']").get_attribute("aria-pressed") == "true"


def test_a_lost_answer_is_sent_again_and_counts_once(phone: Phone) -> None:
    table = phone.new_table()
    lost = []

    def lose(route) -> None:
        if len(lost) < 2:
            # The server receives the tap, but the phone never gets the response.
            address = route.request.url.replace(f"//{HOST}", f"//{ADDRESS}")
            headers = {**route.request.all_headers(), "host": urlsplit(phone.base).netloc}
            lost.append(route.fetch(url=address, headers=headers))
            return route.abort()
        return route.continue_()

    phone.page.route("**/write*", lose)
    phone.chip("1.red.count.2.=4")
    assert len(lost) == 2
    assert phone.page.locator("#red-2 .pile, #red .pile").first.is_visible()
    phone.open(f"{table}journal")
    assert phone.page.get_by_text("Take back").count() == 1
    phone.forgive("net::ERR_FAILED")


def test_what_waits_on_the_phone_is_said_and_survives_its_page(phone: Phone) -> None:
    table = phone.new_table()
    phone.page.route("**/write*", lambda route: route.abort())
    phone.page.locator("#red [value='.count.2.=4']").first.tap()
    phone.page.wait_for_selector("#offline")
    assert "1" in phone.page.locator("#offline").inner_text()
    phone.page.unroute("**/write*")
    phone.open(f"{table}1/")
    phone.settle()
    phone.open(f"{table}1/")
    assert phone.page.locator("#red [value='.count.2.=']").count() >= 1
    phone.forgive("net::ERR_FAILED")


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


def test_the_button_that_moves_a_card_of_the_full_deck_is_whole_on_the_smallest_phone(phone: Phone) -> None:
    table = phone.new_table()
    phone.chip("1.red.count.2.=4")
    phone.chip("1.red.cards.1.1=1")
    phone.page.set_viewport_size({"width": 320, "height": 568})
    phone.open(f"{table}1/?way=deck")
    phone.tap("button[name=why][value='1.red.cards.0.1']")
    expect(phone.page.locator("button:has-text('Move to Alice')")).to_be_visible()
    assert phone.page.locator(".slot .notice p").evaluate(
        "(text) => text.scrollHeight <= text.parentElement.clientHeight"
    )


def test_digits_tapped_faster_than_they_are_answered_are_all_kept(phone: Phone) -> None:
    table = phone.new_table()
    phone.open(f"{table}1/?way=totals&at=1.red.count.0.")
    phone.tap(".keys button[value='1']")
    phone.page.evaluate(
        """() => {
          document.querySelector(".keys button[value='0']").click();
          document.querySelector("#write .primary").click();
        }"""
    )
    phone.settle()
    phone.open(f"{table}journal")
    assert phone.page.get_by_text("10 red cards").is_visible()


LATER = """
() => {
  const late = Object.assign(document.createElement('button'), { id: 'late', innerText: 'Late', disabled: true });
  late.style.marginTop = '3000px';
  document.body.append(late);
  setTimeout(() => (late.disabled = false), 300);
}
"""
"""Puts a button far below that can be tapped a moment later."""


def test_a_swipe_is_counted_also_to_what_can_be_tapped_a_moment_later(phone: Phone) -> None:
    phone.open("/")
    phone.page.evaluate(LATER)
    phone.tap("#late")
    assert (phone.taps, phone.swipes) == (1, 1)
