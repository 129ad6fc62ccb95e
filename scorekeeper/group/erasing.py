"""The journal of a group without somebody's name, or without a table that was erased."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace

from scorekeeper.group.journal import Act, Added, Begun, Joined, Left, Line, Named, Renamed
from scorekeeper.table.erasing import reworded
from scorekeeper.table.journal import Erased
from scorekeeper.table.names import same_name

TABLE = Erased("")
"""What stands in place of a line that spoke of a table which was erased."""


def without_name(lines: Sequence[Line], name: str, instead: str) -> list[Line]:
    """Return the lines of a group with another name in place of one, which goes from those of seasons as well."""

    def other(act: Act) -> Act:
        match act:
            case Named(group):
                return Named(reworded(group, name))
            case Begun(season):
                return replace(act, season=reworded(season, name))
            case Added() | Renamed() if same_name(act.name, name):
                return replace(act, name=instead)
        return act

    return [line._replace(act=other(line.act)) for line in lines]


def without_tables(lines: Sequence[Line], ids: Collection[str]) -> list[Line]:
    """Return the lines of a group with nothing said of these tables; each line keeps its number."""
    return [
        line._replace(act=TABLE) if isinstance(line.act, Joined | Left) and line.act.table_id in ids else line
        for line in lines
    ]


def named(lines: Sequence[Line]) -> Iterator[str]:
    """Yield everybody who ever was in a group, by every name they had there."""
    for line in lines:
        if isinstance(line.act, Added | Renamed):
            yield line.act.name
