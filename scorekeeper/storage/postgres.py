"""PostgreSQL, for many processes on many machines: the same journals, a line admitted for where its journal ends.

A line is admitted without a lock and then written by one statement, if the journal still ends with the hash with
which it was admitted; a process that wrote the line before knows that hash. If it does not, and for whatever else is
written, the table's row in `tables` is locked first. Isolation is READ COMMITTED, so all that is read of the table
under its lock is what the last writer left, and tables never wait for each other. What has no row yet, a new table, is
locked by the browser that opens it. Nothing is tried again once it was begun: what breaks off is answered with
Unwritable, and its op makes sure that the second try counts once. Only a connection that is dead at its first statement
is replaced unseen: a look, a lock, or a line, which its hash and its op let in once.
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
from scorekeeper.storage.access import moves
from scorekeeper.storage.check import Unusable
from scorekeeper.storage.contract import Connection, Held, Recent, Ring, Unreadable, Unwritable
from scorekeeper.storage.journals import END, End, Journals, dumped, end_of, row_after
from scorekeeper.storage.notices import CHANNEL, Notices
from scorekeeper.storage.postgres_schema import bring_up_to_date
from scorekeeper.table.journal import Act, By, Seen

CONNECTIONS = 12
"""Connections of one process: one for each of its threads, and some for who looks."""

PATIENCE = 3.0
"""Seconds that a request waits for a connection; the server may be starting again."""

LOCKED = 5
"""Seconds that a line waits for the line before it."""

LONGEST = 20
"""Seconds for one statement, and for a transaction in which nothing is asked."""

SILENCE = LONGEST + 1
"""Seconds without a word after which a statement is given up: the server would have ended it itself, if it could."""

DISK = ("53100", "53200", "58030")
"""What PostgreSQL says when its disk or its memory is full, or cannot be read."""

DAMAGED = ("XX001", "XX002")

ENDS_IN_MEMORY = 4096
"""Of how many tables it is remembered where their journals ended when this process wrote there."""

NewLine = tuple[str, str, By, int]
"""A line that comes: its op and its text, who says it, and when."""

Admit = Callable[[], Iterable[Act | group.Act] | None]


class Impatient(psycopg.Connection[Any]):  # type: ignore[misc]
    """A connection that waits for no answer without end.

    The system notices a machine that is gone, but not a server that stands still, or a proxy whose other side is cut.
    """

    def wait(self, gen: Generator[Any, Any, Any], *rest: Any, **more: Any) -> Any:
        """Wait for an answer. Raises OperationalError when there was none for SILENCE; the connection is ended then."""
        return super().wait(self._given_up(gen), *rest, **more)

    def _given_up(self, gen: Generator[Any, Any, Any]) -> Generator[Any, Any, Any]:
        until = time.monotonic() + SILENCE
        try:
            wish = next(gen)
            while True:
                ready = yield wish
                if not ready and time.monotonic() > until:
                    self.pgconn.finish()
                    raise psycopg.OperationalError(f"no answer for {SILENCE} seconds")
                wish = gen.send(ready)
        except StopIteration as end:
            return end.value


class PostgresStore(Journals):
    """The database at an address such as postgresql://user@host/name. Raises Unusable when it cannot be used."""

    copied: Path | None = None

    def __init__(self, address: str) -> None:
        self.address = address
        try:
            self.place = spoken(address)
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
            with self._connected() as conn:
                bring_up_to_date(conn, self.place)
                self.engine = f"PostgreSQL {conn.info.parameter_status('server_version')}"
                self._pool.open()
        except psycopg.Error as wrong:
            why = Literal(" ".join(str(wrong).split()))
            raise Unusable(Text("%(path)s cannot be used: %(why)s.", path=spoken(address), why=why)) from wrong
        self._local = threading.local()
        self._ends = _Ends()
        self._notices: Notices | None = None

    def close(self) -> None:
        """Let go of all connections, after the last notices were sent."""
        if self._notices:
            self._notices.close()
        self._pool.close(PATIENCE)

    def trouble(self) -> str:
        """Why no line could be written now; "" where it could."""
        try:
            with self._write() as conn:
                (standby,) = conn.execute("SELECT CASE WHEN pg_is_in_recovery() THEN 1 ELSE 0 END").fetchone()
            return "standby" if standby else ""
        except Unwritable as wrong:
            return wrong.cause or "away"

    def secret_key(self) -> bytes:
        """The key that signs the pages of all processes; the first one that asks makes it."""
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
        holds: Callable[[], Held] | None = None,
    ) -> Seen:
        """Add a line in one journey where this process wrote the line before, else in two; in more under the lock.

        The lock is for where others write at the same moment, and for what takes more than one line.
        """
        line = op, dumped(act), by, now
        if not storable((table_id, op, line[1])):
            raise Unwritable("a letter that cannot be kept")
        newest = None
        if not holds:
            end = self._ends.pop(table_id)
            newest = self._add_after(table_id, end, line, admit) if end else self._look_and_add(table_id, line, admit)
        return newest or super().append(table_id, op, act, by, now, admit, holds)

    def _add_after(self, table_id: str, end: End, line: NewLine, admit: Admit) -> Seen | None:
        """Add a line if the journal ends there still and nothing must be said before; None: it was not added.

        Whether its op was there already is asked only when it is not admitted; else the database itself refuses it.
        """
        op, text, *_ = line
        try:
            first = admit()
        except Exception:
            row = next(iter(self._read(END, table_id, op, table_id)), None)
            if before := end_of(row, op, text)[1]:
                return before
            raise
        if first:
            return None
        sql, values, new = _added_alone(table_id, end, line)
        try:
            # It may be sent twice when its connection is lost: the hash and the op let it in once.
            return self._added(table_id, new, self._alone(sql, values))
        except errors.UniqueViolation:
            return None
        except psycopg.Error as broken:
            raise Unwritable(_words(broken), _cause(broken)) from broken

    def _look_and_add(self, table_id: str, line: NewLine, admit: Admit) -> Seen | None:
        """Add a line if nothing must be said before it and no other comes in between; None: it was not added."""
        op, text, *_ = line
        try:
            with self._alive(END, (table_id, op, table_id)) as (conn, rows):
                end, before = end_of(rows.fetchone(), op, text)
                if before:
                    return before
                self._local.conn = _Statements(conn)  # whoever admits has this connection, so nobody waits for a second
                try:
                    first = admit()
                finally:
                    self._local.conn = None
                if first:
                    return None
                sql, values, new = _added_alone(table_id, end, line)
                return self._added(table_id, new, conn.execute(spelled(sql), values))
        except psycopg.Error as broken:
            raise Unwritable(_words(broken), _cause(broken)) from broken

    def _added(self, table_id: str, new: End, rows: "psycopg.Cursor[Any]") -> Seen | None:
        """What a page has seen that shows the new line; None where the journal ended elsewhere."""
        if not rows.rowcount:
            return None
        self._ends.keep(table_id, new)
        return Seen.of(new.seq, new.at)

    # what others hear

    def tell(self, table_id: str, newest: Seen | None) -> None:
        """Ring in the other processes, now that the line is committed."""
        if self._notices:
            self._notices.send(table_id, newest)

    @contextmanager
    def erasing(self, ids: Iterable[str]) -> Iterator[Connection]:
        """One transaction, alone at these tables and groups, in which lines may be changed and removed.

        Their rows are locked first, as a tap does: so no tap holds one while it waits for the lines of all tables.
        """
        with self._write() as conn:
            conn.execute("SELECT 1 FROM tables WHERE id = ANY(?) ORDER BY id FOR UPDATE", (list(ids),))
            conn.execute("ALTER TABLE lines DISABLE TRIGGER lines_stay")
            yield conn
            conn.execute("ALTER TABLE lines ENABLE TRIGGER lines_stay")

    def wipe(self, ids: Iterable[str]) -> None:
        """Have the room of what was erased used again, and ring at these in the other processes. Raises Unwritable."""
        try:
            with self._connected() as conn:
                conn.execute("SET statement_timeout = 0")
                conn.execute("VACUUM lines, names, tables, results, members, links, group_tables, pads, kept_pads")
                for id in ids:
                    conn.execute("SELECT pg_notify(%s, %s)", (CHANNEL, f"erased {id} "))
        except psycopg.Error as broken:
            raise Unwritable(_words(broken), _cause(broken)) from broken

    def listen(self, ring: Ring, heard: Callable[[], Collection[str]]) -> None:
        """Ring here when another process has written."""

        def rung(table_id: str, newest: Seen | None) -> None:
            self._ends.pop(table_id)
            ring(table_id, newest)

        self._notices = Notices(self._connected, rung, heard, self._states)

    def note_closed(self, table_id: str) -> None:
        """Note what is closed at a table or group, before it is asked whether a phone may listen there."""
        if self._notices:
            self._notices.note(table_id)

    def _states(self, tables: Collection[str]) -> dict[str, tuple[Seen, str]]:
        """Of each table or group its newest line, and all that has ever been closed at it or at its groups."""
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
        """Where a limit is counted by all processes together."""
        return _Recent(self, kind, seconds, most)

    # the connections

    def _read(self, sql: str, *values: object) -> list[tuple[Any, ...]]:
        held = getattr(self._local, "conn", None)
        if not storable(values):
            return []  # nothing that is kept has such a name
        try:
            if held is not None:  # in a transaction: as it stands under its lock
                return held.execute(sql, values).fetchall()  # type: ignore[no-any-return]
            return self._alone(sql, values).fetchall()  # type: ignore[no-any-return]
        except psycopg.Error as broken:
            raise Unreadable(_words(broken), _cause(broken)) from broken

    @contextmanager
    def _write(self, table_id: str = "", browser: str = "") -> Iterator[Connection]:
        """One transaction, alone at a table, or alone with a browser that opens one."""
        # Both locks are taken with the first statement, which is where a connection that is dead is seen.
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
            raise Unwritable(_words(broken), _cause(broken)) from broken

    @contextmanager
    def _alive(
        self, sql: str, values: Sequence[object], begin: bool = False
    ) -> Iterator[tuple["psycopg.Connection[Any]", "psycopg.Cursor[Any]"]]:
        """A connection that has done its first statement."""
        conn, rows = self._begun(sql, values, begin)
        try:
            yield conn, rows
        finally:
            self._give_back(conn)

    def _alone(self, sql: str, values: Sequence[object]) -> "psycopg.Cursor[Any]":
        """What a statement has read that is a transaction of its own."""
        conn, rows = self._begun(sql, values)
        self._pool.putconn(conn)
        return rows

    def _begun(
        self, sql: str, values: Sequence[object], begin: bool = False
    ) -> tuple["psycopg.Connection[Any]", "psycopg.Cursor[Any]"]:
        """A connection that has done its first statement; those that died since they were used last are replaced."""
        until = time.monotonic() + PATIENCE
        while True:
            conn = self._pool.getconn()
            try:
                if begin:
                    conn.execute("BEGIN")
                return conn, conn.execute(spelled(sql), values)
            except psycopg.OperationalError as broken:
                dead = conn.closed or conn.broken
                self._give_back(conn)
                if not dead or isinstance(broken, errors.QueryCanceled) or time.monotonic() > until:
                    raise
            except BaseException:
                self._give_back(conn)
                raise

    def _connected(self) -> "psycopg.Connection[Any]":
        """A connection beside the others."""
        return Impatient.connect(self.address, autocommit=True, **OPTIONS)

    def _give_back(self, conn: "psycopg.Connection[Any]") -> None:
        """Give a connection back, out of any transaction."""
        with suppress(psycopg.Error):
            if not conn.closed and conn.info.transaction_status != psycopg.pq.TransactionStatus.IDLE:
                conn.execute("ROLLBACK")
        self._pool.putconn(conn)


