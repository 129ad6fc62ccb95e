"""The list of all games: each is found with two taps and a few letters, and those this phone plays come first."""

import re
from html import unescape

import pytest
from flask import Flask
from flask.testing import FlaskClient

from scorekeeper.games import GAMES
from scorekeeper.language.catalogue import languages
from scorekeeper.storage.pads import keep_pad
from scorekeeper.web.people.shelf import strip_accents
from tests.support.groups import open_group
from tests.support.http import CAST, field, open_table
from tests.support.loops import at_least_one
from tests.support.own_pads import GOLF, TWICE


def list_slugs(client: FlaskClient, typed: str = "", language: str = "en") -> list[str]:
    html = client.get("/games/", query_string={"name": typed}, headers={"Accept-Language": language}).text
    return re.findall(r'href="/games/(\w+)/new"', html.partition('id="games"')[2].partition('class="dock"')[0])


def names(client: FlaskClient, language: str) -> dict[str, str]:
    """Return the names of the games on the list, by slug."""
    html = client.get("/games/", headers={"Accept-Language": language}).text
    found = re.findall(r'href="/games/(\w+)/new"><svg.*?</svg><span><b>(.*?)</b>', html, re.S)
    return {slug: unescape(name) for slug, name in found}


@pytest.mark.parametrize("language", languages())
def test_three_letters_leave_few_enough_to_see_at_once(client: FlaskClient, language: str) -> None:
    by_slug = names(client, language)
    for slug, name in at_least_one(by_slug.items()):
        left = list_slugs(client, strip_accents(name)[:3], language)
        assert slug in left
        assert len(left) <= 6, name


@pytest.mark.parametrize(
    ("typed", "found"),
    [
        ("mini", ["minigolf"]),
        ("mino", ["kingdomino"]),
        ("explor", ["lost_cities"]),
        ("ploradores", ["lost_cities"]),
        ("-mini", ["minigolf"]),
        ("zzz", []),
    ],
)
def test_a_word_that_begins_so_is_found_before_one_that_contains_it(
    client: FlaskClient, typed: str, found: list[str]
) -> None:
    assert list_slugs(client, typed) == found


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize(
    ("typed", "slug"),
    [("Exploradores", "lost_cities"), ("lost cit", "lost_cities"), ("Kniffel", "yahtzee"), ("Yahtzee", "yahtzee")],
)
def test_a_game_is_found_by_its_name_in_any_language(client: FlaskClient, language: str, typed: str, slug: str) -> None:
    assert list_slugs(client, typed, language) == [slug]
    html = client.get("/games/", query_string={"name": typed}, headers={"Accept-Language": language}).text
    assert re.search(rf"<b>{typed}|<small class=\"also\">[^\n]*>{typed}", html, re.I), (
        "the name is shown that was looked for"
    )


def test_games_are_listed_by_kind_with_their_names_in_all_languages(client: FlaskClient) -> None:
    html = client.get("/games/?by=kind").text
    assert re.findall("<h2>(.*?)</h2>", html)[:2] == ["Tricks", "Collecting and melding"]
    assert set(re.findall(r'href="/games/(\w+)/new"', html)) == set(GAMES)
    dice = html.partition("<h2>Dice</h2>")[2].partition("<h2>")[0]
    assert set(re.findall(r'href="/games/(\w+)/new"', dice)) == {s for s, game in GAMES.items() if game.kind == "dice"}
    assert re.search(r'<b>Yahtzee</b>.*?<small class="also">.*?<bdi lang="de">Kniffel', dice, re.S)


def list_named(client: FlaskClient, typed: str, group: str = "") -> list[tuple[str, str]]:
    """Return address and name of the games that tables gave a name to, as the list finds them."""
    html = client.get("/games/", query_string={"name": typed, "group": group}).text
    return [
        (unescape(where), unescape(name))
        for where, name in re.findall(
            r'href="(/games/\w+/new\?[^"]*like=\w+[^"]*)"><svg.*?</svg><span><b><bdi>(.*?)</bdi>', html
        )
    ]


def test_three_letters_find_what_this_phone_has_named(client: FlaskClient, app: Flask) -> None:
    for called in ("Hearts", "hearts", "Mus\u00e9e <3", ""):
        open_table(client, CAST[:3], "tally", name=called, wins="lowest", target="90")
    for _ in range(30):
        open_table(client, CAST[:3], "skyjo")
    assert [name for _, name in list_named(client, "mus")] == ["Mus\u00e9e <3"]
    assert 'id="none" hidden' in client.get("/games/?name=mus").text
    [(where, name)] = list_named(client, "hea")
    assert name.lower() == "hearts"
    assert list_named(client, "zzz") == list_named(app.test_client(), "hea") == []
    html = client.get(where).text
    assert re.findall(r'name="seat" value="([^"]*)"', html) == list(CAST[:3])
    assert "Lowest score wins." in html
    stranger = app.test_client().get(where).text
    assert not any(name in stranger for name in CAST[:3]), "it is nobody else's"
    assert client.get(where.replace("tally", "skyjo")).status_code == 200
    assert client.get("/games/tally/new?like=nothing").status_code == 200


