"""Partners on the sheet, the running totals and paper: one column if a team scores together, otherwise side by side."""

import csv
import io
import json
import re
from collections.abc import Callable
from dataclasses import replace
from html import unescape
from urllib.parse import unquote

import pytest
from flask import Flask
from flask.testing import FlaskClient

from scorekeeper.table.journal import By, Change
from tests.support.groups import open_group
from tests.support.http import Player, field, links, open_table

FOUR = ("Ann", "Ben", "Cem", "Dora")


def heads(html: str) -> list[str]:
    """Return the names at the heads of the columns."""
    html = re.sub(r"(?s)<svg.*?</svg>", "", html)
    return [plain(name) for name in re.findall(r'<th scope="col"[^>]*>(?:<span class="who">)?<bdi>([^<]*)</bdi>', html)]


def plain(name: str) -> str:
    """Return a name without HTML entities and non-breaking spaces."""
    return unescape(name).replace("\u00a0", " ")


def total(html: str) -> list[str]:
    """Return the cells of the line of totals."""
    part = html.split('<tr class="total">')[1].split("</tr>", maxsplit=1)[0]
    return re.findall(r"<td[^>]*>(?:<b>)?([^<]*)<", part)


@pytest.fixture
def table(client: FlaskClient) -> Player:
    player = open_table(client, FOUR, "tally", teams="2", start="10")
    player.tap("1.points.points.0.=35;1.points.points.1.=23")
    player.tap("2.points.points.0.=1;2.points.points.1.=2", "2/")
    return player


@pytest.mark.parametrize("where", ["", "1/sheet", "1/sheet.html?paper=A4", "tally.html?paper=A4"])
def test_a_team_that_scores_together_is_one_column(table: Player, where: str) -> None:
    html = table.page(where)
    assert heads(html) == ["Ann & Cem", "Ben & Dora"]
    assert total(html) == (["45", "33"] if where.startswith("1/") else ["46", "35"])


def test_a_team_wins_together_in_the_lists_of_a_group_and_of_a_phone(app: Flask, client: FlaskClient) -> None:
    friends = open_group(client, app, "Tuesday", *FOUR)
    table = Player(client, friends.open("belote"))
    table.tap("1.takes.takes.0.=1;1.cards.cards.0.=100;1.cards.cards.1.=62;1.end.all..=1")
    client.post(f"{table.url}close", data={"csrf_token": field(table.page(""), "csrf_token")})
    won = "Ann and Cem win with 100."
    assert won in friends.page()
    assert won in client.get("/tables/finished").text


def test_the_keypad_asks_each_team_once_clockwise(table: Player) -> None:
    html = table.page("3/")
    assert re.findall(r'<tr><th scope="row">(?:<svg.*?</svg>)?<bdi>(\w+)</bdi><small>([^<]*)</small>', html) == [
        ("Ann", "with Cem"),
        ("Ben", "with Dora"),
    ]
    assert html.split('id="numbers"')[1].count('<th scope="row">') == 2


def play_spades(app: Flask, client: FlaskClient) -> Player:
    """Return a game of Spades that Ann and Cem win with 70 points."""
    player = open_table(client, FOUR, "spades", target="60")
    for seat, number in enumerate((4, 4, 3, 2)):
        player.tap(f"1.tricks.bid.{seat}.={number};1.tricks.took.{seat}.={number}")
    return player


def play_after_a_change_of_seats(app: Flask, client: FlaskClient) -> Player:
    """Return a game that Ann and Cem win with 30 points; Dora left after round 2, and Eve is in her seat."""
    player = open_table(client, FOUR, "tally", teams="2", rounds="3")
    for round in (1, 2):
        player.tap(f"{round}.points.points.0.=10;{round}.points.points.1.=5", f"{round}/")
    tables = app.extensions["tables"]
    setup = tables.load(player.table).setup
    seating = (*setup.seating, (3, (0, 1, 2, 4)))
    tables.record(
        player.table,
        Change(replace(setup, players=(*FOUR, "Eve"), seating=seating)),
        "seats",
        By("x"),
        tables.load(player.table).seen,
    )
    player.tap("3.points.points.0.=10;3.points.points.1.=5", "3/")
    return player


@pytest.mark.parametrize(
    ("play", "last", "points"), [(play_spades, 1, 70), (play_after_a_change_of_seats, 3, 30)], ids=["spades", "tally"]
)
def test_partners_who_win_are_one_side_on_every_page(
    app: Flask, client: FlaskClient, play: Callable[[Flask, FlaskClient], Player], last: int, points: int
) -> None:
    player = play(app, client)
    for where in ("", f"{last}/sheet", f"{last}/sheet.html", "board", "evening", "tally.html", "take"):
        html = plain(re.sub(r"<[^>]+>", "", player.page(where)))
        assert "share the" not in html, where
        assert f"Ann and Cem win with {points}." in html, where
    assert "<span>Ann and Cem win</span>" in plain(player.page(f"{last}/sheet"))


@pytest.mark.parametrize("play", [play_spades, play_after_a_change_of_seats], ids=["spades", "tally"])
def test_the_second_of_two_teams_has_place_two_everywhere(
    app: Flask, client: FlaskClient, play: Callable[[Flask, FlaskClient], Player]
) -> None:
    player = play(app, client)
    second = {"Ben", "Dora" if play is play_spades else "Eve"}
    places = dict.fromkeys(("Ann", "Cem"), 1) | dict.fromkeys(second, 2)
    link = links(player, app)[1]

    def take(path: str) -> str:
        return client.get(f"/api/v1/{path}").text

    told = {one["name"]: one["place"] for one in json.loads(take(f"tables/{link}"))["players"]}
    assert {name: told[name] for name in places} == places
    sheet = {row["player"]: row["place"] for row in csv.DictReader(io.StringIO(take(f"take/{link}/tables.csv")))}
    assert {name: int(sheet[name]) for name in places} == places
    location = unquote(client.get(f"/api/v1/take/{link}/bgstats").location)
    ranks = {one["name"]: one.get("rank") for one in json.loads(location.split("data=")[1])["players"]}
    assert {name: ranks[name] for name in places} == places
    evening = plain(player.page("evening"))
    ordered = re.findall(r'<th scope="row">\s*(\d)\. <bdi>([^<]*)</bdi>', evening)
    assert {name: int(place) for place, name in ordered} == places
