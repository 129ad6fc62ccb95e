"""Access to tables and groups: links, join codes, members, and the lists of each phone.

A group has a row in `tables` without a game, so links, code and members work in the same way. A member of a group
has the same rights at each of its tables, without needing a link to the table.
"""

import secrets
from collections.abc import Mapping
from typing import NamedTuple

from scorekeeper.storage.contract import Storage, Transaction
from scorekeeper.table.table import StoredTable

CODE_LETTERS = "BCDFGHJKLMNPQRSTVWXZ"
"""Consonants only, so that no code is a word, and no O or I is taken for a digit."""

CODE_LENGTH = 5

JOINING = 10 * 60
"""Seconds for which a join code works."""

WATCHING = 30 * 60
"""Seconds for which the letters on a TV scoreboard work after it was opened or its phone asked for news."""

BY_ONE_LINK = 1000
"""Maximum number of phones that one link, or its code, admits within `SOME_TIME`. A club of 200 needs a fifth of it."""

SOME_TIME = 30 * 24 * 3600
"""Seconds over which admissions by a link are counted: 30 days."""

RUNNING, FINISHED, ARCHIVED, DELETED = "running", "finished", "archived", "deleted"
"""Names of the lists in which a phone has its tables. The list of deleted tables is never shown."""

GROUPS = "groups"
"""Name of the list in which a phone has its groups."""

GROUP = ""
"""Value of the column `game` in the row of a group."""

MINUTE = 60

NEWS_OF_GROUPS = (
    "UPDATE groups SET changes = changes + 1 WHERE id IN (SELECT group_id FROM group_tables WHERE table_id = ?)"
)
"""Statement after which the groups of a table are read again, and their pages drawn again. Value: table id."""


class Member(NamedTuple):
    """Rights of a browser at a table."""

    role: str
    """"score" or "watch". In a stored row it is "" if the browser has access only through a group."""
    seat: int | None = None
    """The seat that the browser has claimed."""
    ended: bool = False
    """Whether its access was ended."""
    list: str = RUNNING
    """The name of the list in which the browser has the table."""


class Listed(NamedTuple):
    """A table in a list of a phone."""

    id: str
    game: str
    at: int
    """The Unix time by which the list is sorted: of the newest line or, for a finished table, of its last round."""
    newest: int
    """The number of the newest line."""
    outcome: str | None
    """The stored outcome, or None."""
    outcome_of: int | None
    """The line up to which it was computed, or None."""


class LinkFull(Exception):
    """Error: a link has admitted its maximum number of phones for now."""


# reading


def find_member(store: Storage, table_id: str, browser: str) -> Member | None:
    """Return the rights of a browser at a table, even if its link was ended. None if it was never admitted.

    Rights from a link to the table itself take precedence over rights through a group.
    """
    rows = store.query(
        "SELECT role, seat, list, ended FROM members WHERE table_id = ? AND browser = ?", table_id, browser
    )
    own = next((Member(role, seat, ended is not None, list_name) for role, seat, list_name, ended in rows), None)
    # A row without a role only stores the list and seat of a browser that has access through a group.
    if own and own.role and not own.ended:
        return own
    by_group = _find_by_group(store, table_id, browser)
    if by_group is None:
        return own and own._replace(ended=True)
    seat = own.seat if own and not own.ended and by_group.role == "score" else None
    list_name = DELETED if is_deleted(store, table_id) else own.list if own else RUNNING
    return by_group._replace(seat=seat, list=list_name)


def _find_by_group(store: Storage, table_id: str, browser: str) -> Member | None:
    """Return the rights that a browser has, or had, at a table through a group. None if there are none."""
    # Present rights come before ended ones, and "score" before "watch", which is their alphabetical order.
    sql = (
        "SELECT role, ended IS NOT NULL FROM group_tables JOIN members ON members.table_id = group_id "
        "WHERE group_tables.table_id = ? AND browser = ? AND list != ? ORDER BY 2, 1 LIMIT 1"
    )
    rows = store.query(sql, table_id, browser, DELETED)
    return Member(rows[0][0], ended=bool(rows[0][1])) if rows else None


def find_role(store: Storage, table_id: str, browser: str) -> str:
    """Return "score", "watch", or "" if a browser has no access or the table is deleted."""
    member = find_member(store, table_id, browser)
    return member.role if member and not member.ended and member.list != DELETED else ""


