"""Groups as rows, in SQL that both engines accept: read a group, add one, and change it."""

import json
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from scorekeeper.games.errors import Malformed
from scorekeeper.group import lines as group_lines
from scorekeeper.group.group import Group, Person, Season, Seating
from scorekeeper.group.lines import ActLine
from scorekeeper.storage.contract import DamagedLine, Transaction
from scorekeeper.table.journal import Seen
from scorekeeper.table.table import StoredTable

RESTORABLE = 3600
"""Seconds for which a removed person can be restored."""

COLUMNS = ", ".join(Person._fields)
"""The columns of a person in the table `persons`, which has two more: the group and the place in it."""

Query = Callable[..., list[tuple[Any, ...]]]


def read_group(query: Query, stored: StoredTable) -> Group:
    """Return a group from its rows. Raise DamagedLine if one of them is missing or invalid."""
    rows = query("SELECT name, rated, changes, changed FROM groups WHERE id = ?", stored.id)
    sql = f"SELECT {COLUMNS} FROM persons WHERE group_id = ? ORDER BY place, id"  # noqa: S608 - ours
    everybody = tuple([Person(*row) for row in query(sql, stored.id)])
    sql = "SELECT table_id, persons, added, added_by FROM group_tables WHERE group_id = ? ORDER BY place, table_id"
    tables = query(sql, stored.id)
    sql = "SELECT name, start FROM seasons WHERE group_id = ? ORDER BY start, place"
    try:
        ((name, rated, changes, changed),) = rows
        seatings = {id: Seating(dict(json.loads(persons)), since, browser) for id, persons, since, browser in tables}
    except (TypeError, ValueError) as broken:
        raise DamagedLine(stored.id, 0) from broken
    return Group(
        stored,
        name,
        everybody,
        seatings,
        tuple([Season(*row) for row in query(sql, stored.id)]),
        bool(rated),
        Seen.of(changes, changed),
    )


def insert_group(conn: Transaction, group: Group, now: int) -> None:
    """Add the rows of a group, whose row in `tables` exists. Its tables are added with `seat_table`."""
    conn.execute("INSERT INTO groups VALUES (?, ?, ?, ?, ?)", (group.id, group.name, int(group.rated), 1, now))
    add_persons(conn, group.id, group.everybody)
    for season in group.seasons:
        add_season(conn, group.id, season)


def add_persons(conn: Transaction, group_id: str, persons: Iterable[Person]) -> None:
    """Add persons at the end of a group. An id that exists stays as it is."""
    sql = (
        f"INSERT INTO persons ({COLUMNS}, group_id, place) "  # noqa: S608 - ours
        "SELECT ?, ?, ?, ?, ?, ?, coalesce(max(place), 0) + 1 FROM persons WHERE group_id = ? "
        "ON CONFLICT (group_id, id) DO NOTHING"
    )
    for person in persons:
        conn.execute(sql, (*person, group_id, group_id))


def add_season(conn: Transaction, group_id: str, season: Season) -> None:
    """Start a season."""
    sql = "INSERT INTO seasons SELECT ?, coalesce(max(place), 0) + 1, ?, ? FROM seasons WHERE group_id = ?"
    conn.execute(sql, (group_id, *season, group_id))


def seat_table(conn: Transaction, group_id: str, table_id: str, seating: Seating) -> None:
    """Add a table to a group, so that its members get access to it, or change who sat at it."""
    sql = (
        "INSERT INTO group_tables (group_id, table_id, place, added, added_by, persons) "
        "SELECT ?, ?, coalesce(max(place), 0) + 1, ?, ?, ? FROM group_tables WHERE group_id = ? "
        "ON CONFLICT (table_id, group_id) DO UPDATE SET persons = excluded.persons"
    )
    persons = json.dumps(sorted(seating.persons.items()))
    conn.execute(sql, (group_id, table_id, seating.since, seating.browser, persons, group_id))


def note_change(conn: Transaction, group_id: str, now: int) -> None:
    """Record that a group has changed, so that its pages are drawn again, and move it up in the lists of phones."""
    sql = "UPDATE groups SET changes = changes + 1, changed = ? WHERE id = ?"
    conn.execute(sql, (now, group_id))
    conn.execute("UPDATE members SET at = ? WHERE table_id = ? AND at < ?", (now, group_id, now))


def forget_removed_persons(conn: Transaction, now: int) -> None:
    """Delete the persons who can no longer be restored."""
    conn.execute("DELETE FROM persons WHERE removed < ?", (now - RESTORABLE,))


def convert_journals(conn: Transaction) -> None:
    """Replace the journal of each group, as versions before this one stored it, with rows.

    What was undone stays undone. Entries that cannot be read have no effect.
    """
    sql = "SELECT id, game, code, open_until, opened FROM tables WHERE game = '' ORDER BY id"
    for row in conn.execute(sql).fetchall():
        stored = StoredTable(*row)
        sql = "SELECT seq, at, browser, act FROM lines WHERE table_id = ? ORDER BY seq"
        lines = list(_parse_lines(conn.execute(sql, (stored.id,)).fetchall()))
        group = group_lines.fold(stored, lines)
        insert_group(conn, group, lines[-1].at if lines else stored.opened)
        # Larger than the number of any line, so that no open page takes the group for unchanged.
        conn.execute("UPDATE groups SET changes = ? WHERE id = ?", (lines[-1].seq + 1 if lines else 1, stored.id))
        sql = "SELECT table_id FROM group_tables WHERE group_id = ?"
        held = {table_id for (table_id,) in conn.execute(sql, (stored.id,)).fetchall()}
        # Added anew in their order. A journal may name tables that were never the group's.
        conn.execute("DELETE FROM group_tables WHERE group_id = ?", (stored.id,))
        for table_id in [*filter(held.__contains__, group.seatings), *sorted(held - group.seatings.keys())]:
            seat_table(conn, stored.id, table_id, group.seatings.get(table_id, Seating({}, stored.opened)))
    conn.execute("DELETE FROM lines WHERE table_id IN (SELECT id FROM tables WHERE game = '')")
    conn.execute("UPDATE tables SET newest = '' WHERE game = ''")


def _parse_lines(rows: Iterable[tuple[Any, ...]]) -> Iterator[ActLine]:
    for seq, at, browser, text in rows:
        try:
            yield ActLine(seq, at, browser, group_lines.parse_act(text, seq))
        except Malformed:
            continue
