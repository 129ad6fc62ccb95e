"""What is to be forgotten: tables and groups that are removed for good, and names that are taken out of journals.

Nothing else may change or remove a line. Whole journals go; where one only changes, its hashes are made anew in the
same transaction and a line says so. A journal that is damaged is not touched: new hashes would hide that it is.
"""

import secrets
import threading
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from typing import NamedTuple, TypeVar

from scorekeeper.games.errors import Malformed
from scorekeeper.group import erasing as of_group
from scorekeeper.group.journal import Line as GroupLine
from scorekeeper.language.text import Literal, NotDone, Text
from scorekeeper.storage.access import GROUP
from scorekeeper.storage.chain import Row, altered, linked
from scorekeeper.storage.check import Unusable
from scorekeeper.storage.contract import Connection, DamagedLine, Unreadable, Unwritable
from scorekeeper.storage.groups import Groups
from scorekeeper.storage.journals import End, Journals, dumped, row_after
from scorekeeper.table import erasing as of_table
from scorekeeper.table.journal import By, Change, Erased, Line, load
from scorekeeper.table.names import folded_name, same_name

NOBODY = By("")
"""Who wrote the line that something was erased: no phone."""

DAY = 24 * 3600

KEPT_DELETED = 365
"""Days for which what was deleted can be put back: a group that meets once a year misses it within that time."""

LONGEST = 36_500
"""Days that the setting can say at most."""

AT_ONCE = 100
"""Deleted tables that are erased in one go; the others wait for the next hour."""

One = TypeVar("One", Line, GroupLine)


def kept_deleted(setting: object) -> int:
    """Read the setting ERASE_DELETED_AFTER, in days; 0: nothing is erased by itself. Raises Unusable."""
    if setting is None:
        return 0
    if type(setting) is int and 0 <= setting <= LONGEST:
        return setting
    text = "ERASE_DELETED_AFTER in config.py must be a number of days from 0 to %(most)s."
    raise Unusable(Text(text, most=LONGEST))


class NotErased(NotDone):
    """Nothing was erased; the sentence says why."""


class Removal(NamedTuple):
    """What goes for good: tables and groups by their ids."""

    tables: tuple[str, ...]
    groups: tuple[str, ...]


class Renaming(NamedTuple):
    """Where a name stands: in which journals, whose suggestions; and what comes in its place.

    `pads` says how many pads that people made hold it; their texts stay, for tables are scored by them.
    """

    name: str
    instead: str
    ids: tuple[str, ...]
    browsers: tuple[str, ...]
    pads: int


# what it would be


def removal(groups: Groups, id: str, with_tables: bool) -> Removal:
    """Return what goes with a table, or with a group and on request its tables. Raises NotErased."""
    store = groups.store
    if store.table(id) is None:
        raise NotErased(Text("There is no group and no table %(id)s.", id=Literal(repr(id))))
    if not store.is_group(id):
        return Removal((id,), ())
    return Removal(_tables_of(store, id) if with_tables else (), (id,))


def renaming(groups: Groups, name: str, id: str, numbered: Callable[[int], str]) -> Renaming:
    """Return where a name stands: everywhere, or at a table, or in a group and at its tables.

    `numbered` gives the neutral names; the first that nobody there has comes in its place. Raises NotErased.
    """
    store = groups.store
    if id and store.table(id) is None:
        raise NotErased(Text("There is no group and no table %(id)s.", id=Literal(repr(id))))
    within = (id, *_tables_of(store, id)) if id else _all_ids(store)
    affected, taken = list[str](), set[str]()
    for one in within:
        try:
            names, changed = _without_name(groups, one, name, of_table.GONE)
        except NotErased:
            if _holds(store, one, name):
                raise
            continue
        taken |= names
        if changed:
            affected.append(one)
    browsers = tuple(_suggested(store, name, within if id else None))
    if not affected and not browsers:
        raise NotErased(Text("Nobody is called %(name)s here. Nothing was changed.", name=name))
    instead = next(
        new for new in map(numbered, range(1, 2 + len(taken))) if not any(same_name(new, old) for old in taken)
    )
    pads = sum(of_table.reworded(text, name) != text for (text,) in store._read("SELECT text FROM pads"))
    return Renaming(name, instead, tuple(affected), browsers, pads)


def players(store: Journals, id: str) -> tuple[str, ...]:
    """Return everybody who ever sat at a table; those of a line that cannot be read are left out."""
    return tuple(dict.fromkeys(_seated(act for (act,) in store._read(SEATED_AT, id, PLAYERS))))


# doing it


