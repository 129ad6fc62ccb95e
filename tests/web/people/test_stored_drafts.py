"""Abandoned drafts of pads: what is stored of them, and how each is continued, restored or dropped."""

import re
import time
from html import unescape

import pytest
from flask import Flask
from flask.testing import FlaskClient

from scorekeeper.games.own_pads import pack
from scorekeeper.games.pads.draft import MOST_ROWS, MOST_TAPPED, name_draft
from scorekeeper.storage.contract import Storage, Unwritable
from scorekeeper.storage.drafts import StoredDraft, drafts_of
from scorekeeper.storage.pads import list_kept_pads
from scorekeeper.storage.tables import Tables
from scorekeeper.web.people.draft_form import sign_draft
from scorekeeper.web.people.rate_limit import NEW_DRAFTS
from tests.support.groups import open_group
from tests.support.http import field
from tests.support.own_pads import GOLF, going_on, names_of, tap_pad, tap_page


def test_a_pad_in_the_making_comes_back_until_it_is_kept_or_begun_anew(client: FlaskClient) -> None:
    typed = {"name": "Pairs", "wins": "fewest", "rounds": "4", "teams": "4/2"}
    taps = ("row:counter", "worth:r1:table", "part:r1:3", "row:choice", "tie:r1:fewest", "up:r2")
    left = tap_pad(client, *taps, **typed).text
    back = client.get("/pads/new").text
    fields = r'<input(?![^>]*(?:csrf_token|name="back")).*?>'
    assert re.findall(fields, back) == re.findall(fields, left)
    anew = client.get("/pads/new?anew=1").text
    assert names_of(anew) == [""]
    assert "Continue with Pairs" in anew
    assert names_of(client.get("/pads/new?name=Golf").text) == ["Golf"]
    assert names_of(client.get("/pads/new").text) == ["Pairs", "Choice", "How many"]
    assert tap_pad(client, "off:r2", "play", anew=False).status_code == 303
    assert names_of(client.get("/pads/new").text) == [""]


def test_whoever_goes_back_from_a_pad_that_is_kept_is_led_to_change_it(client: FlaskClient) -> None:
    slug = tap_pad(client, "row:counter", "play", name="Shells & <b>").location.split("/")[2]
    html = client.get("/pads/new").text
    assert names_of(html) == [""]
    assert "Shells &amp; &lt;b&gt; is saved." in html
    link = re.search(r'<a\s+href="([^"]*)">Edit</a>', html)
    assert link
    assert link[1] == f"/pads/new?from={slug}"
    change = client.get(link[1]).text
    assert names_of(change) == ["Shells & <b>", "How many"]
    assert "is kept." not in change
    assert "Not saved yet." not in change
    assert "is kept." not in tap_pad(client, "row:tick").text
    assert names_of(client.get("/pads/new").text) == ["", "Bonus"]


def test_a_second_pad_that_is_begun_leaves_the_first_one_there(client: FlaskClient) -> None:
    tap_pad(client, "row:counter", name="Shells")
    tap_pad(client, "row:tick", name="Golf")
    third = tap_pad(client, "row:number", "row:number").text
    assert names_of(client.get("/pads/new").text) == names_of(third) == ["", "Points", "Points 2"]
    left = going_on(client.get("/pads/new?anew=1").text)
    assert sorted(left.values()) == ["Golf", "Points", "Shells"]
    for url, name in left.items():
        assert names_of(client.get(url).text)[0] == name.replace("Points", "")
    shells = next(url for url, name in left.items() if name == "Shells")
    answer = tap_page(client, shells, "row:tick")
    assert names_of(answer.text) == ["Shells", "How many", "Bonus"]
    assert sorted(going_on(client.get("/pads/new").text).values()) == ["Golf", "Points"]
    assert tap_page(client, shells, "keep").status_code == 303
    assert sorted(going_on(client.get("/pads/new").text).values()) == ["Golf", "Points"]
    points = next(url for url, name in left.items() if name == "Points")
    gone = tap_page(client, points, "drop")
    assert gone.location == "/pads/new?anew=1"
    html = client.get(gone.location).text
    assert list(going_on(html).values()) == ["Golf"]
    assert "Points is deleted." in html
    back = re.search(r'<a\s+href="([^"]*)">Restore</a>', unescape(html))
    assert back
    assert names_of(client.get(back[1]).text) == ["", "Points", "Points 2"]
    assert names_of(tap_page(client, back[1], "row:tick").text) == ["", "Points", "Points 2", "Bonus"]
    assert sorted(going_on(client.get("/pads/new?anew=1").text).values()) == ["Golf", "Points"]
    tap_page(client, points, "drop", name="A & B")
    assert "A &amp; B is deleted." in client.get("/pads/new").text
    tap_pad(client, "row:tick", name="Gone")
    assert sorted(going_on(client.get("/pads/new?anew=1").text).values()) == ["Golf", "Gone"]
    assert names_of(client.get("/pads/new").text) == ["Gone", "Bonus"]


