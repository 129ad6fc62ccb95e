"""The own keypad: one number after the other, typed digit by digit without the phone's keyboard.

What is typed so far stands in the page's address, so a reload loses nothing; leaving the entry writes it as a line.
"""

import re
from collections.abc import Mapping
from typing import NamedTuple

from scorekeeper.games.base import Ask, Box, Marks, Row, Seat, Spot, Step, Suit, Way
from scorekeeper.text import Text
from scorekeeper.web.entry import Builder, Notice, signed
from scorekeeper.web.fields import spelled

DIGITS = 5
TYPED = re.compile("-?[0-9]{0,5}")


class PadCell(NamedTuple):
    """One number on the list: what stands there, and the address that types in it."""

    entry: str
    current: bool
    url: str
    spoken: Text


class PadLine(NamedTuple):
    """One player's numbers; None where nothing is to be typed."""

    name: str
    sign: str
    working: Text | None
    total: str
    cells: list[PadCell | None]


class StripLink(NamedTuple):
    url: str
    suit: Suit | None
    name: Text
    sign: str
    current: bool


class Keypad(NamedTuple):
    """The keypad page: the numbers of one row, the one being typed, and where the next tap leads."""

    strip: list[StripLink]
    title: Text
    suit: Suit | None
    hint: Text
    heads: list[Text]
    lines: list[PadLine]
    typed: str
    at: str
    tap: str
    next_label: Text
    go: str
    notices: list[Notice]


class Field(NamedTuple):
    """One number to type: where it goes, and what it is called."""

    step: Step
    ask: Ask
    row: Row
    spot: Spot

    @property
    def seat(self) -> Seat:
        assert self.ask.seat is not None
        return self.ask.seat

    @property
    def at(self) -> str:
        return spelled({self.spot: None})[:-1]


def typed_on(typed: str, key: str, negative: bool) -> str:
    """What stands on the display after a key."""
    if key == "del":
        return typed[:-1]
    if key == "neg" and negative:
        return typed[1:] if typed.startswith("-") else f"-{typed}"
    if len(key) == 1 and key.isascii() and key.isdigit() and len(typed.lstrip("-")) < DIGITS:
        sign, digits = ("-", typed[1:]) if typed.startswith("-") else ("", typed)
        return sign + (digits + key).lstrip("0") if (digits + key).strip("0") else f"{sign}0"
    return typed


def keypad(builder: Builder, way: Way, asked: Mapping[str, str]) -> Keypad:
    """The keypad for the number that the address names, else the first that is blank."""
    steps = way.steps(builder.setup, builder.marks, builder.round)
    fields = _fields(builder, steps)
    current = _current(builder, fields, asked.get("at", ""))
    typed = _typed(builder, current, asked)
    later = way.steps(builder.setup, _with(builder.marks, current.spot, typed), builder.round)
    following = _following(_fields(builder, later), current)
    section = next(found for found in builder.page(way).sections if found.anchor == current.step.key)
    writes = spelled(later[-1].then) if following is None else ""
    changed = typed != str(builder.marks.get(current.spot, ""))
    taps = [f"{current.at}={typed}"] if changed else []
    return Keypad(
        _strip(builder, steps, fields, current),
        current.step.title or current.row.label,
        current.row.suit,
        current.step.hint,
        [box.label for box in _boxes(current, fields)],
        _lines(builder, fields, current, typed),
        typed,
        current.at,
        ";".join(taps + ([writes] if writes else [])),
        _next_label(builder, current, following),
        following.at if following else "sheet",
        section.notices,
    )


def _fields(builder: Builder, steps: tuple[Step, ...]) -> list[Field]:
    return [
        Field(step, ask, builder.rows[step.row], Spot(builder.round, step.row, ask.box, ask.seat))
        for step in steps
        for ask in step.asks
        if ask.show == "keys" and ask.seat is not None
    ]


def _with(marks: Marks, spot: Spot, typed: str) -> Marks:
    """The marks as they will be when this entry is left: only then is it known what is asked next."""
    if typed.lstrip("-"):
        return {**marks, spot: int(typed)}
    return {other: mark for other, mark in marks.items() if other != spot}


def _following(fields: list[Field], current: Field) -> Field | None:
    spots = [field.spot for field in fields]
    index = spots.index(current.spot) + 1 if current.spot in spots else len(spots)
    return fields[index] if index < len(fields) else None


def _current(builder: Builder, fields: list[Field], at: str) -> Field:
    for field in fields:
        if field.at == at:
            return field
    known = {place for place, cell in builder.sheet.cells.items() if cell.points is not None}
    blank = [
        field for field in fields if field.spot not in builder.marks and (field.row.key, field.ask.seat) not in known
    ]
    return (blank or fields)[0]


def _typed(builder: Builder, field: Field, asked: Mapping[str, str]) -> str:
    box = field.row.box(field.spot.box)
    typed = asked.get("typed")
    if typed is None:
        mark = builder.marks.get(field.spot)
        typed = "" if mark is None or "key" in asked else str(mark)
    if not TYPED.fullmatch(typed):
        typed = ""
    return typed_on(typed[: DIGITS + 1], asked.get("key", ""), bool(box and box.negative))


def _boxes(current: Field, fields: list[Field]) -> list[Box]:
    """The boxes that are typed in on this screen, in the order they are asked for."""
    keys = dict.fromkeys(field.spot.box for field in fields if field.step is current.step)
    return [box for key in keys if (box := current.row.box(key))]


def _lines(builder: Builder, fields: list[Field], current: Field, typed: str) -> list[PadLine]:
    here = {(field.ask.seat, field.spot.box): field for field in fields if field.step is current.step}
    boxes = _boxes(current, fields)
    lines = []
    for seat in builder.seats:
        cell = builder.sheet.cells.get((current.row.key, seat))
        lines.append(
            PadLine(
                builder.setup.name(seat),
                builder.signs.get((current.row.key, seat), ""),
                cell.because if cell else None,
                signed(cell.points) if cell and cell.points is not None else "",
                [_cell(builder, here.get((seat, box.key)), box, current, typed) for box in boxes],
            )
        )
    return lines


def _cell(builder: Builder, field: Field | None, box: Box, current: Field, typed: str) -> PadCell | None:
    if field is None:
        return None
    mark = builder.marks.get(field.spot)
    entry = typed.replace("-", "\u2212") if field is current else "" if mark is None else signed(int(mark))
    spoken = Text("%(who)s, %(what)s", who=builder.setup.name(field.seat), what=box.label)
    return PadCell(entry, field is current, f"?at={field.at}", spoken)


def _next_label(builder: Builder, current: Field, following: Field | None) -> Text:
    if following is None:
        return Text("Show the sheet")
    box = following.row.box(following.spot.box)
    assert box
    if following.spot.row != current.spot.row:
        return Text("%(row)s, %(who)s", row=following.row.label, who=builder.setup.name(following.seat))
    return Text("%(who)s, %(what)s", who=builder.setup.name(following.seat), what=box.label)


def _strip(builder: Builder, steps: tuple[Step, ...], fields: list[Field], current: Field) -> list[StripLink]:
    found = []
    for step in steps:
        row = builder.rows[step.row]
        first = next((field for field in fields if field.step is step), None)
        sign = builder.signs.get((row.key, None), "") or ("done" if step.done else "")
        url = f"?at={first.at}" if first else ""
        found.append(StripLink(url, row.suit, row.label, sign, step is current.step))
    return found
