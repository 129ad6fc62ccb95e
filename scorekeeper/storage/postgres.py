"""PostgreSQL engine, for many processes on many machines.

Each write locks the row in `tables` first. The isolation level is READ COMMITTED, so reads under the lock see what the
last writer left, and tables never wait for each other. A new table has no row yet, so the browser that opens it is
locked.

Nothing is retried once it has begun. A failure raises Unwritable, and the idempotency key makes sure that a second
attempt counts once.
"""

import hashlib
import hmac
import secrets
import threading
from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import contextmanager, nullcontext
from functools import partial
from typing import Any

import psycopg

from scorekeeper.storage.access import DELETED
from scorekeeper.storage.contract import Notify, Storage, Transaction, Unreadable, Unwritable
from scorekeeper.storage.journals import DELETED_OF_GROUP, LINES_OF_GROUP
from scorekeeper.storage.migrations import list_tables
from scorekeeper.storage.notices import CHANNEL, Notices
from scorekeeper.storage.postgres_connections import (
    RECONNECT_SECONDS,
    connect,
    describe_error,
    explain_unreachable,
    find_cause,
    is_storable,
    make_pool,
    redact_address,
)
from scorekeeper.storage.postgres_schema import migrate
from scorekeeper.storage.recent import Recent
from scorekeeper.table.journal import Seen

LOCK_TABLE = "SELECT 1 FROM tables WHERE id = ? FOR UPDATE"

LOCK_BROWSER = "SELECT pg_advisory_xact_lock(hashtextextended(?, 0))"


class PostgresStore(Storage):
    """Store in a PostgreSQL database. The constructor raises Unusable if the address cannot be used."""

    unexplained = "away"

    def __init__(self, address: str) -> None:
        self.address = address
        self.place = redact_address(address)
        try:
            self._pool = make_pool(address)
            with connect(address, patient=True) as conn:
                migrate(conn, self.place)
            # Opened last, so that no thread of the pool keeps trying an address that does not work.
            self._pool.open()
        except psycopg.Error as wrong:
            raise explain_unreachable(address, wrong) from wrong
        self._local = threading.local()
        self._notices: Notices | None = None

    def close(self) -> None:
        """Send the last notices and close all connections."""
        if self._notices:
            self._notices.close()
        self._pool.close(RECONNECT_SECONDS)

    def write_and_read(self) -> None:
        if self.query("SELECT 1 WHERE pg_is_in_recovery()"):
            raise Unwritable("another server takes all writes", "standby")
        with self.transaction() as conn:
            sql = (
                "INSERT INTO settings (name, value) VALUES ('heartbeat', CAST(milliseconds() AS TEXT)) "
                "ON CONFLICT (name) DO UPDATE SET value = excluded.value"
            )
            conn.execute(sql)
        self.query("SELECT act FROM lines LIMIT 1")

    def secret_key(self) -> bytes:
        with self.transaction() as conn:
            sql = "INSERT INTO settings (name, value) VALUES ('secret_key', ?) ON CONFLICT (name) DO NOTHING"
            conn.execute(sql, (secrets.token_hex(32),))
        ((key,),) = self.query("SELECT value FROM settings WHERE name = 'secret_key'")
        return bytes.fromhex(key)

    # erasing

    @contextmanager
    def erasing(self, ids: Iterable[str]) -> Iterator[Transaction]:
        """Open a transaction with exclusive access to these journals, in which lines can be changed and deleted.

        The rows of the journals in `tables` are locked first, as in `append`. So no writer holds one of them while it
        waits for the table `lines`.
        """
        with self.transaction() as conn:
            conn.execute("SELECT 1 FROM tables WHERE id = ANY(?) ORDER BY id FOR UPDATE", (list(ids),))
            conn.execute("ALTER TABLE lines DISABLE TRIGGER lines_stay")
            yield conn
            conn.execute("ALTER TABLE lines ENABLE TRIGGER lines_stay")

    def wipe(self, ids: Iterable[str]) -> None:
        """Release the space of erased lines, and notify other processes of these tables.

        Raise Unwritable on failure.
        """
        try:
            with connect(self.address, patient=True) as conn:
                conn.execute("SET statement_timeout = 0")
                # Not FULL, which would lock each table while it is copied.
                conn.execute(f"VACUUM {', '.join(table.name for table in list_tables())}")
                for id in ids:
                    # No process has this origin, so every one of them reads the tables again.
                    conn.execute("SELECT pg_notify(?, ?)", (CHANNEL, f"erased {id} "))
        except psycopg.Error as broken:
            raise Unwritable(describe_error(broken), find_cause(broken)) from broken

    # notifications

    def tell(self, table_id: str, newest: Seen | None) -> None:
        if self._notices:
            self._notices.send(table_id, newest)

    def listen(self, ring: Notify, list_listened: Callable[[], Collection[str]]) -> None:
        self._notices = Notices(partial(connect, self.address), ring, list_listened, self._states)

    def note_closed(self, table_id: str) -> None:
        if self._notices:
            self._notices.note(table_id)

    def _states(self, tables: Collection[str]) -> dict[str, tuple[Seen, str]]:
        """Return a dict from the id of each table or group to its state.

        A state is the `Seen` of the newest line, and a text of counts that grow with each restriction of access.
        """
        sql = (
            f"SELECT {LINES_OF_GROUP}, {DELETED_OF_GROUP}, tables.id, game, "  # noqa: S608 - ours
            "coalesce(changes, (SELECT seq FROM lines WHERE table_id = tables.id ORDER BY seq DESC LIMIT 1)), "
            "coalesce(changed, (SELECT at FROM lines WHERE table_id = tables.id ORDER BY seq DESC LIMIT 1)), "
            "(SELECT count(*) FROM links WHERE ended IS NOT NULL AND (links.table_id = tables.id OR links.table_id IN "
            "(SELECT group_id FROM group_tables WHERE group_tables.table_id = tables.id))), "
            "(SELECT count(*) FROM group_tables WHERE group_tables.table_id = tables.id), "
            "(SELECT count(*) FROM members WHERE members.table_id = tables.id AND list = ?) "
            "FROM tables LEFT JOIN groups ON groups.id = tables.id WHERE tables.id = ANY(?)"
        )
        rows = self.query(sql, DELETED, DELETED, list(tables))
        return {
            id: (Seen.of(seq or 0, at or 0) if game else Seen.of_group(seq, at, int(lines), gone), f"{closed}")
            for lines, gone, id, game, seq, at, *closed in rows
        }

    # limits

    def recent(self, kind: str, seconds: float, most: int) -> Recent:
        return SharedRecent(self, kind, seconds, most)

    # the connections

    def query(self, sql: str, *values: object) -> list[tuple[Any, ...]]:
        held = getattr(self._local, "conn", None)
        if not is_storable(values):
            # No stored value can be equal to it.
            return []
        try:
            # Within a transaction, reads must see what its lock protects.
            with nullcontext(held) if held else self._pool.connection() as conn:
                rows: list[tuple[Any, ...]] = conn.execute(sql, values).fetchall()
            return rows
        except psycopg.Error as broken:
            raise Unreadable(describe_error(broken), find_cause(broken)) from broken

    @contextmanager
    def transaction(self, table_id: str = "", browser: str = "") -> Iterator[Transaction]:
        """Open a transaction that locks a table. For a new table, which has no row yet, it locks `browser` instead."""
        lock = LOCK_BROWSER if browser else LOCK_TABLE
        try:
            with self._pool.connection() as conn, conn.transaction():
                self._local.conn = conn
                try:
                    conn.execute(lock, (browser or table_id,))
                    yield conn
                finally:
                    self._local.conn = None
        except psycopg.Error as broken:
            raise Unwritable(describe_error(broken), find_cause(broken)) from broken


