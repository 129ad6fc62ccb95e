"""Highlights of a table for its last page: the best round, the closest player, the number of lead changes.

Which rounds count, who leads and by how much comes from `Table.standings`.
"""

from itertools import pairwise
from typing import NamedTuple

from scorekeeper.games.pad import Seat
from scorekeeper.table.table import Table


class BestRound(NamedTuple):
    """The best points of any round, with the round and the seat."""

    round: int
    seat: Seat
    points: int


def find_best_round(table: Table) -> BestRound | None:
    """Return the best points that a player had in one round, the earliest if tied.

    None with fewer than two counting rounds.
    """
    now = table.standings()
    if len(now.rounds) < 2:
        return None
    each = [BestRound(round, seat, points) for round, all in now.rounds.items() for seat, points in all.items()]
    sign = 1 if now.lowest_wins else -1
    return min(each, key=lambda one: (sign * one.points, one.round))


def find_closest(table: Table) -> tuple[tuple[Seat, ...], int]:
    """Return the non-winners who came closest to the winners, and how many points they are behind.

    Without a leader, or if everybody leads, return no seats and 0.
    """
    now = table.standings()
    behind = {seat: now.behind(seat) for seat in now.totals if seat in now.places and seat not in now.leaders}
    if not now.leaders or not behind:
        return (), 0
    least = min(behind.values())
    return tuple([seat for seat, points in behind.items() if points == least]), least


def count_lead_changes(table: Table) -> int:
    """Return how often the lead changed hands between rounds. Joining the leaders does not count as a change."""
    leaders = [set(table.standings(round).leaders) for round in table.standings().rounds]
    return sum(1 for before, after in pairwise(leaders) if not before & after)
