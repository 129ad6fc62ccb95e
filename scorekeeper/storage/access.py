"""Who is let in to a table or a group, by which link or code, each phone's seat and lists; a part of the store.

A group is kept as a table without a game: its lines, links, code and phones are those of a table. Whoever is let in to
a group may do at its tables what they may do in it, without a link of their own.
"""

import secrets
from collections.abc import Callable, Iterable, Mapping
from contextlib import AbstractContextManager
from typing import Any, NamedTuple, TypeVar

from scorekeeper.storage.contract import Connection

CODE_LETTERS = "BCDFGHJKLMNPQRSTVWXZ"

CODE_LENGTH = 5

JOINING = 10 * 60
"""Seconds a table stays open for joining by its code."""

BY_ONE_LINK = 1000
"""Phones that one link, or its code, lets in within SOME_TIME: a club of 200 five times over."""

SOME_TIME = 30 * 24 * 3600

RUNNING, FINISHED, ARCHIVED, DELETED = "running", "finished", "archived", "deleted"
"""The lists in which a phone finds a table; a deleted one stands in none that is shown, on any phone."""

GROUPS = "groups"
"""The list in which a phone finds its groups."""

GROUP = ""
"""What is kept of a group in place of a game."""

MINUTE = 60


Answer = TypeVar("Answer")


class Member(NamedTuple):
    """What a browser may do at a table ("score" or "watch"), its seat, whether its link was ended, its list.

    A phone that is there by its group alone has no right of its own: "" is kept of it.
    """

    role: str
    seat: int | None = None
    ended: bool = False
    list: str = RUNNING


class Listed(NamedTuple):
    """A table in a list of a phone: its time there (seconds since 1970) and newest line, what it came to as of which.

    The time is that of its newest line, and for a finished one that of its last round.
    """

    id: str
    game: str
    at: int
    newest: int
    outcome: str | None
    outcome_of: int | None


class LinkFull(Exception):
    """A link has let in as many phones as it may for now."""


