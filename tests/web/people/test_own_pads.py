"""A pad that people made is a game like any other, on every page of its tables."""

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

from scorekeeper import create_app
from scorekeeper.games.pad import Spot
from scorekeeper.games.pads.handed import packed
from scorekeeper.games.pads.own import slug_of
from scorekeeper.games.pads.padfile import LABEL
from scorekeeper.storage.pads import MOST_KEPT
from scorekeeper.storage.tables import Tables
from scorekeeper.table.journal import By, Close, Write
from tests.support.groups import open_group
from tests.support.http import field, open_table
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


@pytest.mark.parametrize(("label", "shown"), [("Strokes", True), ("golf at HOME", False)])
def test_the_name_of_an_only_row_stands_above_its_numbers(
    app: Flask, client: FlaskClient, label: str, shown: bool
) -> None:
    table = open_table(client, ("Ann", "Bo"), kept(app, GOLF.replace('"Cards"', f'"{label}"')))
    above = client.get(f"{table.url}1/").text.partition("id=asked>")[2].partition("</div>")[0]
    assert (f"<b>{label}</b>" in above) == shown
    assert "A number for each player." in above


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


def test_rules_that_nothing_chooses_are_no_fold(app: Flask, client: FlaskClient) -> None:
    html = client.get(f"/games/{kept(app)}/new").text
    assert "details class=rules" not in html
    assert "Fewest points win.<small>9 rounds.</small>" in html
    assert "details class=rules" in client.get("/games/hearts/new").text


@pytest.mark.parametrize("url", ["/games/{}/new", "/paper/{}", "/rules/{}"])
def test_a_pad_that_is_not_here_is_no_game(client: FlaskClient, url: str) -> None:
    assert client.get(url.format(slug_of(GOLF))).status_code == 404


# made by taps


def tapped(client: FlaskClient, *taps: str, changing: str = "", anew: bool = True, **typed: str) -> TestResponse:
    """What the page says after these taps: each sends the form as the page before has it."""
    answer = client.get("/pads/new", query_string={"from": changing, **({"anew": "1"} if anew else {})})
    for tap in taps:
        fields: dict[str, list[str]] = {}
        for tag in re.findall(r"<input[^>]*>", answer.text.partition("<form class=fill")[2].partition("</form>")[0]):
            name = re.search(r'name="?([^\s">]+)', tag)
            value = re.search(r'value="([^"]*)"|value=([^\s">]+)', tag)
            if name and ("type=radio" not in tag or " checked" in tag):
                fields.setdefault(name[1], []).append(unescape((value[1] or value[2] or "") if value else ""))
        fields |= {name: [text] for name, text in typed.items()}
        answer = client.post("/pads/new", data={**fields, "do": tap})
    return answer


def reason(answer: TestResponse) -> str:
    """Why something was refused."""
    found = re.search(r"id=reason>(.*?)</p>", answer.text)
    return unescape(re.sub("<[^>]+>", "", found[1])) if found else ""


def test_a_pad_is_made_by_taps_and_played(app: Flask, client: FlaskClient) -> None:
    answer = tapped(client, "row:counter", "row:tick", "worth:r2:times", "times:r2:5", "play", name="Shells")
    assert answer.status_code == 303, answer.text
    slug = answer.location.split("/")[2]
    assert answer.location == f"/games/{slug}/new"
    player = open_table(client, ("Ann", "Bo"), slug)
    taps = "1.r1.r1.0.=3;1.r1.r1.1.=2;1.r2.r2.0.=1;1.end.all..=1"
    assert player.send({"tap": taps}).status_code == 303
    tables: Tables = app.extensions["tables"]
    assert tables.load(player.table).sheet(1).totals == {0: 8, 1: 2}
    assert "Shells" in client.get("/pads/").text


