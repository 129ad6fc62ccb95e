"""“‹” leads to where one came from, at its place."""

import re
from collections.abc import Callable

import pytest
from flask.testing import FlaskClient
from playwright.sync_api import expect

from tests.support.browser import SMALL_PHONE, Phone
from tests.support.http import CAST, flip_taps, open_table

BACK = ".bar a[aria-label=Back]"


def test_from_a_rule_one_is_back_at_the_sheet(phones: Callable[..., Phone]) -> None:
    phone = phones(viewport=SMALL_PHONE)
    table = phone.new_table()
    phone.write(table, *flip_taps(), "1.end.all..=1")
    phone.open(f"{table}1/sheet")
    rule = phone.page.locator("a.rule").last
    rule.scroll_into_view_if_needed()
    there = phone.page.evaluate("scrollY")
    rule.tap()
    expect(phone.page).to_have_url(re.compile("/rules/parade"))
    phone.page.locator(BACK).tap()
    expect(phone.page).to_have_url(re.compile("/1/sheet$"))
    phone.page.wait_for_function(f"() => Math.abs(scrollY - {there}) < 2")


TOLD = "document.addEventListener('toggle', ({ target }) => (window.opened = target.open), true)"
"""Script that notes whether a menu is open after the browser has told the page."""


def test_back_closes_an_open_menu(phones: Callable[..., Phone]) -> None:
    phone = phones()
    phone.new_table()
    phone.wait_for_scripts()
    here = phone.page.url
    phone.page.evaluate(TOLD)
    menus = phone.page.locator(".bar details")
    assert menus.count() == 2
    for menu in menus.all():
        for _ in range(2):
            menu.locator("summary").tap()
            phone.page.wait_for_function("() => window.opened")
            # To the browser, this key and the back of a phone are the same request.
            phone.page.keyboard.press("Escape")
            phone.page.wait_for_function("() => !window.opened")
            expect(menu.locator("ul")).to_be_hidden()
    assert phone.page.url == here


def test_going_back_twice_leads_in_no_circle(client: FlaskClient) -> None:
    table = open_table(client, CAST)
    sheet = f"http://localhost{table.url}1/sheet"
    history = client.get(f"{table.url}journal", headers={"Referer": sheet}).text
    assert f'href="{table.url}1/sheet" rel="noreferrer" aria-label="Back"' in history
    # The arrow sends no Referer, so the next one leads up.
    assert f'href="{table.url}" rel="noreferrer" aria-label="Back"' in client.get(f"{table.url}1/sheet").text


@pytest.mark.parametrize(
    "elsewhere",
    [
        "https://example.com/t/1/",
        "http://localhost//example.com/",
        "http://localhost/nowhere/at/all",
        "http://localhost/t/TABLE/1/write",
        "http://[",
        "x",
    ],
)
def test_nobody_is_led_back_to_another_site_or_to_no_page(client: FlaskClient, elsewhere: str) -> None:
    table = open_table(client, CAST)
    html = client.get(f"{table.url}journal", headers={"Referer": elsewhere.replace("TABLE", table.table)}).text
    assert f'href="{table.url}" rel="noreferrer" aria-label="Back"' in html


def test_the_black_key_of_a_sheet_that_is_scrolled_opens_the_row_that_it_names(phones: Callable[..., Phone]) -> None:
    phone = phones(viewport=SMALL_PHONE)
    table = phone.new_table("Ann", "Bob", "Cleo", "Dan", game="schafkopf")
    phone.open(f"{table}1/sheet")
    phone.page.evaluate("scrollTo(0, document.body.scrollHeight)")
    assert phone.page.evaluate("scrollY") > 50
    phone.tap(".dock a.primary")
    assert phone.page.url.endswith("#declarer")
    assert phone.page.evaluate("scrollY") == 0
