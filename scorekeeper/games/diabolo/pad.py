"""The pad of Diabolo: one row for each colour, and the sheet that the marks on it make."""

from collections.abc import Iterator

from scorekeeper.games.base import Box, Cell, Marks, Problem, Row, Seat, Setup, Sheet, places
from scorekeeper.games.diabolo.boxes import boxes
from scorekeeper.games.diabolo.cards import LOOKS
from scorekeeper.games.diabolo.clashes import clashes, idle_doublers
from scorekeeper.games.diabolo.hands import too_few_cards, too_many_cards, too_many_copies
from scorekeeper.games.diabolo.locks import wrong_locks
from scorekeeper.games.diabolo.missing import still_open
from scorekeeper.games.diabolo.options import hidden_doublers, row_order
from scorekeeper.games.diabolo.reading import END, Colour, Reading, read_round
from scorekeeper.games.diabolo.scoring import winning
from scorekeeper.games.diabolo.sentences import (
    both_sides,
    joined,
    nothing_scored,
    points_working,
    verdict,
    what_it_brings,
)
from scorekeeper.text import Text


def rows(setup: Setup) -> tuple[Row, ...]:
    """The lines of the pad: five colours in the order of their rows, and the one that says that nothing is missing.

    The last one has no suit and holds nothing but ticks.
    """
    end = Box("all", "tick", Text("That is all"), shared=True, told=Text("that is all"), untold=Text("that is not all"))
    colours = [
        Row(slot, LOOKS[slot].label, boxes(slot, hidden_doublers(setup)), suit=LOOKS[slot].suit)
        for slot in row_order(setup)
    ]
    return (*colours, Row(END, end.label, (end,)))


def score(setup: Setup, marks: Marks, round: int) -> Sheet:
    """Work out a round from the marks on its pad: points with their working, who has most and why.

    Totals may be negative, most points win. What is not read yet counts 0 in the totals and leaves the round
    undecided; nothing raises. Source: rulebook IT, scoring.
    """
    reading = read_round(setup, marks, round)
    short = tuple(too_few_cards(reading))
    missing = (*still_open(reading), *(() if reading.all else short))
    problems = tuple(_problems(reading)) + (short if reading.all else ())
    seats = reading.seats
    totals = dict.fromkeys(seats, 0)
    for colour in reading.colours:
        for seat, points in zip(seats, colour.points or ()):
            totals[seat] += points
    wrong = [problem for problem in problems if problem.certain] or missing
    winners: tuple[Seat, ...] = ()
    if wrong:
        said, reason = Text("Not decided yet."), wrong[0].text
    else:
        won = winning([*totals.values()])
        winners = tuple([seats[position] for position in won])
        said, reason = verdict(reading.names, [*totals.values()], won), Text("")
        if not any(any(colour.points or ()) for colour in reading.colours):
            said, reason = nothing_scored([colour.sign or 0 for colour in reading.colours])
    return Sheet(
        cells={key: cell for colour in reading.colours for key, cell in _cells(reading, colour)},
        notes={colour.slot: note for colour in reading.colours for note in _notes(reading, colour)},
        totals=totals,
        ranks=places({seat: -total for seat, total in totals.items()}),
        winners=winners,
        verdict=said,
        reason=reason,
        problems=problems,
        open=missing,
        plus=True,
    )


def _problems(reading: Reading) -> Iterator[Problem]:
    for colour in reading.colours:
        yield from clashes(reading, colour)
    yield from wrong_locks(reading)
    yield from too_many_cards(reading)
    for colour in reading.colours:
        yield from idle_doublers(reading, colour)
        yield from too_many_copies(reading, colour)


def _cells(reading: Reading, colour: Colour) -> Iterator[tuple[tuple[str, Seat], Cell]]:
    """What each player got in a row that counts; who has none of its colour gets no cell."""
    if not colour.sign or not colour.told:
        return
    points, most = colour.points, max(colour.values)
    for position, seat, _, hand in reading.each(colour):
        value = colour.value(position)
        if not hand.marked and position not in colour.doubled:
            continue
        if points is None:
            yield (colour.slot, seat), Cell(None)
        else:
            twice = position in colour.doubled
            because = points_working(hand.cards, value, colour.sign, twice, most) if value else None
            yield (colour.slot, seat), Cell(points[position], because)


def _notes(reading: Reading, colour: Colour) -> Iterator[Text]:
    """How the row stands and what it brings, as soon as there is something to say."""
    said = []
    if colour.counted:
        said.append(both_sides(colour.harp or 0, colour.trident or 0))
    if colour.sign is not None and colour.points is not None:
        said += what_it_brings(
            reading.names, colour.sign, colour.values, colour.points, colour.doubled, colour.look.word
        )
    if said:
        yield joined(said)
