"""Games to which a table gave a name, offered again with their latest rules and players."""

from collections.abc import Iterator
from contextlib import suppress

from scorekeeper.games import GAMES
from scorekeeper.games.game import Game
from scorekeeper.games.user_input import is_same_name
from scorekeeper.group.group import Group
from scorekeeper.storage import access
from scorekeeper.storage.access import ARCHIVED, FINISHED, RUNNING
from scorekeeper.storage.contract import DamagedLine
from scorekeeper.storage.tables import NoSuchTable
from scorekeeper.table.table import Table
from scorekeeper.web.request import browser, groups, role, tables

LOOKED_AT = 24
"""Maximum number of tables searched per list of a phone, or per group, latest first."""

SEARCHED = 120
"""Maximum number of tables searched per list of a phone, or per group, in a search by name."""

OFFERED = 5
"""Maximum number of tables offered."""


def find_played(game: Game, group: Group | None, most: int | None = OFFERED, looked_at: int = LOOKED_AT) -> list[Table]:
    """Return the latest table for each name that tables gave to `game`, with the latest first.

    Search the latest `looked_at` tables of the group, or of this phone if `group` is None. Return at most `most`. If
    `most` is None, return all that were found.
    """
    named: list[Table] = []
    if not game.named_by_tables:
        return named
    for table_id in list(_list_latest(game, group, looked_at))[:looked_at]:
        with suppress(DamagedLine, NoSuchTable):
            table = tables().load(table_id)
            name = game.get_own_name(table.setup.options)
            if name and not any(is_same_name(name, game.get_own_name(other.setup.options)) for other in named):
                named.append(table)
        if len(named) == most:
            break
    return named


def find_all_played(group: Group | None) -> list[Table]:
    """Return the latest table for each name that tables gave to any game.

    Search the tables of the group, or of this phone if `group` is None.
    """
    return [table for game in GAMES.values() for table in find_played(game, group, None, SEARCHED)]


def load_played(game: Game, table_id: str) -> Table | None:
    """Return the table with this id if it plays the game and this browser may see it, otherwise None."""
    with suppress(DamagedLine, NoSuchTable):
        # The address can name any table, also a group, which is stored as one.
        table = tables().load(table_id) if role(table_id) and not access.is_group(tables().store, table_id) else None
        return table if table and table.game.slug == game.slug else None
    return None


def _list_latest(game: Game, group: Group | None, looked_at: int) -> Iterator[str]:
    """Yield the ids of tables of a game, latest first: those of the group, or of this phone if `group` is None."""
    if group:
        results = groups().played(group).results
        of_game = [table_id for table_id, result in results.items() if result.game == game.slug]
        yield from sorted(of_game, key=lambda table_id: -results[table_id].at)
    elif browser():
        store = tables().store
        rows = [
            row
            for kept_list in (RUNNING, FINISHED, ARCHIVED)
            for row in access.list_tables_of(store, browser(), kept_list, looked_at)
        ]
        yield from (row.id for row in sorted(rows, key=lambda row: -row.at) if row.game == game.slug)
