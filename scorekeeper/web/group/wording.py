"""Lines of the journal of a group in words."""

from scorekeeper.group.group import Group
from scorekeeper.group.journal import Added, Begun, Joined, Left, Line, Merged, Named, Parted, Rated, Renamed
from scorekeeper.language.text import Text
from scorekeeper.storage.tables import NoSuchTable
from scorekeeper.table.journal import Strike
from scorekeeper.web.request import tables


def narrated(group: Group, line: Line) -> Text:
    """One line of the journal in words; persons are called as they are now."""
    match line.act:
        case Named(name):
            return Text("The group is called %(name)s.", name=name)
        case Added(_, name):
            return Text("%(who)s joins the group.", who=name)
        case Renamed(person, name):
            return Text("%(old)s is now called %(new)s.", old=_before(group, line, person), new=name)
        case Merged(person, into):
            return Text(
                "%(who)s and %(other)s are the same person.", who=_name(group, person), other=_name(group, into)
            )
        case Parted(person):
            return Text("%(who)s is a separate member again.", who=_name(group, person))
        case Joined(table_id, persons):
            names = tuple(dict.fromkeys(_name(group, person) for _, person in persons))
            return Text("A %(game)s table was added to the group: %(who)s.", game=_game(table_id), who=names)
        case Left(table_id):
            return Text("A %(game)s table was removed from the group.", game=_game(table_id))
        case Begun(season):
            return Text("The season %(name)s starts.", name=season)
        case Rated(on):
            return Text("Ratings are on.") if on else Text("Ratings are off.")
        case Strike(seq):
            return Text("Entry %(seq)s taken back.", seq=seq)


def _name(group: Group, person: str) -> str:
    """What somebody was called who came in at whatever time."""
    added = [line.act.name for line in group.lines if isinstance(line.act, Added) and line.act.person == person]
    return group.names.get(person) or (added[0] if added else person)


def _before(group: Group, line: Line, person: str) -> str:
    """What somebody was called before a line."""
    named = [one.act for one in group.lines[: line.seq - 1] if isinstance(one.act, Added | Renamed)]
    names = [act.name for act in named if act.person == person]
    return names[-1] if names else person


def _game(table_id: str) -> Text | str:
    """The game of a table."""
    try:
        return tables().load(table_id).name
    except NoSuchTable:
        return table_id
