"""Tests of the copies that the app makes itself: what is older than a few seconds is not lost with the disk."""

import json
import re
import shutil
import sqlite3
import threading
import time
from collections.abc import Iterator
from contextlib import closing
from datetime import date, timedelta
from pathlib import Path

import pytest

from scorekeeper.games.pad import Setup, Spot
from scorekeeper.storage import journals
from scorekeeper.storage.backup import Refused
from scorekeeper.storage.check import check
from scorekeeper.storage.contract import Unusable
from scorekeeper.storage.copies import NAME, Copies, _list_superseded, find_copy, parse_folder
from scorekeeper.storage.erasing import remove
from scorekeeper.storage.store import Store
from scorekeeper.table.journal import By, Change, Write
from tests.support.command import scorekeeper
from tests.support.http import Browser, score_a_game, totals
from tests.support.loops import wait_until
from tests.support.server import serving

SETUP = Change(Setup(("Alice", "Bo"), {}, ((1, (0, 1)),)))

BY = By("phone")

RED = Spot(1, "red", "count", 0)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    store = Store(tmp_path / "instance")
    yield store
    store.close()


@pytest.fixture
def stick(tmp_path: Path) -> Path:
    folder = tmp_path / "stick"
    folder.mkdir()
    return folder


def open_one(store: Store, op: str = "") -> str:
    return journals.open_table(store, "parade", SETUP, BY, 100, op)


def append(store: Store, table: str, op: str, mark: int = 3) -> None:
    journals.append(store, table, op, Write({RED: mark}), BY, 200, lambda: None)


