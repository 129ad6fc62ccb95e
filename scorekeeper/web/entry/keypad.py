"""The app's own keypad: numbers and sums are entered one after another, without the phone's keyboard.

The digits typed so far are part of the page's address, so a reload loses nothing. Leaving a number writes it as a line
of the journal. A step that asks for no number shows its buttons instead of the keypad.
"""

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import NamedTuple
from urllib.parse import urlencode

from scorekeeper.games.boxes import NumberBox
from scorekeeper.games.entry import Keys, Step, Way
from scorekeeper.games.pad import Changes, Mark, Marks, Row, Seat, Spot, Suit, format_points
from scorekeeper.language.text import Literal, Plural, Text
from scorekeeper.table.notation import encode_changes
from scorekeeper.web.entry.remarks import Remark
from scorekeeper.web.entry.sections import Builder, crop_strip
from scorekeeper.web.entry.views import Block, Chip, Page, Section, StripItem
from scorekeeper.web.inputs import describe_range
from scorekeeper.web.notice import Notice

OUT = Text("out")


class PadCell(NamedTuple):
    """A number in the list of numbers.

    `entry` is the number as displayed, `sum` the sum being typed, or "" for a single number. `url` is the address of
    the page on which the number is typed.
    """

    entry: str
    sum: str
    current: bool
    url: str
    spoken: Text


class OwnNumber(NamedTuple):
    """A number that belongs to the table as a whole."""

    label: Text
    cell: PadCell


class PadLine(NamedTuple):
    """One player's numbers.

    `working` is shown below the name. If it is None, `about` is shown instead: the partners, or “out”. `counted` is set
    if the total includes the points of this round. A cell is None where the player has nothing to type. `chip` is drawn
    in place of the name if the name can be tapped, otherwise it is None.
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
    """The keypad page: the numbers of one row, the one being typed, and what the next button does.

    - `anchor` is the key of the section. The ids of the section's blocks begin with it.
    - `named` is the name that a pad gives to the numbers, or None.
    - `own` holds the numbers of the whole table.
    - `choices` are the buttons above the players' numbers, and `below` those below them.
    - `heads` are the heads of the columns of `lines`.
    - `typed` is the text on the display. `untouched` is set while it is the saved number, which a first digit replaces.
    - `number` is the change to the current number that is written when the player moves to another number.
    - `at` is the name of the current number in an address.
    - `tap` is what the next button writes, and `next_label` its label.
    - `go` is the name of the number that the next button leads to, or "sheet".
    - `sums` is set if there is a key for sums, `negative` if there is one for the sign.
    - `wrong` is set if the typed number is outside the range of its box.
    - `left` says how many players or teams have no number yet.
    - `blocks` are the blocks of buttons on a page that asks for no number.
    - `since` is the name of the number at which the player began to move on. The next button stops before it would
      offer that number again.
    - `turns` lists the numbers of this step in order. Each entry is the number's name in an address, the label of the
      button that leads to it, and whether it is entered.
    - `beyond` is the label of the next button once the step is entered, and whether it then leads to the sheet.
    - `picks` are the numbers that have a key of their own, each with whether the box allows it.
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
    def at(self) -> str:
        """The name of the field in an address, such as `1.red.count.0.`."""
        return spot_name(self.spot)

    def is_at(self, at: str) -> bool:
        """Return whether `at` names, in an address, this field or another step on its page."""
        return at in (self.at, *(spot_name(spot) for _, spot in self.beside))


def spot_name(spot: Spot) -> str:
    """Return the name of a spot in an address, such as `1.red.count.0.`."""
    return encode_changes({spot: None})[:-1]


