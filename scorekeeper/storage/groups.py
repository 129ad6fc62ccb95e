"""Where groups and store meet: open a group, read what is known of it, write a line in its journal."""

import secrets
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from contextlib import suppress
from hashlib import sha256

from scorekeeper.games.pad import Seat
from scorekeeper.group.admit import admit_line
from scorekeeper.group.group import Group, fold
from scorekeeper.group.journal import Act, Added, Joined, Named
from scorekeeper.group.statistics import Played, played
from scorekeeper.storage.access import GROUP
from scorekeeper.storage.contract import DamagedLine, Unwritable
from scorekeeper.storage.results import Kept
from scorekeeper.storage.tables import NoSuchTable, Tables
from scorekeeper.table.journal import By, Seen
from scorekeeper.table.results import Results, dump, load, results
from scorekeeper.table.table import Table

GROUPS_IN_MEMORY = 64
"""How many groups stay folded in memory."""


class Groups:
    """All groups of one store, and which of its tables are theirs."""

    def __init__(self, tables: Tables) -> None:
        self.tables = tables
        self.store = tables.store
        self._folded: OrderedDict[str, Group] = OrderedDict()
        self._results: OrderedDict[str, tuple[str, Mapping[str, Results]]] = OrderedDict()
        self._played: OrderedDict[str, tuple[Group, Mapping[str, Results], tuple[Played, ...]]] = OrderedDict()
        self._lock = threading.Lock()

    def open(
        self, name: str, persons: Sequence[str], browser: str, op: str = "", admit: Callable[[], None] = lambda: None
    ) -> str:
        """Open a group with these persons and return its address; the same op again opens no second one."""
        first: list[Act] = [Named(name), *[Added(secrets.token_hex(6), person) for person in persons]]
        return self.store.open_group(first, By(browser), int(time.time()), op, admit)

    def load(self, group_id: str) -> Group:
        """Read a group. Raises NoSuchTable."""
        with self._lock:
            held = self._folded.get(group_id)
        found = self.store.look(group_id)
        if found is None or found[0].game != GROUP:
            raise NoSuchTable(group_id)
        if held is not None and (held.row, held.seen) == found:
            return held
        loaded = fold(found[0], self.store.group_lines(group_id))
        with self._lock:
            self._folded[group_id] = loaded
            self._folded.move_to_end(group_id)
            while len(self._folded) > GROUPS_IN_MEMORY:
                self._folded.popitem(last=False)
        return loaded

    def forget(self, group_id: str) -> None:
        """Read a group anew the next time: its code is another one."""
        with self._lock:
            self._folded.pop(group_id, None)

    def record(self, group_id: str, act: Act, op: str, by: By, seen: Seen | int, first: Iterable[Act] = ()) -> int:
        """Write a line, unless somebody was faster or it cannot be; return its number.

        `first` is what has to be said before it; all of it is written, or nothing. Raises Stale, Illegal, Malformed,
        NoSuchTable, and what the store raises.
        """
        page = seen if isinstance(seen, Seen) else Seen(seen)
        first = tuple(first)
        before, after = list[Group](), list[Group]()

        def admit() -> Sequence[Act]:
            now = self.load(group_id)
            before.append(now)
            for one in first:
                admit_line(now, one, by, page)
                now = now.after((one,))
            admit_line(now, act, by, page)
            after.append(now.after((act,)))
            return first

        seq = self.store.append(group_id, op, act, by, int(time.time()), admit, lambda: after[0].tables)
        for table_id in before[0].tables.keys() - after[0].tables.keys() if after else ():
            self.tables.ring(table_id, None)
        return seq

    def take_in(
        self,
        group_id: str,
        table: Table,
        op: str,
        by: By,
        persons: Mapping[Seat, str] | None = None,
        nobody: Container[Seat] = (),
    ) -> int:
        """Take a table in with each seat matched to a person: as `persons` says, else as the names do.

        The seats of `nobody` are matched to none.
        Whoever is called as nobody is in the group yet is brought in. Raises what `record` raises.
        """
        group = self.load(group_id)
        matched, new = match(group, table, persons or {}, op, nobody)
        return self.record(group_id, Joined(table.id, tuple(sorted(matched.items()))), op, by, group.seen, new)

    def results(self, group: Group) -> Mapping[str, Results]:
        """What the games of each table of a group came to. A table that cannot be read is left out."""
        kept = self.store.tables_of_group(group.id)
        key = sha256(repr([(one.table_id, one.hash) for one in kept]).encode()).hexdigest()
        with self._lock:
            held = self._results.get(group.id)
        if held and held[0] == key:
            return held[1]
        found, new = dict[str, Results](), list[Kept]()
        for one in kept:
            if one.results is None:
                try:
                    found[one.table_id] = results(self.tables.load(one.table_id))
                except (DamagedLine, NoSuchTable):
                    continue
                new.append(one._replace(results=dump(found[one.table_id])))
            else:
                kept_results = load(one.results)
                if self.tables.game(kept_results.game):
                    found[one.table_id] = kept_results
        if new:
            with suppress(Unwritable):
                self.store.keep_results(new)
        with self._lock:
            self._results[group.id] = (key, found)
            while len(self._results) > GROUPS_IN_MEMORY:
                self._results.popitem(last=False)
        return found

    def played(self, group: Group) -> tuple[Played, ...]:
        """All games of a group in the order in which they were played."""
        found = self.results(group)
        with self._lock:
            held = self._played.get(group.id)
        if held and held[0] is group and held[1] is found:
            return held[2]
        games = played(group, found)
        with self._lock:
            self._played[group.id] = (group, found, games)
            while len(self._played) > GROUPS_IN_MEMORY:
                self._played.popitem(last=False)
        return games

    def end_links(self, group_id: str, browser: str) -> None:
        """End all links of a group but what this browser may do; new links and a new code begin."""
        self.store.end_links(group_id, browser, int(time.time()))
        tables = self.load(group_id).tables
        self.forget(group_id)
        for table_id in tables:
            self.tables.ring(table_id, None)


def match(
    group: Group, table: Table, said: Mapping[Seat, str], op: str, nobody: Container[Seat] = ()
) -> tuple[dict[Seat, str], list[Added]]:
    """Which person sat in which seat of a table, as said, else as the names have it; and who is new for that.

    A name that means somebody who is matched to another seat already is matched to nobody.
    """
    found, new = dict(said), list[Added]()
    for seat in table.everybody:
        person = group.called(table.setup.name(seat))
        if seat not in found and seat not in nobody and person not in found.values():
            if person is None:
                person = number_of(f"{op} {seat}")
                new.append(Added(person, table.setup.name(seat)))
            found[seat] = person
    return found, new


def number_of(op: str) -> str:
    """The number of a person whom a tap brought in: the same when it arrives twice, and nobody else's."""
    return sha256(op.encode()).hexdigest()[:12]
