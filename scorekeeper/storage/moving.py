"""Move the scores from one engine to the other: every row as it is, so links, codes, phones and open pages go on.

All of it is written in one transaction, or in a file that gets its name last: what was cut off has left nothing, and is
simply begun again. What has arrived already is found to be the same.
"""

import sqlite3
import tempfile
import time
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager
from itertools import zip_longest
from pathlib import Path
from typing import Any

import psycopg
import sqlite_utils
from psycopg import sql

from scorekeeper.language.text import Literal, Text
from scorekeeper.storage import migrations
from scorekeeper.storage.backup import BESIDE, Refused, backup, restore, sync_folder, write_for_owner
from scorekeeper.storage.check import Findings, Unusable, check, looking, unusable
from scorekeeper.storage.lockfile import DATABASE, SECRET_KEY, InUse, own
from scorekeeper.storage.postgres import OPTIONS, spoken
from scorekeeper.storage.postgres_schema import bring_up_to_date
from scorekeeper.storage.secret import secret_key
from scorekeeper.storage.store import Store

SHAPE = {
    "tables": ("id", "game", "rules_version", "code", "open_until", "opened", "outcome", "outcome_of", "newest"),
    "lines": ("table_id", "seq", "op", "at", "browser", "seat", "act", "hash"),
    "links": ("link", "table_id", "role", "ended"),
    "members": ("table_id", "browser", "role", "since", "seat", "ended", "list", "at"),
    "names": ("browser", "name", "used"),
    "group_tables": ("table_id", "group_id"),
    "results": ("table_id", "hash", "results"),
    "pads": ("slug", "text"),
    "kept_pads": ("keeper", "slug", "at", "newer"),
}
"""What is kept, by table and column: what others speak of comes before them; two columns name a row."""

Row = tuple[Any, ...]


def to_postgres(instance: Path, address: str) -> None:
    """Move the scores of a folder into an empty database of PostgreSQL; the folder stays as it is.

    Raises Refused, Unusable, InUse, OSError.
    """
    if not (instance / DATABASE).exists():
        raise Refused(Text("There is no database in %(path)s.", path=instance))
    Store(instance).close()  # of the shape of today, with a copy where it was older
    with own(instance), looking(instance / DATABASE) as source, _connected(address) as target:
        bring_up_to_date(target, spoken(address))
        key = secret_key(instance)
        with target.transaction():
            target.execute("SET LOCAL statement_timeout = 0")
            target.execute("LOCK TABLE tables, lines, members, names, settings, pads IN ACCESS EXCLUSIVE MODE")
            if target.execute("SELECT 1 FROM tables UNION ALL SELECT 1 FROM pads LIMIT 1").fetchone():
                if _same(source, target) and _key(target) == key:
                    return
                text = "%(path)s already contains tables. Choose an empty database."
                raise Refused(Text(text, path=spoken(address)))
            try:
                for table, columns in SHAPE.items():
                    _pour(target, table, columns, _of_sqlite(source, table, columns))
            except (UnicodeEncodeError, psycopg.DataError) as damaged:
                text = "%(path)s contains characters that PostgreSQL cannot store. Run: scorekeeper check"
                raise Refused(Text(text, path=instance / DATABASE)) from damaged
            target.execute("DELETE FROM settings WHERE name = 'secret_key'")
            target.execute("INSERT INTO settings VALUES ('secret_key', %s)", (key.hex(),))


def to_sqlite(address: str, instance: Path, ended: bool = True) -> None:
    """Move the scores of a database of PostgreSQL, as they are at one moment, into a folder that holds none.

    With `ended`, no Scorekeeper may be using it. Raises Refused, Unusable, InUse, OSError.
    """
    instance.mkdir(parents=True, exist_ok=True)
    target, aside = instance / DATABASE, instance / f"{DATABASE}.new"
    with own(instance), _connected(address) as source:
        bring_up_to_date(source, spoken(address))
        if ended:
            _let_leave(source)
        with source.transaction():
            source.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
            source.execute("SET LOCAL statement_timeout = 0")
            if ended and source.execute(OTHERS).fetchone():
                raise InUse(spoken(address))
            if any((instance / f"{DATABASE}{more}").exists() for more in BESIDE):
                with looking(target) as there:
                    if _same(there, source) and secret_key(instance) == _key(source):
                        return
                text = "%(path)s already contains a database. Choose another --instance, or move the database away."
                raise Refused(Text(text, path=instance))
            for more in BESIDE:
                (instance / f"{aside.name}{more}").unlink(missing_ok=True)
            write_for_owner(aside, b"")
            try:
                _fill(aside, source)
            except sqlite3.Error as broken:
                aside.unlink(missing_ok=True)
                raise unusable(aside, broken) from broken
            if key := _key(source):
                write_for_owner(instance / SECRET_KEY, key)
            aside.replace(target)
            sync_folder(instance)


