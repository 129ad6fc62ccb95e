"""The page of numbers: fields of a form, which accept sums such as 20+10-5.

Without script they are filled in with the phone's own keyboard, and all numbers of a page are sent at once. The script
(`static/keypad.js`) puts the app's keypad over them and sends each number when the player moves on from it. A page that
asks for no number shows its buttons instead.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import NamedTuple
from urllib.parse import urlencode

from scorekeeper.games.boxes import NumberBox
from scorekeeper.games.entry import Keys, Step, Way
from scorekeeper.games.pad import Seat, Suit, format_points
from scorekeeper.games.signs import Sign
from scorekeeper.language.text import Literal, Text
from scorekeeper.web.entry.fields import MOST_TYPED, Field, find_current, find_next, is_open, list_fields
from scorekeeper.web.entry.remarks import Remark
from scorekeeper.web.entry.sections import Builder, crop_strip
from scorekeeper.web.entry.views import Block, Chip, Page, Section, StripItem
from scorekeeper.web.notice import Notice

OUT = Text("out")

PART_OF_SUM = re.compile("[0-9+-]*")


class NumberField(NamedTuple):
    """The field of a number.

    `at` is the name of the number in an address, `name` that of the field: it has the mark that the page shows, so that
    only a number that was changed is written. `value` is the number, or what is typed. `reason` is what to say of a
    number that is not between `least` and `most`.
    """

    at: str
    name: str
    value: str
    entry: str
    current: bool
    spoken: Text
    least: int
    most: int
    reason: Text


class OwnNumber(NamedTuple):
    """A number that belongs to the table as a whole."""

    label: Text
    cell: NumberField


class PadLine(NamedTuple):
    """One player's numbers.

    `working` is shown below the name. If it is None, `about` is shown instead: the partners, or “out”. `counted` is set
    if the total includes the points of this round. A cell is None where the player has nothing to type. `chip` is drawn
    in place of the name if the name can be tapped, otherwise it is None.
    """

    name: str
    player_sign: Sign
    sign: str
    working: Text | None
    about: Text | None
    total: str
    counted: bool
    cells: list[NumberField | None]
    chip: Chip | None


class Heading(NamedTuple):
    """What the page asks. `named` is the name that a pad gives to the numbers, or None."""

    title: Text
    named: Text | None
    suit: Suit | None
    hint: Text
    notices: list[Notice]


class Buttons(NamedTuple):
    """The buttons of a page: above the numbers, below them, and in place of them."""

    choices: list[Chip]
    below: list[Chip]
    blocks: list[Block]
    remarks: list[Remark]


class Turn(NamedTuple):
    """A number in the order of a page. `label` is that of the button that leads there, `entered` whether it has a mark.

    `decides` is set if the number decides for which of the later numbers is asked.
    """

    at: str
    label: Text
    entered: bool
    decides: bool


NEXT = Text("Next")
"""The label of the next button while it is not known which number comes next."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Order:
    """The order in which the numbers of a page are entered."""

    at: str
    """The name of the current number in an address."""
    since: str
    """The number at which the player began to move on: the next button never leads beyond it."""
    turns: list[Turn]
    """The numbers of this step in order."""
    next_label: Text | None
    """The label of the next button while there is another number to enter in this step, otherwise None."""
    beyond: Text
    """The label of the next button once the step is entered."""
    leads_to_sheet: bool
    """Whether it then leads to the sheet, and `leads_ahead` whether to a later step, before any earlier number."""
    leads_ahead: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Keypad:
    """The page of one step: its numbers or its buttons, and where the next button leads."""

    anchor: str
    """The key of the section. The ids of the section's blocks begin with it."""
    strip: list[StripItem]
    heading: Heading
    own: list[OwnNumber]
    """The numbers of the whole table."""
    heads: list[Text]
    """The heads of the columns of `lines`."""
    lines: list[PadLine]
    buttons: Buttons
    sums: bool
    """Whether sums are usual in the current number. Each number accepts them."""
    picks: range
    """The numbers that have a key of their own."""
    order: Order


