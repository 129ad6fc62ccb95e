"""What a table called its game is remembered: offered again with its rules and people, as it was played last."""

from collections.abc import Iterator
from contextlib import suppress

from scorekeeper.games.game import Game
from scorekeeper.group.group import Group
from scorekeeper.storage.access import ARCHIVED, FINISHED, RUNNING
from scorekeeper.storage.contract import DamagedLine
from scorekeeper.storage.tables import NoSuchTable
from scorekeeper.table.names import same_name
from scorekeeper.table.table import Table
from scorekeeper.web.people.seating import Seating
from scorekeeper.web.request import browser, groups, tables

LOOKED_AT = 24
"""So many tables of a phone or a group are looked through, the latest first."""

OFFERED = 6


def played_before(game: Game, group: Group | None) -> list[Table]:
    """The latest table of each name that this phone has given to a game, or its group."""
    found: list[Table] = []
    if not any(option.key == "name" and option.words for option in game.options):
        return found
    for id in list(_latest(game, group))[:LOOKED_AT]:
        with suppress(DamagedLine, NoSuchTable):
            table = tables().load(id)
            name = game.named(table.setup.options)
            if name and not any(same_name(name, game.named(other.setup.options)) for other in found):
                found.append(table)
        if len(found) == OFFERED:
            break
    return found


def _latest(game: Game, group: Group | None) -> Iterator[str]:
    """The tables of a game that this phone has played, or its group, the latest first."""
    if group:
        results = groups().results(group)
        yield from sorted((id for id in results if results[id].game == game.slug), key=lambda id: -results[id].at)
    elif browser():
        store = tables().store
        rows = [row for list in (RUNNING, FINISHED, ARCHIVED) for row in store.tables_of(browser(), list, LOOKED_AT)]
        yield from (row.id for row in sorted(rows, key=lambda row: -row.at) if row.game == game.slug)


def like(table: Table) -> Seating:
    """The same people by the same rules at a new table; whoever is next leads its first round."""
    following = table.rounds + 1
    seats = table.setup.seats(following)
    options = {**table.game.default_options(), **table.setup.options}
    return Seating(
        table.game,
        list(table.setup.names(seats)),
        [""] * len(seats),
        seats.index(table.leader_of(following)),
        {key: str(value) for key, value in options.items()},
    )
