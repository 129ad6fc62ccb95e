"""Three phones at one table: each enters its own cards, and every press is counted."""

import re
from collections.abc import Callable

from playwright.sync_api import expect

from tests.support.browser import SMALL_PHONE, Phone, show_the_sheet, three, totals
from tests.support.http import EXAMPLE, FLIPPED, ROWS, flip_taps


def test_the_example_takes_at_most_eleven_taps_on_the_busiest_of_three_phones(phones: Callable[..., Phone]) -> None:
    table, people = three(phones, SMALL_PHONE)
    for seat, (name, phone) in enumerate(people.items()):
        for row in ROWS:
            if row in EXAMPLE[name]:
                phone.chip(f"1.{row}.count.{seat}.={len(EXAMPLE[name][row])}")
    for seat, (name, phone) in enumerate(people.items()):
        phone.page.reload()
        for row in ROWS:
            for card in EXAMPLE[name].get(row, ()) if name not in FLIPPED[row] else ():
                phone.tap(f'#{row} [name=tap][value^="1.{row}.cards.{seat}.{card}=1"]')
    assert {name: phone.taps for name, phone in people.items()} == {"Alice": 11, "Hatter": 10, "Cheshire": 11}
    for phone in people.values():
        phone.open(f"{table}1/sheet")
        assert totals(phone) == [35, 27, 31]
        assert phone.page.locator(".verdict").inner_text().startswith("Hatter wins")


def test_rows_wait_for_others_by_name_and_no_row_moves(phones: Callable[..., Phone]) -> None:
    people = three(phones, SMALL_PHONE)[1]
    alice = people["Alice"]
    before = alice.page.locator("#purple").bounding_box()
    alice.chip("1.red.count.0.=3")
    assert alice.page.get_by_text("Waiting for Hatter and Cheshire").is_visible()
    people["Hatter"].chip("1.red.count.1.=2")
    people["Cheshire"].chip("1.red.count.2.=4")
    cheshire = people["Cheshire"]
    assert cheshire.page.locator("#red .pile").is_visible()
    alice.page.reload()
    assert alice.page.get_by_text("to enter").is_visible()
    assert alice.page.locator("#purple").bounding_box() == before
    assert cheshire.page.locator("#purple").bounding_box() == before


def test_a_change_of_an_agreed_round_waits_with_its_reason_until_there_is_a_connection(
    phones: Callable[..., Phone],
) -> None:
    phone = phones()
    table = phone.new_table()
    phone.write(table, *flip_taps())
    show_the_sheet(phone)
    phone.tap("button:has-text('Agree and lock')")
    phone.open(f"{table}1/?way=flip")
    phone.chip("1.red.cards.1.1=")
    phone.page.fill("[name=reason]", "Hatter's one was a two")
    phone.context.route("**/write*", lambda route: route.abort())
    phone.page.get_by_role("button", name="Change it").tap()
    expect(phone.page.locator("#offline")).to_contain_text("Taps waiting to be sent: 1")
    expect(phone.page.locator(".primary")).to_have_class(re.compile("waits"))
    phone.context.unroute_all(behavior="ignoreErrors")
    phone.settle()
    phone.open(f"{table}1/sheet")
    expect(phone.page.get_by_text("Opened again: Hatter's one was a two").first).to_be_visible()
    phone.forgive("409", "net::ERR_")
