"""A group: its persons, its tables with their seating, and its seasons."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from scorekeeper.games.pad import Seat
from scorekeeper.games.signs import SIGNS, Sign, find_free_sign
from scorekeeper.games.user_input import normalise_name
from scorekeeper.table.journal import Seen
from scorekeeper.table.table import StoredTable

MOST_PERSONS = 200
"""The maximum number of persons of a group, with those merged into others."""

MOST_TABLES = 10_000
"""The maximum number of tables of a group."""


NOT_STORED = Seen(0)


class Person(NamedTuple):
    """A person of a group."""

    id: str
    name: str
    merged_into: str | None = None
    """The id of the person into whom this one was merged, or None."""
    sign: int | None = None
    """The number of the sign that the group remembers, or None."""
    removed: int | None = None
    """The Unix timestamp of the removal, or None."""


class Season(NamedTuple):
    """A season."""

    name: str
    start: int
    """The Unix timestamp from which games belong to it."""


class Seating(NamedTuple):
    """A table of a group."""

    persons: Mapping[Seat, str]
    """The ids of the persons by seat, as they were entered. Guests have no entry."""
    since: int
    """The Unix timestamp at which the table was added to the group."""
    browser: str = ""
    """The phone that added it, or its mark in a file."""


@dataclass(frozen=True, eq=False)
class Group:
    """A group as stored. Every change replaces it with a new object."""

    stored: StoredTable
    name: str
    everybody: tuple[Person, ...]
    """All persons in the order in which they were added, with merged and removed ones that are still stored."""
    seatings: Mapping[str, Seating]
    """The tables by id, in the order in which they were added."""
    seasons: tuple[Season, ...]
    """The seasons, earliest first."""
    rated: bool
    """Whether the group shows ratings."""
    seen: Seen = NOT_STORED
    """The number of changes, and when the latest was made."""

    @property
    def id(self) -> str:
        """The id of the group, as in its address."""
        return self.stored.id

    @cached_property
    def names(self) -> Mapping[str, str]:
        """The name of each person by id, with those merged into others, without removed ones."""
        return {person.id: person.name for person in self.everybody if person.removed is None}

    @cached_property
    def merged(self) -> Mapping[str, str]:
        """The id of each merged person, with the id of the person they were merged into.

        A merge with a removed person does not count, nor one that would form a circle.
        """
        merged: dict[str, str] = {}
        for person in self.everybody:
            into = person.merged_into
            if into and {person.id, into} <= self.names.keys() and not is_circle(merged, person.id, into):
                merged[person.id] = into
        return merged

    @cached_property
    def tables(self) -> Mapping[str, Mapping[Seat, str]]:
        """The persons by seat for each table of the group. A seat of somebody who was removed is nobody's."""
        return {
            table_id: {seat: person for seat, person in seating.persons.items() if person in self.names}
            for table_id, seating in self.seatings.items()
        }

    @cached_property
    def persons(self) -> tuple[Person, ...]:
        """All persons in the order in which they were added, without those merged into others."""
        return tuple([person for person in self.everybody if person.removed is None and person.id not in self.merged])

    @cached_property
    def signs(self) -> Mapping[str, Sign]:
        """The signs of all persons, by id: those that the group remembers, otherwise in the order of persons.

        No two are the same. A remembered sign that somebody before has comes again hollow.
        """
        numbers: dict[str, int] = {}
        for person in self.persons:
            if (number := person.sign) is not None:
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
        while person in self.merged:
            person = self.merged[person]
        return person

    def person(self, person_id: str) -> Person | None:
        """Return the person with an id. Return None if there is none, or if they were merged into another one."""
        return next((person for person in self.persons if person.id == person_id), None)

    def merged_into(self, person: str) -> tuple[Person, ...]:
        """Return the persons merged into a person, directly or through others."""
        return tuple([one for one in self.everybody if one.id in self.merged and self.resolve(one.id) == person])

    def find_id(self, name: str) -> str | None:
        """Return the id of the person with a name, or None.

        For the name of a merged person, return the id of the person they were merged into.
        """
        return self._by_name.get(normalise_name(name))

    @cached_property
    def _by_name(self) -> Mapping[str, str]:
        merged = {normalise_name(self.names[key]): self.resolve(key) for key in self.merged}
        # Current names last, because they take precedence.
        return {**merged, **{normalise_name(person.name): person.id for person in self.persons}}

    def find_persons(self, table_id: str) -> Mapping[Seat, str]:
        """Return the id of the person in each seat of a table, after merges.

        If a merge puts a person in two seats, only the first counts.
        """
        seats: dict[str, Seat] = {}
        for seat, person in self.tables.get(table_id, {}).items():
            seats.setdefault(self.resolve(person), seat)
        return {seat: person for person, seat in seats.items()}


def is_circle(merged: Mapping[str, str], person: str, into: str) -> bool:
    """Return whether merging `person` into `into` would form a circle. `merged` are the merges so far."""
    while into != person and into in merged:
        into = merged[into]
    return into == person
