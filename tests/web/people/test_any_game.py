"""“Any game”: its rules in plain words, and the names that tables give to it."""

import json
import re
import time
from html import unescape

import pytest
from flask import Flask
from flask.testing import FlaskClient

from scorekeeper.games import GAMES
from tests.support.groups import open_group
from tests.support.http import Player, field, open_table, read_seats, text


def choose_rules(client: FlaskClient, **options: str) -> str:
    """Return the page of a new table after choosing these rules."""
    page = client.get("/games/tally/new").text
    form = {f"option.{key}": value for key, value in options.items()}
    sent = {"csrf_token": field(page, "csrf_token"), "rules": "open", "do": "rules", **form}
    return unescape(client.post("/games/tally/new", data=sent).text)


def who_wins(html: str) -> list[tuple[str, bool]]:
    """Return the choices for who wins, and whether each is chosen."""
    part = html.split("<legend>Who wins</legend>")[1].split("</fieldset>", maxsplit=1)[0]
    found = re.findall(r'<input[^>]*?( checked)?>\s*<span class="key">([^<]*)<', part)
    return [(label, bool(chosen)) for chosen, label in found]


MOST, FEWEST = "Highest score", "Lowest score"


@pytest.mark.parametrize(
    ("options", "winner", "said"),
    [
        ({}, MOST, "Highest score wins."),
        ({"wins": "lowest"}, FEWEST, "Lowest score wins."),
        ({"count": "down", "start": "501"}, FEWEST, "Lowest score wins."),
        ({"count": "down", "start": "501", "wins": "highest"}, MOST, "Highest score wins."),
        ({"count": "down", "start": "501", "wins": "lowest"}, FEWEST, "Lowest score wins."),
        ({"count": "down"}, MOST, "Highest score wins."),
    ],
)
def test_who_wins_is_most_or_fewest_and_marked_as_it_is(
    client: FlaskClient, options: dict[str, str], winner: str, said: str
) -> None:
    html = choose_rules(client, **options)
    assert who_wins(html) == [(MOST, winner == MOST), (FEWEST, winner == FEWEST)]
    assert said in html


@pytest.mark.parametrize(
    ("key", "label", "most"),
    [("target", "Play to", 9999), ("start", "Everybody starts with", 9999), ("rounds", "Rounds", 99)],
)
def test_a_number_that_cannot_be_is_marked_and_named(client: FlaskClient, key: str, label: str, most: int) -> None:
    html = choose_rules(client, **{"target": "100", "start": "0", "rounds": "7", key: "1oo"})
    assert f"{label}: Enter a number from 0 to {most}, in plain digits." in html
    assert re.findall(r'name="option\.(\w+)"[^>]* aria-invalid="true"', html) == [key]


@pytest.mark.parametrize(("slug", "lowest"), [("parade", True), ("diabolo", False), ("hawaiki", False)])
def test_those_who_add_up_in_their_heads_score_only_points(client: FlaskClient, slug: str, lowest: bool) -> None:
    html = client.get(f"/games/{slug}/new").text
    assert 'value="points"' in html or "value=points" in html
    data = {"csrf_token": field(html, "csrf_token"), "seat": ["Ann", "Ben", "Cem"], "starter": "1"}
    form = client.post(f"/games/{slug}/new", data={**data, "do": "points"}).text
    assert "/games/tally/new" in form
    assert read_seats(form) == ["Ann", "Ben", "Cem"]
    assert f'value="{GAMES[slug].name}"' in form or f"value={GAMES[slug].name}" in form
    assert ("Lowest score wins." in form) == lowest
    # Any game is that already, and a table with players to come back keeps its game.
    assert "Only points" not in client.get("/games/tally/new").text
    assert "Only points" not in open_table(client, ("Ann", "Ben", "Cem"), slug).page("rematch")


HEARTS = {"name": "Hearts", "wins": "lowest", "target": "100"}

PEOPLE = ("Alice", "Bo", "Cleo")


def new_page(client: FlaskClient, group: str = "") -> str:
    return client.get("/games/tally/new", query_string={"group": group}).text


def list_offers(html: str) -> list[str]:
    buttons = re.findall(r'<button class="key pill" name="do" value="like:[^>]*>(.*?)</button>', html, re.S)
    return [" ".join(unescape(text(button)).split()) for button in buttons]


def tap(client: FlaskClient, html: str, what: str, **more: object) -> object:
    """Return the answer to a button on the page for a new table."""
    data = {"csrf_token": field(html, "csrf_token"), "op": field(html, "op"), "do": what, **more}
    return client.post("/games/tally/new", data=data)


def like(html: str, name: str) -> str:
    """Return the value of the button that offers a game of that name."""
    match = re.search(rf'value="?(like:[^">]*)"?[^>]*><b><bdi>{name}<', html)
    assert match, list_offers(html)
    return match[1]


