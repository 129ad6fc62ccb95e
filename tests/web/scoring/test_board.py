"""The TV scoreboard of a table: everybody can watch it, and nothing on it lets anybody write."""

import re
import time

import pytest
from flask import Flask

from scorekeeper.printing.card import Wifi
from tests.support.http import Player, code_of, end_links, links, play_example, sit


def words(html: str) -> str:
    """Return the text of a page."""
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", html))


def test_while_seats_are_free_the_board_says_how_to_take_one(alice: Player, app: Flask) -> None:
    sit(alice, seat="0")
    html = words(alice.page("board"))
    assert "2 seats are free" in html
    assert "Alice Hatter free seat Cheshire free seat" in html
    assert f"Enter at localhost {code_of(alice)}" in html
    assert "Take a seat" in html
    assert "Wi-Fi" not in html
    assert 'http-equiv="refresh"' in alice.page("board")


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
    """Return the letters to watch with on the board of a table."""
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
