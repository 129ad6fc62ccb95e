"""Large exports are written one at a time, and only once until something is entered."""

import pytest
from flask import Flask
from flask.testing import FlaskClient

from scorekeeper.games.pad import Spot
from scorekeeper.games.tally.counting import POINTS_BOX, POINTS_ROW
from scorekeeper.storage import access
from scorekeeper.table.journal import By, Write
from scorekeeper.web.exchange.large import FEW_LINES, LargeExports
from tests.support.groups import open_group
from tests.support.http import Player, open_table, token


def enter(player: Player, app: Flask, lines: int) -> None:
    tables = app.extensions["tables"]
    for number in range(lines):
        seen = tables.load(player.table).seen
        tables.record(player.table, Write({Spot(1, POINTS_ROW, POINTS_BOX, 0): number % 50}), f"{seen}", By("x"), seen)


@pytest.fixture
def large(client: FlaskClient, app: Flask) -> Player:
    """A table with a large export."""
    player = open_table(client, ("Anna", "Bo"), "tally")
    enter(player, app, FEW_LINES)
    return player


def test_a_large_export_is_written_once_until_its_key_changes() -> None:
    exports, written = LargeExports(), list[str]()

    def write(key: str, lines: int = FEW_LINES + 1) -> str:
        return exports.get_or_write(key, lines, lambda: written.append(key) or f"{len(written)}")

    assert [write("a"), write("a"), write("b"), write("a"), write("b")] == ["1", "1", "2", "1", "2"]
    assert [write("c", FEW_LINES), write("c", FEW_LINES)] == ["3", "4"], "a small one takes no memory"


def test_who_asks_meanwhile_is_told_when_to_try_again(large: Player, app: Flask) -> None:
    link = access.find_link(app.extensions["tables"].store, large.table, "watch")
    small = open_table(large.client, ("Cleo", "Dan"), "tally")
    with app.extensions["large_exports"]._writing:
        for path in (f"{large.url}take/tables.csv", f"/api/v1/take/{link}/transcript.txt"):
            answer = large.client.get(path)
            assert answer.status_code == 503
            assert answer.headers["Retry-After"] == "5"
            assert "Another large export is being written. Nothing is lost. Try again in a moment." in answer.text
        assert large.client.get(f"{small.url}take/tables.csv").status_code == 200
    assert large.client.get(f"{large.url}take/tables.csv").status_code == 200


@pytest.mark.parametrize("form", ["transcript.txt", "rounds.csv", "scorekeeper.json", "text.txt"])
def test_a_large_export_tells_what_was_entered_since(large: Player, app: Flask, form: str) -> None:
    group = open_group(large.client, app, "Friday", "Anna").group
    where = f"/t/{large.table}/group"
    assert large.client.post(where, data={"csrf_token": token(large.client), "op": "g", "group": group}).location
    pages = [f"{large.url}take/{form}", f"/g/{group}/take/{form}"]
    before = [large.client.get(page).text for page in pages]
    assert [large.client.get(page).text for page in pages] == before
    enter(large, app, 1)
    tables = app.extensions["tables"]
    tables.record(
        large.table, Write({Spot(1, POINTS_ROW, POINTS_BOX, 1): 777}), "x", By("x"), tables.load(large.table).seen
    )
    for page, text in zip(pages, before, strict=True):
        now = large.client.get(page).text
        assert now != text
        assert "777" in now
    large.client.post(f"{large.url}delete", data={"csrf_token": token(large.client)})
    assert "777" not in large.client.get(pages[1]).text, "a deleted table is left out at once"
