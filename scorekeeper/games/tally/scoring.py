"""What is written on the pad of any game: who got how many points in a round, and whether it is whole."""

from collections.abc import Mapping
from dataclasses import dataclass

from scorekeeper.games.pad import Marks, Seat, Setup, Spot
from scorekeeper.games.standings import End, Standings, ended
from scorekeeper.games.tally.rules import rounds, start, taken_off, target

ROW = "points"

POINTS, NOTE, ALL = "points", "note", "all"

Points = Mapping[Seat, int]


@dataclass(frozen=True, slots=True)
class Round:
    """One round: its seats, and the points of those who have any; `whole` once nobody is waited for."""

    seats: tuple[Seat, ...]
    points: Points
    whole: bool

    @property
    def blank(self) -> tuple[Seat, ...]:
        """Who has nothing written. Ours: any game has no rulebook here; the table says who got what."""
        return tuple([seat for seat in self.seats if seat not in self.points])


def read_round(setup: Setup, marks: Marks, round: int) -> Round:
    """Read one round. What is taken off counts as points below zero.

    Ours: any game has no rulebook here; the table says who got what.
    """
    sign = -1 if taken_off(setup) else 1
    seats = setup.seats(round)
    written = {seat: marks.get(Spot(round, ROW, POINTS, seat)) for seat in seats}
    points = {seat: sign * int(mark) for seat, mark in written.items() if mark is not None}
    that_is_all = bool(marks.get(Spot(round, ROW, ALL)))
    return Round(seats, points, bool(points) and (that_is_all or len(points) == len(seats)))


def over(setup: Setup, found: Standings) -> End | None:
    """Say why no further round is played: somebody is at the target, or all rounds are played.

    Ours: any game has no rulebook here; the table says who got what.
    """
    return ended(found, rounds(setup), target(setup), start(setup))