def test_a_group_finds_what_it_has_named(client: FlaskClient, app: Flask) -> None:
    friends = open_group(client, app, "Tuesday", "Anna", "Bo")
    open_table(client, CAST[:3], "tally", name="Hearts")
    table = open_table(client, ("Anna", "Bo"), "tally", name="Scopa").table
    scoring = client.get_cookie("browser").value
    friends.groups.take_in(friends.group, friends.tables.load(table), "in", scoring)
    [(where, name)] = list_named(client, "sco", friends.group)
    assert (name, f"group={friends.group}" in where) == ("Scopa", True)
    assert list_named(client, "hea", friends.group) == []


def of_own(html: str) -> list[str]:
    """Return the slugs of the pads made by people that a page links to."""
    return re.findall(r'href="/games/(pad-\w+)/new', html)


def test_pads_that_this_phone_and_its_groups_keep_stand_first_and_are_found(client: FlaskClient, app: Flask) -> None:
    friends = open_group(client, app, "Tuesday", "Anna", "Bo")
    store, phone = friends.tables.store, client.get_cookie("browser").value  # type: ignore[union-attr]
    group, old, new = (
        keep_pad(store, GOLF.replace("home", where), keeper, at)
        for where, keeper, at in (("club", friends.group, 3), ("school", phone, 1), ("sea", phone, 2))
    )
    open_table(client, CAST, "skyjo")
    page = client.get("/").text
    assert of_own(page) == [new, old]
    tiles = page.partition("Start a table")[2]
    assert tiles.index(new) < tiles.index("/games/skyjo/new")
    everything = client.get("/games/").text
    assert of_own(everything) == [group, old, new], "by their names"
    assert everything.index("/games/skyjo/new") < everything.index(new) < everything.index("/games/agricola/new")
    assert of_own(client.get("/games/?name=clu").text) == [group]
    open_table(client, CAST, group)
    assert of_own(client.get("/").text.partition("Start a table")[2]) == [new, group], (
        "the last one, and the one that is played"
    )
    assert of_own(app.test_client().get("/").text) == []


def test_a_changed_pad_stands_in_the_place_of_the_one_that_was_played(client: FlaskClient, app: Flask) -> None:
    open_table(client, CAST, "skyjo")
    store, phone = app.extensions["tables"].store, client.get_cookie("browser").value  # type: ignore[union-attr]
    first = keep_pad(store, GOLF, phone, 1)
    open_table(client, CAST[:2], first)
    second = keep_pad(store, TWICE, phone, 2, first)
    assert of_own(client.get("/").text.partition("Start a table")[2]) == [second]


def list_tiles(html: str) -> list[str]:
    """Return the addresses to which the tiles of the home page lead."""
    return re.findall(r'<a href="(/games/[^"]+)">\s*<svg class="game-sign"', html)


def star(client: FlaskClient, slug: str, value: str = "yes") -> None:
    page = client.get(f"/games/{slug}/new" if slug in GAMES else f"/games/{slug}").text
    assert f'name="star" value="{value}"' in page
    data = {"csrf_token": field(page, "csrf_token"), "star": value}
    assert client.post(f"/games/{slug}/star", data=data).status_code == 303


def test_a_star_puts_a_game_first_until_it_is_taken_away(client: FlaskClient) -> None:
    open_table(client, CAST, "skyjo")
    star(client, "wizard")
    star(client, "lives")
    assert list_tiles(client.get("/").text)[:3] == ["/games/lives", "/games/wizard/new", "/games/skyjo/new"]
    assert client.get("/games/").text.count("<h2>Favourites</h2>") == 1
    assert list_slugs(client)[0] == "wizard"
    star(client, "wizard", "no")
    star(client, "lives", "no")
    assert list_tiles(client.get("/").text)[0] == "/games/skyjo/new"
    assert "<h2>Last played</h2>" in client.get("/games/").text


@pytest.mark.parametrize("players", range(2, 8))
def test_games_are_found_by_the_number_of_players(client: FlaskClient, players: int) -> None:
    html = client.get("/games/", query_string={"players": players}).text
    shown = set(re.findall(r'href="/games/(\w+)/new"', html.partition('id="games"')[2].partition('class="dock"')[0]))
    fitting = {
        slug for slug, game in GAMES.items() if game.seats[1] >= players and (players == 7 or game.seats[0] <= players)
    }
    assert shown == fitting
    assert f"<span>{len(fitting)}</span> / {len(GAMES)}" in html
    assert ("Life counters" in html) == (players <= 6)


def test_life_counters_start_with_two_taps(client: FlaskClient) -> None:
    page = client.get("/games/lives").text
    data = {"csrf_token": field(page, "csrf_token"), "op": field(page, "op"), "points": "40", "players": "3"}
    answer = client.post("/games/lives", data=data)
    assert answer.status_code == 303
    html = client.get(answer.location).text
    assert [name in html for name in ("Player 1", "Player 2", "Player 3", "Player 4")] == [True, True, True, False]
    assert html.count('class="life') >= 3
    assert client.post("/games/lives", data=data).location == answer.location, "twice sent is started once"
    assert client.post("/games/lives", data={**data, "players": "99"}).status_code == 200


def test_whoever_finds_no_game_makes_a_pad_of_that_name(client: FlaskClient) -> None:
    html = client.get("/games/?name=kubb").text
    assert 'id="none">' in html
    assert re.search(r'<button class="second" form="find" formaction="/pads/new">', html)
    assert 'id="find" ' in html
    page = client.get("/pads/new?name=kubb").text
    assert 'id="name" name="name" value="kubb"' in page
    assert client.get("/pads/new", query_string={"name": "x" * 900}).status_code == 200
