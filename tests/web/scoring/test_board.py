"""The TV scoreboard of a table: everybody can watch it, and nothing on it lets anybody write."""

import re

from flask import Flask

from tests.support.http import Player, code_of, links, play_example


def words(html: str) -> str:
    """Return the text of a page."""
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", html))


def test_the_board_ranks_everybody_with_total_and_gap(alice: Player) -> None:
    play_example(alice)
    assert "1 Hatter leads 27 2 Cheshire 4 behind 31 3 Alice 8 behind 35" in words(alice.page("board"))


def test_the_board_shows_the_rounds_the_race_and_who_starts_next(alice: Player) -> None:
    play_example(alice)
    play_example(alice, 2)
    html = alice.page("board")
    assert "1 2 Hatter 27 27 Cheshire 31 31 Alice 35 35" in words(html)
    assert "Points behind the leader" in html
    assert "Cheshire starts" in words(html)


def test_before_anything_is_scored_nobody_has_a_rank(alice: Player) -> None:
    html = words(alice.page("board"))
    assert "– Alice 0 – Hatter 0 – Cheshire 0" in html
    assert "Nothing scored yet" in html


def test_a_deal_in_progress_is_shown_but_not_counted(alice: Player) -> None:
    play_example(alice)
    alice.tap("2.red.count.0.=4", "2/")
    html = words(alice.page("board"))
    assert "1 Hatter leads 27" in html
    assert "No result yet for deal 2." in html


def test_the_board_holds_no_code_no_scoring_link_and_no_form_even_for_who_scores(alice: Player, app: Flask) -> None:
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
