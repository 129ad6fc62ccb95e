"""Highlights of a table for its last page: the best round, the closest player, the number of lead changes.

Which rounds count, who leads and by how much comes from `Table.standings`.
"""

from itertools import pairwise
from typing import NamedTuple

from scorekeeper.games.pad import Seat
from scorekeeper.table.table import Table


class BestRound(NamedTuple):
    """The best points of any round, with the round and the seats that scored them in it."""

    round: int
    seats: tuple[Seat, ...]
    points: int


def find_best_round(table: Table) -> BestRound | None:
    """Return the best points that a player had in one round, in the earliest such round if tied.

    None with fewer than two counting rounds, or if the best is 0, which nobody needs to be told.
    """
    standings = table.standings()
    if len(standings.rounds) < 2:
        return None
    pick = min if standings.lowest_wins else max
    points = pick(points for points_by_seat in standings.rounds.values() for points in points_by_seat.values())
    if not points:
        return None
    round = next(round for round in sorted(standings.rounds) if points in standings.rounds[round].values())
    tied = [seat for seat, own in standings.rounds[round].items() if own == points]
    return BestRound(round, tuple(dict.fromkeys(each for seat in tied for each in table.beside(seat))), points)


def find_closest(table: Table) -> tuple[tuple[Seat, ...], int]:
    """Return the non-winners who came closest to the winners, and how many points they are behind.

    Without a leader, or if everybody leads or nothing is scored, return no seats and 0. Also do so if another player
    has as many points as the one who got there first.
    """
    standings = table.standings()
    behind = {
        seat: standings.behind(seat)
        for seat in standings.totals
        if seat in standings.ranking and seat not in standings.leaders
    }
    if not standings.leaders or not behind or not standings.scored or standings.won_despite_points:
        return (), 0
    least = min(behind.values())
    return tuple([seat for seat, points in behind.items() if points == least]), least


def count_lead_changes(table: Table) -> int:
    """Return how often the lead changed hands between rounds. Joining the leaders does not count as a change."""
    leaders = [set(table.standings(round).leaders) for round in table.standings().rounds]
    return sum(1 for before, after in pairwise(leaders) if not before & after)
