"""Ties at the end of a game, and the tie-breaks that are asked until one player is ahead.

Tie-breaks are asked only of tied players. A game without a tie is over as soon as everything that scores is entered.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from scorekeeper.games.pad import Seat, Spot
from scorekeeper.games.pads.evaluate import Gap, Value
from scorekeeper.games.pads.formula import Number
from scorekeeper.games.pads.pad import PadTie
from scorekeeper.games.pads.scoring import Written, evaluate_for_table, find_ending_seats


@dataclass(frozen=True, slots=True)
class Asked:
    """A tie-break that is not decided yet, the tied `seats`, and the `spots` that they still have to enter."""

    tie: PadTie
    seats: tuple[Seat, ...]
    spots: tuple[Spot, ...]


@dataclass(frozen=True, slots=True)
class TieBreak:
    """The points after a round, and the seats that are tied for the win.

    `best` is empty if the game goes on after this round.
    """

    written: Written
    totals: Mapping[Seat, int]
    """Maps seats to their points after the round."""
    best: tuple[Seat, ...]
    """The seats in first place, even if there is only one."""

    def find_open(self) -> Asked | None:
        """Return the first tie-break that still needs entries.

        Return None if there is no tie, or it is decided, or no tie-break is left.

        Rule: pads/tie
        Decision: pad-ties
        """
        level = self.best
        for place, tie in enumerate(self.written.pad.ties):
            # Partners win together, so a tie within a team needs no tie-break.
            if len({self.written.team(seat) for seat in level}) < 2:
                return None
            values = {seat: self.find_value(place, seat) for seat in level}
            spots = [spot for value in values.values() if isinstance(value, Gap) for spot in value.spots]
            if spots:
                return Asked(tie, level, tuple(dict.fromkeys(spots)))
            numbers = {seat: value for seat, value in values.items() if isinstance(value, Number)}
            first = (max if tie.most else min)(numbers.values(), default=0)
            # Only players who are still tied are asked for the next tie-break.
            level = tuple([seat for seat, number in numbers.items() if number == first])
        return None

    def seats_asked(self) -> Mapping[str, tuple[Seat, ...]]:
        """Return the seats that are asked for each tie-break, by the key of its row.

        They are the tied seats while the tie-break is open, and all seats with an entry, so that it can be corrected.
        """
        pad, marks = self.written.pad, self.written.marks
        asked = self.find_open()
        open_in = {spot.row for spot in asked.spots} if asked else set()
        told = {(spot.row, spot.seat) for spot in marks if spot.round == self.written.number}
        return {
            row.key: tuple(
                [
                    seat
                    for seat in self.written.seats
                    if (row.key, seat) in told or (asked and row.key in open_in and seat in asked.seats)
                ]
            )
            for row in pad.rows
            if row.decides
        }

    def find_value(self, place: int, seat: Seat) -> Value:
        """Return a player’s value for a tie-break, added up over all rounds so far.

        Return a gap while the value of this round is not known. `place` is the index of the tie-break in the pad.
        """
        value = self.written.evaluator.evaluate(self.written.pad.ties[place].of, seat)
        return value + self.written.before.tied.get((place, seat), 0) if isinstance(value, Number) else value


def find_tie_break(written: Written) -> TieBreak:
    """Return the totals after a round, and the seats that are tied for the win.

    While totals are missing, or if the game goes on, no seats are tied. Without tie-breaks, the totals are empty too.
    """
    pad, setup = written.pad, written.setup
    # Whoever has won at once is ahead whatever the tie-breaks say.
    if not pad.ties or written.find_first():
        return TieBreak(written, {}, ())
    values = {seat: written.evaluator.look_up("total", seat) for seat in written.seats}
    totals = {seat: int(value) for seat, value in values.items() if isinstance(value, Number)}
    # A total that is missing could change who is tied.
    if len(totals) < len(values):
        return TieBreak(written, totals, ())
    # Before the end a tie means nothing: the next round may decide.
    rounds = evaluate_for_table(setup, pad.rounds)
    # A play-off can follow the last of the agreed rounds.
    if not 0 < rounds <= written.number and not find_ending_seats(pad, setup, totals, written.number):
        return TieBreak(written, totals, ())
    ranked = {seat: total for seat, total in totals.items() if not setup.has_no_place(seat)}
    first = (min if pad.fewest else max)(ranked.values(), default=0)
    return TieBreak(written, totals, tuple([seat for seat, total in ranked.items() if total == first]))
