"""Acts in the journal of a group, about its persons and tables. A journal only grows: an undo is a line as well.

A person is identified by a random id in the line that added them. The id never changes, even if they are renamed or
merged with somebody.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, NamedTuple

from scorekeeper.games.pad import Seat
from scorekeeper.games.signs import SIGNS
from scorekeeper.table.journal import By, Erased, Strike, check_reference, find_undone
from scorekeeper.table.json_checks import ENCODER, check_text, check_whole, load_act

PERSON = re.compile("[0-9a-f]{12}")
"""The form of the id of a person or table: 12 hex digits."""

Persons = tuple[tuple[Seat, str], ...]
"""Pairs of a seat and the id of its person, ordered by seat."""


@dataclass(frozen=True, slots=True)
class NameGroup:
    """An act: set the name of the group. The first line of each journal is such an act."""

    name: str


@dataclass(frozen=True, slots=True)
class AddPerson:
    """An act: add a person. `person` is a new id."""

    person: str
    name: str


@dataclass(frozen=True, slots=True)
class RenamePerson:
    """An act: rename a person."""

    person: str
    name: str


@dataclass(frozen=True, slots=True)
class MergePersons:
    """An act: merge a person into another one, who then has the games of both."""

    person: str
    into: str


@dataclass(frozen=True, slots=True)
class SeparatePerson:
    """An act: separate a merged person again."""

    person: str


@dataclass(frozen=True, slots=True)
class AddTable:
    """An act: add a table with the persons in its seats, or change who sat in them."""

    table_id: str
    persons: Persons


@dataclass(frozen=True, slots=True)
class RemoveTable:
    """An act: remove a table from the group."""

    table_id: str


@dataclass(frozen=True, slots=True)
class StartSeason:
    """An act: start a season at the Unix timestamp `start`. It lasts until the next season starts."""

    season: str
    start: int


@dataclass(frozen=True, slots=True)
class ShowRatings:
    """An act: show ratings in the statistics, or hide them. They are hidden by default."""

    on: bool


@dataclass(frozen=True, slots=True)
class GiveSign:
    """An act: remember the sign of a person, given again at the next table. `sign` is its number."""

    person: str
    sign: int


Act = (
    NameGroup
    | AddPerson
    | RenamePerson
    | MergePersons
    | SeparatePerson
    | AddTable
    | RemoveTable
    | StartSeason
    | ShowRatings
    | GiveSign
    | Erased
    | Strike
)


class Line(NamedTuple):
    """A line in the journal of a group. `seq` is its number, `op` its idempotency key, `at` a Unix timestamp.

    `by` is the author.
    """

    seq: int
    op: str
    at: int
    by: By
    act: Act


def list_effective_lines(lines: Iterable[Line]) -> list[Line]:
    """Return the lines in order, without undone lines and without the undos."""
    all_lines = list(lines)
    gone = find_struck(all_lines)
    return [line for line in all_lines if line.seq not in gone and not isinstance(line.act, Strike)]


def find_struck(lines: Iterable[Line]) -> dict[int, int]:
    """Return the numbers of the undone lines, mapped to the numbers of the lines that undid them."""
    return find_undone((line.seq, line.act.seq) for line in lines if isinstance(line.act, Strike))


def dump(act: Act) -> str:
    """Return an act as one line of JSON, which `load` parses."""
    return ENCODER.encode(_plain(act))


def _plain(act: Act) -> dict[str, object]:
    match act:
        case NameGroup(name):
            return {"group": name}
        case AddPerson() | RenamePerson() | MergePersons() | SeparatePerson() | GiveSign():
            return _plain_person(act)
        case AddTable(table_id, persons):
            return {"table": table_id, "persons": persons}
        case RemoveTable(table_id):
            return {"leave": table_id}
        case StartSeason(season, start):
            return {"season": season, "from": start}
        case ShowRatings(on):
            return {"rating": on}
        case Erased(name):
            return {"erased": name}
        case Strike(seq):
            return {"strike": seq}


def _plain_person(act: AddPerson | RenamePerson | MergePersons | SeparatePerson | GiveSign) -> dict[str, object]:
    match act:
        case AddPerson(person, name):
            return {"person": person, "name": name}
        case RenamePerson(person, name):
            return {"rename": person, "name": name}
        case MergePersons(person, into):
            return {"merge": person, "into": into}
        case SeparatePerson(person):
            return {"part": person}
        case GiveSign(person, sign):
            return {"sign": sign, "person": person}


def load(text: str, seq: int | None = None) -> Act:
    """Parse an act from its JSON. `seq` is the number of its line, None if it has none yet.

    Raise Malformed if the act is invalid, or if it undoes no earlier line.
    """
    return check_reference(load_act(text, _parse_act), seq)


def _parse_act(plain: Any) -> Act:
    match plain:
        case {"group": name}:
            return NameGroup(check_text(name))
        case {"table": table_id, "persons": list(persons)}:
            return AddTable(
                check_text(table_id), tuple((check_whole(seat), _check_person_id(person)) for seat, person in persons)
            )
        case {"leave": table_id}:
            return RemoveTable(check_text(table_id))
        case {"season": season, "from": start}:
            return StartSeason(check_text(season), check_whole(start, most=LATEST))
        # Only true and false: `bool(on)` is a pattern here, not a call.
        case {"rating": bool(on)}:
            return ShowRatings(on)
        case {"erased": name}:
            return Erased(check_text(name))
        case {"strike": seq}:
            return Strike(check_whole(seq, 1))
    return _parse_person_act(plain)


def _parse_person_act(plain: Any) -> Act:
    match plain:
        case {"person": person, "name": name}:
            return AddPerson(_check_person_id(person), check_text(name))
        case {"rename": person, "name": name}:
            return RenamePerson(_check_person_id(person), check_text(name))
        case {"merge": person, "into": into}:
            return MergePersons(_check_person_id(person), _check_person_id(into))
        case {"part": person}:
            return SeparatePerson(_check_person_id(person))
        case {"sign": sign, "person": person}:
            return GiveSign(_check_person_id(person), check_whole(sign, 0, len(SIGNS) - 1))
    raise ValueError(plain)


LATEST = 10**11
"""The latest start of a season, a Unix timestamp in the year 5138. Python has no dates after the year 9999."""


def _check_person_id(value: object) -> str:
    if not PERSON.fullmatch(check_text(value)):
        raise ValueError(value)
    return str(value)