@pytest.fixture
def hearts(client: FlaskClient) -> Player:
    return open_table(client, PEOPLE, "tally", **HEARTS)


@pytest.mark.parametrize("where", ["", "1/", "1/sheet", "1/sheet.html", "board", "journal", "evening", "invite", "end"])
def test_every_page_of_a_table_says_what_it_plays(hearts: Player, where: str) -> None:
    for seat, number in enumerate((3, 20, 3)):
        hearts.tap(f"1.points.points.{seat}.={number}")
    html = hearts.page(where)
    assert "Hearts" in html
    assert "Any game" not in html


def test_lists_say_what_was_played(client: FlaskClient, hearts: Player) -> None:
    lists = [client.get("/tables/running").text]
    for seat, number in enumerate((3, 100, 3)):
        hearts.tap(f"1.points.points.{seat}.={number}")
    # Scored at first, then from the stored outcome.
    lists += [client.get("/tables/finished").text for _ in range(2)]
    assert [("Hearts" in html, "Any game" in html) for html in lists] == [(True, False)] * 3


def test_a_name_is_offered_again_with_its_rules_and_people(client: FlaskClient, hearts: Player) -> None:
    html = new_page(client)
    assert list_offers(html) == ["Hearts"]
    answer = tap(client, html, like(html, "Hearts"))
    assert answer.status_code == 200
    seats = re.findall(r'name="seat" value="([^"]*)"', answer.text)
    assert seats == list(PEOPLE)
    said = unescape(text(answer.text))
    assert "Lowest score wins." in said
    assert "Play to 100: the game ends when somebody gets there." in said
    opened = tap(client, answer.text, "open", seat=seats, **{f"option.{key}": value for key, value in HEARTS.items()})
    assert opened.status_code == 303
    assert list_offers(new_page(client)) == ["Hearts"]


def test_a_name_is_offered_once_as_it_was_played_last(
    client: FlaskClient, hearts: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = time.time()
    for later, options in ((10, {"name": "hearts", "wins": "lowest", "target": "50"}), (20, {"name": "Skat"})):
        with monkeypatch.context() as clock:
            clock.setattr("time.time", lambda later=later: now + later)
            open_table(client, ("Dinah", "Bo"), "tally", **options)
    html = new_page(client)
    assert list_offers(html) == ["Skat", "hearts"]
    assert "Play to 50: the game ends when somebody" in unescape(text(tap(client, html, like(html, "hearts")).text))


def test_another_phone_is_offered_nothing_and_gets_nothing(app: Flask, hearts: Player) -> None:
    stranger = app.test_client()
    html = new_page(stranger)
    assert list_offers(html) == []
    assert "Alice" not in tap(stranger, html, f"like:{hearts.table}").text


def test_a_name_is_cleaned_and_has_an_end(client: FlaskClient) -> None:
    html = new_page(client)
    answer = tap(client, html, "open", seat=list(PEOPLE), **{"option.name": "x" * 25})
    assert answer.status_code == 422
    assert "Use at most 24 characters." in text(answer.text)
    player = open_table(client, PEOPLE, "tally", name="  <b>Mau\u202e Mau</b> ")
    assert "&lt;b&gt;Mau Mau&lt;/b&gt;" in player.page("")


def test_a_group_is_offered_what_it_has_played_and_counts_it_apart(client: FlaskClient, app: Flask) -> None:
    friday = open_group(client, app, "Friday", "Anna", "Bo", "Cleo")
    for name in ("Hearts", "Hearts", ""):
        html = new_page(client, friday.group)
        seats = {"group": friday.group, "seat": ["Anna", "Bo", "Cleo"], "option.name": name, "option.target": "100"}
        table = tap(client, html, "open", **seats).location.split("/")[2]
        for seat, number in enumerate((100, 5, 7)):
            Player(client, table).tap(f"1.points.points.{seat}.={number}")
    assert list_offers(new_page(client, friday.group)) == ["Hearts"]
    page = friday.page()
    assert all(f'<b dir="auto">{kind}</b>' in page for kind in ("Hearts", "Any game"))
    figures = text(client.get(f"{friday.url}figures").text)
    assert "Hearts" in figures
    assert "Any game" in figures
    most_played = " ".join(figures.partition("Most played")[2].split())
    assert "Hearts 2 2 Any game 1 1" in most_played
    file = json.loads(client.get(f"{friday.url}take/plays.bgsplay").text)
    names = {game["id"]: game["name"] for game in file["games"]}
    assert sorted(names[play["gameRefId"]] for play in file["plays"]) == ["Any game", "Hearts", "Hearts"]
    assert len({game["uuid"] for game in file["games"]}) == 2
