"""Storage of tables in SQL that both engines accept."""

import json
import secrets
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from hashlib import sha256
from typing import NamedTuple

from scorekeeper.exchange.native import StoredJournal
from scorekeeper.games.errors import Malformed
from scorekeeper.group.group import Group
from scorekeeper.storage import access
from scorekeeper.storage.access import (
    DELETED,
    GROUP,
    JOINING,
    add_scorer,
    add_table,
    moves_up,
    new_code,
)
from scorekeeper.storage.contract import DamagedLine, OpTaken, Storage, Transaction, Unwritable
from scorekeeper.storage.group_rows import insert_group, seat_table
from scorekeeper.storage.pads import store_text
from scorekeeper.table.journal import Act, By, Change, Line, Seen, dump, load
from scorekeeper.table.table import StoredTable

LineRow = tuple[int, str, int, str, int | None, str, str]
"""A line as stored: seq, op, at, browser, seat, act, hash."""


def hash_line(before: str, table_id: str, seq: int, op: str, at: int, browser: str, seat: int | None, act: str) -> str:
    """Return the hash of a line, 32 hex digits. `before` is the hash of the previous line, "" for the first.

    It has no key. It finds damage by a disk, another program or an edit by hand, but not a deliberate forgery.
    """
    # Stored hashes depend on this exact form.
    return sha256(json.dumps([before, table_id, seq, op, at, browser, seat, act]).encode()).hexdigest()[:32]


def find_altered(table_id: str, rows: Iterable[LineRow]) -> Iterator[int]:
    """Yield the numbers of the lines whose content does not match their hash. A line after a gap cannot be checked."""
    before, number = "", 0
    for seq, op, at, browser, seat, act, stored_hash in rows:
        if seq == number + 1 and stored_hash != hash_line(before, table_id, seq, op, at, browser, seat, act):
            yield seq
        # The stored hash is carried on, so that one altered line is not reported as several.
        before, number = stored_hash, seq


class JournalEnd(NamedTuple):
    """End of a journal: number, Unix time and hash of its newest line."""

    seq: int = 0
    at: int = 0
    hash: str = ""


Admit = Callable[[], Iterable[Act] | None]
"""Function that checks a line against the current journal.

It raises to refuse the line, or returns lines to add before it.
"""


# reading


def look_at_table(store: Storage, table_id: str) -> tuple[StoredTable, Seen] | None:
    """Return a table as stored, with the `Seen` of its newest line. Return None if it does not exist."""
    # One statement, because between two of them a line could be added.
    sql = (
        "SELECT id, game, code, open_until, opened, seq, at FROM tables "
        "LEFT JOIN lines ON table_id = id AND seq = (SELECT max(seq) FROM lines WHERE table_id = ?) WHERE id = ?"
    )
    rows = store.query(sql, table_id, table_id)
    if not rows:
        return None
    *row, seq, at = rows[0]
    return StoredTable(*row), Seen.of(seq, at) if seq else Seen(0)


def find_table(store: Storage, table_id: str) -> StoredTable | None:
    """Return the stored table or group with this id, or None."""
    row = store.query("SELECT id, game, code, open_until, opened FROM tables WHERE id = ?", table_id)
    return StoredTable(*row[0]) if row else None


def find_newest(store: Storage, table_id: str) -> Seen:
    """Return the `Seen` of a page that shows the newest line of a table, with number 0 if it has no lines."""
    row = store.query("SELECT seq, at FROM lines WHERE table_id = ? ORDER BY seq DESC LIMIT 1", table_id)
    return Seen.of(*row[0]) if row else Seen(0)


LINES_OF_GROUP = (
    "(SELECT coalesce(sum((SELECT max(seq) FROM lines WHERE lines.table_id = one.table_id)), 0) "
    "FROM group_tables AS one WHERE group_id = groups.id)"
)
"""Expression for the number of lines of the tables of a group."""

DELETED_OF_GROUP = (
    "(SELECT count(DISTINCT members.table_id) FROM group_tables AS one "
    "JOIN members ON members.table_id = one.table_id WHERE group_id = groups.id AND list = ?)"
)
"""Expression for the number of deleted tables of a group. Value: DELETED."""


def find_news(store: Storage, group_id: str) -> Seen:
    """Return the `Seen` of a group page that shows all changes of the group and the newest lines of its tables.

    Deleting a table of the group changes it as well.
    """
    sql = f"SELECT changes, changed, {LINES_OF_GROUP}, {DELETED_OF_GROUP} FROM groups WHERE id = ?"  # noqa: S608 - ours
    rows = store.query(sql, DELETED, group_id)
    return Seen.of_group(*map(int, rows[0])) if rows else Seen(0)


