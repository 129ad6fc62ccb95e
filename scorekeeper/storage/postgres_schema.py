"""Migrations of the PostgreSQL schema, in order. One process applies them while the others wait."""

from collections.abc import Callable
from typing import Any

import psycopg

from scorekeeper.storage.contract import Newer, Transaction
from scorekeeper.storage.group_rows import convert_journals
from scorekeeper.storage.postgres_connections import Statements
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
        """CREATE TABLE tables (
            id TEXT PRIMARY KEY, game TEXT NOT NULL, rules_version BIGINT NOT NULL,
            code TEXT NOT NULL UNIQUE, open_until BIGINT NOT NULL, opened BIGINT NOT NULL,
            outcome TEXT, outcome_of BIGINT, newest TEXT NOT NULL DEFAULT '', deleted BIGINT
        )""",
        # Without a foreign key, which took a tenth of the time of each line. A writer has read the row of its table.
        """CREATE TABLE lines (
            table_id TEXT NOT NULL, seq BIGINT NOT NULL, op TEXT NOT NULL, at BIGINT NOT NULL,
            browser TEXT NOT NULL, seat BIGINT, act TEXT NOT NULL, hash TEXT NOT NULL DEFAULT '',
            PRIMARY KEY (table_id, seq), UNIQUE (table_id, op)
        )""",
        """CREATE TABLE links (
            link TEXT PRIMARY KEY, table_id TEXT NOT NULL REFERENCES tables(id), role TEXT NOT NULL, ended BIGINT
        )""",
        "CREATE INDEX links_of ON links (table_id, role)",
        """CREATE TABLE members (
            table_id TEXT NOT NULL REFERENCES tables(id), browser TEXT NOT NULL, role TEXT NOT NULL,
            since BIGINT NOT NULL, seat BIGINT, ended BIGINT,
            list TEXT NOT NULL DEFAULT 'running', at BIGINT NOT NULL DEFAULT 0, PRIMARY KEY (table_id, browser)
        )""",
        "CREATE UNIQUE INDEX one_phone_a_seat ON members (table_id, seat) WHERE seat IS NOT NULL AND ended IS NULL",
        "CREATE INDEX lists_of ON members (browser, list, at) WHERE ended IS NULL",
        "CREATE INDEX members_of ON members (browser)",
        """CREATE TABLE names (
            browser TEXT NOT NULL, name TEXT NOT NULL, used BIGINT NOT NULL, PRIMARY KEY (browser, name)
        )""",
        """CREATE TABLE group_tables (
            table_id TEXT NOT NULL REFERENCES tables(id), group_id TEXT NOT NULL REFERENCES tables(id),
            PRIMARY KEY (table_id, group_id)
        )""",
        "CREATE INDEX tables_of_a_group ON group_tables (group_id)",
        """CREATE TABLE results (
            table_id TEXT PRIMARY KEY REFERENCES tables(id), hash TEXT NOT NULL, results TEXT NOT NULL
        )""",
        "CREATE TABLE pads (slug TEXT PRIMARY KEY, text TEXT NOT NULL)",
        """CREATE TABLE kept_pads (
            keeper TEXT NOT NULL, slug TEXT NOT NULL REFERENCES pads(slug), at BIGINT NOT NULL,
            newer TEXT NOT NULL DEFAULT '', PRIMARY KEY (keeper, slug)
        )""",
        """CREATE TABLE drafts (
            browser TEXT NOT NULL, mark TEXT NOT NULL, at BIGINT NOT NULL, place BIGINT NOT NULL,
            state TEXT NOT NULL, draft TEXT NOT NULL, PRIMARY KEY (browser, mark)
        )""",
        "CREATE INDEX drafts_by_time ON drafts (at)",
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
        "ALTER TABLE tables ADD COLUMN letters TEXT",
        "ALTER TABLE tables ADD COLUMN letters_until BIGINT NOT NULL DEFAULT 0",
        "CREATE UNIQUE INDEX letters_of ON tables (letters)",
        """CREATE TABLE groups (
            id TEXT PRIMARY KEY REFERENCES tables(id), name TEXT NOT NULL, rated BIGINT NOT NULL,
            changes BIGINT NOT NULL, changed BIGINT NOT NULL
        )""",
        """CREATE TABLE persons (
            group_id TEXT NOT NULL REFERENCES tables(id), id TEXT NOT NULL, place BIGINT NOT NULL,
            name TEXT NOT NULL, merged_into TEXT, sign BIGINT, removed BIGINT, PRIMARY KEY (group_id, id)
        )""",
        """CREATE TABLE seasons (
            group_id TEXT NOT NULL REFERENCES tables(id), place BIGINT NOT NULL, name TEXT NOT NULL,
            start BIGINT NOT NULL, PRIMARY KEY (group_id, place)
        )""",
        "ALTER TABLE group_tables ADD COLUMN place BIGINT NOT NULL DEFAULT 0",
        "ALTER TABLE group_tables ADD COLUMN added BIGINT NOT NULL DEFAULT 0",
        "ALTER TABLE group_tables ADD COLUMN added_by TEXT NOT NULL DEFAULT ''",
        "ALTER TABLE group_tables ADD COLUMN persons TEXT NOT NULL DEFAULT '[]'",
        # Unfinished pads were stored in another form.
        "DELETE FROM drafts",
        # Lifted for the lines of groups only. All of it is one transaction.
        "ALTER TABLE lines DISABLE TRIGGER lines_stay",
        convert_journals,
        "ALTER TABLE lines ENABLE TRIGGER lines_stay",
    ),
}


def migrate(conn: "psycopg.Connection[Any]", place: str) -> None:
    """Apply the missing migrations, all or none. Raise Newer if the database has unknown ones."""
    # No timeouts, because migrations can take long, and other processes wait for them.
    conn.execute("SET lock_timeout = 0")
    conn.execute("SET statement_timeout = 0")
    with conn.transaction():
        conn.execute("SELECT pg_advisory_xact_lock(%s)", (MIGRATION_LOCK,))
        conn.execute("CREATE TABLE IF NOT EXISTS steps (name TEXT PRIMARY KEY)")
        taken = {name for (name,) in conn.execute("SELECT name FROM steps")}
        if not taken - EARLIER_STEPS <= STEPS.keys():
            raise Newer(place, name_newer(read_version(conn)))
        for name in [name for name in STEPS if name not in taken]:
            for statement in STEPS[name]:
                conn.execute(statement) if isinstance(statement, str) else statement(Statements(conn))
            conn.execute("INSERT INTO steps VALUES (%s)", (name,))
        if read_version(conn) < encode():
            sql = "INSERT INTO settings VALUES ('version', %s) ON CONFLICT (name) DO UPDATE SET value = excluded.value"
            conn.execute(sql, (str(encode()),))


def read_version(conn: "psycopg.Connection[Any]") -> int:
    """Return the newest version that has written to a database, as a number; 0 if none was recorded."""
    row = conn.execute("SELECT value FROM settings WHERE name = 'version'").fetchone()
    return int(row[0]) if row else 0