ADDED_ALONE = """\
WITH held AS (UPDATE tables SET newest = ? WHERE id = ? AND newest = ? RETURNING id)
INSERT INTO lines SELECT id, ?, ?, ?, ?, CAST(? AS BIGINT), ?, ? FROM held
"""
"""A line, if its table still ends as it did; the hash of a journal's end stands for all of it."""

ADDED_AND_MOVED = """\
WITH held AS (UPDATE tables SET newest = ? WHERE id = ? AND newest = ? RETURNING id),
    moved AS (UPDATE members SET at = ? WHERE table_id = ? AND at < ? AND EXISTS (SELECT 1 FROM held))
INSERT INTO lines SELECT id, ?, ?, ?, ?, CAST(? AS BIGINT), ?, ? FROM held
"""
"""The same for a line that moves its table in its lists."""


def _added_alone(table_id: str, end: End, line: NewLine) -> tuple[str, tuple[object, ...], End]:
    """The statement that adds a line after the end of a journal, its values, and where the journal ends then."""
    op, text, by, now = line
    row, new = row_after(table_id, end, op, text, by, now)
    if moves(end.at, now):
        return ADDED_AND_MOVED, (new.hash, table_id, end.hash, now, table_id, now, *row), new
    return ADDED_ALONE, (new.hash, table_id, end.hash, *row), new


