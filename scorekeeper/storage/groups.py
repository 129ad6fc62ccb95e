"""Groups on top of the store: create a group, load it, change it, and compute its results and statistics.

The last change wins. Every change can be sent twice: the second time it finds what it wants.
"""

import secrets
import threading
import time
from collections.abc import Callable, Collection, Container, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace
from hashlib import sha256
from pathlib import Path

from scorekeeper.cache import Cache
from scorekeeper.games.errors import Illegal, Malformed
from scorekeeper.games.pad import Seat, Setup
from scorekeeper.games.signs import SIGNS
from scorekeeper.group.group import MOST_PERSONS, MOST_TABLES, Group, Person, Season, Seating, is_circle
from scorekeeper.group.played import Played
from scorekeeper.group.statistics import list_games
from scorekeeper.language.text import Text
from scorekeeper.storage import access, journals
from scorekeeper.storage.access import GROUP
from scorekeeper.storage.contract import DamagedLine, Transaction, Unreadable, Unwritable
from scorekeeper.storage.engines import open_store
from scorekeeper.storage.group_rows import (
    RESTORABLE,
    add_persons,
    add_season,
    note_change,
    read_group,
    seat_table,
)
from scorekeeper.storage.pads import find_newest_pads
from scorekeeper.storage.results import Kept, keep_results, list_without_results, tables_of_group
from scorekeeper.storage.tables import NoSuchTable, Tables
from scorekeeper.table.results import Results, dump, load, summarise_table
from scorekeeper.table.table import StoredTable, Table

GROUPS_IN_MEMORY = 64
"""Maximum number of groups in each cache of `Groups`."""

PARTS_IN_MEMORY = 20_000
"""Maximum number of tables of all groups together in each cache of `Groups`. Each takes a few kB."""

COMPUTED_AT_ONCE = 16
"""Number of tables whose results `catch_up` computes before it pauses."""

NOT_YOURS = Text("Only a phone that scores at that table can add it to the group.")

NO_SUCH_PERSON = Text("That member is not in this group.")

REPEATED = 60
"""Seconds within which a season of the same name is the same tap, sent again."""