def look_at_group(store: Storage, group_id: str) -> tuple[StoredTable, Seen] | None:
    """Return a group as stored in `tables`, with its number of changes. Return None if there is none."""
    sql = (
        "SELECT tables.id, game, code, open_until, opened, changes, changed FROM tables "
        "LEFT JOIN groups ON groups.id = tables.id WHERE tables.id = ? AND game = ?"
    )
    rows = store.query(sql, group_id, GROUP)
    if not rows:
        return None
    *row, changes, changed = rows[0]
    return StoredTable(*row), Seen.of(changes, changed) if changes else Seen(0)


def count_lines(store: Storage, group_id: str) -> int:
    """Return the number of lines of the tables of a group, with those of deleted tables."""
    return int(store.query(f"SELECT {LINES_OF_GROUP} FROM groups WHERE id = ?", group_id)[0][0])  # noqa: S608 - ours


def load_lines(store: Storage, table_id: str, after: int = 0) -> list[Line]:
    """Return the lines of a table after line number `after`, in order.

    Raise DamagedLine if one is missing, invalid or altered.
    """
    rows = list_rows(store, table_id, after)
    before = rows.pop(0)[-1] if after and rows else ""
    lines = []
    for number, (seq, op, at, browser, seat, text, line_hash) in enumerate(rows, after + 1):
        if seq != number or line_hash != hash_line(before, table_id, seq, op, at, browser, seat, text):
            raise DamagedLine(table_id, number)
        try:
            act = load(text, seq)
        except Malformed as broken:
            raise DamagedLine(table_id, seq) from broken
        if number == 1 and not isinstance(act, Change):
            raise DamagedLine(table_id, number)
        lines.append(Line(seq, op, at, By(browser, seat), act))
        before = line_hash
    return lines


def list_rows(store: Storage, table_id: str, first: int = 0) -> list[LineRow]:
    """Return the lines of a journal from line number `first` on as stored, with their hashes."""
    sql = "SELECT seq, op, at, browser, seat, act, hash FROM lines WHERE table_id = ? AND seq >= ? ORDER BY seq"
    return store.query(sql, table_id, first)


def list_names(store: Storage, browser: str, most: int = 12) -> list[str]:
    """Return the last `most` names that this browser used for players, latest first."""
    return [
        row[0]
        for row in store.query("SELECT name FROM names WHERE browser = ? ORDER BY used DESC LIMIT ?", browser, most)
    ]


# writing


def open_table(
    store: Storage,
    game: str,
    first: Act,
    by: By,
    now: int,
    op: str = "",
    after: tuple[str, Mapping[int, int]] | None = None,
    admit: Callable[[], None] = lambda: None,
) -> str:
    """Create a table with its links, join code and first line, and return its id.

    If this browser has already used `op`, return the table it created then. Otherwise call `admit` first, which may
    raise to refuse. `after` holds the id of an earlier table whose members are admitted too, and a map from its
    seats to the new ones.
    """
    # Short, because an id gives no access by itself.
    table = secrets.token_hex(6)
    op = op or secrets.token_hex(16)
    with store.transaction(browser=by.browser) as conn:
        opened = conn.execute(
            "SELECT lines.table_id FROM members JOIN lines ON lines.table_id = members.table_id AND seq = 1 "
            "WHERE members.browser = ? AND ended IS NULL AND list != ? AND op = ?",
            (by.browser, DELETED, op),
        ).fetchone()
        if opened:
            return str(opened[0])
        admit()
        add_table(conn, StoredTable(table, game, new_code(conn), now + JOINING, now))
        if after:
            access.bring_along(conn, after[0], table, after[1], now)
        # Who opens a table may score there, even if `_bring_along` has copied a row without a role.
        add_scorer(conn, table, game, by.browser, since=now, at=now)
        add_line(conn, table, JournalEnd(), op, dump(first), by, now)
    return table


def find_rematch(store: Storage, table_id: str, browser: str) -> str:
    """Return the id of the newest table that this browser knows and that was opened to play again, or "".

    Its first line has an idempotency key that begins with that of `name_rematch`.
    """
    rows = store.query(
        "SELECT lines.table_id FROM members JOIN lines ON lines.table_id = members.table_id AND seq = 1 "
        "WHERE members.browser = ? AND ended IS NULL AND list != ? AND op LIKE ? ORDER BY lines.at DESC LIMIT 1",
        browser,
        DELETED,
        name_rematch(table_id) + "%",
    )
    return str(rows[0][0]) if rows else ""


def name_rematch(table_id: str) -> str:
    """Return what the idempotency key begins with that opens a table for the players of another one."""
    return f"again {table_id} "


def open_group(store: Storage, group: Group, browser: str, now: int, admit: Callable[[], None] = lambda: None) -> None:
    """Store a new group with its links and join code, unless its id exists. The browser may score in it.

    Call `admit` first, which may raise to refuse.
    """
    with store.transaction(browser=browser) as conn:
        if find_table(store, group.id) is None:
            admit()
            _add_group(conn, group, browser, now, now + JOINING)


