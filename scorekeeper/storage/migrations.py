"""Migrations of the SQLite schema, in order. Each is applied once and recorded under the name of its function."""

from functools import cache, partial
from typing import NamedTuple

from sqlite_utils import Database
from sqlite_utils.migrations import Migrations

from scorekeeper.storage.group_rows import convert_journals


class Relation(NamedTuple):
    """A table of the database: its name, a dict from columns to types (`str` or `int`), and its primary key."""

    name: str
    columns: dict[str, type]
    key: list[str]


# Databases store the names of these functions, so none may ever be renamed.
MIGRATIONS = Migrations("scorekeeper")

EARLIER_MIGRATIONS = frozenset(
    {
        "tables_and_journals",
        "seats_and_ended_links",
        "lists_of_a_phone",
        "lines_that_carry_a_hash",
        "groups_and_what_games_came_to",
        "pads_that_people_made",
        "pads_that_were_changed",
        "when_tables_were_deleted",
        "drafts_of_pads",
        "letters_on_boards",
    }
)
"""Names of migrations that are part of others now. Databases that were made with them have their names."""

STAY = "CREATE TRIGGER lines_stay BEFORE UPDATE ON lines BEGIN SELECT raise(ABORT, 'lines are only added'); END"

STAND = "CREATE TRIGGER lines_stand BEFORE DELETE ON lines BEGIN SELECT raise(ABORT, 'lines are only added'); END"


@MIGRATIONS()
def lines_that_set_a_clock(db: Database) -> None:
    """Create all tables but those of groups. Lines cannot be changed or deleted."""
    for statement in (
        """CREATE TABLE tables (
            id TEXT PRIMARY KEY, game TEXT NOT NULL, rules_version INTEGER NOT NULL,
            code TEXT NOT NULL UNIQUE, open_until INTEGER NOT NULL, opened INTEGER NOT NULL,
            outcome TEXT, outcome_of INTEGER, newest TEXT NOT NULL DEFAULT '', deleted INTEGER
        ) STRICT""",
        """CREATE TABLE lines (
            table_id TEXT NOT NULL REFERENCES tables(id), seq INTEGER NOT NULL, op TEXT NOT NULL, at INTEGER NOT NULL,
            browser TEXT NOT NULL, seat INTEGER, act TEXT NOT NULL, hash TEXT NOT NULL DEFAULT '',
            PRIMARY KEY (table_id, seq), UNIQUE (table_id, op)
        ) STRICT, WITHOUT ROWID""",
        """CREATE TABLE links (
            link TEXT PRIMARY KEY, table_id TEXT NOT NULL REFERENCES tables(id), role TEXT NOT NULL, ended INTEGER
        ) STRICT""",
        "CREATE INDEX links_of ON links (table_id, role)",
        """CREATE TABLE members (
            table_id TEXT NOT NULL REFERENCES tables(id), browser TEXT NOT NULL, role TEXT NOT NULL,
            since INTEGER NOT NULL, seat INTEGER, ended INTEGER,
            list TEXT NOT NULL DEFAULT 'running', at INTEGER NOT NULL DEFAULT 0, PRIMARY KEY (table_id, browser)
        ) STRICT, WITHOUT ROWID""",
        "CREATE INDEX members_of ON members (browser)",
        "CREATE INDEX lists_of ON members (browser, list, at) WHERE ended IS NULL",
        "CREATE UNIQUE INDEX one_phone_a_seat ON members (table_id, seat) WHERE seat IS NOT NULL AND ended IS NULL",
        """CREATE TABLE names (
            browser TEXT NOT NULL, name TEXT NOT NULL, used INTEGER NOT NULL, PRIMARY KEY (browser, name)
        ) STRICT, WITHOUT ROWID""",
        """CREATE TABLE group_tables (
            table_id TEXT NOT NULL REFERENCES tables(id), group_id TEXT NOT NULL REFERENCES tables(id),
            PRIMARY KEY (table_id, group_id)
        ) STRICT, WITHOUT ROWID""",
        "CREATE INDEX tables_of_a_group ON group_tables (group_id)",
        """CREATE TABLE results (
            table_id TEXT PRIMARY KEY REFERENCES tables(id), hash TEXT NOT NULL, results TEXT NOT NULL
        ) STRICT, WITHOUT ROWID""",
        "CREATE TABLE pads (slug TEXT PRIMARY KEY, text TEXT NOT NULL) STRICT, WITHOUT ROWID",
        """CREATE TABLE kept_pads (
            keeper TEXT NOT NULL, slug TEXT NOT NULL REFERENCES pads(slug), at INTEGER NOT NULL,
            newer TEXT NOT NULL DEFAULT '', PRIMARY KEY (keeper, slug)
        ) STRICT, WITHOUT ROWID""",
        """CREATE TABLE drafts (
            browser TEXT NOT NULL, mark TEXT NOT NULL, at INTEGER NOT NULL, place INTEGER NOT NULL,
            state TEXT NOT NULL, draft TEXT NOT NULL, PRIMARY KEY (browser, mark)
        ) STRICT, WITHOUT ROWID""",
        "CREATE INDEX drafts_by_time ON drafts (at)",
        STAY,
        STAND,
    ):
        db.execute(statement)


