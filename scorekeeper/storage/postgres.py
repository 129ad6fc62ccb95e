"""PostgreSQL engine, for many processes on many machines.

A line is admitted without a lock. Then one statement writes it, provided that the journal still ends with the hash
for which it was admitted. A process that wrote the previous line knows that hash. If the journal has grown, and for all
other writes, the row in `tables` is locked first. The isolation level is READ COMMITTED, so reads under the lock see
what the last writer left, and tables never wait for each other. A new table has no row yet, so the browser that opens
it is locked.

Nothing is retried once it has begun. A failure raises Unwritable, and the idempotency key makes sure that a second
attempt counts once. Only a connection that is dead at its first statement is replaced silently. That statement is
safe to repeat: it reads, locks, or adds a line, which hash and key admit only once.
"""

import hashlib
import hmac
import secrets
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Collection, Generator, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import lru_cache
from pathlib import Path
from typing import Any

import psycopg
from psycopg import errors
from psycopg.conninfo import conninfo_to_dict
from psycopg_pool import ConnectionPool

from scorekeeper.group import journal as group
from scorekeeper.language.text import Literal, Text
from scorekeeper.storage.access import moves_up
from scorekeeper.storage.check import Unusable
from scorekeeper.storage.contract import Connection, GroupChange, Notify, Recent, Unreadable, Unwritable
from scorekeeper.storage.journals import END, End, Journals, make_row, parse_end, serialise
from scorekeeper.storage.notices import CHANNEL, Notices
from scorekeeper.storage.postgres_schema import migrate
from scorekeeper.table.journal import Act, By, Seen

CONNECTIONS = 12
"""Maximum number of connections per process: one for each thread and some for polling."""

PATIENCE = 3.0
"""Seconds that a request waits for a connection, because the server may be restarting."""

LOCKED = 5
"""Maximum seconds that a line waits for the lock of its table."""

LONGEST = 20
"""Maximum seconds for one statement, and for an idle transaction."""

SILENCE = LONGEST + 1
"""Seconds without an answer before a connection is given up: the server would have timed out itself."""

DISK = ("53100", "53200", "58030")
"""SQLSTATE codes for a full or unreadable disk, or too little memory."""

DAMAGED = ("XX001", "XX002")

ENDS_IN_MEMORY = 4096
"""Number of journals whose end is cached."""

NewLine = tuple[str, str, By, int]
"""A line to be added: idempotency key, text, author and Unix time."""

Admit = Callable[[], Iterable[Act | group.Act] | None]


class Impatient(psycopg.Connection[Any]):  # type: ignore[misc]
    """A connection with a timeout for every answer.

    The operating system notices a machine that is gone, but not a server that hangs or a proxy that has lost the
    server.
    """

    def wait(self, gen: Generator[Any, Any, Any], *rest: Any, **more: Any) -> Any:
        """Wait for an answer. After SILENCE seconds close the connection and raise OperationalError."""
        return super().wait(self._limit_waiting(gen), *rest, **more)

    def _limit_waiting(self, gen: Generator[Any, Any, Any]) -> Generator[Any, Any, Any]:
        until = time.monotonic() + SILENCE
        try:
            wish = next(gen)
            while True:
                # psycopg 3 resumes its generators with a false value after each interval without an answer.
                ready = yield wish
                if not ready and time.monotonic() > until:
                    self.pgconn.finish()
                    raise psycopg.OperationalError(f"no answer for {SILENCE} seconds")
                wish = gen.send(ready)
        except StopIteration as end:
            return end.value


