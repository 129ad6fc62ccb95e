"""The page of a group: wins in a period, head to head, the longest streak, and a group without members."""

import re
import time
from datetime import date

import pytest
from flask import Flask
from flask.testing import FlaskClient

from scorekeeper.web.group.overview import find_summer
from tests.support.groups import open_group
from tests.support.http import open_table, text

MONTH = 40 * 24 * 3600
"""Seconds after which another month has begun."""


@pytest.mark.parametrize(
    ("today", "first"),
    [
        (date(2026, 11, 25), date(2026, 6, 1)),
        (date(2026, 6, 1), date(2026, 6, 1)),
        (date(2026, 5, 31), date(2025, 6, 1)),
    ],
)
def test_summer_starts_in_june(today: date, first: date) -> None:
    assert find_summer(today) == first


def list_wins(html: str) -> list[tuple[str, str, str]]:
    """Return name, wins and games of each member on the page of a group."""
    part = html.partition('class="sheet wins"')[2].partition("</section>")[0]
    return re.findall(r"<bdi>(.*?)</bdi>.*?<b>(\d+)</b> <small>/ (\d+)</small>", part, re.S)


def test_wins_are_counted_in_the_chosen_period(
    client: FlaskClient, app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    friends = open_group(client, app, "Tuesday", "Anna", "Bo")
    for number in range(3):
        table = open_table(client, ("Anna", "Bo"), "tally", rounds="1")
        for seat, points in enumerate((9, 4)):
            table.tap(f"1.points.points.{seat}.={points}")
        scoring = client.get_cookie("browser").value  # type: ignore[union-attr]
        friends.groups.take_in(friends.group, friends.tables.load(table.table), f"in{number}", scoring)
    page = client.get(friends.url).text
    assert list_wins(page) == [("Anna", "3", "3"), ("Bo", "0", "3")]
    assert "Head to head Anna 3 Bo 0 Longest streak Anna 3 " in text(page)
    assert 'class="unseen"' not in page, "each sign has its name beside it"
    assert re.search(r'since=month" aria-current', client.get(f"{friends.url}?since=month").text)
    now = time.time()
    monkeypatch.setattr("time.time", lambda: now + MONTH)
    assert list_wins(client.get(f"{friends.url}?since=month").text) == []
    assert list_wins(client.get(friends.url).text) == list_wins(page)
    assert client.get(f"{friends.url}?since=%00").status_code == 200
