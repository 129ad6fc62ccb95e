"""What is written on the pad of any game: who got how many points in a round, and whether it is whole."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace

from scorekeeper.games.pad import Mark, Marks, Seat, Setup, Spot
from scorekeeper.games.standings import End, Standings, at_goal, ended
from scorekeeper.games.tally.rules import given_to_others, last_in, rounds, start, taken_off, target, teams
from scorekeeper.language.text import Text

ROW = "points"

POINTS, NOTE, ALL, OTHERS = "points", "note", "all", "others"

Points = Mapping[Seat, int]


Team = tuple[Seat, ...]
"""Who is asked together: partners, or one player alone."""


@dataclass(frozen=True, slots=True)
class Round:
    """One round: the teams that play it, and the points of everybody who has any; `whole` once nobody is waited for.

    `own` is the number that is written for a team, `given` those numbers that go to all the others, both by its first
    seat. `out` says who is out after it, and since which round.
    """

    teams: tuple[Team, ...]
    own: Points
    given: Points
    points: Points
    whole: bool
    out: Mapping[Seat, int] = field(default_factory=dict)

    @property
    def seats(self) -> tuple[Seat, ...]:
        """Who plays it. Ours: any game has no rulebook here; the table says who got what."""
        return tuple([seat for team in self.teams for seat in team])

    @property
    def blank(self) -> tuple[Seat, ...]:
        """Who has nothing written. Ours: any game has no rulebook here; the table says who got what."""
        return tuple([seat for team in self.teams if team[0] not in self.own for seat in team])

    def from_others(self, first: Seat) -> int:
        """What a team gets of the others. Ours: any game has no rulebook here; the table says who got what."""
        return sum(points for seat, points in self.given.items() if seat != first)


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


def out_by_now(setup: Setup, marks: Marks, round: int) -> Mapping[Seat, int]:
    """Who is out by what is written so far, whether or not others are still waited for, and since which round.

    Ours: any game has no rulebook here; the table says who got what.
    """
    return read_round(setup, {**marks, Spot(round, ROW, ALL): 1}, round).out


def _count(setup: Setup, now: Round, round: int, totals: dict[Seat, int], out: dict[Seat, int]) -> None:
    """Add a round to the totals, once it is whole, and note who is out with it."""
    goal = target(setup)
    for seat, points in now.points.items() if now.whole else ():
        totals[seat] += points
        if last_in(setup) and goal is not None and at_goal(totals[seat], goal, start(setup)):
            out[seat] = round


def _read(setup: Setup, marks: Marks, round: int, out: Mapping[Seat, int]) -> Round:
    sign = -1 if taken_off(setup) else 1
    seats = setup.seats(round)
    whole_teams = dict.fromkeys(setup.team(seat, round, teams(setup)) for seat in seats)
    inside = tuple([here for team in whole_teams if (here := tuple([seat for seat in team if seat not in out]))])

    def written(team: Team, box: str) -> Mark | None:
        spots = [Spot(round, ROW, box, seat) for seat in setup.team(team[0], round, teams(setup))]
        return next((marks[spot] for spot in spots if spot in marks), None)

    numbers = {team[0]: written(team, POINTS) for team in inside}
    own = {first: sign * int(mark) for first, mark in numbers.items() if mark is not None}
    gives = [team[0] for team in inside if given_to_others(setup) and written(team, OTHERS)]
    that_is_all = bool(marks.get(Spot(round, ROW, ALL)))
    now = Round(
        teams=inside,
        own=own,
        given={first: own[first] for first in gives if first in own},
        points={},
        whole=bool(own) and (that_is_all or len(own) == len(inside)),
    )
    return replace(now, points={seat: points for team, points in _shared_out(now, that_is_all) for seat in team})


def _shared_out(now: Round, that_is_all: bool) -> Iterator[tuple[Team, int]]:
    """What each team gets: what is written for it, or given away by it, and what the others give."""
    for team in now.teams:
        first = team[0]
        if first in now.own or (that_is_all and now.given):
            yield team, (0 if first in now.given else now.own.get(first, 0)) + now.from_others(first)


def over(setup: Setup, standings: Standings) -> End | None:
    """Say why no further round is played: somebody is at the target, nobody else is in, or all rounds are played.

    Ours: any game has no rulebook here; the table says who got what.
    """
    if last_in(setup):
        return _nobody_else(setup, standings) or ended(standings, rounds(setup))
    return ended(standings, rounds(setup), target(setup), start(setup))


def _nobody_else(setup: Setup, standings: Standings) -> End | None:
    """That one player or team is left in, or none."""
    if standings.open or not standings.out:
        return None
    inside = {
        setup.team(seat, standings.last, teams(setup))
        for seat in setup.seats(standings.last)
        if seat not in standings.out
    }
    if len(inside) > 1:
        return None
    return End((Text("Everybody else is out.") if inside else Text("There are no players left in the game.")).by("out"))


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
