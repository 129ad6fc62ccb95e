"""Groups on top of the store: create a group, load its state, add a line to its journal."""

import secrets
import threading
import time
from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from contextlib import suppress
from hashlib import sha256
from typing import Generic, TypeVar

from scorekeeper.games.errors import Illegal, Refusal
from scorekeeper.games.pad import Seat, Setup
from scorekeeper.games.signs import SIGNS
from scorekeeper.group.admit import admit_line, check_number_of_persons
from scorekeeper.group.figures import Figures
from scorekeeper.group.group import Group, fold
from scorekeeper.group.journal import Act, AddPerson, AddTable, GiveSign, NameGroup, RemoveTable
from scorekeeper.group.statistics import PlayedGame, filter_season, list_games
from scorekeeper.language.text import Text
from scorekeeper.storage.access import GROUP
from scorekeeper.storage.cache import Cache
from scorekeeper.storage.contract import DamagedLine, GroupChange, Unreadable, Unwritable
from scorekeeper.storage.results import Kept
from scorekeeper.storage.tables import NoSuchTable, Tables
from scorekeeper.table.admit import Stale
from scorekeeper.table.journal import By, Seen
from scorekeeper.table.results import Results, dump, load, summarise_table
from scorekeeper.table.table import Table

GROUPS_IN_MEMORY = 64
"""Maximum number of values in each cache of `Groups`."""

PARTS_IN_MEMORY = 20_000
"""Maximum number of lines, tables or games of all groups together in each cache of `Groups`. Each takes up to 2 kB."""

AT_ONCE = 16
"""Number of tables whose results `catch_up` computes before it pauses."""

NOT_YOURS = Text("Only a phone that scores at that table can add it to the group.")

Value = TypeVar("Value")


class GroupCache(Generic[Value]):
    """Cache with one value per group, valid while the inputs it was computed from stay equal."""

    def __init__(self) -> None:
        self._entries = Cache[str, tuple[tuple[object, ...], Value, int]](
            GROUPS_IN_MEMORY, PARTS_IN_MEMORY, lambda entry: entry[2]
        )

    def get(self, group_id: str, inputs: tuple[object, ...], parts: int, compute: Callable[[], Value]) -> Value:
        """Return the cached value of a group if its `inputs` are equal, otherwise compute and cache it.

        `parts` is the number of lines, tables or games of which the value is made. Whatever `compute` raises is passed
        on.
        """
        entry = self._entries.get(group_id)
        if entry and entry[0] == inputs:
            return entry[1]
        # Without a lock, so that a slow group does not block the others. Two threads may do the same work.
        new = compute()
        self._entries.store(group_id, (inputs, new, parts))
        return new

    def forget(self, group_id: str) -> None:
        """Drop the value of a group."""
        self._entries.pop(group_id)


