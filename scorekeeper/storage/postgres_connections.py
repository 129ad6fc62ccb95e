"""Connections to PostgreSQL: a pool that replaces dead ones, time limits, and statements in SQLite’s form."""

import time
from collections.abc import Generator, Iterable, Sequence
from functools import lru_cache
from typing import Any

import psycopg
from psycopg.conninfo import conninfo_to_dict
from psycopg_pool import ConnectionPool

from scorekeeper.language.text import Literal, Text
from scorekeeper.storage.contract import Unusable, Unwritable

CONNECTIONS = 12
"""Maximum number of connections per process: one for each thread and some for polling."""

RECONNECT_SECONDS = 3.0
"""Seconds that a request waits for a connection, because the server may be restarting."""

LOCKED = 5
"""Maximum seconds that a line waits for the lock of its table."""

LONGEST_STATEMENT = 20
"""Maximum seconds for one statement, and for an idle transaction."""

SILENCE = LONGEST_STATEMENT + 1
"""Seconds without an answer before a connection is given up: the server would have timed out itself."""

CONNECT_OPTIONS: dict[str, Any] = {
    "connect_timeout": 3,
    "keepalives_idle": 5,
    "keepalives_interval": 2,
    "keepalives_count": 3,
    "tcp_user_timeout": 10_000,
    "application_name": "scorekeeper",
    "options": (
        f"-c statement_timeout={LONGEST_STATEMENT}s -c lock_timeout={LOCKED}s "
        f"-c idle_in_transaction_session_timeout={LONGEST_STATEMENT}s"
    ),
}
"""Options of every connection, with timeouts so that neither side waits for ever."""

DISK = ("53100", "53200", "58030")
"""SQLSTATE codes for a full or unreadable disk, or too little memory."""

DAMAGED_STATES = ("XX001", "XX002")


class PostgresConnection(psycopg.Connection[Any]):  # type: ignore[misc]
    """A connection that takes statements in SQLite’s form, with ? as the placeholder for values."""

    def execute(self, sql: str, values: Sequence[object] = (), **more: Any) -> "psycopg.Cursor[Any]":
        """Execute a statement and return its rows. Raise Unwritable if PostgreSQL cannot store one of the values."""
        if not is_storable(values):
            raise Unwritable("a letter that cannot be kept")
        return super().execute(convert_placeholders(sql), values, **more)

    def executemany(self, sql: str, rows: Iterable[Sequence[object]]) -> object:
        """Execute a statement for each row of values, in order."""
        with self.cursor() as cursor:
            cursor.executemany(convert_placeholders(sql), list(rows))
        return None


class Impatient(PostgresConnection):
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


def connect(address: str, patient: bool = False) -> PostgresConnection:
    """Return a new connection to a database. If `patient`, an answer may take any time, as for a whole table."""
    kind: type[PostgresConnection] = PostgresConnection if patient else Impatient
    conn: PostgresConnection = kind.connect(address, autocommit=True, **CONNECT_OPTIONS)
    return conn


def make_pool(address: str) -> "ConnectionPool[Impatient]":
    """Return a pool of connections to a database, which is closed until its method `open` is called."""
    return ConnectionPool(
        address,
        connection_class=Impatient,
        min_size=1,
        max_size=CONNECTIONS,
        timeout=RECONNECT_SECONDS,
        reconnect_timeout=RECONNECT_SECONDS,
        max_idle=300,
        kwargs={"autocommit": True, **CONNECT_OPTIONS},
        # A connection that has died since is replaced before it is used.
        check=ConnectionPool.check_connection,
        open=False,
    )


@lru_cache(256)
def convert_placeholders(sql: str) -> str:
    """Return a statement with psycopg’s placeholder %s in place of each ?."""
    # Patterns of LIKE contain %, which psycopg would take for a placeholder.
    return sql.replace("%", "%%").replace("?", "%s")


def is_storable(values: Sequence[object]) -> bool:
    """Return whether PostgreSQL can store all strings among the values: none has a NUL or a lone surrogate."""
    try:
        return not any(isinstance(value, str) and b"\0" in value.encode() for value in values)
    except UnicodeEncodeError:
        return False


def redact_address(address: str) -> str:
    """Return the address of a database without user and password."""
    try:
        known = conninfo_to_dict(address)
    except psycopg.Error:
        return "postgresql://…"
    where = f"{known.get('host') or 'localhost'}" + (f":{known['port']}" if known.get("port") else "")
    return f"postgresql://{where}/{known.get('dbname') or ''}"


def explain_unreachable(address: str, broken: psycopg.Error) -> Unusable:
    """Return the exception to raise if a database cannot be used."""
    why = Literal(" ".join(str(broken).split()))
    return Unusable(Text("%(path)s cannot be used: %(why)s.", path=redact_address(address), why=why))


def describe_error(broken: psycopg.Error) -> str:
    """Return the message of an error on one line, or its name if it has none."""
    return " ".join(str(broken).split()) or type(broken).__name__


def find_cause(broken: psycopg.Error) -> str:
    """Return the cause of an error as in `Unwritable`."""
    if broken.sqlstate in DISK:
        return "disk"
    return "damaged" if broken.sqlstate in DAMAGED_STATES else ""
