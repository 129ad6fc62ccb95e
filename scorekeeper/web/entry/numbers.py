"""The numbers that a way asks for: their order, their screen, and what a form of them writes.

The screen has fields, which accept sums such as 20+10-5. Without script they are filled in with the phone's own
keyboard, and all numbers of a page are sent at once. The script (`static/keypad.js`) puts the app's keypad over them
and sends each number when the player moves on from it. A screen that asks for no number shows its buttons instead.
"""

import re
from collections.abc import Mapping
from typing import NamedTuple
from urllib.parse import urlencode

from scorekeeper.games.entry import Keys, Step
from scorekeeper.games.errors import Malformed
from scorekeeper.games.pad import Changes, Mark, Marks, Seat, Spot, format_points
from scorekeeper.games.pads.boxes import NumberBox
from scorekeeper.games.pads.pad import Row
from scorekeeper.language.text import Literal, Text
from scorekeeper.table.notation import encode_changes, encode_spot, parse_spot
from scorekeeper.web.entry.entered import EnteredRound, find_title, group_pages
from scorekeeper.web.entry.screen import NumberInTurn, Numbers, PadLine, ScreenSection, TapChip, TypedField


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
    """Return the stop that `at` names in an address, otherwise the first blank one, otherwise the first.

    The name of another step on a page of buttons leads there as well.
    """
    for stop in stops:
        beside = [Spot(entered.round, step.row, step.asks[0].box) for step in stop.page[1:]]
        if at in map(encode_spot, (stop.spot, *beside)):
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


