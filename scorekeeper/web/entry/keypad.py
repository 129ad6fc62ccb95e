"""The own keypad: one number or sum after the other, typed digit by digit without the phone's keyboard.

What is typed so far stands in the page's address, so a reload loses nothing; leaving the entry writes it as a line.
Where a step asks for no number, what it asks is tapped in place of the keypad.
"""

import re
from collections.abc import Mapping
from typing import NamedTuple
from urllib.parse import urlencode

from scorekeeper.games.entry import Keys, Step, Way
from scorekeeper.games.pad import Box, Changes, Mark, Marks, Row, Seat, Spot, Suit, signed
from scorekeeper.language.text import Literal, Plural, Text
from scorekeeper.table.spelled import spelled
from scorekeeper.web.entry.remarks import Remark
from scorekeeper.web.entry.sections import Builder, in_sight
from scorekeeper.web.entry.views import Block, Chip, Page, StripItem
from scorekeeper.web.inputs import out_of_range
from scorekeeper.web.notice import Notice

OUT = Text("out")


class PadCell(NamedTuple):
    """One number on the list: what stands there, the sum it is being typed as, and the address that types in it."""

    entry: str
    sum: str
    current: bool
    url: str
    spoken: Text


class OwnNumber(NamedTuple):
    """A number of the whole table."""

    label: Text
    cell: PadCell


class PadLine(NamedTuple):
    """One player's numbers; None where nothing is to be typed. `counted`: the total has this round's points in it.

    `chip` stands in place of the name where that can be tapped. `working` stands below the name, else who that player
    is (`about`): with whom, or out.
    """

    name: str
    sign: str
    working: Text | None
    about: Text | None
    total: str
    counted: bool
    cells: list[PadCell | None]
    chip: Chip | None


class Keypad(NamedTuple):
    """The keypad page: the numbers of one row, the one being typed, and where the next tap leads.

    `own` are the numbers of the whole table, `choices` what is tapped before the players' numbers are typed, `below`
    what may be tapped after them. `sums` and `negative` say which keys there are besides the digits, `left` how many
    players or teams have no number yet. `blocks` are what is tapped where no number is asked for. `untouched`: what is
    `typed` is the number that was written before, and the first digit takes its place. `number` is what going to
    another number writes of the one that is typed. `since` is the number that the way on began at. `turns` are the
    numbers of this step in their order, each with what the way on to it says, and whether it is told; `beyond` is what
    the way on says once they are, and whether that is the sheet. `picks` are the numbers that have a key of their own,
    each with whether the box has room for it. `named` is what a pad calls the numbers, if it does.
    """

    anchor: str
    strip: list[StripItem]
    title: Text
    named: Text | None
    suit: Suit | None
    hint: Text
    own: list[OwnNumber]
    choices: list[Chip]
    below: list[Chip]
    heads: list[Text]
    lines: list[PadLine]
    typed: str
    untouched: bool
    number: str
    at: str
    tap: str
    next_label: Text
    go: str
    notices: list[Notice]
    sums: bool
    negative: bool
    wrong: bool
    left: Text
    remarks: list[Remark]
    blocks: list[Block]
    since: str
    turns: list[tuple[str, Text, bool]]
    beyond: tuple[Text, bool]
    picks: list[tuple[int, bool]]


class Field(NamedTuple):
    """One number to type: where it goes, and what it is called; or (no `ask`) a step that is tapped."""

    step: Step
    ask: Keys | None
    row: Row
    spot: Spot

    @property
    def seat(self) -> Seat | None:
        """Whose number it is."""
        return self.ask.seat if self.ask else None

    @property
    def box(self) -> Box:
        """The box of the pad that the number goes to."""
        box = self.row.box(self.spot.box)
        assert box
        return box

    @property
    def at(self) -> str:
        """How an address names it: `1.red.count.0.`."""
        return spelled({self.spot: None})[:-1]