def contents(path: Path) -> dict[str, list[tuple[object, ...]]]:
    """Return all rows by table, without the mark of a backup."""
    with closing(sqlite3.connect(path)) as conn:
        names = [name for (name,) in conn.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        return {
            name: sorted(conn.execute(f"SELECT * FROM {name}"), key=repr) for name in sorted(names) if name != "backup"
        }


def copied(stick: Path) -> dict[str, list[tuple[object, ...]]]:
    """Return all rows of the newest copy, none while there is none."""
    try:
        return contents(find_copy(stick))
    except Refused:
        return {}


@pytest.fixture
def copies(store: Store, stick: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Copies]:
    monkeypatch.setattr("scorekeeper.storage.copies.QUIET", 0.1)
    monkeypatch.setattr("scorekeeper.storage.copies.SHARE", 0)
    monkeypatch.setattr("scorekeeper.storage.copies.RETRY", 0.1)
    copies = Copies(store, stick)
    copies.start()
    yield copies
    copies.stop()


@pytest.mark.usefixtures("copies")
def test_an_entry_is_in_the_copy_after_a_pause(store: Store, stick: Path, copies: Copies) -> None:
    wait_until((stick / NAME).exists)
    table = open_one(store)
    append(store, table, "a")
    wait_until(lambda: copied(stick) == contents(store.path))
    assert copies.find_trouble() is None
    assert check(stick / NAME).faults == ()
    assert {path.stat().st_mode & 0o777 for path in stick.glob("scorekeeper-*")} == {0o600}


def test_what_was_entered_last_is_copied_when_the_app_stops(
    store: Store, stick: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    copies = Copies(store, stick)
    copies.start()
    wait_until((stick / NAME).exists)
    monkeypatch.setattr("scorekeeper.storage.copies.QUIET", 3600)
    append(store, open_one(store), "a")
    copies.stop(60)
    assert copied(stick) == contents(store.path)


def test_a_copy_that_is_torn_is_passed_over(store: Store, stick: Path, copies: Copies) -> None:
    open_one(store)
    wait_until(lambda: copied(stick) == contents(store.path) and list(stick.glob("scorekeeper-????-??-??.db")))
    copies.stop(60)
    (stick / NAME).write_bytes(b"SQLite format 3\0 and no more")
    assert find_copy(stick).name != NAME
    assert copied(stick) == contents(store.path)


def test_a_missing_disk_stops_no_entry_and_is_said_and_found_again(store: Store, stick: Path, copies: Copies) -> None:
    wait_until((stick / NAME).exists)
    table = open_one(store)
    wait_until(lambda: copied(stick) == contents(store.path))
    wait_until(lambda: not list(stick.glob("unchecked-*")))
    stick.rename(stick.with_name("pulled"))
    append(store, table, "a")
    wait_until(copies.find_trouble)
    assert "stick is missing. Scoring continues." in str(copies.find_trouble())
    append(store, table, "b")
    stick.with_name("pulled").rename(stick)
    wait_until(lambda: not copies.find_trouble())
    append(store, table, "c")
    wait_until(lambda: copied(stick) == contents(store.path))


@pytest.mark.usefixtures("copies")
def test_erased_lines_are_soon_in_no_copy_but_those_of_the_day(store: Store, stick: Path) -> None:
    wait_until(lambda: list(stick.glob("scorekeeper-????-??-??.db")))
    table = journals.open_table(store, "parade", Change(Setup(("Zaphod", "Bo"), {}, ((1, (0, 1)),))), BY, 100)
    wait_until(lambda: b"Zaphod" in (stick / NAME).read_bytes())
    remove(store, [table])
    store.wipe([table])
    wait_until(lambda: b"Zaphod" not in (stick / NAME).read_bytes())


def test_a_copy_is_kept_for_each_day(store: Store, stick: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("scorekeeper.storage.copies.SHARE", 0)
    monkeypatch.setattr("scorekeeper.storage.copies.QUIET", 0.1)
    now = time.time()
    copies = Copies(store, stick, lambda: now)
    copies.start()
    open_one(store)
    wait_until(lambda: len(list(stick.glob("scorekeeper-????-??-??.db"))) == 1)
    now += 24 * 3600
    wait_until(lambda: len(list(stick.glob("scorekeeper-????-??-??.db"))) == 2)
    copies.stop(60)
    assert all(check(path).faults == () for path in stick.glob("scorekeeper-*.db"))
    assert not list(stick.glob("unchecked-*"))


def test_a_database_with_a_fault_is_said_and_the_older_copy_stays(store: Store, stick: Path, copies: Copies) -> None:
    table = open_one(store)
    append(store, table, "a")
    wait_until(lambda: copied(stick) == contents(store.path))
    sound = (stick / NAME).read_bytes()
    with closing(sqlite3.connect(store.path)) as conn:
        conn.execute("DROP TRIGGER lines_stay")
        conn.execute("UPDATE lines SET act = 'x' WHERE seq = 2")
        conn.commit()
    append(store, table, "b")
    wait_until(copies.find_trouble)
    assert "has faults" in str(copies.find_trouble())
    assert (stick / NAME).read_bytes() == sound


@pytest.mark.parametrize("begin", [date(2026, 1, 1), date(2026, 11, 23)])
def test_seven_days_and_four_weeks_are_kept(begin: date) -> None:
    kept: list[date] = []
    for day in (begin + timedelta(number) for number in range(80)):
        kept.append(day)
        kept = [one for one in kept if one not in _list_superseded(kept, day)]
    today = kept[-1]
    assert [today - timedelta(number) for number in range(6, -1, -1)] == kept[-7:]
    sundays = [one for one in kept if one.weekday() == 6 and one not in kept[-7:]]
    assert len(sundays) >= 3
    assert today - kept[0] >= timedelta(weeks=3)
    assert len(kept) <= 7 + 4


# the server


def start(folder: Path, stick: Path) -> None:
    folder.mkdir(exist_ok=True)
    (folder / "config.py").write_text(f"COPIES_TO = {str(stick)!r}\n")


def test_a_whole_evening_comes_back_with_one_command(tmp_path: Path, stick: Path) -> None:
    start(tmp_path / "here", stick)
    database = tmp_path / "here" / "scorekeeper.db"
    with serving(tmp_path / "here") as app:
        assert f"All scores are copied to {stick}" in app.said
        assert "That is the same disk." in app.said
        points = score_a_game(app.address)
        wait_until(lambda: copied(stick) == contents(database))
        assert json.loads(Browser(app.address).get("/readyz"))["copies"] == "ok"
        with closing(sqlite3.connect(database)) as conn:
            ((link, table),) = conn.execute("SELECT link, table_id FROM links WHERE role = 'score'")
    shutil.rmtree(tmp_path / "here")
    said, _ = scorekeeper("restore", str(stick), "--instance", str(tmp_path / "there"))
    assert re.search(r"Restored all tables from .*stick/\S+ to .*\. The newest entry is from 20\d\d-", said)
    with serving(tmp_path / "there") as app:
        browser = Browser(app.address)
        browser.get(f"/j/{link}")
        assert totals(browser.get(f"/t/{table}/1/sheet")) == list(points.values())


@pytest.mark.parametrize(
    ("setting", "address", "why"),
    [(3, "", "must be the path of a folder"), (b"/x", "", "must be the path"), ("/x", "postgresql://x", "SQLite only")],
)
def test_a_setting_that_cannot_be_is_refused_with_a_sentence(setting: object, address: str, why: str) -> None:
    with pytest.raises(Unusable, match=why):
        parse_folder(setting, address)
    assert parse_folder("", "") is parse_folder(None, "postgresql://x") is None


def test_entries_without_a_pause_are_copied_all_the_same(
    store: Store, stick: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("scorekeeper.storage.copies.QUIET", 3600)
    monkeypatch.setattr("scorekeeper.storage.copies.LONGEST_WAIT", 0.5)
    copies, table, ending = Copies(store, stick), open_one(store), threading.Event()

    def write() -> None:
        for number in range(10_000):
            if ending.is_set():
                return
            append(store, table, f"op{number}")

    writing = threading.Thread(target=write)
    writing.start()
    copies.start()
    wait_until(lambda: len(copied(stick).get("lines", ())) > 20)
    ending.set()
    writing.join()
    copies.stop()
    assert copied(stick) == contents(store.path)


def test_a_folder_without_a_copy_is_refused_with_a_sentence(stick: Path) -> None:
    with pytest.raises(Refused, match="no copy made with COPIES_TO"):
        find_copy(stick)
