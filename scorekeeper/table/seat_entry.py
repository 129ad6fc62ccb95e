"""Entry page of a phone with a claimed seat. It asks for the player’s own cards only.

It is derived from a way of entering that the game offers. So every game has it, and all phones write the same marks.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from scorekeeper.games.entry import Ask, Backs, Chips, Counts, Layout, Step, Wait, Way
from scorekeeper.games.game import Game
from scorekeeper.games.pad import Changes, Marks, Seat, Setup, Sheet, Spot
from scorekeeper.language.text import Text

OWN = "own"
"""Key of the way of entering for a phone with a claimed seat."""


def make_own_way(game: Game, setup: Setup, seat: Seat, sheet: Sheet) -> Way:
    """Return the way in which a player enters their own cards: the game’s way for own phones, narrowed to that seat.

    `sheet` is the sheet of the round as entered so far.
    """
    ways = game.ways(setup)
    whole = next((way for way in ways if way.own), next(way for way in ways if way.layout != "deck"))
    layout: Layout = "own" if whole.layout == "rows" else whole.layout

    def steps(setup: Setup, marks: Marks, round: int) -> tuple[Step, ...]:
        phone = _Phone(setup, marks, round, seat, sheet, whole.steps(setup, marks, round))
        return phone.steps() if whole.own else phone.each()

    return Way(OWN, Text("Just my points"), whole.own or whole.hint, layout, steps, whole.running)


def list_blanks(steps: tuple[Step, ...], seat: Seat) -> Changes:
    """Return marks of “none” for each count that the steps ask of a seat and that it has not entered yet.

    Questions other than counts are left out.
    """
    return {
        spot: mark for step in steps for ask in step.asks if ask.seat == seat for spot, mark in _list_blank(ask).items()
    }


def _list_blank(ask: Ask) -> Changes:
    return ask.blank if isinstance(ask, Counts) else {}


@dataclass(frozen=True, slots=True)
class _Phone:
    """A phone with a claimed seat in one round."""

    setup: Setup
    marks: Marks
    round: int
    seat: Seat
    sheet: Sheet
    asked: tuple[Step, ...]
    """The steps of the whole table."""

    def each(self) -> tuple[Step, ...]:
        """Return the steps that ask this seat, narrowed to it. If none does, return all steps.

        A step is done once this seat has answered it, no matter what the others did.
        """
        steps = tuple([self._narrow(step) for step in self.asked])
        return tuple([step for step in steps if step.asks]) or steps

    def _narrow(self, step: Step) -> Step:
        mine = tuple([ask for ask in step.asks if ask.of(self.seat)])
        # `told` names the seats that have answered. Without it the step is done for everybody or nobody.
        done = step.done if step.told is None else self.seat in step.told
        hint = step.own or step.hint
        return replace(step, hint=hint, asks=mine, choices=(), then={}, done=done, below=(), told=None)

    def steps(self) -> tuple[Step, ...]:
        """Return one step per row.

        A row that is asked twice (how many cards, then which ones) appears as the step that is due now.
        """
        stages: dict[str, list[Step]] = {}
        for step in self.asked:
            stages.setdefault(step.row, []).append(step)
        untold = {step.row for step in self.asked for ask in step.asks if ask.seat == self.seat and _list_blank(ask)}
        # All rows are counted before any cards are entered. Only the last row may still be uncounted:
        # entering cards then also writes that it has none.
        counted = untold <= {next(reversed(stages))}
        return tuple([self._step(first, rest, counted) for first, *rest in stages.values()])

    def _step(self, first: Step, rest: list[Step], counted: bool) -> Step:
        """Return the step that is due for a row.

        `first` and `rest` are its steps. `counted` tells whether all rows are counted, so that cards can be entered.
        """
        awaited = self._list_awaited(first)
        if not rest and not awaited:
            return Step(first.row, first.row, first.hint, self._keep_own(first.asks), done=first.done)
        cards = [ask for step in rest for ask in step.asks if ask.seat == self.seat]
        if cards and counted and not awaited:
            # Chips also write “none” for all that is not counted yet.
            besides = list_blanks(self.asked, self.seat)
            asks = [replace(ask, besides=besides) if isinstance(ask, Chips) else ask for ask in cards]
        else:
            asks = [self._ask_after_counting(ask, first.row, awaited, bool(cards)) for ask in first.asks]
        cell = self.sheet.cells.get((first.row, self.seat))
        # Without a cell the seat has none of the row. One that it has not counted yet has a cell without points.
        done = (cell is None or cell.points is not None) and not awaited
        return Step(first.row, first.row, first.hint, self._keep_own(asks), done=done)

    def _list_awaited(self, first: Step) -> tuple[str, ...]:
        """Return the names of the other players who have yet to count a row. `first` is the first step for the row."""
        others = [ask.seat for ask in first.asks if _list_blank(ask) and ask.seat != self.seat]
        return tuple([self.setup.name(seat) for seat in others if seat is not None])

    def _keep_own(self, asks: Iterable[Ask]) -> tuple[Ask, ...]:
        return tuple([ask for ask in asks if ask.seat in (None, self.seat)])

    def _ask_after_counting(self, ask: Ask, row: str, awaited: tuple[str, ...], to_read: bool) -> Ask:
        """Return what to show in place of a question that this seat has answered with a count.

        It says whom the seat waits for, shows flipped cards, or says that the cards are still to be entered. Questions
        to other seats and unanswered ones are returned unchanged. `awaited` names the players who have yet to count.
        `to_read` tells whether the cards are asked for afterwards.
        """
        if ask.seat != self.seat or _list_blank(ask):
            return ask
        told = ask if isinstance(ask, Counts) else None
        if awaited:
            return Wait(ask.seat, ask.box, told, hint=Text("Waiting for %(who)s", who=awaited))
        cell = self.sheet.cells.get((row, self.seat))
        count = self.marks.get(Spot(self.round, row, ask.box, self.seat))
        if cell and cell.flipped and count:
            return Backs(ask.seat, ask.box, int(count), ask.box, hint=ask.hint)
        return Wait(ask.seat, ask.box, told, hint=Text("to enter")) if to_read else ask
