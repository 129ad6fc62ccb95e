"""A pad that plays on while players are tied: another round follows the agreed ones, on every page."""

import pytest
from flask import Flask
from flask.testing import FlaskClient

from scorekeeper.storage.pads import keep_pad
from tests.support.http import Player, open_table

PLAYS_ON = """format = 1
name = "Play-off"
players = [2, 4]
rounds = "3"
level = "plays on"

[row.points]
label = "Points"
"""


@pytest.fixture
def table(app: Flask, client: FlaskClient) -> Player:
    slug = keep_pad(app.extensions["tables"].store, PLAYS_ON, "somebody", 100)
    table = open_table(client, ("Ann", "Bo"), slug)
    for round in (1, 2, 3):
        tap(table, round, 5, 5)
    return table


def tap(table: Player, round: int, *points: int) -> None:
    """Enter a round."""
    taps = [f"{round}.points.points.{seat}.={number}" for seat, number in enumerate(points)]
    assert table.tap(";".join(taps), f"{round}/").status_code == 303


def test_a_round_follows_the_agreed_ones_while_players_are_tied(table: Player) -> None:
    html = table.page("")
    assert "Score round 4" in html
    assert "have been played" not in html
    tap(table, 4, 7, 7)
    assert "Score round 5" in table.page("")
    tap(table, 5, 7, 8)
    for where in ("", "5/sheet", "board", "evening"):
        html = table.page(where)
        assert "Bo wins with 30." in html, where
        assert "All agreed rounds have been played." in html, where
    assert "Play again" in table.page("")
    assert table.client.get(f"{table.url}6/").status_code == 404


def test_no_round_follows_while_a_round_has_no_result(table: Player) -> None:
    table.tap("2.points.points.0.=", "2/")
    html = table.page("")
    assert "Score round 4" not in html
    assert table.client.get(f"{table.url}4/").status_code == 404


def test_the_agreed_rounds_are_the_last_if_somebody_is_ahead(table: Player) -> None:
    tap(table, 3, 6, 5)
    assert "Ann wins with 16." in table.page("")
    assert "All 3 rounds have been played." in table.page("")
