"""Erasing: removing tables and groups for good, and replacing names in journals.

No other module may change or delete lines. A changed journal gets new hashes and a line that records the erasure, in
the same transaction. A damaged journal is left alone, because new hashes would hide the damage.
"""

import secrets
import threading
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import count
from typing import NamedTuple

from scorekeeper.games.errors import Malformed
from scorekeeper.games.user_input import is_same_name, normalise_name
from scorekeeper.language.text import Literal, NotDone, Text
from scorekeeper.storage import access, journals
from scorekeeper.storage.contract import DamagedLine, Storage, StorageFailed, Transaction, Unusable
from scorekeeper.storage.drafts import drop_old_drafts, remove_name
from scorekeeper.storage.group_rows import forget_removed_persons
from scorekeeper.storage.groups import Groups
from scorekeeper.storage.journals import JournalEnd, hash_line
from scorekeeper.storage.pads import find_newest_pads
from scorekeeper.table import erasing as of_table
from scorekeeper.table.journal import By, Change, Erased, Line, dump, load

DAY = 24 * 3600

KEPT_DELETED = 365
"""Days for which a deleted table can be restored: a group that meets once a year notices within that time."""

MOST_DAYS = 36_500
"""Maximum of the setting ERASE_DELETED_AFTER in days."""

# Each removal is a transaction of its own, during which SQLite lets nobody else write.
ERASED_AT_ONCE = 100
"""Maximum number of deleted tables to erase per run; the others wait for the next hour."""


def parse_days(setting: object) -> int:
    """Return the setting ERASE_DELETED_AFTER in days, 0 if nothing is erased automatically.

    Raise Unusable if it is invalid.
    """
    if setting is None:
        return 0
    if type(setting) is int and 0 <= setting <= MOST_DAYS:
        return setting
    text = "ERASE_DELETED_AFTER in config.py must be a number of days from 0 to %(most)s."
    raise Unusable(Text(text, most=MOST_DAYS))


class NotErased(NotDone):
    """Error: nothing was erased. The message says why."""


class ErasurePlan(NamedTuple):
    """What to erase: tables and groups, or a name at tables, in groups and in drafts."""

    ids: tuple[str, ...]
    """The tables and groups to be removed, or those with the name."""
    name: str = ""
    """The name to be replaced, "" to remove the tables and groups."""
    instead: str = ""
    """What replaces the name."""
    browsers: tuple[str, ...] = ()
    """Those to which the name is suggested."""
    pads: int = 0
    """The number of pads made by players with the name. Their texts stay, because tables are scored by them."""


# planning


def plan_removal(store: Storage, id: str, with_tables: bool) -> ErasurePlan:
    """Return the plan to remove a table or a group, and with `with_tables` the tables of the group.

    Raise NotErased if nothing has this id.
    """
    _check_known(store, id)
    return ErasurePlan((id, *(sorted(access.list_table_ids(store, id)) if with_tables else ())))


def _check_known(store: Storage, id: str) -> None:
    if journals.find_table(store, id) is None:
        raise NotErased(Text("There is no group and no table %(id)s.", id=Literal(repr(id))))


def plan_renaming(groups: Groups, name: str, id: str, numbered: Callable[[int], str]) -> ErasurePlan:
    """Find where a name occurs, and return the plan to replace it.

    `id` limits the search to a table, or to a group and its tables; "" searches everywhere. `numbered` returns a
    neutral name for a number. The first unused one replaces the name. Raise NotErased if the name or the id is not
    found, or if a journal with the name is damaged.
    """
    store = groups.store
    if id:
        _check_known(store, id)
        within = [id, *sorted(access.list_table_ids(store, id))]
    else:
        within = [known for (known,) in store.query("SELECT id FROM tables ORDER BY id")]
    affected, taken = _find_name(groups, within, name)
    browsers = tuple(_find_suggesting(store, name, within if id else None))
    if not affected and not browsers:
        raise NotErased(Text("Nobody is called %(name)s here. Nothing was changed.", name=name))
    instead = next(new for new in map(numbered, count(1)) if not any(is_same_name(new, old) for old in taken))
    pads = sum(of_table.replace_name(text, name) != text for (text,) in store.query("SELECT text FROM pads"))
    return ErasurePlan(tuple(affected), name, instead, browsers, pads)


