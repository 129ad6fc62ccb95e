"""What is written on the pad of any game: who got how many points in which round, and which rounds are whole."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from scorekeeper.games.base import Marks, Seat, Setup, Spot
from scorekeeper.games.tally.options import start, taken_off

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
        """Who has nothing written."""
        return tuple([seat for seat in self.seats if seat not in self.points])


def read(setup: Setup, marks: Marks) -> dict[int, Round]:
    """Every round in which points are written. What is taken off counts as points below zero."""
    sign = -1 if taken_off(setup) else 1
    written: dict[int, dict[Seat, int]] = {}
    for spot, mark in marks.items():
        if spot.row == ROW and spot.box == POINTS and spot.seat is not None:
            written.setdefault(spot.round, {})[spot.seat] = sign * int(mark)
    return {round: _round(setup, marks, round, written[round]) for round in sorted(written)}


def _round(setup: Setup, marks: Marks, round: int, written: Points) -> Round:
    seats = setup.seats(round)
    points = {seat: written[seat] for seat in seats if seat in written}
    that_is_all = bool(marks.get(Spot(round, ROW, ALL)))
    return Round(seats, points, bool(points) and (that_is_all or len(points) == len(seats)))


def one(setup: Setup, rounds: Mapping[int, Round], number: int) -> Round:
    """A round, written or not."""
    return rounds.get(number) or Round(setup.seats(number), {}, False)


def totals(setup: Setup, rounds: Mapping[int, Round], seats: Sequence[Seat], upto: int) -> dict[Seat, int]:
    """What these players have after a round; a round that is not whole is left out."""
    found = dict.fromkeys(seats, start(setup))
    for number, round in rounds.items():
        if number <= upto and round.whole:
            for seat, points in round.points.items():
                if seat in found:
                    found[seat] += points
    return found
