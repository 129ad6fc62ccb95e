"""Tests of the store: one owner, one writer, lines only added, an idempotency key counts once."""

import fcntl
import shutil
import sqlite3
import stat
import sys
import threading
from pathlib import Path

import pytest

from scorekeeper.games.pad import Setup, Spot
from scorekeeper.language.text import NotDone
from scorekeeper.storage import access, journals
from scorekeeper.storage.contract import OpTaken, Storage, Unreadable, Unusable, Unwritable
from scorekeeper.storage.files import DATABASE, InUse
from scorekeeper.storage.store import Store
from scorekeeper.table.journal import By, Change, Reopen, Write

SETUP = Change(Setup(("Alice", "Bo"), {}, ((1, (0, 1)),)))

BY = By("phone")


SQLITE = pytest.mark.parametrize("engine", ["sqlite"], indirect=True)
"""For tests of what only SQLite has, such as a file."""


@pytest.fixture
def table(store: Storage) -> str:
    return journals.open_table(store, "parade", SETUP, BY, 100)


def write(mark: int) -> Write:
    return Write({Spot(1, "red", "count", 0): mark})


def nothing() -> None:
    """Admit everything."""


def test_a_tap_that_is_sent_again_after_weeks_is_the_same_tap(store: Storage, table: str) -> None:
    first = journals.append(store, table, "op", write(3), BY, 200, nothing)
    for number in range(300):
        journals.append(store, table, f"later{number}", write(number), BY, 200 + number * 10_000, nothing)
    assert journals.append(store, table, "op", write(3), BY, 5_000_000, nothing) == first


def test_the_first_line_of_each_minute_moves_its_table_in_the_lists(store: Storage) -> None:
    table = journals.open_table(store, "parade", SETUP, BY, 119)
    seen = []
    for number, at in enumerate((119, 120, 121, 179, 180, 150, 3599, 3600)):
        journals.append(store, table, f"op{number}", write(number), BY, at, nothing)
        seen.append(access.list_tables_of(store, "phone")[0].at)
    assert seen == [119, 120, 120, 120, 180, 180, 3599, 3600]


def test_a_line_with_one_said_before_it_moves_its_table_as_well(store: Storage, table: str) -> None:
    journals.append(store, table, "op", write(3), BY, 200, lambda: [Reopen(1, "miscounted")])
    assert [line.seq for line in journals.load_lines(store, table)] == [1, 2, 3]
    assert access.list_tables_of(store, "phone")[0].at == 200


@SQLITE
def test_an_acknowledged_line_is_there_for_everybody_at_once(store: Storage, table: str) -> None:
    other = sqlite3.connect(store.path)
    for number in range(5):
        seq = journals.append(store, table, f"op{number}", write(number), BY, 200, nothing).seq
        assert other.execute("SELECT max(seq) FROM lines").fetchone() == (seq,)
    other.close()


@SQLITE
def test_nobody_else_writes_between_the_look_and_the_line(store: Storage, table: str) -> None:
    other = sqlite3.connect(store.path, timeout=0)

    def admit() -> None:
        with pytest.raises(sqlite3.OperationalError, match="locked"):
            other.execute("INSERT INTO names VALUES ('other', 'Bo', 1)")

    assert journals.append(store, table, "op", write(3), BY, 200, admit).seq == 2
    other.close()


def test_who_is_let_in_to_one_table_is_a_stranger_at_another(store: Storage, table: str) -> None:
    other = journals.open_table(store, "parade", SETUP, By("stranger"), 100)
    assert [access.find_role(store, table_id, "phone") for table_id in (table, other)] == ["score", ""]


def test_the_same_op_with_something_else_in_it_is_refused(store: Storage, table: str) -> None:
    journals.append(store, table, "op", write(3), BY, 200, nothing)
    with pytest.raises(OpTaken):
        journals.append(store, table, "op", write(4), BY, 200, nothing)


