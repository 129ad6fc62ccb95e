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


def find_open_tie(written: Written) -> Asked | None:
    """Return the first tie-break that still needs entries.

    Return None if there is no tie, or it is decided, or no tie-break is left.

    Rule: pads/tie
    Decision: pad-ties
    """
    level = _find_first_seats(written)
    for place, tie in enumerate(written.pad.ties):
        # Partners win together, so a tie within a team needs no tie-break.
        if len({written.team(seat) for seat in level}) < 2:
            return None
        values = {seat: _add_up(written, place, seat) for seat in level}
        spots = [spot for value in values.values() if isinstance(value, Gap) for spot in value.spots]
        if spots:
            return Asked(tie, level, tuple(dict.fromkeys(spots)))
        numbers = {seat: value for seat, value in values.items() if isinstance(value, Number)}
        first = (max if tie.most else min)(numbers.values(), default=0)
        # Only players who are still tied are asked for the next tie-break.
        level = tuple([seat for seat, number in numbers.items() if number == first])
    return None


def list_asked_seats(written: Written) -> Mapping[str, tuple[Seat, ...]]:
    """Return the seats that are asked for each tie-break, by the key of its row.

    They are the tied seats while the tie-break is open, and all seats with an entry, so that it can be corrected.
    """
    asked = find_open_tie(written)
    open_in = {spot.row for spot in asked.spots} if asked else set()
    told = {(spot.row, spot.seat) for spot in written.marks if spot.round == written.number}
    return {
        row.key: tuple(
            [
                seat
                for seat in written.seats
                if (row.key, seat) in told or (asked and row.key in open_in and seat in asked.seats)
            ]
        )
        for row in written.pad.rows
        if row.decides
    }


def _add_up(written: Written, place: int, seat: Seat) -> Value:
    """Return a player’s value for a tie-break over all rounds so far, or a gap while that of this round is not known.

    `place` is the index of the tie-break in the pad.
    """
    value = written.evaluator.evaluate(written.pad.ties[place].of, seat)
    return value + written.before.tied.get((place, seat), 0) if isinstance(value, Number) else value


def _find_first_seats(written: Written) -> tuple[Seat, ...]:
    """Return the seats in first place, even if there is only one.

    Return () while totals are missing, if the game goes on, or if no tie-break has to be asked.
    """
    pad, setup = written.pad, written.setup
    # Whoever has won at once is ahead whatever the tie-breaks say.
    if not pad.asks_ties or written.find_first():
        return ()
    values = {seat: written.evaluator.look_up("total", seat) for seat in written.seats}
    totals = {seat: int(value) for seat, value in values.items() if isinstance(value, Number)}
    # A total that is missing could change who is tied.
    if len(totals) < len(values):
        return ()
    # Before the end a tie means nothing: the next round may decide.
    rounds = evaluate_for_table(setup, pad.rounds)
    # A play-off can follow the last of the agreed rounds.
    if not 0 < rounds <= written.number and not find_ending_seats(pad, setup, totals, written.number):
        return ()
    ranked = {seat: total for seat, total in totals.items() if not setup.has_no_place(seat)}
    first = (min if pad.fewest else max)(ranked.values(), default=0)
    return tuple([seat for seat, total in ranked.items() if total == first])
