"""The numbers that a way asks for, in their order, and what a form of them writes."""

import re
from collections.abc import Mapping
from typing import NamedTuple

from scorekeeper.games.boxes import NumberBox
from scorekeeper.games.entry import Keys, Step, Way
from scorekeeper.games.errors import Malformed
from scorekeeper.games.pad import Changes, Mark, Marks, Row, Seat, Setup, Spot
from scorekeeper.language.text import Text
from scorekeeper.table.notation import encode_changes
from scorekeeper.web.entry.sections import Builder
from scorekeeper.web.inputs import parse_spot


class Field(NamedTuple):
    """A number to type at `spot`. If `ask` is None, it is a page of buttons instead.

    `beside` are the other steps on a page of buttons, each with the first spot that it asks for.
    """

    step: Step
    ask: Keys | None
    row: Row
    spot: Spot
    beside: tuple[tuple[Step, Spot], ...] = ()

    @property
    def steps(self) -> tuple[Step, ...]:
        """All steps of the page."""
        return (self.step, *(step for step, _ in self.beside))

    @property
    def title(self) -> Text:
        """The title of the page: a joint title if it has several steps, otherwise that of the step or of its row."""
        return (self.step.together if self.beside else None) or self.step.title or self.row.label

    @property
    def done(self) -> bool:
        """Whether everything on the page is entered."""
        return all(step.done for step in self.steps)

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
        """The name of the field in an address, such as `1.red.count.0.`."""
        return spot_name(self.spot)

    def is_at(self, at: str) -> bool:
        """Return whether `at` names, in an address, this field or another step on its page."""
        return at in (self.at, *(spot_name(spot) for _, spot in self.beside))


def spot_name(spot: Spot) -> str:
    """Return the name of a spot in an address, such as `1.red.count.0.`."""
    return encode_changes({spot: None})[:-1]


def list_fields(builder: Builder, steps: tuple[Step, ...]) -> list[Field]:
    """Return everything the steps ask for, in order: each number, and each page of buttons. There is at least one."""
    fields: list[Field] = []
    for step in steps:
        row = builder.rows[step.row]
        if step.page and fields and fields[-1].step.page == step.page:
            beside = (step, Spot(builder.round, step.row, step.asks[0].box))
            fields[-1] = fields[-1]._replace(beside=(*fields[-1].beside, beside))
            continue
        typed = [ask for ask in step.asks if isinstance(ask, Keys)]
        fields += [Field(step, ask, row, Spot(builder.round, step.row, ask.box, ask.seat)) for ask in typed]
        if step.asks and not typed:
            fields.append(Field(step, None, row, Spot(builder.round, step.row, step.asks[0].box)))
    # Steps that ask for nothing still need a page to stand on.
    return fields or [Field(steps[0], None, builder.rows[steps[0].row], Spot(builder.round, steps[0].row, ""))]


def find_next(builder: Builder, fields: list[Field], current: Field, since: str, marks: Marks) -> Field | None:
    """Return the next field that is not entered yet, or None if the sheet is next.

    The search wraps round from the last field to the first and stops at `since`, where the player began to move on. So
    each field is offered once, and a field that the player skipped stays blank.
    """
    spots, names = [field.spot for field in fields], [field.at for field in fields]
    after = spots.index(current.spot) + 1 if current.spot in spots else len(fields)
    began = names.index(since) if since in names else 0
    ahead = fields[after:] + fields[:began] if began < after else fields[after:began]
    # A step apart is reached only from the sheet, which says that it is open. Going on never leads into it.
    ahead = [field for field in ahead if current.step.apart or not field.step.apart]
    return next((field for field in ahead if is_open(builder, field, marks)), None)


def is_open(builder: Builder, field: Field, marks: Marks) -> bool:
    """Return whether a field still has to be entered.

    A number is open if it has no mark and its step does not count the seat or the whole table as done. A page of
    buttons is open until all its steps are done.
    """
    if field.ask is None:
        return not field.done
    told = set(field.step.told or ())
    return field.spot not in marks and field.seat not in told and not told >= set(builder.seats)