class Members:
    """The links and codes of all tables, the browsers they have let in, and the lists of these."""

    def _read(self, sql: str, *values: object) -> list[tuple[Any, ...]]:
        raise NotImplementedError

    def _write(self, table_id: str = "", browser: str = "") -> AbstractContextManager[Connection]:
        raise NotImplementedError

    def recalled(self, ask: Callable[..., Answer], *of: object) -> Answer:
        """What is asked at every page; an engine that sees every line being written need not ask it twice."""
        return ask(*of)

    def forget(self, ask: Callable[..., object], *of: object) -> None:
        """Have it asked anew, for time has changed the answer though nothing was written."""

    # reading

    def member(self, table_id: str, browser: str) -> Member | None:
        """What a browser is at a table, also after its link was ended; None if it was never let in.

        What it was let in to itself comes first, then what it may do in a group that the table belongs to.
        """
        return self.recalled(self._member, table_id, browser)

    def _member(self, table_id: str, browser: str) -> Member | None:
        rows = self._read(
            "SELECT role, seat, list, ended FROM members WHERE table_id = ? AND browser = ?", table_id, browser
        )
        own = next((Member(role, seat, ended is not None, list) for role, seat, list, ended in rows), None)
        if own and own.role and not own.ended:
            return own
        by_group = self._by_group(table_id, browser)
        if by_group is None:
            return own and own._replace(ended=True)
        seat = own.seat if own and not own.ended and by_group.role == "score" else None
        list = DELETED if self.deleted(table_id) else own.list if own else RUNNING
        return by_group._replace(seat=seat, list=list)

    def _by_group(self, table_id: str, browser: str) -> Member | None:
        """What a browser may do at a table, or could, because it may do so in a group of that table."""
        sql = (
            "SELECT role, ended IS NOT NULL FROM group_tables JOIN members ON members.table_id = group_id "
            "WHERE group_tables.table_id = ? AND browser = ? AND list != ? ORDER BY 2, 1 LIMIT 1"
        )
        rows = self._read(sql, table_id, browser, DELETED)
        return Member(rows[0][0], ended=bool(rows[0][1])) if rows else None

    def role(self, table_id: str, browser: str) -> str:
        """What a browser may do at a table: "score", "watch", or nothing, as at one that is deleted."""
        member = self.member(table_id, browser)
        return member.role if member and not member.ended and member.list != DELETED else ""

    def known(self, browser: str) -> bool:
        """Return whether anything is kept of a browser: a table or a group, a name, or a pad."""
        sql = (
            "SELECT 1 FROM members WHERE browser = ? UNION ALL SELECT 1 FROM names WHERE browser = ? "
            "UNION ALL SELECT 1 FROM kept_pads WHERE keeper = ? LIMIT 1"
        )
        return bool(self._read(sql, browser, browser, browser))

    def scores_at(self, table_id: str, browser: str) -> bool:
        """Whether a browser may write at a table, or could put it back."""
        member = self.member(table_id, browser)
        return member is not None and not member.ended and member.role == "score"

    def may_take_in(self, table_id: str, browser: str) -> bool:
        """Whether a browser may take a table into a group: it scores there."""
        return self.role(table_id, browser) == "score" and not self.is_group(table_id)

    def deleted(self, table_id: str) -> bool:
        """Whether a table is deleted for everybody."""
        return bool(self._read("SELECT 1 FROM members WHERE table_id = ? AND list = ? LIMIT 1", table_id, DELETED))

    def tables_of(self, browser: str, list: str = RUNNING, most: int = 20, skip: int = 0) -> list[Listed]:
        """The tables in a list of a browser, latest first, after the first `skip`."""
        sql = (
            "SELECT id, game, at, (SELECT max(seq) FROM lines WHERE table_id = id), outcome, outcome_of "
            "FROM members JOIN tables ON id = table_id WHERE browser = ? AND list = ? AND ended IS NULL "
            "AND game != ? "
            "AND (role != '' OR EXISTS (SELECT 1 FROM group_tables JOIN members AS there ON there.table_id = group_id "
            "WHERE group_tables.table_id = id AND there.browser = members.browser AND there.ended IS NULL)) "
            "ORDER BY at DESC LIMIT ? OFFSET ?"
        )
        return [Listed(*row) for row in self._read(sql, browser, list, GROUP, most, skip)]

    def groups_of(self, browser: str, most: int = 20, skip: int = 0, list: str = GROUPS) -> list[str]:
        """The groups of a browser, or those that it has archived, the one with the latest line first."""
        sql = (
            "SELECT table_id FROM members JOIN tables ON id = table_id "
            "WHERE game = ? AND browser = ? AND list = ? AND ended IS NULL ORDER BY at DESC LIMIT ? OFFSET ?"
        )
        return [id for (id,) in self._read(sql, GROUP, browser, list, most, skip)]

    def groups_with(self, table_id: str) -> list[str]:
        """The groups that a table belongs to."""
        return list(self.recalled(self._groups_with, table_id))

    def _groups_with(self, table_id: str) -> list[str]:
        return [id for (id,) in self._read("SELECT group_id FROM group_tables WHERE table_id = ?", table_id)]

    def held(self, group_id: str) -> frozenset[str]:
        """The tables that belong to a group."""
        return self.recalled(self._held, group_id)

    def _held(self, group_id: str) -> frozenset[str]:
        return frozenset([id for (id,) in self._read("SELECT table_id FROM group_tables WHERE group_id = ?", group_id)])

    def is_group(self, id: str) -> bool:
        """Whether that is the id of a group."""
        return bool(self._read("SELECT 1 FROM tables WHERE id = ? AND game = ?", id, GROUP))

    def seated(self, table_id: str) -> dict[int, str]:
        """The seats that have a phone of their own, and which browser that is."""
        rows = self._read(
            "SELECT seat, browser FROM members WHERE table_id = ? AND seat IS NOT NULL AND ended IS NULL", table_id
        )
        return dict(rows)

    def watching(self, table_id: str) -> int:
        """How many browsers only watch a table."""
        sql = "SELECT count(*) FROM members WHERE table_id = ? AND role = 'watch' AND ended IS NULL"
        return int(self._read(sql, table_id)[0][0])

    def scoring(self, table_id: str) -> int:
        """How many browsers may score at a table or in a group by a link of its own."""
        sql = "SELECT count(*) FROM members WHERE table_id = ? AND role = 'score' AND ended IS NULL"
        return int(self._read(sql, table_id)[0][0])

    def link(self, table_id: str, role: str) -> str:
        """The standing link that lets others in to score or to watch."""
        rows = self._read("SELECT link FROM links WHERE table_id = ? AND role = ? AND ended IS NULL", table_id, role)
        return str(rows[0][0])

    def behind_link(self, link: str) -> tuple[str, str] | None:
        """The table and the role that a link opens."""
        row = self._read("SELECT table_id, role FROM links WHERE link = ? AND ended IS NULL", link)
        return (row[0][0], row[0][1]) if row else None

    def behind_code(self, code: str, now: int) -> str | None:
        """The table that a join code opens, while it is open for joining."""
        sql = "SELECT id FROM tables WHERE code = ? AND open_until > ? AND open_until <= ?"
        row = self._read(sql, code, now, now + JOINING)
        return str(row[0][0]) if row and not self.deleted(row[0][0]) else None

    # writing

    def let_in(self, table_id: str, browser: str, role: str, now: int, most: int | None = None) -> Member:
        """Let a browser in and return what it is then; who may score already is never made a watcher.

        A browser that comes back keeps its seat, unless another phone has taken it meanwhile. Raises LinkFull where
        `most` browsers have come in by the same link within SOME_TIME; one that is in already is never refused.
        """
        with self._write(table_id) as conn:
            row = conn.execute(
                "SELECT role, seat, ended FROM members WHERE table_id = ? AND browser = ?", (table_id, browser)
            ).fetchone()
            if most is not None and (row is None or row[2] is not None):
                came = "SELECT count(*) FROM members WHERE table_id = ? AND role = ? AND ended IS NULL AND since > ?"
                if conn.execute(came, (table_id, role, now - SOME_TIME)).fetchone()[0] >= most:
                    raise LinkFull
            before = Member(row[0], row[1], row[2] is not None) if row else Member(role)
            role = before.role if before.role == "score" and not before.ended else role
            seat = (
                before.seat if role == "score" and not (before.ended and _taken(conn, table_id, before.seat)) else None
            )
            conn.execute(
                "INSERT INTO members (table_id, browser, role, since, seat, at, list) "
                "VALUES (?, ?, ?, ?, ?, ?, (SELECT CASE WHEN game = ? THEN ? ELSE ? END FROM tables WHERE id = ?)) "
                "ON CONFLICT (table_id, browser) DO UPDATE SET role = excluded.role, since = excluded.since, "
                "seat = excluded.seat, ended = NULL, at = excluded.at, list = excluded.list",
                (table_id, browser, role, now, seat, now, GROUP, GROUPS, RUNNING, table_id),
            )
        return Member(role, seat)

    def put_into(self, table_id: str, browser: str, list: str) -> None:
        """Put a table into another list of one browser, unless it is deleted."""
        with self._write(table_id) as conn:
            _keep_by_group(conn, table_id, browser)
            sql = "UPDATE members SET list = ? WHERE table_id = ? AND browser = ? AND list != ?"
            conn.execute(sql, (list, table_id, browser, DELETED))

    def delete(self, table_id: str, now: int) -> None:
        """Take a table off the lists of everybody; nothing of it is lost until it is erased.

        It counts as deleted from now on, though not from before its newest line, if the clock was put back.
        """
        with self._write(table_id) as conn:
            (newest,) = conn.execute("SELECT max(at) FROM lines WHERE table_id = ?", (table_id,)).fetchone()
            since = max(now, newest or 0)
            conn.execute("UPDATE tables SET deleted = ? WHERE id = ? AND deleted IS NULL", (since, table_id))
            conn.execute("UPDATE members SET list = ? WHERE table_id = ?", (DELETED, table_id))

    def restore(self, table_id: str) -> None:
        """Put a deleted table back onto the lists of everybody."""
        with self._write(table_id) as conn:
            sql = (
                "UPDATE members SET list = (SELECT CASE WHEN game = ? THEN ? ELSE ? END FROM tables "
                "WHERE id = table_id) WHERE table_id = ? AND list = ?"
            )
            conn.execute(sql, (GROUP, GROUPS, RUNNING, table_id, DELETED))
            conn.execute("UPDATE tables SET deleted = NULL WHERE id = ?", (table_id,))

    def deleted_before(self, when: int, most: int) -> list[str]:
        """Tables and groups that were deleted before a time (seconds since 1970), at most so many, the oldest first."""
        sql = "SELECT id FROM tables WHERE deleted < ? ORDER BY deleted, id LIMIT ?"
        return [id for (id,) in self._read(sql, when, most)]

    def keep_outcome(self, table_id: str, newest: int, outcome: str, at: int, list: str) -> None:
        """Keep what a table came to as of its newest line, and put it among the running or the finished ones."""
        with self._write(table_id) as conn:
            conn.execute("UPDATE tables SET outcome = ?, outcome_of = ? WHERE id = ?", (outcome, newest, table_id))
            sql = "UPDATE members SET list = ?, at = ? WHERE table_id = ? AND list IN (?, ?)"
            conn.execute(sql, (list, at, table_id, RUNNING, FINISHED))

    def take_seat(self, table_id: str, browser: str, seat: int | None) -> None:
        """Give a scoring browser a seat of its own, or none; another phone that had that seat loses it."""
        with self._write(table_id) as conn:
            _keep_by_group(conn, table_id, browser)
            conn.execute(
                "UPDATE members SET seat = NULL WHERE table_id = ? AND seat = ? AND ended IS NULL", (table_id, seat)
            )
            conn.execute(
                "UPDATE members SET seat = ? "
                "WHERE table_id = ? AND browser = ? AND role IN ('score', '') AND ended IS NULL",
                (seat, table_id, browser),
            )

    def only_watch(self, table_id: str, browser: str) -> bool:
        """Make a scoring browser a watcher; False if nobody else could score then."""
        with self._write(table_id) as conn:
            others = conn.execute(
                "SELECT 1 FROM members WHERE table_id = ? AND browser != ? AND role = 'score' AND ended IS NULL",
                (table_id, browser),
            ).fetchone()
            if others:
                sql = "UPDATE members SET role = 'watch', seat = NULL WHERE table_id = ? AND browser = ?"
                conn.execute(sql, (table_id, browser))
        return bool(others)

    def end_links(self, table_id: str, browser: str, now: int) -> None:
        """End both links and the code of a table, and what they let in; only this browser stays. New ones begin.

        The groups that have the table have it no more, but for those in which this browser scores. Who was at the
        tables of a group by that group alone is out there as well, and leaves the seat free.
        """
        with self._write(table_id) as conn:
            conn.execute("UPDATE links SET ended = ? WHERE table_id = ? AND ended IS NULL", (now, table_id))
            self._new_links(conn, table_id)
            conn.execute(
                "UPDATE members SET ended = ? WHERE table_id = ? AND browser != ? AND ended IS NULL",
                (now, table_id, browser),
            )
            conn.execute(
                "DELETE FROM group_tables WHERE table_id = ? AND group_id NOT IN (SELECT members.table_id FROM members "
                "WHERE browser = ? AND role = 'score' AND ended IS NULL AND list != ?)",
                (table_id, browser, DELETED),
            )
            conn.execute(
                "UPDATE members SET seat = NULL WHERE role = '' AND browser != ? "
                "AND table_id IN (SELECT group_tables.table_id FROM group_tables WHERE group_id = ?)",
                (browser, table_id),
            )
            conn.execute(
                "UPDATE tables SET code = ?, open_until = ? WHERE id = ?", (new_code(conn), now + JOINING, table_id)
            )

    def open_joining(self, table_id: str, now: int) -> None:
        """Open the table for joining for another ten minutes; a code that has closed is replaced by a new one."""
        with self._write(table_id) as conn:
            (until,) = conn.execute("SELECT open_until FROM tables WHERE id = ?", (table_id,)).fetchone()
            if not seconds_open(until, now):
                conn.execute("UPDATE tables SET code = ? WHERE id = ?", (new_code(conn), table_id))
            conn.execute("UPDATE tables SET open_until = ? WHERE id = ?", (now + JOINING, table_id))

    def _bring_along(self, conn: Connection, old: str, new: str, seats: Mapping[int, int], now: int) -> None:
        """Let everybody who is at one table in to another; `seats` says which old seat is which new one."""
        members = conn.execute(
            "SELECT browser, role, since, seat FROM members WHERE table_id = ? AND ended IS NULL", (old,)
        ).fetchall()
        conn.executemany(
            "INSERT INTO members (table_id, browser, role, since, seat, at) VALUES (?, ?, ?, ?, ?, ?)",
            [(new, browser, role, since, seats.get(seat), now) for browser, role, since, seat in members],
        )

    def _may_take_in(self, conn: Connection, table_id: str, browser: str) -> bool:
        """The same within a transaction: whoever ends the links of the table at that moment is waited for, or waits."""
        conn.execute("UPDATE tables SET newest = newest WHERE id = ?", (table_id,))
        return self.may_take_in(table_id, browser)

    def _new_links(self, conn: Connection, table_id: str) -> None:
        """A link to score and a link to watch, 128 random bits each."""
        for role in ("score", "watch"):
            conn.execute("INSERT INTO links VALUES (?, ?, ?, NULL)", (secrets.token_urlsafe(16), table_id, role))