class SharedRecent:
    """Counter of the recent events of a kind in the database.

    Simultaneous events may slightly exceed a limit.
    """

    full = False

    def __init__(self, store: Storage, kind: str, seconds: float, most: int) -> None:
        self.store = store
        self.kind = kind
        self.kept = int(1000 * seconds)
        self.most = most
        self._salt = store.secret_key()
        self._added = 0

    def count(self, who: str) -> int:
        """Return the number of recent events of a client, up to `self.most`.

        It uses the clock of the database, because the clocks of the app servers may differ.
        """
        # Events in the future date from before the clock was set back.
        sql = (
            "SELECT count(*) FROM (SELECT 1 FROM recent "
            "WHERE kind = ? AND who = ? AND at > milliseconds() - ? AND at <= milliseconds() LIMIT ?) AS rows"
        )
        return int(self.store.query(sql, self.kind, self._digest_client(who), self.kept, self.most)[0][0])

    def add(self, who: str) -> None:
        """Record an event of a client and, every 64 events, delete old ones."""
        with self.store.transaction() as conn:
            sql = "INSERT INTO recent (kind, who, at) VALUES (?, ?, milliseconds())"
            conn.execute(sql, (self.kind, self._digest_client(who)))
            self._added += 1
            if self._added % 64 == 1:
                sql = "DELETE FROM recent WHERE kind = ? AND (at <= milliseconds() - ? OR at > milliseconds())"
                conn.execute(sql, (self.kind, self.kept))

    def _digest_client(self, who: str) -> str:
        """Return a keyed digest of a client address, so that the address itself is never stored."""
        return hmac.new(self._salt, who.encode("utf-8", "replace"), hashlib.sha256).hexdigest()[:24]
