"""The addresses at which the rows and numbers of a round are entered."""

from collections.abc import Mapping

from scorekeeper.games.pad import Seat, Spot
from scorekeeper.table.table import Table
from scorekeeper.web.entry.cards import find_card_seats, name_card
from scorekeeper.web.entry.entered import read_round
from scorekeeper.web.entry.numbers import list_stops
from scorekeeper.web.entry.pages import choose_way

EntryPlaces = Mapping[str | Seat | None, str]
"""The addresses at which rows are entered, by key of the row, and those of the players' cards, by seat."""


def find_places(table: Table, round: int) -> EntryPlaces:
    """Return the addresses at which this phone enters the rows of a round.

    The addresses are relative to the sheet. If several steps ask about a row, its address leads to the first step that
    is still open.
    """
    entered = read_round(table, round, choose_way(table, round))
    layout = entered.way.layout
    by_row: dict[str | Seat | None, str] = {}
    if layout == "card":
        by_row = {seat: f"./#{name_card(seat)}" for seat in find_card_seats(entered)}
    # Open steps first, because the first address of a row is kept.
    for step in sorted(entered.steps, key=lambda step: step.done):
        # What was entered before is only corrected, so the way on leads back to the sheet.
        to = "?to=sheet" if step.done and layout == "rows" else ""
        address = f"./{to}#{step.page or step.key}"
        if layout == "keypad":
            stops = list_stops(entered, (step,))
            address = next((stop for stop in stops if stop.spot not in entered.marks), stops[0]).url
        by_row.setdefault(step.row, "./" if layout in ("deck", "card") else address)
    return by_row


def find_blanks(table: Table, round: int) -> dict[Spot, str]:
    """Return the numbers that the sheet of a round waits for, each with the address at which it is entered.

    The addresses are relative to the sheet. Return {} if something else is missing, or if this phone does not type.
    """
    entered, missing = read_round(table, round, choose_way(table, round)), table.sheet(round).open
    if entered.way.layout != "keypad" or any(problem.cures for problem in missing):
        return {}
    addresses = {stop.spot: stop.url for stop in list_stops(entered) if stop.seat is not None and not stop.row.suit}
    spots = [spot for problem in missing for spot in problem.spots]
    return {spot: addresses[spot] for spot in spots} if addresses.keys() >= set(spots) else {}


def find_first_open(table: Table, round: int) -> str:
    """Return the fragment (`#…`) of the first screen of a round that is not entered yet.

    Return "" if everything is entered, nothing is entered, or one screen holds the whole round.
    """
    # The game's first way, not that of this phone: the page of totals is cached for all phones. A page without this
    # anchor simply opens at its top.
    setup = table.setup.at(round)
    way = table.game.ways(setup)[0]
    steps = way.steps(setup, table.marks(round), round) if way.layout == "rows" else ()
    following = (f"#{step.page or step.key}" for step in steps[1:] if not step.done)
    return next(following, "") if steps and steps[0].done else ""
