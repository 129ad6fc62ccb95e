"""The addresses at which the rows and numbers of a round are entered."""

from collections.abc import Mapping

from scorekeeper.games.pad import Seat, Spot
from scorekeeper.table.table import Table
from scorekeeper.web.entry.cards import name_card
from scorekeeper.web.entry.entered import EnteredRound, read_round
from scorekeeper.web.entry.numbers import list_stops
from scorekeeper.web.entry.ways import choose_way

EntryPlaces = Mapping[str | Seat | None, str]
"""The addresses at which rows are entered, by key of the row, and those of the players' cards, by seat."""


def link_places(table: Table, round: int) -> EntryPlaces:
    """Return the addresses at which the rows of a round are entered, relative to the sheet.

    The entry page then leads to the place where this phone enters the row.
    """
    setup = table.setup.at(round)
    places: dict[str | Seat | None, str] = {row.key: f"./?row={row.key}" for row in table.game.rows(setup) if row.boxes}
    if choose_way(table, round).layout == "card":
        places |= {seat: f"./#{name_card(seat)}" for seat in setup.seats(round)}
    return places


def find_place(entered: EnteredRound, row: str) -> str:
    """Return the address at which this phone enters a row, relative to the entry page. "./" if it does not.

    If several steps ask about a row, it is that of the first step that is still open.
    """
    layout = entered.way.layout
    asked = sorted([step for step in entered.steps if step.row == row], key=lambda step: step.done)
    if not asked or layout in ("deck", "card"):
        return "./"
    if layout == "keypad":
        stops = list_stops(entered, (asked[0],))
        return next((stop for stop in stops if stop.spot not in entered.marks), stops[0]).url
    # What was entered before is only corrected, so the way on leads back to the sheet.
    to = "?to=sheet" if asked[0].done and layout == "rows" else ""
    return f"./{to}#{asked[0].page or asked[0].key}"


def find_blanks(table: Table, round: int) -> dict[Spot, str]:
    """Return the numbers that the sheet of a round waits for, each with the address at which it is entered.

    The addresses are relative to the sheet. Return {} if something else is missing, or if this phone does not type.
    """
    missing = table.sheet(round).open
    if not missing or any(problem.cures for problem in missing):
        return {}
    way = choose_way(table, round)
    if way.layout != "keypad":
        return {}
    entered = read_round(table, round, way)
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
