"""The SQLite file: opening it to read or to write, checking that it can be used, and explaining SQLite’s errors."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

from sqlite_utils import Database

from scorekeeper.language.text import Literal, Text
from scorekeeper.storage.contract import Newer, Unusable
from scorekeeper.storage.migrations import list_applied, list_migrations
from scorekeeper.version import encode, name_newer

DAMAGED = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)

CAUSES = {
    **dict.fromkeys(DAMAGED, "damaged"),
    **dict.fromkeys((sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_READONLY), "disk"),
    sqlite3.SQLITE_CANTOPEN: "moved",
}

MOVED = "scorekeeper-moved-{}.db"
"""Name of a database whose scores were moved to PostgreSQL, with the time of the move."""


class Damaged(Unusable):
    """Error: the file is no database, or parts of it cannot be read."""

    def __init__(self, path: Path, words: object) -> None:
        super().__init__(Text("%(path)s is damaged: %(words)s.", path=path, words=Literal(str(words))))


def connect(path: Path, read_only: bool = False) -> Database:
    """Open a database file, for any thread. With `read_only`, it is neither created nor checkpointed."""
    uri = f"{path.absolute().as_uri()}?mode={'ro' if read_only else 'rwc'}"
    # The isolation level None leaves BEGIN and COMMIT to the statements that are executed.
    conn = sqlite3.connect(uri, uri=True, check_same_thread=False, isolation_level=None)
    # Without recursive triggers, REPLACE would bypass the trigger that keeps lines from being deleted.
    return Database(conn, recursive_triggers=True, execute_plugins=False)


@contextmanager
def open_read_only(path: Path) -> Iterator[Database]:
    """Open a database read-only. Raise Unusable if SQLite cannot read it."""
    try:
        with connect(path, read_only=True) as db:
            # Invalid bytes are kept, because damaged text must not end the check.
            db.conn.text_factory = partial(str, encoding="utf-8", errors="surrogateescape")
            yield db
    except sqlite3.Error as broken:
        raise explain_unusable(path, broken) from broken


def explain_unusable(path: Path, broken: sqlite3.Error) -> Unusable:
    """Return the exception to raise for an error of SQLite.

    It is Damaged if the file is corrupt or no database, otherwise Unusable.
    """
    if primary_code(broken) in DAMAGED:
        return Damaged(path, broken)
    return Unusable(Text("%(path)s cannot be used: %(why)s.", path=path, why=Literal(str(broken))))


def primary_code(broken: sqlite3.Error) -> int:
    """Return SQLite’s primary error code, without the extended part."""
    # SQLite puts the primary code into the lowest byte of an extended code.
    return getattr(broken, "sqlite_errorcode", 0) & 0xFF


def find_cause(broken: Exception) -> str:
    """Return the cause of an error as in `Unwritable`: "disk", "moved", "damaged", or "" if it may be temporary."""
    # Any other error comes from looking at the file itself: it is no longer where it was.
    if not isinstance(broken, sqlite3.Error):
        return "moved"
    return CAUSES.get(primary_code(broken), "")


def check_not_moved(path: Path) -> None:
    """Raise Unusable if the database is missing because its scores were moved to PostgreSQL."""
    if not path.exists() and (kept := max(path.parent.glob(MOVED.format("*")), default=None)):
        text = (
            "The scores in %(folder)s were moved to PostgreSQL. Set SCOREKEEPER_DATABASE to its address. "
            "To use the old scores instead, rename %(kept)s to %(name)s."
        )
        raise Unusable(Text(text, folder=path.parent, kept=kept, name=path.name))


def check_usable(path: Path) -> None:
    """Check a database before it is used, without changing it. A missing file passes, unless it was moved away.

    Raise Damaged, Newer or Unusable if the database is not usable.
    """
    check_not_moved(path)
    if not path.exists():
        return
    with open_read_only(path) as db:
        # Unlike integrity_check it does not compare indexes with rows, so large databases open quickly.
        (verdict,) = db.execute("PRAGMA quick_check(1)").fetchone()
        if verdict != "ok":
            raise Damaged(path, verdict)
        if not list_applied(db) <= list_migrations():
            raise Newer(path, name_newer(read_version(db)))


def read_version(db: Database) -> int:
    """Return the newest version that has written to a database, as a number; 0 if none was recorded."""
    (number,) = db.execute("PRAGMA user_version").fetchone()
    return int(number)


def record_version(db: Database) -> None:
    """Record in a database that this version writes to it, unless a newer one has."""
    if read_version(db) < encode():
        db.execute(f"PRAGMA user_version = {encode()}")


def roll_back(path: Path) -> None:
    """Let SQLite roll back a transaction that a power cut left unfinished.

    Call it only while holding the lock of the database. Raise Damaged or Unusable if the rollback fails.
    """
    if path.exists() and Path(f"{path}-journal").exists():
        try:
            with connect(path) as db:
                # Reading through a writable connection is enough to make SQLite roll back.
                db.table_names()
        except sqlite3.Error as broken:
            raise explain_unusable(path, broken) from broken