class Groups:
    """All groups of a store."""

    def __init__(self, tables: Tables) -> None:
        self.tables = tables
        self.store = tables.store
        self._folded = GroupCache[Group]()
        self._results = GroupCache[Mapping[str, Results]]()
        self._games = GroupCache[tuple[PlayedGame, ...]]()
        self._figures = GroupCache[Figures]()

    def open(
        self, name: str, persons: Sequence[str], browser: str, op: str = "", admit: Callable[[], None] = lambda: None
    ) -> str:
        """Create a group with a person for each name in `persons`, and return its id.

        If this browser has already used `op`, return the group it created then. Otherwise call `admit` first, which may
        raise to refuse. Raise Malformed if there are too many persons.
        """
        check_number_of_persons(len(persons))
        # Persons have random ids, so that they can be renamed and merged.
        first: list[Act] = [NameGroup(name), *[AddPerson(secrets.token_hex(6), person) for person in persons]]
        return self.store.open_group(first, By(browser), int(time.time()), op, admit)

    def load(self, group_id: str) -> Group:
        """Return the state of a group. Raise NoSuchTable if there is none."""
        as_of = self.store.look(group_id)
        if as_of is None or as_of[0].game != GROUP:
            raise NoSuchTable(group_id)
        table_ids = self.store.list_table_ids(group_id)
        # The tables are part of the key, because they can change without a line of the group.
        return self._folded.get(
            group_id,
            (*as_of, table_ids),
            as_of[1].seq,
            lambda: fold(as_of[0], self.store.group_lines(group_id), table_ids),
        )

    def forget(self, group_id: str) -> None:
        """Drop a group from the cache, for example because its join code has changed."""
        self._folded.forget(group_id)

    def record(self, group_id: str, act: Act, op: str, by: By, seen: Seen | int, first: Iterable[Act] = ()) -> int:
        """Add a line to the journal of a group and return its number.

        `seen` is the `Seen` of the page on which the act was entered, or just its line number. Lines in `first` are
        added before the line; either all are written or none. A browser can add or put back only tables at which it may
        score.

        Raise Stale, Illegal, Malformed or NoSuchTable if the line is refused, and whatever the store raises.
        """
        page = seen if isinstance(seen, Seen) else Seen(seen)
        first = tuple(first)
        before, after = list[Group](), list[Group]()

        def admit() -> Sequence[Act]:
            """Admit all lines against the current group and return `first`.

            Record the states of the group before and after them.
            """
            self.tables.count_entry(by.browser)
            group = self.load(group_id)
            before.append(group)
            for earlier_act in first:
                admit_line(group, earlier_act, by, page)
                group = group.after((earlier_act,))
            admit_line(group, act, by, page)
            then = group.after((act,))
            if not all(self.store.may_take_in(table_id, by.browser) for table_id in then.tables.keys() - group.tables):
                raise Illegal(NOT_YOURS)
            after.append(then)
            return first

        # The last entries count, because `admit` is called again if another line comes in between.
        def holds() -> GroupChange:
            old, new = before[-1].tables.keys(), after[-1].tables.keys()
            return GroupChange(new - old, old - new)

        written = self.store.append(group_id, op, act, by, int(time.time()), admit, holds)
        # `after` is empty if this line exists already, because `admit` was not called. A table that joins gives further
        # phones a role, and another one to those that only watched it.
        for table_id in holds().new if after else ():
            self.tables.tell_roles(table_id)
        for table_id in holds().gone if after else ():
            self.tables.ring(table_id, None)
        self.tables.ring_group(group_id, self.store.news(group_id))
        return written.seq

    def take_in(
        self,
        group_id: str,
        table: Table,
        op: str,
        by: By,
        persons: Mapping[Seat, str] | None = None,
        nobody: Container[Seat] = (),
        keep_signs: bool = False,
    ) -> int:
        """Add a table to a group, and return the number of the new line.

        `persons` maps seats to ids of persons. Other seats are matched to a person by name, except those in `nobody`.
        Unknown names become new persons. If `keep_signs`, the group remembers the players' signs. Raise whatever
        `record` raises.
        """
        group = self.load(group_id)
        matched, new = match_seats(group, table, persons or {}, op, nobody)
        signs = list_new_signs(group.after(new), table.setup, matched) if keep_signs else []
        act = AddTable(table.id, tuple(sorted(matched.items())))
        return self.record(group_id, act, op, by, group.seen, [*new, *signs])

    def keep_signs(self, group_id: str, table: Table, op: str, by: By) -> None:
        """Let a group remember the signs of the players at one of its tables. Raise whatever `record` raises."""
        group = self.load(group_id)
        acts = list_new_signs(group, table.setup, group.find_persons(table.id))
        if acts:
            *first, last = acts
            self.record(group_id, last, op, by, group.seen, first)

    def results(self, group: Group) -> Mapping[str, Results]:
        """Return the results of each table of a group by table id. Tables that cannot be read are left out."""
        kept = self.store.tables_of_group(group.id)
        of = tuple([(row.table_id, row.hash) for row in kept])
        return self._results.get(group.id, of, len(kept), lambda: self._load_results(kept))

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
                self.store.keep_results(new)
        return by_table

    def keep(self, group_id: str, by_table: Mapping[str, Results]) -> None:
        """Store results that are already known, given by table id, for tables of a group.

        Raise Unwritable if that fails.
        """
        kept = self.store.tables_of_group(group_id)
        self.store.keep_results(
            [row._replace(results=dump(by_table[row.table_id])) for row in kept if row.table_id in by_table]
        )

    def catch_up(self, stop: threading.Event) -> None:
        """Compute and store missing results, such as those made invalid by an update of the rules.

        It runs at startup. Between batches it pauses for as long as it has worked, so that requests are served. It ends
        when all results are stored or `stop` is set.
        """
        after = ""
        with suppress(Unreadable):
            while not stop.is_set() and (some := self.store.list_without_results(after, AT_ONCE)):
                began = time.monotonic()
                self._load_results(some)
                after = some[-1].table_id
                stop.wait(time.monotonic() - began)

    def games(self, group: Group) -> tuple[PlayedGame, ...]:
        """Return all games of a group in the order in which they were played."""
        by_table, newest = self.results(group), self.store.newest_pads(group.id)
        return self._games.get(
            group.id, (group, by_table, newest), len(by_table), lambda: list_games(group, by_table, newest)
        )

    def figures(self, group: Group, season: int | None = None) -> Figures:
        """Return the statistics of a group: for one season, or for all its games if `season` is None."""
        games = self.games(group)
        if season is None:
            return self._figures.get(group.id, (games,), len(games), lambda: Figures(games))
        of = (games, group.seasons)
        return self._figures.get(
            f"{group.id} {season}",
            of,
            len(games),
            lambda: Figures(filter_season(games, group.seasons, season)),
        )

    def end_links(self, group_id: str, browser: str) -> None:
        """End all links to a group and all access except that of this browser. Create new links and a new code."""
        self.store.end_links(group_id, browser, int(time.time()))
        tables = self.load(group_id).tables
        self.forget(group_id)
        # The group gave access to its tables, so open pages there are checked again too.
        for table_id in (group_id, *tables):
            self.tables.ring(table_id, None)

    def end_links_of_table(self, table_id: str, browser: str) -> None:
        """End all links to a table, and remove it from groups in which this browser may not score.

        The journals of those groups record the removal. A group whose journal cannot be written loses the table all the
        same.
        """
        for group_id in self.store.groups_with(table_id):
            if self.store.role(group_id, browser) != "score":
                with suppress(DamagedLine, NoSuchTable, Refusal, Stale):
                    seen = self.load(group_id).seen
                    self.record(group_id, RemoveTable(table_id), secrets.token_hex(16), By(browser), seen)
        self.tables.end_links(table_id, browser)