def test_a_pad_in_the_making_keeps_its_group(app: Flask, client: FlaskClient) -> None:
    friends = open_group(client, app, "Tuesday", "Ann", "Bo")
    tap_page(client, f"/pads/new?group={friends.group}", "row:counter", name="Shells")
    back = client.get("/pads/new").text
    assert names_of(back) == ["Shells", "How many"]
    assert "Tuesday" in back
    other = open_group(client, app, "Friday", "Ann", "Bo").group
    assert names_of(client.get(f"/pads/new?group={other}").text) == [""]
    slug = tap_page(client, "/pads/new", "keep").location.split("/")[2].partition("?")[0]
    tables: Tables = app.extensions["tables"]
    assert list_kept_pads(tables.store, friends.group) == [slug]
    assert list_kept_pads(tables.store, other) == []


def test_a_pad_in_the_making_for_which_there_is_no_room_is_named_before_it_is_let_go_of(client: FlaskClient) -> None:
    said = "There is not enough room for "
    html, begun = "", 0
    while said not in html and begun < 30:
        tap_pad(client, *["row:counter"] * 6, name=f"Shells {begun}")
        html, begun = client.get("/pads/new?anew=1").text, begun + 1
    assert begun > 3
    assert html.count(said) == 1
    assert f"{said}Shells 0 as well as this pad" in html
    assert list(going_on(html).values()).count("Shells 0") == 1
    tap_pad(client, "row:counter", name="Golf")
    assert "Shells 0" not in client.get("/pads/new?anew=1").text


def test_a_pad_that_is_kept_says_so_on_its_page(client: FlaskClient) -> None:
    where = tap_pad(client, "row:counter", "keep", name="Shells").location
    assert "Saved on this phone." in client.get(where).text
    assert "Saved on this phone." not in client.get(f"/pads/got/{pack(GOLF)}").text


def test_a_change_that_was_left_comes_back_to_the_pad_that_it_changes(app: Flask, client: FlaskClient) -> None:
    slugs = [tap_pad(client, "row:counter", "keep", name=name).location.split("/")[2] for name in ("Shells", "Golf")]
    tap_pad(client, "row:tick", changing=slugs[0])
    assert names_of(client.get(f"/pads/new?from={slugs[1]}").text) == ["Golf", "How many"]
    for where in ("/pads/new", f"/pads/new?from={slugs[1]}"):
        assert f"from={slugs[0]}" in client.get(where).text.partition("Continue with Shells")[0].rpartition("<a ")[2]
    assert names_of(client.get(f"/pads/new?from={slugs[0]}").text) == ["Shells", "How many", "Bonus"]
    assert names_of(client.get(f"/pads/new?from={slugs[0]}&anew=1").text) == ["Shells", "How many"]


def test_a_pad_that_is_refused_is_not_lost(client: FlaskClient) -> None:
    assert tap_pad(client, "row:number", "keep").status_code == 422
    assert names_of(client.get("/pads/new").text) == ["", "Points"]


def test_the_largest_pad_that_can_be_tapped_is_kept(app: Flask, client: FlaskClient) -> None:
    html = tap_pad(client, "row:number", name="Shells").text
    large = name_draft("Shells")
    for number in range(MOST_ROWS):
        row = large.add_row("worked", f"Row {number} {'x' * 50}")
        assert row
        row.score("formula", " ".join(["sum(suits(count({suit}_r10)))"] * MOST_TAPPED))
    (begun,) = stored(app, client)
    with app.app_context():
        signed = sign_draft(begun._replace(draft=large))
    client.post("/pads/new", data={"csrf_token": field(html, "csrf_token"), "draft": signed, "do": "show"})
    (kept,) = stored(app, client)
    assert kept.draft.rows[-1].amount == large.rows[-1].amount


def test_more_new_drafts_than_one_network_may_store_can_still_be_made(app: Flask, client: FlaskClient) -> None:
    app.extensions["new_drafts"].count("127.0.0.1", NEW_DRAFTS // 2)
    app.extensions["new_drafts"].count("127.0.0.1", NEW_DRAFTS // 2 - 1)
    tap_pad(client, "row:number", name="Shells")
    assert names_of(tap_pad(client, "row:tick", name="Golf").text) == ["Golf", "Bonus"]
    assert [draft.called for draft in stored(app, client)] == ["Shells"]
    (draft,) = stored(app, client)
    assert tap_page(client, f"/pads/new?on={draft.mark}", "row:tick").status_code == 200
    assert len(stored(app, client)[0].draft.rows) == 2, "a draft that is stored can be changed"
    assert tap_page(client, "/pads/new?anew=1", "row:tick", "keep", name="Kept").status_code == 303


def test_a_pad_is_made_although_the_disk_is_full(
    app: Flask, client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        raise Unwritable("full", "disk")

    monkeypatch.setattr("scorekeeper.web.people.make_pad.keep_draft", refuse)
    assert names_of(tap_pad(client, "row:number", "row:tick", name="Shells").text) == ["Shells", "Points", "Bonus"]


def stored(app: Flask, client: FlaskClient) -> list[StoredDraft]:
    """Return the drafts in the database of this browser, latest first."""
    phone = client.get_cookie("browser")
    store: Storage = app.extensions["tables"].store
    return drafts_of(store, phone.value, int(time.time())) if phone else []
