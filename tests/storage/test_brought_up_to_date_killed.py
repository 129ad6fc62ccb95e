"""Tests that a database opens unchanged if its upgrade was killed, at whichever statement.

A real process upgrades it and kills itself with SIGKILL just before a statement.
"""

import os
import shutil
import signal
import sqlite3
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from scorekeeper.storage.check import check
from scorekeeper.storage.store import Store
from scorekeeper.storage.tables import Tables
from tests.storage.phones import Figure
from tests.support.postgres import Server

FOLDER = Path(__file__).parent / "databases"


def killed_before(statement: int, work: Callable[[Callable[[str], None]], None]) -> bool:
    """Run the work in a process that is killed just before a statement. Return False if it ended before."""
    child = os.fork()
    if not child:
        asked = 0

        def ask(_: object) -> None:
            nonlocal asked
            asked += 1
            if asked == statement:
                os.kill(os.getpid(), signal.SIGKILL)

        try:
            work(ask)
        except BaseException:
            os._exit(1)
        os._exit(0)
    ended = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    assert ended in {0, -signal.SIGKILL}
    return ended != 0


def statements(most: int, figure: Figure, work: Callable[[int], bool]) -> int:
    """Kill the work before each statement; in the short form before every `most`-th one.

    Return the first missing number.
    """
    statement = 1
    while work(statement):
        statement += figure(most, 1)
    return statement


def in_sqlite(folder: Path) -> Callable[[Callable[[str], None]], None]:
    """Return work that opens a store and calls `ask` before each statement."""

    def work(ask: Callable[[str], None]) -> None:
        connect = sqlite3.connect

        def connect_traced(*words: object, **how: object) -> sqlite3.Connection:
            conn: sqlite3.Connection = connect(*words, **how)
            conn.set_trace_callback(ask)
            return conn

        sqlite3.connect = connect_traced
        Store(folder).close()

    return work


@pytest.mark.parametrize("version", ["1.0.0", "groups/groups"])
def test_a_database_of_before_opens_whenever_its_bringing_up_was_killed(
    version: str, tmp_path: Path, figure: Figure, tell: Callable[[str], None]
) -> None:
    before = FOLDER / f"{version}.db"
    expected = rounds(copy_database(before, tmp_path / "whole"))
    lines = check(tmp_path / "whole" / "scorekeeper.db").lines

    def kill_upgrade(statement: int) -> bool:
        folder = copy_database(before, tmp_path / str(statement))
        ended = killed_before(statement, in_sqlite(folder))
        assert rounds(folder) == expected, statement
        findings = check(folder / "scorekeeper.db")
        assert (findings.lines, findings.faults) == (lines, ()), statement
        shutil.rmtree(folder)
        return ended

    done = statements(37, figure, kill_upgrade)
    assert done > 100
    tell(f"{version}: killed before each of {done - 1} statements")


def copy_database(database: Path, folder: Path) -> Path:
    folder.mkdir()
    shutil.copy(database, folder / "scorekeeper.db")
    return folder


def rounds(folder: Path) -> list[tuple[object, ...]]:
    """Return the results of all rounds of a database."""
    tables = Tables(Store(folder))
    try:
        ids = [table for (table,) in tables.store.query("SELECT id FROM tables WHERE game != '' ORDER BY id")]
        loaded = [tables.load(id) for id in ids]
        return [
            (table.id, table.seen, round, *table.sheet(round).totals.items())
            for table in loaded
            for round in range(1, table.rounds + 1)
        ]
    finally:
        tables.store.close()


def test_postgresql_is_made_whenever_the_making_was_killed(
    postgres: Server, figure: Figure, tell: Callable[[str], None]
) -> None:
    import psycopg

    from scorekeeper.storage.postgres_connections import PostgresConnection, connect
    from scorekeeper.storage.postgres_schema import migrate

    def shape(address: str) -> list[tuple[object, ...]]:
        with connect(address, patient=True) as conn:
            migrate(conn, "here")
            rows = conn.execute(
                "SELECT table_name, column_name, data_type FROM information_schema.columns"
                " WHERE table_schema = 'public' ORDER BY 1, 2"
            ).fetchall()
            rows += conn.execute(
                "SELECT indexname, indexdef, '' FROM pg_indexes WHERE schemaname = 'public' ORDER BY 1"
            ).fetchall()
            return rows + conn.execute("SELECT name, '', '' FROM steps ORDER BY 1").fetchall()

    expected = shape(postgres.database())

    def kill_upgrade(statement: int) -> bool:
        address = postgres.database()

        def work(ask: Callable[[str], None]) -> None:
            class Asking(PostgresConnection):
                def execute(self, sql: str, values: Sequence[object] = (), **more: Any) -> psycopg.Cursor[Any]:
                    ask(sql)
                    return super().execute(sql, values, **more)

            with Asking.connect(address, autocommit=True) as conn:
                migrate(conn, "here")

        ended = killed_before(statement, work)
        assert shape(address) == expected, statement
        return ended

    done = statements(9, figure, kill_upgrade)
    assert done > 20
    tell(f"killed before each of {done - 1} statements")