def build_keypad(builder: Builder, way: Way, body: Page, asked: Mapping[str, str]) -> Keypad:
    """Build the keypad for the number that the address names, otherwise for the first blank number.

    `body` is the entry page around the keypad. `asked` is the query, or the form of a tap that was refused. It holds
    the current number and what is typed.
    """
    steps = way.steps(builder.setup, builder.marks, builder.round)
    fields = _list_fields(builder, steps)
    current = _find_current(builder, fields, asked.get("at", ""))
    typed = _parse_display(builder, current, asked) if current.ask else ""
    marks = _add_mark(builder.marks, current.spot, typed) if current.ask else builder.marks
    later = way.steps(builder.setup, marks, builder.round)
    # An old link can name a number that is no longer asked for; moving on begins here then.
    since = asked["from"] if asked.get("from") in [field.at for field in fields] else current.at
    following = _find_next(builder, after := _list_fields(builder, later), current, since, marks)
    anchors = [step.key for step in current.steps]
    sections = [section for section in body.sections if section.anchor in anchors]
    section = sections[0]
    reason = _find_fault(current, typed) if current.ask else None
    of_step = [field for field in fields if field.step is current.step and field.ask]
    players = [field for field in of_step if field.seat is not None]
    boxes = _list_boxes(players)
    return Keypad(
        anchor=section.anchor,
        strip=_build_strip(builder, steps, fields, current, typed) if len(steps) > 1 else [],
        title=current.title,
        named=current.step.title,
        suit=None if current.beside else current.row.suit,
        hint=Text("Tap everything that applies.") if current.beside else current.step.hint,
        own=[
            OwnNumber(field.box.label, _build_cell(builder, field, current, typed))
            for field in of_step
            if field not in players
        ],
        choices=[builder.draw_choice(choice) for choice in current.step.choices],
        below=[builder.draw_choice(choice) for choice in current.step.below],
        heads=[box.label for box in boxes],
        lines=_build_lines(builder, players, boxes, current, typed) if players else [],
        typed=typed,
        untouched=bool(typed) and not {"typed", "key"} & asked.keys(),
        number="".join(_list_writes(builder, current, typed, {})) if current.ask and not reason else "",
        at=current.at,
        tap=";".join(_list_writes(builder, current, typed, _list_changes(later, current, following))),
        next_label=_label_next(builder, current, following),
        go=following.at if following else "sheet",
        notices=[*_distinct_notices(sections), *([Notice("certain", reason)] if reason else [])],
        sums=bool(current.ask) and current.box.sums,
        negative=bool(current.ask) and current.box.negative,
        wrong=reason is not None,
        left=_describe_left(builder, after, current, marks, following is None),
        remarks=[remark for section in sections for remark in section.remarks],
        blocks=[] if current.ask else _list_blocks(builder, sections, current),
        since=since,
        turns=[
            (field.at, _label_next(builder, current, field), not _is_open(builder, field, marks)) for field in of_step
        ],
        beyond=_describe_end(builder, fields, current, since, marks),
        picks=_list_picks(current, asked, typed),
    )


def _distinct_notices(sections: list[Section]) -> list[Notice]:
    """Return the notices of all sections, each text only once."""
    # One problem can be about several rows, and then every section of the page has it.
    return list({str(notice.text): notice for section in sections for notice in section.notices}.values())


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


def _list_fields(builder: Builder, steps: tuple[Step, ...]) -> list[Field]:
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


def _add_mark(marks: Marks, spot: Spot, typed: str) -> Marks:
    """Return the marks as they will be once the typed number is written.

    The steps depend on the marks, so the next number can only be found with the typed number included.
    """
    number = add_up(typed)
    if number is not None:
        return {**marks, spot: number}
    return {other: mark for other, mark in marks.items() if other != spot}


def _find_next(builder: Builder, fields: list[Field], current: Field, since: str, marks: Marks) -> Field | None:
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
    return next((field for field in ahead if _is_open(builder, field, marks)), None)


def _describe_end(builder: Builder, fields: list[Field], current: Field, since: str, marks: Marks) -> tuple[Text, bool]:
    """Return the label of the next button once the whole step is entered, and whether it then leads to the sheet."""
    elsewhere = [field for field in fields if field is current or field.step is not current.step]
    beyond = _find_next(builder, elsewhere, current, since, marks)
    return _label_next(builder, current, beyond), beyond is None


def _is_open(builder: Builder, field: Field, marks: Marks) -> bool:
    """Return whether a field still has to be entered.

    A number is open if it has no mark and its step does not count the seat or the whole table as done. A page of
    buttons is open until all its steps are done.
    """
    if field.ask is None:
        return not field.done
    told = set(field.step.told or ())
    return field.spot not in marks and field.seat not in told and not told >= set(builder.seats)


def _find_current(builder: Builder, fields: list[Field], at: str) -> Field:
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


def _parse_display(builder: Builder, field: Field, asked: Mapping[str, str]) -> str:
    typed, keys = asked.get("typed"), asked.get("key", "").split(",")[:MOST_TYPED]
    if typed is None:
        # A first digit replaces the saved number; any other key edits it.
        mark = builder.marks.get(field.spot)
        typed = "" if mark is None or keys[0] in DIGIT_KEYS else str(mark)
    typed = check_display(typed, field.box)
    for key in keys:
        typed = press_key(typed, key, field.box)
    return typed


PICK = "del,del,"
"""Key presses that a key for a whole number sends before the digits, so that the number replaces the display.

Two are enough: boxes with such keys (`Keys.upto`) hold at most two digits, which a test checks for every game.
"""


