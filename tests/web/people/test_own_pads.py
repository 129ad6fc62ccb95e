"""A pad made by people is a game like any other, on every page of its tables."""

import json
import re
from html import unescape
from io import BytesIO
from pathlib import Path
from random import Random

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from scorekeeper.games.own_pads import compute_slug, pack
from scorekeeper.games.pad import Spot
from scorekeeper.storage.pads import find_pad_text, keep_pad
from scorekeeper.storage.tables import Tables
from scorekeeper.table.journal import By, Close, Write
from scorekeeper.web.request import BROWSER_COOKIE
from tests.support.groups import open_group
from tests.support.http import field, open_table, totals
from tests.support.own_pads import GOLF, TWICE, reason

DOCS = Path(__file__).parents[3] / "docs"


def keep_for_somebody(app: Flask, text: str = GOLF) -> str:
    tables: Tables = app.extensions["tables"]
    return keep_pad(tables.store, text, "somebody", 100)


def test_a_table_of_it_is_on_every_page(app: Flask, client: FlaskClient) -> None:
    slug = keep_for_somebody(app)
    player = open_table(client, ("Ann", "Bo"), slug)
    assert player.send({"tap": "1.cards.cards.0.=5;1.cards.cards.1.=9"}).status_code == 303
    pages = ("", "1/", "1/sheet", "board", "journal", "take", "setup", "invite", "seat", "end", "rematch", "tally.html")
    for where in (*pages, "1/sheet.html", "2/"):
        answer = client.get(player.url + where)
        assert answer.status_code == 200, where
        assert "Golf at home" in answer.text or where in ("setup", "invite", "seat", "journal", "rematch"), where
    tables: Tables = app.extensions["tables"]
    keep_pad(tables.store, GOLF, client.get_cookie("browser").value, 200)
    for url in ("/", "/tables/running", "/games/", f"/paper/{slug}", f"/rules/{slug}", f"/games/{slug}/new"):
        assert "Golf at home" in client.get(url).text, url
    assert client.get(f"/paper/{slug}/pad.html").status_code == 200
    told = json.loads(client.get(player.url + "take/scorekeeper.json").text)
    assert told["pads"] == [GOLF]


PILES = next(
    pad for pad in re.findall(r"```toml\n(.*?)```", (DOCS / "pads.md").read_text("utf-8"), re.S) if "[deck]" in pad
)
"""The pad with piles of the page about pad files."""


ALIKE = PILES.replace('letters = "Bl"', 'letters = "Re"')
"""The same pad with two suits that have the same letters."""


def test_a_stored_pad_is_still_scored_though_it_would_be_refused_today(app: Flask, client: FlaskClient) -> None:
    assert ALIKE != PILES
    refused = post(client, "/pads/bring", pad=(BytesIO(ALIKE.encode()), "alike.toml"))
    assert (refused.status_code, "has these letters, too" in refused.text) == (422, True)
    table = open_table(client, ("Ann", "Bo", "Cy"), keep_for_somebody(app, ALIKE))
    assert table.send({"tap": "1.red.cards.0.10=1"}).status_code == 303
    assert client.get(table.url + "1/sheet").status_code == 200


def test_a_table_with_piles_is_entered_counted_and_printed(app: Flask, client: FlaskClient) -> None:
    slug = keep_for_somebody(app, PILES)
    player = open_table(client, ("Ann", "Bo", "Cy"), slug)
    taps = ["1.red.count.0.=3", "1.red.count.1.=2", "1.red.count.2.=0"]
    for tap in taps:
        assert player.send({"tap": tap}).status_code == 303
    assert "Enter red" in player.page()
    for tap in ("1.red.cards.1.10=1", "1.red.cards.1.7=1", "1.blue.nobody..=1", "1.end.all..=1"):
        assert player.send({"tap": tap}).status_code == 303
    html = player.page("1/sheet")
    assert totals(html) == [3, 17, 0]
    assert all(words in html for words in ("3 flipped", "10 + 7"))
    for where in ("", "1/", "board", "journal", "1/sheet.html", "tally.html"):
        assert client.get(player.url + where).status_code == 200, where
    for url in (f"/paper/{slug}", f"/paper/{slug}/pad.html", f"/rules/{slug}", f"/pads/got/{pack(PILES)}"):
        assert client.get(url).status_code == 200, url


def play_round(app: Flask, table: str) -> None:
    """Enter a round of Golf at home, which ends the table."""
    tables: Tables = app.extensions["tables"]
    marks = {Spot(1, "cards", "cards", seat): 5 + seat for seat in range(2)}
    tables.record(table, Write(marks), "w", By("phone"), tables.load(table).seen)
    tables.record(table, Close(1), "c", By("phone"), tables.load(table).seen)


def test_a_pad_that_was_changed_is_one_game_in_the_figures_and_the_list_of_a_group(
    app: Flask, client: FlaskClient
) -> None:
    friends = open_group(client, app, "Tuesday", "Ann", "Bo")
    store = app.extensions["tables"].store
    first = keep_pad(store, GOLF, friends.group, 100)
    phone = client.get_cookie(BROWSER_COOKIE)
    assert phone
    assert keep_pad(store, GOLF, phone.value, 150) == first
    play_round(app, friends.open(first))
    before = client.get(f"/games/?group={friends.group}").text
    second = keep_pad(store, TWICE, friends.group, 200, first)
    play_round(app, friends.open(second))
    html = client.get(f"{friends.url}figures").text
    assert set(json.loads(client.get(f"{friends.url}take/scorekeeper.json").text)["pads"]) == {GOLF, TWICE}
    most = html.partition("Most played")[2].partition("</table>")[0]
    assert re.findall(r"<td><bdi>(\d+)</bdi>", most) == ["2", "2"]
    assert most.count("Golf at home") == 1
    listed = client.get(f"/games/?group={friends.group}").text
    assert f"/games/{second}/" in listed
    assert f"/games/{first}/" not in listed
    assert f"/games/{first}/" in before
    assert f"/games/{first}/" in client.get("/games/").text, "on its own list a phone has the pad that it keeps itself"


