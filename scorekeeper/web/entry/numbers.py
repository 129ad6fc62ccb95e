"""The numbers that a way asks for, in their order, and what a form of them writes."""

import re
from collections.abc import Mapping
from typing import NamedTuple
from urllib.parse import urlencode

from scorekeeper.games.boxes import NumberBox
from scorekeeper.games.entry import Keys, Step
from scorekeeper.games.errors import Malformed
from scorekeeper.games.pad import Changes, Mark, Marks, Row, Seat, Spot
from scorekeeper.language.text import Text
from scorekeeper.table.notation import encode_spot, parse_spot
from scorekeeper.web.entry.entered import EnteredRound, group_pages


class Stop(NamedTuple):
    """A number to type at `spot`, or a page of buttons if `ask` is None."""

    page: tuple[Step, ...]
    """The steps on the screen."""
    step: Step
    """The step that asks, or the first one on a page of buttons."""
    ask: Keys | None
    row: Row
    spot: Spot

    @property
    def done(self) -> bool:
        """Whether everything on the screen is entered."""
        return all(step.done for step in self.page)

    @property
    def seat(self) -> Seat | None:
        """The seat that the number belongs to, or None for a number of the table or a page of buttons."""
        return self.ask.seat if self.ask else None

    @property
    def box(self) -> NumberBox:
        """The box of the pad that the number goes to."""
        box = self.row.box(self.spot.box)
        assert isinstance(box, NumberBox)
        return box

    @property
    def decides(self) -> bool:
        """Whether the number decides for which of the later numbers of its step is asked."""
        return self.ask is not None and self.ask.decides

    @property
    def at(self) -> str:
        """The name of the number in an address, such as `1.red.count.0.`."""
        return encode_spot(self.spot)

    @property
    def url(self) -> str:
        """The address at which it is entered, relative to the page of the round."""
        return f"./?{urlencode({'at': self.at})}"

    def is_at(self, at: str) -> bool:
        """Return whether `at` names, in an address, this number or another step on its page."""
        beside = [Spot(self.spot.round, step.row, step.asks[0].box) for step in self.page[1:]]
        return at in map(encode_spot, (self.spot, *beside))


def list_stops(entered: EnteredRound, steps: tuple[Step, ...] | None = None) -> list[Stop]:
    """Return everything the steps ask for, in order: each number, and each page of buttons. There is at least one.

    If `steps` is None, they are those of the way.
    """
    stops: list[Stop] = []
    steps = entered.steps if steps is None else steps
    for page in group_pages(steps):
        typed = [(step, ask) for step in page for ask in step.asks if isinstance(ask, Keys)]
        stops += [
            Stop(page, step, ask, entered.rows[step.row], Spot(entered.round, step.row, ask.box, ask.seat))
            for step, ask in typed
        ]
        step = page[0]
        if step.asks and not typed:
            spot = Spot(entered.round, step.row, step.asks[0].box)
            stops.append(Stop(page, step, None, entered.rows[step.row], spot))
    # Steps that ask for nothing still need a page to stand on.
    first = entered.rows[steps[0].row]
    return stops or [Stop(steps[:1], steps[0], None, first, Spot(entered.round, first.key, ""))]


def find_next(entered: EnteredRound, stops: list[Stop], current: Stop, since: str, marks: Marks) -> Stop | None:
    """Return the next stop that is not entered yet, or None if the sheet is next.

    The search wraps round from the last stop to the first and ends at `since`, where the player began to move on. So
    each number is offered once, and one that the player skipped stays blank.
    """
    spots, names = [stop.spot for stop in stops], [stop.at for stop in stops]
    after = spots.index(current.spot) + 1 if current.spot in spots else len(stops)
    began = names.index(since) if since in names else 0
    ahead = stops[after:] + stops[:began] if began < after else stops[after:began]
    # A step apart is reached only from the sheet, which says that it is open. Going on never leads into it.
    ahead = [stop for stop in ahead if current.step.apart or not stop.step.apart]
    return next((stop for stop in ahead if is_open(entered, stop, marks)), None)


def is_open(entered: EnteredRound, stop: Stop, marks: Marks) -> bool:
    """Return whether a stop still has to be entered.

    A number is open if it has no mark and its step does not count the seat or the whole table as done. A page of
    buttons is open until all its steps are done.
    """
    if stop.ask is None:
        return not stop.done
    told = set(stop.step.told or ())
    return stop.spot not in marks and stop.seat not in told and not told >= set(entered.seats)


