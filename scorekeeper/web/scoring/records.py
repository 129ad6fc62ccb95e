"""The records that fell at a table, told to whoever is in the group that keeps them."""

from collections.abc import Sequence

from scorekeeper.games.pad import signed
from scorekeeper.language.text import Text
from scorekeeper.table.table import Table
from scorekeeper.web.group.figures import kind_said
from scorekeeper.web.request import groups, role, tables


def counted_in(table: Table) -> Sequence[str]:
    """The groups that count with what a table has come to; none of a table that has come to nothing yet."""
    decided = table.standings().rounds if table.game.whole(table.setup) else table.over
    return tables().store.groups_with(table.id) if decided else ()


def new_records(table: Table, counted: Sequence[str], round: int | None = None) -> tuple[Text, ...]:
    """The records that fell at a table, in those groups that this browser may see; with a round, those of its sheet.

    A record of a whole game belongs to the sheet of its last round.
    """
    records = []
    for group_id in counted:
        if role(group_id):
            group = groups().load(group_id)
            records += [
                Text(
                    "A new record in %(group)s: %(who)s with %(points)s, %(game)s.",
                    group=group.name,
                    who=group.names[record.person],
                    points=signed(record.points),
                    game=kind_said(record.kind),
                )
                for record in groups().figures(group).new_records(table.id)
                if round in (None, record.round or table.standings().last)
            ]
    return tuple(records)
