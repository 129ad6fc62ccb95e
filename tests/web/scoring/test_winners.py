"""Who has won, on every page and in every file: the first to get there, partners, all together, after a play-off."""

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

from scorekeeper.storage.pads import keep_pad
from scorekeeper.table.journal import By, Change
from tests.support.http import Player, links, open_table, text

Play = Callable[[Flask, FlaskClient], Player]


def read_files(table: Player, app: Flask) -> tuple[list[dict], list[dict[str, str]], list[dict]]:
    """Return the players of a table as a program, a spreadsheet and BG Stats are told of them."""
    link = links(table, app)[1]
    paths = (f"tables/{link}", f"take/{link}/tables.csv", f"take/{link}/bgstats")
    told, sheet, plays = (table.client.get(f"/api/v1/{path}") for path in paths)
    rows = [*csv.DictReader(io.StringIO(sheet.text))]
    return told.json["players"], rows, json.loads(unquote(plays.location).split("data=")[1])["players"]


def play_darts(app: Flask, client: FlaskClient) -> Player:
    """Return a game in which both have 0 left; Ann threw first."""
    table = open_table(client, ("Ann", "Bo"), "darts", start_at="101", out="straight")
    table.tap("1.thrown.thrown.0.=60;1.thrown.thrown.1.=45")
    table.tap("2.thrown.thrown.0.=41;2.thrown.thrown.1.=56", "2/")
    return table


def play_mus(app: Flask, client: FlaskClient) -> Player:
    """Return a game in which Ann has 40 stones at the grande, and Bo 41 after the juego."""
    table = open_table(client, ("Ann", "Bo"), "mus")
    table.tap("1.grande.grande.0.=35;1.grande.grande.1.=38;1.end.all..=1")
    table.tap("2.grande.grande.0.=5;2.juego.juego.1.=3;2.end.all..=1", "2/")
    return table


FOUR = ("Ann", "Ben", "Cem", "Dora")


def heads(html: str) -> list[str]:
    """Return the names at the heads of the columns."""
    html = re.sub(r"(?s)<svg.*?</svg>", "", html)
    return [plain(name) for name in re.findall(r'<th scope="col"[^>]*>(?:<span class="who">)?<bdi>([^<]*)</bdi>', html)]


def plain(name: str) -> str:
    """Return a name without HTML entities and non-breaking spaces."""
    return unescape(name).replace("\u00a0", " ")


def read_total(html: str) -> list[str]:
    """Return the cells of the line of totals."""
    part = html.split('<tr class="total">')[1].split("</tr>", maxsplit=1)[0]
    return re.findall(r"<td[^>]*>(?:<b>)?([^<]*)<", part)


@pytest.fixture
def counted(client: FlaskClient) -> Player:
    player = open_table(client, FOUR, "tally", teams="2", start="10")
    player.tap("1.points.points.0.=35;1.points.points.1.=23")
    player.tap("2.points.points.0.=1;2.points.points.1.=2", "2/")
    return player


@pytest.mark.parametrize("where", ["", "1/sheet", "1/sheet.html?paper=A4", "tally.html?paper=A4"])
def test_a_team_that_scores_together_is_one_column(counted: Player, where: str) -> None:
    html = counted.page(where)
    assert heads(html) == ["Ann & Cem", "Ben & Dora"]
    assert read_total(html) == (["45", "33"] if where.startswith("1/") else ["46", "35"])


def test_the_keypad_asks_each_team_once_clockwise(counted: Player) -> None:
    html = counted.page("3/")
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


def play_hanabi(app: Flask, client: FlaskClient) -> Player:
    """Return a game in which all score 19 points together."""
    table = open_table(client, ("Ann", "Bo", "Cleo"), "hanabi")
    for colour, cards in zip(("red", "yellow", "green", "blue", "white"), (4, 5, 3, 2, 5), strict=True):
        table.tap(f"1.{colour}.{colour}..={cards}")
    table.tap("1.end.all..=1")
    return table


def lose_hanabi(app: Flask, client: FlaskClient) -> Player:
    """Return a game that all have lost."""
    table = open_table(client, ("Ann", "Bo", "Cleo"), "hanabi")
    table.tap("1.red.red..=4;1.errors.errors..=three")
    return table


@pytest.mark.parametrize(
    ("play", "last", "said", "never"),
    [
        (play_darts, 2, "Ann wins with 0.", "share the|Bo wins"),
        (play_mus, 2, "Ann wins with 40.", "share the|Bo wins"),
        (play_spades, 1, "Ann and Cem win with 70.", "share the"),
        (play_after_a_change_of_seats, 3, "Ann and Cem win with 30.", "share the"),
        (play_hanabi, 1, "Ann, Bo and Cleo scored 19 together.", r"share the|[Hh]ighest (score )?wins|>\s*won\s*<"),
        (lose_hanabi, 1, "Ann, Bo and Cleo have lost.", "share the|scored|[Hh]ighest (score )?wins"),
    ],
)
def test_every_page_says_who_has_won(
    app: Flask, client: FlaskClient, play: Play, last: int, said: str, never: str
) -> None:
    player = play(app, client)
    pages = [f"{player.url}{where}" for where in ("", f"{last}/sheet", f"{last}/sheet.html", "board", "tally.html")]
    for path in (*pages, f"{player.url}evening", f"{player.url}take", "/tables/finished"):
        html = re.sub(r"(?s)<(script|style).*?</\1>", "", client.get(path, follow_redirects=True).text)
        assert said in plain(re.sub(r"<[^>]+>", "", html)), path
        assert not re.search(never, plain(html)), path
        # The text for a chat message and the list have no reason.
        got_there = "Ann got there first." in plain(re.sub(r"<[^>]+>", "", html))
        assert got_there == ("Bo wins" in never and path in (*pages, f"{player.url}evening")), path


