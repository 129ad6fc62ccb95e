"""An order that a table agrees on: set by taps, saved, described, and followed on screen and on paper."""

import re
from html import unescape

import pytest
from flask.testing import FlaskClient

from tests.support.http import Player, open_table

NAMES = ("Michael", "Joe", "Anna")

USUAL = "red,yellow,green,purple,blue"

TURNED = "green,red,blue,yellow,purple"


@pytest.fixture
def table(client: FlaskClient) -> Player:
    return open_table(client, NAMES, "diabolo")


def form_of(html: str) -> dict[str, list[str]]:
    """Return the fields of the form with the seats, as a browser would send them."""
    fields: dict[str, list[str]] = {}
    for tag in re.findall(r"<input[^>]*>", html):
        name, value = re.search(r'name="?([\w.]+)', tag), re.search(r'value="?([^">]*)', tag)
        if name and ('type="radio"' not in tag or "checked" in tag):
            fields.setdefault(name[1], []).append(unescape(value[1]) if value else "")
    return fields


def press_button(table: Player, html: str, button: str) -> str:
    answer = table.client.post(f"{table.url}setup", data={**form_of(html), "do": button})
    return answer.text if answer.status_code != 303 else table.page("")


def agree(table: Player, order: str) -> None:
    """Tap all items in the wanted order and save it."""
    html = table.page("setup")
    for key in order.split(","):
        html = press_button(table, html, f"last:rows.{key}")
    press_button(table, html, "open")


def test_entry_sheet_and_journal_follow_the_order(table: Player) -> None:
    agree(table, TURNED)
    html = table.page("1/")
    assert re.findall(r'href="#(\w+)"[^>]*aria-label', html) == TURNED.split(",")
    footer = "Order of rows: green, red, blue, yellow and purple."
    for row in TURNED.split(","):
        table.tap(f"1.{row}.side..=level")
    sheet = table.page("1/sheet")
    assert footer in sheet
    assert (
        sheet.index("Green") < sheet.index("Red") < sheet.index("Blue") < sheet.index("Yellow") < sheet.index("Purple")
    )
    assert "Order of the rows: Green, Red, Blue, Yellow and Purple." in table.page("journal")


@pytest.mark.parametrize("order", ["red", "", "red,red,red,red,red", f"{USUAL},red", "\x00", "x" * 5000])
def test_an_order_that_cannot_be_is_refused_and_nothing_else_is_lost(table: Player, order: str) -> None:
    fields = {**form_of(table.page("setup")), "option.rows": [order], "option.rounds": ["7"], "do": "open"}
    answer = table.client.post(f"{table.url}setup", data=fields)
    assert answer.status_code == 422
    assert "Order of the rows: each one has exactly one place." in answer.text
    assert 'name="option.rounds" value="7"' in answer.text
    assert table.client.get("/paper/diabolo", query_string={"rows": order}).status_code == 422