def build_keypad(builder: Builder, way: Way, body: Page, asked: Mapping[str, str]) -> Keypad:
    """Build the page of the number that the address names, otherwise of the first blank number.

    `body` is the entry page around it. `asked` is the query, or the form of a tap that was refused. It has the current
    number and what is typed.
    """
    steps = way.steps(builder.setup, builder.marks, builder.round)
    fields = list_fields(builder, steps)
    current = find_current(builder, fields, asked.get("at", ""))
    anchors = [step.key for step in current.steps]
    sections = [section for section in body.sections if section.anchor in anchors]
    numbers = [field for field in fields if field.step is current.step and field.ask]
    cells = {field.at: _build_cell(builder, field, current, asked) for field in numbers}
    boxes = _list_boxes(numbers)
    return Keypad(
        anchor=sections[0].anchor,
        strip=_build_strip(builder, steps, fields, current) if len(steps) > 1 else [],
        heading=_build_heading(current, sections),
        own=[OwnNumber(field.box.label, cells[field.at]) for field in numbers if field.seat is None],
        heads=[box.label for box in boxes],
        lines=_build_lines(builder, numbers, boxes, current, cells) if boxes else [],
        buttons=_build_buttons(builder, sections, current),
        sums=current.ask is not None and current.box.sums,
        picks=range(current.ask.upto + 1) if current.ask and current.ask.upto else range(0),
        order=_build_order(builder, fields, numbers, current, asked.get("from", "")),
    )


def _build_heading(current: Field, sections: list[Section]) -> Heading:
    # One problem can be about several rows, and then every section of the page has it.
    notices = {str(notice.text): notice for section in sections for notice in section.notices}
    hint = Text("Tap everything that applies.") if current.beside else current.step.hint
    suit = None if current.beside else current.row.suit
    return Heading(current.title, current.step.title, suit, hint, list(notices.values()))


def _build_buttons(builder: Builder, sections: list[Section], current: Field) -> Buttons:
    return Buttons(
        [builder.draw_choice(choice) for choice in current.step.choices],
        [builder.draw_choice(choice) for choice in current.step.below],
        [] if current.ask else _list_blocks(builder, sections, current),
        [remark for section in sections for remark in section.remarks],
    )


def _list_blocks(builder: Builder, sections: list[Section], current: Field) -> list[Block]:
    """Return the blocks of buttons on a page. If the page has several rows, each block is headed by its row."""
    if not current.beside:
        return sections[0].blocks
    hints = [builder.rows[step.row].hint for step in current.steps]
    return [
        replace(block, hint=section.title, called=section.title, about=hint)
        for section, hint in zip(sections, hints, strict=True)
        for block in section.blocks
    ]


def _build_order(builder: Builder, fields: list[Field], numbers: list[Field], current: Field, since: str) -> Order:
    # An old link can name a number that is no longer asked for; moving on begins here then.
    since = since if since in [field.at for field in fields] else current.at
    following = find_next(builder, fields, current, since, builder.marks)
    elsewhere = [field for field in fields if field is current or field.step is not current.step]
    beyond = find_next(builder, elsewhere, current, since, builder.marks)
    ahead = fields[fields.index(numbers[-1]) :] if numbers else []
    is_unsure = current.decides and not (following and following.decides)
    label = NEXT if is_unsure else _label_next(builder, current, following)
    return Order(
        at=current.at,
        since=since,
        turns=[
            Turn(
                field.at,
                _label_next(builder, current, field),
                not is_open(builder, field, builder.marks),
                field.decides,
            )
            for field in numbers
        ],
        next_label=label if following in numbers else None,
        beyond=_label_next(builder, current, beyond),
        leads_to_sheet=beyond is None,
        leads_ahead=beyond in ahead,
    )


def _list_boxes(numbers: list[Field]) -> list[NumberBox]:
    """Return the boxes of the players' numbers in the order in which they are asked for, each once."""
    return list({field.box.key: field.box for field in numbers if field.seat is not None}.values())


def _build_lines(
    builder: Builder, numbers: list[Field], boxes: list[NumberBox], current: Field, cells: Mapping[str, NumberField]
) -> list[PadLine]:
    by_place = {(field.seat, field.box.key): cells[field.at] for field in numbers}
    asks = {field.seat: field.ask for field in numbers if field.ask}
    return [
        _build_line(builder, current, seat, asks.get(seat), [by_place.get((seat, box.key)) for box in boxes])
        for seat in _list_shown(builder, current, asks)
    ]


