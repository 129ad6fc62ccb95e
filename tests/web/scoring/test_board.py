"""The board of a television: free seats, codes and Wi-Fi, and a round that is told move by move."""

import re
import time

import pytest
from flask import Flask
from flask.testing import FlaskClient

from scorekeeper.games import GAMES
from scorekeeper.language.text import speak
from scorekeeper.printing.card import Wifi
from scorekeeper.printing.templates import draw_qr_code
from scorekeeper.storage import access
from scorekeeper.table.table import Table
from scorekeeper.table.wording import describe_secrets
from tests.support.http import Player, code_of, end_links, links, open_table, play_example, sit
from tests.support.page_parsers import words
from tests.support.tables import Author


def test_while_seats_are_free_the_board_says_how_to_take_one(alice: Player, app: Flask) -> None:
    sit(alice, seat="0")
    html = words(alice.page("board"))
    assert "2 seats are free" in html
    assert "Alice Hatter free seat Cheshire free seat" in html
    assert f"Enter at localhost {code_of(alice)}" in html
    assert "Take a seat" in html
    assert "Wi-Fi" not in html
    assert 'http-equiv="refresh"' in alice.page("board")
    assert str(draw_qr_code(f"http://localhost/{code_of(alice)}")) in alice.page("board")


def test_the_joining_code_leaves_the_board_with_the_first_entry_or_the_last_seat(alice: Player, app: Flask) -> None:
    code, others = code_of(alice), [app.test_client() for _ in range(2)]
    for client in others:
        client.get(f"/{code}")
    assert code in alice.page("board")
    for seat, client in enumerate([alice.client, *others]):
        assert sit(Player(client, alice.table), seat=str(seat)).status_code == 303
    assert code not in alice.page("board")
    sit(alice, seat="none")
    assert code in alice.page("board")
    alice.tap("1.red.count.0.=4", "1/")
    assert code not in alice.page("board")


def test_a_television_on_which_the_code_was_typed_shows_it_and_one_with_the_watch_link_does_not(
    alice: Player, app: Flask
) -> None:
    app.config["WIFI"] = Wifi("Table", "not for everybody")
    code = code_of(alice)
    typed, linked = app.test_client(), app.test_client()
    assert "/board" in typed.get(f"/{code}/tv").location
    linked.get(f"/j/{links(alice, app)[1]}")
    assert f"Enter at localhost {code}" in words(typed.get(f"{alice.url}board").text)
    assert "Wi-Fi" not in typed.get(f"{alice.url}board").text
    shown = words(linked.get(f"{alice.url}board").text)
    assert code not in shown
    assert "Watch on your phone" in shown
    # Whoever knows an earlier code is not told the next one.
    end_links(alice)
    typed.get(f"/j/{links(alice, app)[1]}")
    assert code_of(alice) not in typed.get(f"{alice.url}board").text


def letters_of(player: Player) -> str:
    found = re.search(r"<strong>([A-Z]{5})</strong></p>", player.page("board"))
    assert found
    return found[1]


def test_the_letters_of_a_table_work_only_while_its_board_is_open(
    alice: Player, app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    play_example(alice)
    store, now = app.extensions["tables"].store, int(time.time())
    # Nobody has opened its board yet, so nobody can guess any letters.
    assert store.query("SELECT count(letters) FROM tables") == [(0,)]
    letters = letters_of(alice)

    def watches(seconds: int) -> bool:
        """Return whether the letters open the table so many seconds later, for a new browser."""
        monkeypatch.setattr("time.time", lambda: now + seconds)
        return app.test_client().get(f"/{letters}").status_code == 303

    assert watches(29 * 60)
    # Its stream begins anew every ten minutes.
    assert alice.client.get(f"{alice.url}bell").status_code == 204
    assert watches(58 * 60)
    assert not watches(60 * 60)
    assert alice.client.get(f"{alice.url}bell").status_code == 204
    assert not watches(61 * 60)
    # They are the same when the board is opened again.
    assert letters_of(alice) == letters
    assert watches(62 * 60)


PARTS = {"parade": 'class="queue"', "diabolo": 'class="rows-of-two"', "hawaiki": 'class="tops"'}


def retell_round(client: FlaskClient, name: str, part: float) -> tuple[Player, Table]:
    """Return a phone that watches a table with part of a recorded round, and the table."""
    tables = client.application.extensions["tables"]
    table, _ = Author(tables, ("Ann", "Bob", "Cleo", "Dan", "Eve", "Fay")).retell(name, part)
    open_table(client)  # the cookie of a phone that is known
    client.get(f"/j/{access.find_link(tables.store, table, 'watch')}")
    return Player(client, table), tables.load(table)


@pytest.mark.parametrize("slug", PARTS)
def test_it_shows_whose_turn_it_is_the_last_verdict_and_what_lies_open(client: FlaskClient, slug: str) -> None:
    board, table = retell_round(client, f"{slug}-referee-3", 0.15 if slug == "diabolo" else 0.5)
    view = GAMES[slug].referee.view(table.known.plays[1].state)  # type: ignore[union-attr]
    html = board.page("board")
    shown = words(html)
    assert speak(view.title) in shown
    assert view.says
    for text in view.says:
        assert speak(text).replace("\u2068", "").replace("\u2069", "") in shown
    assert PARTS[slug] in html


def test_nothing_on_it_can_be_tapped_but_its_voice_and_no_secret_is_told(client: FlaskClient) -> None:
    for part in (0.5, 0.8, 0.9, 0.95):
        board, table = retell_round(client, "parade-referee-3", part)
        html = board.page("board")
        assert re.findall(r'<button.*?aria-label="([^"]*)"', html.partition("<main")[2]) == ["Say it aloud"]
        assert html.partition("<main")[2].count("<button") == 1
        view = board.page("1/play")
        assert ('class="told"' in html) == (table.known.plays[1].unfinished is not None)
        assert html.count('role="img"') <= view.count('role="img"') + view.count('name="about"')


def test_who_kept_which_is_shown_on_board_sheet_page_and_paper_and_read_aloud(client: FlaskClient) -> None:
    player, table = retell_round(client, "parade-referee-3", 1)
    kept = [words(f"<p>{speak(text)}</p>") for text in describe_secrets(table, 1)]
    assert len(kept) == 3
    for page in ("board", "1/sheet", "1/play", "1/sheet.html"):
        shown = words(player.page(page))
        assert [text for text in kept if text not in shown] == [], page
    for page in ("board", "1/sheet", "1/play"):
        said = re.search(r'<p id="said"[^>]*>(.*?)</p>', player.page(page), re.S)
        assert said
        assert [text for text in kept if text not in words(f"<p>{said[1]}</p>")] == [], page
