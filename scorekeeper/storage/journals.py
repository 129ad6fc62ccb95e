"""Journals of tables and groups in SQL that both engines accept."""

import secrets
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple, TypeVar

from scorekeeper.games.errors import Malformed
from scorekeeper.group import journal as group
from scorekeeper.storage.access import (
    DELETED,
    GROUP,
    JOINING,
    Members,
    add_scorer,
    add_table,
    add_to_group,
    moves_up,
    new_code,
    remove_from_group,
)
from scorekeeper.storage.chain import Row, find_altered, hash_line
from scorekeeper.storage.contract import Connection, DamagedLine, GroupChange, OpTaken, Unwritable, recalled
from scorekeeper.storage.drafts import Drafts
from scorekeeper.storage.pads import KeptPads, store_text
from scorekeeper.storage.results import KeptResults
from scorekeeper.table.journal import Act, By, Change, Line, Seen, dump, load
from scorekeeper.table.table import StoredTable

One = TypeVar("One")


class ImportedJournal(NamedTuple):
    """A journal to be imported: that of a table, or of a group if `game` is "".

    Each line consists of its Unix time, its author and its act as JSON.
    """

    id: str
    game: str
    opened: int
    lines: Sequence[tuple[int, By, str]]


class End(NamedTuple):
    """End of a journal: number, Unix time and hash of its newest line."""

    seq: int = 0
    at: int = 0
    hash: str = ""


class NewLine(NamedTuple):
    """A line to be added: idempotency key, act as JSON, author and Unix time."""

    op: str
    text: str
    by: By
    now: int


Admit = Callable[[], Iterable[Act | group.Act] | None]
"""Function that checks a line against the current journal.

It raises to refuse the line, or returns lines to add before it.
"""


