"""A pad that people made is a game like any other, on every page of its tables."""

import json
import re

import pytest
from flask import Flask
from flask.testing import FlaskClient

from scorekeeper.games.pad import Spot
from scorekeeper.games.pads.own import slug_of
from scorekeeper.storage.tables import Tables
from scorekeeper.table.journal import By, Close, Write
from tests.support.groups import open_group
from tests.support.http import open_table
from tests.support.own_pads import GOLF, TWICE


def kept(app: Flask, text: str = GOLF) -> str:
    """The slug of a pad that is kept here."""
    tables: Tables = app.extensions["tables"]
    return tables.store.keep_pad(text, "somebody", 100)


def test_a_table_of_it_is_on_every_page(app: Flask, client: FlaskClient) -> None:
    slug = kept(app)
    player = open_table(client, ("Ann", "Bo"), slug)
    assert player.send({"tap": "1.cards.cards.0.=5;1.cards.cards.1.=9"}).status_code == 303
    pages = ("", "1/", "1/sheet", "board", "journal", "take", "setup", "invite", "seat", "end", "rematch", "tally.html")
    for where in (*pages, "1/sheet.html", "2/"):
        answer = client.get(player.url + where)
        assert answer.status_code == 200, where
        assert "Golf at home" in answer.text or where in ("setup", "invite", "seat", "journal", "rematch"), where
    tables: Tables = app.extensions["tables"]
    tables.store.keep_pad(GOLF, client.get_cookie("browser").value, 200)
    for url in ("/", "/tables/running", "/games/", f"/paper/{slug}", f"/rules/{slug}", f"/games/{slug}/new"):
        assert "Golf at home" in client.get(url).text, url
    assert client.get(f"/paper/{slug}/pad.html").status_code == 200
    told = json.loads(client.get(player.url + "take/scorekeeper.json").text)
    assert told["pads"] == [GOLF]


def test_a_table_of_it_is_counted_in_a_group(app: Flask, client: FlaskClient) -> None:
    friends = open_group(client, app, "Tuesday", "Ann", "Bo")
    slug = app.extensions["tables"].store.keep_pad(GOLF, "somebody", 100)
    table = friends.open(slug)
    tables: Tables = app.extensions["tables"]
    marks = {Spot(1, "cards", "cards", seat): 5 + seat for seat in range(2)}
    tables.record(table, Write(marks), "w", By("phone"), tables.load(table).seen)
    tables.record(table, Close(1), "c", By("phone"), tables.load(table).seen)
    for where in ("", "figures", "tables", "take"):
        answer = client.get(f"/g/{friends.group}/{where}")
        assert answer.status_code == 200
        assert "Golf at home" in answer.text or where == "take"
    told = json.loads(client.get(f"/g/{friends.group}/take/scorekeeper.json").text)
    assert told["pads"] == [GOLF]
    assert told["scorekeeper"] == 2


def test_an_old_table_goes_on_by_its_own_pad(app: Flask, client: FlaskClient) -> None:
    old = open_table(client, ("Ann", "Bo"), kept(app))
    new = open_table(client, ("Ann", "Bo"), kept(app, TWICE))
    for player, points in ((old, "5"), (new, "10")):
        player.send({"tap": "1.cards.cards.0.=5;1.cards.cards.1.=9"})
        assert re.search(rf">{points}<", player.page("1/sheet"))


@pytest.mark.parametrize("url", ["/games/{}/new", "/paper/{}", "/rules/{}"])
def test_a_pad_that_is_not_here_is_no_game(client: FlaskClient, url: str) -> None:
    assert client.get(url.format(slug_of(GOLF))).status_code == 404