class PostgresStore(Journals):
    """Store in a PostgreSQL database. The constructor raises Unusable if the address cannot be used."""

    copied: Path | None = None

    def __init__(self, address: str) -> None:
        self.address = address
        try:
            self.place = redact_address(address)
            self._pool = ConnectionPool(
                address,
                connection_class=Impatient,
                min_size=1,
                max_size=CONNECTIONS,
                timeout=PATIENCE,
                reconnect_timeout=PATIENCE,
                max_idle=300,
                kwargs={"autocommit": True, **OPTIONS},
                open=False,
            )
            with self._connect() as conn:
                migrate(conn, self.place)
                self.engine = f"PostgreSQL {conn.info.parameter_status('server_version')}"
                # Opened last, so that no thread of the pool keeps trying an address that does not work.
                self._pool.open()
        except psycopg.Error as wrong:
            why = Literal(" ".join(str(wrong).split()))
            raise Unusable(Text("%(path)s cannot be used: %(why)s.", path=redact_address(address), why=why)) from wrong
        self._local = threading.local()
        self._ends = _Ends()
        self._notices: Notices | None = None

    def close(self) -> None:
        """Send the last notices and close all connections."""
        if self._notices:
            self._notices.close()
        self._pool.close(PATIENCE)

    def trouble(self) -> str:
        """Return in one word why no line can be written at present, or "" if one can."""
        try:
            with self._write() as conn:
                (standby,) = conn.execute("SELECT CASE WHEN pg_is_in_recovery() THEN 1 ELSE 0 END").fetchone()
            return "standby" if standby else ""
        except Unwritable as wrong:
            return wrong.cause or "away"

    def secret_key(self) -> bytes:
        """Return the SECRET_KEY of the Flask app, the same for all processes. It is generated once."""
        with self._write() as conn:
            sql = "INSERT INTO settings (name, value) VALUES ('secret_key', ?) ON CONFLICT (name) DO NOTHING"
            conn.execute(sql, (secrets.token_hex(32),))
        ((key,),) = self._read("SELECT value FROM settings WHERE name = 'secret_key'")
        return bytes.fromhex(key)

    # writing

    def append(
        self,
        table_id: str,
        op: str,
        act: Act | group.Act,
        by: By,
        now: int,
        admit: Callable[[], Iterable[Act | group.Act] | None],
        holds: Callable[[], GroupChange] | None = None,
    ) -> Seen:
        """Add a line, in one round trip if this process wrote the previous line, otherwise in two.

        If the journal grows meanwhile, or lines must be added before this one, all are added under the lock of the
        table.
        """
        line = op, serialise(act), by, now
        if not is_storable((table_id, op, line[1])):
            raise Unwritable("a letter that cannot be kept")
        newest = None
        if not holds:
            # Removed here, so that no later attempt uses an outdated end; `_note_added` stores the new one.
            end = self._ends.pop(table_id)
            newest = self._add_after(table_id, end, line, admit) if end else self._look_and_add(table_id, line, admit)
        return newest or super().append(table_id, op, act, by, now, admit, holds)

    def _add_after(self, table_id: str, end: End, line: NewLine, admit: Admit) -> Seen | None:
        """Add a line if the journal still ends at `end` and no other line must precede it.

        Return the `Seen` of a page that shows the line, or None if it was not added. The idempotency key is looked up
        only if `admit` raises. Otherwise a constraint of the database refuses a second use of the key.
        """
        op, text, *_ = line
        try:
            first = admit()
        except Exception:
            row = next(iter(self._read(END, table_id, op, table_id)), None)
            if before := parse_end(row, op, text)[1]:
                return before
            raise
        if first:
            return None
        sql, values, new = _make_statement(table_id, end, line)
        try:
            # It may be sent twice if the connection is lost, but hash and key admit it only once.
            return self._note_added(table_id, new, self._alone(sql, values))
        # The key was used before. `append` then finds its line under the lock.
        except errors.UniqueViolation:
            return None
        except psycopg.Error as broken:
            raise Unwritable(_describe_error(broken), _find_cause(broken)) from broken

    def _look_and_add(self, table_id: str, line: NewLine, admit: Admit) -> Seen | None:
        """Read the end of a journal, and add a line unless the journal grows meanwhile or another line must precede it.

        Return the `Seen` of a page that shows the line, or None if it was not added.
        """
        op, text, *_ = line
        try:
            with self._alive(END, (table_id, op, table_id)) as (conn, rows):
                end, before = parse_end(rows.fetchone(), op, text)
                if before:
                    return before
                # `admit` reads through this connection: if it waited for a second one, threads could block each other.
                self._local.conn = _Statements(conn)
                try:
                    first = admit()
                finally:
                    self._local.conn = None
                if first:
                    return None
                sql, values, new = _make_statement(table_id, end, line)
                return self._note_added(table_id, new, conn.execute(convert_placeholders(sql), values))
        except psycopg.Error as broken:
            raise Unwritable(_describe_error(broken), _find_cause(broken)) from broken

    def _note_added(self, table_id: str, new: End, rows: "psycopg.Cursor[Any]") -> Seen | None:
        """Return the `Seen` of a page that shows the new line, and cache the new end of the journal.

        `rows` is the result of the statement that adds the line. Return None if it added nothing, because the journal
        had another end.
        """
        if not rows.rowcount:
            return None
        self._ends.keep(table_id, new)
        return Seen.of(new.seq, new.at)

    # notifications

    def tell(self, table_id: str, newest: Seen | None) -> None:
        """Notify other processes of a committed line, or of changed access if `newest` is None."""
        if self._notices:
            self._notices.send(table_id, newest)

    @contextmanager
    def erasing(self, ids: Iterable[str]) -> Iterator[Connection]:
        """Open a transaction with exclusive access to these journals, in which lines can be changed and deleted.

        The rows of the journals in `tables` are locked first, as in `append`. So no writer holds one of them while it
        waits for the table `lines`.
        """
        with self._write() as conn:
            conn.execute("SELECT 1 FROM tables WHERE id = ANY(?) ORDER BY id FOR UPDATE", (list(ids),))
            conn.execute("ALTER TABLE lines DISABLE TRIGGER lines_stay")
            yield conn
            conn.execute("ALTER TABLE lines ENABLE TRIGGER lines_stay")

    def wipe(self, ids: Iterable[str]) -> None:
        """Release the space of erased lines, and notify other processes of these tables.

        Raise Unwritable on failure.
        """
        try:
            with self._connect() as conn:
                conn.execute("SET statement_timeout = 0")
                # Not FULL, which would lock each table while it is copied.
                conn.execute(
                    "VACUUM lines, names, tables, results, members, links, group_tables, pads, kept_pads, drafts"
                )
                for id in ids:
                    # No process has this origin, so every one of them reads the tables again.
                    conn.execute("SELECT pg_notify(%s, %s)", (CHANNEL, f"erased {id} "))
        except psycopg.Error as broken:
            raise Unwritable(_describe_error(broken), _find_cause(broken)) from broken

    def listen(self, ring: Notify, list_listened: Callable[[], Collection[str]]) -> None:
        """Call `ring` when another process has written."""

        def rung(table_id: str, newest: Seen | None) -> None:
            self._ends.pop(table_id)
            ring(table_id, newest)

        self._notices = Notices(self._connect, rung, list_listened, self._states)

    def note_closed(self, table_id: str) -> None:
        """Record the present restrictions of access to a table or group, so that later restrictions are noticed."""
        if self._notices:
            self._notices.note(table_id)

    def _states(self, tables: Collection[str]) -> dict[str, tuple[Seen, str]]:
        """Return a dict from the id of each table or group to its state.

        A state is the `Seen` of the newest line, and a text of counts that grow with each restriction of access.
        """
        sql = (
            "SELECT id, game, (SELECT seq FROM lines WHERE table_id = id ORDER BY seq DESC LIMIT 1), "
            "(SELECT at FROM lines WHERE table_id = id ORDER BY seq DESC LIMIT 1), "
            "(SELECT coalesce(sum((SELECT max(seq) FROM lines WHERE lines.table_id = one.table_id)), 0) "
            "FROM group_tables AS one WHERE group_id = id), "
            "(SELECT count(DISTINCT members.table_id) FROM group_tables AS one "
            "JOIN members ON members.table_id = one.table_id WHERE group_id = id AND list = 'deleted'), "
            "(SELECT count(*) FROM links WHERE ended IS NOT NULL AND (links.table_id = id OR links.table_id IN "
            "(SELECT group_id FROM group_tables WHERE group_tables.table_id = id))), "
            "(SELECT count(*) FROM group_tables WHERE group_tables.table_id = id), "
            "(SELECT count(*) FROM members WHERE members.table_id = id AND list = 'deleted') "
            "FROM tables WHERE id = ANY(?)"
        )
        rows = self._read(sql, list(tables))
        return {
            id: (Seen.of(seq or 0, at or 0) if game else Seen.of_group(seq, at, int(lines), gone), f"{closed}")
            for id, game, seq, at, lines, gone, *closed in rows
        }

    # limits

    def recent(self, kind: str, seconds: float, most: int) -> Recent | None:
        """Return a counter of events of a kind within the last `seconds`, shared by all processes."""
        return _Recent(self, kind, seconds, most)

    # the connections

    def _read(self, sql: str, *values: object) -> list[tuple[Any, ...]]:
        held = getattr(self._local, "conn", None)
        if not is_storable(values):
            # No stored value can be equal to it.
            return []
        try:
            # Within a transaction, reads must see what its lock protects.
            if held is not None:
                return held.execute(sql, values).fetchall()  # type: ignore[no-any-return]
            return self._alone(sql, values).fetchall()  # type: ignore[no-any-return]
        except psycopg.Error as broken:
            raise Unreadable(_describe_error(broken), _find_cause(broken)) from broken

    @contextmanager
    def _write(self, table_id: str = "", browser: str = "") -> Iterator[Connection]:
        """Open a transaction that locks a table. For a new table, which has no row yet, it locks `browser` instead."""
        # The lock is the first statement, because a dead connection is replaced only there.
        first = "SELECT pg_advisory_xact_lock(hashtextextended(?, 0))" if browser else LOCK_TABLE
        try:
            with self._alive(first, (browser or table_id,), begin=True) as (raw, _):
                conn = _Statements(raw)
                self._local.conn = conn
                try:
                    yield conn
                    raw.execute("COMMIT")
                finally:
                    self._local.conn = None
        except psycopg.Error as broken:
            raise Unwritable(_describe_error(broken), _find_cause(broken)) from broken

    @contextmanager
    def _alive(
        self, sql: str, values: Sequence[object], begin: bool = False
    ) -> Iterator[tuple["psycopg.Connection[Any]", "psycopg.Cursor[Any]"]]:
        """Execute a statement on a working connection from the pool. Yield the connection and the rows.

        With `begin`, a transaction is opened before the statement.
        """
        conn, rows = self._execute_first(sql, values, begin)
        try:
            yield conn, rows
        finally:
            self._give_back(conn)

    def _alone(self, sql: str, values: Sequence[object]) -> "psycopg.Cursor[Any]":
        """Execute a statement as a transaction of its own and return its rows."""
        # The driver has fetched all rows, so they can be read after the connection is given back.
        conn, rows = self._execute_first(sql, values)
        self._pool.putconn(conn)
        return rows

    def _execute_first(
        self, sql: str, values: Sequence[object], begin: bool = False
    ) -> tuple["psycopg.Connection[Any]", "psycopg.Cursor[Any]"]:
        """Execute a statement on a connection from the pool. Return the connection and the rows.

        Dead connections are replaced. With `begin`, a transaction is opened before the statement.
        """
        until = time.monotonic() + PATIENCE
        while True:
            conn = self._pool.getconn()
            try:
                if begin:
                    conn.execute("BEGIN")
                return conn, conn.execute(convert_placeholders(sql), values)
            except psycopg.OperationalError as broken:
                dead = conn.closed or conn.broken
                self._give_back(conn)
                if not dead or isinstance(broken, errors.QueryCanceled) or time.monotonic() > until:
                    raise
            except BaseException:
                self._give_back(conn)
                raise

    def _connect(self) -> "psycopg.Connection[Any]":
        """Return a new connection outside the pool."""
        return Impatient.connect(self.address, autocommit=True, **OPTIONS)

    def _give_back(self, conn: "psycopg.Connection[Any]") -> None:
        """Return a connection to the pool, rolling back an open transaction."""
        with suppress(psycopg.Error):
            if not conn.closed and conn.info.transaction_status != psycopg.pq.TransactionStatus.IDLE:
                conn.execute("ROLLBACK")
        self._pool.putconn(conn)