def _find_name(groups: Groups, ids: Iterable[str], name: str) -> tuple[list[str], set[str]]:
    """Return those of these journals that contain a name, and all names in all of them.

    Raise NotErased if a journal with the name is damaged.
    """
    affected, taken = list[str](), set[str]()
    for id in ids:
        if access.is_group(groups.store, id):
            names, titles = _list_names_in_group(groups.store, id)
            taken |= names
            if any(is_same_name(known, name) for known in names) or any(
                of_table.replace_name(title, name) != title for title in titles
            ):
                affected.append(id)
            continue
        try:
            names, changed = _remove_name(groups, id, name, of_table.GONE)
        except NotErased:
            # A damaged journal is a reason to stop only if it contains the name, even in a line that cannot be read.
            acts = [row[5] for row in journals.list_rows(groups.store, id)]
            if any(normalise_name(name) in normalise_name(act) for act in acts):
                raise
            continue
        taken |= names
        if changed:
            affected.append(id)
    return affected, taken


def list_players(store: Storage, id: str) -> tuple[str, ...]:
    """Return the names of everybody who was ever seated at a table. Lines that cannot be read are skipped."""
    return tuple(dict.fromkeys(_parse_players(act for (act,) in store.query(SEATED_AT, id, SEATING_LINES))))


# erasing


def remove(store: Storage, ids: Sequence[str]) -> None:
    """Remove the tables and groups with these ids for good. The groups of these tables lose them.

    Raise Unwritable or Unreadable if that fails.
    """
    # Read before the transaction, so that no writer has to wait meanwhile.
    suggestions = [pair for id in ids for pair in _suggestions_of(store, id, ids)]
    with store.erasing(ids) as conn:
        conn.executemany(access.NEWS_OF_GROUPS, [(id,) for id in ids])
        conn.executemany("DELETE FROM names WHERE browser = ? AND name = ?", suggestions)
        pads = [row.game for row in (journals.find_table(store, id) for id in ids) if row]
        pads += [slug for id in ids for slug in find_newest_pads(store, id)]
        # First, because the statement reads rows of group_tables that are deleted next.
        conn.executemany(OUT_BY_GROUP, [(id, id) for id in ids])
        for id in ids:
            for statement in ALL_OF_ONE:
                conn.execute(statement, (id,))
        # Last, because only now are the rows gone that refer to the pads. Others may still use them.
        conn.executemany(UNUSED_PAD, [(slug, slug, slug) for slug in pads])


ALL_OF_ONE = (
    "DELETE FROM results WHERE table_id = ?",
    "DELETE FROM group_tables WHERE table_id = ?",
    "DELETE FROM group_tables WHERE group_id = ?",
    "DELETE FROM seasons WHERE group_id = ?",
    "DELETE FROM persons WHERE group_id = ?",
    "DELETE FROM groups WHERE id = ?",
    "DELETE FROM kept_pads WHERE keeper = ?",
    "DELETE FROM links WHERE table_id = ?",
    "DELETE FROM members WHERE table_id = ?",
    "DELETE FROM lines WHERE table_id = ?",
    "DELETE FROM tables WHERE id = ?",
)
"""Statements that delete all rows of a table or group, referring rows first."""

OUT_BY_GROUP = (
    "DELETE FROM members WHERE role = '' "
    "AND table_id IN (SELECT table_id FROM group_tables WHERE group_id = ?) "
    "AND table_id NOT IN (SELECT table_id FROM group_tables WHERE group_id != ?)"
)
"""Statement that deletes the member rows of phones with access to a group’s tables through this group alone.

Values: group id, group id.
"""