def match_seats(
    group: Group, table: Table, chosen: Mapping[Seat, str], op: str, nobody: Container[Seat] = ()
) -> tuple[dict[Seat, str], list[AddPerson]]:
    """Return a dict from seats to the ids of their persons, and the persons to be added to the group.

    `chosen` maps seats to ids. Other seats are matched by name. Seats in `nobody` are left out, and so is a name whose
    person already has another seat. The ids of new persons are derived from `op`.
    """
    persons, new = dict(chosen), list[AddPerson]()
    for seat in table.everybody:
        person = group.find_id(table.setup.name(seat))
        if seat not in persons and seat not in nobody and person not in persons.values():
            if person is None:
                person = derive_person_id(f"{op} {seat}")
                new.append(AddPerson(person, table.setup.name(seat)))
            persons[seat] = person
    return persons, new


def list_new_signs(group: Group, setup: Setup, persons: Mapping[Seat, str]) -> list[GiveSign]:
    """Return the acts with which a group remembers the signs of its persons at a table. `persons` maps seats to ids.

    Who only had to give way at this table keeps the sign that the group remembers.
    """
    acts = []
    at_table = {seat: setup.sign(seat).number for seat in persons}
    for seat, person in persons.items():
        number, usual = at_table[seat], group.signs[group.resolve(person)].number % len(SIGNS)
        gives_way = group.resolve(person) in group.given and usual in at_table.values()
        if number != usual and number < len(SIGNS) and not gives_way:
            acts.append(GiveSign(group.resolve(person), number))
    return acts


def derive_person_id(op: str) -> str:
    """Return an id for a new person, derived from the tap that adds them, so that a repeated tap adds nobody twice."""
    return sha256(op.encode()).hexdigest()[:12]
