"""The history in pages: each line is on exactly one, and no page is longer than the others."""

import re

import pytest
from flask import Flask

from scorekeeper.table.journal import Strike
from tests.support.http import Player, field, let_in, read_hidden_fields
from tests.support.long_journal import extend_journal
from tests.support.tables import load_played_games

LINES = 1234

PAGE = 100

PARADE = next(played for played in load_played_games() if played.game.slug == "parade")


@pytest.fixture
def long(alice: Player, app: Flask) -> Player:
    """A table with a long journal."""
    cookie = alice.client.get_cookie("browser")
    assert cookie
    extend_journal(app.extensions["tables"].store, alice.table, PARADE, LINES, cookie.value)
    return alice


def numbers(html: str) -> list[int]:
    """Return the numbers of the lines on a page."""
    return [int(seq) for seq in re.findall(r"<small>(\d+) ·", html)]


def older(html: str) -> str:
    """Return the address of the older lines, or ""."""
    match = re.search(r'href="/t/\w+/(journal\?before=\d+)">Older entries', html)
    return match[1] if match else ""


def test_every_line_stands_on_one_page_newest_first(long: Player) -> None:
    where, shown, sizes = "journal", [], []
    while where:
        html = long.page(where)
        assert len(numbers(html)) <= PAGE
        shown += numbers(html)
        sizes.append(len(html))
        where = older(html)
    assert shown == list(range(LINES, 0, -1))
    assert max(sizes) < 100_000
    assert "Newest entries" in html
    assert "Newest entries" not in long.page("journal")


def test_a_line_on_an_older_page_is_taken_back_there(long: Player, app: Flask) -> None:
    html = long.page("journal?before=300")
    form = {name: field(html, name) for name in ("csrf_token", "op", "seen", "before")}
    answer = long.client.post(f"{long.url}journal/write", data={**form, "strike": "250"})
    assert answer.location == f"{long.url}journal?before=300"
    again = long.client.get(answer.location).text
    assert re.search(r"250 · .*taken back", again)
    assert numbers(again) == list(range(299, 199, -1))
    assert app.extensions["tables"].load(long.table).lines[-1].act == Strike(250)
    refused = long.client.post(f"{long.url}journal/write", data={**form, "op": "x", "strike": "250"})
    assert refused.status_code == 422
    assert numbers(refused.text) == numbers(again)


def test_a_conflict_and_a_print_tell_only_so_many_lines(long: Player, app: Flask) -> None:
    other = let_in(long, app)
    rubbed = f"{PARADE.taps[0].split(';')[0].rpartition('=')[0]}="
    form = read_hidden_fields(other, "1/?way=flip") | {"seen": "1", "tap": rubbed}
    meanwhile = other.client.post(f"{long.url}1/write", data=form)
    assert meanwhile.status_code == 409
    assert 1 < meanwhile.text.count("<li") <= PAGE
    printed = long.page("1/sheet.html?journal=yes")
    assert printed.partition('class="told"')[2].count("<li") == 600
    assert "These are the newest entries." in printed
