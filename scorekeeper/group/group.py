"""A group as its journal tells it: its persons, its tables with who sat there, and its seasons."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import NamedTuple

from scorekeeper.games.pad import Seat
from scorekeeper.group.journal import (
    Act,
    Added,
    Begun,
    Joined,
    Left,
    Line,
    Merged,
    Named,
    Parted,
    Rated,
    Renamed,
    effective_lines,
    struck,
)
from scorekeeper.table.journal import By, Erased, Seen, Strike
from scorekeeper.table.names import folded_name
from scorekeeper.table.table import TableRow


class Person(NamedTuple):
    """Somebody who plays in the group, by the number and name that stand now."""

    id: str
    name: str


class Season(NamedTuple):
    """A season, and from when on it counts (seconds since 1970)."""

    name: str
    start: int


@dataclass(frozen=True, eq=False)
class Group:
    """A group as its journal tells it now.

    `names` holds everybody who was ever brought in, `merged` who is somebody else now. `told` says of each table that
    the journal speaks of which person sat in which seat; a seat that nobody was matched to is not there. `rated`: it
    shows a rating. `held` are the tables whose phones agreed to be in it, kept beside the journal, for the line of a
    file may name any table. (None: all that are told.)
    """

    row: TableRow
    lines: tuple[Line, ...]
    name: str
    names: Mapping[str, str]
    merged: Mapping[str, str]
    told: Mapping[str, Mapping[Seat, str]]
    seasons: tuple[Season, ...]
    rated: bool
    held: frozenset[str] | None = None

    @property
    def id(self) -> str:
        """The id that stands in its address."""
        return self.row.id

    @property
    def seq(self) -> int:
        """The number of the newest line."""
        return self.lines[-1].seq

    @property
    def seen(self) -> Seen:
        """What a page that shows this group has seen of its journal."""
        return Seen.of(self.seq, self.lines[-1].at)

    def follows(self, seen: Seen) -> bool:
        """Whether the journal goes on from what a page has seen; one brought back from an older copy may not."""
        line = self.line(seen.seq)
        if line is None:
            return seen.seq == 0
        return seen.time in ("", Seen.of(line.seq, line.at).time)

    def line(self, seq: int) -> Line | None:
        """The line with that number."""
        return self.lines[seq - 1] if 0 < seq <= len(self.lines) else None

    @cached_property
    def tables(self) -> Mapping[str, Mapping[Seat, str]]:
        """The tables of the group, and who sat there: told by the journal, and held."""
        if self.held is None:
            return self.told
        return {table_id: persons for table_id, persons in self.told.items() if table_id in self.held}

    @cached_property
    def persons(self) -> tuple[Person, ...]:
        """Everybody who plays in the group, in the order in which they came in; who is merged is not told twice."""
        return tuple([Person(id, name) for id, name in self.names.items() if id not in self.merged])

    def who(self, person: str) -> str:
        """Who somebody is now: the person they were merged into, else they themselves."""
        for _ in self.merged:  # no chain is longer
            if person not in self.merged:
                break
            person = self.merged[person]
        return person

    def person(self, id: str) -> Person | None:
        """The person of that number who is not merged into another one."""
        return Person(id, self.names[id]) if id in self.names and id not in self.merged else None

    def merged_into(self, person: str) -> tuple[Person, ...]:
        """Who was merged into a person, straight or through others."""
        return tuple([Person(id, self.names[id]) for id in self.merged if self.who(id) == person])

    def called(self, name: str) -> str | None:
        """The person whom a name means; somebody merged is meant by the earlier name as well."""
        return self._by_name.get(folded_name(name))

    @cached_property
    def _by_name(self) -> Mapping[str, str]:
        """Everybody by name; a name that stands goes before one of somebody who was merged."""
        merged = {folded_name(self.names[id]): self.who(id) for id in self.merged}
        return {**merged, **{folded_name(person.name): person.id for person in self.persons}}

    def seated(self, table_id: str) -> Mapping[Seat, str]:
        """Who sat in which seat of a table, as they are known now; nobody sits in two."""
        seats: dict[str, Seat] = {}
        for seat, person in self.tables.get(table_id, {}).items():
            seats.setdefault(self.who(person), seat)
        return {seat: person for person, seat in seats.items()}

    @cached_property
    def struck(self) -> Mapping[int, int]:
        """The lines that are taken back, each with the line that did it."""
        return struck(self.lines)

    @property
    def newest(self) -> Line | None:
        """The newest line that undo takes back; the first cannot be."""
        lines = [line for line in effective_lines(self.lines) if not isinstance(line.act, Erased)]
        return lines[-1] if len(lines) > 1 else None

    @property
    def just_taken_back(self) -> Line | None:
        """The line that the newest line of all took back; never one that took something back itself."""
        last = self.lines[-1]
        line = self.line(last.act.seq) if isinstance(last.act, Strike) else None
        return None if line is None or isinstance(line.act, Strike) else line

    def after(self, acts: Iterable[Act]) -> "Group":
        """The group as it would be with these lines more; it then holds the tables that they take in."""
        acts = tuple(acts)
        more = [Line(self.seq + place, "", 0, By(""), act) for place, act in enumerate(acts, 1)]
        after = fold(self.row, (*self.lines, *more))
        if self.held is None:
            return after
        named = {act.table_id for act in acts if isinstance(act, Joined)}
        return replace(after, held=self.held | named | (after.told.keys() - self.told.keys()))


def fold(row: TableRow, lines: Iterable[Line], held: frozenset[str] | None = None) -> Group:
    """Follow the lines that count. The first line of a journal is always a name. `held` as a `Group` has it.

    What speaks of a person who is not there, because that line was taken back, counts for nobody; who would be merged
    in a circle stays as they are.
    """
    lines = tuple(lines)
    name, names, rated = "", dict[str, str](), False
    merged: dict[str, str] = {}
    tables: dict[str, Mapping[Seat, str]] = {}
    seasons: list[Season] = []
    for line in effective_lines(lines):
        match line.act:
            case Named(new):
                name = new
            case Added(person, new):
                names.setdefault(person, new)
            case Renamed(person, new) if person in names:
                names[person] = new
            case Merged(person, into) if {person, into} <= names.keys() and not _circle(merged, person, into):
                merged[person] = into
            case Parted(person):
                merged.pop(person, None)
            case Joined(table_id, persons):
                tables[table_id] = {seat: person for seat, person in persons if person in names}
            case Left(table_id):
                tables.pop(table_id, None)
            case Begun(season, start):
                seasons.append(Season(season, start))
            case Rated(on):
                rated = on
    seasons.sort(key=lambda season: season.start)
    return Group(row, lines, name, names, merged, tables, tuple(seasons), rated, held)


def _circle(merged: Mapping[str, str], person: str, into: str) -> bool:
    """Whether somebody would become themselves."""
    while into != person and into in merged:
        into = merged[into]
    return into == person
