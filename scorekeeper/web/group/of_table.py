"""The groups that a table is in. Phones that score show them, because every member of a group has access."""

from typing import NamedTuple

from scorekeeper.language.text import Text
from scorekeeper.storage import access
from scorekeeper.storage.contract import DamagedLine
from scorekeeper.storage.tables import NoSuchTable
from scorekeeper.table.table import Table
from scorekeeper.web.formatting import format_day
from scorekeeper.web.request import groups, role, tables


class TableGroup(NamedTuple):
    """A group whose members have access to a table.

    `since` is the Unix timestamp at which the table was added. `scoring` counts the phones that may score in the group.
    `mine` is whether this phone is one of them.
    """

    name: str
    since: int
    scoring: int
    mine: bool


def list_groups_of(table: Table) -> list[TableGroup]:
    """Return the groups of a table in the order in which it was added to them, without deleted or damaged ones."""
    found = []
    for group_id in access.list_groups_with(tables().store, table.id):
        # A deleted group gives nobody access.
        if access.is_deleted(tables().store, group_id):
            continue
        try:
            group = groups().load(group_id)
        # A damaged group must not block the pages of its tables.
        except (DamagedLine, NoSuchTable):
            continue
        seating = group.seatings.get(table.id)
        since = seating.since if seating else group.stored.opened
        scoring = access.count_members(tables().store, group_id, "score")
        found.append(TableGroup(group.name, since, scoring, role(group_id) == "score"))
    return sorted(found, key=lambda group: (group.since, group.name))


def describe_since(group: TableGroup, now: float) -> Text:
    """Return a sentence that names the group and the day since which a table has been in it."""
    return Text("In the group %(name)s since %(day)s.", name=group.name, day=format_day(group.since, now))
