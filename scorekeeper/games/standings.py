"""How a table stands: which rounds count, what everybody has after them, who leads or has won, and in which words.

Whatever says a total, a place, a leader or a winner asks here: tally, board, home, sheet, paper, what is read aloud.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from scorekeeper.games.pad import Seat, Setup, signed
from scorekeeper.language.text import Plural, Text


class End(NamedTuple):
    """Why no further round is played, and whether that decides who has won."""

    why: Text
    won: bool = True


@dataclass(frozen=True, slots=True)
class Standings:
    """What the decided rounds of a table come to.

    `rounds` are the rounds that count, with the points of everybody who played them; `open` those up to the newest
    that do not. `ties` decides between those who are level on points, fewest first. `places` holds who has played
    every round that counts; where nobody has, everybody. `out` says who is out of the game, and since which round: they
    come behind all who are in, and whoever was out later is ahead. `end` is None while another round may follow.
    """

    setup: Setup
    rounds: Mapping[int, Mapping[Seat, int]]
    open: tuple[int, ...]
    totals: Mapping[Seat, int]
    ties: Mapping[Seat, int]
    places: Mapping[Seat, int]
    lowest_wins: bool
    end: End | None = None
    out: Mapping[Seat, int] = field(default_factory=dict)

    @property
    def last(self) -> int:
        """The newest round that counts (0: none). Ours: half a round counts nowhere."""
        return max(self.rounds, default=0)

    @property
    def leaders(self) -> tuple[Seat, ...]:
        """Everybody on the first place, once a round counts. Ours: who is level leads together."""
        return tuple([seat for seat in self.totals if self.rounds and self.places.get(seat) == 1])

    @property
    def winners(self) -> tuple[Seat, ...]:
        """Who has won the game, once it is over. Ours: each game says when it is over."""
        return self.leaders if self.end and self.end.won else ()

    @property
    def level(self) -> tuple[Seat, ...]:
        """Everybody with a place who has as many points as the leaders.

        Ours: a tie-break is told apart from the points.
        """
        return tuple([seat for seat in self.totals if self.rounds and seat in self.places and not self.behind(seat)])

    @property
    def best(self) -> int:
        """The points of the leaders. Ours: totals are read from the first place."""
        return self.totals[self.leaders[0]] if self.leaders else 0

    def behind(self, seat: Seat) -> int:
        """How many points somebody is behind the leaders. Ours: how far somebody has to go."""
        return abs(self.totals[seat] - self.best)

    @property
    def in_order(self) -> tuple[Seat, ...]:
        """Everybody by place, the best first; who has none comes last, and who is level as they sit.

        Ours: one order wherever everybody is named.
        """
        return tuple(sorted(self.totals, key=lambda seat: self.places.get(seat, len(self.totals) + 1)))

    def leads(self) -> Text | None:
        """Who leads with how many points, or that all are level; None before a round counts.

        Ours: how a lead is said.
        """
        who = self.leaders
        if not who:
            return None
        if 1 < len(who) == len(self.totals):
            return Text("Everybody is tied on %(points)s.", points=signed(self.best)).by("winner")
        one, many = "%(who)s leads with %(points)s.", "%(who)s lead with %(points)s."
        return Plural(one, many, len(who), who=self.setup.names(who), points=signed(self.best)).by("winner")

    def wins(self, teams: int = 0) -> Text | None:
        """Who has won with how many points, in so many teams (0: none); None while nobody has.

        Ours: how a win is said.
        """
        who = self.winners
        return won_with(self.setup.names(who), signed(self.best), self.one_team(teams)) if who else None

    def one_team(self, teams: int) -> bool:
        """Whether those who are ahead are one of so many teams (0: none), all of it. Ours: how a win is said."""
        who = self.leaders
        return bool(who and teams) and set(who) == set(self.setup.team(who[0], self.last, teams))


def won_with(names: Sequence[str], points: str, together: bool = False) -> Text:
    """Who wins, or who share the win, with how many points; `together`: they are one team. Ours: how a win is said."""
    if together and len(names) > 1:
        return Text("%(who)s win with %(points)s.", who=tuple(names), points=points).by("winner")
    one, many = "%(who)s wins with %(points)s.", "%(who)s share the win with %(points)s."
    return Plural(one, many, len(names), who=tuple(names), points=points).by("winner")


def all_played(most: int, standings: Standings) -> bool:
    """Whether so many rounds as were agreed on are decided; never where that was left open (0).

    Ours: a table agrees on how many before it plays.
    """
    return 0 < most <= standings.last and not standings.open


def rounds_played(most: int) -> Text:
    """That so many rounds are played. Ours: a table agrees on how many before it plays."""
    return Plural("The only round has been played.", "All %(count)s rounds have been played.", most).by("agreed-end")


def reached(goal: int, standings: Standings, start: int = 0) -> tuple[Seat, ...]:
    """Who is at the goal or past it, seen from what everybody began with; nobody while a round is open.

    Ours: a table agrees on a goal before it plays.
    """
    if standings.open:
        return ()
    return tuple(
        [seat for seat in standings.rounds.get(standings.last, ()) if at_goal(standings.totals[seat], goal, start)]
    )


def at_goal(total: int, goal: int, start: int = 0) -> bool:
    """Whether a total is at the goal or past it, seen from what everybody began with.

    Ours: a table agrees on a goal before it plays.
    """
    return total >= goal if start < goal else total <= goal


def ended(standings: Standings, rounds: int = 0, goal: int | None = None, start: int = 0) -> End | None:
    """Say why no further round is played: somebody is at the goal (None: there is none), or all rounds are played.

    Nothing ends while a round is open, and rounds without a number (0) have no last one. Ours: a table agrees on both.
    """
    there = () if goal is None else reached(goal, standings, start)
    if there:
        one, many = "%(who)s has reached %(goal)s.", "%(who)s have reached %(goal)s."
        if goal is not None and any(standings.totals[seat] < goal for seat in there):
            one, many = "%(who)s is down to %(goal)s or less.", "%(who)s are down to %(goal)s or less."
        return End(Plural(one, many, len(there), who=standings.setup.names(there), goal=goal).by("agreed-end"))
    return End(rounds_played(rounds)) if all_played(rounds, standings) else None