def is_known_browser(store: Storage, browser: str) -> bool:
    """Return whether anything is stored for a browser: a table, a group, a name, a pad or a draft of one."""
    sql = (
        "SELECT 1 FROM members WHERE browser = ? UNION ALL SELECT 1 FROM names WHERE browser = ? "
        "UNION ALL SELECT 1 FROM kept_pads WHERE keeper = ? "
        "UNION ALL SELECT 1 FROM drafts WHERE browser = ? LIMIT 1"
    )
    return bool(store.query(sql, browser, browser, browser, browser))


def may_score(store: Storage, table_id: str, browser: str) -> bool:
    """Return whether a browser may score at a table. False if its access was ended.

    If the table is deleted, the result is whether the browser may restore it.
    """
    member = find_member(store, table_id, browser)
    return member is not None and not member.ended and member.role == "score"


def is_deleted(store: Storage, table_id: str) -> bool:
    """Return whether a table or group is deleted."""
    return bool(store.query("SELECT 1 FROM members WHERE table_id = ? AND list = ? LIMIT 1", table_id, DELETED))


def list_tables_of(
    store: Storage, browser: str, list_name: str = RUNNING, most: int = 20, skip: int = 0
) -> list[Listed]:
    """Return at most `most` tables in a list of a browser, latest first, after skipping `skip`."""
    # A row without a role counts only as long as a group of the browser has the table.
    sql = (
        "SELECT id, game, at, (SELECT max(seq) FROM lines WHERE table_id = id), outcome, outcome_of "
        "FROM members JOIN tables ON id = table_id WHERE browser = ? AND list = ? AND ended IS NULL "
        "AND game != ? "
        "AND (role != '' OR EXISTS (SELECT 1 FROM group_tables JOIN members AS there ON there.table_id = group_id "
        "WHERE group_tables.table_id = id AND there.browser = members.browser AND there.ended IS NULL)) "
        "ORDER BY at DESC LIMIT ? OFFSET ?"
    )
    return [Listed(*row) for row in store.query(sql, browser, list_name, GROUP, most, skip)]


def list_groups_of(store: Storage, browser: str, most: int = 20, list_name: str = GROUPS) -> list[str]:
    """Return the ids of at most `most` groups in a list of a browser, that with the latest change first."""
    sql = (
        "SELECT table_id FROM members JOIN tables ON id = table_id "
        "WHERE game = ? AND browser = ? AND list = ? AND ended IS NULL ORDER BY at DESC LIMIT ?"
    )
    return [id for (id,) in store.query(sql, GROUP, browser, list_name, most)]


def list_groups_with(store: Storage, table_id: str) -> list[str]:
    """Return the ids of the groups to which a table belongs."""
    return [id for (id,) in store.query("SELECT group_id FROM group_tables WHERE table_id = ?", table_id)]


def list_table_ids(store: Storage, group_id: str) -> frozenset[str]:
    """Return the ids of the tables that belong to a group."""
    return frozenset([id for (id,) in store.query("SELECT table_id FROM group_tables WHERE group_id = ?", group_id)])


def is_group(store: Storage, id: str) -> bool:
    """Return whether an id is that of a group."""
    return bool(store.query("SELECT 1 FROM tables WHERE id = ? AND game = ?", id, GROUP))


def find_seat_claims(store: Storage, table_id: str) -> dict[int, str]:
    """Return a dict from each claimed seat of a table to the browser that has claimed it."""
    rows = store.query(
        "SELECT seat, browser FROM members WHERE table_id = ? AND seat IS NOT NULL AND ended IS NULL", table_id
    )
    return dict(rows)


def count_members(store: Storage, table_id: str, role: str) -> int:
    """Return how many browsers have a role at a table or group through its own link: "score", or only "watch"."""
    sql = "SELECT count(*) FROM members WHERE table_id = ? AND role = ? AND ended IS NULL"
    return int(store.query(sql, table_id, role)[0][0])


def find_link(store: Storage, table_id: str, role: str) -> str:
    """Return the current link to a table for a role, "score" or "watch"."""
    rows = store.query("SELECT link FROM links WHERE table_id = ? AND role = ? AND ended IS NULL", table_id, role)
    return str(rows[0][0])


def find_by_link(store: Storage, link: str) -> tuple[str, str] | None:
    """Return the table id and the role to which a link gives access, or None if the link is unknown or ended."""
    row = store.query("SELECT table_id, role FROM links WHERE link = ? AND ended IS NULL", link)
    return (row[0][0], row[0][1]) if row else None


