"""Moving the scores between the engines. Every row stays as it is, so links, codes, phones and open pages still work.

All rows are written in one transaction, or to a file that gets its name last. An interrupted move leaves nothing behind
and can be repeated. Rows that are already there are recognised by their equal content. After a move to PostgreSQL the
file gets another name, so that no app goes on with it by mistake.
"""

import sqlite3
import tempfile
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from itertools import zip_longest
from pathlib import Path
from typing import Any

import psycopg
from psycopg import sql
from sqlite_utils import Database

from scorekeeper.language.text import Text
from scorekeeper.storage import migrations
from scorekeeper.storage.backup import (
    Refused,
    begin_database,
    complete_database,
    find_database,
    find_unused,
    restore,
)
from scorekeeper.storage.files import (
    DATABASE,
    InUse,
    lock_database,
    read_secret_key,
    sync_folder,
    write_for_owner,
)
from scorekeeper.storage.migrations import Relation, list_tables
from scorekeeper.storage.postgres_connections import PostgresConnection, explain_unreachable, redact_address
from scorekeeper.storage.postgres_connections import connect as connect_postgres
from scorekeeper.storage.postgres_schema import migrate
from scorekeeper.storage.sqlite_file import MOVED, connect, explain_unusable, open_read_only
from scorekeeper.storage.store import Store

AnyRow = tuple[Any, ...]


def to_postgres(instance: Path, address: str) -> Path:
    """Move the scores of a folder into an empty PostgreSQL database. Return the path of the file with the old scores.

    That file is the database under another name, with which `check_not_moved` refuses a start that would go on without
    PostgreSQL. Raise Refused, Unusable, InUse or OSError on failure.
    """
    database = find_database(instance)
    # Opening it upgrades the schema, after making a backup.
    Store(instance).close()
    with lock_database(instance):
        _empty_log(database)
        with open_read_only(database) as source, _connect(address) as target:
            migrate(target, redact_address(address))
            with target.transaction():
                _copy_to_postgres(source, target, read_secret_key(instance), database, address)
        return _set_aside(database)


def _copy_to_postgres(source: Database, target: PostgresConnection, key: bytes, database: Path, address: str) -> None:
    """Copy all rows and the key, unless they are there already. Raise Refused if there are other ones.

    `database` and `address` are the places of both, to be named in a message.
    """
    # The limit of `CONNECT_OPTIONS` is for requests. Copying everything may take longer.
    target.execute("SET LOCAL statement_timeout = 0")
    # Nobody may write between the check for tables and the copy.
    names = ", ".join(table.name for table in list_tables())
    target.execute(f"LOCK TABLE {names}, settings IN ACCESS EXCLUSIVE MODE")
    if target.execute("SELECT 1 FROM tables UNION ALL SELECT 1 FROM pads LIMIT 1").fetchone():
        if _is_same(source, target) and _read_key(target) == key:
            return
        text = "%(path)s already contains tables. Choose an empty database."
        raise Refused(Text(text, path=redact_address(address)))
    try:
        for table in list_tables():
            _pour(target, table, _of_sqlite(source, table))
    except (UnicodeEncodeError, psycopg.DataError) as damaged:
        text = "%(path)s contains characters that PostgreSQL cannot store. Run: scorekeeper check"
        raise Refused(Text(text, path=database)) from damaged
    # An app may have generated a key in the empty database, with which open pages would be refused.
    target.execute("DELETE FROM settings WHERE name = 'secret_key'")
    target.execute("INSERT INTO settings VALUES ('secret_key', ?)", (key.hex(),))


def _empty_log(database: Path) -> None:
    """Write the log of a database into its file, which is then complete. Raise InUse if a reader prevents that."""
    with connect(database) as db:
        is_busy, *_ = db.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
    if is_busy:
        raise InUse(database)


def _set_aside(database: Path) -> Path:
    """Give a database with an empty log a name under which no app uses it, and return its new path."""
    kept = find_unused(database.with_name(MOVED.format(time.strftime("%Y-%m-%d-%H%M%S"))))
    for beside in ("-wal", "-shm"):
        Path(f"{database}{beside}").unlink(missing_ok=True)
    database.rename(kept)
    sync_folder(database.parent)
    return kept


