"""The footer of the entry page on a phone with a seat: its points, who is being waited for, and how to finish."""

from typing import NamedTuple

from scorekeeper.games.pad import Seat, format_foot
from scorekeeper.language.text import Literal, Text
from scorekeeper.table.notation import encode_changes
from scorekeeper.table.seat_entry import OWN, list_blanks
from scorekeeper.table.table import Table
from scorekeeper.web.entry.entered import EnteredRound
from scorekeeper.web.request import own_seat


class SeatFooter(NamedTuple):
    """The footer of the page of one seat."""

    name: str
    hint: Text
    numbers: list[tuple[Text, Text | None]]
    """Labels, each with a number, or None while others still have to enter something."""
    rest: str
    """What a tap on “That’s everything” writes, or "" if nothing is left."""
    begun: bool
    """Whether this seat has entered something."""
    waiting: Text | None
    """Who is being waited for."""


def build_footer(entered: EnteredRound, table: Table) -> SeatFooter | None:
    """Return the footer for the page of a seat, or None on any other page."""
    seat = own_seat(table, entered.round)
    if entered.way.key != OWN or seat is None:
        return None
    setup = entered.setup
    whole = next((choice for choice in table.game.ways(setup) if choice.own), None)
    steps = whole.steps(setup, entered.marks, entered.round) if whole else ()
    # The points of one player can depend on what all others have, so none are shown before they are certain.
    counted = not any(list_blanks(steps, other) for other in entered.seats)
    return SeatFooter(
        name=setup.name(seat),
        hint=entered.way.hint,
        numbers=_list_numbers(entered, table, seat, counted),
        rest=encode_changes(list_blanks(steps, seat)),
        begun=any(spot.round == entered.round and spot.seat == seat for spot in entered.marks),
        waiting=_describe_waiting(entered, seat),
    )


def _list_numbers(entered: EnteredRound, table: Table, seat: Seat, counted: bool) -> list[tuple[Text, Text | None]]:
    """Return the labels and numbers of a player. The points are None unless all are `counted`."""
    total = table.game.total if entered.before else Text("Your points")
    # While others are still being read, the points can grow.
    more = "" if entered.sheet.decided else "\u2026"
    points = Literal(entered.format_total(seat) + more) if counted else None
    feet = [(label, format_foot(numbers[seat])) for label, numbers in entered.sheet.feet if seat in numbers]
    return [(total, points), *feet]


def _describe_waiting(entered: EnteredRound, seat: Seat) -> Text | None:
    waits = sorted({spot.seat for problem in entered.sheet.open for spot in problem.spots if spot.seat is not None})
    return Text("Waiting for %(who)s.", who=entered.setup.names(waits)) if waits and seat not in waits else None
