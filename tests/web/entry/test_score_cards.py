"""Cards whose boxes are filled in any order: one per player, and the same points on every page."""

import re
from html import unescape

from flask import Flask
from flask.testing import FlaskClient

from tests.support.http import Player, open_table, text

BOX = re.compile(r'<(?:details|p) class="box([^"]*)" id="(card-\d-[^"]+)"')

KEY = re.compile(r'name="tap"[^>]*value="([^"]+)"')

OUTPUT = '(?s)id="{}".*?<output>([^<]*)</output>'


def read_card(html: str, seat: int) -> str:
    (card,) = re.findall(rf'(?s)<form class="ask" id="card-{seat}" .*?</form>', html)
    return str(card)


def read_box(html: str, key: str) -> str:
    found = re.search(OUTPUT.format(key), html)
    assert found, key
    return unescape(found[1]).strip()


def tap(table: Player, key: str, place: int) -> None:
    """Tap a key of a box, found by its place among them."""
    (box,) = re.findall(rf'(?s)<details class="box[^>]* id="{key}" .*?</details>', table.page())
    assert table.tap(unescape(KEY.findall(box)[place])).status_code == 303


def test_each_player_has_a_card_of_all_boxes(client: FlaskClient) -> None:
    html = open_table(client, slug="yahtzee").page()
    for seat in range(3):
        found = dict(reversed(one) for one in BOX.findall(read_card(html, seat)))
        assert len(found) == 15
        assert found[f"card-{seat}-bonus"] == " result"
        # Nobody waits for what may never happen.
        assert [key for key, look in found.items() if "filled" in look] == [f"card-{seat}-further"]
    assert re.findall(r'<a href="#(card-\d)"', html) == ["card-0", "card-1", "card-2"]


def test_what_is_tapped_stands_on_every_page(client: FlaskClient) -> None:
    table = open_table(client, slug="yahtzee")
    tap(table, "card-0-fours", 3)
    tap(table, "card-1-full", 1)
    tap(table, "card-1-large", 0)
    html = table.page()
    assert [read_box(html, f"card-{box}") for box in ("0-fours", "1-full", "1-large")] == ["12", "0", "40"]
    assert read_box(html, "card-0-bonus") == "12, 51 to 63"
    assert 'class="box filled" id="card-1-full"' in html
    sheet = table.page("1/sheet")
    assert "Alice: 12 boxes still open." in text(sheet)
    assert 'href="./#card-1"' in sheet
    assert re.findall(r"<strong>([^<]*)</strong>", table.page("board"))[:3] == ["12", "40", "0"]
    # A second tap on what is entered takes it out again.
    tap(table, "card-1-full", 1)
    assert read_box(table.page(), "card-1-full") == ""


def test_a_tap_on_a_track_crosses_off_and_scores(client: FlaskClient) -> None:
    table = open_table(client, slug="qwixx")

    def cross(at: int) -> None:
        (track,) = re.findall(r'(?s)id="card-1-yellow-track".*?</div>', table.page())
        value = re.findall(r'value="([^"]*)"', track)[at]
        assert table.tap(unescape(value)).status_code == 303

    for at in (0, 3, 10):
        cross(at)
    html = table.page()
    assert read_box(html, "card-1-yellow") == "6"
    (track,) = re.findall(r'(?s)id="card-1-yellow-track".*?</div>', html)
    assert track.count('aria-pressed="true"') == 3
    assert track.count(" disabled") == 8
    crossed = re.findall(r'<p class="crossed[^>]*aria-label="([^"]*)"', table.page("board"))
    assert len(crossed) == 12
    assert [row for row in crossed if not row.endswith(": –")] == ["Yellow: 2, 5, 12"]
    cross(10)
    assert read_box(table.page(), "card-1-yellow") == "3"
    history = text(table.page("journal"))
    assert "Hatter crosses off Yellow 5." in history
    assert "Hatter: Yellow 12 not crossed off." in history


def test_a_phone_of_ones_own_has_ones_own_card(client: FlaskClient, app: Flask) -> None:
    table = open_table(client, slug="yahtzee")
    page = table.page("seat")
    token = re.search(r'name="csrf_token" value="([^"]+)"', page)
    assert token
    client.post(f"{table.url}seat", data={"csrf_token": token[1], "seat": "1"})
    html = table.page("1/")
    assert re.findall(r'<form class="ask" id="(card-\d)"', html) == ["card-1"]
    assert 'id="painters"' not in html
    assert len(re.findall(r'<form class="ask" id="card-\d"', table.page("1/?way=card"))) == 3
