"""The groups that a table belongs to, as whoever scores at it is told: everybody in them is let in."""

from typing import NamedTuple

from scorekeeper.group.journal import Joined
from scorekeeper.language.text import Text
from scorekeeper.storage.contract import DamagedLine
from scorekeeper.storage.tables import NoSuchTable
from scorekeeper.table.table import Table
from scorekeeper.web.formatting import said_day
from scorekeeper.web.request import groups, role, tables


class TableGroup(NamedTuple):
    """A group that lets people in to a table.

    `since` is when the table was taken in (seconds since 1970), `scoring` how many phones score in the group, and
    `mine` whether this phone is one of them.
    """

    name: str
    since: int
    scoring: int
    mine: bool


def groups_of(table: Table) -> list[TableGroup]:
    """The groups that a table belongs to, the one that took it in first at the head."""
    found = []
    for group_id in tables().store.groups_with(table.id):
        if tables().store.deleted(group_id):
            continue
        try:
            group = groups().load(group_id)
        except (DamagedLine, NoSuchTable):
            continue
        joined = [line.at for line in group.lines if isinstance(line.act, Joined) and line.act.table_id == table.id]
        since = joined[0] if joined else group.row.opened
        scoring = tables().store.scoring(group_id)
        found.append(TableGroup(group.name, since, scoring, role(group_id) == "score"))
    return sorted(found, key=lambda one: (one.since, one.name))


def said_since(one: TableGroup, now: float) -> Text:
    """That a table belongs to a group, and since when, in words."""
    return Text("In the group %(name)s since %(day)s.", name=one.name, day=said_day(one.since, now))