# Share links


def post(client: FlaskClient, where: str, **fields: object) -> TestResponse:
    token = field(client.get("/").text, "csrf_token")
    data = {"csrf_token": token, **fields}
    return client.post(where, data=data, content_type="multipart/form-data" if "pad" in fields else None)


def test_a_link_bears_the_whole_pad_and_keeps_nothing_by_itself(app: Flask, client: FlaskClient) -> None:
    html = client.get(f"/pads/got/{pack(GOLF)}").text
    assert "Golf at home" in html
    tables: Tables = app.extensions["tables"]
    assert find_pad_text(tables.store, compute_slug(GOLF)) is None
    file = unescape(re.search(r'name="file" value="([^"]*)"', html)[1])  # type: ignore[index]
    kept_now = post(client, "/pads/keep", file=file, do="keep")
    assert kept_now.location == f"/pads/{compute_slug(GOLF)}"
    assert find_pad_text(tables.store, compute_slug(GOLF)) == GOLF
    assert post(client, "/pads/keep", file=file, do="play").location == f"/games/{compute_slug(GOLF)}/new"
    page = client.get(kept_now.location).text
    assert f"/pads/got/{pack(GOLF)}" in page
    assert "<svg" in page.partition('class="qr">')[2][:80]


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (b"", "The file is empty."),
        (b"\xff\xfe", "This is not UTF-8 text."),
        (b"x" * 40_000, "A pad file can be at most 32768 bytes."),
        (GOLF.encode() + b'points = "cards +"', "line 11"),
    ],
)
def test_a_file_is_checked_as_a_strangers(client: FlaskClient, content: bytes, why: str) -> None:
    answer = post(client, "/pads/bring", pad=(BytesIO(content), "pad.toml"))
    assert answer.status_code == 422
    assert why in reason(answer)


def test_a_link_that_bears_no_pad_says_so_whatever_comes_along(client: FlaskClient) -> None:
    for method in ("GET", "HEAD"):
        answer = client.open("/pads/got/1", method=method, data={"group": "x" * 1_000_000})
        assert answer.status_code == 422


@pytest.mark.parametrize("letters", ["AAAA", "x", pack(GOLF)[:-8], pack("format = 1"), pack(GOLF + "<script>")])
def test_a_link_that_bears_no_pad_says_why(client: FlaskClient, letters: str) -> None:
    answer = client.get(f"/pads/got/{letters}")
    assert answer.status_code == 422
    assert reason(answer).endswith(".")


def test_the_goal_is_said_on_the_page_at_a_new_table_and_on_the_sheet(app: Flask, client: FlaskClient) -> None:
    slug = keep_for_somebody(app, GOLF.replace('rounds = "9"', 'start = "10"\nover = "total >= 99"'))
    player = open_table(client, ("Ann", "Bo"), slug)
    lead = client.get(f"/pads/{slug}").text.partition('<p class="lead-in">')[2].partition("</p>")[0]
    urls = (f"/games/{slug}/new", f"{player.url}1/sheet")
    for html in (lead, *(client.get(url).text for url in urls)):
        assert html.count("Ends at 99.") == 1
        assert "Everybody starts with 10." in html


FLAGS = GOLF.replace('rounds = "9"', 'rounds = "{}"') + "points = {}\n"


@pytest.mark.parametrize(("label", "shown"), [("Strokes", True), ("golf at HOME", False)])
def test_the_name_of_an_only_row_stands_above_its_numbers(
    app: Flask, client: FlaskClient, label: str, shown: bool
) -> None:
    table = open_table(client, ("Ann", "Bo"), keep_for_somebody(app, GOLF.replace('"Cards"', f'"{label}"')))
    above = client.get(f"{table.url}1/").text.partition('id="asked">')[2].partition("</div>")[0]
    assert (f"<b>{label}</b>" in above) == shown
    assert "Enter a number for each player." in above


@pytest.mark.parametrize("rounds", [1, 9])
@pytest.mark.parametrize(("points", "said"), [('"table(cards, 0, 1, 3, 6)"', "with 2"), ('"5 * cards"', "5 × 2")])
def test_what_was_entered_in_an_only_row_stands_on_the_sheet_and_on_paper(
    app: Flask, client: FlaskClient, rounds: int, points: str, said: str
) -> None:
    player = open_table(client, ("Ann", "Bo"), keep_for_somebody(app, FLAGS.format(rounds, points)))
    player.send({"tap": "1.cards.cards.0.=2;1.cards.cards.1.=3"})
    for page in ("1/sheet", "1/sheet.html"):
        # Each term has an element of its own, so that a line breaks between two of them.
        shown = re.sub("</?span>", "", player.page(page))
        assert f"<small>{said}</small>" in shown, page


def test_a_large_pad_goes_as_a_file(app: Flask, client: FlaskClient) -> None:
    chance = Random(1)
    small = ", ".join(f'"{chance.getrandbits(1200):x}"' for _ in range(40))
    page = client.get(
        f"/pads/{keep_for_somebody(app, GOLF.replace('[row', f'small = [{small}]' + chr(10) + '[row'))}"
    ).text
    assert "too large for a link" in page
    assert 'class="qr"' not in page