def test_a_countdown_in_teams_with_ties_is_made_by_taps_and_changed_again(app: Flask, client: FlaskClient) -> None:
    typed = {"name": "Pairs", "start": "50", "teams": "4/2"}
    answer = tapped(client, "row:number", "row:tick", "tie:r2:most", "tie:r1:fewest", "keep", **typed)
    assert answer.status_code == 303, answer.text
    slug = answer.location.split("/")[2].partition("?")[0]
    player = open_table(client, ("Ann", "Bo", "Cleo", "Dan"), slug)
    assert player.send({"tap": "1.r1.r1.0.=20;1.r1.r1.1.=50;1.end.all..=1"}).status_code == 303
    assert "Bo and Dan share the win with 0." in unescape(player.page(""))
    html = tapped(client, changing=slug).text
    assert re.findall(r'name=tie value="([^"]*)"', html) == ["r2:most", "r1:fewest"]
    for chosen in ("name=start value=50 checked", 'name=teams value="4/2" checked'):
        assert chosen in html
    assert re.findall(r"aria-pressed=true>(\d\. [^<]*)<", html) == ["2. fewest: Points", "1. most: Bonus"]


def test_a_countdown_that_would_be_over_at_once_is_refused_and_kept(client: FlaskClient) -> None:
    answer = tapped(client, "row:number", "keep", name="Pairs", start="50", until="100")
    assert answer.status_code == 422
    assert reason(answer) == "Points are taken off 50, so nobody comes up to 100."
    assert "name=start value=50 checked" in answer.text


def test_any_number_of_rounds_and_points_is_typed(client: FlaskClient) -> None:
    typed = {"rounds-typed": " 17", "until-typed": "151"}
    html = tapped(client, "row:number", name="Trips", **typed).text
    for chosen in ("name=rounds value=17 checked", "name=until value=151 checked"):
        assert chosen in html
    answer = tapped(client, "row:number", "keep", name="Trips", **typed)
    assert "Most points win. 17 rounds. " in client.get(answer.location).text
    table = open_table(client, ("Ann", "Bo"), answer.location.split("/")[2])
    assert "of 17" in client.get(f"{table.url}1/").text


@pytest.mark.parametrize(("typed", "most"), [("100", 99), ("0", 99), ("-1", 99), ("seven", 99), ("9" * 40, 99)])
def test_a_number_of_rounds_that_cannot_be_is_refused_and_kept(client: FlaskClient, typed: str, most: int) -> None:
    answer = tapped(client, "row:number", "keep", name="Trips", **{"rounds-typed": typed})
    assert answer.status_code == 422
    assert reason(answer) == f"Rounds: Write a number from 1 to {most}, in plain digits."
    assert f'name=rounds-typed value="{typed[:8]}"' in answer.text
    assert "class=how open" in answer.text


@pytest.mark.parametrize("tie", ["r1:least", "r9:most", "r1", ":::", "r1:most:most"])
def test_a_tie_that_cannot_be_is_left_out(client: FlaskClient, tie: str) -> None:
    assert "name=tie value" not in tapped(client, "row:number", f"tie:{tie}", name="Pairs", tie=tie).text


def names_of(html: str) -> list[str]:
    """What the pad in the making and its rows are called."""
    return re.findall(r'name=(?:name|label) value="([^"]*)"', unescape(html))


def test_a_pad_in_the_making_comes_back_until_it_is_kept_or_begun_anew(client: FlaskClient) -> None:
    typed = {"name": "Pairs", "wins": "fewest", "rounds": "4", "teams": "4/2"}
    taps = ("row:counter", "worth:r1:table", "part:r1:3", "row:choice", "tie:r1:fewest", "up:r2")
    left = tapped(client, *taps, **typed).text
    back = client.get("/pads/new").text
    fields = r"<input(?![^>]*(?:csrf_token|name=back)).*?>"
    assert re.findall(fields, back) == re.findall(fields, left)
    anew = client.get("/pads/new?anew=1").text
    assert names_of(anew) == [""]
    assert "Go on with Pairs" in anew
    assert names_of(client.get("/pads/new?name=Golf").text) == ["Golf"]
    assert names_of(client.get("/pads/new").text) == ["Pairs", "Choice", "How many"]
    assert tapped(client, "off:r2", "play", anew=False).status_code == 303
    assert names_of(client.get("/pads/new").text) == [""]


