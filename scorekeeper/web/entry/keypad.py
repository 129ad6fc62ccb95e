"""The screen of numbers: fields of a form, which accept sums such as 20+10-5.

Without script they are filled in with the phone's own keyboard, and all numbers of a page are sent at once. The script
(`static/keypad.js`) puts the app's keypad over them and sends each number when the player moves on from it. A screen
that asks for no number shows its buttons instead.
"""

import re
from collections.abc import Mapping

from scorekeeper.games.boxes import NumberBox
from scorekeeper.games.entry import Keys
from scorekeeper.games.pad import Seat, format_points
from scorekeeper.language.text import Literal, Text
from scorekeeper.table.notation import encode_changes
from scorekeeper.web.entry.entered import EnteredRound, find_title
from scorekeeper.web.entry.numbers import MOST_TYPED_LETTERS, Stop, find_next, is_open
from scorekeeper.web.entry.screen import NumberInTurn, Numbers, PadLine, ScreenSection, TapChip, TypedField

OUT_OF_GAME = Text("out")

PART_OF_SUM = re.compile("[0-9+-]*")

NEXT = Text("Next")
"""The label of the next button while it is not known which number comes next."""


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
    return [
        _build_line(
            entered, current, seat, asks.get(seat), [by_place.get((seat, box.key)) for box in boxes], seat in out
        )
        # Those who are out have nothing to enter, so they come last.
        for seat in sorted(shown, key=lambda seat: seat in out)
    ]


def _build_line(
    entered: EnteredRound, current: Stop, seat: Seat, ask: Keys | None, cells: list[TypedField | None], is_out: bool
) -> PadLine:
    cell = entered.sheet.cells.get((current.row.key, seat))
    points = cell.points if cell else None
    # A suit has its points beside it, and the totals are below all suits.
    total = points if current.row.suit else entered.count_points(seat)
    named = ask.named if ask else None
    return PadLine(
        name=entered.setup.name(seat),
        player_sign=entered.setup.sign(seat),
        sign=entered.signs.get((current.row.key, seat), ""),
        working=cell.because if cell else None,
        about=(ask.hint if ask else None) or (OUT_OF_GAME if is_out else None),
        total="" if total is None else format_points(total, entered.sheet.plus and not entered.before),
        counted=points is not None,
        cells=cells,
        chip=TapChip("", encode_changes(named.changes), "side mine" if named.chosen else "side") if named else None,
    )


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
        least=stop.box.least,
        most=stop.box.most,
        reason=stop.box.describe_range(),
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