class Groups:
    """All groups of a store."""

    def __init__(self, tables: Tables) -> None:
        self.tables = tables
        self.store = tables.store
        self._loaded = Cache[str, Group](GROUPS_IN_MEMORY, PARTS_IN_MEMORY, lambda group: len(group.seatings) + 1)
        self._played = Cache[str, tuple[object, Played]](
            GROUPS_IN_MEMORY, PARTS_IN_MEMORY, lambda held: len(held[1].results) + 1
        )

    def open(
        self, name: str, persons: Sequence[str], browser: str, op: str = "", admit: Callable[[], None] = lambda: None
    ) -> str:
        """Create a group with a person for each name in `persons`, and return its id.

        If this browser has already used `op`, return the group it created then. Otherwise call `admit` first, which may
        raise to refuse.
        """
        op, now = op or secrets.token_hex(16), int(time.time())
        everybody = list_new_persons(op, persons)
        stored = StoredTable(derive_id(f"{browser} {op}"), GROUP, "", 0, now)
        journals.open_group(self.store, Group(stored, name, everybody, {}, (), False), browser, now, admit)
        return stored.id

    def load(self, group_id: str) -> Group:
        """Return a group. Raise NoSuchTable if there is none, or DamagedLine if its rows cannot be read."""
        as_of = journals.look_at_group(self.store, group_id)
        if as_of is None:
            raise NoSuchTable(group_id)
        held = self._loaded.get(group_id)
        if held and (held.stored, held.seen) == as_of:
            return held
        group = read_group(self.store.query, as_of[0])
        self._loaded.store(group_id, group)
        return group

    @contextmanager
    def _changing(self, group_id: str, browser: str) -> Iterator[tuple[Transaction, Group]]:
        """Open a transaction that changes a group, and notify its pages afterwards.

        Raise NoSuchTable, and whatever the store and `count_entry` raise.
        """
        with self.store.transaction(group_id) as conn:
            self.tables.count_entry(browser)
            yield conn, self.load(group_id)
            note_change(conn, group_id, int(time.time()))
        self.tables.ring(group_id, journals.find_news(self.store, group_id))

    def rename(self, group_id: str, name: str, browser: str) -> None:
        """Give a group another name."""
        with self._changing(group_id, browser) as (conn, _):
            conn.execute("UPDATE groups SET name = ? WHERE id = ?", (name, group_id))

    def show_ratings(self, group_id: str, on: bool, browser: str) -> None:
        """Show ratings in the statistics, or hide them."""
        with self._changing(group_id, browser) as (conn, _):
            conn.execute("UPDATE groups SET rated = ? WHERE id = ?", (int(on), group_id))

    def start_season(self, group_id: str, name: str, start: int, browser: str) -> None:
        """Start a season. Raise Malformed if the group has one of this name, unless it began in the last minute."""
        with self._changing(group_id, browser) as (conn, group):
            same = [season for season in group.seasons if season.name == name]
            if any(abs(start - season.start) > REPEATED for season in same):
                raise Malformed("season", Text("There is already a season called %(name)s.", name=name))
            if not same:
                add_season(conn, group_id, Season(name, start))

    def remove_season(self, group_id: str, name: str, browser: str) -> None:
        """Remove a season. Its games count towards the season before."""
        with self._changing(group_id, browser) as (conn, _):
            conn.execute("DELETE FROM seasons WHERE group_id = ? AND name = ?", (group_id, name))

    def add_persons(self, group_id: str, names: Sequence[str], browser: str, op: str = "") -> None:
        """Add a person for each name, once for each `op`. Raise Malformed if the group is full or has such a name."""
        new = list_new_persons(op or secrets.token_hex(16), names)
        with self._changing(group_id, browser) as (conn, group):
            if {person.id for person in new} <= group.names.keys():
                return
            check_new_persons(group, new)
            add_persons(conn, group_id, new)

    def rename_person(self, group_id: str, person: str, name: str, browser: str) -> None:
        """Give a person another name. Raise Malformed if another one has it, or if there is no such person."""
        with self._changing(group_id, browser) as (conn, group):
            _check_person(group, person)
            _check_name(group, name, person)
            _set_person(conn, group_id, person, "name", name)

    def merge(self, group_id: str, person: str, into: str, browser: str) -> None:
        """Merge a person into another one, who then has the games of both.

        Raise Malformed if that cannot be, for example if they played at the same table.
        """
        with self._changing(group_id, browser) as (conn, group):
            if group.merged.get(person) != into:
                _check_merge(group, person, into)
                _set_person(conn, group_id, person, "merged_into", into)

    def separate(self, group_id: str, person: str, browser: str) -> None:
        """Separate a merged person again."""
        with self._changing(group_id, browser) as (conn, _):
            _set_person(conn, group_id, person, "merged_into", None)

    def remove_person(self, group_id: str, person: str, browser: str) -> None:
        """Remove a person. Their seats become those of guests. Raise Malformed if there is no such person."""
        with self._changing(group_id, browser) as (conn, group):
            if any(one.id == person and one.removed for one in group.everybody):
                return
            _check_person(group, person)
            _set_person(conn, group_id, person, "removed", int(time.time()))

    def restore_person(self, group_id: str, person: str, browser: str) -> None:
        """Restore a removed person with their seats.

        Raise Malformed if they were removed more than `RESTORABLE` seconds ago, or if their name is taken meanwhile.
        """
        with self._changing(group_id, browser) as (conn, group):
            if person in group.names:
                return
            removed = [one for one in list_restorable(group, time.time()) if one.id == person]
            if not removed:
                raise Malformed("person", NO_SUCH_PERSON)
            check_new_persons(group, removed)
            _set_person(conn, group_id, person, "removed", None)

    def remove_table(self, group_id: str, table_id: str, browser: str) -> None:
        """Remove a table from a group, whose members lose the access that the group gave them."""
        with self._changing(group_id, browser) as (conn, _):
            conn.execute("DELETE FROM group_tables WHERE group_id = ? AND table_id = ?", (group_id, table_id))
        self.tables.ring(table_id, None)

    def take_in(
        self,
        group_id: str,
        table: Table,
        op: str,
        browser: str,
        persons: Mapping[Seat, str] | None = None,
        nobody: Container[Seat] = (),
        keep_signs: bool = False,
    ) -> None:
        """Add a table to a group.

        `persons` maps seats to ids of persons. Other seats are matched to a person by name, except those in `nobody`.
        Unknown names become new persons. If `keep_signs`, the group remembers the players' signs. For a table that is
        already in the group, only who sat at it changes.

        Raise Illegal if the table is new and the browser may not score at it, and Malformed if somebody has two seats.
        """
        with self._changing(group_id, browser) as (conn, group):
            joins = table.id not in group.tables
            if joins and not access.may_take_in(self.store, conn, table.id, browser):
                raise Illegal(NOT_YOURS)
            matched, new = match_seats(group, table, persons or {}, op, nobody)
            check_new_persons(group, new)
            group = replace(group, everybody=(*group.everybody, *new))
            _check_seats(group, table.id, matched.values())
            add_persons(conn, group_id, new)
            seat_table(conn, group_id, table.id, Seating(matched, int(time.time()), browser))
            for person, sign in list_new_signs(group, table.setup, matched).items() if keep_signs else ():
                _set_person(conn, group_id, person, "sign", sign)
        # A table that joins gives further phones a role, and another one to those that only watched it.
        if joins:
            self.tables.ring(table.id, None)

    def keep_signs(self, group_id: str, table: Table, browser: str) -> None:
        """Let a group remember the signs of the players at one of its tables."""
        group = self.load(group_id)
        if signs := list_new_signs(group, table.setup, group.find_persons(table.id)):
            with self._changing(group_id, browser) as (conn, group):
                for person, sign in signs.items():
                    _set_person(conn, group_id, person, "sign", sign)

    def played(self, group: Group) -> Played:
        """Return what a group has played. Tables that cannot be read are left out."""
        kept, newest = tables_of_group(self.store, group.id), find_newest_pads(self.store, group.id)
        as_of = ({row.table_id: row.hash for row in kept}, newest)
        held = self._played.get(group.id)
        if held and held[1].group is group and held[0] == as_of:
            return held[1]
        results = self._load_results(kept)
        played = Played(group, results, list_games(group, results, newest))
        self._played.store(group.id, (as_of, played))
        return played

    def _load_results(self, kept: Iterable[Kept]) -> Mapping[str, Results]:
        """Return the results of tables by table id. Missing ones are computed and stored.

        Unreadable tables are left out.
        """
        by_table, new = dict[str, Results](), list[Kept]()
        for row in kept:
            if row.results is None:
                try:
                    by_table[row.table_id] = summarise_table(self.tables.load(row.table_id))
                except (DamagedLine, NoSuchTable):
                    continue
                new.append(row._replace(results=dump(by_table[row.table_id])))
            else:
                kept_results = load(row.results)
                if self.tables.game(kept_results.game):
                    by_table[row.table_id] = kept_results
        if new:
            # Storing only saves work, so a full disk must not hide the results.
            with suppress(Unwritable):
                keep_results(self.store, new)
        return by_table

    def keep(self, group_id: str, by_table: Mapping[str, Results]) -> None:
        """Store results that are already known, given by table id, for tables of a group.

        Raise Unwritable if that fails.
        """
        kept = tables_of_group(self.store, group_id)
        keep_results(
            self.store, [row._replace(results=dump(by_table[row.table_id])) for row in kept if row.table_id in by_table]
        )

    def catch_up(self, stop: threading.Event) -> None:
        """Compute and store missing results, such as those made invalid by an update of the rules.

        It runs at startup. Between batches it pauses for as long as it has worked, so that requests are served. It ends
        when all results are stored or `stop` is set.
        """
        after = ""
        with suppress(Unreadable):
            while not stop.is_set() and (some := list_without_results(self.store, after, COMPUTED_AT_ONCE)):
                began = time.monotonic()
                self._load_results(some)
                after = some[-1].table_id
                stop.wait(time.monotonic() - began)


