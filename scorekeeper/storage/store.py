"""SQLite engine, for one process: a single file, without a server.

One process owns the file. All writes go through one connection under one lock, each in its own BEGIN IMMEDIATE … COMMIT
with synchronous=FULL. Readers cannot write and never checkpoint. So no commit ever coincides with a checkpoint of
another connection, which avoids the WAL-reset bug of SQLite before 3.51.3.
"""

import os
import sqlite3
import threading
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import Any

from scorekeeper.storage.backup import copy_before_change
from scorekeeper.storage.contract import Storage, Transaction, Unreadable, Unwritable
from scorekeeper.storage.files import DATABASE, lock_database, read_secret_key
from scorekeeper.storage.migrations import STAND, STAY, migrate
from scorekeeper.storage.sqlite_file import (
    check_usable,
    connect,
    explain_unusable,
    find_cause,
    record_version,
    roll_back,
)

NEWEST_LINE = (
    "SELECT act FROM lines WHERE table_id = (SELECT id FROM tables ORDER BY rowid DESC LIMIT 1) "
    "ORDER BY seq DESC LIMIT 1"
)


class Store(Storage):
    """Store in the SQLite database of an instance folder."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.path = folder / DATABASE
        self.place = str(self.path.absolute())
        with lock_database(folder) as owned:
            # First, because the read-only connection of the check cannot roll back.
            roll_back(self.path)
            check_usable(self.path)
            self.copied = copy_before_change(folder)
            self._writer = self._open()
            # The lock is kept only if everything before has succeeded.
            self._owned = owned.pop_all()
        self._written = (self.path, Path(f"{self.path}-wal"))
        self._files = self._inodes()
        self._writing = threading.Lock()
        self._local = threading.local()
        self._readers: list[sqlite3.Connection] = []
        self.commits = 0
        """How often something was changed or erased since the store was opened."""

    def close(self) -> None:
        """Close the file, so that another process can open it. SQLite removes its log.

        The writer is closed last, because the last connection merges the log into the file. Readers may not do that.
        """
        with self._writing:
            for conn in (*self._readers, self._writer):
                conn.close()
            self._owned.close()

    def write_and_read(self) -> None:
        """Write a page of the file and read a line. The cause of a failure is "disk", "moved", "damaged" or "busy"."""
        with self.transaction():
            (version,) = self._writer.execute("PRAGMA user_version").fetchone()
            # SQLite writes the page even if the number is the same. Unlike a row, this needs no new copy.
            self._writer.execute(f"PRAGMA user_version = {version}")
        self.query(NEWEST_LINE)

    def secret_key(self) -> bytes:
        """Return the SECRET_KEY of the Flask app, stored in a file next to the database."""
        return read_secret_key(self.path.parent)

    @contextmanager
    def erasing(self, ids: Iterable[str]) -> Iterator[Transaction]:
        """Open a transaction in which lines can be changed and deleted. Deleted content is overwritten with zeros."""
        with self.transaction() as conn:
            conn.execute("PRAGMA secure_delete=ON")
            # Part of the transaction, so a failure or a crash brings the triggers back.
            for trigger in ("lines_stay", "lines_stand"):
                conn.execute(f"DROP TRIGGER {trigger}")
            yield conn
            for trigger in (STAY, STAND):
                conn.execute(trigger)

    def wipe(self, ids: Iterable[str]) -> None:
        """Rewrite the file, because free pages may still contain erased lines, and empty its log.

        There is no other process to notify. Raise Unwritable on failure.
        """
        with self._writing:
            try:
                self._writer.execute("VACUUM")
                self._writer.execute("PRAGMA wal_checkpoint(TRUNCATE)")
                self.commits += 1
            except sqlite3.Error as broken:
                raise Unwritable(str(broken), find_cause(broken)) from broken

    # the connections

    @contextmanager
    def transaction(self, table_id: str = "", browser: str = "") -> Iterator[Transaction]:
        """Open a transaction under the lock of this store, which serves all tables: BEGIN IMMEDIATE … COMMIT."""
        conn = self._writer
        with self._writing:
            try:
                # A deleted or replaced file still accepts writes, which would be lost.
                if self._inodes() != self._files:
                    raise Unwritable("the database file was replaced", "moved")
                conn.execute("BEGIN IMMEDIATE")
            except (OSError, sqlite3.Error) as broken:
                raise Unwritable(str(broken), find_cause(broken)) from broken
            changes = conn.total_changes
            try:
                yield conn
                conn.execute("COMMIT")
                self.commits += conn.total_changes > changes
            except sqlite3.Error as refused:
                raise Unwritable(str(refused), find_cause(refused)) from refused
            finally:
                # After a full disk SQLite has already rolled back by itself.
                with suppress(sqlite3.Error):
                    if conn.in_transaction:
                        conn.execute("ROLLBACK")

    def query(self, sql: str, *values: object) -> list[tuple[Any, ...]]:
        try:
            conn = getattr(self._local, "conn", None)
            if conn is None:
                # Never creates the file: that would discard the log of a database that was moved away for a moment.
                conn = connect(self.path, read_only=True).conn
                # Invalid bytes must not make a whole query fail.
                conn.text_factory = partial(str, encoding="utf-8", errors="replace")
                # Kept to be closed by `close`, in another thread than the one that opened it.
                self._readers.append(conn)
                conn.execute("PRAGMA query_only=ON")
                conn.execute("PRAGMA wal_autocheckpoint=0")
                self._local.conn = conn
            # SQL and not the rows of sqlite-utils, because PostgreSQL gets the same statements.
            return conn.execute(sql, values).fetchall()
        except sqlite3.DatabaseError as broken:
            raise Unreadable(str(broken), find_cause(broken)) from broken

    def _open(self) -> sqlite3.Connection:
        db = None
        # The file contains the links to all tables, so only its owner may read it.
        old_mask = os.umask(0o077)
        try:
            db = connect(self.path)
            db.enable_wal()
            db.execute("PRAGMA synchronous=FULL")
            db.execute("PRAGMA foreign_keys=ON")
            migrate(db)
            record_version(db)
        except sqlite3.Error as broken:
            if db:
                db.close()
            raise explain_unusable(self.path, broken) from broken
        finally:
            os.umask(old_mask)
        return db.conn

    def _inodes(self) -> tuple[int, int]:
        database, log = self._written
        return database.stat().st_ino, log.stat().st_ino
