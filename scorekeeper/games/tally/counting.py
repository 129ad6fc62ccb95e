"""A round of any game on its pad, which the options of the table complete: teams, who is out, and who has no points."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cache
from pathlib import Path

from scorekeeper.games.pad import (
    ALL,
    END,
    Cell,
    Mark,
    Marks,
    Problem,
    Seat,
    Setup,
    Spot,
    TieBreaks,
    format_points,
    group_by_round,
    offer_end,
    places,
)
from scorekeeper.games.pads.evaluate import Gap
from scorekeeper.games.pads.formula import Plain, parse
from scorekeeper.games.pads.pad import HAD, Pad
from scorekeeper.games.pads.reading import parse_pad
from scorekeeper.games.pads.scoring import Before
from scorekeeper.games.pads.sheet import PadRound, Worths
from scorekeeper.games.tally.rules import given_to_others, last_in, lowest_wins, start, taken_off, target, teams
from scorekeeper.language.text import Literal, Plural, Text, join_sentences

POINTS_ROW, POINTS_BOX, OTHERS_BOX, NOTE_BOX = "points", "points", "others", "note"
"""The row of the pad and its boxes: the number, whether it goes to all the others, and the note of the table."""

GIVES = "gives"
"""The name of the box OTHERS_BOX in formulas, where `others` is a function."""

TALLY_FILE = Path(__file__).with_name("tally.toml")

PAD = parse_pad(TALLY_FILE.read_text(encoding="utf-8"), "tally", supplied=True)

Team = tuple[Seat, ...]
"""The seats that share an entry: partners, or one player alone."""


def find_pad(setup: Setup) -> Pad:
    """Return the pad of a table, with what its options say.

    Rule: tally/points, tally/winner, tally/out
    """
    goal, first = target(setup), start(setup)
    is_there = None if goal is None else f"total {'<=' if goal < first else '>='} {goal}"
    return _complete_pad(taken_off(setup), lowest_wins(setup), teams(setup), first, is_there, last_in(setup))


@cache
def _complete_pad(subtracts: bool, fewest: bool, teams: int, start: int, is_there: str | None, last_in: bool) -> Pad:
    goal = parse(is_there) if is_there else None
    return replace(
        PAD,
        values={**PAD.values, "amount": parse("-points")} if subtracts else PAD.values,
        fewest=fewest,
        teams=Plain(teams),
        start=Plain(start),
        over=None if last_in else goal,
        out=goal if last_in else None,
        last_in=last_in,
        looks_back=(HAD,),
    )


class Count(PadRound):
    """A round in which partners share a number, and players without one get no points.

    Rule: tally/points, tally/others
    """

    def __post_init__(self) -> None:
        # Whoever was out is back once the table plays without that.
        if not last_in(self.setup):
            self.before = replace(self.before, gone={})
        inside = [seat for seat in self.setup.seats(self.number) if seat not in self.before.gone]
        whole = self.setup.sides(self.number, teams(self.setup))
        sides = {team: tuple([seat for seat in team if seat in inside]) for team in whole if {*team} & {*inside}}
        # Partners share an entry. It can be in the place of any of them.
        self.own: dict[Team, int] = {}
        self.given: set[Team] = set()
        for team, side in sides.items():
            if (number := self._find_mark(POINTS_BOX, team)) is not None:
                self.own[side] = int(number)
                if given_to_others(self.setup) and self._find_mark(OTHERS_BOX, team):
                    self.given.add(side)
        self.teams = tuple(sides.values())
        self.marks = self._list_marks()
        super().__post_init__()
        # An undecided round puts nobody out.
        if not self.whole:
            self.written.gone = self.before.gone

    @property
    def said(self) -> bool:
        """Whether the table has said that everything is entered."""
        return bool(self.marks.get(Spot(self.number, POINTS_ROW, ALL)))

    @property
    def whole(self) -> bool:
        """Whether the round is complete: everybody has a number, or somebody has and the table says that is all."""
        return bool(self.own) and (self.said or len(self.own) == len(self.teams))

    @property
    def blank(self) -> tuple[Seat, ...]:
        """The seats for which no number is entered."""
        return tuple([seat for team in self.teams if team not in self.own for seat in team])

    @property
    def without(self) -> tuple[Seat, ...]:
        """The seats that get no points in the round."""
        # Once everything is entered, a team without a number still gets what the others give.
        return () if self.said and self.given else self.blank

    def _find_mark(self, box: str, team: Team) -> Mark | None:
        spots = [Spot(self.number, POINTS_ROW, box, seat) for seat in team]
        return next((self.marks[spot] for spot in spots if spot in self.marks), None)

    def _list_marks(self) -> Marks:
        """Return the marks, with those that the pad file reads: the number of a team for each seat, given once."""
        marks = {
            Spot(self.number, POINTS_ROW, POINTS_BOX, seat): number
            for team, number in self.own.items()
            for seat in team
        }
        gives = {Spot(self.number, POINTS_ROW, GIVES, team[0]): 1 for team in self.given}
        end = {Spot(self.number, END, ALL): 1} if self.whole else {}
        return {**self.marks, **marks, **gives, **end}

    def hand_on(self) -> Before:
        """Return what the next round needs to know. A round that is not complete counts as if it were not played."""
        return super().hand_on() if self.whole else self.before

    def _rank(self, totals: Mapping[Seat, int], ties: Mapping[Seat, TieBreaks]) -> Mapping[Seat, int]:
        there = {seat: points for seat, points in totals.items() if seat in self.seats and seat not in self.without}
        ranks = places({seat: points if self.pad.fewest else -points for seat, points in there.items()})
        # Players without points share the last place.
        return {**dict.fromkeys(totals, len(there) + 1), **ranks}

    def cells_and_told(self, worth: Worths) -> tuple[Mapping[tuple[str, Seat], Cell], Mapping[tuple[str, Seat], Text]]:
        """Return the points of each player who has some, by row and seat. No entry needs words."""
        cells = {
            (POINTS_ROW, seat): Cell(self.count("score", seat), self._describe_working(team))
            for team in self.teams
            for seat in team
            if seat not in self.without
        }
        return cells, {}

    def _describe_working(self, team: Team) -> Text | None:
        """Say how a team's points are made up if some are given to others, or return None."""
        own = 0 if team in self.given else self.count("amount", team[0])
        received = self.count("score", team[0]) - own
        more = f"+ {received}" if received > 0 else format_points(received).replace("\u2212", "\u2212 ")
        if team in self.given:
            said = Text("to all the others")
            return Text("%(first)s, %(points)s", first=said, points=more) if received else said
        return Literal(f"{format_points(own)} {more}") if received else None

    def _list_notes(self) -> Iterator[tuple[str, Text]]:
        notes: list[Text] = []
        for team in self.teams:
            if team in self.given:
                gaps = {"who": self.setup.names(team), "points": abs(self.own[team])}
                notes.append(Text("%(who)s’s %(points)s go to all the others.", **gaps).by("others"))
        if note := self.marks.get(Spot(self.number, POINTS_ROW, NOTE_BOX)):
            notes.append(Literal(str(note)))
        if notes:
            yield POINTS_ROW, join_sentences(notes)

    def _list_open(self, gaps: list[Gap]) -> Iterator[Problem]:
        if not self.own:
            yield Problem((), Text("Nobody has points yet.").by("told"))
        elif not self.whole:
            spots = tuple([Spot(self.number, POINTS_ROW, POINTS_BOX, seat) for seat in self.blank])
            who = self.setup.names(self.blank)
            text = Plural("%(who)s has no points yet.", "%(who)s have no points yet.", len(who), who=who).by("told")
            yield Problem(spots, text, cures=(offer_end(Spot(self.number, POINTS_ROW, ALL)),))


def read_count(setup: Setup, marks: Marks, round: int, ended: bool = False) -> Count:
    """Return a round as entered. With `ended`, it counts as complete once somebody has a number.

    Rule: tally/points, tally/out
    """
    by_round, before = group_by_round(marks), Before()
    for number in range(1, round) if last_in(setup.at(round)) else ():
        before = Count(find_pad(setup.at(number)), setup.at(number), by_round.get(number, {}), number, before).hand_on()
    here = {**by_round.get(round, {}), **({Spot(round, POINTS_ROW, ALL): 1} if ended else {})}
    return Count(find_pad(setup.at(round)), setup.at(round), here, round, before)