def _list_picks(field: Field, asked: Mapping[str, str], typed: str) -> list[tuple[int, bool]]:
    """Return the numbers that have a key of their own, each with whether the box allows it.

    Return none if the player asked for the digits, or has begun to type a number.
    """
    begun = bool(typed) and bool({"typed", "key"} & asked.keys()) and not asked.get("key", "").startswith(PICK)
    if not field.ask or not field.ask.upto or "digits" in asked or begun:
        return []
    return [(number, number <= field.box.most) for number in range(field.ask.upto + 1)]


def _find_fault(field: Field, typed: str) -> Text | None:
    """Return why the typed number is outside the range of its box, or None if it fits or nothing is typed."""
    number, box = add_up(typed), field.box
    return None if number is None or box.least <= number <= box.most else describe_range(box.least, box.most)


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


def _list_writes(builder: Builder, field: Field, typed: str, then: Changes) -> list[str]:
    """Return the button values that leaving a number writes: the number if it changed, and the changes `then`."""
    number, mark = add_up(typed), builder.marks.get(field.spot)
    # An unchanged number is not written again, so that looking at it adds no line to the journal.
    writes: dict[Spot, Mark | None] = {field.spot: number} if field.ask and number != mark else {}
    return [part for part in (encode_changes(writes), encode_changes(then)) if part]


def _describe_left(builder: Builder, fields: list[Field], current: Field, marks: Marks, last: bool) -> Text:
    """Say how many players or teams have no number yet.

    Teams are counted if partners share a number. If `last` is set, say how many are left blank instead.
    """
    fields = [field for field in fields if field.step.key == current.step.key and field.seat is not None]
    left = len({field.seat for field in fields if _is_open(builder, field, marks)})
    if not left:
        return Text("All entered")
    if any(field.ask.together for field in fields if field.ask):
        if last:
            return Plural("%(count)s team left blank", "%(count)s teams left blank", left)
        return Plural("%(count)s team left to enter", "%(count)s teams left to enter", left)
    if last:
        return Plural("%(count)s player left blank", "%(count)s players left blank", left)
    return Plural("%(count)s player left to enter", "%(count)s players left to enter", left)


def _list_boxes(fields: list[Field]) -> list[NumberBox]:
    """Return the boxes of these fields in the order in which they are asked for, each once."""
    return list({field.box.key: field.box for field in fields}.values())


def _build_lines(
    builder: Builder,
    players: list[Field],
    boxes: list[NumberBox],
    current: Field,
    typed: str,
) -> list[PadLine]:
    by_place = {(field.seat, field.box.key): field for field in players}
    out = builder.before.out if builder.before else {}
    asks = {field.seat: field.ask for field in players if field.ask}
    # Where partners share a number or a step stands apart, most players are not asked, so they get no empty lines.
    some = current.step.apart or any(ask.together for ask in asks.values())
    shown = [seat for seat in builder.seats if seat in asks or seat in out or not some]
    lines = []
    # Players who are out have nothing to enter, so they come last and the others move up.
    for seat in sorted(shown, key=lambda seat: seat in out):
        cell = builder.sheet.cells.get((current.row.key, seat))
        points = cell.points if cell else None
        total = builder.count_points(seat) if builder.before else points
        ask = asks.get(seat)
        mine = [by_place.get((seat, box.key)) for box in boxes]
        lines.append(
            PadLine(
                builder.setup.name(seat),
                builder.signs.get((current.row.key, seat), ""),
                cell.because if cell else None,
                (ask.hint if ask else None) or (OUT if seat in out else None),
                "" if total is None else format_points(total, builder.sheet.plus and not builder.before),
                points is not None,
                [_build_cell(builder, field, current, typed) if field else None for field in mine],
                builder.draw_choice(ask.named) if ask and ask.named else None,
            )
        )
    return lines


def _build_cell(builder: Builder, field: Field, current: Field, typed: str) -> PadCell:
    mark = builder.marks.get(field.spot)
    spoken = field.box.label
    if field.seat is not None:
        spoken = Text("%(who)s, %(what)s", who=builder.setup.name(field.seat), what=spoken)
    entry, working = "" if mark is None else format_points(int(mark)), ""
    if field.spot == current.spot:
        number, single = add_up(typed), len(split_terms(typed)) < 2
        entry = format_sum(typed) if single else format_points(number or 0)
        working = "" if single else format_sum(typed)
    return PadCell(entry, working, field.spot == current.spot, _build_url(builder, field, current, typed), spoken)