UNUSED_PAD = (
    "DELETE FROM pads WHERE slug = ? AND NOT EXISTS (SELECT 1 FROM tables WHERE game = ?) "
    "AND NOT EXISTS (SELECT 1 FROM kept_pads WHERE ? IN (slug, newer))"
)
"""Statement that deletes a pad if no table uses it and no list contains it. Values: its slug, three times."""


def rename(groups: Groups, what: ErasurePlan, now: int) -> None:
    """Replace a name at tables, in groups and in drafts of pads. Delete results of these tables, and suggestions of it.

    Raise NotErased, Unwritable or Unreadable if that fails.
    """
    store = groups.store
    with store.erasing(what.ids) as conn:
        for id in what.ids:
            if access.is_group(store, id):
                _rename_in_group(conn, store, id, what)
                continue
            _, changed = _remove_name(groups, id, what.name, what.instead)
            _rewrite(conn, store, id, changed, Erased(what.instead), now)
        for browser, name in store.query("SELECT browser, name FROM names"):
            if browser in what.browsers and is_same_name(name, what.name):
                conn.execute("DELETE FROM names WHERE browser = ? AND name = ?", (browser, name))
        for browser in what.browsers:
            remove_name(conn, browser, what.name)


def _list_names_in_group(store: Storage, id: str) -> tuple[set[str], list[str]]:
    persons = store.query("SELECT name FROM persons WHERE group_id = ?", id)
    sql = "SELECT name FROM groups WHERE id = ? UNION SELECT name FROM seasons WHERE group_id = ?"
    return {name for (name,) in persons}, [name for (name,) in store.query(sql, id, id)]


def _rename_in_group(conn: Transaction, store: Storage, id: str, what: ErasurePlan) -> None:
    """Replace a name among the persons of a group, and with “…” in the names of the group and of its seasons."""
    persons, titles = _list_names_in_group(store, id)
    for name in persons:
        if is_same_name(name, what.name):
            conn.execute("UPDATE persons SET name = ? WHERE group_id = ? AND name = ?", (what.instead, id, name))
    for title in titles:
        new = of_table.replace_name(title, what.name)
        conn.execute("UPDATE groups SET name = ? WHERE id = ? AND name = ?", (new, id, title))
        conn.execute("UPDATE seasons SET name = ? WHERE group_id = ? AND name = ?", (new, id, title))
    conn.execute("UPDATE groups SET changes = changes + 1 WHERE id = ?", (id,))


def remove_old(groups: Groups, days: int, now: int, stop: threading.Event) -> int:
    """Remove up to ERASED_AT_ONCE tables and groups that were deleted more than `days` days ago, none if `days` is 0.

    Remove old drafts of pads, and forget persons who were removed from a group and can no longer be restored.

    Return how many tables and groups were removed.

    A table that cannot be removed is tried again the next time. Setting `stop` ends the run early.
    """
    removed = list[str]()
    with suppress(StorageFailed):
        with groups.store.transaction() as conn:
            drop_old_drafts(conn, now)
            forget_removed_persons(conn, now)
        for id in access.list_deleted_before(groups.store, now - days * DAY, ERASED_AT_ONCE) if days else ():
            if stop.is_set():
                break
            # Read before the removal, which deletes these rows.
            others = access.list_groups_with(groups.store, id)
            remove(groups.store, [id])
            removed.append(id)
            for group_id in others:
                groups.tables.ring(group_id, journals.find_news(groups.store, group_id))
        # Once for all of them, because SQLite rewrites the whole file.
        if removed:
            groups.store.wipe(removed)
    return len(removed)


def _rewrite(conn: Transaction, store: Storage, id: str, changed: Mapping[int, str], note: Erased, now: int) -> None:
    """Replace lines of a journal, and add the line `note` that records the change.

    `changed` maps line numbers to new texts. All hashes from the first changed line on are renewed.
    """
    if not changed:
        return
    end = JournalEnd()
    for seq, op, at, browser, seat, before, _ in journals.list_rows(store, id):
        text = changed.get(seq, before)
        end = JournalEnd(seq, at, hash_line(end.hash, id, seq, op, at, browser, seat, text))
        if seq >= min(changed):
            conn.execute("UPDATE lines SET act = ?, hash = ? WHERE table_id = ? AND seq = ?", (text, end.hash, id, seq))
    # No phone is the author of this line.
    journals.add_line(conn, id, end, secrets.token_hex(16), dump(note), By(""), now)
    # The stored outcome and results may contain the name, and are computed again.
    conn.execute("UPDATE tables SET outcome = NULL, outcome_of = NULL WHERE id = ?", (id,))
    conn.execute("DELETE FROM results WHERE table_id = ?", (id,))


