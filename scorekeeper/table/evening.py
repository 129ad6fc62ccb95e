"""What one tells of an evening afterwards: the best round, who was close, how often the lead changed.

Which rounds count, who leads and how far the others are behind is what `Table.standings` says.
"""

from itertools import pairwise
from typing import NamedTuple

from scorekeeper.games.pad import Seat
from scorekeeper.table.table import Table


class BestRound(NamedTuple):
    """The best points of one round, and who had them in which."""

    round: int
    seat: Seat
    points: int


def best_round(table: Table) -> BestRound | None:
    """The best points that anybody had in one round, whoever had them first; None where one round counts, or none."""
    now = table.standings()
    if len(now.rounds) < 2:
        return None
    each = [BestRound(round, seat, points) for round, all in now.rounds.items() for seat, points in all.items()]
    sign = 1 if now.lowest_wins else -1
    return min(each, key=lambda one: (sign * one.points, one.round))


def closest(table: Table) -> tuple[tuple[Seat, ...], int]:
    """Who came nearest to the winners without winning, and how far behind they were; nobody where all have won."""
    now = table.standings()
    behind = {seat: now.behind(seat) for seat in now.totals if seat in now.places and seat not in now.leaders}
    if not now.leaders or not behind:
        return (), 0
    least = min(behind.values())
    return tuple([seat for seat, points in behind.items() if points == least]), least


def lead_changes(table: Table) -> int:
    """How often somebody else led after a round than after the one before; who joins the leaders changes nothing."""
    leaders = [set(table.standings(round).leaders) for round in table.standings().rounds]
    return sum(1 for before, after in pairwise(leaders) if not before & after)
