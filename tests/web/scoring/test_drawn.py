"""A page rendered once for many phones still gives each phone its own tokens."""

import re
import time

import pytest
from flask import Flask, g, has_request_context, request

from scorekeeper.storage.access import JOINING
from scorekeeper.web.entry.pages import render_entry
from scorekeeper.web.page_cache import CacheKey, Page, Viewer, render_for_all
from scorekeeper.web.request import browser, is_phone, language
from scorekeeper.web.scoring.board import render_board
from scorekeeper.web.scoring.tally import render_tally
from tests.support.http import PHONE_SAYS, Player, code_of, field, let_in, links, store


def test_each_phone_gets_its_own_token_and_every_page_its_own_number(alice: Player, app: Flask) -> None:
    bo = Player(app.test_client(), alice.table)
    bo.client.get(f"/{code_of(alice)}")
    pages = [alice.page(""), alice.page(""), bo.page("")]
    assert len({field(html, "op") for html in pages}) == 3
    assert field(pages[0], "csrf_token") != field(pages[2], "csrf_token")
    alice.tap("1.red.count.2.=4")
    assert bo.send({"strike": "2"}, "").status_code == 303
    assert "Taken back: " in alice.page("")


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


def test_a_page_whose_code_has_become_old_is_drawn_once_more_and_not_each_time(
    alice: Player, app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    alice.page("")
    later = time.time() + JOINING + 1
    monkeypatch.setattr(time, "time", lambda: later)
    alice.page("")
    recalled = [answer for answer in store(app)._answers.values() if isinstance(answer, Page)]
    assert [page.until > later for page in recalled] == [True]


CACHED = ("", "board", "1/", "1/?way=deck", "2/?seat=1")
"""The pages that are drawn once for many phones."""

WORDS = {
    "language": "de",
    "way": "cards",
    "seat": "2",
    "at": "red",
    "from": "red",
    "typed": "7",
    "revealed": "1",
    "x": "y",
}

HEADERS = {
    "Accept": "text/plain",
    "Accept-Language": "fr",
    "Host": "127.0.0.1",
    "Referer": "http://localhost/?language=it",
    "Save-Data": "on",
    "Seen": "0",
    "User-Agent": PHONE_SAYS,
    "X-Forwarded-Host": "there",
    "X-Forwarded-Prefix": "/there",
}

COOKIES = {"language": "es", "session": "eyJ3YXlzIjp7InBhcmFkZSI6ImRlY2sifX0", "x": "y"}

SERVER = {"SCRIPT_NAME": "/there", "wsgi.url_scheme": "https", "REMOTE_ADDR": "10.0.0.9"}

ASKED = [
    (how, name, said)
    for how, every in (("word", WORDS), ("header", HEADERS), ("cookie", COOKIES), ("server", SERVER))
    for name, said in every.items()
]
"""All that one phone may say of itself or wish for, and what a server in front of the app adds."""


def plain(html: str) -> str:
    """Return a page without the values that each phone has of its own."""
    return re.sub(r"""(name="(?:csrf_token|op)") value="?[^">\s]*""", r"\1", html)


def forget(app: Flask) -> None:
    """Clear the page caches."""
    app.extensions["pages"].clear()
    store(app)._answers.clear()


@pytest.mark.parametrize("where", CACHED)
def test_nothing_that_a_phone_says_is_shown_to_the_next_one(alice: Player, app: Flask, where: str) -> None:
    bo = let_in(alice, app)
    alice.tap("1.red.count.2.=4")
    number = alice.client.get_cookie("browser")
    assert number
    forget(app)
    expected = plain(bo.page(where))
    path, _, query = where.partition("?")
    for how, name, said in ASKED:
        forget(app)
        cookies = f"browser={number.value}" + (f"; {name}={said}" if how == "cookie" else "")
        answer = app.test_client(use_cookies=False).get(
            f"{alice.url}{path}",
            query_string=f"{query}&{name}={said}" if how == "word" else query,
            headers={"Cookie": cookies} | ({name: said} if how == "header" else {}),
            environ_overrides={name: said} if how == "server" else {},
        )
        assert answer.status_code == 200
        assert plain(bo.page(where)) == expected, (how, name)


def test_a_page_for_many_phones_is_drawn_where_nobody_asks(alice: Player, app: Flask) -> None:
    alice.tap("1.red.count.2.=4")
    table = app.extensions["tables"].load(alice.table)
    drawn = {
        "table.tally": lambda: render_tally(table, None),
        "board.page": lambda: render_board(table, "http://there/j/link"),
        "entry.page": lambda: render_entry(table, 1),
    }
    for endpoint, draw in drawn.items():
        round = 1 if endpoint == "entry.page" else None
        page = CacheKey(
            endpoint=endpoint,
            table=table.id,
            newest=table.seen,
            viewer=Viewer("de", "score", 0),
            prefix="/there",
            round=round,
        )
        with app.app_context():
            assert not has_request_context()
            html = render_for_all(page, table, draw)
        assert '<html lang="de"' in html
        assert 'href="/there/t/' in html


def test_what_is_drawn_for_many_phones_sees_no_request_of_one(alice: Player, app: Flask) -> None:
    table = app.extensions["tables"].load(alice.table)
    page = CacheKey(endpoint="board.page", table=table.id, newest=table.seen, viewer=Viewer("fr"), prefix="")
    said = {"Cookie": "language=de; x=y", "User-Agent": PHONE_SAYS, "Accept-Language": "it", "X-Says": "me"}
    with app.test_request_context("/t/other/?language=de", headers=said, environ_base={"REMOTE_ADDR": "10.0.0.9"}):
        g.role, g.other = "score", "kept"

        def draw() -> str:
            assert (dict(request.args), dict(request.cookies), request.remote_addr) == ({}, {}, None)
            assert not {"User-Agent", "Accept-Language", "X-Says"} & set(request.headers.keys())
            assert (language(), is_phone(), browser(), g.role, "other" in g) == ("fr", False, "", "", False)
            return request.path

        assert render_for_all(page, table, draw) == f"/t/{table.id}/board"
        assert (g.role, request.args["language"]) == ("score", "de")
