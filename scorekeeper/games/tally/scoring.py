"""The marks on the pad of any game: who got how many points in a round, and whether all are entered."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace

from scorekeeper.games.pad import ALL, Mark, Marks, Seat, Setup, Spot
from scorekeeper.games.standings import End, Standings, at_goal, find_end, find_leader, nobody_else
from scorekeeper.games.tally.rules import given_to_others, last_in, rounds, start, taken_off, target, teams

ROW = "points"

POINTS, NOTE, OTHERS = "points", "note", "others"

Points = Mapping[Seat, int]


Team = tuple[Seat, ...]
"""The seats that share an entry: partners, or one player alone."""


@dataclass(frozen=True, slots=True)
class Round:
    """A round as entered so far.

    `own` maps the first seat of each team to the number entered for the team. `given` holds the entries of `own` that
    count for all the other teams instead. `points` maps each seat to what it gets in the round. `whole` is set once the
    round is complete. `out` maps each seat that is out after the round to the round in which it went out.

    Rule: tally/points, tally/others
    """

    teams: tuple[Team, ...]
    own: Points
    given: Points
    points: Points
    whole: bool
    out: Mapping[Seat, int] = field(default_factory=dict)

    @property
    def seats(self) -> tuple[Seat, ...]:
        """The seats that play the round, without those who were out before."""
        return tuple([seat for team in self.teams for seat in team])

    @property
    def blank(self) -> tuple[Seat, ...]:
        """The seats for which no number is entered."""
        return tuple([seat for team in self.teams if team[0] not in self.own for seat in team])

    def from_others(self, first: Seat) -> int:
        """Return the points that the other teams give to a team. `first` is its first seat."""
        return sum(points for seat, points in self.given.items() if seat != first)


def read_round(setup: Setup, marks: Marks, round: int) -> Round:
    """Return a round as its marks say. Points are negative if the table subtracts them.

    Rule: tally/points, tally/others, tally/out
    """
    out: dict[Seat, int] = {}
    totals = dict.fromkeys(range(len(setup.players)), start(setup))
    # Earlier rounds matter only if players can be out.
    for number in range(1, round) if last_in(setup) else ():
        _add_round(setup.at(number), _parse_round(setup.at(number), marks, number, out), number, totals, out)
    this_round = _parse_round(setup, marks, round, dict(out))
    if last_in(setup):
        _add_round(setup, this_round, round, totals, out)
    return replace(this_round, out=out)


def out_by_now(setup: Setup, marks: Marks, round: int) -> Mapping[Seat, int]:
    """Return the seats that are out after a round, with the round in which each went out.

    A round that is not complete counts as if it were.

    Rule: tally/out
    """
    return read_round(setup, {**marks, Spot(round, ROW, ALL): 1}, round).out


def _add_round(setup: Setup, this_round: Round, round: int, totals: dict[Seat, int], out: dict[Seat, int]) -> None:
    """Add a round to `totals`, and the players whom it puts out to `out`. Do nothing if it is not complete."""
    goal = target(setup)
    for seat, points in this_round.points.items() if this_round.whole else ():
        totals[seat] += points
        if last_in(setup) and goal is not None and at_goal(totals[seat], goal, start(setup)):
            out[seat] = round


def _parse_round(setup: Setup, marks: Marks, round: int, out: Mapping[Seat, int]) -> Round:
    sign = -1 if taken_off(setup) else 1
    inside = _list_teams(setup, round, out)
    # Partners share a number. It can be in the place of any of them.
    places = {team[0]: setup.team(team[0], round, teams(setup)) for team in inside}
    numbers = {first: _find_mark(marks, round, POINTS, team) for first, team in places.items()}
    own = {first: sign * int(mark) for first, mark in numbers.items() if mark is not None}
    gives = [
        first for first, team in places.items() if given_to_others(setup) and _find_mark(marks, round, OTHERS, team)
    ]
    that_is_all = bool(marks.get(Spot(round, ROW, ALL)))
    this_round = Round(
        teams=inside,
        own=own,
        given={first: own[first] for first in gives if first in own},
        points={},
        whole=bool(own) and (that_is_all or len(own) == len(inside)),
    )
    points = {seat: points for team, points in _share_points(this_round, that_is_all) for seat in team}
    return replace(this_round, points=points)


def _list_teams(setup: Setup, round: int, out: Mapping[Seat, int]) -> tuple[Team, ...]:
    """Return the teams that play a round, without the seats that were out before."""
    whole = dict.fromkeys(setup.team(seat, round, teams(setup)) for seat in setup.seats(round))
    inside = [tuple([seat for seat in team if seat not in out]) for team in whole]
    return tuple([team for team in inside if team])


def _find_mark(marks: Marks, round: int, box: str, seats: Team) -> Mark | None:
    """Return the first mark in a box of any of these seats, or None."""
    spots = [Spot(round, ROW, box, seat) for seat in seats]
    return next((marks[spot] for spot in spots if spot in marks), None)


def _share_points(this_round: Round, that_is_all: bool) -> Iterator[tuple[Team, int]]:
    """Yield each team with its points in the round.

    They are its own number, unless that goes to the others, plus the numbers that the others give. A team without a
    number is left out, unless the table said "That's everything" (`that_is_all`) and another team gives points.
    """
    for team in this_round.teams:
        first = team[0]
        # Once the round is complete, a team without a number still gets what the others give.
        if first in this_round.own or (that_is_all and this_round.given):
            own = 0 if first in this_round.given else this_round.own.get(first, 0)
            yield team, own + this_round.from_others(first)


def over(setup: Setup, standings: Standings) -> End | None:
    """Say why no further round is played: a goal is reached, one player is left, or all rounds are played.

    Return None if the game goes on.

    Rule: tally/out, */agreed-end
    """
    if last_in(setup):
        alone = nobody_else(setup, standings, teams(setup))
        return End(alone.by("out")) if alone else find_end(standings, rounds(setup))
    return find_end(standings, rounds(setup), target(setup), start(setup))


def leader_after(setup: Setup, marks: Marks, round: int) -> Seat | None:
    """Return the seat that leads the next round if somebody is out: the next seat on the left that is not out.

    Return None if nobody is out, so that the lead moves as usual.

    Decision: lead-left
    """
    out = read_round(setup, marks, round).out if last_in(setup) else {}
    return find_leader(setup, round + 1, out) if out else None