# PostgreSQL cannot infer the type of a seat that is NULL, hence the cast.
ADDED_ALONE = """\
WITH held AS (UPDATE tables SET newest = ? WHERE id = ? AND newest = ? RETURNING id)
INSERT INTO lines SELECT id, ?, ?, ?, ?, CAST(? AS BIGINT), ?, ? FROM held
"""
"""Statement that adds a line if the journal still ends with a certain hash, which stands for all lines up to the end.
"""

ADDED_AND_MOVED = """\
WITH held AS (UPDATE tables SET newest = ? WHERE id = ? AND newest = ? RETURNING id),
    moved AS (UPDATE members SET at = ? WHERE table_id = ? AND at < ? AND EXISTS (SELECT 1 FROM held))
INSERT INTO lines SELECT id, ?, ?, ?, ?, CAST(? AS BIGINT), ?, ? FROM held
"""
"""The same as `ADDED_ALONE`, for a line that also moves its table up in lists."""


def _make_statement(table_id: str, end: End, line: NewLine) -> tuple[str, tuple[object, ...], End]:
    """Return the statement that adds a line after the end of a journal, its values, and the new end."""
    op, text, by, now = line
    row, new = make_row(table_id, end, op, text, by, now)
    if moves_up(end.at, now):
        return ADDED_AND_MOVED, (new.hash, table_id, end.hash, now, table_id, now, *row), new
    return ADDED_ALONE, (new.hash, table_id, end.hash, *row), new