def leave(entered: EnteredRound, numbers: Changes, asked: Mapping[str, str]) -> tuple[Changes, str]:
    """Return what the next button of a page writes besides the `numbers`, and the name of the next number, "" for the
    sheet.

    `asked` is the form: `on` is the number that the player leaves. Without it the whole step is left. Nothing is
    written while the next number is in the same step. What the last step writes is written only if the sheet is next.
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
    at, keys = following.at if following else "", [step.key for step in current.page]
    if following and {following.step.key, later[-1].key} & set(keys):
        return {}, at
    written = [step.then for step in later if step.key in keys] + ([] if following else [later[-1].then])
    return {spot: mark for then in written for spot, mark in then.items()}, at


MOST_TYPED_LETTERS = 48
"""Maximum number of characters in the field of a number."""

SUM_PATTERN = re.compile("[+-]?[0-9]{1,9}([+-][0-9]{1,9})*[+-]?")

TERM = re.compile("[+-]?[0-9]+")

PART_OF_SUM = re.compile("[0-9+-]*")

OUT_OF_GAME = Text("out")

NEXT = Text("Next")
"""The label of the next button while it is not known which number comes next."""

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
        spot, box = parse_spot(name, entered.setup, entered.rows)
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
    least, most = box.bounds
    number = sum(map(int, terms))
    if not SUM_PATTERN.fullmatch(plain) or not least <= number <= most:
        raise Malformed(box.key, box.describe_range())
    return number


def build_numbers(
    entered: EnteredRound, stops: list[Stop], current: Stop, section: ScreenSection, asked: Mapping[str, str]
) -> Numbers:
    """Return the numbers of the screen of `current`, one of `stops`, with the order in which they are entered.

    `asked` is the query, or the form of a tap that was refused. It has what is typed.
    """
    numbers = [stop for stop in stops if stop.page is current.page and stop.ask]
    fields = {stop.at: _build_field(entered, stop, current, asked) for stop in numbers}
    # The boxes of the players' numbers in the order in which they are asked for, each once.
    boxes = list({stop.box.key: stop.box for stop in numbers if stop.seat is not None}.values())
    names, since = [stop.at for stop in stops], asked.get("from", "")
    # An old link can name a number that is no longer asked for; moving on begins here then.
    since = since if since in names else current.at
    following = find_next(entered, stops, current, since, entered.marks)
    elsewhere = [stop for stop in stops if stop is current or stop.page is not current.page]
    beyond = find_next(entered, elsewhere, current, since, entered.marks)
    is_unsure = current.decides and not (following and following.decides)
    label = NEXT if is_unsure else _label_next(entered, current, following)
    return Numbers(
        section=section,
        own=[fields[stop.at] for stop in numbers if stop.seat is None],
        heads=[box.label for box in boxes],
        lines=_build_lines(entered, numbers, boxes, current, fields) if boxes else [],
        sums=current.ask is not None and current.box.sums,
        picks=range(current.ask.upto + 1) if current.ask and current.ask.upto else range(0),
        at=current.at,
        since=since,
        turns=[
            NumberInTurn(
                stop.at, _label_next(entered, current, stop), not is_open(entered, stop, entered.marks), stop.decides
            )
            for stop in numbers
        ],
        next_label=label if following in numbers else None,
        beyond=_label_next(entered, current, beyond),
        leads_to_sheet=beyond is None and entered.onward is None,
        leads_ahead=bool(numbers) and beyond in stops[names.index(numbers[-1].at) :],
    )


def _build_lines(
    entered: EnteredRound, numbers: list[Stop], boxes: list[NumberBox], current: Stop, fields: Mapping[str, TypedField]
) -> list[PadLine]:
    by_place = {(stop.seat, stop.box.key): fields[stop.at] for stop in numbers}
    asks = {stop.seat: stop.ask for stop in numbers if stop.ask}
    out = entered.before.out if entered.before else {}
    # Where partners share a number or a step stands apart, most players are not asked, so they get no empty lines.
    some = current.step.apart or any(ask.together for ask in asks.values())
    shown = [seat for seat in entered.seats if seat in asks or seat in out or not some]
    lines = []
    # Those who are out have nothing to enter, so they come last.
    for seat in sorted(shown, key=lambda seat: seat in out):
        cell, ask = entered.sheet.cells.get((current.row.key, seat)), asks.get(seat)
        points = cell.points if cell else None
        # A suit has its points beside it, and the totals are below all suits.
        total = points if current.row.suit else entered.count_points(seat)
        named = ask.named if ask else None
        line = PadLine(
            name=entered.setup.name(seat),
            player_sign=entered.setup.sign(seat),
            sign=entered.signs.get((current.row.key, seat), ""),
            working=cell.because if cell else None,
            about=(ask.hint if ask else None) or (OUT_OF_GAME if seat in out else None),
            total="" if total is None else format_points(total, entered.sheet.plus and not entered.before),
            counted=points is not None,
            cells=[by_place.get((seat, box.key)) for box in boxes],
            chip=TapChip("", encode_changes(named.changes), "side mine" if named.chosen else "side") if named else None,
        )
        lines.append(line)
    return lines


def _build_field(entered: EnteredRound, stop: Stop, current: Stop, asked: Mapping[str, str]) -> TypedField:
    mark = entered.marks.get(stop.spot)
    spoken = stop.box.label
    if stop.seat is not None:
        spoken = Text("%(who)s, %(what)s", who=entered.setup.name(stop.seat), what=spoken)
    text = "" if mark is None else str(mark)
    value = asked.get(stop.at, text)[:MOST_TYPED_LETTERS]
    typed = asked.get("typed")
    is_current = stop.spot == current.spot
    if typed is not None and is_current and len(typed) <= MOST_TYPED_LETTERS and PART_OF_SUM.fullmatch(typed):
        value = typed
    return TypedField(
        at=stop.at,
        mark=text,
        value=value,
        entry="" if mark is None else format_points(int(mark)),
        current=is_current,
        spoken=spoken,
        box=stop.box,
    )


def _label_next(entered: EnteredRound, current: Stop, following: Stop | None) -> Text:
    if following is None:
        return entered.onward or Text("Show score sheet")
    if following.ask is None:
        return find_title(entered, following.page)
    what = following.box.label
    seat = following.seat
    # A row with a single box of the same name must not be named twice.
    if seat is None and str(what) == str(following.row.label):
        return what
    if following.spot.row != current.spot.row:
        whose = what if seat is None else Literal(entered.setup.name(seat))
        return Text("%(row)s, %(whose)s", row=following.row.label, whose=whose)
    if seat is None:
        return what
    boxes = {current.spot.box, *(ask.box for ask in following.step.asks if ask.seat is not None)}
    if boxes == {following.spot.box}:
        return Literal(entered.setup.name(seat))
    return Text("%(who)s, %(what)s", who=entered.setup.name(seat), what=what)