def seconds_open(until: int, now: float) -> float:
    """Return how many seconds a code still works; 0 once it lets nobody in any more.

    One that seems to work for longer than any was opened by a clock that was wrong, and lets nobody in.
    """
    return until - now if now < until <= now + JOINING else 0


def moves(before: int, now: int) -> bool:
    """Whether a line moves its table in its lists, by the time of the line before it: the first of each minute does."""
    return now // MINUTE > before // MINUTE


def new_code(conn: Connection) -> str:
    """A join code that no table has."""
    while True:
        code = "".join(secrets.choice(CODE_LETTERS) for _ in range(CODE_LENGTH))
        if not conn.execute("SELECT 1 FROM tables WHERE code = ?", (code,)).fetchone():
            return code


def _keep_by_group(conn: Connection, table_id: str, browser: str) -> None:
    """Let something be kept of a phone that is at a table by its group alone; one that was let in has that already."""
    conn.execute(
        "INSERT INTO members (table_id, browser, role, since, at) "
        "SELECT id, ?, '', opened, coalesce((SELECT max(lines.at) FROM lines WHERE lines.table_id = id), opened) "
        "FROM tables WHERE id = ? "
        "ON CONFLICT (table_id, browser) DO UPDATE SET role = '', ended = NULL, seat = NULL "
        "WHERE members.ended IS NOT NULL",
        (browser, table_id),
    )


def let_go(conn: Connection, group_id: str, tables: Iterable[str]) -> None:
    """Have a group hold these tables no more: its phones are let in to them no more."""
    sql = "DELETE FROM group_tables WHERE group_id = ? AND table_id = ?"
    conn.executemany(sql, [(group_id, id) for id in tables])


def hold(conn: Connection, group_id: str, tables: Iterable[str]) -> None:
    """Have a group hold these tables as well: its phones are let in to them."""
    sql = (
        "INSERT INTO group_tables (group_id, table_id) SELECT ?, id FROM tables WHERE id = ? AND game != ? "
        "ON CONFLICT (table_id, group_id) DO NOTHING"
    )
    conn.executemany(sql, [(group_id, id, GROUP) for id in tables])


def _taken(conn: Connection, table_id: str, seat: int | None) -> bool:
    """Whether a phone at the table has that seat."""
    sql = "SELECT 1 FROM members WHERE table_id = ? AND seat = ? AND ended IS NULL"
    return conn.execute(sql, (table_id, seat)).fetchone() is not None