class _Ends:
    """Cache of the ends of journals after writes of this process. Hashes reveal entries that are outdated."""

    def __init__(self) -> None:
        self._known: OrderedDict[str, End] = OrderedDict()
        self._lock = threading.Lock()

    def pop(self, table_id: str) -> End | None:
        """Remove and return the end of a journal, or None."""
        with self._lock:
            return self._known.pop(table_id, None)

    def keep(self, table_id: str, end: End) -> None:
        """Store the end of a journal."""
        with self._lock:
            self._known[table_id] = end
            while len(self._known) > ENDS_IN_MEMORY:
                self._known.popitem(last=False)


LOCK_TABLE = "SELECT 1 FROM tables WHERE id = ? FOR UPDATE"

OPTIONS: dict[str, Any] = {
    "connect_timeout": 3,
    "keepalives_idle": 5,
    "keepalives_interval": 2,
    "keepalives_count": 3,
    "tcp_user_timeout": 10_000,
    "application_name": "scorekeeper",
    "options": (
        f"-c statement_timeout={LONGEST}s -c lock_timeout={LOCKED}s -c idle_in_transaction_session_timeout={LONGEST}s"
    ),
}
"""Options of every connection, with timeouts so that neither side waits for ever."""


class _Statements:
    """Connection of psycopg that accepts statements in SQLite’s form, with ? as the placeholder for values."""

    def __init__(self, conn: "psycopg.Connection[Any]") -> None:
        self.conn = conn

    def execute(self, sql: str, values: Sequence[object] = ()) -> "psycopg.Cursor[Any]":
        """Execute a statement and return its rows. Raise Unwritable if PostgreSQL cannot store one of the values."""
        if not is_storable(values):
            raise Unwritable("a letter that cannot be kept")
        return self.conn.execute(convert_placeholders(sql), values)

    def executemany(self, sql: str, rows: Iterable[Sequence[object]]) -> object:
        """Execute a statement for each row of values, in order."""
        with self.conn.cursor() as cursor:
            cursor.executemany(convert_placeholders(sql), list(rows))
        return None


