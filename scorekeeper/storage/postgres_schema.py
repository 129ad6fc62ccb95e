"""Migrations of the PostgreSQL schema, in order. One process applies them while the others wait."""

from collections.abc import Callable

from scorekeeper.storage.contract import Newer, Transaction
from scorekeeper.storage.group_rows import convert_journals
from scorekeeper.storage.postgres_connections import PostgresConnection
from scorekeeper.storage.schema import ALL_BUT_GROUPS, GROUPS_AS_ROWS, write_for_postgres
from scorekeeper.version import encode, name_newer

MIGRATION_LOCK = 0x5C0BE
"""Number of the advisory lock under which migrations run."""

ONLY_ADDED = """
CREATE FUNCTION lines_are_only_added() RETURNS trigger LANGUAGE plpgsql AS
$$ BEGIN RAISE EXCEPTION 'lines are only added'; END $$
"""

MILLISECONDS = """
CREATE FUNCTION milliseconds() RETURNS BIGINT LANGUAGE sql AS
$$ SELECT CAST(extract(epoch FROM clock_timestamp()) * 1000 AS BIGINT) $$
"""
"""Function that returns the Unix time in milliseconds by the clock of the database.

The clocks of the machines differ.
"""

EARLIER_STEPS = {
    "tables_groups_and_journals",
    "pads_that_people_made",
    "pads_that_were_changed",
    "lines_of_tables_that_are_there",
    "when_tables_were_deleted",
    "drafts_of_pads",
    "letters_on_boards",
}
"""Names of steps that are part of others now. Databases that were made with them have their names."""

STEPS: dict[str, tuple[str | Callable[[Transaction], None], ...]] = {
    "lines_that_set_a_clock": (
        *map(write_for_postgres, ALL_BUT_GROUPS),
        "CREATE TABLE settings (name TEXT PRIMARY KEY, value TEXT NOT NULL)",
        # Unlogged, because rate limits need not survive a crash.
        "CREATE UNLOGGED TABLE recent (kind TEXT NOT NULL, who TEXT NOT NULL, at BIGINT NOT NULL)",
        "CREATE INDEX recent_of ON recent (kind, who, at)",
        MILLISECONDS,
        ONLY_ADDED,
        """CREATE TRIGGER lines_stay BEFORE UPDATE OR DELETE ON lines
            FOR EACH ROW EXECUTE FUNCTION lines_are_only_added()""",
        """CREATE TRIGGER lines_stand BEFORE TRUNCATE ON lines
            FOR EACH STATEMENT EXECUTE FUNCTION lines_are_only_added()""",
    ),
    "groups_as_rows": (
        *map(write_for_postgres, GROUPS_AS_ROWS),
        # Lifted for the lines of groups only. All of it is one transaction.
        "ALTER TABLE lines DISABLE TRIGGER lines_stay",
        convert_journals,
        "ALTER TABLE lines ENABLE TRIGGER lines_stay",
    ),
}


def migrate(conn: PostgresConnection, place: str) -> None:
    """Apply the missing migrations, all or none. Raise Newer if the database has unknown ones."""
    # No timeouts, because migrations can take long, and other processes wait for them.
    conn.execute("SET lock_timeout = 0")
    conn.execute("SET statement_timeout = 0")
    with conn.transaction():
        conn.execute("SELECT pg_advisory_xact_lock(?)", (MIGRATION_LOCK,))
        conn.execute("CREATE TABLE IF NOT EXISTS steps (name TEXT PRIMARY KEY)")
        taken = {name for (name,) in conn.execute("SELECT name FROM steps")}
        if not taken - EARLIER_STEPS <= STEPS.keys():
            raise Newer(place, name_newer(read_version(conn)))
        for name in [name for name in STEPS if name not in taken]:
            for statement in STEPS[name]:
                conn.execute(statement) if isinstance(statement, str) else statement(conn)
            conn.execute("INSERT INTO steps VALUES (?)", (name,))
        if read_version(conn) < encode():
            sql = "INSERT INTO settings VALUES ('version', ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value"
            conn.execute(sql, (str(encode()),))


def read_version(conn: PostgresConnection) -> int:
    """Return the newest version that has written to a database, as a number; 0 if none was recorded."""
    row = conn.execute("SELECT value FROM settings WHERE name = 'version'").fetchone()
    return int(row[0]) if row else 0
