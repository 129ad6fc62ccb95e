"""A check says in words what is wrong with a database, and whether anything is."""

import sqlite3
from pathlib import Path

import pytest

from scorekeeper.games.base import Setup, Spot
from scorekeeper.games.journal import By, Change, Write
from scorekeeper.sound import check
from scorekeeper.store import Store
from tests.test_cli import scorekeeper


@pytest.fixture
def database(tmp_path: Path) -> Path:
    """A database that is sound, with one journal of four lines."""
    store = Store(tmp_path)
    setup = Change(Setup(("Alice", "Bo"), {}, ((1, (0, 1)),)))
    table = store.open_table("parade", 1, setup, By("phone"), 100)
    for number in (1, 2, 3):
        spot = Spot(1, "red", "count", 0)
        store.append(table, f"op{number}", Write({spot: number}), By("phone"), 100 + number, lambda: None)
    store.close()
    return store.path


def by_hand(database: Path, sql: str) -> None:
    """Change what the app never would."""
    conn = sqlite3.connect(database)
    conn.executescript(f"DROP TRIGGER lines_stay; DROP TRIGGER lines_stand; {sql}")
    conn.close()


def test_a_sound_database_is_said_to_be_sound(database: Path) -> None:
    said, _ = scorekeeper("check", "--instance", str(database.parent))
    assert said == f"{database} is sound. Tables: 1, lines: 4.\n"


def test_a_check_may_be_made_while_the_app_runs(database: Path) -> None:
    store = Store(database.parent)
    assert check(database) == (1, 4, ())
    store.close()


@pytest.mark.parametrize(
    ("sql", "sentence"),
    [
        ("DELETE FROM lines WHERE seq = 2", "lines are missing before line 3."),
        ("DELETE FROM lines WHERE seq = 1", "lines are missing before line 2."),
        ("DELETE FROM lines", "it has no line."),
        ("UPDATE lines SET at = 50 WHERE seq = 3", "line 3 is earlier than the line before it."),
        ("UPDATE lines SET act = '{' WHERE seq = 2", "line 2 cannot be read."),
        ("UPDATE lines SET act = '{\"strike\":1}' WHERE seq = 1", "The journal has no players."),
        (
            "UPDATE lines SET act = replace(act, '[1,', '[\"x\",') WHERE seq = 2",
            "round 0 cannot be scored (TypeError).",
        ),
        ("UPDATE lines SET table_id = 'x' WHERE seq = 4", "A row of lines belongs to no table."),
        ("DELETE FROM tables", "A row of links belongs to no table."),
    ],
)
def test_a_fault_is_told_in_a_sentence(database: Path, sql: str, sentence: str) -> None:
    by_hand(database, sql)
    said, _ = scorekeeper("check", str(database), code=1)
    *faults, last = said.splitlines()
    assert any(fault.endswith(sentence) for fault in faults), said
    assert last.startswith(f"{database} is not sound.")


def test_a_destroyed_page_is_told(database: Path) -> None:
    content = bytearray(database.read_bytes())
    content[8192:] = b"\xaa" * len(content[8192:])
    database.write_bytes(content)
    said, _ = scorekeeper("check", str(database), code=1)
    assert "is damaged" in said


def test_a_database_of_a_newer_scorekeeper_is_refused_with_a_sentence(database: Path) -> None:
    by_hand(database, "INSERT INTO _sqlite_migrations VALUES (99, 'scorekeeper', 'of_tomorrow', '2030-01-01')")
    for command in (["check", str(database)], ["backup", f"{database}.kept", "--instance", str(database.parent)]):
        said = scorekeeper(*command, code=2)[1]
        assert said == f"{database} was written by a newer Scorekeeper. Install that one; nothing was changed.\n"


def test_a_database_that_is_not_there_is_refused_by_name(tmp_path: Path) -> None:
    assert str(tmp_path / "scorekeeper.db") in scorekeeper("check", "--instance", str(tmp_path), code=2)[1]
    assert list(tmp_path.iterdir()) == []
