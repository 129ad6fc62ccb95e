"""A round as it is entered so far, on this phone: the input of everything that the entry page shows."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from scorekeeper.games.entry import Keys, Step, Way
from scorekeeper.games.pad import MOST_ROUNDS, Marks, Seat, Setup, Sheet, format_points
from scorekeeper.games.pads.pad import Row
from scorekeeper.games.standings import Standings
from scorekeeper.language.text import Text
from scorekeeper.table.seat_entry import OWN
from scorekeeper.table.table import Table
from scorekeeper.web.entry.screen import PlayerPoints
from scorekeeper.web.formatting import shorten_names
from scorekeeper.web.notice import Signs, find_signs, find_worst_sign


@dataclass(frozen=True)
class EnteredRound:
    """A round as it is entered so far, and the way in which this phone enters it."""

    setup: Setup
    marks: Marks
    round: int
    rows: Mapping[str, Row]
    sheet: Sheet
    way: Way
    before: Standings | None = None
    """The standings before this round if running totals are shown, otherwise None."""
    all_told: bool = False
    """Whether nobody is shown as leading until each row is entered for everybody."""
    onward: Text | None = None
    """The name of the next round if this one leads there, or None if it leads to its sheet."""

    @cached_property
    def steps(self) -> tuple[Step, ...]:
        """The steps of the way."""
        return self.way.steps(self.setup, self.marks, self.round)

    @cached_property
    def seats(self) -> tuple[Seat, ...]:
        """Who plays this round."""
        return self.setup.seats(self.round)

    @cached_property
    def signs(self) -> Signs:
        """The signs of problems by row and seat."""
        return find_signs(self.sheet)

    @cached_property
    def initials(self) -> Mapping[Seat, str]:
        """The initials of everybody who plays."""
        return shorten_names(self.setup, self.seats)

    @cached_property
    def owners(self) -> Mapping[tuple[str, str, str], Seat]:
        """Who has each card, by row, box and item."""
        return {
            (spot.row, spot.box, spot.item): spot.seat
            for spot in self.marks
            if spot.round == self.round and spot.item and spot.seat is not None and spot.seat in self.seats
        }

    def count_points(self, seat: Seat) -> int:
        """Return the points of a player in this round, or the running total after it if totals are shown."""
        return (self.before.totals[seat] if self.before else 0) + self.sheet.totals[seat]

    def format_total(self, seat: Seat) -> str:
        """Return `count_points` as text. Only the points of a round get a plus sign, not a running total."""
        return format_points(self.count_points(seat), self.sheet.plus and not self.before)

    def list_players(self) -> list[PlayerPoints]:
        """Return each player's points or total so far, with whether the player leads and the sign of a problem.

        With `all_told`, nobody leads while a player lacks a row that others have.
        """
        waited_for = self._find_waited_for() if self.all_told else set()
        leaders = set() if waited_for else self._find_leaders()
        # Where everybody is level, nobody is ahead of anybody.
        if len(leaders) == len(self.seats) > 1:
            leaders = set()
        return [
            PlayerPoints(
                seat=seat,
                name=self.setup.name(seat),
                points=self.format_total(seat),
                leader=seat in leaders,
                growing=seat in waited_for,
                sign=find_worst_sign(self.signs, seat),
                player_sign=self.setup.sign(seat),
            )
            for seat in self.seats
        ]

    def _find_leaders(self) -> set[Seat]:
        open_rows = {spot.row for problem in self.sheet.open for spot in problem.spots}
        # Before the first row is complete nobody leads: all have 0, or only some are entered.
        started = any(row not in open_rows for row, _ in self.sheet.cells)
        if self.before is None:
            return {seat for seat in self.seats if started and self.sheet.ranks[seat] == 1}
        if not started and not self.before.rounds:
            return set()
        # A player who is out no longer leads, unless everybody is out.
        inside = [seat for seat in self.seats if seat not in self.before.out] or list(self.seats)
        totals = {seat: self.count_points(seat) for seat in inside}
        best = min(totals.values()) if self.before.lowest_wins else max(totals.values())
        return {seat for seat, total in totals.items() if total == best}

    def _find_waited_for(self) -> set[Seat]:
        places = [place for place, cell in self.sheet.cells.items() if cell.points is not None]
        rows, seats = {row for row, _ in places}, {seat for _, seat in places}
        return {
            seat
            for (row, seat), cell in self.sheet.cells.items()
            if cell.points is None and row in rows and seat in seats
        }


def read_round(table: Table, round: int, way: Way) -> EnteredRound:
    """Return a round of a table as it is entered so far, in a way."""
    setup = table.setup.at(round)
    return EnteredRound(
        setup=setup,
        marks=table.marks(round),
        round=round,
        rows={row.key: row for row in table.game.rows(setup)},
        sheet=table.sheet(round),
        way=way,
        before=table.standings(round - 1) if way.running else None,
        all_told=table.game.all_told,
        onward=(
            Text("%(round)s %(number)s", round=table.game.round_name, number=round + 1)
            if leads_to_next_round(table, round, way)
            else None
        ),
    )


def leads_to_next_round(table: Table, round: int, way: Way) -> bool:
    """Return whether the next button leads from the last number of a round to the next round, without the sheet.

    It does in the newest round of a game of points, whose page shows everything that the sheet could: one number for
    each player, and the totals.
    """
    most = table.game.rounds(table.setup) or MOST_ROUNDS
    if way.layout != "keypad" or not way.running or way.key == OWN or not table.rounds <= round < most:
        return False
    pages = group_pages(way.steps(table.setup.at(round), table.marks(round), round))
    asks = [ask for step in pages[0] for ask in step.asks]
    boxes = {ask.box for ask in asks if isinstance(ask, Keys) and ask.seat is not None}
    return len(pages) == len(boxes) == 1 and all(isinstance(ask, Keys) and ask.seat is not None for ask in asks)


def group_pages(steps: tuple[Step, ...]) -> list[tuple[Step, ...]]:
    """Return the steps by screen: those that name the same page share one."""
    pages: list[tuple[Step, ...]] = []
    for step in steps:
        if step.page and pages and pages[-1][0].page == step.page:
            pages[-1] += (step,)
        else:
            pages.append((step,))
    return pages


def find_title(entered: EnteredRound, page: Sequence[Step]) -> Text:
    """Return the title of a screen: a joint title if it has several steps, otherwise that of the step or its row."""
    first = page[0]
    return (first.together if len(page) > 1 else None) or first.title or entered.rows[first.row].label