def find_current(builder: Builder, fields: list[Field], at: str) -> Field:
    """Return the field that `at` names in an address, otherwise the first blank one, otherwise the first."""
    for field in fields:
        if field.is_at(at):
            return field
    known = {place for place, cell in builder.sheet.cells.items() if cell.points is not None}
    blank = [
        field
        for field in fields
        if (field.spot not in builder.marks and (field.row.key, field.seat) not in known if field.ask else True)
    ]
    # A step can be done with blanks left in it, so those of open steps come first.
    waited_for = [field for field in blank if not field.done]
    return (waited_for or blank or fields)[0]


def _list_changes(steps: tuple[Step, ...], current: Field, following: Field | None) -> Changes:
    """Return the changes, besides the number, that are written on moving on from the current step.

    Return {} while `following` is in the same step. The changes of the last of `steps` are written only if the sheet
    comes next, that is, if `following` is None.
    """
    keys = [step.key for step in current.steps]
    if following and {following.step.key, steps[-1].key} & set(keys):
        return {}
    written = [step.then for step in steps if step.key in keys]
    return {spot: mark for then in (*written, *([] if following else [steps[-1].then])) for spot, mark in then.items()}


class Leaving(NamedTuple):
    """What moving on from a number writes besides it, and the name of the next number, or "" for the sheet."""

    changes: Changes
    at: str


def leave(builder: Builder, way: Way, numbers: Changes, asked: Mapping[str, str]) -> Leaving:
    """Return what the next button of a page does, once the `numbers` are written.

    `asked` is the form: `on` is the number that the player leaves. Without it the whole step is left.
    """
    fields = list_fields(builder, way.steps(builder.setup, builder.marks, builder.round))
    current = find_current(builder, fields, asked.get("on") or asked.get("at", ""))
    since = asked.get("from", "")
    marks = _apply(builder.marks, numbers)
    # The steps depend on the marks, so the next number can only be found with the typed ones included.
    later = way.steps(builder.setup, marks, builder.round)
    if not asked.get("on"):
        of_step = [field for field in fields if field.step is current.step]
        current = of_step[-1]
        since = of_step[0].at if since in [field.at for field in of_step] else since
    following = find_next(builder, list_fields(builder, later), current, since, marks)
    return Leaving(_list_changes(later, current, following), following.at if following else "")


def _apply(marks: Marks, changes: Changes) -> Marks:
    changed = {**marks, **changes}
    return {spot: mark for spot, mark in changed.items() if mark is not None}


MOST_TYPED = 48
"""Maximum number of characters in the field of a number."""

SUM = re.compile("[+-]?[0-9]{1,9}([+-][0-9]{1,9})*[+-]?")

TERM = re.compile("[+-]?[0-9]+")


def read_numbers(asked: Mapping[str, str], setup: Setup, rows: tuple[Row, ...], round: int) -> dict[Spot, Mark | None]:
    """Return the numbers of a form that differ from what its page showed. None is a number that was deleted.

    Raise Malformed for a number that its box cannot hold.
    """
    boxes = {row.key: row for row in rows}
    changes: dict[Spot, Mark | None] = {}
    for name, text in asked.items():
        at, equals, shown = name.rpartition("=")
        if not equals:
            continue
        spot = parse_spot(at, setup, rows)
        box = boxes[spot.row].box(spot.box)
        if spot.round != round or not isinstance(box, NumberBox):
            raise Malformed("tap", Text("There is no such box on the pad."))
        number = parse_sum(text, box)
        if ("" if number is None else str(number)) != shown:
            changes[spot] = number
    return changes


def parse_sum(text: str, box: NumberBox) -> int | None:
    """Return the value of a number or sum, or None if it is blank. Raise Malformed if the box cannot hold it."""
    plain = re.sub(r"\s", "", text[:MOST_TYPED]).replace("\u2212", "-")
    if not plain:
        return None
    terms = TERM.findall(plain)
    number = sum(map(int, terms))
    if not SUM.fullmatch(plain) or not box.least <= number <= box.most:
        raise Malformed(box.key, box.describe_range())
    return number