def _build_url(builder: Builder, field: Field, current: Field, typed: str) -> str:
    """Return the address of the page on which the number `field` is typed.

    The address of the current number keeps what is typed and not yet saved.
    """
    # A tap on the number that is being typed must not throw away its digits.
    keep_typed = field.ask and field.spot == current.spot and add_up(typed) != builder.marks.get(field.spot)
    return f"./?{urlencode({'at': field.at, **({'typed': typed} if keep_typed else {})})}"


def _label_next(builder: Builder, current: Field, following: Field | None) -> Text:
    if following is None:
        return Text("Show sheet")
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


def _build_strip(
    builder: Builder, steps: tuple[Step, ...], fields: list[Field], current: Field, typed: str
) -> list[StripItem]:
    items = []
    # Reversed, so that the first field of each step remains.
    pages = {field.step.key: field for field in reversed(fields)}
    beside = {step.key for field in fields for step, _ in field.beside}
    for step in steps:
        if step.key in beside:
            continue
        row, first = builder.rows[step.row], pages.get(step.key)
        rows, done = ([part.row for part in first.steps], first.done) if first else ([row.key], step.done)
        sign = next((sign for key in rows if (sign := builder.signs.get((key, None), ""))), "") or ("done" * done)
        url = _build_url(builder, first, current, typed) if first else ""
        name = row.label if row.suit or step.title is None else step.title
        name = first.title if first and first.beside else name
        items.append(StripItem(url, row.suit, name, sign, step is current.step))
    return crop_strip(items)


MOST_DIGITS = 5
"""Maximum number of digits in each number of a sum."""

DIGIT_KEYS = tuple("0123456789")

MOST_TYPED = 48
"""Maximum number of characters on the display."""

TERM = re.compile(r"[+-]?[0-9]*")

NUMBER = rf"[0-9]{{1,{MOST_DIGITS}}}"

# An address can hold anything. Only what the keys can produce is accepted.
SUM = re.compile(rf"-?({NUMBER}([+-]{NUMBER})*[+-]?)?")


def press_key(typed: str, key: str, box: NumberBox) -> str:
    """Return the display after a key press. An unknown or unavailable key changes nothing."""
    if key == "del":
        return typed[:-1]
    if key == "neg" and (box.negative or box.sums):
        return _reverse_sign(typed, box)
    if key in ("+", "-") and box.sums:
        # A second sign replaces the first.
        typed = typed.rstrip("+-")
        return typed + key if typed else "-" * (key == "-" and box.negative)
    if key in DIGIT_KEYS:
        return _add_digit(typed, key)
    return typed


def check_display(typed: str, box: NumberBox) -> str:
    """Return `typed`, or "" if the keys cannot have produced it for this box."""
    if len(typed) > MOST_TYPED or not SUM.fullmatch(typed):
        return ""
    if len(split_terms(typed)) > 1 and not box.sums:
        return ""
    return typed


def split_terms(typed: str) -> list[str]:
    """Return the numbers of a sum with their signs. The last one can be a sign alone."""
    return [term for term in TERM.findall(typed) if term]


def add_up(typed: str) -> int | None:
    """Return the value of a sum, or None while it has no digit."""
    numbers = [int(term) for term in split_terms(typed) if term.lstrip("+-")]
    return sum(numbers) if numbers else None


def format_sum(typed: str) -> str:
    """Return a number or a sum for display, with spaces and minus signs, such as 20 + 10 − 5."""
    signed_terms = split_terms(typed)
    spaced = signed_terms[:1] + [f"{term[0]} {term[1:]}".rstrip() for term in signed_terms[1:]]
    return " ".join(spaced).replace("-", "\u2212")


def _add_digit(typed: str, digit: str) -> str:
    last = split_terms(typed)[-1] if typed else ""
    digits = last.lstrip("+-")
    # The key does nothing: dropping the first digit instead would change the number unseen.
    if len(digits) >= MOST_DIGITS or len(typed) >= MOST_TYPED:
        return typed
    kept = typed[: len(typed) - len(digits)]
    # Without leading zeros, which the number that is written would not have either.
    return kept + ((digits + digit).lstrip("0") or "0")


def _reverse_sign(typed: str, box: NumberBox) -> str:
    """Return the display with the sign of its last number reversed.

    The first number stays as it is if the box takes no negative numbers.
    """
    last = split_terms(typed)[-1] if typed else ""
    kept, digits = typed[: len(typed) - len(last)], last.lstrip("+-")
    if kept:
        return f"{kept}{'+' if last[0] == '-' else '-'}{digits}"
    if not box.negative:
        return typed
    return digits if last.startswith("-") else f"-{digits}"