def _list_shown(builder: Builder, current: Field, asks: Mapping[Seat | None, Keys]) -> list[Seat]:
    """Return the seats that have a line, in order. Those who are out have nothing to enter, so they come last."""
    out = builder.before.out if builder.before else {}
    # Where partners share a number or a step stands apart, most players are not asked, so they get no empty lines.
    some = current.step.apart or any(ask.together for ask in asks.values())
    shown = [seat for seat in builder.seats if seat in asks or seat in out or not some]
    return sorted(shown, key=lambda seat: seat in out)


def _build_line(
    builder: Builder, current: Field, seat: Seat, ask: Keys | None, cells: list[NumberField | None]
) -> PadLine:
    cell = builder.sheet.cells.get((current.row.key, seat))
    points = cell.points if cell else None
    # A suit has its points beside it, and the totals are below all suits.
    total = points if current.row.suit else builder.count_points(seat)
    is_out = builder.before is not None and seat in builder.before.out
    return PadLine(
        builder.setup.name(seat),
        builder.setup.sign(seat),
        builder.signs.get((current.row.key, seat), ""),
        cell.because if cell else None,
        (ask.hint if ask else None) or (OUT if is_out else None),
        "" if total is None else format_points(total, builder.sheet.plus and not builder.before),
        points is not None,
        cells,
        builder.draw_choice(ask.named) if ask and ask.named else None,
    )


def _build_cell(builder: Builder, field: Field, current: Field, asked: Mapping[str, str]) -> NumberField:
    mark = builder.marks.get(field.spot)
    spoken = field.box.label
    if field.seat is not None:
        spoken = Text("%(who)s, %(what)s", who=builder.setup.name(field.seat), what=spoken)
    text = "" if mark is None else str(mark)
    name = f"{field.at}={text}"
    value = asked.get(name, text)[:MOST_TYPED]
    typed = asked.get("typed")
    if typed is not None and field.spot == current.spot and len(typed) <= MOST_TYPED and PART_OF_SUM.fullmatch(typed):
        value = typed
    return NumberField(
        field.at,
        name,
        value,
        "" if mark is None else format_points(int(mark)),
        field.spot == current.spot,
        spoken,
        field.box.least,
        field.box.most,
        field.box.describe_range(),
    )


def _label_next(builder: Builder, current: Field, following: Field | None) -> Text:
    if following is None:
        return Text("Show score sheet")
    if following.ask is None:
        return following.title
    what = following.box.label
    seat = following.seat
    # A row with a single box of the same name must not be named twice.
    if seat is None and str(what) == str(following.row.label):
        return what
    if following.spot.row != current.spot.row:
        whose = what if seat is None else Literal(builder.setup.name(seat))
        return Text("%(row)s, %(whose)s", row=following.row.label, whose=whose)
    if seat is None:
        return what
    boxes = {current.spot.box, *(ask.box for ask in following.step.asks if ask.seat is not None)}
    if boxes == {following.spot.box}:
        return Literal(builder.setup.name(seat))
    return Text("%(who)s, %(what)s", who=builder.setup.name(seat), what=what)


def _build_strip(builder: Builder, steps: tuple[Step, ...], fields: list[Field], current: Field) -> list[StripItem]:
    # Reversed, so that the first field of each step remains.
    pages = {field.step.key: field for field in reversed(fields)}
    beside = {step.key for field in fields for step, _ in field.beside}
    return crop_strip(
        [
            _build_item(builder, step, pages.get(step.key), step is current.step)
            for step in steps
            if step.key not in beside
        ]
    )


def _build_item(builder: Builder, step: Step, first: Field | None, is_current: bool) -> StripItem:
    """Return the item of a step. `first` is its first field, or None if it asks for nothing."""
    row = builder.rows[step.row]
    rows, done = ([part.row for part in first.steps], first.done) if first else ([row.key], step.done)
    signs = [sign for key in rows if (sign := builder.signs.get((key, None), ""))]
    name = row.label if row.suit or step.title is None else step.title
    if first and first.beside:
        name = first.title
    url = f"./?{urlencode({'at': first.at})}" if first else ""
    return StripItem(url, row.suit, name, signs[0] if signs else "done" * done, is_current)