class _Recent:
    """Counter of recent events in the database, shared by all processes.

    Simultaneous events may slightly exceed a limit.
    """

    def __init__(self, store: PostgresStore, kind: str, seconds: float, most: int) -> None:
        self.store = store
        self.kind = kind
        self.kept = int(1000 * seconds)
        self.most = most
        self._salt = store.secret_key()
        self._added = 0

    full = False

    def count(self, who: str, now: float) -> int:
        """Return the number of recent events of a client, up to `self.most`.

        It uses the clock of the database and ignores `now`, because the clocks of the app servers may differ.
        """
        return int(self.store._read(COUNTED, self.kind, self._digest_client(who), self.kept, self.most)[0][0])

    def add(self, who: str, now: float) -> None:
        """Record an event of a client and, every 64 events, delete old ones."""
        with self.store._write() as conn:
            conn.execute(ADDED, (self.kind, self._digest_client(who)))
            self._added += 1
            if self._added % 64 == 1:
                conn.execute(GONE, (self.kind, self.kept))

    def _digest_client(self, who: str) -> str:
        """Return a keyed digest of a client address, so that the address itself is never stored."""
        return hmac.new(self._salt, who.encode("utf-8", "replace"), hashlib.sha256).hexdigest()[:24]


COUNTED = (
    "SELECT count(*) FROM (SELECT 1 FROM recent "
    "WHERE kind = ? AND who = ? AND at > milliseconds() - ? AND at <= milliseconds() LIMIT ?) AS rows"
)
"""Query for the number of recent events of a client. Events in the future date from before the clock was set back."""

ADDED = "INSERT INTO recent (kind, who, at) VALUES (?, ?, milliseconds())"

GONE = "DELETE FROM recent WHERE kind = ? AND (at <= milliseconds() - ? OR at > milliseconds())"


@lru_cache(256)
def convert_placeholders(sql: str) -> str:
    """Return a statement with psycopg’s placeholder %s in place of each ?."""
    # Patterns of LIKE contain %, which psycopg would take for a placeholder.
    return sql.replace("%", "%%").replace("?", "%s")


def is_storable(values: Sequence[object]) -> bool:
    """Return whether PostgreSQL can store all strings among the values: none has a NUL or a lone surrogate."""
    return not any(isinstance(value, str) and ("\0" in value or not _is_encodable(value)) for value in values)


def _is_encodable(word: str) -> bool:
    try:
        word.encode()
    except UnicodeEncodeError:
        return False
    return True


def redact_address(address: str) -> str:
    """Return the address of a database without user and password."""
    try:
        known = conninfo_to_dict(address)
    except psycopg.Error:
        return "postgresql://…"
    where = f"{known.get('host') or 'localhost'}" + (f":{known['port']}" if known.get("port") else "")
    return f"postgresql://{where}/{known.get('dbname') or ''}"


def _describe_error(broken: psycopg.Error) -> str:
    return " ".join(str(broken).split()) or type(broken).__name__


def _find_cause(broken: psycopg.Error) -> str:
    """Return the cause of an error as in Unwritable."""
    if broken.sqlstate in DISK:
        return "disk"
    return "damaged" if broken.sqlstate in DAMAGED else ""
