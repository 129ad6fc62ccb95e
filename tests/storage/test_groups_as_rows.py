"""Tests that groups of a database and of a file from before groups were rows come out as they were.

`databases/groups/groups.db` has groups with every kind of change: undone, renamed, merged and erased persons, tables
that were seated anew, removed and restored, seasons, ratings and signs. That version wrote `groups.json`.
"""

import json
import shutil
import sqlite3
from collections.abc import Mapping
from contextlib import closing
from pathlib import Path
from typing import Any

import psycopg
import pytest
from psycopg import sql
from sqlite_utils import Database

from scorekeeper.exchange import native
from scorekeeper.exchange.formats import FORMATS
from scorekeeper.group.statistics import filter_season
from scorekeeper.storage import access
from scorekeeper.storage.check import check
from scorekeeper.storage.exchange import collect_group, import_package
from scorekeeper.storage.groups import Groups
from scorekeeper.storage.migrations import list_tables
from scorekeeper.storage.moving import to_postgres
from scorekeeper.storage.postgres import PostgresStore
from scorekeeper.storage.postgres_schema import STEPS
from scorekeeper.storage.store import Store
from scorekeeper.storage.tables import Tables
from tests.support.postgres import Server

FOLDER = Path(__file__).parent / "databases" / "groups"

EXPECTED: dict[str, Any] = json.loads((FOLDER / "groups.json").read_text())

FRIDAY = next(id for id, group in EXPECTED.items() if group["name"] == "Saturday")

STATISTICS = ("games", "standings", "averages", "streaks", "pairs", "records", "most_played", "ratings")

PARTS = {"games": 9, "averages": 5}
"""How many parts of a game and of an average that version knew. Later ones follow them."""


def make_plain(value: object) -> object:
    if isinstance(value, frozenset):
        return sorted(value)
    return dict(value) if isinstance(value, Mapping) else str(value)


def describe(groups: Groups, group_id: str) -> dict[str, object]:
    """Return all that a group shows: its members, tables, seasons, signs and statistics, and who may do what."""
    group = groups.load(group_id)
    played = groups.played(group)
    seasons = [filter_season(played.games, group.seasons, season) for season in range(len(group.seasons))]
    figures = [played, *map(played.only, seasons)]
    browsers = sorted(name for (name,) in groups.store.query("SELECT DISTINCT browser FROM members"))
    said = {
        "name": group.name,
        "rated": group.rated,
        "persons": [person[:2] for person in group.persons],
        "merged": {person.id: sorted(one.id for one in group.merged_into(person.id)) for person in group.persons},
        "signs": {person: sign.number for person, sign in group.signs.items()},
        "seasons": group.seasons,
        "seats": [[table_id, sorted(group.find_persons(table_id).items())] for table_id in group.tables],
        "figures": [
            {name: getattr(one, name) for name in STATISTICS}
            | {name: [row[:most] for row in getattr(one, name)] for name, most in PARTS.items()}
            # That version named one person for each record, and there is one for each of these.
            | {"records": [(*record[:2], *record.persons, *record[3:]) for record in one.records]}
            for one in figures
        ],
        "roles": {
            table_id: {browser: access.find_role(groups.store, table_id, browser) for browser in browsers}
            for table_id in (group_id, *group.tables)
        },
    }
    plain: dict[str, object] = json.loads(json.dumps(said, default=make_plain))
    return plain


def describe_all(groups: Groups) -> dict[str, object]:
    ids = groups.store.query("SELECT id FROM tables WHERE game = '' ORDER BY id")
    return {id: describe(groups, id) for (id,) in ids}


@pytest.fixture
def database(tmp_path: Path) -> Path:
    """The database of that version, in the folder `tmp_path`."""
    path = tmp_path / "scorekeeper.db"
    shutil.copy(FOLDER / "groups.db", path)
    return path


def test_groups_of_every_kind_come_out_as_they_were(database: Path, tmp_path: Path) -> None:
    assert check(database).faults == ()
    for _ in range(2):  # the first time with an upgrade, then without
        groups = Groups(Tables(Store(tmp_path)))
        assert describe_all(groups) == EXPECTED
        assert not groups.store.query("SELECT 1 FROM lines JOIN tables ON id = table_id WHERE game = ''")
        groups.store.close()
    assert check(database).faults == ()


def fill_as_before(address: str, database: Path) -> None:
    """Fill a PostgreSQL database in the schema from before groups were rows."""
    steps = list(STEPS)[: list(STEPS).index("groups_as_rows")]
    with psycopg.connect(address, autocommit=True) as conn, Database(database) as source:
        conn.execute("CREATE TABLE steps (name TEXT PRIMARY KEY)")
        for name in steps:
            for statement in STEPS[name]:
                assert isinstance(statement, str)
                conn.execute(statement)
            conn.execute("INSERT INTO steps VALUES (%s)", (name,))
        for table in [table for table in list_tables() if table.name in source.table_names()]:
            for row in source[table.name].rows:
                columns = sql.SQL(", ").join(map(sql.Identifier, row))
                into = sql.SQL("INSERT INTO {} ({}) VALUES ({})").format(
                    sql.Identifier(table.name), columns, sql.SQL(", ").join([sql.Placeholder()] * len(row))
                )
                conn.execute(into, list(row.values()))


def test_lines_that_cannot_be_read_cost_only_what_they_said(database: Path, tmp_path: Path) -> None:
    with closing(sqlite3.connect(database)) as by_hand:
        by_hand.execute("DROP TRIGGER lines_stay")
        by_hand.execute("UPDATE lines SET act = CAST(x'22ff22' AS TEXT) WHERE table_id = ? AND seq = 3", (FRIDAY,))
        by_hand.commit()
    groups = Groups(Tables(Store(tmp_path)))
    before = {name for _, name in EXPECTED[FRIDAY]["persons"]}
    assert {person.name for person in groups.load(FRIDAY).persons} == before - {"Bob"}
    groups.store.close()


@pytest.mark.parametrize("old", [True, False])
def test_groups_come_out_the_same_in_postgresql(database: Path, tmp_path: Path, postgres: Server, old: bool) -> None:
    address = postgres.database()
    if old:
        fill_as_before(address, database)
    else:
        to_postgres(tmp_path, address)
    groups = Groups(Tables(PostgresStore(address)))
    assert describe_all(groups) == EXPECTED
    groups.store.close()


@pytest.mark.parametrize("name", ["friday", "afar"])
def test_a_file_of_that_version_is_imported_as_the_group_was(groups: Groups, name: str) -> None:
    package = native.parse((FOLDER / f"{name}.scorekeeper.json").read_bytes())
    imported = import_package(groups, package, "host")
    shown, expected = describe(groups, imported.id), EXPECTED[imported.id]
    for part in ("name", "rated", "persons", "merged", "signs", "seasons", "figures"):
        assert shown[part] == expected[part], part
    again = FORMATS["scorekeeper.json"].write(collect_group(groups, groups.load(imported.id)), "en")
    assert import_package(groups, native.parse(again), "host").tables == 0
    assert native.serialise(native.parse(again)) == again