def find_by_code(store: Storage, code: str, now: int) -> str | None:
    """Return the id of the table with a join code.

    None if the code is unknown or expired, or the table is deleted.
    """
    # An expiry later than any code can have was written while the clock was wrong.
    sql = "SELECT id FROM tables WHERE code = ? AND open_until > ? AND open_until <= ?"
    row = store.query(sql, code, now, now + JOINING)
    return str(row[0][0]) if row and not is_deleted(store, row[0][0]) else None


def find_by_letters(store: Storage, letters: str, now: int) -> str | None:
    """Return the id of the table that these letters of a TV scoreboard let one watch.

    None if the letters are unknown or have expired, or the table is deleted.
    """
    # An expiry later than any letters can have was written while the clock was wrong.
    sql = "SELECT id FROM tables WHERE letters = ? AND letters_until > ? AND letters_until <= ?"
    row = store.query(sql, letters, now, now + WATCHING)
    return str(row[0][0]) if row and not is_deleted(store, row[0][0]) else None


# writing


def let_in(store: Storage, table_id: str, browser: str, role: str, now: int, most: int | None = None) -> Member:
    """Admit a browser to a table and return its rights. A browser that may score already keeps that role.

    A returning browser keeps its seat unless another phone has claimed it. Raise LinkFull if `most` browsers with
    this role were admitted within SOME_TIME; browsers with access are never refused.
    """
    with store.transaction(table_id) as conn:
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
            before.seat if role == "score" and not (before.ended and _is_claimed(conn, table_id, before.seat)) else None
        )
        conn.execute(
            "INSERT INTO members (table_id, browser, role, since, seat, at, list) "
            "VALUES (?, ?, ?, ?, ?, ?, (SELECT CASE WHEN game = ? THEN ? ELSE ? END FROM tables WHERE id = ?)) "
            "ON CONFLICT (table_id, browser) DO UPDATE SET role = excluded.role, since = excluded.since, "
            "seat = excluded.seat, ended = NULL, at = excluded.at, list = excluded.list",
            (table_id, browser, role, now, seat, now, GROUP, GROUPS, RUNNING, table_id),
        )
    return Member(role, seat)


def put_into(store: Storage, table_id: str, browser: str, list_name: str) -> None:
    """Move a table to another list of one browser, unless it is deleted."""
    with store.transaction(table_id) as conn:
        _store_group_member(conn, table_id, browser)
        sql = "UPDATE members SET list = ? WHERE table_id = ? AND browser = ? AND list != ?"
        conn.execute(sql, (list_name, table_id, browser, DELETED))


def delete(store: Storage, table_id: str, now: int) -> None:
    """Move a table to the deleted list of all its members. Its lines are kept until it is erased.

    The time of deletion is `now` or, if the clock was set back, that of the newest line.
    """
    with store.transaction(table_id) as conn:
        (newest,) = conn.execute("SELECT max(at) FROM lines WHERE table_id = ?", (table_id,)).fetchone()
        since = max(now, newest or 0)
        conn.execute("UPDATE tables SET deleted = ? WHERE id = ? AND deleted IS NULL", (since, table_id))
        conn.execute("UPDATE members SET list = ? WHERE table_id = ?", (DELETED, table_id))


def restore(store: Storage, table_id: str) -> None:
    """Move a deleted table back to the lists of its members."""
    with store.transaction(table_id) as conn:
        sql = (
            "UPDATE members SET list = (SELECT CASE WHEN game = ? THEN ? ELSE ? END FROM tables "
            "WHERE id = table_id) WHERE table_id = ? AND list = ?"
        )
        conn.execute(sql, (GROUP, GROUPS, RUNNING, table_id, DELETED))
        conn.execute("UPDATE tables SET deleted = NULL WHERE id = ?", (table_id,))


def list_deleted_before(store: Storage, when: int, most: int) -> list[str]:
    """Return ids of at most `most` tables and groups that were deleted before a Unix time, oldest first."""
    sql = "SELECT id FROM tables WHERE deleted < ? ORDER BY deleted, id LIMIT ?"
    return [id for (id,) in store.query(sql, when, most)]


def keep_outcome(store: Storage, table_id: str, newest: int, outcome: str, at: int, list_name: str) -> None:
    """Store the outcome of a table as of line `newest`.

    The table moves to `list_name`, sorted by the Unix time `at`. Members who have archived the table keep it in
    their archive.
    """
    with store.transaction(table_id) as conn:
        conn.execute("UPDATE tables SET outcome = ?, outcome_of = ? WHERE id = ?", (outcome, newest, table_id))
        sql = "UPDATE members SET list = ?, at = ? WHERE table_id = ? AND list IN (?, ?)"
        conn.execute(sql, (list_name, at, table_id, RUNNING, FINISHED))


