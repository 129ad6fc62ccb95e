"""The journal of a group: who its persons are and which tables belong to it, in lines that are only ever added.

A person is named by the number that the line bears which brought that person in, and keeps it for ever: a new name, or
two persons who turn out to be one, is a line more. Taking something back is a line as well.
"""

import json
import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, NamedTuple

from scorekeeper.games.errors import Malformed
from scorekeeper.games.pad import Seat
from scorekeeper.language.text import Text
from scorekeeper.table.journal import By, Strike, taken_back
from scorekeeper.table.plain import whole, word

PERSON = re.compile("[0-9a-f]{12}")
"""How the number of a person is written."""

Persons = tuple[tuple[Seat, str], ...]
"""Which person sat in which seat, by the number of that person, in the order of the seats."""


@dataclass(frozen=True, slots=True)
class Named:
    """Give the group a name; the first line of each journal."""

    name: str


@dataclass(frozen=True, slots=True)
class Added:
    """Bring a person in, under a number that nobody else has."""

    person: str
    name: str


@dataclass(frozen=True, slots=True)
class Renamed:
    """Give a person another name."""

    person: str
    name: str


@dataclass(frozen=True, slots=True)
class Merged:
    """Say that one person is another one: what the first played counts for the second from then on."""

    person: str
    into: str


@dataclass(frozen=True, slots=True)
class Parted:
    """Say that a merged person is a person of their own again."""

    person: str


@dataclass(frozen=True, slots=True)
class Joined:
    """Take a table in and say who sat in its seats; said again of the same table, the seats are matched anew."""

    table_id: str
    persons: Persons


@dataclass(frozen=True, slots=True)
class Left:
    """Let a table go."""

    table_id: str


@dataclass(frozen=True, slots=True)
class Begun:
    """Begin a season: what is played from that time on (seconds since 1970) counts in it, up to the next one."""

    season: str
    start: int


@dataclass(frozen=True, slots=True)
class Rated:
    """Show a rating among the figures, or show none; a group that never said so shows none."""

    on: bool


Act = Named | Added | Renamed | Merged | Parted | Joined | Left | Begun | Rated | Strike


class Line(NamedTuple):
    """One line of the journal of a group, numbered and dated as the lines of a table are."""

    seq: int
    op: str
    at: int
    by: By
    act: Act


def effective_lines(lines: Iterable[Line]) -> list[Line]:
    """The lines that count, in order."""
    all_lines = list(lines)
    gone = struck(all_lines)
    return [line for line in all_lines if line.seq not in gone and not isinstance(line.act, Strike)]


def struck(lines: Iterable[Line]) -> dict[int, int]:
    """The lines that are taken back, each with the line that did it."""
    return taken_back((line.seq, line.act.seq) for line in lines if isinstance(line.act, Strike))


def dump(act: Act) -> str:
    """Write an act as one line of JSON; `load` reads it back."""
    return json.dumps(plain(act), ensure_ascii=False, separators=(",", ":"))


def plain(act: Act) -> dict[str, object]:
    """An act as JSON holds it."""
    match act:
        case Named(name):
            return {"group": name}
        case Added(person, name):
            return {"person": person, "name": name}
        case Renamed(person, name):
            return {"rename": person, "name": name}
        case Merged(person, into):
            return {"merge": person, "into": into}
        case Parted(person):
            return {"part": person}
        case Joined(table_id, persons):
            return {"table": table_id, "persons": persons}
        case Left(table_id):
            return {"leave": table_id}
        case Begun(season, start):
            return {"season": season, "from": start}
        case Rated(on):
            return {"rating": on}
        case Strike(seq):
            return {"strike": seq}


def load(text: str) -> Act:
    """Read an act from its JSON. Raises Malformed when it is none."""
    try:
        return _act(json.loads(text))
    except (RecursionError, TypeError, ValueError) as broken:
        raise Malformed("act", Text("This is not a valid history entry.")) from broken


def _act(plain: Any) -> Act:
    match plain:
        case {"group": name}:
            return Named(word(name))
        case {"person": person, "name": name}:
            return Added(_person(person), word(name))
        case {"rename": person, "name": name}:
            return Renamed(_person(person), word(name))
        case {"merge": person, "into": into}:
            return Merged(_person(person), _person(into))
        case {"part": person}:
            return Parted(_person(person))
        case {"table": table_id, "persons": list(persons)}:
            return Joined(word(table_id), tuple((whole(seat), _person(person)) for seat, person in persons))
        case {"leave": table_id}:
            return Left(word(table_id))
        case {"season": season, "from": start}:
            return Begun(word(season), whole(start, most=LATEST))
        case {"rating": bool(on)}:
            return Rated(on)
        case {"strike": seq}:
            return Strike(whole(seq, 1))
    raise ValueError(plain)


LATEST = 10**11
"""Later than any evening, in seconds since 1970."""


def _person(value: object) -> str:
    if not PERSON.fullmatch(word(value)):
        raise ValueError(value)
    return str(value)