def backup_of(address: str, target: Path) -> Path:
    """Copy a database of PostgreSQL, in use or not, to a file as of SQLite. Raises what `backup` does."""
    with tempfile.TemporaryDirectory(prefix="scorekeeper-") as folder:
        to_sqlite(address, Path(folder), ended=False)
        return backup(Path(folder), target)


def restore_to(source: Path, address: str) -> str:
    """Bring a backup, of whichever engine, back into an empty database of PostgreSQL. Raises as `restore`."""
    with tempfile.TemporaryDirectory(prefix="scorekeeper-") as folder:
        restore(source, Path(folder))
        to_postgres(Path(folder), address)
    return spoken(address)


def check_of(address: str) -> Findings:
    """Read everything in a database of PostgreSQL, as it is at one moment, and say what is wrong with it."""
    with tempfile.TemporaryDirectory(prefix="scorekeeper-") as folder:
        to_sqlite(address, Path(folder), ended=False)
        return check(Path(folder) / DATABASE)


OTHERS = (
    "SELECT 1 FROM pg_stat_activity WHERE application_name = 'scorekeeper' AND datname = current_database() "
    "AND pid != pg_backend_pid() LIMIT 1"
)

LEAVING = 1.0
"""Seconds in which PostgreSQL notices that somebody has gone."""


def _let_leave(source: "psycopg.Connection[Any]") -> None:
    """Wait for what was ended just now: a moment later PostgreSQL still counts it."""
    until = time.monotonic() + LEAVING
    while source.execute(OTHERS).fetchone() and time.monotonic() < until:
        time.sleep(0.02)


@contextmanager
def _connected(address: str) -> Iterator["psycopg.Connection[Any]"]:
    try:
        with psycopg.connect(address, autocommit=True, **OPTIONS) as conn:
            yield conn
    except psycopg.Error as wrong:
        why = Literal(" ".join(str(wrong).split()))
        raise Unusable(Text("%(path)s cannot be used: %(why)s.", path=spoken(address), why=why)) from wrong


def _key(conn: "psycopg.Connection[Any]") -> bytes:
    row = conn.execute("SELECT value FROM settings WHERE name = 'secret_key'").fetchone()
    return bytes.fromhex(row[0]) if row else b""


def _of_sqlite(conn: sqlite3.Connection, table: str, columns: tuple[str, ...]) -> Iterator[Row]:
    """All rows of a table in the order of their names."""
    return conn.execute(f"SELECT {', '.join(columns)} FROM {table} ORDER BY {', '.join(columns[:2])}")  # noqa: S608 - ours


def _of_postgres(conn: "psycopg.Connection[Any]", table: str, columns: tuple[str, ...]) -> Iterator[Row]:
    """All rows of a table in the order of their names, a few at a time; letters are ordered as SQLite has them."""
    order = [f'{name} COLLATE "C"' if name not in ("seq", "used", "opened") else name for name in columns[:2]]
    with conn.cursor(name=f"all_{table}") as cursor:
        cursor.itersize = 5000
        yield from cursor.execute(f"SELECT {', '.join(columns)} FROM {table} ORDER BY {', '.join(order)}")  # noqa: S608 - ours


def _pour(conn: "psycopg.Connection[Any]", table: str, columns: tuple[str, ...], rows: Iterable[Row]) -> None:
    names = sql.SQL(", ").join(map(sql.Identifier, columns))
    into = sql.SQL("COPY {} ({}) FROM STDIN").format(sql.Identifier(table), names)
    with conn.cursor() as cursor, cursor.copy(into) as copy:
        for row in rows:
            copy.write_row(row)


def _fill(path: Path, source: "psycopg.Connection[Any]") -> None:
    with closing(sqlite3.connect(path, isolation_level=None)) as copy:
        copy.execute("PRAGMA synchronous=FULL")
        migrations.bring_up_to_date(sqlite_utils.Database(copy))
        copy.execute("BEGIN")
        for table, columns in SHAPE.items():
            into = f"INSERT INTO {table} ({', '.join(columns)}) VALUES ({', '.join('?' * len(columns))})"  # noqa: S608 - ours
            copy.executemany(into, _of_postgres(source, table, columns))
        copy.execute("COMMIT")


def _same(one: sqlite3.Connection, other: "psycopg.Connection[Any]") -> bool:
    """Whether both hold the same rows, to the letter."""
    for table, columns in SHAPE.items():
        here, there = _of_sqlite(one, table, columns), _of_postgres(other, table, columns)
        if any(row != copied for row, copied in zip_longest(here, there)):
            return False
    return True
