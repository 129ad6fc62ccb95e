"""Restoring an older copy of the database while phones are open: none shows wrong scores or overwrites others."""

import re
import shutil
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from flask import Flask

from scorekeeper import create_app
from scorekeeper.table.journal import Strike, Write
from tests.support.http import Player, again, let_in, lines_of, read_hidden_fields

Restore = Callable[[], None]


@pytest.fixture
def copy(alice: Player, app: Flask, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Restore:
    """A function that restores the database as it was after one line of Alice's."""
    alice.tap("1.red.count.0.=3")
    tables, folder = app.extensions["tables"], tmp_path / "instance"
    shutil.copytree(folder, tmp_path / "kept")

    def restore() -> None:
        now = time.time
        monkeypatch.setattr(time, "time", lambda: now() + 2)  # lines are timed in seconds
        tables.store.close()
        shutil.rmtree(folder)
        shutil.copytree(tmp_path / "kept", folder)
        anew = create_app(folder, TESTING=True)
        app.extensions["tables"] = anew.extensions["tables"]

    return restore


def seen_header(player: Player) -> dict[str, str]:
    """Return the header that an open page of this phone sends when it asks for news."""
    match = re.search(r'data-live="([\d.]+)"', player.page(""))
    assert match
    return {"Seen": match[1]}


def test_an_open_page_is_drawn_anew_as_long_as_there_are_fewer_lines_than_it_shows(
    alice: Player, copy: Restore
) -> None:
    alice.tap("1.blue.count.0.=5")
    shown = seen_header(alice)
    assert alice.client.get(alice.url, headers=shown).status_code == 204
    copy()
    assert alice.client.get(alice.url, headers=shown).status_code == 200
    assert alice.client.get(alice.url, headers=seen_header(alice)).status_code == 204


@pytest.mark.parametrize("more", [0, 1, 4])
def test_a_tap_on_a_page_from_before_writes_over_nobody_and_is_kept(
    alice: Player, app: Flask, copy: Restore, more: int
) -> None:
    bo = let_in(alice, app)
    for card in (1, 2):
        alice.tap(f"1.blue.count.0.={card}")
    form = read_hidden_fields(alice, "1/")
    copy()
    bo = let_in(alice, app)
    for card in range(more):
        bo.tap(f"1.grey.count.1.={card + 1}", "1/?way=flip")
    before = lines_of(alice, app)
    answer = alice.client.post(f"{alice.url}1/write", data={**form, "tap": "1.grey.count.1.=7"})
    assert answer.status_code == 409
    assert "The scores were restored from an older backup." in answer.text
    assert lines_of(alice, app) == before
    assert alice.client.post(f"{alice.url}1/write", data=again(answer)).status_code == 303
    assert isinstance(lines_of(alice, app)[-1].act, Write)


def test_a_line_is_not_taken_back_by_a_page_that_has_seen_another_one_under_its_number(
    alice: Player, app: Flask, copy: Restore
) -> None:
    alice.tap("1.blue.count.0.=5")
    form = read_hidden_fields(alice, "1/")
    copy()
    alice.tap("1.grey.count.0.=5")
    assert alice.client.post(f"{alice.url}1/write", data={**form, "strike": "3"}).status_code == 409
    assert not any(isinstance(line.act, Strike) for line in lines_of(alice, app))


def test_a_tap_that_is_sent_again_is_counted_once_whatever_was_brought_back(
    alice: Player, app: Flask, copy: Restore
) -> None:
    form = read_hidden_fields(alice, "1/") | {"tap": "1.blue.count.0.=5"}
    for _ in range(2):
        assert alice.client.post(f"{alice.url}1/write", data=form).status_code == 303
    copy()
    for _ in range(2):
        assert alice.client.post(f"{alice.url}1/write", data=form).status_code == 303
    assert len(lines_of(alice, app)) == 3
