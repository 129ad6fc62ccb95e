"""Removal of a person’s name, or of an erased table, from the journal of a group."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace

from scorekeeper.group.journal import Act, AddPerson, AddTable, Line, NameGroup, RemoveTable, RenamePerson, StartSeason
from scorekeeper.table.erasing import replace_name
from scorekeeper.table.journal import Erased
from scorekeeper.table.names import is_same_name

TABLE = Erased("")
"""The act that replaces each act that adds or removes an erased table."""


def remove_name(lines: Sequence[Line], name: str, instead: str) -> list[Line]:
    """Return the lines of a group with a person's `name` replaced with `instead`.

    In the names of the group and of its seasons, it is replaced with “…”.
    """

    def other(act: Act) -> Act:
        match act:
            case NameGroup(group):
                return NameGroup(replace_name(group, name))
            case StartSeason(season):
                return replace(act, season=replace_name(season, name))
            case AddPerson() | RenamePerson() if is_same_name(act.name, name):
                return replace(act, name=instead)
        return act

    return [line._replace(act=other(line.act)) for line in lines]


def remove_tables(lines: Sequence[Line], ids: Collection[str]) -> list[Line]:
    """Return the lines of a group, with each act that adds or removes one of these tables replaced by `Erased`.

    Every line keeps its number.
    """
    # Lines are replaced and not removed, because others refer to them by number.
    return [
        line._replace(act=TABLE) if isinstance(line.act, AddTable | RemoveTable) and line.act.table_id in ids else line
        for line in lines
    ]


def list_names(lines: Sequence[Line]) -> Iterator[str]:
    """Yield every name that a person of a group has or had."""
    for line in lines:
        if isinstance(line.act, AddPerson | RenamePerson):
            yield line.act.name
