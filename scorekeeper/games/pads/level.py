"""Who is level at the end of a game, and what is asked of them until one is ahead.

A tie-break is asked of nobody else: a game without a tie is over once everything that counts is told.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from scorekeeper.games.pad import Seat, Spot
from scorekeeper.games.pads.evaluate import Gap, Value
from scorekeeper.games.pads.formula import Number
from scorekeeper.games.pads.pad import PadTie
from scorekeeper.games.pads.scoring import Written, of_table, who_ends


@dataclass(frozen=True, slots=True)
class Asked:
    """The tie-break that is not decided yet: between whom, and the places that are still blank."""

    tie: PadTie
    seats: tuple[Seat, ...]
    spots: tuple[Spot, ...]


@dataclass(frozen=True, slots=True)
class TieBreak:
    """The players who are level on points once a round is told, by what each of them has after it.

    `best` are those who are level at the top where the game ends with this round; else nobody.
    """

    written: Written
    round: int
    totals: Mapping[Seat, int]
    best: tuple[Seat, ...]

    def asked(self) -> Asked | None:
        """Return what is asked of those who are level at the top; None where nothing is, or all of it is told.

        Ours: each tie-break is asked only of those who are still level after the one before.
        """
        level = self.best
        for place, tie in enumerate(self.written.pad.ties):
            if not self._apart(level):
                return None
            values = {seat: self.of(place, seat) for seat in level}
            spots = [spot for value in values.values() if isinstance(value, Gap) for spot in value.spots]
            if spots:
                return Asked(tie, level, tuple(dict.fromkeys(spots)))
            numbers = {seat: value for seat, value in values.items() if isinstance(value, Number)}
            first = (max if tie.most else min)(numbers.values(), default=0)
            level = tuple([seat for seat, number in numbers.items() if number == first])
        return None

    def seats_asked(self) -> Mapping[str, tuple[Seat, ...]]:
        """Return by row who is asked for a tie-break: those who have still to tell it, and those who have told it.

        Ours: what was told can always be corrected.
        """
        pad, marks = self.written.pad, self.written.marks
        asked = self.asked()
        open_in = {spot.row for spot in asked.spots} if asked else set()
        told = {(spot.row, spot.seat) for spot in marks if spot.round == self.round}
        return {
            row.key: tuple(
                [
                    seat
                    for seat in self.written.seats(self.round)
                    if (row.key, seat) in told or (asked and row.key in open_in and seat in asked.seats)
                ]
            )
            for row in pad.rows
            if row.decides
        }

    def of(self, place: int, seat: Seat) -> Value:
        """Return what a player has of a tie-break in all rounds; a gap while this round has it blank.

        Ours: what is told in several rounds is added up, as points are.
        """
        now = self.written.evaluator.of(self.written.pad.ties[place].of, seat, self.round)
        return now + self.written.before.tied.get((place, seat), 0) if isinstance(now, Number) else now

    def _apart(self, level: tuple[Seat, ...]) -> bool:
        """Whether those who are level are not partners of one team."""
        return len({self.written.team(seat, self.round) for seat in level}) > 1


def tie_break(written: Written, round: int) -> TieBreak:
    """Return who is level once a round is told. Ours: what is still open makes nobody level."""
    pad, setup = written.pad, written.setup
    if not pad.ties:
        return TieBreak(written, round, {}, ())
    values = {seat: written.evaluator.name("total", seat, round) for seat in written.seats(round)}
    totals = {seat: int(value) for seat, value in values.items() if isinstance(value, Number)}
    if len(totals) < len(values):
        return TieBreak(written, round, totals, ())
    rounds = of_table(pad, setup, pad.rounds)
    if round != rounds and not who_ends(pad, setup, totals, round):
        return TieBreak(written, round, totals, ())
    first = (min if pad.fewest else max)(totals.values(), default=0)
    return TieBreak(written, round, totals, tuple([seat for seat, total in totals.items() if total == first]))