PLACES = [
    (play_darts, {"Ann": 1, "Bo": 2}),
    (play_mus, {"Ann": 1, "Bo": 2}),
    (play_spades, {"Ann": 1, "Ben": 2, "Cem": 1, "Dora": 2}),
    (play_after_a_change_of_seats, {"Ann": 1, "Ben": 2, "Cem": 1, "Eve": 2}),
    (play_hanabi, dict.fromkeys(("Ann", "Bo", "Cleo"))),
    (lose_hanabi, dict.fromkeys(("Ann", "Bo", "Cleo"))),
]
"""Games with the place of each player. Who plays together has none."""


@pytest.mark.parametrize(("play", "places"), PLACES)
def test_places_and_winners_are_the_same_in_every_file_and_on_the_evening(
    app: Flask, client: FlaskClient, play: Play, places: dict[str, int | None]
) -> None:
    player = play(app, client)
    expected = {name: (place, place == 1 or play is play_hanabi) for name, place in places.items()}
    told, rows, played = read_files(player, app)
    for found in (
        {one["name"]: (one["place"], one["won"]) for one in told},
        {row["player"]: (int(row["place"]) if row["place"] else None, row["won"] == "1") for row in rows},
        {one["name"]: (one.get("rank"), one["winner"]) for one in played},
    ):
        assert {name: found[name] for name in places} == expected
    evening = plain(player.page("evening"))
    shown = {name: place for place, name in re.findall(r'<th scope="row">\s*(\S+) ?<bdi>([^<]*)</bdi>', evening)}
    assert {name: shown[name] for name in places} == {
        name: f"{place}." if place else "\u2013" for name, place in places.items()
    }


def test_nobody_has_a_place_on_the_board_or_in_the_file_of_rounds(app: Flask, client: FlaskClient) -> None:
    game = play_hanabi(app, client)
    assert re.findall(r"<li[^>]*>\s*<span>([^<]*)</span>", game.page("board")) == ["\u2013"] * 3
    rounds = client.get(f"/api/v1/take/{links(game, app)[1]}/rounds.csv").text
    assert {row["place"] for row in csv.DictReader(io.StringIO(rounds))} == {""}


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
    game = open_table(client, ("Ann", "Bo"), slug)
    game.tap("1.time.time..=left")
    for path in (f"{game.url}1/sheet", f"{game.url}1/sheet.html", f"/pads/{slug}"):
        sheet = client.get(path, follow_redirects=True).text.partition("<tfoot")[2].partition("</tfoot>")[0]
        assert "Total" not in sheet
        assert not re.search(r"\b0\b", sheet)
    assert "Escaped" in game.page("1/sheet")


PLAYS_ON = """format = 1
name = "Play-off"
players = [2, 4]
rounds = "3"
level = "plays on"

[row.points]
label = "Points"
"""


@pytest.fixture
def tied(app: Flask, client: FlaskClient) -> Player:
    slug = keep_pad(app.extensions["tables"].store, PLAYS_ON, "somebody", 100)
    tied = open_table(client, ("Ann", "Bo"), slug)
    for round in (1, 2, 3):
        tap(tied, round, 5, 5)
    return tied


def tap(table: Player, round: int, *points: int) -> None:
    taps = [f"{round}.points.points.{seat}.={number}" for seat, number in enumerate(points)]
    assert table.tap(";".join(taps), f"{round}/").status_code == 303


def test_a_round_follows_the_agreed_ones_while_players_are_tied(tied: Player) -> None:
    html = tied.page("")
    assert "Score round 4" in html
    assert "have been played" not in html
    tap(tied, 4, 7, 7)
    assert "Score round 5" in tied.page("")
    tap(tied, 5, 7, 8)
    for where in ("", "5/sheet", "board", "evening"):
        html = tied.page(where)
        assert "Bo wins with 30." in html, where
        assert "All agreed rounds have been played." in html, where
    assert "Play again" in tied.page("")
    assert tied.client.get(f"{tied.url}6/").status_code == 404


ONE_GAME = {"seven_wonders_duel": ("supremacy", "Supremacy"), "root": ("dominance", "Wins by dominance")}
"""Games of one round that an entry can win at once: its row, and how the pad calls it."""


@pytest.mark.parametrize("slug", ONE_GAME)
def test_a_game_won_at_once_says_by_what_and_no_points(client: FlaskClient, slug: str) -> None:
    row, label = ONE_GAME[slug]
    player = open_table(client, ("Ada", "Ben"), slug)
    player.tap(f"1.{row}.{row}.0.=1")
    for page in ("", "1/sheet", "evening", "board", "journal", "1/sheet.html", "tally.html"):
        told = re.sub(r"(?s)^.* waiting to be sent:", "", text(client.get(player.url + page).text))
        assert label in told, page
        if page != "journal":
            assert f"Ada wins. {label}: that ended the game immediately." in told, page
        assert not re.search(r"\b0\b(?! ?%)|tied|with 0|\+0", told), (page, told)
    assert "Ada wins" in text(client.get("/").text)
    assert " with 0" not in text(client.get("/").text)
    tables, rounds = (player.page(f"take/{name}.csv").splitlines() for name in ("tables", "rounds"))
    assert [line.split(",")[-4] for line in tables[1:]] == ["", ""]
    assert [(line.split(",")[-3], line.split(",")[-1]) for line in rounds[1:]] == [("", ""), ("", "")]
    plays = json.loads(player.page("take/plays.bgsplay"))["plays"]
    assert [score["score"] for play in plays for score in play["playerScores"]] == ["", ""]
