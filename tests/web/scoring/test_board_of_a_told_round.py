"""The TV scoreboard of a round played move by move: the turn, the last move and the cards on the table."""

import re

import pytest
from flask.testing import FlaskClient

from scorekeeper.games import GAMES
from scorekeeper.language.text import speak
from scorekeeper.storage import access
from scorekeeper.table.moves import describe_secrets
from scorekeeper.table.table import Table
from tests.support.http import Player, open_table
from tests.support.page_parsers import words
from tests.support.tables import Author

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


def test_the_last_round_stands_there(client: FlaskClient) -> None:
    for part in range(5, 10):
        board, _ = retell_round(client, "parade-referee-3", part / 10)
        if 'class="turns"' in board.page(f"{1}/play"):
            assert 'class="turns"' in board.page("board")
            return
    raise AssertionError("no last round was told")


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