def _add_group(conn: Transaction, group: Group, browser: str, now: int, open_until: int) -> None:
    """Add a group without tables. The browser may score in it, unless it is ""."""
    add_table(conn, group.stored._replace(code=new_code(conn), open_until=open_until))
    insert_group(conn, group, now)
    if browser:
        add_scorer(conn, group.id, GROUP, browser, since=now, at=now)


def append(store: Storage, table_id: str, op: str, act: Act, by: By, now: int, admit: Admit) -> Seen:
    """Add a line, unless `op` has added it before. Return the `Seen` of a page that shows it.

    `admit` checks the line against the current journal, and raises to refuse it. It may return lines to add before
    this one; all are added or none.

    Raise OpTaken if `op` belongs to another line, Unwritable if writing fails or the table does not exist.
    """
    text = dump(act)
    with store.transaction(table_id) as conn:
        row = conn.execute(SELECT_END, (table_id, op, table_id)).fetchone()
        if not row:
            raise Unwritable("there is no such table")
        seq, at, newest_hash, same, then, stored = row
        if same:
            if stored != text:
                raise OpTaken(op)
            return Seen.of(same, then)
        end = JournalEnd(seq or 0, at or 0, newest_hash)
        # Before any line is added, because that changes the end.
        to_move = moves_up(end.at, now)
        for first in admit() or ():
            end = add_line(conn, table_id, end, secrets.token_hex(16), dump(first), by, now)
        end = add_line(conn, table_id, end, op, text, by, now)
        if to_move:
            conn.execute("UPDATE members SET at = ? WHERE table_id = ? AND at < ?", (now, table_id, now))
    return Seen.of(end.seq, end.at)


def bring_in(
    store: Storage,
    copies: Sequence[StoredJournal],
    browser: str,
    now: int,
    group: Group | None,
    pads: Mapping[str, str],
) -> None:
    """Store imported journals and a new group, all or none, closed for joining.

    The browser may score in all of them, unless it is "".

    The group gets those of its tables that are imported, and existing ones at which the browser may score. `pads`
    maps slugs to the texts of the pads that the tables use.
    """
    imported = {copy.id for copy in copies}
    with store.transaction(browser=browser) as conn:
        for slug, text in pads.items():
            store_text(conn, slug, text)
        for copy in copies:
            add_table(conn, StoredTable(copy.id, copy.game, new_code(conn), now, copy.opened))
            end = JournalEnd()
            for number, (at, phone, seat, act) in enumerate(copy.lines, 1):
                end = add_line(conn, copy.id, end, f"in {number}", act, By(phone, seat), at)
            if browser:
                add_scorer(conn, copy.id, copy.game, browser, since=now, at=copy.lines[-1].at)
        if group:
            _add_group(conn, group, browser, now, now)
            for id, seating in group.seatings.items():
                if id in imported or access.may_take_in(store, conn, id, browser):
                    seat_table(conn, group.id, id, seating)


def remember_names(store: Storage, browser: str, names: tuple[str, ...], now: int) -> None:
    """Store the names of seated players in their order, as suggestions for the next table."""
    with store.transaction(browser=browser) as conn:
        conn.executemany(
            "INSERT INTO names VALUES (?, ?, ?) ON CONFLICT (browser, name) DO UPDATE SET used = excluded.used",
            # Names of the same second keep their order.
            [(browser, name, 100 * now - place) for place, name in enumerate(names)],
        )


SELECT_END = (
    "SELECT last.seq, last.at, newest, same.seq, same.at, same.act FROM tables "
    "LEFT JOIN lines AS last ON last.table_id = id AND last.seq = (SELECT max(seq) FROM lines WHERE table_id = ?) "
    "LEFT JOIN lines AS same ON same.table_id = id AND same.op = ? WHERE id = ?"
)
"""Query for the end of a journal and its line with an idempotency key. Values: table id, key, table id."""


def make_row(table_id: str, end: JournalEnd, op: str, text: str, by: By, now: int) -> tuple[LineRow, JournalEnd]:
    """Return a line that follows `end` as the row to be stored, and the new end of the journal.

    `op` is its idempotency key, and `text` its act as JSON.
    """
    # Times never decrease, even if the clock was set back.
    row = (end.seq + 1, op, max(now, end.at), by.browser, by.seat, text)
    # The table keeps the newest hash too: otherwise nobody would notice that lines are missing at the end.
    line_hash = hash_line(end.hash, table_id, *row)
    return (*row, line_hash), JournalEnd(row[0], row[2], line_hash)


def add_line(conn: Transaction, table_id: str, end: JournalEnd, op: str, text: str, by: By, now: int) -> JournalEnd:
    """Add a line, as `make_row` makes it, to the journal of a table. Return the new end of the journal."""
    row, end = make_row(table_id, end, op, text, by, now)
    conn.execute("INSERT INTO lines VALUES (?, ?, ?, ?, ?, ?, ?, ?)", (table_id, *row))
    conn.execute("UPDATE tables SET newest = ? WHERE id = ?", (end.hash, table_id))
    return end