def keypad(builder: Builder, way: Way, body: Page, asked: Mapping[str, str]) -> Keypad:
    """The keypad for the number that the address names, else the first that is blank.

    `body` is the page it stands on; `asked` is what the address or the form of a tap that was refused says: where the
    keypad is, and what is typed.
    """
    steps = way.steps(builder.setup, builder.marks, builder.round)
    fields = _fields(builder, steps)
    current = _current(builder, fields, asked.get("at", ""))
    typed = _typed(builder, current, asked) if current.ask else ""
    marks = _with(builder.marks, current.spot, typed) if current.ask else builder.marks
    later = way.steps(builder.setup, marks, builder.round)
    since = asked["from"] if asked.get("from") in [field.at for field in fields] else current.at
    following = _following(builder, after := _fields(builder, later), current, since, marks)
    section = next(one for one in body.sections if one.anchor == current.step.key)
    reason = _reason(current, typed) if current.ask else None
    here = [field for field in fields if field.step is current.step and field.ask]
    players = [field for field in here if field.seat is not None]
    boxes = _boxes(players)
    return Keypad(
        section.anchor,
        _strip(builder, steps, fields, current, typed) if len(steps) > 1 else [],
        current.step.title or current.row.label,
        current.step.title,
        current.row.suit,
        current.step.hint,
        [OwnNumber(field.box.label, _cell(builder, field, current, typed)) for field in here if field not in players],
        [builder.side(choice) for choice in current.step.choices],
        [builder.side(choice) for choice in current.step.below],
        [box.label for box in boxes],
        _lines(builder, players, boxes, current, typed) if players else [],
        typed,
        bool(typed) and not {"typed", "key"} & asked.keys(),
        "".join(_writes(builder, current, typed, {})) if current.ask and not reason else "",
        current.at,
        ";".join(_writes(builder, current, typed, _leaving(later, current, following))),
        _next_label(builder, current, following),
        following.at if following else "sheet",
        [*section.notices, *([Notice("certain", reason)] if reason else [])],
        bool(current.ask) and current.box.sums,
        bool(current.ask) and current.box.negative,
        reason is not None,
        _left(builder, after, current, marks, following is None),
        section.remarks,
        [] if current.ask else section.blocks,
        since,
        [(field.at, _next_label(builder, current, field), not _untold(builder, field, marks)) for field in here],
        _beyond(builder, fields, current, since, marks),
        _picks(current, asked, typed),
    )


def _fields(builder: Builder, steps: tuple[Step, ...]) -> list[Field]:
    """What is asked, one after the other: each number, and each step that is tapped."""
    fields = []
    for step in steps:
        row = builder.rows[step.row]
        typed = [ask for ask in step.asks if isinstance(ask, Keys)]
        fields += [Field(step, ask, row, Spot(builder.round, step.row, ask.box, ask.seat)) for ask in typed]
        if step.asks and not typed:
            fields.append(Field(step, None, row, Spot(builder.round, step.row, step.asks[0].box)))
    return fields or [Field(steps[0], None, builder.rows[steps[0].row], Spot(builder.round, steps[0].row, ""))]


def _with(marks: Marks, spot: Spot, typed: str) -> Marks:
    """The marks as they will be when this entry is left: only then is it known what is asked next."""
    number = summed(typed)
    if number is not None:
        return {**marks, spot: number}
    return {other: mark for other, mark in marks.items() if other != spot}


def _following(builder: Builder, fields: list[Field], current: Field, since: str, marks: Marks) -> Field | None:
    """The next that nobody has told, in their order and from the last on to the first; None where the sheet is next.

    Whoever goes on comes once to each: `since` is where that began, and what was left blank on the way stays blank.
    """
    spots, names = [field.spot for field in fields], [field.at for field in fields]
    here = spots.index(current.spot) + 1 if current.spot in spots else len(fields)
    began = names.index(since) if since in names else 0
    ahead = fields[here:] + fields[:began] if began < here else fields[here:began]
    return next((field for field in ahead if _untold(builder, field, marks)), None)


def _beyond(builder: Builder, fields: list[Field], current: Field, since: str, marks: Marks) -> tuple[Text, bool]:
    """What the way on says once all of a step is told, and whether that is the sheet."""
    elsewhere = [field for field in fields if field is current or field.step is not current.step]
    beyond = _following(builder, elsewhere, current, since, marks)
    return _next_label(builder, current, beyond), beyond is None


def _untold(builder: Builder, field: Field, marks: Marks) -> bool:
    """Whether it is still to be told: nothing is written there, nor is it known without."""
    if field.ask is None:
        return not field.step.done
    told = set(field.step.told or ())
    return field.spot not in marks and field.seat not in told and not told >= set(builder.seats)


def _current(builder: Builder, fields: list[Field], at: str) -> Field:
    for field in fields:
        if field.at == at:
            return field
    known = {place for place, cell in builder.sheet.cells.items() if cell.points is not None}
    blank = [
        field
        for field in fields
        if (field.spot not in builder.marks and (field.row.key, field.seat) not in known if field.ask else True)
    ]
    waited_for = [field for field in blank if not field.step.done]
    return (waited_for or blank or fields)[0]


