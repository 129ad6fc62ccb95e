"""A game that all play together against the game has a score, and no winner among them."""

import csv
import io
import json
import re
from urllib.parse import unquote

from flask import Flask
from flask.testing import FlaskClient

from scorekeeper.storage.pads import keep_pad
from tests.support.http import Player, links, open_table

SCORED = "Ann, Bo and Cleo scored 19 together."


def enter(table: Player) -> None:
    """Enter 19 points."""
    for colour, cards in zip(("red", "yellow", "green", "blue", "white"), (4, 5, 3, 2, 5), strict=True):
        table.tap(f"1.{colour}.{colour}..={cards}")
    table.tap("1.end.all..=1")


def test_every_page_says_what_all_scored_together(client: FlaskClient) -> None:
    table = open_table(client, ("Ann", "Bo", "Cleo"), "hanabi")
    enter(table)
    for path in (f"{table.url}1/sheet", table.url, f"{table.url}board", f"{table.url}tally.html", "/tables/finished"):
        page = client.get(path, follow_redirects=True).text
        assert SCORED in page
        assert "share the win" not in page
        assert "Highest score wins" not in page
        assert "highest wins" not in page
        assert "gap" not in re.sub(r"<style.*?</style>", "", page)
        assert not re.search(r">\s*won\s*<", page)


def test_nobody_has_a_place_on_any_page_or_in_any_file(app: Flask, client: FlaskClient) -> None:
    table = open_table(client, ("Ann", "Bo"), "hanabi")
    enter(table)
    assert re.findall(r"<li[^>]*>\s*<span>([^<]*)</span>", table.page("board")) == ["\u2013"] * 2
    assert re.findall(r'<th scope="row">\s*(\S+) ?<bdi>', table.page("evening")) == ["\u2013"] * 2
    link = links(table, app)[1]
    told = json.loads(client.get(f"/api/v1/tables/{link}").text)["players"]
    assert [one["place"] for one in told] == [None] * 2
    for file in ("tables", "rounds"):
        rows = [*csv.DictReader(io.StringIO(client.get(f"/api/v1/take/{link}/{file}.csv").text))]
        assert {row["place"] for row in rows} == {""}
    data = unquote(client.get(f"/api/v1/take/{link}/bgstats").location).split("data=")[1]
    # BG Stats has its own way to say that a cooperative game was won: all have.
    assert [("rank" in player, player["winner"]) for player in json.loads(data)["players"]] == [(False, True)] * 2


def test_every_page_says_that_all_have_lost(app: Flask, client: FlaskClient) -> None:
    table = open_table(client, ("Ann", "Bo", "Cleo"), "hanabi")
    table.tap("1.red.red..=4;1.errors.errors..=three")
    for path in (f"{table.url}1/sheet", table.url, f"{table.url}board", f"{table.url}tally.html", "/tables/finished"):
        page = client.get(path, follow_redirects=True).text
        assert "Ann, Bo and Cleo have lost." in page
        assert "scored" not in re.sub(r"<script.*?</script>", "", page)
    told = json.loads(client.get(f"/api/v1/tables/{links(table, app)[1]}").text)
    assert (told["over"], [one["won"] for one in told["players"]]) == (True, [False] * 3)


ESCAPE = """format = 1
name = "Escape"
players = [1, 6]
rounds = "1"
lost = "time = 'up'"

[row.time]
label = "Time"
shared = true
choices = { left = "Escaped", up = "Time is up" }
counts = false
"""


def test_a_sheet_without_points_has_no_total(app: Flask, client: FlaskClient) -> None:
    slug = keep_pad(app.extensions["tables"].store, ESCAPE, "somebody", 100)
    table = open_table(client, ("Ann", "Bo"), slug)
    table.tap("1.time.time..=left")
    for path in (f"{table.url}1/sheet", f"{table.url}1/sheet.html", f"/pads/{slug}"):
        sheet = client.get(path, follow_redirects=True).text.partition("<tfoot")[2].partition("</tfoot>")[0]
        assert "Total" not in sheet
        assert not re.search(r"\b0\b", sheet)
    assert "Escaped" in table.page("1/sheet")