class _Ends:
    """Where journals ended when this process wrote there; the hash says whether they still do."""

    def __init__(self) -> None:
        self._known: OrderedDict[str, End] = OrderedDict()
        self._lock = threading.Lock()

    def pop(self, table_id: str) -> End | None:
        """Where the journal of a table ended; it is forgotten."""
        with self._lock:
            return self._known.pop(table_id, None)

    def keep(self, table_id: str, end: End) -> None:
        """Remember it."""
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
"""So that nothing is waited for without end, on either side of the network."""


class _Statements:
    """A transaction of PostgreSQL that takes statements as SQLite does, with ? for a value."""

    def __init__(self, conn: "psycopg.Connection[Any]") -> None:
        self.conn = conn

    def execute(self, sql: str, values: Sequence[object] = ()) -> "psycopg.Cursor[Any]":
        """Do one statement."""
        if not storable(values):
            raise Unwritable("a letter that cannot be kept")
        return self.conn.execute(spelled(sql), values)

    def executemany(self, sql: str, rows: Iterable[Sequence[object]]) -> object:
        """Do one statement for each row of values, in the order of the rows."""
        with self.conn.cursor() as cursor:
            cursor.executemany(spelled(sql), list(rows))
        return None


class _Recent:
    """What was done within the last seconds, by whichever process it was heard; a few more may pass at one moment."""

    def __init__(self, store: PostgresStore, kind: str, seconds: float, most: int) -> None:
        self.store = store
        self.kind = kind
        self.kept = int(1000 * seconds)
        self.most = most
        self._salt = store.secret_key()
        self._added = 0

    full = False

    def count(self, who: str, now: float) -> int:
        """How often, up to `most`; by the clock of the database, for those of the machines differ."""
        return int(self.store._read(COUNTED, self.kind, self._hidden(who), self.kept, self.most)[0][0])

    def add(self, who: str, now: float) -> None:
        """It is done now; once in a while, what is older goes."""
        with self.store._write() as conn:
            conn.execute(ADDED, (self.kind, self._hidden(who)))
            self._added += 1
            if self._added % 64 == 1:
                conn.execute(GONE, (self.kind, self.kept))

    def _hidden(self, who: str) -> str:
        """An address is nobody's business, so it is kept as a number that means nothing elsewhere."""
        return hmac.new(self._salt, who.encode("utf-8", "replace"), hashlib.sha256).hexdigest()[:24]


