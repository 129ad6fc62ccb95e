"""Life counters: offered if the rules have lives, one line per tap, the far side turned, the same on all pages."""

import re
from html import unescape

import pytest
from flask.testing import FlaskClient

from tests.support import page_parsers
from tests.support.http import Player, field, open_table, text

DUEL = {"start": "20", "count": "down", "out": "out"}

NAMES = ("Ann", "Bob", "Cleo", "Dan", "Eve", "Fay", "Gus")


def counters(html: str) -> dict[str, str]:
    """Return the counters by name, in the order of the page."""
    each = re.findall(r"<bdi>([^<]*)</bdi></span><b>([^<]*)</b><small>([^<]*)</small>", html)
    return {name: f"{points} {out}".strip() for name, points, out in each}


def tap(table: Player, name: str, way: str) -> None:
    """Tap on one half of a player's counter."""
    html = table.page("1/?way=lives")
    aim = re.search(rf'class="{way}" name="tap" value="([^"]+)" aria-label="{name} ', html)
    assert aim
    assert table.tap(unescape(aim[1])).status_code == 303


def test_a_new_table_offers_them_once_everybody_begins_with_points(client: FlaskClient) -> None:
    new = "/games/tally/new"
    html = client.get(new).text
    assert "Life counters" not in html
    form = {"csrf_token": field(html, "csrf_token"), "seat": ["Ann", "Bob"], "do": "rules"}
    form |= {f"option.{key}": value for key, value in DUEL.items()}
    assert "Plus and minus, with the phone on the table between you." in client.post(new, data=form).text
    assert "Life counters" in client.post(new, data={**form, "option.target": "99"}).text
    assert "Life counters" not in client.post(new, data={**form, "option.start": "?"}).text
    opened = client.post(new, data={**form, "do": "open", "way": "lives"})
    assert counters(client.get(opened.location).text) == {"Bob": "20", "Ann": "20"}


def test_every_page_says_the_same_when_the_last_one_is_in(client: FlaskClient) -> None:
    table = open_table(client, NAMES[:2], "tally", start="2", count="down", out="out")
    for _ in range(2):
        tap(table, "Bob", "fewer")
    html = table.page("1/")
    assert counters(html) == {"Bob": "0 out", "Ann": "2"}
    on = re.search(r'class="primary" name="tap" value="([^"]+)"', html)
    assert on
    answer = table.send({"tap": on[1]}, "1/", query_string={"go": "sheet"}, follow_redirects=True)
    assert "Ann wins with 2." in text(answer.text)
    totals = {"Ann": 2, "Bob": 0}
    assert {name: column.total for name, column in page_parsers.read_tally(table).columns.items()} == totals
    assert {name: column.total for name, column in page_parsers.read_board(table).columns.items()} == totals
    assert "Ann wins with 2." in page_parsers.read_print(table, 1).verdict


@pytest.mark.parametrize(
    ("players", "lines"),
    [
        (1, [["Ann"]]),
        (2, [["Bob"], ["Ann"]]),
        (3, [["Cleo"], ["Bob", "Ann"]]),
        (4, [["Cleo", "Dan"], ["Bob", "Ann"]]),
        (5, [["Dan"], ["Cleo", "Eve"], ["Bob", "Ann"]]),
        (6, [["Dan", "Eve"], ["Cleo", "Fay"], ["Bob", "Ann"]]),
    ],
)
def test_they_lie_clockwise_as_people_sit_and_the_far_side_is_turned(
    client: FlaskClient, players: int, lines: list[list[str]]
) -> None:
    html = open_table(client, NAMES[:players], "tally", **DUEL).page("1/?way=lives")
    sides = re.findall(r'<div class="line( far| mid)?">(.*?)(?=<div class="line|</main>)', html, re.S)
    assert [re.findall(r"<bdi>(\w+)</bdi>", line) for _, line in sides] == lines
    turned = [" far", *[" mid"] * (len(lines) - 2), ""] if players > 1 else [""]
    assert [where for where, _ in sides] == turned


def test_where_there_is_no_room_for_them_the_page_is_the_keypad(client: FlaskClient) -> None:
    table = open_table(client, NAMES, "tally", **DUEL)
    assert 'class="keys' in table.page("1/?way=lives")
