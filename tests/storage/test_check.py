"""Tests that a check reports all faults of a database, and none where there are none."""

import sqlite3
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from scorekeeper.games.pad import Setup, Spot
from scorekeeper.games.referee import Action
from scorekeeper.storage import journals
from scorekeeper.storage.check import check
from scorekeeper.storage.store import Store
from scorekeeper.storage.tables import Tables
from scorekeeper.table.journal import By, Change, Write
from tests.support.command import scorekeeper
from tests.support.http import CAST
from tests.support.tables import Author, corrections, misfit
from tests.support.walks import picks


@pytest.fixture
def database(tmp_path: Path) -> Path:
    """A sound database with one journal of four lines."""
    store = Store(tmp_path)
    setup = Change(Setup(("Alice", "Bo"), {}, ((1, (0, 1)),)))
    table = journals.open_table(store, "parade", setup, By("phone"), 100)
    for number in (1, 2, 3):
        spot = Spot(1, "red", "count", 0)
        journals.append(store, table, f"op{number}", Write({spot: number}), By("phone"), 100 + number, lambda: None)
    store.close()
    return store.path


def by_hand(database: Path, sql: str) -> None:
    """Execute a statement that the app never would."""
    conn = sqlite3.connect(database)
    conn.executescript(f"DROP TRIGGER lines_stay; DROP TRIGGER lines_stand; {sql}")
    conn.close()


SWAPPED = "UPDATE lines SET seq = -seq WHERE seq IN (2, 3); UPDATE lines SET seq = 5 + seq WHERE seq < 0"


def test_a_check_may_be_made_while_the_app_runs(database: Path) -> None:
    store = Store(database.parent)
    assert check(database) == (1, 4, ())
    store.close()


@pytest.mark.parametrize(
    ("sql", "sentence"),
    [
        ("DELETE FROM lines WHERE seq = 2", "entries are missing before entry 3."),
        ("DELETE FROM lines WHERE seq = 1", "entries are missing before entry 2."),
        ("DELETE FROM lines", "it has no entries."),
        ("UPDATE lines SET at = 50 WHERE seq = 3", "entry 3 is dated before the entry that precedes it."),
        ("UPDATE lines SET act = '{' WHERE seq = 2", "entry 2 cannot be read."),
        ("UPDATE lines SET act = '{\"strike\":1}' WHERE seq = 1", "The history has no players."),
        ("UPDATE lines SET act = replace(act, '[1,', '[\"x\",') WHERE seq = 2", "entry 2 cannot be read."),
        ("UPDATE lines SET act = CAST(x'7bff7d' AS TEXT) WHERE seq = 2", "entry 2 cannot be read."),
        (
            "UPDATE lines SET act = replace(act, ',3]', ',4]') WHERE seq = 4",
            "entry 4 has been altered since it was saved.",
        ),
        ("UPDATE lines SET browser = 'other' WHERE seq = 3", "entry 3 has been altered since it was saved."),
        ("UPDATE lines SET seat = 1 WHERE seq = 1", "entry 1 has been altered since it was saved."),
        ("UPDATE lines SET op = 'other' WHERE seq = 3", "entry 3 has been altered since it was saved."),
        ("UPDATE lines SET at = at + 1 WHERE seq = 4", "entry 4 has been altered since it was saved."),
        ("UPDATE lines SET hash = 'other' WHERE seq = 4", "entry 4 has been altered since it was saved."),
        (SWAPPED, "entry 2 has been altered since it was saved."),
        (SWAPPED, "entry 3 has been altered since it was saved."),
        (
            "DELETE FROM lines WHERE seq = 2; UPDATE lines SET seq = seq - 1 WHERE seq > 2",
            "entry 2 has been altered since it was saved.",
        ),
        ("DELETE FROM lines WHERE seq > 2", "entries are missing after entry 2."),
        ("UPDATE lines SET table_id = 'x' WHERE seq = 4", "A row in lines does not belong to any table."),
        ("DELETE FROM tables", "A row in links does not belong to any table."),
    ],
)
def test_a_fault_is_told_in_a_sentence(database: Path, sql: str, sentence: str) -> None:
    by_hand(database, sql)
    said, _ = scorekeeper("check", str(database), code=1)
    *faults, last = said.splitlines()
    assert any(fault.endswith(sentence) for fault in faults), said
    assert last.startswith(f"Problems found in {database}.")


def test_a_line_that_follows_one_whose_successors_have_gone_does_not_hide_it(database: Path) -> None:
    by_hand(database, "DELETE FROM lines WHERE seq = 4")
    store = Store(database.parent)
    ((table,),) = store.query("SELECT id FROM tables")
    assert journals.append(store, table, "later", Write({}), By("phone"), 900, lambda: None).seq == 4
    store.close()
    assert [str(fault) for fault in check(database).faults] == [
        f"Table {table}: entry 4 has been altered since it was saved."
    ]


@pytest.fixture
def told(tmp_path: Path) -> Iterator[tuple[Tables, str]]:
    """A table at which a deal of Parade is being played with the referee."""
    tables = Tables(Store(tmp_path))
    yield tables, Author(tables, CAST).retell("parade-referee-3", 0.5)[0]
    tables.store.close()


def faults(tables: Tables) -> list[str]:
    """Return the faults that a check finds, without their tables."""
    return [str(fault).partition(": ")[2] for fault in check(tables.store.path).faults]


def choose_move(tables: Tables, table_id: str) -> Action:
    entry, *_ = tables.load(table_id).play(1).referee.entries(tables.load(table_id).play(1).state)
    return next(pick.action for pick in picks(entry) if pick.cannot is None)


@pytest.mark.parametrize("later", [0, 1])
def test_a_move_that_the_rules_never_allowed_is_told_by_its_line(told: tuple[Tables, str], later: int) -> None:
    tables, table = told
    allowed = choose_move(tables, table)
    assert faults(tables) == []
    bogus = replace(tables.load(table).lines[3].act, of=allowed.of)
    seq = journals.append(tables.store, table, "bogus", bogus, By("phone"), 1, lambda: None).seq
    for number in range(later):
        journals.append(tables.store, table, f"later{number}", allowed, By("phone"), 1, lambda: None)
    assert faults(tables) == [f"entry {seq} is a move that the rules do not allow."]


def test_a_correction_after_which_later_moves_do_not_fit_is_no_fault(told: tuple[Tables, str]) -> None:
    tables, table = told
    wrong = next(act for act in corrections(tables.load(table)) if misfit(tables.load(table), act))
    tables.record(table, wrong, "wrong", By("phone"), tables.load(table).known.seq)
    assert misfit(tables.load(table))
    assert faults(tables) == []


def test_a_destroyed_page_is_told(database: Path) -> None:
    content = bytearray(database.read_bytes())
    content[8192:] = b"\xaa" * len(content[8192:])
    database.write_bytes(content)
    said, _ = scorekeeper("check", str(database), code=1)
    assert "is damaged" in said


def test_a_database_that_is_not_there_is_refused_by_name(tmp_path: Path) -> None:
    assert str(tmp_path / "scorekeeper.db") in scorekeeper("check", "--instance", str(tmp_path), code=2)[1]
    assert list(tmp_path.iterdir()) == []
