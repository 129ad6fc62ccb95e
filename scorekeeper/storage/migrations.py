"""Migrations of the SQLite schema, in order. Each is applied once and recorded under the name of its function."""

from functools import cache, partial
from typing import NamedTuple

from sqlite_utils import Database
from sqlite_utils.migrations import Migrations

from scorekeeper.storage.group_rows import convert_journals
from scorekeeper.storage.schema import ALL_BUT_GROUPS, GROUPS_AS_ROWS


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
    for statement in (*ALL_BUT_GROUPS, STAY, STAND):
        db.execute(statement)


@MIGRATIONS()
def groups_as_rows(db: Database) -> None:
    """Replace the journals of groups with rows for the group, its persons, its tables with their seats, and seasons.

    Add to each table the letters with which a screen can watch it, NULL until there are any, and until when.
    """
    # The trigger is lifted for the lines of groups only. All of it is one transaction.
    for statement in (*GROUPS_AS_ROWS, "DROP TRIGGER lines_stand"):
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