def remove(groups: Groups, what: Removal, now: int) -> None:
    """Remove tables and groups for good, and what is said of the tables in the groups that had them.

    Raises NotErased, Unwritable, Unreadable.
    """
    store, gone = groups.store, (*what.tables, *what.groups)
    speaking = tuple([id for id in _groups_that_name(store, what.tables) if id not in gone])
    suggestions = [pair for id in what.tables for pair in _suggestions_of(store, id, gone)]  # before any tap waits
    with store.erasing((*gone, *speaking)) as conn:
        for id in speaking:
            lines = _sound_lines(store, id, store.group_lines)
            changed = _changed(lines, of_group.without_tables(lines, what.tables))
            _rewrite(conn, store, id, changed, of_group.TABLE, now)
        conn.executemany("DELETE FROM names WHERE browser = ? AND name = ?", suggestions)
        pads = [(row.game,) for row in map(store.table, what.tables) if row]
        pads += [(slug,) for id in what.groups for slug in store.newest_pads(id)]
        for id in what.groups:
            conn.execute(OUT_BY_GROUP, (id, id))
        for id in gone:
            for statement in ALL_OF_ONE:
                conn.execute(statement, (id,))
        conn.executemany(UNUSED_PAD, [(*slug, *slug, *slug) for slug in pads])
    for id in gone:
        groups.forget(id)


ALL_OF_ONE = (
    "DELETE FROM results WHERE table_id = ?",
    "DELETE FROM group_tables WHERE table_id = ?",
    "DELETE FROM group_tables WHERE group_id = ?",
    "DELETE FROM kept_pads WHERE keeper = ?",
    "DELETE FROM links WHERE table_id = ?",
    "DELETE FROM members WHERE table_id = ?",
    "DELETE FROM lines WHERE table_id = ?",
    "DELETE FROM tables WHERE id = ?",
)
"""All rows of a table or a group, those that speak of others first."""

OUT_BY_GROUP = (
    "DELETE FROM members WHERE role = '' "
    "AND table_id IN (SELECT table_id FROM group_tables WHERE group_id = ?) "
    "AND table_id NOT IN (SELECT table_id FROM group_tables WHERE group_id != ?)"
)
"""The phones that were at the tables of a group by that group alone."""

UNUSED_PAD = (
    "DELETE FROM pads WHERE slug = ? AND NOT EXISTS (SELECT 1 FROM tables WHERE game = ?) "
    "AND NOT EXISTS (SELECT 1 FROM kept_pads WHERE ? IN (slug, newer))"
)
"""A pad that no table is scored by any more, and that is in nobody's list."""


def rename(groups: Groups, what: Renaming, now: int) -> None:
    """Take a name out of journals, results and suggestions. Raises NotErased, Unwritable, Unreadable."""
    store = groups.store
    with store.erasing(what.ids) as conn:
        for id in what.ids:
            _, changed = _without_name(groups, id, what.name, what.instead)
            _rewrite(conn, store, id, changed, Erased(what.instead), now)
        for browser, name in store._read("SELECT browser, name FROM names"):
            if browser in what.browsers and same_name(name, what.name):
                conn.execute("DELETE FROM names WHERE browser = ? AND name = ?", (browser, name))
    for id in what.ids:
        groups.forget(id)


def remove_old(groups: Groups, days: int, now: int, stop: threading.Event) -> int:
    """Remove what was deleted more than so many days ago, and return how many tables and groups that were.

    One that cannot be removed stays, and is tried again the next time.
    """
    removed = list[str]()
    with suppress(Unreadable, Unwritable):
        for id in groups.store.deleted_before(now - days * DAY, AT_ONCE):
            if stop.is_set():
                break
            others = groups.store.groups_with(id)
            with suppress(NotErased):
                is_group = groups.store.is_group(id)
                remove(groups, Removal(() if is_group else (id,), (id,) if is_group else ()), now)
                removed.append(id)
                for group_id in others:
                    groups.tables.ring_group(group_id, groups.store.news(group_id))
        if removed:
            groups.store.wipe(removed)
    return len(removed)


def _rewrite(conn: Connection, store: Journals, id: str, changed: Mapping[int, str], note: Erased, now: int) -> None:
    """Write these lines, by their numbers, in place of others, with new hashes, and a line more that says so."""
    if not changed:
        return
    end = End()
    for seq, op, at, browser, seat, before, _ in _rows(store, id):
        text = changed.get(seq, before)
        end = End(seq, at, linked(end.hash, id, seq, op, at, browser, seat, text))
        if seq >= min(changed):
            conn.execute("UPDATE lines SET act = ?, hash = ? WHERE table_id = ? AND seq = ?", (text, end.hash, id, seq))
    row, end = row_after(id, end, secrets.token_hex(16), dumped(note), NOBODY, now)
    conn.execute("INSERT INTO lines VALUES (?, ?, ?, ?, ?, ?, ?, ?)", (id, *row))
    conn.execute("UPDATE tables SET newest = ?, outcome = NULL, outcome_of = NULL WHERE id = ?", (end.hash, id))
    conn.execute("DELETE FROM results WHERE table_id = ?", (id,))