COUNTED = (
    "SELECT count(*) FROM (SELECT 1 FROM recent "
    "WHERE kind = ? AND who = ? AND at > milliseconds() - ? AND at <= milliseconds() LIMIT ?) AS rows"
)
"""What is of a time that has not come yet was counted before the clock was set back, and is as good as forgotten."""

ADDED = "INSERT INTO recent (kind, who, at) VALUES (?, ?, milliseconds())"

GONE = "DELETE FROM recent WHERE kind = ? AND (at <= milliseconds() - ? OR at > milliseconds())"


@lru_cache(256)
def spelled(sql: str) -> str:
    """A statement with its values as psycopg has them."""
    return sql.replace("%", "%%").replace("?", "%s")


def storable(values: Sequence[object]) -> bool:
    """Whether PostgreSQL has all these letters: it knows no NUL, and no half of a letter."""
    return not any(isinstance(one, str) and ("\0" in one or not _whole(one)) for one in values)


def _whole(word: str) -> bool:
    try:
        word.encode()
    except UnicodeEncodeError:
        return False
    return True


def spoken(address: str) -> str:
    """The address without what is secret in it."""
    try:
        known = conninfo_to_dict(address)
    except psycopg.Error:
        return "postgresql://…"
    where = f"{known.get('host') or 'localhost'}" + (f":{known['port']}" if known.get("port") else "")
    return f"postgresql://{where}/{known.get('dbname') or ''}"


def _words(broken: psycopg.Error) -> str:
    return " ".join(str(broken).split()) or type(broken).__name__


def _cause(broken: psycopg.Error) -> str:
    """What is wrong, as the store says it."""
    if broken.sqlstate in DISK:
        return "disk"
    return "damaged" if broken.sqlstate in DAMAGED else ""