def test_whoever_goes_back_from_a_pad_that_is_kept_is_led_to_change_it(client: FlaskClient) -> None:
    slug = tapped(client, "row:counter", "play", name="Shells & <b>").location.split("/")[2]
    html = client.get("/pads/new").text
    assert names_of(html) == [""]
    assert "Kept." in html
    link = re.search(r'<a href="([^"]*)">Change Shells &amp; &lt;b&gt;</a>', html)
    assert link
    assert link[1] == f"/pads/new?from={slug}"
    change = client.get(link[1]).text
    assert names_of(change) == ["Shells & <b>", "How many"]
    assert "Kept." not in change
    assert "Not kept yet." not in change
    assert "Kept." not in tapped(client, "row:tick").text
    assert names_of(client.get("/pads/new").text) == ["", "Bonus"]


def test_a_change_that_was_left_comes_back_to_the_pad_that_it_changes(app: Flask, client: FlaskClient) -> None:
    slugs = [tapped(client, "row:counter", "keep", name=name).location.split("/")[2] for name in ("Shells", "Golf")]
    tapped(client, "row:tick", changing=slugs[0])
    assert names_of(client.get(f"/pads/new?from={slugs[1]}").text) == ["Golf", "How many"]
    for where in ("/pads/new", f"/pads/new?from={slugs[1]}"):
        assert f"from={slugs[0]}" in client.get(where).text.partition("Go on with Shells")[0].rpartition("<a ")[2]
    assert names_of(client.get(f"/pads/new?from={slugs[0]}").text) == ["Shells", "How many", "Bonus"]
    assert names_of(client.get(f"/pads/new?from={slugs[0]}&anew=1").text) == ["Shells", "How many"]


def test_a_pad_that_is_refused_or_too_large_for_the_phone_is_not_lost(client: FlaskClient) -> None:
    assert tapped(client, "row:number", "keep").status_code == 422
    assert names_of(client.get("/pads/new").text) == ["", "Points"]
    chance = Random(1)
    token = field(client.get("/pads/new").text, "csrf_token")
    rows = {"key": [f"r{number}" for number in range(1, 25)], "kind": ["choice"] * 24, "worth": ["sum"] * 24}
    rows["label"] = [f"Row {number}" for number in range(24)]
    rows["choices"] = [f"{chance.getrandbits(1500):x}" for _ in range(24)]
    answer = client.post("/pads/new", data={"csrf_token": token, "do": "show", "amount": [""] * 24, **rows})
    assert answer.text.count("name=key ") == 24
    assert names_of(client.get("/pads/new").text) == ["", "Points"], "as it was before it was too large"


@pytest.mark.parametrize("letters", ["x", "AAAA", packed(GOLF), packed("name=\ufffd&key=r1&label=%FF"), "A" * 3900])
def test_what_no_phone_keeps_begins_anew(client: FlaskClient, letters: str) -> None:
    client.set_cookie("making", letters, path="/pads/new")
    assert client.get("/pads/new").status_code == 200


def test_what_a_formula_comes_to_stands_beside_it(client: FlaskClient) -> None:
    parts = [f"part:r2:{part}" for part in ("r1", "*", "2", "+", "3")]
    html = tapped(client, "row:counter", "row:worked", "back:r2", *parts[:3], name="Shells").text
    assert "A: 7 × 2 = 14" in unescape(html)
    html = tapped(client, "row:counter", "row:worked", "back:r2", *parts, "back:r2", "back:r2", name="Shells").text
    assert "A: 7 × 2 = 14" in unescape(html)


def test_a_table_says_what_each_number_is_worth_while_it_is_tapped(client: FlaskClient) -> None:
    taps = ["row:counter", "worth:r1:table"]
    for more, written in (
        ((), "0: 0, 1: …"),
        (("1", ",", "3", ",", "6"), "0: 0, 1: 1, 2: 3, 3: 6"),
        (("1", "3", "6"), "0: 0, 1: 136"),
    ):
        answer = tapped(client, *taps, *(f"part:r1:{part}" for part in more), name="Flags")
        assert f"<b>{written}</b>" in answer.text
        assert reason(answer) == ""