def test_an_op_of_another_table_is_another_op(store: Storage, table: str) -> None:
    other = journals.open_table(store, "parade", SETUP, BY, 100)
    journals.append(store, table, "op", write(3), BY, 200, nothing)
    assert journals.append(store, other, "op", write(4), BY, 200, nothing).seq == 2


def test_a_line_that_is_not_admitted_leaves_nothing_behind(store: Storage, table: str) -> None:
    def refuse() -> None:
        raise ValueError

    with pytest.raises(ValueError):
        journals.append(store, table, "op", write(3), BY, 200, refuse)
    assert journals.find_newest(store, table).seq == 1
    assert journals.append(store, table, "op2", write(3), BY, 200, nothing).seq == 2


def test_time_in_the_journal_never_runs_backwards(store: Storage, table: str) -> None:
    journals.append(store, table, "a", write(1), BY, 500, nothing)
    journals.append(store, table, "b", write(2), BY, 400, nothing)
    assert [line.at for line in journals.load_lines(store, table)] == [100, 500, 500]


@SQLITE
@pytest.mark.parametrize(
    "sql",
    [
        "UPDATE lines SET act = ''",
        "DELETE FROM lines",
        "INSERT OR REPLACE INTO lines VALUES ((SELECT id FROM tables), 1, 'x', 0, 'b', NULL, '', '')",
    ],
)
def test_lines_cannot_be_changed_even_by_hand(store: Storage, table: str, sql: str) -> None:
    with pytest.raises(sqlite3.IntegrityError):
        store._writer.execute(sql)
    assert journals.load_lines(store, table)[0].act == SETUP


@SQLITE
def test_a_second_store_on_the_same_folder_is_refused_with_a_sentence(store: Storage, tmp_path: Path) -> None:
    with pytest.raises(InUse, match="Another Scorekeeper is using"):
        Store(tmp_path)


@SQLITE
def test_deleting_the_lock_file_lets_no_second_store_in(store: Storage, tmp_path: Path) -> None:
    (tmp_path / "scorekeeper.lock").unlink()
    for _ in range(2):
        with pytest.raises(InUse):
            Store(tmp_path)


def test_a_database_with_a_second_name_is_refused_under_either(tmp_path: Path) -> None:
    Store(tmp_path / "one").close()
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / DATABASE).hardlink_to(tmp_path / "one" / DATABASE)
    for folder in ("one", "other"):
        with pytest.raises(Unusable, match=f"{folder}/{DATABASE} has more than one name"):
            Store(tmp_path / folder)
    (tmp_path / "other" / DATABASE).unlink()
    Store(tmp_path / "one").close()