@contextmanager
def open_groups(instance: Path, address: str = "") -> Iterator[Groups]:
    """Open a database, and close it in the end. `address` is that of PostgreSQL, "" for SQLite in the folder.

    Raise InUse, Unusable or OSError if that fails.
    """
    groups = Groups(Tables(open_store(instance, address)))
    try:
        yield groups
    finally:
        groups.store.close()


def list_restorable(group: Group, now: float) -> list[Person]:
    """Return the removed persons who can still be restored."""
    return [person for person in group.everybody if person.removed and person.removed >= now - RESTORABLE]


def check_new_persons(group: Group, persons: Collection[Person]) -> None:
    """Raise Malformed if a group has no room for these persons, or if one of their names is taken."""
    if persons and len(group.names) + len(persons) > MOST_PERSONS:
        raise Malformed("name", Text("This group cannot have any more members."))
    for person in persons:
        _check_name(group, person.name)


def _check_name(group: Group, name: str, but: str = "") -> None:
    has = group.find_id(name)
    if has is not None and has != but:
        raise Malformed("name", Text("%(name)s is already in this group.", name=group.names[has]))


def _check_person(group: Group, person: str) -> None:
    if group.person(person) is None:
        raise Malformed("person", NO_SUCH_PERSON)


def _check_merge(group: Group, person: str, into: str) -> None:
    """Raise Malformed if two persons cannot be merged, for example if they played at the same table."""
    _check_person(group, person)
    _check_person(group, into)
    if is_circle(group.merged, person, into):
        raise Malformed("person", Text("You cannot merge a member with themselves."))
    if any({person, into} <= set(group.find_persons(table_id).values()) for table_id in group.tables):
        both = (group.names[person], group.names[into])
        raise Malformed(
            "person", Text("%(who)s played at the same table, so they cannot be the same person.", who=both)
        )