def test_a_bracket_that_is_open_at_the_end_closes_itself(client: FlaskClient) -> None:
    parts = [f"part:r2:{part}" for part in ("5", "*", "most(", "r1")]
    taps = ("row:counter", "row:worked", *parts)
    assert "<span>A: 5</span>" in tapped(client, *taps, name="Coins").text
    assert tapped(client, *taps, "keep", name="Coins").status_code == 303


def test_a_bonus_for_most_is_one_tap(client: FlaskClient) -> None:
    html = unescape(tapped(client, "row:counter", "row:words", "row:most", name="Coins").text)
    assert 'name=label value="Most: How many"' in html
    assert "most(How many) × 5" in html
    assert "A has most, 7." in html


def test_a_bonus_is_called_as_the_row_that_it_counts_until_it_has_a_name_of_its_own(client: FlaskClient) -> None:
    token = field(tapped(client, "row:counter", "row:most").text, "csrf_token")
    rows = {"key": ["r1", "r2"], "kind": ["counter", "worked"], "worth": ["sum", "formula"], "choices": ["", ""]}
    rows["amount"] = ["", "most( r1 ) * 5"]
    for labels, called in (
        (["Sheep", "Most: How many"], ["Sheep", "Most: Sheep"]),
        (["S" * 60, "Most: How many"], ["S" * 60, ("Most: " + "S" * 60)[:60]]),
        (["Sheep", "The shepherd"], ["Sheep", "The shepherd"]),
        (["Sheep", "Most: sheep and goats"], ["Sheep", "Most: sheep and goats"]),
    ):
        html = client.post("/pads/new", data={"csrf_token": token, "do": "show", "label": labels, **rows}).text
        assert names_of(html)[1:] == [one[:LABEL] for one in called]


def test_a_mistake_in_a_tapped_formula_is_told_in_the_words_of_the_rows(client: FlaskClient) -> None:
    parts = [f"part:r2:{part}" for part in ("r1", "*", "/")]
    answer = tapped(client, "row:number", "row:worked", *parts, name="Shells")
    assert reason(answer).startswith("Extra: After “Points ×”: ")


@pytest.mark.parametrize(
    ("taps", "name", "why"),
    [
        ((), "", "Tap what stands on the pad."),
        (("row:number",), "", "Give the pad a name."),
        (("row:worked", "back:r1"), "Shells", "Extra: "),
        (("row:number", "worth:r1:formula", "part:r1:/", "part:r1:2"), "Shells", "Points: This may come out as a "),
        (("row:choice",), "Shells", "Choice: "),
        (("row:number", "worth:r1:formula", "part:r1:+"), "Shells", "Points: "),
        (("row:number",), "Shells \u202e\u0007", ""),
    ],
)
def test_what_is_no_pad_yet_is_refused_with_a_sentence_and_kept(
    client: FlaskClient, taps: tuple[str, ...], name: str, why: str
) -> None:
    answer = tapped(client, *taps, "keep", name=name)
    if not why:
        assert answer.status_code in (303, 422)
        return
    assert answer.status_code == 422
    assert reason(answer).startswith(why), reason(answer)
    assert f'value="{name}"' in answer.text
    assert answer.text.count("name=key ") == sum(tap.startswith("row:") for tap in taps)


