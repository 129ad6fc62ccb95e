"""A page rendered once for many phones still gives each phone its own tokens."""

import re

from flask import Flask

from tests.support.http import Player, code_of, field, links


def test_each_phone_gets_its_own_token_and_every_page_its_own_number(alice: Player, app: Flask) -> None:
    bo = Player(app.test_client(), alice.table)
    bo.client.get(f"/{code_of(alice)}")
    pages = [alice.page(""), alice.page(""), bo.page("")]
    assert len({field(html, "op") for html in pages}) == 3
    assert field(pages[0], "csrf_token") != field(pages[2], "csrf_token")
    alice.tap("1.red.count.2.=4")
    assert bo.send({"strike": "2"}, "").status_code == 303
    assert "Taken back: " in alice.page("")


def test_an_entry_that_was_deleted_and_comes_back_is_told_without_a_double_negation(alice: Player) -> None:
    alice.tap("1.red.cards.0.10=1")
    alice.tap("1.red.cards.0.10=")
    assert alice.send({"strike": "3"}, "").status_code == 303
    assert "Back again: Deal 1: Alice has Red 10." in re.sub(r"<[^>]+>", "", alice.page(""))


def test_who_watches_never_gets_the_page_drawn_for_those_who_score(alice: Player, app: Flask) -> None:
    code = code_of(alice)
    assert code in alice.page("")
    watcher = app.test_client()
    watcher.get(f"/j/{links(alice, app)[1]}")
    html = watcher.get(alice.url).text
    assert code not in html
    assert "csrf" not in html
    assert "Undo" not in html
    assert code in alice.page("")


def test_a_browser_is_given_its_cookie_once_and_keeps_no_page(app: Flask, alice: Player) -> None:
    new = app.test_client().get("/games/parade/new")
    assert any(cookie.startswith("session=") for cookie in new.headers.getlist("Set-Cookie"))
    again = alice.client.get(alice.url)
    assert field(again.text, "csrf_token")
    assert "Set-Cookie" not in again.headers
    assert again.headers["Cache-Control"] == "no-store"


def test_who_is_put_out_gets_the_drawn_page_no_more(alice: Player, app: Flask) -> None:
    watcher = app.test_client()
    watcher.get(f"/j/{links(alice, app)[1]}")
    assert watcher.get(alice.url).status_code == watcher.get(alice.url).status_code == 200
    alice.client.post(f"{alice.url}invite/end", data={"csrf_token": field(alice.page(), "csrf_token")})
    assert watcher.get(alice.url).status_code == 403
    assert alice.page("")


def test_one_phone_gets_a_page_in_each_of_its_languages(alice: Player) -> None:
    for _ in range(2):
        for wanted, code in (("de-AT", "de"), ("fr", "fr")):
            page = alice.client.get(alice.url, headers={"Accept-Language": wanted}).text
            assert f'<html lang="{code}"' in page


def test_who_has_no_number_or_not_all_of_it_gets_no_page_of_a_phone_that_has(alice: Player, app: Flask) -> None:
    number = alice.client.get_cookie("browser")
    assert number
    stranger = app.test_client(use_cookies=False)
    for cookie in (
        "",
        "browser=",
        f"browser={number.value[:-1]}",
        f"browser={number.value.swapcase()}",
        "browser=\xff",
    ):
        assert alice.page("")
        assert stranger.get(alice.url, headers={"Cookie": cookie}).status_code == 404
    assert stranger.get(alice.url, headers={"Cookie": f"browser={number.value}"}).status_code == 200


def test_a_new_code_shows_at_once_though_no_line_was_written(alice: Player, app: Flask) -> None:
    before = code_of(alice)
    with app.extensions["tables"].store.transaction() as conn:
        conn.execute("UPDATE tables SET open_until = 0")
    alice.client.post(f"{alice.url}invite", data={"csrf_token": field(alice.page(), "csrf_token")})
    assert code_of(alice) != before
    assert code_of(alice) in alice.page("")