class Journals(Members, KeptResults, KeptPads, Drafts):
    """The part of the store that both engines share. An engine adds the abstract methods of `Storage`."""

    # reading

    @recalled
    def look(self, table_id: str) -> tuple[StoredTable, Seen] | None:
        """Return a table or group as stored, with the `Seen` of its newest line. Return None if it does not exist."""
        # One statement, because between two of them a line could be added.
        sql = (
            "SELECT id, game, code, open_until, opened, seq, at FROM tables "
            "LEFT JOIN lines ON table_id = id AND seq = (SELECT max(seq) FROM lines WHERE table_id = ?) WHERE id = ?"
        )
        rows = self.query(sql, table_id, table_id)
        if not rows:
            return None
        *row, seq, at = rows[0]
        return StoredTable(*row), Seen.of(seq, at) if seq else Seen(0)

    def table(self, table_id: str) -> StoredTable | None:
        """Return the stored table or group with this id, or None."""
        row = self.query("SELECT id, game, code, open_until, opened FROM tables WHERE id = ?", table_id)
        return StoredTable(*row[0]) if row else None

    def newest(self, table_id: str) -> Seen:
        """Return the `Seen` of a page that shows the newest line of a table, with number 0 if it has no lines."""
        row = self.query("SELECT seq, at FROM lines WHERE table_id = ? ORDER BY seq DESC LIMIT 1", table_id)
        return Seen.of(*row[0]) if row else Seen(0)

    def news(self, group_id: str) -> Seen:
        """Return the `Seen` of a group page that shows the newest lines of the group and its tables.

        Deleting a table of the group changes it as well.
        """
        sql = (
            "SELECT seq, at, "
            "(SELECT coalesce(sum((SELECT max(seq) FROM lines WHERE lines.table_id = one.table_id)), 0) "
            "FROM group_tables AS one WHERE group_id = ?), "
            "(SELECT count(DISTINCT members.table_id) FROM group_tables AS one "
            "JOIN members ON members.table_id = one.table_id WHERE group_id = ? AND list = ?) "
            "FROM lines WHERE table_id = ? ORDER BY seq DESC LIMIT 1"
        )
        rows = self.query(sql, group_id, group_id, DELETED, group_id)
        return Seen.of_group(*map(int, rows[0])) if rows else Seen(0)

    def count_lines(self, group_id: str) -> int:
        """Return the number of lines of a group and of its tables together, with those of deleted tables."""
        sql = (
            "SELECT coalesce(max(seq), 0) + "
            "(SELECT coalesce(sum((SELECT max(seq) FROM lines WHERE lines.table_id = one.table_id)), 0) "
            "FROM group_tables AS one WHERE group_id = ?) FROM lines WHERE table_id = ?"
        )
        return int(self.query(sql, group_id, group_id)[0][0])

    def lines(self, table_id: str, after: int = 0) -> list[Line]:
        """Return the lines of a table after line number `after`, in order. Raise DamagedLine if one is damaged."""
        return [Line(*read) for read in self._lines(table_id, after, load, Change)]

    def group_lines(self, group_id: str) -> list[group.Line]:
        """Return the lines of a group in order. Raise DamagedLine if one is damaged."""
        return [group.Line(*read) for read in self._lines(group_id, 0, group.load, group.NameGroup)]

    def _lines(
        self, table_id: str, after: int, load: Callable[[str, int], One], first: type
    ) -> Iterator[tuple[int, str, int, By, One]]:
        """Yield the fields of each line of a journal after line number `after`, with its act parsed by `load`.

        `first` is the type of act with which the journal must begin. Raise DamagedLine if a line is missing or invalid.
        """
        rows = self.query(
            "SELECT seq, op, at, browser, seat, act FROM lines WHERE table_id = ? AND seq > ? ORDER BY seq",
            table_id,
            after,
        )
        for number, (seq, op, at, browser, seat, text) in enumerate(rows, after + 1):
            try:
                act = load(text, seq)
            except Malformed as broken:
                raise DamagedLine(table_id, seq) from broken
            if seq != number or (number == 1 and not isinstance(act, first)):
                raise DamagedLine(table_id, number)
            yield seq, op, at, By(browser, seat), act

    def rows(self, table_id: str) -> list[Row]:
        """Return the lines of a journal as stored, with their hashes."""
        sql = "SELECT seq, op, at, browser, seat, act, hash FROM lines WHERE table_id = ? ORDER BY seq"
        return self.query(sql, table_id)

    def find_altered_line(self, table_id: str) -> int | None:
        """Return the number of the first line whose content does not match its hash, or None."""
        return next(find_altered(table_id, self.rows(table_id)), None)

    def names(self, browser: str, most: int = 12) -> list[str]:
        """Return the last `most` names that this browser used for players, latest first."""
        return [
            row[0]
            for row in self.query("SELECT name FROM names WHERE browser = ? ORDER BY used DESC LIMIT ?", browser, most)
        ]

    # writing

    def open_table(
        self,
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
        return self._open_journal(game, (first,), by, now, op, after, admit)

    def open_group(
        self, first: Sequence[group.Act], by: By, now: int, op: str = "", admit: Callable[[], None] = lambda: None
    ) -> str:
        """Create a group with its links, join code and first lines, and return its id.

        If this browser has already used `op`, return the group it created then. Otherwise call `admit` first, which may
        raise to refuse.
        """
        return self._open_journal(GROUP, first, by, now, op, None, admit)

    def _open_journal(
        self,
        game: str,
        first: Sequence[Act | group.Act],
        by: By,
        now: int,
        op: str,
        after: tuple[str, Mapping[int, int]] | None,
        admit: Callable[[], None],
    ) -> str:
        # Short, because an id gives no access by itself.
        table = secrets.token_hex(6)
        op = op or secrets.token_hex(16)
        with self.transaction(browser=by.browser) as conn:
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
                self._bring_along(conn, after[0], table, after[1], now)
            # Who opens a table may score there, even if `_bring_along` has copied a row without a role.
            add_scorer(conn, table, game, by.browser, since=now, at=now)
            end = End()
            for act in first:
                end = _add(conn, table, end, NewLine(op, serialise(act), by, now))
                # The key of the tap belongs to the first line. Further lines need keys of their own.
                op = secrets.token_hex(16)
        return table

    def append(
        self,
        table_id: str,
        op: str,
        act: Act | group.Act,
        by: By,
        now: int,
        admit: Admit,
        holds: Callable[[], GroupChange] | None = None,
    ) -> Seen:
        """Add a line, unless `op` has added it before. Return the `Seen` of a page that shows it.

        `admit` checks the line against the current journal, and raises to refuse it. It is called again if another line
        comes in between. It may return lines to add before this one; all are added or none. `holds`, called after
        `admit`, returns the tables that a group gains and loses. The group gains only tables at which the author may
        score.

        Raise OpTaken if `op` belongs to another line, Unwritable if writing fails or the table does not exist.
        """
        line = NewLine(op, serialise(act), by, now)
        added = None if holds else self._append_without_lock(table_id, line, admit)
        return added or self._append_locked(table_id, line, admit, holds)

    def _append_without_lock(self, table_id: str, line: NewLine, admit: Admit) -> Seen | None:
        """Add a line without locking its table, and return the `Seen` of a page that shows it.

        Return None if the line needs the lock. That is always so, unless an engine overrides this method.
        """
        return None

    def _append_locked(
        self, table_id: str, line: NewLine, admit: Admit, holds: Callable[[], GroupChange] | None
    ) -> Seen:
        by, now = line.by, line.now
        with self.transaction(table_id) as conn:
            row = conn.execute(SELECT_END, (table_id, line.op, table_id)).fetchone()
            if not row:
                raise Unwritable("there is no such table")
            end, before = parse_end(row, line)
            if before:
                return before
            # Before `first` is added, because that changes the end.
            to_move = moves_up(end.at, now)
            for first in admit() or ():
                end = _add(conn, table_id, end, NewLine(secrets.token_hex(16), serialise(first), by, now))
            end = _add(conn, table_id, end, line)
            if to_move:
                conn.execute("UPDATE members SET at = ? WHERE table_id = ? AND at < ?", (now, table_id, now))
            if holds:
                new, gone = holds()
                remove_from_group(conn, table_id, gone)
                add_to_group(conn, table_id, [id for id in sorted(new) if self._may_take_in(conn, id, by.browser)])
        return Seen.of(end.seq, end.at)

    def bring_in(
        self,
        copies: Sequence[ImportedJournal],
        browser: str,
        now: int,
        holds: Mapping[str, set[str]],
        pads: Mapping[str, str],
    ) -> None:
        """Store imported journals, all or none, closed for joining.

        The browser may score in all of them, unless it is "".

        `holds` maps each new group to its tables. The group gets those that are imported, and existing ones at which
        the browser may score. `pads` maps slugs to the texts of the pads that the tables use.
        """
        imported = {copy.id for copy in copies}
        with self.transaction(browser=browser) as conn:
            for slug, text in pads.items():
                store_text(conn, slug, text)
            for copy in copies:
                add_table(conn, StoredTable(copy.id, copy.game, new_code(conn), now, copy.opened))
                # These keys also tell `check` that a journal came from a file (`FROM_A_FILE`).
                end = End()
                for number, (at, by, act) in enumerate(copy.lines, 1):
                    end = _add(conn, copy.id, end, NewLine(f"in {number}", act, by, at))
                if browser:
                    add_scorer(conn, copy.id, copy.game, browser, since=now, at=copy.lines[-1][0])
            for group_id, tables in holds.items():
                here = [id for id in sorted(tables - imported) if self._may_take_in(conn, id, browser)]
                add_to_group(conn, group_id, [*sorted(tables & imported), *here])

    def remember_names(self, browser: str, names: tuple[str, ...], now: int) -> None:
        """Store the names of seated players in their order, as suggestions for the next table."""
        with self.transaction(browser=browser) as conn:
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


def parse_end(row: Sequence[Any] | None, line: NewLine) -> tuple[End, Seen | None]:
    """Return the end of a journal, and the `Seen` of a page that shows a line if it was added before, otherwise None.

    `row` is the result of the query `SELECT_END`. Raise OpTaken if another line has the key of the line.
    """
    seq, at, newest_hash, same, then, act = row or (0, 0, "", 0, 0, "")
    if same and act != line.text:
        raise OpTaken(line.op)
    return End(seq or 0, at or 0, newest_hash), Seen.of(same, then) if same else None


def make_row(table_id: str, end: End, line: NewLine) -> tuple[Row, End]:
    """Return a line that follows `end` as the row to be stored, and the new end of the journal."""
    # Times never decrease, even if the clock was set back.
    row = (end.seq + 1, line.op, max(line.now, end.at), line.by.browser, line.by.seat, line.text)
    # The table keeps the newest hash too: otherwise nobody would notice that lines are missing at the end.
    line_hash = hash_line(end.hash, table_id, *row)
    return (*row, line_hash), End(row[0], row[2], line_hash)


def _add(conn: Connection, table_id: str, end: End, line: NewLine) -> End:
    """Add a line at the end of a journal within a transaction. Return the new end."""
    row, end = make_row(table_id, end, line)
    conn.execute("INSERT INTO lines VALUES (?, ?, ?, ?, ?, ?, ?, ?)", (table_id, *row))
    conn.execute("UPDATE tables SET newest = ? WHERE id = ?", (end.hash, table_id))
    return end


def serialise(act: Act | group.Act) -> str:
    """Return an act of a table or group as JSON."""
    return group.dump(act) if isinstance(act, group.Act) else dump(act)