def test_a_store_of_an_earlier_scorekeeper_that_knew_the_lock_file_alone_is_still_heeded(tmp_path: Path) -> None:
    with (tmp_path / "scorekeeper.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        with pytest.raises(InUse):
            Store(tmp_path)
    Store(tmp_path).close()


def test_windows_is_told_to_use_wsl_before_anything_is_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # Windows has no module `fcntl`.
    monkeypatch.setitem(sys.modules, "fcntl", None)
    with pytest.raises(NotDone, match="Run it in WSL"):
        Store(tmp_path / "new")
    assert not (tmp_path / "new" / DATABASE).exists()


def test_a_closed_store_is_one_file_with_every_line(tmp_path: Path) -> None:
    store = Store(tmp_path / "here")
    table = journals.open_table(store, "parade", SETUP, BY, 100)
    journals.append(store, table, "op", write(3), BY, 200, nothing)
    threads = [threading.Thread(target=journals.find_newest, args=(store, table)) for _ in range(3)]
    for thread in threads:
        thread.start()
        thread.join()
    store.close()
    assert sorted(path.name for path in store.path.parent.iterdir()) == ["scorekeeper.db", "scorekeeper.lock"]
    copy = sqlite3.connect(shutil.copy(store.path, tmp_path / "copy.db"))
    assert copy.execute("SELECT max(seq) FROM lines").fetchone() == (2,)
    copy.close()


@SQLITE
def test_readers_cannot_write(store: Storage, table: str) -> None:
    with pytest.raises(Unreadable, match="readonly"):
        store.query("INSERT INTO names VALUES ('a', 'b', 1)")


@SQLITE
def test_the_database_is_for_this_user_only(store: Storage) -> None:
    assert stat.S_IMODE(store.path.stat().st_mode) == 0o600


@SQLITE
def test_a_database_deleted_under_the_server_takes_no_more_lines(store: Storage, table: str) -> None:
    store.path.unlink()
    with pytest.raises(Unwritable):
        journals.append(store, table, "op", write(3), BY, 200, nothing)


def test_a_code_works_for_ten_minutes_and_can_be_renewed(store: Storage, table: str) -> None:
    row = journals.find_table(store, table)
    assert row
    assert len(row.code) == 5
    assert set(row.code) <= set("BCDFGHJKLMNPQRSTVWXZ")
    assert access.find_by_code(store, row.code, 100 + 599) == table
    assert access.find_by_code(store, row.code, 100 + 600) is None
    access.open_joining(store, table, 300)
    assert access.find_by_code(store, row.code, 899) == table


def test_a_code_that_has_closed_is_never_opened_again(store: Storage, table: str) -> None:
    old = journals.find_table(store, table)
    access.open_joining(store, table, 5000)
    new = journals.find_table(store, table)
    assert old
    assert new
    assert old.code != new.code
    assert access.find_by_code(store, old.code, 5001) is None
    assert access.find_by_code(store, new.code, 5599) == table


def test_a_table_is_opened_once_however_often_the_button_is_pressed(store: Storage) -> None:
    first = journals.open_table(store, "parade", SETUP, BY, 100, "press")
    assert journals.open_table(store, "parade", SETUP, BY, 101, "press") == first
    assert journals.open_table(store, "parade", SETUP, By("other"), 101, "press") != first


def test_links_are_long_and_open_their_own_role(store: Storage, table: str) -> None:
    score, watch = access.find_link(store, table, "score"), access.find_link(store, table, "watch")
    assert len(score) >= 22
    assert access.find_by_link(store, score) == (table, "score")
    assert access.find_by_link(store, watch) == (table, "watch")
    assert access.find_by_link(store, "guess") is None


def test_a_scorer_who_follows_the_watching_link_still_scores(store: Storage, table: str) -> None:
    access.let_in(store, table, "phone", "watch", 1)
    access.let_in(store, table, "other", "watch", 1)
    assert access.find_role(store, table, "phone") == "score"
    assert access.find_role(store, table, "other") == "watch"
    assert access.find_role(store, table, "nobody") == ""


def test_every_page_sees_what_was_written_last(store: Storage, table: str) -> None:
    def page() -> tuple[object, ...]:
        return journals.look_at_table(store, table), access.find_member(store, table, "phone")

    seen = [page() for _ in range(3)]
    journals.append(store, table, "op", write(3), BY, 200, nothing)
    seen += [page() for _ in range(2)]
    access.let_in(store, table, "bo", "watch", 200)
    access.end_links(store, table, "bo", 300)
    seen += [page() for _ in range(2)]
    assert [look[1].seq for look, _ in seen] == [1, 1, 1, 2, 2, 2, 2]
    assert [member.ended for _, member in seen] == [False] * 5 + [True] * 2


def test_a_seat_has_one_phone_however_many_want_it(store: Storage, table: str) -> None:
    phones = [f"phone {number}" for number in range(8)]
    for phone in phones:
        access.let_in(store, table, phone, "score", 1)
    threads = [threading.Thread(target=access.take_seat, args=(store, table, phone, 0)) for phone in phones]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert list(access.find_seat_claims(store, table)) == [0]
    assert access.find_seat_claims(store, table)[0] in phones
