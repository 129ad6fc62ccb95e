"""The TV scoreboard of a table: everybody can watch it, and nothing on it lets anybody write."""

import re
import time
from pathlib import Path

import pytest
from flask import Flask

from scorekeeper.printing.card import Wifi
from tests.support.http import Player, code_of, end_links, links, play_example, sit


def words(html: str) -> str:
    """Return the text of a page."""
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", html))


def test_the_board_ranks_everybody_with_total_and_gap(alice: Player) -> None:
    play_example(alice)
    assert "1 Hatter leads 27 2 Cheshire 4 behind 31 3 Alice 8 behind 35" in words(alice.page("board"))
    assert "Last change +27 +31 +35" in words(alice.page("board"))


def test_the_board_shows_the_rounds_the_race_and_who_starts_next(alice: Player) -> None:
    play_example(alice)
    play_example(alice, 2)
    html = alice.page("board")
    assert "1 2 Hatter 27 27 Cheshire 31 31 Alice 35 35" in words(html)
    assert "Points behind the leader" in html
    assert "Cheshire starts" in words(html)


def test_before_anything_is_scored_nobody_has_a_rank(alice: Player, app: Flask) -> None:
    close_joining(app, alice)
    html = words(alice.page("board"))
    assert "– Alice 0 – Hatter 0 – Cheshire 0" in html
    assert "Nothing scored yet" in html


def close_joining(app: Flask, player: Player) -> None:
    """Let the join code of a table expire."""
    with app.extensions["tables"].store.transaction(player.table) as conn:
        conn.execute("UPDATE tables SET open_until = 1 WHERE id = ?", (player.table,))


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


def test_the_wifi_is_on_the_board_of_who_scores_only_because_its_code_has_the_password(
    alice: Player, app: Flask
) -> None:
    app.config["WIFI"] = Wifi("Table", "not for everybody")
    html = words(alice.page("board"))
    assert "1 Join the Wi-Fi Table 2 Take a seat" in html
    assert "not for everybody" not in html
    watcher = app.test_client()
    watcher.get(f"/j/{links(alice, app)[1]}")
    assert "Wi-Fi" not in watcher.get(f"{alice.url}board").text


def test_a_television_on_which_the_code_was_typed_shows_it_and_one_with_the_watch_link_does_not(
    alice: Player, app: Flask
) -> None:
    code = code_of(alice)
    typed, linked = app.test_client(), app.test_client()
    assert "/board" in typed.get(f"/{code}/tv").location
    linked.get(f"/j/{links(alice, app)[1]}")
    assert f"Enter at localhost {code}" in words(typed.get(f"{alice.url}board").text)
    shown = words(linked.get(f"{alice.url}board").text)
    assert code not in shown
    assert "Watch on your phone" in shown
    # Whoever knows an earlier code is not told the next one.
    end_links(alice)
    typed.get(f"/j/{links(alice, app)[1]}")
    assert code_of(alice) not in typed.get(f"{alice.url}board").text


def test_the_letters_on_the_board_let_one_watch_and_nothing_else(alice: Player, app: Flask) -> None:
    play_example(alice)
    code = letters_of(alice)
    assert code != code_of(alice)
    for address in (f"/{code}", f"/{code}/tv"):
        watcher = app.test_client()
        assert watcher.get(address).status_code in (302, 303)
        assert watcher.get(alice.url).status_code == 200
        assert watcher.get(f"{alice.url}setup").status_code == 403
    end_links(alice)
    assert app.test_client().get(f"/{code}").status_code == 404


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


def test_a_board_that_is_asked_for_again_and_again_writes_its_letters_once(alice: Player, app: Flask) -> None:
    play_example(alice)
    letters = letters_of(alice)
    store = app.extensions["tables"].store
    before = store.query("SELECT letters_until FROM tables")
    with store.transaction() as conn:
        conn.execute("UPDATE tables SET letters_until = letters_until - 60")
    for _ in range(3):
        assert letters_of(alice) == letters
        alice.client.get(f"{alice.url}bell")
    assert store.query("SELECT letters_until + 60 FROM tables") == before


def test_a_board_shows_the_points_while_no_letters_can_be_stored(alice: Player, app: Flask, tmp_path: Path) -> None:
    play_example(alice)
    # Nothing is written to a database whose log was taken away.
    app.extensions["tables"].store.path.with_suffix(".db-wal").rename(tmp_path / "log")
    html = words(alice.page("board"))
    assert "1 Hatter leads 27" in html
    assert "<strong>" not in alice.page("board").partition('class="watch"')[2].partition("</p>")[0]


def test_a_deal_in_progress_is_shown_but_not_counted(alice: Player) -> None:
    play_example(alice)
    alice.tap("2.red.count.0.=4", "2/")
    html = words(alice.page("board"))
    assert "1 Hatter leads 27" in html
    assert "No result yet for deal 2." in html


def test_the_board_holds_no_code_no_scoring_link_and_no_form_even_for_who_scores(alice: Player, app: Flask) -> None:
    play_example(alice)
    html = alice.page("board")
    score, _ = links(alice, app)
    assert code_of(alice) not in html
    assert score not in html
    assert "<form" not in html
    assert "csrf" not in html


def test_who_only_watches_may_open_the_board_and_a_stranger_may_not(alice: Player, app: Flask) -> None:
    watcher = app.test_client()
    watcher.get(f"/j/{links(alice, app)[1]}")
    assert watcher.get(f"{alice.url}board").status_code == 200
    assert f'href="{alice.url}board"' in watcher.get(alice.url).text
    assert app.test_client().get(f"{alice.url}board").status_code == 404


def test_without_script_the_board_comes_again_by_itself(alice: Player) -> None:
    play_example(alice)
    assert '<noscript><meta http-equiv="refresh" content="15"></noscript>' in alice.page("board")


def test_every_live_page_has_a_refresh_link_without_script(alice: Player) -> None:
    play_example(alice)
    for where in ("", "1/", "1/sheet", "journal"):
        assert re.search(r'<noscript><a class="tool" href="" aria-label="Refresh">', alice.page(where)), where


def test_the_page_kept_for_no_connection_holds_nothing_of_any_table(alice: Player) -> None:
    answer = alice.client.get("/offline")
    assert answer.status_code == 200
    assert "csrf" not in answer.text
    assert "/t/" not in answer.text
    assert "Set-Cookie" not in answer.headers


def test_the_worker_may_serve_the_whole_site_and_knows_no_table(alice: Player) -> None:
    with alice.client.get("/static/worker.js") as answer:
        assert answer.headers["Service-Worker-Allowed"] == "/"
        assert "/t/" not in answer.text
        assert "worker-src 'self'" in answer.headers["Content-Security-Policy"]
