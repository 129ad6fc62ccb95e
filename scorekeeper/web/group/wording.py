"""Entries of a group's history in words."""

from scorekeeper.games.signs import Sign
from scorekeeper.group.group import Group
from scorekeeper.group.journal import (
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
)
from scorekeeper.language.text import Text
from scorekeeper.storage.tables import NoSuchTable
from scorekeeper.table.journal import Erased, Strike
from scorekeeper.web.request import tables


def describe_line(group: Group, line: Line) -> Text:
    """Return one line of the journal in words, with the current names of members."""
    match line.act:
        case NameGroup(name):
            return Text("The group is called %(name)s.", name=name)
        case AddPerson(_, name):
            return Text("%(who)s joins the group.", who=name)
        case RenamePerson(person, name):
            return Text("%(old)s is now called %(new)s.", old=_find_name_before(group, line, person), new=name)
        case MergePersons(person, into):
            return Text(
                "%(who)s and %(other)s are the same person.",
                who=_find_name(group, person),
                other=_find_name(group, into),
            )
        case SeparatePerson(person):
            return Text("%(who)s is a separate member again.", who=_find_name(group, person))
        case AddTable() | RemoveTable():
            return _describe_table_line(group, line.act)
        case StartSeason(season):
            return Text("The season %(name)s starts.", name=season)
        case ShowRatings(on):
            return Text("Ratings are on.") if on else Text("Ratings are off.")
        case GiveSign(person, sign):
            return Text("%(who)s: %(sign)s", who=_find_name(group, person), sign=Sign(sign).name)
        case Erased(name):
            text = Text("A name was erased. It now reads %(name)s.", name=name)
            # An erased table has no name to put in place of the old one.
            return text if name else Text("A table of the group was erased.")
        case Strike(seq):
            return Text("Entry %(seq)s taken back.", seq=seq)


def _describe_table_line(group: Group, act: AddTable | RemoveTable) -> Text:
    """Return a sentence about a table that was added or removed.

    The game is named only for tables that are in the group. An imported file can name the id of any table, whose game
    would be revealed otherwise.
    """
    game = _name_game(act.table_id) if act.table_id in group.tables else None
    if isinstance(act, RemoveTable):
        if game is None:
            return Text("A table no longer belongs to the group.")
        return Text("Table removed from the group (%(game)s).", game=game)
    names = tuple(dict.fromkeys(_find_name(group, person) for _, person in act.persons))
    if game is None:
        return Text("A table belongs to the group: %(who)s.", who=names)
    return Text("Table added to the group (%(game)s): %(who)s.", game=game, who=names)


def _find_name(group: Group, person: str) -> str:
    """Return the name of a member, even if since merged or no longer in the group. Return the id if there is none."""
    # A member whose entry was taken back is not in `names`, but older lines still speak of it.
    added = [line.act.name for line in group.lines if isinstance(line.act, AddPerson) and line.act.person == person]
    return group.names.get(person) or (added[0] if added else person)


def _find_name_before(group: Group, line: Line, person: str) -> str:
    """Return the name that a member had before a line of the journal, or the id if it had none."""
    named = [
        earlier.act for earlier in group.lines[: line.seq - 1] if isinstance(earlier.act, AddPerson | RenamePerson)
    ]
    names = [act.name for act in named if act.person == person]
    return names[-1] if names else person


def _name_game(table_id: str) -> Text | str:
    """Return the name of a table's game, or its id if the table does not exist."""
    try:
        return tables().load(table_id).name
    except NoSuchTable:
        return table_id