def take_seat(store: Storage, table_id: str, browser: str, seat: int | None) -> None:
    """Let a browser that may score claim a seat, or give up its seat if `seat` is None.

    Another phone that had claimed the seat loses it.
    """
    with store.transaction(table_id) as conn:
        _store_group_member(conn, table_id, browser)
        # Freed first, because the index `one_phone_a_seat` allows one phone per seat.
        conn.execute(
            "UPDATE members SET seat = NULL WHERE table_id = ? AND seat = ? AND ended IS NULL", (table_id, seat)
        )
        conn.execute(
            "UPDATE members SET seat = ? "
            "WHERE table_id = ? AND browser = ? AND role IN ('score', '') AND ended IS NULL",
            (seat, table_id, browser),
        )


def only_watch(store: Storage, table_id: str, browser: str) -> bool:
    """Make a browser a watcher. Return False and change nothing if no other browser may score at the table."""
    with store.transaction(table_id) as conn:
        others = conn.execute(
            "SELECT 1 FROM members WHERE table_id = ? AND browser != ? AND role = 'score' AND ended IS NULL",
            (table_id, browser),
        ).fetchone()
        if others:
            sql = "UPDATE members SET role = 'watch', seat = NULL WHERE table_id = ? AND browser = ?"
            conn.execute(sql, (table_id, browser))
    return bool(others)


def end_links(store: Storage, table_id: str, browser: str, now: int) -> None:
    """End all access to a table except that of this browser, and replace its links and join code.

    The table leaves all groups except those in which this browser may score. If it is a group, its other members
    lose the access to tables that it gave them, and seats claimed with that access.
    """
    with store.transaction(table_id) as conn:
        conn.execute("UPDATE links SET ended = ? WHERE table_id = ? AND ended IS NULL", (now, table_id))
        _add_links(conn, table_id)
        conn.execute(
            "UPDATE members SET ended = ? WHERE table_id = ? AND browser != ? AND ended IS NULL",
            (now, table_id, browser),
        )
        conn.execute(NEWS_OF_GROUPS, (table_id,))
        # Otherwise somebody could add the table to a group of their own, and keep access after all links have
        # ended.
        conn.execute(
            "DELETE FROM group_tables WHERE table_id = ? AND group_id NOT IN (SELECT members.table_id FROM members "
            "WHERE browser = ? AND role = 'score' AND ended IS NULL AND list != ?)",
            (table_id, browser, DELETED),
        )
        # Access through a group ends by itself with the links of the group, but a claimed seat would stay.
        conn.execute(
            "UPDATE members SET seat = NULL WHERE role = '' AND browser != ? "
            "AND table_id IN (SELECT group_tables.table_id FROM group_tables WHERE group_id = ?)",
            (browser, table_id),
        )
        conn.execute(
            "UPDATE tables SET code = ?, open_until = ?, letters = NULL, letters_until = 0 WHERE id = ?",
            (new_code(conn), now + JOINING, table_id),
        )


def open_joining(store: Storage, table_id: str, now: int) -> None:
    """Open a table for joining for ten minutes, with a new code if the former one has expired."""
    with store.transaction(table_id) as conn:
        (until,) = conn.execute("SELECT open_until FROM tables WHERE id = ?", (table_id,)).fetchone()
        if not seconds_open(until, now):
            conn.execute("UPDATE tables SET code = ? WHERE id = ?", (new_code(conn), table_id))
        conn.execute("UPDATE tables SET open_until = ? WHERE id = ?", (now + JOINING, table_id))


def open_letters(store: Storage, table_id: str, now: int) -> str:
    """Return the letters with which a screen can watch a table. From now on they work for `WATCHING` seconds.

    They stay the same until the links are ended.
    """
    letters, until = store.query("SELECT letters, letters_until FROM tables WHERE id = ?", table_id)[0]
    if letters and _is_fresh(until, now):
        return str(letters)
    with store.transaction(table_id) as conn:
        # Read again, because another board may have been opened meanwhile.
        (letters,) = conn.execute("SELECT letters FROM tables WHERE id = ?", (table_id,)).fetchone()
        letters = letters or new_code(conn)
        sql = "UPDATE tables SET letters = ?, letters_until = ? WHERE id = ?"
        conn.execute(sql, (letters, now + WATCHING, table_id))
    return str(letters)


def keep_letters(store: Storage, table_id: str, now: int) -> None:
    """Let the letters of a table work for further `WATCHING` seconds, if they still work."""
    ((until,),) = store.query("SELECT letters_until FROM tables WHERE id = ?", table_id) or ((0,),)
    if now < until and not _is_fresh(until, now):
        open_letters(store, table_id, now)