def _typed(builder: Builder, field: Field, asked: Mapping[str, str]) -> str:
    typed, keys = asked.get("typed"), asked.get("key", "").split(",")[:TYPED]
    if typed is None:
        mark = builder.marks.get(field.spot)
        typed = "" if mark is None or keys[0] in DIGIT_KEYS else str(mark)
    typed = readable(typed, field.box)
    for key in keys:
        typed = typed_on(typed, key, field.box)
    return typed


PICK = "del,del,"
"""What a key for a whole number begins with: it takes the place of whatever stands there."""


def _picks(field: Field, asked: Mapping[str, str], typed: str) -> list[tuple[int, bool]]:
    """The numbers that have a key of their own; none where digits were asked for, or a number is begun."""
    begun = bool(typed) and bool({"typed", "key"} & asked.keys()) and not asked.get("key", "").startswith(PICK)
    if not field.ask or not field.ask.upto or "digits" in asked or begun:
        return []
    return [(number, number <= field.box.most) for number in range(field.ask.upto + 1)]


def _reason(field: Field, typed: str) -> Text | None:
    """Why what is typed cannot be left like that; only what the box can hold is ever sent."""
    number, box = summed(typed), field.box
    least = -box.most if box.negative else 0
    return None if number is None or least <= number <= box.most else out_of_range(least, box.most)


def _leaving(steps: tuple[Step, ...], current: Field, following: Field | None) -> Changes:
    """What is said by going on from a step; what the last one says, only where the sheet is next."""
    if following and current.step.key in (following.step.key, steps[-1].key):
        return {}
    said = [step.then for step in steps if step.key == current.step.key]
    return {spot: mark for then in (*said, *([] if following else [steps[-1].then])) for spot, mark in then.items()}


def _writes(builder: Builder, field: Field, typed: str, then: Changes) -> list[str]:
    """What leaving the entry writes: the number if it is another one, and after the last of a step what that means."""
    number, mark = summed(typed), builder.marks.get(field.spot)
    writes: dict[Spot, Mark | None] = {field.spot: number} if field.ask and number != mark else {}
    return [part for part in (spelled(writes), spelled(then)) if part]


def _left(builder: Builder, fields: list[Field], current: Field, marks: Marks, last: bool) -> Text:
    """How many players, or teams that have a number together, have none yet, or at the `last` none at all."""
    fields = [field for field in fields if field.step.key == current.step.key and field.seat is not None]
    left = len({field.seat for field in fields if _untold(builder, field, marks)})
    if not left:
        return Text("All entered")
    if any(field.ask.together for field in fields if field.ask):
        if last:
            return Plural("%(count)s team left blank", "%(count)s teams left blank", left)
        return Plural("%(count)s team left to enter", "%(count)s teams left to enter", left)
    if last:
        return Plural("%(count)s player left blank", "%(count)s players left blank", left)
    return Plural("%(count)s player left to enter", "%(count)s players left to enter", left)


def _boxes(fields: list[Field]) -> list[Box]:
    """The boxes that these fields are typed in, in the order they are asked for."""
    return list({field.box.key: field.box for field in fields}.values())


def _lines(
    builder: Builder,
    players: list[Field],
    boxes: list[Box],
    current: Field,
    typed: str,
) -> list[PadLine]:
    by_place = {(field.seat, field.box.key): field for field in players}
    out = builder.before.out if builder.before else {}
    asks = {field.seat: field.ask for field in players if field.ask}
    together = any(ask.together for ask in asks.values())
    shown = [seat for seat in builder.seats if seat in asks or seat in out or not together]
    lines = []
    for seat in sorted(shown, key=lambda seat: seat in out):
        cell = builder.sheet.cells.get((current.row.key, seat))
        points = cell.points if cell else None
        total = builder.total(seat) if builder.before else points
        ask = asks.get(seat)
        mine = [by_place.get((seat, box.key)) for box in boxes]
        lines.append(
            PadLine(
                builder.setup.name(seat),
                builder.signs.get((current.row.key, seat), ""),
                cell.because if cell else None,
                (ask.hint if ask else None) or (OUT if seat in out else None),
                "" if total is None else signed(total, builder.sheet.plus and not builder.before),
                points is not None,
                [_cell(builder, field, current, typed) if field else None for field in mine],
                builder.side(ask.named) if ask and ask.named else None,
            )
        )
    return lines


