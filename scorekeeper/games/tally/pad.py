"""The pad of any game: one line a round, with a number for each player and a note for the table."""

from collections.abc import Mapping

from scorekeeper.games.ahead import ahead
from scorekeeper.games.base import Box, Cell, Choice, Marks, Problem, Row, Setup, Sheet, Spot
from scorekeeper.games.tally.ending import Ending, best, ending, minus, ranks
from scorekeeper.games.tally.options import MOST_POINTS, taken_off
from scorekeeper.games.tally.reading import ALL, NOTE, POINTS, ROW, Points, Round, one, read, totals
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
    """Work out a round from the numbers on its pad: who has most or fewest of it, and who leads after it.

    A 0 is a number like any other. Who has none is waited for, until somebody says that this is all: then the player
    gets nothing in this round, and a dash stands there.
    """
    written = read(setup, marks)
    now = one(setup, written, round)
    so_far = totals(setup, written, now.seats, round)
    missing = _missing(setup, now, round)
    end = ending(setup, written)
    ended = end if end and end.round == round else None
    verdict, reason = _said(setup, now, round, so_far, ended)
    first = best(setup, now.points)
    note = marks.get(Spot(round, ROW, NOTE))
    return Sheet(
        cells={(ROW, seat): Cell(points) for seat, points in now.points.items()},
        notes={ROW: Literal(str(note))} if note else {},
        totals={seat: now.points.get(seat, 0) for seat in now.seats},
        ranks=_ranks(setup, now),
        winners=() if missing else ended.winners if ended else first,
        verdict=verdict,
        reason=missing[0].text if missing else reason,
        feet=((Text("So far"), so_far),),
        open=missing,
    )


def _ranks(setup: Setup, now: Round) -> Mapping[int, int]:
    """The places of a round: those who have nothing come last together."""
    return {**dict.fromkeys(now.seats, len(now.points) + 1), **ranks(setup, now.points)}


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


def _said(setup: Setup, now: Round, round: int, so_far: Points, ended: Ending | None) -> tuple[Text, Text]:
    """The verdict, and what stands behind it."""
    if not now.whole:
        return Text("Not decided yet."), Text("")
    if ended:
        return ended.verdict, ended.reason
    first, leaders = best(setup, now.points), best(setup, so_far)
    got = now.points[first[0]]
    points = f"+{got}" if got > 0 else minus(got)
    verdict = Text("Round %(number)s: %(who)s %(points)s.", number=round, who=setup.names(first), points=points)
    if 1 < len(first) == len(now.seats):
        verdict = Text("Round %(number)s: %(points)s for everybody.", number=round, points=points)
    return verdict, ahead(setup.names(leaders), minus(so_far[leaders[0]]), len(now.seats))
