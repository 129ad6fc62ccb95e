"""The pad of any game: one line a round, with a number for each player and a note for the table."""

from collections.abc import Mapping

from scorekeeper.games.base import Box, Cell, Choice, Marks, Problem, Row, Seat, Setup, Sheet, Spot, places
from scorekeeper.games.standings import minus
from scorekeeper.games.tally.options import MOST_POINTS, lowest_wins, taken_off
from scorekeeper.games.tally.reading import ALL, NOTE, POINTS, ROW, Round, read_round
from scorekeeper.text import Literal, Plural, Text

NOTE_LENGTH = 80
THAT_IS_ALL = Text("That is all")

ADDED = Plural("%(who)s gets %(mark)s point", "%(who)s gets %(mark)s points", 1)
TAKEN_OFF = Plural("%(who)s has %(mark)s point taken off", "%(who)s has %(mark)s points taken off", 1)


def rows(setup: Setup) -> tuple[Row, ...]:
    """The only line of the pad."""
    points = Box(
        POINTS,
        "number",
        Text("Points"),
        most=MOST_POINTS,
        negative=True,
        sums=True,
        told=TAKEN_OFF if taken_off(setup) else ADDED,
        untold=Text("the points of %(who)s are blank"),
    )
    note = Box(
        NOTE,
        "words",
        Text("Note"),
        most=NOTE_LENGTH,
        shared=True,
        told=Text("a note says “%(mark)s”"),
        untold=Text("the note is rubbed out"),
    )
    end = Box(ALL, "tick", THAT_IS_ALL, shared=True, told=Text("that is all"), untold=Text("that is not all"))
    return (Row(ROW, Text("Points"), (points, note, end)),)


def score(setup: Setup, marks: Marks, round: int) -> Sheet:
    """Work out a round from the numbers on its pad: who has most or fewest of it.

    A 0 is a number like any other. Who has none is waited for, until somebody says that this is all: then the player
    gets nothing in this round, and a dash stands there.
    """
    now = read_round(setup, marks, round)
    missing = _missing(setup, now, round)
    ranks = _ranks(setup, now)
    first = tuple([seat for seat in now.points if ranks[seat] == 1])
    note = marks.get(Spot(round, ROW, NOTE))
    return Sheet(
        cells={(ROW, seat): Cell(points) for seat, points in now.points.items()},
        notes={ROW: Literal(str(note))} if note else {},
        totals={seat: now.points.get(seat, 0) for seat in now.seats},
        ranks=ranks,
        winners=() if missing else first,
        verdict=Text("Not decided yet.") if missing else _verdict(setup, now, round, first),
        reason=missing[0].text if missing else Text(""),
        open=missing,
    )


def _ranks(setup: Setup, now: Round) -> Mapping[int, int]:
    """The places of a round: those who have nothing come last together."""
    sign = 1 if lowest_wins(setup) else -1
    first = places({seat: sign * points for seat, points in now.points.items()})
    return {**dict.fromkeys(now.seats, len(now.points) + 1), **first}


def _missing(setup: Setup, now: Round, round: int) -> tuple[Problem, ...]:
    """Who is still waited for."""
    if now.whole:
        return ()
    if not now.points:
        return (Problem((), Text("Nobody has points yet.")),)
    spots = tuple([Spot(round, ROW, POINTS, seat) for seat in now.blank])
    who = setup.names(now.blank)
    text = Plural("%(who)s has no points yet.", "%(who)s have no points yet.", len(who), who=who)
    return (Problem(spots, text, cures=(Choice(THAT_IS_ALL, {Spot(round, ROW, ALL): 1}),)),)


def _verdict(setup: Setup, now: Round, round: int, first: tuple[Seat, ...]) -> Text:
    """Who got most or fewest points in the round."""
    got = now.points[first[0]]
    points = f"+{got}" if got > 0 else minus(got)
    if 1 < len(first) == len(now.seats):
        return Text("Round %(number)s: %(points)s for everybody.", number=round, points=points)
    return Text("Round %(number)s: %(who)s %(points)s.", number=round, who=setup.names(first), points=points)