def bring_along(conn: Transaction, old: str, new: str, seats: Mapping[int, int], now: int) -> None:
    """Admit all members of the table `old` to the table `new` in their roles.

    `seats` maps their claimed seats to the seats at the new table. Without an entry they have no seat there.
    """
    members = conn.execute(
        "SELECT browser, role, since, seat FROM members WHERE table_id = ? AND ended IS NULL", (old,)
    ).fetchall()
    conn.executemany(
        "INSERT INTO members (table_id, browser, role, since, seat, at) VALUES (?, ?, ?, ?, ?, ?)",
        [(new, browser, role, since, seats.get(seat), now) for browser, role, since, seat in members],
    )


def may_take_in(store: Storage, conn: Transaction, table_id: str, browser: str) -> bool:
    """Return whether a browser may add a table to a group. The table is locked, so that nobody can end its links now.

    The browser must have the right to score at the table, and `table_id` must not be the id of a group.
    """
    # An update that changes nothing locks the row on PostgreSQL. SQLite has no SELECT FOR UPDATE.
    conn.execute("UPDATE tables SET newest = newest WHERE id = ?", (table_id,))
    return find_role(store, table_id, browser) == "score" and not is_group(store, table_id)


def _is_fresh(until: int, now: int) -> bool:
    """Return whether letters that work until a Unix time need not be renewed, so that most requests write nothing."""
    return now + WATCHING // 2 < until <= now + WATCHING


def seconds_open(until: int, now: float) -> float:
    """Return for how many more seconds a code works, 0 if it has expired.

    A code that would work longer than `JOINING` was opened by a wrong clock and counts as expired.
    """
    return until - now if now < until <= now + JOINING else 0


def moves_up(before: int, now: int) -> bool:
    """Return whether a line moves its table up in lists: only the first line in each minute does.

    `before` and `now` are the Unix times of the previous line and of this one.
    """
    # Lists need no finer order, and so most lines update no rows of members.
    return now // MINUTE > before // MINUTE


def new_code(conn: Transaction) -> str:
    """Return a new random code that no table has, neither to join it nor to watch it."""
    while True:
        code = "".join(secrets.choice(CODE_LETTERS) for _ in range(CODE_LENGTH))
        if not conn.execute("SELECT 1 FROM tables WHERE code = ? OR letters = ?", (code, code)).fetchone():
            return code


def add_table(conn: Transaction, row: StoredTable) -> None:
    """Add a table or group with its links."""
    conn.execute(
        # Nothing reads the column `rules_version`.
        "INSERT INTO tables (id, game, rules_version, code, open_until, opened) VALUES (?, ?, 1, ?, ?, ?)",
        row,
    )
    _add_links(conn, row.id)


def _add_links(conn: Transaction, table_id: str) -> None:
    """Create a link to score and a link to watch, with 128 random bits each."""
    for role in ("score", "watch"):
        conn.execute("INSERT INTO links VALUES (?, ?, ?, NULL)", (secrets.token_urlsafe(16), table_id, role))


def add_scorer(conn: Transaction, table_id: str, game: str, browser: str, since: int, at: int) -> None:
    """Let a browser score at a new table or group, and add that to its list, sorted by the Unix time `at`."""
    conn.execute(
        "INSERT INTO members (table_id, browser, role, since, at, list) VALUES (?, ?, 'score', ?, ?, ?) "
        "ON CONFLICT (table_id, browser) DO UPDATE SET role = excluded.role",
        (table_id, browser, since, at, GROUPS if game == GROUP else RUNNING),
    )


def _store_group_member(conn: Transaction, table_id: str, browser: str) -> None:
    """Store a member row for a phone that has access only through a group.

    An existing row is replaced only if its access was ended.
    """
    conn.execute(
        "INSERT INTO members (table_id, browser, role, since, at) "
        "SELECT id, ?, '', opened, coalesce((SELECT max(lines.at) FROM lines WHERE lines.table_id = id), opened) "
        "FROM tables WHERE id = ? "
        "ON CONFLICT (table_id, browser) DO UPDATE SET role = '', ended = NULL, seat = NULL "
        "WHERE members.ended IS NOT NULL",
        (browser, table_id),
    )


def _is_claimed(conn: Transaction, table_id: str, seat: int | None) -> bool:
    sql = "SELECT 1 FROM members WHERE table_id = ? AND seat = ? AND ended IS NULL"
    return conn.execute(sql, (table_id, seat)).fetchone() is not None