@MIGRATIONS()
def groups_as_rows(db: Database) -> None:
    """Replace the journals of groups with rows for the group, its persons, its tables with their seats, and seasons.

    Add to each table the letters with which a screen can watch it, NULL until there are any, and until when.
    """
    for statement in (
        "ALTER TABLE tables ADD COLUMN letters TEXT",
        "ALTER TABLE tables ADD COLUMN letters_until INTEGER NOT NULL DEFAULT 0",
        "CREATE UNIQUE INDEX letters_of ON tables (letters)",
        """CREATE TABLE groups (
            id TEXT PRIMARY KEY REFERENCES tables(id), name TEXT NOT NULL, rated INTEGER NOT NULL,
            changes INTEGER NOT NULL, changed INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID""",
        """CREATE TABLE persons (
            group_id TEXT NOT NULL REFERENCES tables(id), id TEXT NOT NULL, place INTEGER NOT NULL,
            name TEXT NOT NULL, merged_into TEXT, sign INTEGER, removed INTEGER, PRIMARY KEY (group_id, id)
        ) STRICT, WITHOUT ROWID""",
        """CREATE TABLE seasons (
            group_id TEXT NOT NULL REFERENCES tables(id), place INTEGER NOT NULL, name TEXT NOT NULL,
            start INTEGER NOT NULL, PRIMARY KEY (group_id, place)
        ) STRICT, WITHOUT ROWID""",
        "ALTER TABLE group_tables ADD COLUMN place INTEGER NOT NULL DEFAULT 0",
        "ALTER TABLE group_tables ADD COLUMN added INTEGER NOT NULL DEFAULT 0",
        "ALTER TABLE group_tables ADD COLUMN added_by TEXT NOT NULL DEFAULT ''",
        "ALTER TABLE group_tables ADD COLUMN persons TEXT NOT NULL DEFAULT '[]'",
        # Unfinished pads were stored in another form.
        "DELETE FROM drafts",
        # Lifted for the lines of groups only. All of it is one transaction.
        "DROP TRIGGER lines_stand",
    ):
        db.execute(statement)
    # Invalid bytes must not block the upgrade.
    db.conn.text_factory = partial(str, encoding="utf-8", errors="replace")
    convert_journals(db.conn)
    db.conn.text_factory = str
    db.execute(STAND)


@cache
def list_migrations() -> frozenset[str]:
    """Return the names of all migrations that a current database has, apart from those in `EARLIER_MIGRATIONS`."""
    with Database(memory=True, execute_plugins=False) as empty:
        return frozenset([step.name for step in MIGRATIONS.pending(empty)])


def list_applied(db: Database) -> set[str]:
    """Return the names of the migrations that were applied to a database, apart from those in `EARLIER_MIGRATIONS`."""
    return {step.name for step in MIGRATIONS.applied(db)} - EARLIER_MIGRATIONS


@cache
def list_tables() -> tuple[Relation, ...]:
    """Return the tables that the migrations create, with referenced tables first."""
    with Database(memory=True, execute_plugins=False) as empty:
        MIGRATIONS.apply(empty)
        # SQLite lists tables in the order of their creation.
        return tuple(
            [
                Relation(table.name, table.columns_dict, table.pks)
                for table in empty.tables
                if table.name != MIGRATIONS.migrations_table
            ]
        )


def migrate(db: Database) -> None:
    """Apply the missing migrations."""
    # Most starts have nothing to apply, and this costs less than applying nothing.
    if not list_migrations() <= list_applied(db):
        MIGRATIONS.apply(db)
