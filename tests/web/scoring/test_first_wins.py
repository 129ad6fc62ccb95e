"""Whoever got there first has won on every page, also if somebody else has as many points or more."""

import csv
import io
import json
import re
from urllib.parse import unquote

import pytest
from flask import Flask
from flask.testing import FlaskClient

from tests.support.http import Player, links, open_table


def play_darts(client: FlaskClient) -> Player:
    """Return a game in which both have 0 left; Ann threw first."""
    table = open_table(client, ("Ann", "Bo"), "darts", start_at="101", out="straight")
    table.tap("1.thrown.thrown.0.=60;1.thrown.thrown.1.=45")
    table.tap("2.thrown.thrown.0.=41;2.thrown.thrown.1.=56", "2/")
    return table


def play_mus(client: FlaskClient) -> Player:
    """Return a game in which Ann has 40 stones at the grande, and Bo 41 after the juego."""
    table = open_table(client, ("Ann", "Bo"), "mus")
    table.tap("1.grande.grande.0.=35;1.grande.grande.1.=38;1.end.all..=1")
    table.tap("2.grande.grande.0.=5;2.juego.juego.1.=3;2.end.all..=1", "2/")
    return table


@pytest.mark.parametrize(("play", "points"), [(play_darts, 0), (play_mus, 40)], ids=["darts", "mus"])
def test_whoever_got_there_first_has_won_on_every_page(app: Flask, client: FlaskClient, play, points: int) -> None:
    table = play(client)
    for where in ("", "2/sheet", "2/sheet.html", "board", "evening", "tally.html", "take"):
        html = re.sub(r"<[^>]+>", "", table.page(where))
        assert f"Ann wins with {points}." in html, where
        assert "share the win" not in html, where
        assert "Bo wins" not in html, where
        # The text for a chat message has no reason.
        assert "Ann got there first." in html or where == "take", where
    link = links(table, app)[1]
    told = json.loads(client.get(f"/api/v1/tables/{link}").text)["players"]
    assert [(one["name"], one["place"], one["won"]) for one in told] == [("Ann", 1, True), ("Bo", 2, False)]
    rows = [*csv.DictReader(io.StringIO(client.get(f"/api/v1/take/{link}/tables.csv").text))]
    assert [(row["player"], row["place"], row["won"]) for row in rows] == [("Ann", "1", "1"), ("Bo", "2", "0")]
    data = unquote(client.get(f"/api/v1/take/{link}/bgstats").location).split("data=")[1]
    assert [(one["name"], one["winner"]) for one in json.loads(data)["players"]] == [("Ann", True), ("Bo", False)]


def test_what_nobody_threw_any_more_is_not_asked_on_a_page(client: FlaskClient) -> None:
    table = open_table(client, ("Ann", "Bo"), "darts", start_at="101", out="straight")
    table.tap("1.thrown.thrown.0.=60;1.thrown.thrown.1.=45")
    table.tap("2.thrown.thrown.0.=41", "2/")
    assert "still missing" not in table.page("2/sheet")
    assert "Ann wins with 0." in table.page("")
    assert "Play again" in table.page("")