def find_current(entered: EnteredRound, stops: list[Stop], at: str) -> Stop:
    """Return the stop that `at` names in an address, otherwise the first blank one, otherwise the first."""
    for stop in stops:
        if stop.is_at(at):
            return stop
    known = {place for place, cell in entered.sheet.cells.items() if cell.points is not None}
    blank = [
        stop
        for stop in stops
        if not stop.ask or (stop.spot not in entered.marks and (stop.row.key, stop.seat) not in known)
    ]
    # A step can be done with blanks left in it, so those of open steps come first.
    waited_for = [stop for stop in blank if not stop.done]
    return (waited_for or blank or stops)[0]


class Leaving(NamedTuple):
    """What moving on from a number writes besides it, and the name of the next number, or "" for the sheet."""

    changes: Changes
    at: str


def leave(entered: EnteredRound, numbers: Changes, asked: Mapping[str, str]) -> Leaving:
    """Return what the next button of a page does, once the `numbers` are written.

    `asked` is the form: `on` is the number that the player leaves. Without it the whole step is left.
    """
    stops = list_stops(entered)
    current = find_current(entered, stops, asked.get("on") or asked.get("at", ""))
    since = asked.get("from", "")
    marks = {spot: mark for spot, mark in {**entered.marks, **numbers}.items() if mark is not None}
    # The steps depend on the marks, so the next number can only be found with the typed ones included.
    later = entered.way.steps(entered.setup, marks, entered.round)
    if not asked.get("on"):
        of_page = [stop for stop in stops if stop.page is current.page]
        current = of_page[-1]
        since = of_page[0].at if since in [stop.at for stop in of_page] else since
    following = find_next(entered, list_stops(entered, later), current, since, marks)
    return Leaving(_list_changes(later, current, following), following.at if following else "")


def _list_changes(steps: tuple[Step, ...], current: Stop, following: Stop | None) -> Changes:
    """Return the changes, besides the number, that are written on moving on from the current step.

    Return {} while `following` is in the same step. The changes of the last of `steps` are written only if the sheet
    comes next, that is, if `following` is None.
    """
    keys = [step.key for step in current.page]
    if following and {following.step.key, steps[-1].key} & set(keys):
        return {}
    written = [step.then for step in steps if step.key in keys]
    return {spot: mark for then in (*written, *([] if following else [steps[-1].then])) for spot, mark in then.items()}


MOST_TYPED_LETTERS = 48
"""Maximum number of characters in the field of a number."""

SUM_PATTERN = re.compile("[+-]?[0-9]{1,9}([+-][0-9]{1,9})*[+-]?")

TERM = re.compile("[+-]?[0-9]+")

WAS = "was."
"""What stands before the name of a number in the name of the field that says which number its page showed."""


def list_typed(form: Mapping[str, str]) -> dict[str, str]:
    """Return the texts of a form's numbers that are not what its page showed, by the name of the number."""
    names = [name.removeprefix(WAS) for name in form if name.startswith(WAS)]
    return {name: form[name] for name in names if name in form and form[name] != form[WAS + name]}


def read_numbers(form: Mapping[str, str], entered: EnteredRound) -> dict[Spot, Mark | None]:
    """Return the numbers of a form that differ from what its page showed. None is a number that was deleted.

    Raise Malformed for a number that its box cannot hold.
    """
    changes: dict[Spot, Mark | None] = {}
    for name, text in list_typed(form).items():
        spot = parse_spot(name, entered.setup, tuple(entered.rows.values()))
        box = entered.rows[spot.row].box(spot.box)
        if spot.round != entered.round or not isinstance(box, NumberBox):
            raise Malformed("tap", Text("There is no such box on the pad."))
        number = parse_sum(text, box)
        if ("" if number is None else str(number)) != form[WAS + name]:
            changes[spot] = number
    return changes


def parse_sum(text: str, box: NumberBox) -> int | None:
    """Return the value of a number or sum, or None if it is blank. Raise Malformed if the box cannot hold it."""
    plain = re.sub(r"\s", "", text[:MOST_TYPED_LETTERS]).replace("\u2212", "-")
    if not plain:
        return None
    terms = TERM.findall(plain)
    number = sum(map(int, terms))
    if not SUM_PATTERN.fullmatch(plain) or not box.least <= number <= box.most:
        raise Malformed(box.key, box.describe_range())
    return number