# reading


def _remove_name(groups: Groups, id: str, name: str, instead: str) -> tuple[set[str], dict[int, str]]:
    """Return all names at a table, and a dict from line numbers to new texts in which `instead` replaces `name`.

    The dict has only the lines that change. Nothing is written. Raise NotErased if the journal is damaged.
    """
    store = groups.store
    row = journals.find_table(store, id)
    if row is None:
        return set(), {}
    lines = _load_sound_lines(store, id)
    after = of_table.remove_name(row, groups.tables.game(row.game), lines, name, instead)
    return set(of_table.list_names(lines)), {
        new.seq: dump(new.act) for old, new in zip(lines, after, strict=True) if old.act != new.act
    }


def _load_sound_lines(store: Storage, id: str) -> list[Line]:
    """Return the lines of a table. Raise NotErased if it is damaged, because new hashes would hide that."""
    try:
        lines = journals.load_lines(store, id)
        ((newest,),) = store.query("SELECT newest FROM tables WHERE id = ?", id)
        if lines and journals.list_rows(store, id, lines[-1].seq)[-1][-1] == newest:
            return lines
    except DamagedLine:
        pass
    text = "%(id)s has a damaged entry and was not rewritten. Nothing was erased. To see more, run: scorekeeper check"
    raise NotErased(Text(text, id=id))


def _browsers_of(store: Storage, id: str) -> set[str]:
    sql = "SELECT browser FROM members WHERE table_id = ? UNION SELECT browser FROM lines WHERE table_id = ?"
    return {browser for (browser,) in store.query(sql, id, id)}


def _find_suggesting(store: Storage, name: str, within: Collection[str] | None) -> set[str]:
    """Return the browsers to which a name is suggested.

    `within` limits them to members of the tables and groups with these ids; None sets no limit.
    """
    here = None if within is None else {browser for id in within for browser in _browsers_of(store, id)}
    rows = store.query("SELECT browser, name FROM names")
    return {
        browser for browser, suggested in rows if is_same_name(suggested, name) and (here is None or browser in here)
    }


def _suggestions_of(store: Storage, id: str, gone: Collection[str]) -> Iterator[tuple[str, str]]:
    """Yield (browser, name) for each player of a table who is suggested to a browser only because of tables in `gone`.

    `gone` must include the table itself.
    """
    here = set(_parse_players(act for (act,) in store.query(SEATED_AT, id, SEATING_LINES)))
    for browser in _browsers_of(store, id) if here else ():
        offered = {name for (name,) in store.query("SELECT name FROM names WHERE browser = ?", browser)} & here
        if offered:
            others = store.query(SEATED_BY, browser, SEATING_LINES)
            offered -= set(_parse_players(act for table, act in others if table not in gone))
        yield from ((browser, name) for name in offered)


SEATING_LINES = '{"players"%'
"""LIKE pattern of lines that say who plays. They are rare, so matching saves parsing all the others."""

SEATED_AT = "SELECT act FROM lines WHERE table_id = ? AND act LIKE ?"

SEATED_BY = (
    "SELECT lines.table_id, act FROM members JOIN lines ON lines.table_id = members.table_id "
    "WHERE members.browser = ? AND act LIKE ?"
)


def _parse_players(acts: Iterable[str]) -> Iterator[str]:
    """Yield the names of players in the lines that set them, given as JSON. Lines that cannot be read are skipped."""
    for act in acts:
        with suppress(Malformed):
            change = load(act)
            if isinstance(change, Change):
                yield from change.setup.players
