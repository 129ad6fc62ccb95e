"""What the games of a table came to, for whoever counts over many tables: who played, with which points and places.

Where each round is a game of its own, each decided round is a result; else the game is one, once it is over. Who has
won, which rounds count and who has a place is what `Table.standings` and the sheets say; nothing is counted here.
"""

import json
from collections.abc import Mapping
from typing import Any, NamedTuple

from scorekeeper.games.pad import Seat
from scorekeeper.table.plain import whole, word
from scorekeeper.table.table import Table, rounds_of


class Result(NamedTuple):
    """What one game came to: points, places and winners by seat, and when its last round was begun.

    `round` is that round where it is a game of its own, else 0. Who joined late or left has points and no place.
    """

    round: int
    at: int
    points: Mapping[Seat, int]
    places: Mapping[Seat, int]
    winners: tuple[Seat, ...]
    rounds: int


class Results(NamedTuple):
    """A table with what its games came to: the game, its edition, who sat in which seat, whether it is over.

    `edition` is the name that the table has given to what it plays, where it has given one. `at` is when the last round
    was begun. `ahead` leads or has won so far, with `best` points; `together`: they are one team.
    """

    game: str
    edition: str
    lowest_wins: bool
    over: bool
    at: int
    players: tuple[str, ...]
    seats: tuple[Seat, ...]
    ahead: tuple[Seat, ...]
    best: int
    results: tuple[Result, ...]
    together: bool = False


def begun(table: Table, round: int) -> int:
    """When a round was begun: a correction a week later does not move the evening."""
    lines = (line.at for line in table.effective_lines if round in rounds_of(line.act))
    return next(lines, table.row.opened)


def results(table: Table) -> Results:
    """What the games of a table came to."""
    now, setup = table.standings(), table.setup
    if table.game.whole(setup):
        sheets = {round: table.sheet(round) for round in now.rounds}
        games = [
            Result(round, begun(table, round), sheet.totals, sheet.ranks, sheet.winners, 1)
            for round, sheet in sheets.items()
        ]
    elif not table.goes_on and now.winners:
        games = [Result(0, begun(table, now.last), now.totals, now.places, now.winners, len(now.rounds))]
    else:
        games = []
    return Results(
        table.game.slug,
        table.game.named(setup.options) or str(setup.options.get("edition", "")),
        table.game.lowest_wins(setup),
        not table.goes_on,
        begun(table, table.rounds),
        setup.players,
        table.everybody,
        now.leaders,
        now.best,
        tuple(games),
        table.one_team_ahead,
    )


def dump(results: Results) -> str:
    """Write what a table came to as JSON; `load` reads it back."""
    return json.dumps(_plain(results), ensure_ascii=False, separators=(",", ":"))


def _plain(results: Results) -> list[object]:
    each = [
        [one.round, one.at, sorted(one.points.items()), sorted(one.places.items()), one.winners, one.rounds]
        for one in results.results
    ]
    return [*results[:-2], each, results.together]


def load(text: str) -> Results:
    """Read what a table came to. Raises ValueError, TypeError."""
    game, edition, lowest_wins, over, at, players, seats, ahead, best, each, together = json.loads(text)
    return Results(
        word(game),
        word(edition),
        bool(lowest_wins),
        bool(over),
        whole(at),
        tuple(players),
        tuple(seats),
        tuple(ahead),
        best,
        tuple([_result(*one) for one in each]),
        bool(together),
    )


def _result(round: int, at: int, points: Any, places: Any, winners: list[int], rounds: int) -> Result:
    return Result(round, at, dict(points), dict(places), tuple(winners), rounds)
