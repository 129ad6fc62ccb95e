"""Results of a table for statistics over many tables: players, points, places and winners.

If each round is a game of its own, each decided round is a result. Otherwise the whole game is one, once it is over.
Winners, places and the rounds that count come from `Table.standings` and the sheets; nothing is computed here.
"""

import json
from collections.abc import Mapping
from itertools import pairwise
from typing import Any, NamedTuple

from scorekeeper.games.pad import Seat
from scorekeeper.table.journal import SetClock, find_rounds
from scorekeeper.table.table import Table

LONGEST_PAUSE = 3600
"""Seconds without an entry that count as a break, and not as time of play."""


class Result(NamedTuple):
    """Result of one game."""

    round: int
    """The number of a round that is a game of its own, otherwise 0."""
    at: int
    """The Unix time when the last round of the game began."""
    points: Mapping[Seat, int]
    """By seat, also of players who joined late or left."""
    places: Mapping[Seat, int]
    """By seat, without players who joined late or left."""
    winners: tuple[Seat, ...]
    """Empty if all played together and have lost."""
    rounds: int
    """The number of rounds played."""
    seconds: int
    """How long the game lasted."""
    sides: tuple[tuple[Seat, ...], ...] = ()
    """The teams. Players on none are on their own; in a game played together, all are on one."""
    scored: bool = True
    """Whether points decided it."""


class Results(NamedTuple):
    """Summary of a table with the results of its games."""

    game: str
    edition: str
    """The name that the table gave to its game, otherwise the edition of the game, perhaps ""."""
    lowest_wins: bool
    over: bool
    at: int
    """The Unix time when the last round began."""
    players: tuple[str, ...]
    seats: tuple[Seat, ...]
    ahead: tuple[Seat, ...]
    """The seats that lead or have won."""
    points: str
    """Their points in a sentence, "" if they have not won or lead by points."""
    results: tuple[Result, ...]
    together: bool
    """Whether they are one team."""

    @property
    def lost(self) -> bool:
        """Whether all played together and have lost the last game."""
        return bool(self.results) and not self.results[-1].winners


def find_start(table: Table, round: int) -> int:
    """Return the Unix time when a round began: that of its first effective line, or when the table was opened.

    Later corrections of a round do not change it.
    """
    lines = (line.at for line in table.known.effective if round in find_rounds(line.act))
    return next(lines, table.stored.opened)


def measure_length(table: Table, first: int, last: int) -> int:
    """Return for how many seconds these rounds were played, without breaks and later corrections.

    It is measured from the entry before them, or the opening of the table, to their last entry.
    """
    before, times = table.stored.opened, list[int]()
    for line in table.known.effective:
        rounds = find_rounds(line.act)
        if any(first <= round <= last for round in rounds):
            times.append(line.at)
        elif not times and not isinstance(line.act, SetClock):
            before = line.at
    return sum(after - earlier for earlier, after in pairwise([before, *times]) if 0 < after - earlier <= LONGEST_PAUSE)


def summarise_table(table: Table) -> Results:
    """Return the summary of a table with the results of its games."""
    standings, setup = table.standings(), table.setup
    if table.game.whole(setup):
        games = [_summarise_game(table, round) for round in standings.rounds]
    else:
        games = [_summarise_game(table, 0)] if standings.won_or_lost else []
    return Results(
        table.game.slug,
        table.game.get_own_name(setup.options) or str(setup.options.get("edition", "")),
        table.game.lowest_wins(setup),
        not table.goes_on,
        find_start(table, table.rounds),
        setup.players,
        table.everybody,
        standings.leaders,
        standings.said_points,
        tuple(games),
        standings.one_team,
    )


def _summarise_game(table: Table, round: int) -> Result:
    """Return the result of a round that is a game of its own or, if `round` is 0, that of the whole game."""
    standings = table.standings(round or None)
    if round:
        points, winners = table.sheet(round).totals, table.sheet(round).winners
        places = table.rank_round(round) or dict.fromkeys(points, 1)
    else:
        points, winners = standings.totals, standings.winners
        places = standings.ranking or dict.fromkeys(standings.leaders, 1)
    first, last = (round, round) if round else (1, standings.last)
    return Result(
        round=round,
        at=find_start(table, last),
        points=points,
        places=places,
        winners=winners,
        rounds=1 if round else len(standings.rounds),
        seconds=measure_length(table, first, last),
        sides=_list_sides(table, last),
        scored=standings.scored,
    )


def _list_sides(table: Table, round: int) -> tuple[tuple[Seat, ...], ...]:
    if table.game.together:
        return (table.everybody,)
    return tuple([side for side in table.list_sides(round) if len(side) > 1])


def dump(results: Results) -> str:
    """Serialise a summary as JSON, to be read by `load`."""
    return json.dumps(results, ensure_ascii=False, separators=(",", ":"))


def load(text: str) -> Results:
    """Parse a summary from JSON as written by `dump`."""
    game, edition, lowest_wins, over, at, players, seats, ahead, points, each, together = json.loads(text)
    games = tuple([_parse_result(*result) for result in each])
    return Results(
        game, edition, lowest_wins, over, at, tuple(players), tuple(seats), tuple(ahead), points, games, together
    )


def _parse_result(
    round: int, at: int, points: Any, places: Any, winners: Any, rounds: int, seconds: int, sides: Any, scored: bool
) -> Result:
    # JSON has no keys that are numbers.
    points, places = ({int(seat): number for seat, number in numbers.items()} for numbers in (points, places))
    return Result(round, at, points, places, tuple(winners), rounds, seconds, tuple(map(tuple, sides)), scored)
