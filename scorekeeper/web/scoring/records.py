"""Records of a group that were broken at a table."""

from collections.abc import Sequence

from scorekeeper.games.pad import format_points
from scorekeeper.language.text import Text
from scorekeeper.storage import access
from scorekeeper.table.table import Table
from scorekeeper.web.group.figures import describe_kind
from scorekeeper.web.request import groups, role, tables


def find_counting_groups(table: Table) -> Sequence[str]:
    """Return the ids of the groups of a table. Empty while the table has no result that could be a record."""
    decided = table.standings().rounds if table.game.whole(table.setup) else table.over
    return access.list_groups_with(tables().store, table.id) if decided else ()


def describe_new_records(table: Table, counted: Sequence[str], round: int | None = None) -> tuple[Text, ...]:
    """Return sentences about the records broken at a table, from those groups that this browser can see.

    `counted` are the ids of the table's groups. With `round`, return only the records that the sheet of that round
    shows. The sheet of the last round also shows records of a whole game.
    """
    records = []
    for group_id in counted:
        # The text names the group, so a browser outside the group must not get it.
        if role(group_id):
            group = groups().load(group_id)
            records += [
                Text(
                    "A new record in %(group)s: %(who)s with %(points)s, %(game)s.",
                    group=group.name,
                    who=group.names[record.person],
                    points=format_points(record.points),
                    game=describe_kind(record.kind),
                )
                for record in groups().played(group).figures().new_records(table.id)
                # Round 0 of a record stands for the whole game.
                if round in (None, record.round or table.standings().last)
            ]
    return tuple(records)