def _check_seats(group: Group, table_id: str, persons: Collection[str]) -> None:
    """Raise Malformed if a table cannot be added with these persons."""
    if table_id not in group.tables and len(group.tables) >= MOST_TABLES:
        raise Malformed("table", Text("This group cannot have any more tables."))
    if not group.names.keys() >= set(persons):
        raise Malformed("person", NO_SUCH_PERSON)
    # Compared after merges, because two ids may have become one person.
    if len({group.resolve(person) for person in persons}) < len(persons):
        raise Malformed("person", Text("Nobody can sit in two seats at one table."))


def _set_person(conn: Transaction, group_id: str, person: str, column: str, value: str | int | None) -> None:
    sql = f"UPDATE persons SET {column} = ? WHERE group_id = ? AND id = ?"  # noqa: S608 - ours
    conn.execute(sql, (value, group_id, person))


def match_seats(
    group: Group, table: Table, chosen: Mapping[Seat, str], op: str, nobody: Container[Seat]
) -> tuple[dict[Seat, str], list[Person]]:
    """Return a dict from seats to the ids of their persons, and the persons to be added.

    `chosen` maps seats to ids. Other seats are matched by name. Seats in `nobody` are left out, and so is a name whose
    person already has another seat. The ids of new persons are derived from `op`.
    """
    persons, new = dict(chosen), list[Person]()
    for seat in table.everybody:
        person = group.find_id(table.setup.name(seat))
        if seat not in persons and seat not in nobody and person not in persons.values():
            if person is None:
                person = derive_id(f"{op} {seat}")
                new.append(Person(person, table.setup.name(seat)))
            persons[seat] = person
    return persons, new


def list_new_signs(group: Group, setup: Setup, persons: Mapping[Seat, str]) -> dict[str, int]:
    """Return the signs of its persons at a table that a group should remember, by their ids.

    `persons` maps seats to ids. Who only had to give way at this table keeps the sign that the group remembers.
    """
    signs = dict[str, int]()
    at_table = {seat: setup.sign(seat).number for seat in persons}
    known = {person.id: person for person in group.persons}
    for seat, person in persons.items():
        id = group.resolve(person)
        number, usual = at_table[seat], group.signs[id].number % len(SIGNS)
        gives_way = known[id].sign is not None and usual in at_table.values()
        if number != usual and number < len(SIGNS) and not gives_way:
            signs[id] = number
    return signs


def list_new_persons(op: str, names: Iterable[str]) -> tuple[Person, ...]:
    """Return a new person for each name, with an id derived from `op`."""
    return tuple([Person(derive_id(f"{op} {place}"), name) for place, name in enumerate(names)])


def derive_id(op: str) -> str:
    """Return an id for a new group or person, derived from the tap that adds it, so that it is added once."""
    return sha256(op.encode()).hexdigest()[:12]