def to_sqlite(address: str, instance: Path, ended: bool = True) -> None:
    """Copy the scores of a PostgreSQL database, as one consistent snapshot, into a folder without a database.

    The scores in PostgreSQL stay as they are. With `ended`, no Scorekeeper may be using that database. Raise Refused,
    Unusable, InUse or OSError on failure.
    """
    instance.mkdir(parents=True, exist_ok=True)
    with lock_database(instance), _connect(address) as source:
        migrate(source, redact_address(address))
        if ended:
            _wait_for_leaving(source)
        with source.transaction():
            source.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
            source.execute("SET LOCAL statement_timeout = 0")
            if ended and source.execute(OTHER_SESSIONS).fetchone():
                raise InUse(redact_address(address))
            if (instance / DATABASE).exists():
                with open_read_only(instance / DATABASE) as there:
                    if _is_same(there, source) and read_secret_key(instance) == _read_key(source):
                        return
            aside = begin_database(instance)
            # Created before SQLite opens it, so that only the owner can read it.
            write_for_owner(aside, b"")
            try:
                _fill(aside, source)
            except sqlite3.Error as broken:
                aside.unlink(missing_ok=True)
                raise explain_unusable(aside, broken) from broken
            complete_database(aside, _read_key(source))


def restore_to(source: Path, address: str) -> str:
    """Restore a backup of either engine into an empty PostgreSQL database. Return its address without the password.

    Raise the same errors as `restore` and `to_postgres`.
    """
    with tempfile.TemporaryDirectory(prefix="scorekeeper-") as folder:
        restore(source, Path(folder))
        to_postgres(Path(folder), address)
    return redact_address(address)


OTHER_SESSIONS = (
    "SELECT 1 FROM pg_stat_activity WHERE application_name = 'scorekeeper' AND datname = current_database() "
    "AND pid != pg_backend_pid() LIMIT 1"
)
"""Query that returns a row if another Scorekeeper is connected to this database."""

LEAVING = 1.0
"""Seconds within which PostgreSQL notices that a connection was closed."""


def _wait_for_leaving(source: PostgresConnection) -> None:
    """Wait up to LEAVING seconds for PostgreSQL to stop listing connections that were just closed."""
    until = time.monotonic() + LEAVING
    while source.execute(OTHER_SESSIONS).fetchone() and time.monotonic() < until:
        time.sleep(0.02)


@contextmanager
def _connect(address: str) -> Iterator[PostgresConnection]:
    try:
        with connect_postgres(address, patient=True) as conn:
            yield conn
    except psycopg.Error as wrong:
        raise explain_unreachable(address, wrong) from wrong


def _read_key(conn: PostgresConnection) -> bytes:
    row = conn.execute("SELECT value FROM settings WHERE name = 'secret_key'").fetchone()
    return bytes.fromhex(row[0]) if row else b""


def _of_sqlite(db: Database, table: Relation) -> Iterator[AnyRow]:
    return db.execute(f"SELECT {', '.join(table.columns)} FROM {table.name} ORDER BY {', '.join(table.key)}")  # noqa: S608 - ours


def _of_postgres(conn: PostgresConnection, table: Relation) -> Iterator[AnyRow]:
    """Yield all rows of a table in the order of `_of_sqlite`, fetching a few thousand at a time."""
    # COLLATE "C" compares bytes, as SQLite does. Otherwise `_is_same` would pair different rows.
    order = [f'{name} COLLATE "C"' if table.columns[name] is str else name for name in table.key]
    with conn.cursor(name=f"all_{table.name}") as cursor:
        cursor.itersize = 5000
        yield from cursor.execute(f"SELECT {', '.join(table.columns)} FROM {table.name} ORDER BY {', '.join(order)}")  # noqa: S608 - ours


def _pour(conn: PostgresConnection, table: Relation, rows: Iterable[AnyRow]) -> None:
    names = sql.SQL(", ").join(map(sql.Identifier, table.columns))
    into = sql.SQL("COPY {} ({}) FROM STDIN").format(sql.Identifier(table.name), names)
    with conn.cursor() as cursor, cursor.copy(into) as copy:
        for row in rows:
            copy.write_row(row)


def _fill(path: Path, source: PostgresConnection) -> None:
    with connect(path) as copy:
        copy.execute("PRAGMA synchronous=FULL")
        migrations.migrate(copy)
        with copy.atomic():
            for table in list_tables():
                # Not `insert_all`, which takes three times as long.
                columns, places = ", ".join(table.columns), ", ".join("?" * len(table.columns))
                into = f"INSERT INTO {table.name} ({columns}) VALUES ({places})"  # noqa: S608 - ours
                copy.conn.executemany(into, _of_postgres(source, table))


def _is_same(sqlite: Database, postgres: PostgresConnection) -> bool:
    # zip would stop at the end of the shorter table.
    return all(
        row == copied
        for table in list_tables()
        for row, copied in zip_longest(_of_sqlite(sqlite, table), _of_postgres(postgres, table))
    )