# what there is


def _without_name(groups: Groups, id: str, name: str, instead: str) -> tuple[set[str], dict[int, str]]:
    """Return who is named in a journal, and its lines that read otherwise without a name, by their numbers.

    Raises NotErased where it is damaged.
    """
    store = groups.store
    row = store.table(id)
    if row is None:
        return set(), {}
    if row.game == GROUP:
        group_lines = _sound_lines(store, id, store.group_lines)
        after_group = of_group.without_name(group_lines, name, instead)
        return set(of_group.named(group_lines)), _changed(group_lines, after_group)
    lines = _sound_lines(store, id, store.lines)
    after = of_table.without_name(row, groups.tables.game(row.game), lines, name, instead)
    return set(of_table.named(lines)), _changed(lines, after)


def _changed(lines: Sequence[One], after: Sequence[One]) -> dict[int, str]:
    return {new.seq: dumped(new.act) for old, new in zip(lines, after, strict=True) if old.act != new.act}


def _sound_lines(store: Journals, id: str, read: Callable[[str], list[One]]) -> list[One]:
    """Return the lines of a journal. Raises NotErased where one is damaged, for new hashes would hide that."""
    try:
        lines = read(id)
        wrong = next(altered(id, _rows(store, id)), None)
        ((newest,),) = store._read("SELECT newest FROM tables WHERE id = ?", id)
        if wrong is None and lines and _rows(store, id)[-1][-1] == newest:
            return lines
    except DamagedLine:
        pass
    text = "%(id)s has a damaged entry and was not rewritten. Nothing was erased. To see more, run: scorekeeper check"
    raise NotErased(Text(text, id=id))


def _holds(store: Journals, id: str, name: str) -> bool:
    """Return whether a name stands anywhere in a journal, readable or not."""
    return any(folded_name(name) in folded_name(act) for _, _, _, _, _, act, _ in _rows(store, id))


def _rows(store: Journals, id: str) -> list[Row]:
    return store._read("SELECT seq, op, at, browser, seat, act, hash FROM lines WHERE table_id = ? ORDER BY seq", id)


def _all_ids(store: Journals) -> tuple[str, ...]:
    return tuple([id for (id,) in store._read("SELECT id FROM tables ORDER BY id")])


def _tables_of(store: Journals, group_id: str) -> tuple[str, ...]:
    sql = "SELECT table_id FROM group_tables WHERE group_id = ? ORDER BY table_id"
    return tuple([id for (id,) in store._read(sql, group_id)])


def _groups_that_name(store: Journals, tables: Iterable[str]) -> list[str]:
    """Return the groups whose journals speak of one of these tables, also of one that they let go."""
    sql = "SELECT DISTINCT table_id FROM lines JOIN tables ON id = table_id WHERE game = ? AND act LIKE ?"
    return sorted({id for table in tables for (id,) in store._read(sql, GROUP, f'%"{table}"%')})


def _browsers_of(store: Journals, id: str) -> set[str]:
    sql = "SELECT browser FROM members WHERE table_id = ? UNION SELECT browser FROM lines WHERE table_id = ?"
    return {browser for (browser,) in store._read(sql, id, id)}


def _suggested(store: Journals, name: str, within: Collection[str] | None) -> set[str]:
    """Return the phones that are offered a name, of those that were at these tables or groups; None: of all."""
    here = None if within is None else {browser for id in within for browser in _browsers_of(store, id)}
    rows = store._read("SELECT browser, name FROM names")
    return {browser for browser, one in rows if same_name(one, name) and (here is None or browser in here)}


def _suggestions_of(store: Journals, id: str, gone: Collection[str]) -> Iterator[tuple[str, str]]:
    """Yield which names its phones are offered because of a table alone: no other table of theirs has them."""
    here = set(_seated(act for (act,) in store._read(SEATED_AT, id, PLAYERS)))
    for browser in _browsers_of(store, id) if here else ():
        offered = {name for (name,) in store._read("SELECT name FROM names WHERE browser = ?", browser)} & here
        if offered:
            others = store._read(SEATED_BY, browser, PLAYERS)
            offered -= set(_seated(act for table, act in others if table not in gone))
        yield from ((browser, name) for name in offered)


PLAYERS = '{"players"%'
"""How a line begins that says who plays: few lines do, so the others are not read."""

SEATED_AT = "SELECT act FROM lines WHERE table_id = ? AND act LIKE ?"

SEATED_BY = (
    "SELECT lines.table_id, act FROM members JOIN lines ON lines.table_id = members.table_id "
    "WHERE members.browser = ? AND act LIKE ?"
)


def _seated(acts: Iterable[str]) -> Iterator[str]:
    """Yield who plays by these lines; one that cannot be read says nothing."""
    for act in acts:
        with suppress(Malformed):
            change = load(act)
            if isinstance(change, Change):
                yield from change.setup.players
