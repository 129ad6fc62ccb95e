"""The lines of a group in Scorekeeper's own file. Databases of earlier versions have the same lines.

A file of this version has only the lines that lead to the group as it is. Files of earlier versions also have what was
undone, renamed and merged meanwhile.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from typing import Any, NamedTuple

from scorekeeper.games.errors import Malformed
from scorekeeper.games.signs import SIGNS
from scorekeeper.group.group import Group, Person, Season, Seating, is_circle
from scorekeeper.language.text import Text
from scorekeeper.table.journal import ENCODER, check_text, check_whole, find_undone, load_act
from scorekeeper.table.table import StoredTable

PERSON = re.compile("[0-9a-f]{12}")
"""The form of the id of a person: 12 hex digits."""

LATEST_TIME = 10**11
"""The latest start of a season, a Unix timestamp in the year 5138. Python has no dates after the year 9999."""

GroupAct = Mapping[str, Any]
"""What a line says, as the JSON object that it is."""


class ActLine(NamedTuple):
    """A line: its number, Unix timestamp, phone and act."""

    seq: int
    at: int
    phone: str
    act: GroupAct


def parse_act(text: str, seq: int) -> GroupAct:
    """Return the act of a line of JSON. `seq` is the number of the line.

    Raise Malformed if it is invalid, or if it undoes no earlier line.
    """
    act = load_act(text, _check_act)
    if act.get("strike", 0) >= seq:
        raise Malformed("act", Text("Entry %(seq)s undoes or corrects no earlier entry.", seq=seq))
    return act


def _check_act(plain: Any) -> GroupAct:
    if not isinstance(plain, dict) or frozenset(plain) not in CHECKS:
        raise ValueError(plain)
    for key, check in CHECKS[frozenset(plain)].items():
        check(plain[key])
    return plain


def dump_act(act: GroupAct) -> str:
    """Return an act as one line of JSON, which `parse_act` reads."""
    return ENCODER.encode(act)


def _check_person(value: object) -> None:
    if not PERSON.fullmatch(check_text(value)):
        raise ValueError(value)


def _check_persons(value: object) -> None:
    if not isinstance(value, list):
        raise TypeError(value)
    for seat, person in value:
        check_whole(seat)
        _check_person(person)


def _check_bool(value: object) -> None:
    if not isinstance(value, bool):
        raise TypeError(value)


_check_sign = partial(check_whole, least=0, most=len(SIGNS) - 1)

ACTS: tuple[Mapping[str, Callable[[object], object]], ...] = (
    {"group": check_text},
    {"person": _check_person, "name": check_text},
    {"rename": _check_person, "name": check_text},
    {"merge": _check_person, "into": _check_person},
    {"part": _check_person},
    {"sign": _check_sign, "person": _check_person},
    {"table": check_text, "persons": _check_persons},
    {"leave": check_text},
    {"season": check_text, "from": partial(check_whole, most=LATEST_TIME)},
    {"rating": _check_bool},
    {"erased": check_text},
    {"strike": partial(check_whole, least=1)},
)
"""Each kind of act: its keys, with the function that raises if a value is invalid."""

CHECKS = {frozenset(act): act for act in ACTS}
"""Each kind of act by its keys."""


def fold(stored: StoredTable, lines: Iterable[ActLine]) -> Group:
    """Return the group to which its lines lead.

    Undone lines have no effect. Neither has an act about a person who is not in the group, or a merge in a circle.
    """
    lines = list(lines)
    undone = find_undone((line.seq, line.act["strike"]) for line in lines if "strike" in line.act)
    lines = [line for line in lines if line.seq not in undone]
    persons = _fold_persons(line.act for line in lines)
    name, rated = "?", False
    seatings, seasons = dict[str, Seating](), list[Season]()
    for line in lines:
        match line.act:
            case {"group": name}:
                pass
            case {"table": table_id, "persons": seated}:
                first = seatings.get(table_id, Seating({}, line.at, line.phone))
                seatings[table_id] = first._replace(persons={seat: who for seat, who in seated if who in persons})
            case {"leave": table_id}:
                seatings.pop(table_id, None)
            case {"season": season, "from": start}:
                seasons.append(Season(season, start))
            case {"rating": rated}:
                pass
    seasons.sort(key=lambda season: season.start)
    return Group(stored, name, tuple(persons.values()), seatings, tuple(seasons), rated)


def _fold_persons(acts: Iterable[GroupAct]) -> dict[str, Person]:
    """Return the persons by id, in the order in which they were added."""
    persons, signs = dict[str, Person](), dict[str, int]()
    merged = dict[str, str]()
    for act in acts:
        match act:
            case {"sign": sign, "person": id}:
                signs[id] = sign
            case {"person": id, "name": name}:
                persons.setdefault(id, Person(id, name))
            case {"rename": id, "name": name} if id in persons:
                persons[id] = persons[id]._replace(name=name)
            case {"merge": id, "into": into}:
                if {id, into} <= persons.keys() and not is_circle(merged, id, into):
                    merged[id] = into
            case {"part": id}:
                merged.pop(id, None)
    return {id: one._replace(merged_into=merged.get(id), sign=signs.get(id)) for id, one in persons.items()}


def list_lines(group: Group) -> Iterator[tuple[int, GroupAct]]:
    """Yield the lines that lead to a group, each with its Unix timestamp. Times never decrease."""
    opened = group.stored.opened
    yield opened, {"group": group.name}
    for id, name in group.names.items():
        yield opened, {"person": id, "name": name}
    for id, into in group.merged.items():
        yield opened, {"merge": id, "into": into}
    for person in group.everybody:
        if person.sign is not None and person.id in group.names:
            yield opened, {"sign": person.sign, "person": person.id}
    for season in group.seasons:
        yield opened, {"season": season.name, "from": season.start}
    if group.rated:
        yield opened, {"rating": True}
    at = opened
    for table_id, seating in group.seatings.items():
        at = max(at, seating.since)
        yield at, {"table": table_id, "persons": sorted(group.tables[table_id].items())}