@pytest.mark.parametrize(
    "fields",
    [
        {"key": "r1", "kind": "nothing", "label": "A", "worth": "sum", "amount": "", "choices": ""},
        {"key": "r1", "kind": "number"},
        {"key": "../", "kind": "number", "label": "A", "worth": "sum", "amount": "", "choices": ""},
        {
            "key": "r1",
            "kind": "number",
            "label": "A" * 900,
            "worth": "formula",
            "amount": "(" * 900,
            "choices": "x" * 900,
        },
        {
            "key": "r1",
            "kind": "choice",
            "label": '"\n[x]',
            "worth": "times",
            "amount": "9" * 90,
            "choices": "a 1," * 90,
        },
        {"rounds": "99999999", "until": "x", "least": "0", "most": "-3"},
        {"do": "worth:r9:formula"},
        {"do": "part:r1:os.system"},
    ],
)
@pytest.mark.parametrize("do", ["show", "keep", "row:number", "off:r1", "part:r1:r1"])
def test_whatever_is_sent_is_answered_by_the_page(client: FlaskClient, fields: dict[str, str], do: str) -> None:
    token = field(client.get("/pads/new").text, "csrf_token")
    answer = client.post("/pads/new", data={"csrf_token": token, "name": "X", "do": do, **fields})
    assert answer.status_code in (200, 303, 422)


def test_a_changed_pad_is_a_new_one_and_the_old_table_stays(app: Flask, client: FlaskClient) -> None:
    first = tapped(client, "row:counter", "keep", name="Shells").location.split("/")[2]
    player = open_table(client, ("Ann", "Bo"), first)
    player.send({"tap": "1.r1.r1.0.=3;1.r1.r1.1.=2;1.end.all..=1"})
    second = tapped(client, "worth:r1:times", "times:r1:10", "keep", changing=first).location.split("/")[2]
    assert second != first
    page = client.get("/pads/").text
    assert second in page
    assert first not in page
    tables: Tables = app.extensions["tables"]
    assert tables.load(player.table).sheet(1).totals == {0: 3, 1: 2}


def test_a_pad_is_kept_for_the_group_that_is_open(app: Flask, client: FlaskClient) -> None:
    friends = open_group(client, app, "Tuesday", "Ann", "Bo")
    answer = tapped(client, "row:counter", "keep", name="Shells", group=friends.group)
    slug = answer.location.split("/")[2].partition("?")[0]
    tables: Tables = app.extensions["tables"]
    assert tables.store.pads_of(friends.group) == [slug]
    assert "Shells" in friends.page()
    other = app.test_client()
    other.get(f"/j/{tables.store.link(friends.group, 'score')}")
    assert "Shells" in other.get(f"/pads/?group={friends.group}").text
    assert "Shells" not in other.get("/pads/").text
    stranger = app.test_client()
    assert "Shells" not in stranger.get(f"/pads/?group={friends.group}").text


def test_a_group_keeps_the_pad_that_it_plays_as_it_was_changed_last(app: Flask, client: FlaskClient) -> None:
    friends = open_group(client, app, "Tuesday", "Ann", "Bo")
    first = tapped(client, "row:counter", "keep", name="Shells").location.split("/")[2]
    tables: Tables = app.extensions["tables"]
    friends.open(first)
    assert tables.store.pads_of(friends.group) == [first]
    changed = tapped(client, "row:tick", "keep", changing=first, group=friends.group).location.split("/")[2]
    second = changed.partition("?")[0]
    assert tables.store.pads_of(friends.group) == [second]
    assert second in friends.page()
    assert f"/games/{first}" not in friends.page()


# handed on


def posted(client: FlaskClient, where: str, **fields: object) -> TestResponse:
    token = field(client.get("/").text, "csrf_token")
    data = {"csrf_token": token, **fields}
    return client.post(where, data=data, content_type="multipart/form-data" if "pad" in fields else None)


def test_a_link_bears_the_whole_pad_and_keeps_nothing_by_itself(app: Flask, client: FlaskClient) -> None:
    html = client.get(f"/pads/got/{packed(GOLF)}").text
    assert "Golf at home" in html
    tables: Tables = app.extensions["tables"]
    assert tables.store.pad(slug_of(GOLF)) is None
    file = unescape(re.search(r'name=file value="([^"]*)"', html)[1])  # type: ignore[index]
    kept_now = posted(client, "/pads/keep", file=file, do="keep")
    assert kept_now.location == f"/pads/{slug_of(GOLF)}"
    assert tables.store.pad(slug_of(GOLF)) == GOLF
    assert posted(client, "/pads/keep", file=file, do="play").location == f"/games/{slug_of(GOLF)}/new"
    page = client.get(kept_now.location).text
    assert f"/pads/got/{packed(GOLF)}" in page
    assert "<svg" in page.partition("class=qr>")[2][:80]


