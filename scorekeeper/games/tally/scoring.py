"""What is written on the pad of any game: who got how many points in a round, and whether it is whole."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from scorekeeper.games.pad import Marks, Seat, Setup, Spot
from scorekeeper.games.standings import End, Standings, at_goal, ended
from scorekeeper.games.tally.rules import last_in, rounds, start, taken_off, target
from scorekeeper.language.text import Text

ROW = "points"

POINTS, NOTE, ALL = "points", "note", "all"

Points = Mapping[Seat, int]


@dataclass(frozen=True, slots=True)
class Round:
    """One round: who plays it, and the points of those who have any; `whole` once nobody is waited for.

    `out` says who is out after it, and since which round.
    """

    seats: tuple[Seat, ...]
    points: Points
    whole: bool
    out: Mapping[Seat, int] = field(default_factory=dict)

    @property
    def blank(self) -> tuple[Seat, ...]:
        """Who has nothing written. Ours: any game has no rulebook here; the table says who got what."""
        return tuple([seat for seat in self.seats if seat not in self.points])


def read_round(setup: Setup, marks: Marks, round: int) -> Round:
    """Read one round. What is taken off counts as points below zero.

    Ours: any game has no rulebook here; the table says who got what.
    """
    out: dict[Seat, int] = {}
    totals = dict.fromkeys(range(len(setup.players)), start(setup))
    for number in range(1, round) if last_in(setup) else ():
        _count(setup.at(number), _read(setup.at(number), marks, number, out), number, totals, out)
    now = _read(setup, marks, round, dict(out))
    if last_in(setup):
        _count(setup, now, round, totals, out)
    return replace(now, out=out)


def _count(setup: Setup, now: Round, round: int, totals: dict[Seat, int], out: dict[Seat, int]) -> None:
    """Add a round to the totals, once it is whole, and note who is out with it."""
    goal = target(setup)
    for seat, points in now.points.items() if now.whole else ():
        totals[seat] += points
        if last_in(setup) and goal is not None and at_goal(totals[seat], goal, start(setup)):
            out[seat] = round


def _read(setup: Setup, marks: Marks, round: int, out: Mapping[Seat, int]) -> Round:
    sign = -1 if taken_off(setup) else 1
    seats = tuple([seat for seat in setup.seats(round) if seat not in out])
    written = {seat: marks.get(Spot(round, ROW, POINTS, seat)) for seat in seats}
    points = {seat: sign * int(mark) for seat, mark in written.items() if mark is not None}
    that_is_all = bool(marks.get(Spot(round, ROW, ALL)))
    return Round(seats, points, bool(points) and (that_is_all or len(points) == len(seats)))


def over(setup: Setup, found: Standings) -> End | None:
    """Say why no further round is played: somebody is at the target, nobody else is in, or all rounds are played.

    Ours: any game has no rulebook here; the table says who got what.
    """
    if last_in(setup):
        return _nobody_else(setup, found) or ended(found, rounds(setup))
    return ended(found, rounds(setup), target(setup), start(setup))


def _nobody_else(setup: Setup, found: Standings) -> End | None:
    """That one player is left in, or none."""
    if found.open or not found.out:
        return None
    inside = [seat for seat in setup.seats(found.last) if seat not in found.out]
    if len(inside) > 1:
        return None
    return End((Text("Everybody else is out.") if inside else Text("Nobody is left in.")).by("out"))


def leader_after(setup: Setup, marks: Marks, round: int) -> Seat | None:
    """Who leads the round after this one where players go out: the next to the left who is in; None: as always.

    Ours: who is out deals no more.
    """
    seats = setup.seats(round + 1)
    out = read_round(setup, marks, round).out if last_in(setup) else {}
    if not out or set(seats) <= set(out):
        return None
    place = (seats.index(setup.starter) if setup.starter in seats else 0) + round
    turn = [seats[(place + step) % len(seats)] for step in range(len(seats))]
    return next(seat for seat in turn if seat not in out)
