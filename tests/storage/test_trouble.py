"""Tests of a full disk, and of moved, locked and damaged databases: nothing is falsely acknowledged."""

import shutil
import sqlite3
import threading
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from scorekeeper import create_app
from scorekeeper.games.pad import Setup, Spot
from scorekeeper.storage import journals
from scorekeeper.storage.check import check
from scorekeeper.storage.contract import Unreadable, Unwritable
from scorekeeper.storage.sqlite_file import Damaged
from scorekeeper.storage.store import Store
from scorekeeper.table.journal import By, Change, Write
from tests.storage.disk import FULL, READ_ONLY, SYNC_ERROR, WRITE_ERROR, remembering
from tests.storage.phones import read_journals
from tests.support.http import field, open_table, row_of

SETUP = Change(Setup(("Alice", "Bo"), {}, ((1, (0, 1)),)))

BY = By("phone")
CHOSEN = 'value="1.red.count.0.="'
"""Part of the form once the first player’s count is entered: a button that takes it back."""


def write(mark: int) -> Write:
    return Write({Spot(1, "red", "count", 0): mark})


def append(store: Store, table_id: str, op: str) -> int:
    return journals.append(store, table_id, op, write(3), BY, 200, lambda: None).seq


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    store = Store(tmp_path / "here")
    yield store
    store.close()


@pytest.fixture
def table(store: Store) -> str:
    return journals.open_table(store, "parade", SETUP, BY, 100)