def test_out_and_in_as_a_file_it_is_the_same(app: Flask, client: FlaskClient) -> None:
    content = client.get(f"/pads/{kept(app)}/pad.toml")
    assert content.text == GOLF
    assert content.headers["Content-Disposition"] == 'attachment; filename="golf-at-home.toml"'
    answer = posted(client, "/pads/bring", pad=(BytesIO(content.get_data()), "pad.toml"))
    assert answer.location == f"/pads/{slug_of(GOLF)}"
    assert "Golf at home" in client.get("/pads/").text


@pytest.mark.parametrize(
    ("called", "file"),
    [
        ("../etc; filename=x", 'filename="etc-filename-x.toml"'),
        ("Caf\u00e9", "filename=\"cafe.toml\"; filename*=UTF-8''caf%C3%A9.toml"),
        ("\u56f2\u7881", "filename=\"pad.toml\"; filename*=UTF-8''%E5%9B%B2%E7%A2%81.toml"),
        ("?!", 'filename="pad.toml"'),
    ],
)
def test_a_file_is_called_as_its_pad(app: Flask, client: FlaskClient, called: str, file: str) -> None:
    slug = kept(app, GOLF.replace("Golf at home", called))
    assert client.get(f"/pads/{slug}/pad.toml").headers["Content-Disposition"] == f"attachment; {file}"


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (b"", "The file is empty."),
        (b"\xff\xfe", "This is not UTF-8 text."),
        (b"x" * 40_000, "A pad file has 32768 bytes at most."),
        (GOLF.encode() + b'points = "cards +"', "line 11"),
    ],
)
def test_a_file_is_checked_as_a_strangers(client: FlaskClient, content: bytes, why: str) -> None:
    answer = posted(client, "/pads/bring", pad=(BytesIO(content), "pad.toml"))
    assert answer.status_code == 422
    assert why in reason(answer)


@pytest.mark.parametrize("letters", ["AAAA", "x", packed(GOLF)[:-8], packed("format = 1"), packed(GOLF + "<script>")])
def test_a_link_that_bears_no_pad_says_why(client: FlaskClient, letters: str) -> None:
    answer = client.get(f"/pads/got/{letters}")
    assert answer.status_code == 422
    assert reason(answer).endswith(".")


def test_a_large_pad_goes_as_a_file(app: Flask, client: FlaskClient) -> None:
    chance = Random(1)
    small = ", ".join(f'"{chance.getrandbits(1200):x}"' for _ in range(40))
    page = client.get(f"/pads/{kept(app, GOLF.replace('[row', f'small = [{small}]' + chr(10) + '[row'))}").text
    assert "too large for a link" in page
    assert "class=qr" not in page


def test_a_list_that_is_full_says_so(app: Flask, client: FlaskClient) -> None:
    posted(client, "/pads/keep", file=GOLF)
    tables: Tables = app.extensions["tables"]
    phone = client.get_cookie("browser").value  # type: ignore[union-attr]
    for number in range(MOST_KEPT - 1):
        tables.store.keep_pad(GOLF.replace("home", str(number)), phone, number)
    answer = posted(client, "/pads/keep", file=TWICE)
    assert answer.status_code == 422
    assert reason(answer) == f"{MOST_KEPT} pads are kept already. Let one of them go first."
    assert posted(client, f"/pads/{slug_of(GOLF)}/let-go").status_code == 303
    assert posted(client, "/pads/keep", file=TWICE).status_code == 303


def test_pads_count_with_the_tables_of_a_network(tmp_path: Path) -> None:
    client = create_app(tmp_path, NEW_TABLES=1).test_client()
    assert posted(client, "/pads/keep", file=GOLF).status_code == 303
    assert posted(client, "/pads/keep", file=GOLF).status_code == 303
    answer = posted(client, "/pads/keep", file=TWICE)
    assert answer.status_code == 429
    assert reason(answer).startswith("Too many pads")
