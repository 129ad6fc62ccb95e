"""State of a group derived from its journal: its persons, its tables with their seating, and its seasons."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import NamedTuple

from scorekeeper.games.pad import Seat
from scorekeeper.games.signs import SIGNS, Sign, find_free_sign
from scorekeeper.group.journal import (
    Act,
    AddPerson,
    AddTable,
    GiveSign,
    Line,
    MergePersons,
    NameGroup,
    RemoveTable,
    RenamePerson,
    SeparatePerson,
    ShowRatings,
    StartSeason,
    find_struck,
    list_effective_lines,
)
from scorekeeper.table.journal import By, Erased, Seen, Strike
from scorekeeper.table.names import normalise_name
from scorekeeper.table.table import StoredTable


class Person(NamedTuple):
    """A person of a group, with their id and current name."""

    id: str
    name: str


class Season(NamedTuple):
    """A season. `start` is the Unix timestamp from which games belong to it."""

    name: str
    start: int


@dataclass(frozen=True, eq=False)
class Group:
    """State of a group derived from its lines.

    `names` maps the id of each person ever added to their name. `merged` maps the id of each merged person to the id
    of the person they were merged into. `told` maps the id of each table in the journal to the ids of its persons by
    seat, without seats of guests. `rated` is whether the group shows ratings. `given` maps the ids of persons to the
    numbers of the signs that the group remembers.

    `held` are the ids of the tables whose scorers agreed to belong to the group. They are stored outside the journal,
    because an imported journal could name any table. None means all tables in `told`.
    """

    stored: StoredTable
    lines: tuple[Line, ...]
    name: str
    names: Mapping[str, str]
    merged: Mapping[str, str]
    told: Mapping[str, Mapping[Seat, str]]
    seasons: tuple[Season, ...]
    rated: bool
    given: Mapping[str, int]
    held: frozenset[str] | None = None

    @property
    def id(self) -> str:
        """The id of the group, as in its address."""
        return self.stored.id

    @property
    def seq(self) -> int:
        """The number of the newest line."""
        return self.lines[-1].seq

    @property
    def seen(self) -> Seen:
        """The state of the journal that a page of this group shows and sends back with an act."""
        return Seen.of(self.seq, self.lines[-1].at)

    def follows(self, seen: Seen) -> bool:
        """Return whether the journal still contains the newest line that a page has seen.

        It does not if the journal was restored from an older backup since.
        """
        line = self.line(seen.seq)
        if line is None:
            return seen.seq == 0
        return seen.time in ("", Seen.of(line.seq, line.at).time)

    def line(self, seq: int) -> Line | None:
        """Return the line with the number `seq`, or None if there is none."""
        return self.lines[seq - 1] if 0 < seq <= len(self.lines) else None

    @cached_property
    def tables(self) -> Mapping[str, Mapping[Seat, str]]:
        """The persons by seat for each table of the group. Tables that are not in `held` are left out."""
        if self.held is None:
            return self.told
        return {table_id: persons for table_id, persons in self.told.items() if table_id in self.held}

    @cached_property
    def persons(self) -> tuple[Person, ...]:
        """All persons in the order in which they were added, without those merged into others."""
        return tuple([Person(key, name) for key, name in self.names.items() if key not in self.merged])

    @cached_property
    def signs(self) -> Mapping[str, Sign]:
        """The signs of all persons, by id: those that the group remembers, otherwise in the order of persons.

        No two are the same. A remembered sign that somebody before has comes again hollow.
        """
        numbers: dict[str, int] = {}
        for person in self.persons:
            if (number := self.given.get(person.id)) is not None:
                while number in numbers.values():
                    number += len(SIGNS)
                numbers[person.id] = number
        for place, person in enumerate(self.persons):
            if person.id not in numbers:
                taken = place in numbers.values()
                numbers[person.id] = find_free_sign(numbers.values()) if taken else place
        return {person.id: Sign(numbers[person.id]) for person in self.persons}

    def usual_sign(self, name: str) -> int | None:
        """Return the number of the sign that the person with a name usually gets at a table. None for a stranger."""
        person = self.find_id(name)
        return None if person is None else self.signs[person].number % len(SIGNS)

    def resolve(self, person: str) -> str:
        """Return the id of the person that a person was merged into in the end. Return their own id if not merged."""
        # At most one step per merge, because `fold` ignores a merge that would form a circle.
        for _ in self.merged:
            if person not in self.merged:
                break
            person = self.merged[person]
        return person

    def person(self, person_id: str) -> Person | None:
        """Return the person with an id. Return None if there is none, or if they were merged into another one."""
        if person_id not in self.names or person_id in self.merged:
            return None
        return Person(person_id, self.names[person_id])

    def merged_into(self, person: str) -> tuple[Person, ...]:
        """Return the persons merged into a person, directly or through others."""
        return tuple([Person(key, self.names[key]) for key in self.merged if self.resolve(key) == person])

    def find_id(self, name: str) -> str | None:
        """Return the id of the person with a name, or None.

        For the name of a merged person, return the id of the person they were merged into.
        """
        return self._by_name.get(normalise_name(name))

    @cached_property
    def _by_name(self) -> Mapping[str, str]:
        """Ids of persons by normalised name. A current name takes precedence over that of a merged person."""
        merged = {normalise_name(self.names[key]): self.resolve(key) for key in self.merged}
        # Current names last, because they take precedence.
        return {**merged, **{normalise_name(person.name): person.id for person in self.persons}}

    def find_persons(self, table_id: str) -> Mapping[Seat, str]:
        """Return the id of the person in each seat of a table, after merges.

        If a merge puts a person in two seats, only the first counts.
        """
        seats: dict[str, Seat] = {}
        for seat, person in self.tables.get(table_id, {}).items():
            # If a merge puts one person in two seats, only the first counts.
            seats.setdefault(self.resolve(person), seat)
        return {seat: person for person, seat in seats.items()}

    @cached_property
    def struck(self) -> Mapping[int, int]:
        """The numbers of the undone lines, mapped to the numbers of the lines that undid them."""
        return find_struck(self.lines)

    @property
    def newest(self) -> Line | None:
        """The line that the next undo would take back, or None. The first line and erased lines cannot be undone."""
        lines = [line for line in list_effective_lines(self.lines) if not isinstance(line.act, Erased)]
        return lines[-1] if len(lines) > 1 else None

    @property
    def just_taken_back(self) -> Line | None:
        """The line that the newest line has taken back. None if the newest line is no undo, or undoes an undo."""
        last = self.lines[-1]
        line = self.line(last.act.seq) if isinstance(last.act, Strike) else None
        return None if line is None or isinstance(line.act, Strike) else line

    def after(self, acts: Iterable[Act]) -> "Group":
        """Return the group as it would be after more acts. Tables that they add belong to it, as if in `held`."""
        acts = tuple(acts)
        # Only the state after these lines matters, so they have no time and no phone.
        more = [Line(self.seq + place, "", 0, By(""), act) for place, act in enumerate(acts, 1)]
        new = {act.person: act.name for act in acts if isinstance(act, AddPerson) and act.person not in self.names}
        # Many persons can come at once, so all lines are not read anew for each of them.
        if len(new) == len(acts):
            return replace(self, lines=(*self.lines, *more), names={**self.names, **new})
        after = fold(self.stored, (*self.lines, *more))
        if self.held is None:
            return after
        named = {act.table_id for act in acts if isinstance(act, AddTable)}
        return replace(after, held=self.held | named | (after.told.keys() - self.told.keys()))


def fold(stored: StoredTable, lines: Iterable[Line], held: frozenset[str] | None = None) -> Group:
    """Return the state of a group from its lines. The first line always names the group. `held` becomes `Group.held`.

    An act has no effect if the line that added its person was undone, or if it is a merge that would form a circle.
    """
    lines = tuple(lines)
    name, names, rated = "", dict[str, str](), False
    merged: dict[str, str] = {}
    tables: dict[str, Mapping[Seat, str]] = {}
    seasons: list[Season] = []
    given: dict[str, int] = {}
    for line in list_effective_lines(lines):
        match line.act:
            case NameGroup(new):
                name = new
            case AddPerson(person, new):
                names.setdefault(person, new)
            case RenamePerson(person, new) if person in names:
                names[person] = new
            case MergePersons(person, into) if {person, into} <= names.keys() and not _is_circle(merged, person, into):
                merged[person] = into
            case SeparatePerson(person):
                merged.pop(person, None)
            case AddTable(table_id, persons):
                tables[table_id] = {seat: person for seat, person in persons if person in names}
            case RemoveTable(table_id):
                tables.pop(table_id, None)
            case StartSeason(season, start):
                seasons.append(Season(season, start))
            case ShowRatings(on):
                rated = on
            case GiveSign(person, sign) if person in names:
                given[person] = sign
    seasons.sort(key=lambda season: season.start)
    return Group(stored, lines, name, names, merged, tables, tuple(seasons), rated, given, held)


def _is_circle(merged: Mapping[str, str], person: str, into: str) -> bool:
    """Return whether merging `person` into `into` would form a circle. `merged` are the merges so far."""
    while into != person and into in merged:
        into = merged[into]
    return into == person
