"""The standings of a table: which rounds count, the totals, who leads or has won, and how that is said.

Everything that shows a total, a place, a leader or a winner uses this: pages, print and what is read aloud.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from scorekeeper.games.pad import Seat, Setup, TieBreaks, format_points, place_sides, places
from scorekeeper.language.text import Plural, Text


class End(NamedTuple):
    """The reason why no further round is played, and whether it decides who has won."""

    why: Text
    won: bool = True
    notes: tuple[Text, ...] = ()
    """More sentences about how it ended, such as a skunk."""


@dataclass(frozen=True, slots=True)
class Standings:
    """The result of the decided rounds of a table."""

    setup: Setup
    rounds: Mapping[int, Mapping[Seat, int]]
    """The rounds that count, with the points of everybody who played them."""
    open: tuple[int, ...]
    """The rounds so far that do not count yet."""
    totals: Mapping[Seat, int]
    ties: Mapping[Seat, TieBreaks]
    """Breaks ties on points."""
    places: Mapping[Seat, int]
    """Ranks the players of the newest round that counts.

    If the fewest points win, it ranks those who played every round that counts, or everybody if nobody did. Each player
    is ranked alone; `ranking` has the places of teams.
    """
    lowest_wins: bool
    teams: int = 0
    """The number of teams in the newest round that counts, 0 for none."""
    together: bool = False
    """Whether everybody plays against the game."""
    end: End | None = None
    """Why no further round is played, or None while another round can follow."""
    out: Mapping[Seat, int] = field(default_factory=dict)
    """Maps each player who is out of the game to the round in which that happened.

    These players rank behind all others, the last one to go out first.
    """
    first: tuple[Seat, ...] = ()
    """Who has won at once with the newest round that counts, whatever the points."""
    won_by: tuple[Text, ...] = ()
    """The labels of the entries that did it."""
    lost: bool = False
    """Whether all play together and have lost with it."""
    scored: bool = True
    """Whether points are worth saying: nobody has just won or lost a game of one round."""
    departed: frozenset[Seat] = frozenset()
    """Who has left a game that goes on after the newest round, and so has no place any more."""

    @property
    def last(self) -> int:
        """The newest round that counts, 0 if none does.

        Decision: half-round
        """
        return max(self.rounds, default=0)

    @property
    def ranking(self) -> Mapping[Seat, int]:
        """The place of each seat as pages and exports show it. Partners share one, and a team takes up one place.

        A partner who joined later has it too. Empty if everybody plays together against the game.
        """
        if self.together:
            return {}
        ranking = place_sides(self.places, self.setup.sides(self.last, self.teams) if self.rounds else ())
        return {seat: place for seat, place in ranking.items() if seat not in self.departed}

    def rank_without(self, departed: frozenset[Seat]) -> "Standings":
        """Return the standings with no place for these players, or as they are if nobody else has a place."""
        staying = {seat: place for seat, place in self.places.items() if seat not in departed}
        return replace(self, places=places(staying), departed=departed) if departed and staying else self

    @property
    def leaders(self) -> tuple[Seat, ...]:
        """The seats in first place, or all who play together; empty until a round counts.

        Decision: shared-place
        """
        if self.together:
            return tuple([seat for seat in self.totals if seat in self.rounds.get(self.last, ())])
        ranking = self.ranking
        return tuple([seat for seat in self.totals if self.rounds and ranking.get(seat) == 1])

    @property
    def winners(self) -> tuple[Seat, ...]:
        """The seats that have won the game; empty until it is over."""
        return self.leaders if self.end and self.end.won else ()

    @property
    def won_or_lost(self) -> bool:
        """Whether somebody has won the game, or all have lost it together."""
        return bool(self.winners) or (self.lost and self.end is not None)

    @property
    def level(self) -> tuple[Seat, ...]:
        """The seats tied on points with the leaders before any tie-break, the leaders included; only ranked seats.

        Only the leaders if they have won whatever the points.
        """
        ahead, ranking = self.leaders, self.ranking
        if self.won_by:
            return ahead
        ranked = [seat for seat in self.totals if self.rounds and seat in ranking]
        return tuple([seat for seat in ranked if seat in ahead or not self.behind(seat)])

    @property
    def won_despite_points(self) -> bool:
        """Whether those who won at once with the newest round have no more points than another player of it."""
        played = self.rounds.get(self.last, ()) if self.first else ()
        return any(not self.behind(seat) for seat in played if seat not in self.leaders)

    @property
    def best(self) -> int:
        """The points of the leaders, 0 if there are none."""
        # A partner who joined later does not have all points of their side.
        first = min(self.leaders, key=self.find_joining, default=None)
        return 0 if first is None else self.totals[first]

    @property
    def said_points(self) -> str:
        """The points of the leaders in a sentence, "" if they have not won or lead by points."""
        return format_points(self.best) if self.scored and not self.won_by else ""

    def format_total(self, seat: Seat) -> str:
        """Return the total of a player, "" if points are not worth saying."""
        return format_points(self.totals[seat]) if self.scored else ""

    def behind(self, seat: Seat) -> int:
        """Return how many points a seat is behind the leaders, 0 for a player with more who got there later."""
        gap = self.totals[seat] - self.best
        return max(gap if self.lowest_wins else -gap, 0)

    @property
    def in_order(self) -> tuple[Seat, ...]:
        """All seats sorted by place. Tied seats keep the seating order, seats without a place come last."""
        ranking = self.ranking
        return tuple(sorted(self.totals, key=lambda seat: ranking.get(seat, len(self.totals) + 1)))

    @property
    def late(self) -> Mapping[Seat, int]:
        """The players of the newest round that counts who have no place, each with the round in which they joined.

        Decision: late-place
        """
        if self.together:
            return {}
        ranking = self.ranking
        seats = self.setup.seats(self.last) if self.rounds else ()
        return {seat: self.find_joining(seat) for seat in seats if seat not in ranking and seat not in self.departed}

    def find_joining(self, seat: Seat) -> int:
        """Return the round in which a player sat down last: 1 for whoever played from the start and never left.

        It is the round after the newest that counts for a player who is seated only from then on.
        """
        seated = [round for round in range(1, self.last + 1) if seat in self.setup.seats(round)]
        return max([round for round in seated if round - 1 not in seated], default=self.last + 1)

    @property
    def last_total(self) -> int | None:
        """The total of the last player who has a place and is in; None if nobody has a place yet."""
        ranked = [seat for seat in self.in_order if self.rounds and seat in self.places and seat not in self.out]
        return self.totals[ranked[-1]] if ranked else None

    def describe_late(self, round_name: Text) -> tuple[Text, ...]:
        """Say who joined later: without a place, or with which total. `round_name` is its name inside a sentence.

        Rule: */late
        """
        without = [self._describe_without_place(round, round_name) for round in sorted(set(self.late.values()))]
        seats = self.setup.seats(self.last) if self.rounds else ()
        return (
            *without,
            *[
                Text(
                    "%(who)s joined in %(round)s %(number)s with %(points)s.",
                    who=self.setup.name(seat),
                    round=round_name,
                    number=self.setup.find_first_round(seat),
                    points=format_points(total),
                ).by("late")
                for seat, total in self.setup.late
                if seat in seats and total is not None
            ],
        )

    def _describe_without_place(self, round: int, round_name: Text) -> Text:
        who = self.setup.names([seat for seat, number in self.late.items() if number == round])
        one = "%(who)s joined in %(round)s %(number)s and has no place."
        many = "%(who)s joined in %(round)s %(number)s and have no place."
        return Plural(one, many, len(who), who=who, round=round_name, number=round).by("late")

    def leads(self) -> Text | None:
        """Say who leads and with how many points, or that all are tied. Return None until a round counts."""
        who = self.leaders
        if not who:
            return None
        if self.lost:
            return lost_together(self.setup.names(who))
        if not self.scored and not self.together:
            return None
        if self.together:
            return scored_together(self.setup.names(who), self.said_points)
        # A player alone leads. Several who are all tied need no list of their names.
        if 1 < len(who) == len(self.totals):
            return Text("Everybody is tied on %(points)s.", points=format_points(self.best)).by("winner")
        one, many = "%(who)s leads with %(points)s.", "%(who)s lead with %(points)s."
        return Plural(one, many, len(who), who=self.setup.names(who), points=format_points(self.best)).by("winner")

    def wins(self) -> Text | None:
        """Say who has won and with how many points, or return None if nobody has."""
        who = self.winners
        return won_with(self.setup.names(who), self.said_points, self.one_team) if who else None

    def scores_together(self) -> Text | None:
        """Say how many points everybody scored together. Return None until the game is won."""
        who = self.winners
        return scored_together(self.setup.names(who), self.said_points) if who else None

    @property
    def one_team(self) -> bool:
        """Whether the leaders are the members of one team."""
        return is_one_team(self.setup, self.leaders, self.last, self.teams)


def is_one_team(setup: Setup, seats: Sequence[Seat], round: int, teams: int) -> bool:
    """Return whether these seats are exactly a team in a round. `teams` is the number of teams (0: none)."""
    return bool(seats and teams) and set(seats) == set(setup.team(seats[0], round, teams))


def won_with(names: Sequence[str], points: str, together: bool = False) -> Text:
    """Say who wins or shares the win, and with how many points. `together` is set if they are one team.

    `points` is "" if nothing scores points.
    """
    if not points:
        return _say_who_wins(names, together)
    # To say that partners “share the win” would sound like a tie.
    if together and len(names) > 1:
        return Text("%(who)s win with %(points)s.", who=tuple(names), points=points).by("winner")
    one, many = "%(who)s wins with %(points)s.", "%(who)s share the win with %(points)s."
    return Plural(one, many, len(names), who=tuple(names), points=points).by("winner")


def lost_together(names: Sequence[str]) -> Text:
    """Say that the players have lost the game that they played together."""
    return Plural("%(who)s has lost.", "%(who)s have lost.", len(names), who=tuple(names))


def ended_at_once(won_by: Sequence[Text]) -> Text:
    """Say why no further round is played, once somebody has won or all have lost whatever the points.

    `won_by` are the labels of the entries that have won.
    """
    if won_by:
        return Text("%(what)s: that ended the game immediately.", what=tuple(won_by))
    return Text("That ended the game immediately.")


def _say_who_wins(names: Sequence[str], together: bool) -> Text:
    if together and len(names) > 1:
        return Text("%(who)s win.", who=tuple(names)).by("winner")
    return Plural("%(who)s wins.", "%(who)s share the win.", len(names), who=tuple(names)).by("winner")


def scored_together(names: Sequence[str], points: str) -> Text:
    """Say how many points the players scored together against the game, without naming a winner among them.

    If only one player is named, or `points` is "" as nothing scores points, say that they win.
    """
    if len(names) == 1 or not points:
        return won_with(names, points, together=True)
    return Text("%(who)s scored %(points)s together.", who=tuple(names), points=points).by("winner")


def all_played(most: int, standings: Standings) -> bool:
    """Return whether all of the `most` agreed rounds are decided. Return False if no number was agreed (0).

    Rule: */agreed-end
    """
    # An earlier round without a result can still change who wins.
    return 0 < most <= standings.last and not standings.open


def rounds_played(most: int, last: int) -> Text:
    """Say that all of the `most` agreed rounds are played. `last` is the number of the last round played.

    Rule: */agreed-end
    """
    # A table can agree on fewer rounds than it has played already.
    if last > most:
        return Text("All agreed rounds have been played.").by("agreed-end")
    return Plural("The only round has been played.", "All %(count)s rounds have been played.", most).by("agreed-end")


def nobody_else(setup: Setup, standings: Standings, teams: int) -> Text | None:
    """Say that a game is over because at most one player or team is left in it. Otherwise return None.

    `teams` is the number of teams (0: none). Also return None if nobody is out, or while a round is open.

    Rule: tally/out
    """
    if standings.open or not standings.out:
        return None
    last = standings.last
    there = [seat for seat in setup.seats(last) if not setup.has_no_place(seat)]
    inside = {setup.team(seat, last, teams) for seat in there if seat not in standings.out}
    if len(inside) > 1:
        return None
    return Text("Everybody else is out.") if inside else Text("There are no players left in the game.")