def ops_after_a_crash(store: Store, folder: Path) -> list[str]:
    """Return the idempotency keys that would exist if the app ended now."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    for path in store.path.parent.glob("scorekeeper.db*"):
        if not path.name.endswith("-shm"):
            shutil.copy(path, folder / path.name)
    assert check(folder / "scorekeeper.db").faults == ()
    (lines,) = read_journals(folder / "scorekeeper.db").values()
    return [line.op for line in lines]


@pytest.mark.parametrize("number", [FULL, WRITE_ERROR, SYNC_ERROR, READ_ONLY])
def test_a_disk_that_refuses_at_any_moment_acknowledges_nothing_and_works_on_once_it_takes_again(
    tmp_path: Path, number: int
) -> None:
    room: list[int] = []

    def refusal(kind: str, file: str) -> int:
        if not room:
            return 0
        room[0] -= 1
        return number if room[0] < 0 else 0

    refused = 0
    with remembering(refusal):
        store = Store(tmp_path / "here")
        table = journals.open_table(store, "parade", SETUP, BY, 100, "opening")
        for steps in range(12):
            room[:] = [steps]
            acknowledged = []
            with suppress(Unwritable):
                acknowledged = [append(store, table, f"op{steps}")]
            assert [line.seq for line in journals.load_lines(store, table)][steps + 1 :] == acknowledged
            crashed = ops_after_a_crash(store, tmp_path / "crash")
            assert [f"op{steps}"][: len(acknowledged)] == crashed[steps + 1 :][: len(acknowledged)]
            refused += not acknowledged
            room.clear()
            assert append(store, table, f"op{steps}") == steps + 2
        store.close()
    assert 0 < refused < 12
    assert [line.op for line in read_journals(store.path)[table]] == ["opening", *(f"op{steps}" for steps in range(12))]
    assert check(store.path).faults == ()


@pytest.mark.parametrize(
    ("number", "sentence"),
    [
        (FULL, "it might be full"),
        (WRITE_ERROR, "it might be full"),
        (READ_ONLY, "it might be full"),
        (11, "are damaged"),
    ],
)
def test_a_refused_tap_is_answered_with_the_cause_and_its_form_counts_later(
    tmp_path: Path,
    number: int,
    sentence: str,
    caplog: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    refusing = False
    with remembering(lambda kind, file: number if refusing else 0):
        app = create_app(tmp_path / "here", TESTING=True)
        monkeypatch.setattr(app.logger, "filters", [])  # a server in this process lets a line be logged only once
        alice = open_table(app.test_client())
        refusing = True
        answer = alice.tap("1.red.count.0.=4")
        assert answer.status_code == 503
        assert sentence in answer.text
        assert "Your entry is kept" in answer.text
        assert "Nothing was written: " in caplog.text
        assert CHOSEN not in row_of(alice.page(), "red")
        refusing = False
        names = ("csrf_token", "op", "seen", "tap")
        again = alice.client.post(f"{alice.url}1/write", data={name: field(answer.text, name) for name in names})
        assert again.status_code == 303
        assert CHOSEN in row_of(alice.page(), "red")
        app.extensions["tables"].store.close()
    (lines,) = read_journals(tmp_path / "here" / "scorekeeper.db").values()
    assert len(lines) == 2


def read_elsewhere(store: Store, table_id: str) -> list[Exception]:
    """Return the errors of a thread that reads for the first time."""
    told: list[Exception] = []

    def read() -> None:
        try:
            journals.find_newest(store, table_id)
        except Unreadable as refusal:
            told.append(refusal)

    thread = threading.Thread(target=read)
    thread.start()
    thread.join()
    return told


def test_a_database_that_is_moved_away_for_a_moment_loses_nothing(store: Store, table: str, tmp_path: Path) -> None:
    append(store, table, "before")
    away = store.path.rename(tmp_path / "away.db")
    with pytest.raises(Unwritable) as unwritten:
        append(store, table, "meanwhile")
    (unread,) = read_elsewhere(store, table)
    assert [unwritten.value.cause, unread.cause] == ["moved", "moved"]
    away.rename(store.path)
    append(store, table, "after")
    assert ops_after_a_crash(store, tmp_path / "crash")[1:] == ["before", "after"]


def test_a_page_destroyed_under_the_server_acknowledges_no_line(tmp_path: Path) -> None:
    first = Store(tmp_path)
    table = journals.open_table(first, "parade", SETUP, BY, 100)
    for number in range(50):
        append(first, table, f"op{number}")
    first.close()
    store = Store(tmp_path)
    destroy_lines(store.path)
    with pytest.raises((Unwritable, Unreadable)) as refused:
        append(store, table, "after")
    assert refused.value.cause == "damaged"
    store.close()


def destroy_lines(database: Path) -> None:
    """Overwrite the middle of every page of the journals."""
    conn = sqlite3.connect(database)
    size = conn.execute("PRAGMA page_size").fetchone()[0]
    roots = [row[0] for row in conn.execute("SELECT rootpage FROM sqlite_master WHERE tbl_name = 'lines'") if row[0]]
    conn.close()
    with database.open("r+b") as file:
        for root in roots:
            file.seek((root - 1) * size)
            file.write(b"\xaa" * size)


def test_a_damaged_database_is_not_opened_and_the_sentence_says_what_helps(tmp_path: Path) -> None:
    store = Store(tmp_path)
    journals.open_table(store, "parade", SETUP, BY, 100)
    store.close()
    destroy_lines(store.path)
    with pytest.raises(Damaged, match=r"scorekeeper\.db is damaged"):
        Store(tmp_path)
    assert check(store.path).faults


def test_readers_cannot_checkpoint(store: Store, table: str) -> None:
    log = Path(f"{store.path}-wal").stat().st_size
    with suppress(Unreadable):
        store.query("PRAGMA wal_checkpoint(TRUNCATE)")
    assert Path(f"{store.path}-wal").stat().st_size == log > 0


def test_a_database_that_another_program_locks_is_waited_for_and_then_refused(store: Store, table: str) -> None:
    other = sqlite3.connect(store.path, isolation_level=None, check_same_thread=False)
    other.execute("BEGIN IMMEDIATE")
    store._writer.execute("PRAGMA busy_timeout=20")
    with pytest.raises(Unwritable, match="locked"):
        append(store, table, "refused")
    store._writer.execute("PRAGMA busy_timeout=5000")
    ends = threading.Timer(0.2, other.execute, ("ROLLBACK",))
    ends.start()
    assert append(store, table, "waited") == 2
    ends.join()
    other.close()
