"""The first page, its code and its cookie, and the help."""

import re
from types import SimpleNamespace

import pytest
from flask import Flask
from flask.testing import FlaskClient

from scorekeeper.language.catalogue import languages
from scorekeeper.language.text import Literal
from tests.support.http import Player, code_of, field, join, links, play_example
from tests.support.loops import at_least_one


def test_the_first_visit_says_what_this_is_and_later_ones_show_what_is_played(alice: Player, app: Flask) -> None:
    first = app.test_client().get("/").text
    assert "Score any game on the phones at your table." in first
    assert first.count('<svg class="step') == 3
    assert "Has somebody started a table?" in first
    later = alice.client.get("/").text
    assert "Score any game" not in later
    assert 'class="step' not in later


def test_the_newest_table_goes_on_with_one_tap(alice: Player, app: Flask) -> None:
    play_example(alice)
    html = alice.client.get("/").text
    assert re.findall(r'<a class="primary" href="([^"]+)">([^<]+)</a>', html) == [(f"{alice.url}2/", "Score deal 2")]
    assert f'<small class="at">{code_of(alice)}</small>' in html
    watcher = app.test_client()
    watcher.get(f"/j/{links(alice, app)[1]}")
    html = watcher.get("/").text
    assert "Hatter" in html
    assert 'class="primary"' not in html.partition('class="tiles"')[0]
    assert code_of(alice) not in html


@pytest.mark.parametrize("typed", [str.upper, str.lower, lambda code: f" {code[:2]} {code[2:]} "])
def test_a_code_lets_in_however_it_is_typed(alice: Player, app: Flask, typed) -> None:
    bo = app.test_client()
    answer = join(bo, typed(code_of(alice)))
    assert answer.status_code == 303
    assert bo.get(f"{alice.url}1/").status_code == 200


def test_trouble_with_copies_is_shown_on_the_computer_itself_and_to_nobody_behind_a_proxy(app: Flask) -> None:
    app.extensions["copies"] = SimpleNamespace(find_trouble=lambda: Literal("The stick is missing."))
    client = app.test_client()
    assert "The stick is missing." in client.get("/", base_url="http://localhost:8000").text
    for headers in ({"X-Forwarded-For": "192.0.2.7"}, {"Forwarded": "for=192.0.2.7"}):
        assert "stick" not in client.get("/", base_url="http://localhost:8000", headers=headers).text


def test_every_answer_carries_the_guard_against_foreign_content(client: FlaskClient) -> None:
    for path in ("/", "/nothing/", "/games/parade/new", "/static/app.css"):
        with client.get(path) as answer:
            policy = answer.headers["Content-Security-Policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy


def test_a_browser_is_given_its_cookie_once_and_keeps_no_page(app: Flask, alice: Player) -> None:
    new = app.test_client().get("/games/parade/new")
    assert any(cookie.startswith("session=") for cookie in new.headers.getlist("Set-Cookie"))
    again = alice.client.get(alice.url)
    assert field(again.text, "csrf_token")
    assert "Set-Cookie" not in again.headers
    assert again.headers["Cache-Control"] == "no-store"


def test_a_code_is_typed_into_the_same_field_on_every_page(alice: Player, app: Flask) -> None:
    guest = app.test_client()
    guest.get(f"/j/{links(alice, app)[0]}")
    scoring = alice.client.get_cookie("browser").value  # type: ignore[union-attr]
    app.extensions["tables"].end_links(alice.table, scoring)
    token = field(guest.get("/").text, "csrf_token")
    wrong = guest.post("/tv", data={"csrf_token": token, "code": "BBBBB"})
    pages = [guest.get(path) for path in ("/", "/tv", "/BBBBB", alice.url)]
    assert [answer.status_code for answer in (*pages, wrong)] == [200, 200, 404, 403, 404]
    for answer in at_least_one((*pages, wrong)):
        (boxes,) = re.findall(r'<span class="boxes">(.*?)</span>', answer.text, re.S)
        assert boxes.count("<i></i>") == 5
        assert len(re.findall('<input[^>]* name="code"', boxes)) == answer.text.count('name="code"') == 1


@pytest.mark.parametrize("language", languages())
def test_help_is_one_tap_away_and_names_what_the_menu_shows(alice: Player, language: str) -> None:
    play_example(alice)
    alice.client.set_cookie("language", language)
    menu = alice.client.get(f"/t/{alice.table}/").text
    assert 'href="/help"' in menu
    assert 'href="/help"' in alice.client.get("/").text
    quoted = re.findall(r"[“„«]\s?([^”“»]+?)\s?[”“»]", alice.client.get("/help").text)
    assert len([label for label in quoted if label in menu]) >= 4