def _cell(builder: Builder, field: Field, current: Field, typed: str) -> PadCell:
    mark = builder.marks.get(field.spot)
    spoken = field.box.label
    if field.seat is not None:
        spoken = Text("%(who)s, %(what)s", who=builder.setup.name(field.seat), what=spoken)
    entry, working = "" if mark is None else signed(int(mark)), ""
    if field.spot == current.spot:
        number, single = summed(typed), len(terms(typed)) < 2
        entry = in_writing(typed) if single else signed(number or 0)
        working = "" if single else in_writing(typed)
    return PadCell(entry, working, field.spot == current.spot, _address(builder, field, current, typed), spoken)


def _address(builder: Builder, field: Field, current: Field, typed: str) -> str:
    """Where a number is typed; going to the one that is being typed leaves it as it stands."""
    here = field.ask and field.spot == current.spot and summed(typed) != builder.marks.get(field.spot)
    return f"./?{urlencode({'at': field.at, **({'typed': typed} if here else {})})}"


def _next_label(builder: Builder, current: Field, following: Field | None) -> Text:
    if following is None:
        return Text("Show sheet")
    if following.ask is None:
        return following.step.title or following.row.label
    what = following.box.label
    seat = following.seat
    if following.spot.row != current.spot.row:
        whose = what if seat is None else Literal(builder.setup.name(seat))
        return Text("%(row)s, %(whose)s", row=following.row.label, whose=whose)
    if seat is None:
        return what
    boxes = {current.spot.box, *(ask.box for ask in following.step.asks if ask.seat is not None)}
    if boxes == {following.spot.box}:
        return Literal(builder.setup.name(seat))
    return Text("%(who)s, %(what)s", who=builder.setup.name(seat), what=what)


def _strip(
    builder: Builder, steps: tuple[Step, ...], fields: list[Field], current: Field, typed: str
) -> list[StripItem]:
    items = []
    for step in steps:
        row = builder.rows[step.row]
        first = next((field for field in fields if field.step is step), None)
        sign = builder.signs.get((row.key, None), "") or ("done" if step.done else "")
        url = _address(builder, first, current, typed) if first else ""
        name = row.label if row.suit or step.title is None else step.title
        items.append(StripItem(url, row.suit, name, sign, step is current.step))
    return in_sight(items)


DIGITS = 5

DIGIT_KEYS = tuple("0123456789")

TYPED = 48
"""So many signs may stand on the display."""

TERM = re.compile(r"[+-]?[0-9]*")

NUMBER = rf"[0-9]{{1,{DIGITS}}}"

SUM = re.compile(rf"-?({NUMBER}([+-]{NUMBER})*[+-]?)?")


def typed_on(typed: str, key: str, box: Box) -> str:
    """What stands on the display after a key."""
    if key == "del":
        return typed[:-1]
    if key == "neg" and (box.negative or box.sums):
        return _turned(typed, box)
    if key in ("+", "-") and box.sums:
        typed = typed.rstrip("+-")
        return typed + key if typed else "-" * (key == "-" and box.negative)
    if key in DIGIT_KEYS:
        return _with_digit(typed, key)
    return typed


def readable(typed: str, box: Box) -> str:
    """What came in with the address, if it can be the start of a number or a sum; else nothing."""
    if len(typed) > TYPED or not SUM.fullmatch(typed):
        return ""
    if len(terms(typed)) > 1 and not box.sums:
        return ""
    return typed


def terms(typed: str) -> list[str]:
    """The numbers of a sum with their signs, an unfinished one as well."""
    return [term for term in TERM.findall(typed) if term]


def summed(typed: str) -> int | None:
    """What a sum comes to; None while no number stands there."""
    numbers = [int(term) for term in terms(typed) if term.lstrip("+-")]
    return sum(numbers) if numbers else None


def in_writing(typed: str) -> str:
    """A number or a sum as it is read: 20 + 10 − 5."""
    signed_terms = terms(typed)
    said = signed_terms[:1] + [f"{term[0]} {term[1:]}".rstrip() for term in signed_terms[1:]]
    return " ".join(said).replace("-", "\u2212")


def _with_digit(typed: str, digit: str) -> str:
    last = terms(typed)[-1] if typed else ""
    digits = last.lstrip("+-")
    if len(digits) >= DIGITS or len(typed) >= TYPED:
        return typed
    kept = typed[: len(typed) - len(digits)]
    return kept + ((digits + digit).lstrip("0") or "0")


def _turned(typed: str, box: Box) -> str:
    """The display with the sign of its last number turned round."""
    last = terms(typed)[-1] if typed else ""
    kept, digits = typed[: len(typed) - len(last)], last.lstrip("+-")
    if kept:
        return f"{kept}{'+' if last[0] == '-' else '-'}{digits}"
    if not box.negative:
        return typed
    return digits if last.startswith("-") else f"-{digits}"
