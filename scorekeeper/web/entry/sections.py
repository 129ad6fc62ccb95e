"""The screen that a round is entered on: the steps of a way turned into sections, chips and buttons."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import replace

from scorekeeper.games.entry import Ask, Backs, Chips, Counts, Digits, Keys, Lives, Pegs, Sides, Step, Track, Wait
from scorekeeper.games.pad import Cell, Changes, Choice, Seat, Spot, format_foot, format_points
from scorekeeper.games.pads.boxes import ChipsBox, WordsBox
from scorekeeper.games.pads.pad import Row
from scorekeeper.games.signs import SIGNS
from scorekeeper.language.text import Literal, Plural, Text
from scorekeeper.table.notation import encode_changes, encode_spot
from scorekeeper.table.seat_entry import OWN, list_blanks
from scorekeeper.table.table import Table
from scorekeeper.web.entry.entered import EnteredRound, find_title, group_pages
from scorekeeper.web.entry.numbers import Stop, build_numbers, find_current, list_stops
from scorekeeper.web.entry.screen import (
    Block,
    CardBox,
    Controls,
    DeckColumn,
    Next,
    PlayerCard,
    PlayerPoints,
    Remark,
    Screen,
    ScreenSection,
    SeatFooter,
    StripItem,
    TapChip,
)
from scorekeeper.web.forms import parse_small
from scorekeeper.web.notice import Button, Notice, build_notice
from scorekeeper.web.request import own_seat
from scorekeeper.web.scoring.chart import PegLane

MINOR_COUNT = 7
"""Count from which on chips are drawn lighter, because such piles are rare."""

ROUND_DIGITS = 2
"""Maximum number of digits on a round chip."""

SOME_COUNT = 4
"""A count that any pile can have. It stands for the tapped count when the following chips are prepared in advance."""


def build_screen(entered: EnteredRound, asked: Mapping[str, str], refused: tuple[str, str] = ("", "")) -> Screen:
    """Return the entry page of a round.

    `asked` is the query of the page, or the form of a tap that was refused: `at` is the section or the number in which
    the last tap was made, `seat` the player for whom a tap on the full deck marks cards. `refused` is the button value
    and the text of a refused remark, which the page shows again.
    """
    layout, at = entered.way.layout, asked.get("at", "")
    stops = list_stops(entered) if layout == "keypad" else []
    current = find_current(entered, stops, at) if stops else None
    # A full deck shows columns in place of blocks, cards have them in their boxes, and a keypad shows the numbers or
    # the blocks of one screen.
    only = (() if current.ask else current.page) if current else () if layout in ("deck", "card") else None
    sections = build_sections(entered, refused, only)
    players = entered.list_players()
    screen = Screen(layout, _build_strip(entered, at, stops, current), sections, players)
    if current:
        section = next(section for section in sections if section.anchor == current.page[0].key)
        screen.numbers = build_numbers(entered, stops, current, section, asked)
    if layout == "deck":
        seat = parse_small(asked.get("seat", ""))
        place = entered.seats.index(seat) if seat is not None and seat in entered.seats else 0
        painter = screen.painter = players[place]
        screen.next_painter = next(iter(players[place + 1 :]), None)
        screen.about_painter = _describe_painter(entered, painter)
        for step in entered.steps:
            row = entered.rows[step.row]
            box = next(box for box in row.boxes if isinstance(box, ChipsBox))
            chips = tuple(_draw_chip(entered, row, box, item, painter.seat) for item in box.items)
            screen.deck.append(DeckColumn(row.suit, row.label, chips, entered.signs.get((row.key, None), "")))
    if layout == "card":
        asks = [ask for step in entered.steps for ask in step.asks]
        screen.cards = [_build_card(entered, each) for each in players if any(ask.of(each.seat) for ask in asks)]
    if layout == "lives":
        screen.around = arrange_around_phone(sections[0].blocks)
    return screen


def build_sections(
    entered: EnteredRound, refused: tuple[str, str] = ("", ""), only: Sequence[Step] | None = None
) -> list[ScreenSection]:
    """Return the sections of a round in order. If `only` is given, those of other steps have no blocks."""
    pages = group_pages(entered.steps)
    if entered.way.layout not in ("rows", "keypad"):
        pages = [(step,) for step in entered.steps]
    # A remark is offered by the last step about its row, or by the last step of all if none is about it.
    last, noted = {step.row: step.key for step in entered.steps}, defaultdict[str, list[Remark]](list)
    for row in entered.rows.values():
        noted[last.get(row.key, entered.steps[-1].key)] += _list_remarks(entered, row, refused)
    return [
        _build_section(entered, page, pages[place + 1 :], noted, only is None or page[0] in only)
        for place, page in enumerate(pages)
    ]


def _list_remarks(entered: EnteredRound, row: Row, refused: tuple[str, str]) -> list[Remark]:
    """Return the remarks of a row: one for a box of the whole table, and one per player for each other box.

    `refused` is the value of a save button and the text beside it that was refused, which nobody has to type again.
    """
    remarks = []
    for box in row.boxes:
        if not isinstance(box, WordsBox):
            continue
        for seat in (None,) if box.shared else entered.seats:
            spot, label = Spot(entered.round, row.key, box.key, seat), box.label
            if seat is not None:
                label = Text("%(who)s, %(what)s", who=entered.setup.name(seat), what=label)
            # The tap ends in “=”, and the words that the form sends are appended to it (`parse_changes`).
            tap = encode_changes({spot: None})
            # Not as saved: the mark for a saved remark must not stand beside words that were refused.
            is_refused = tap == refused[0]
            words = refused[1] if is_refused else str(entered.marks.get(spot, ""))
            remarks.append(Remark(label, words, box.most, tap, kept=spot in entered.marks and not is_refused))
    return remarks


def build_footer(entered: EnteredRound, table: Table) -> SeatFooter | None:
    """Return the footer for the page of a seat, or None on any other page."""
    seat = own_seat(table, entered.round)
    if entered.way.key != OWN or seat is None:
        return None
    setup = entered.setup
    whole = next((choice for choice in table.game.ways(setup) if choice.own), None)
    steps = whole.steps(setup, entered.marks, entered.round) if whole else ()
    # The points of one player can depend on what all others have, so none are shown before they are certain.
    counted = not any(list_blanks(steps, other) for other in entered.seats)
    # While others are still being read, the points can grow.
    points = Literal(entered.format_total(seat) + ("" if entered.sheet.decided else "\u2026")) if counted else None
    total = table.game.total if entered.before else Text("Your points")
    feet = [(label, format_foot(numbers[seat])) for label, numbers in entered.sheet.feet if seat in numbers]
    waits = sorted({spot.seat for problem in entered.sheet.open for spot in problem.spots if spot.seat is not None})
    return SeatFooter(
        name=setup.name(seat),
        hint=entered.way.hint,
        numbers=[(total, points), *feet],
        rest=encode_changes(list_blanks(steps, seat)),
        begun=any(spot.round == entered.round and spot.seat == seat for spot in entered.marks),
        waiting=Text("Waiting for %(who)s.", who=setup.names(waits)) if waits and seat not in waits else None,
    )


def build_previews(entered: EnteredRound) -> dict[str, tuple[TapChip, ...]]:
    """Return the chips that replace the other players' counts once one count of a step is tapped.

    The keys are the ids of the blocks with these counts. The chip that writes the tapped count has no count yet, so a
    phone can show the chips without knowing any rule.
    """
    counted = {
        step.key: [(ask.seat, Spot(entered.round, step.row, ask.box, ask.seat)) for ask in step.asks]
        for step in entered.steps
        if all(isinstance(ask, Counts) and not ask.choices for ask in step.asks)
    }
    chips = {}
    # A count offers cards to the other players only, so the last player counts in a second pass, for the first one.
    for teller in (0, -1):
        counts = {spots[teller][1]: SOME_COUNT for spots in counted.values()}
        for step in entered.way.steps(entered.setup, {**entered.marks, **counts}, entered.round):
            boxes = {seat: spot.box for seat, spot in counted.get(step.key, ())}
            for ask in step.asks:
                if isinstance(ask, Chips) and ask.seat in boxes:
                    blank = encode_changes({Spot(entered.round, step.row, ask.count, ask.seat): None})
                    chips[f"{step.key}-{ask.seat}-{boxes[ask.seat]}"] = tuple(
                        chip._replace(label="", tap=blank) if chip.look == "level" else chip
                        for chip in _draw_chips(entered, ask, entered.rows[step.row])
                    )
    return chips


def describe_owner(entered: EnteredRound, spot: Spot) -> Notice | None:
    """Return a notice that says who has the tapped card, with a button that moves it to the player of `spot`.

    Return None if nobody has the card, or if that player has it.
    """
    owner = entered.owners.get((spot.row, spot.box, spot.item))
    if owner is None or spot.seat is None or owner == spot.seat:
        return None
    names, label = entered.setup.name, entered.rows[spot.row].label
    move: Changes = {spot._replace(seat=owner): None, spot: 1}
    return Notice(
        "plain",
        Text("%(who)s has %(suit)s %(card)s.", who=names(owner), suit=label, card=spot.item),
        (Button(Text("Move to %(who)s", who=names(spot.seat)), "tap", encode_changes(move)),),
    )


def _build_strip(entered: EnteredRound, at: str, stops: list[Stop], current: Stop | None) -> list[StripItem]:
    """Return an item for each screen of a keypad, otherwise for each row."""
    items: dict[str, StripItem] = {}
    pages = group_pages(entered.steps)
    here = current.page if current else next((page for page in pages if page[0].key == at), pages[0])
    keys = [page[0].key if current else page[0].row for page in pages]
    for key, page in zip(keys, pages, strict=True):
        row = entered.rows[page[0].row]
        signs = [sign for step in page if (sign := entered.signs.get((step.row, None), ""))]
        sign = signs[0] if signs else "done" * all(step.done for step in page)
        if key not in items:
            stop = next((stop for stop in stops if stop.page == page), None)
            items[key] = StripItem(
                url=stop.url if stop else "" if current else f"#{page[0].key}",
                suit=row.suit,
                name=row.label if row.suit and len(page) == 1 else find_title(entered, page),
                sign=sign,
                current=key == keys[pages.index(here)],
            )
        # A row that is asked in several steps has one item, which is done when all of them are.
        elif items[key].sign == "done":
            items[key] = items[key]._replace(sign=sign)
    return crop_strip(list(items.values()))


def _build_section(
    entered: EnteredRound,
    page: tuple[Step, ...],
    later: Sequence[tuple[Step, ...]],
    noted: Mapping[str, list[Remark]],
    drawn: bool,
) -> ScreenSection:
    first, row = page[0], entered.rows[page[0].row]
    joined = first.together is not None
    onward = next((f"#{other[0].key}" for other in later if not all(step.done for step in other)), "")
    by_keypad = entered.way.layout == "keypad"
    rows = {step.row: entered.rows[step.row] for step in page}.values()
    # Some counts have buttons that write to other rows.
    also = [choice for step in page for ask in step.asks if isinstance(ask, Counts) for choice in ask.also]
    asked = {*(step.row for step in page), *(spot.row for choice in also for spot in choice.changes)}
    problems = [problem for problem in entered.sheet.problems if any(spot.row in asked for spot in problem.spots)]
    return ScreenSection(
        anchor=first.key,
        suit=None if joined else row.suit,
        title=find_title(entered, page),
        named=first.title,
        hint=Text("Tap everything that applies.") if joined and by_keypad else first.hint,
        blocks=[_build_block(entered, ask, step, onward, joined) for step in page for ask in step.asks if drawn],
        choices=tuple(map(draw_choice, first.choices)),
        below=tuple(map(draw_choice, first.below)),
        notices=list(map(build_notice, problems)),
        next=_build_next(entered, page, next(iter(later), None)),
        remarks=[remark for step in page for remark in noted.get(step.key, [])],
        joined=joined,
        row_hints=tuple([(row.label, row.hint) for row in rows if row.hint]) if joined and not by_keypad else (),
    )


def _build_next(entered: EnteredRound, page: Sequence[Step], following: Sequence[Step] | None) -> Next:
    then = {spot: mark for step in page for spot, mark in step.then.items()}
    writes = encode_changes(then)
    if following is None:
        return Next(Text("Show score sheet"), "?go=sheet" if writes else "sheet", writes)
    row = entered.rows[following[0].row]
    way_on = Next(find_title(entered, following), f"#{following[0].key}", writes)
    question = _find_first_question(following[0])
    # While this section's own question is open, the next one has to wait: its answer would skip this section.
    if question is None or _find_first_question(page[0]):
        return way_on
    chips = [draw_choice(replace(choice, changes={**then, **choice.changes})) for choice in question.choices]
    return way_on._replace(suit=row.suit, hint=following[0].hint, chips=tuple(chips))


def _find_first_question(step: Step) -> Sides | None:
    """Return the question that a step asks the whole table first. Return None if there is none or it is answered.

    A question with a hint of its own, such as who doubles, is optional. It is asked only in its own section.
    """
    match step.asks:
        case (Sides(seat=None, hint=None) as first, *_) if not any(choice.chosen for choice in first.choices):
            return first
    return None


def _build_block(entered: EnteredRound, ask: Ask, step: Step, onward: str = "", joined: bool = False) -> Block:
    """Return a block. If it is `joined` with those of other rows, it is headed by its row."""
    seat, row = ask.seat, entered.rows[step.row]
    cell = Cell(None) if seat is None else entered.sheet.cells.get((row.key, seat), Cell(None))
    points = "" if cell.points is None else format_points(cell.points, entered.sheet.plus)
    title = step.title or row.label
    return Block(
        ask=ask,
        name="" if seat is None else entered.setup.name(seat),
        working=cell.because,
        points=entered.format_total(seat or 0) if isinstance(ask, Lives) else points,
        sign=entered.signs.get((row.key, seat), "") if seat is not None else "",
        key=f"{'table' if seat is None else seat}-{ask.box}",
        controls=_draw_controls(entered, ask, row, onward),
        hint=title if joined and seat is None else ask.hint,
        called=title if joined else None,
        about=row.hint if joined and entered.way.layout == "keypad" else None,
        player_sign=None if seat is None else entered.setup.sign(seat),
    )


def _draw_controls(entered: EnteredRound, ask: Ask, row: Row, onward: str) -> Controls:
    """Return the buttons of a block. `onward` is the fragment of the next open section, or ""."""
    spot = Spot(entered.round, row.key, ask.box, ask.seat)
    match ask:
        case Backs():
            return Controls(delete=encode_changes({spot._replace(box=ask.count): None}))
        case Counts():
            chips = _draw_counts(entered, ask, spot)
            return Controls(chips, tuple(map(draw_choice, ask.also)), onward if ask.onward else "")
        case Wait(told=Counts() as told):
            return Controls(_draw_counts(entered, told, spot), tuple(map(draw_choice, told.also)))
        case Sides():
            return Controls(tuple(map(draw_choice, ask.choices)))
        case Track():
            chips = tuple(map(draw_choice, ask.crosses))
            # A place that is passed by cannot be tapped.
            crosses = [chip if chip.tap else chip._replace(look="side passed") for chip in chips]
            return Controls(tuple(map(draw_choice, ask.choices)), crosses=tuple(crosses))
        case Pegs():
            lane, number = None, entered.marks.get(spot)
            if ask.seat is not None and ask.holes and entered.before:
                lane = PegLane(entered.before.totals.get(ask.seat, 0), entered.count_points(ask.seat), ask.holes)
            typed = "" if number is None else str(number)
            return Controls(tuple(map(draw_choice, ask.choices)), typed=typed, lane=lane)
        case Keys():
            number = entered.marks.get(spot)
            return Controls(typed=format_points(number) if isinstance(number, int) else "")
        case Digits():
            return _draw_digits(entered, ask, spot)
        case Lives():
            fewer, more = encode_changes(ask.fewer), encode_changes(ask.more)
            return Controls((TapChip("\u2212", fewer, "fewer"), TapChip("+", more, "more")))
        case Chips():
            return Controls(_draw_chips(entered, ask, row), onward=onward if ask.onward else "")
    # A secret is entered on a page of its own, and there may be nothing to enter yet.
    return Controls()


def draw_choice(choice: Choice) -> TapChip:
    """Return a choice as a chip with words."""
    look = "side mine" if choice.chosen else "side"
    return TapChip("", encode_changes(choice.changes), look, words=choice.label, icon=choice.icon, note=choice.note)


def _draw_counts(entered: EnteredRound, ask: Counts, spot: Spot) -> tuple[TapChip, ...]:
    if ask.choices:
        chips = []
        for choice in ask.choices:
            number = str(choice.label).removesuffix("+")
            look = "count" if number.isdigit() and len(number) <= ROUND_DIGITS else "count long"
            look += " mine" * choice.chosen
            chips.append(TapChip("", encode_changes(choice.changes), look, words=choice.label))
        return tuple(chips)
    chosen = entered.marks.get(spot)
    return tuple(
        TapChip(str(number), encode_changes({spot: None if chosen == number else number}), look)
        for number in range(1, ask.most + 1)
        for look in ["count mine" if chosen == number else "minor" if number >= MINOR_COUNT else "count"]
    )


def _draw_digits(entered: EnteredRound, ask: Digits, spot: Spot) -> Controls:
    number = entered.marks.get(spot)
    typed = "" if number is None else str(number)
    chips = []
    for digit in "1234567890":
        longer = f"{typed}{digit}"
        # A digit that no longer fits begins a new number.
        number_after = longer if typed not in ("", "0") and int(longer) <= ask.most else digit
        chips.append(TapChip(digit, encode_changes({spot: number_after}), "digit"))
    delete = encode_changes({spot: typed[:-1]}) if typed else ""
    return Controls(tuple(chips), typed=typed, delete=delete)


def _draw_chips(entered: EnteredRound, ask: Chips, row: Row) -> tuple[TapChip, ...]:
    box = row.box(ask.box)
    assert isinstance(box, ChipsBox)
    assert ask.seat is not None
    count = Spot(entered.round, row.key, ask.count, ask.seat)
    level = (TapChip(str(ask.level), encode_changes({count: ask.level}), "level"),) if ask.level else ()
    chips = [_draw_chip(entered, row, box, item, ask.seat, ask.besides) for item in box.items]
    if tick := row.box(ask.tick):
        ticked = bool(entered.marks.get(spot := Spot(entered.round, row.key, tick.key, ask.seat)))
        # In a hidden box a blank means undecided, so a tick that is taken off becomes a 0 there.
        tap = encode_changes({spot: (0 if tick.secret else None) if ticked else 1})
        return (*chips, *level, TapChip("", tap, "tick mine" if ticked else "tick", words=tick.label))
    return (*chips, *level)


def _draw_chip(
    entered: EnteredRound, row: Row, box: ChipsBox, item: str, seat: Seat, besides: Changes | None = None
) -> TapChip:
    """Return the chip of a card. What it writes `besides` is not written if it only asks who has the card."""
    spot = Spot(entered.round, row.key, box.key, seat, item)
    copies = entered.marks.get(spot)
    # Each tap adds a copy; the tap after the last one clears them all.
    if isinstance(copies, int) and copies:
        tap = encode_changes({spot: copies + 1 if copies < box.most else None, **(besides or {})})
        return TapChip(item, tap, "mine", copies=copies)
    owner = entered.owners.get((row.key, box.key, item)) if box.once else None
    # A player who does not play this round cannot hold a card in it.
    if owner is None or owner not in entered.initials:
        return TapChip(item, encode_changes({spot: 1, **(besides or {})}), "many" if box.most > 1 else "free")
    # Without “=”: a tap on it asks who has the card, and changes nothing.
    initials = entered.initials[owner] if len(entered.seats) > len(SIGNS) else ""
    sign, name = entered.setup.sign(owner), entered.setup.name(owner)
    return TapChip(item, encode_spot(spot), "taken", owner=sign, initials=initials, spoken=name)


def _describe_painter(entered: EnteredRound, player: PlayerPoints) -> Text:
    if not entered.sheet.feet:
        return Literal(player.points)
    cards = entered.sheet.feet[0][1][player.seat]
    return Plural("%(count)s card · %(points)s", "%(count)s cards · %(points)s", cards, points=player.points)


def arrange_around_phone(blocks: list[Block]) -> list[list[Block]]:
    """Return the blocks in lines as the players sit around a phone on the table, the far side first.

    They sit clockwise, and the first player is near. Two players get a line each. More sit two to a line, and an odd
    one has a line alone.
    """
    if len(blocks) <= 2:
        return [[block] for block in reversed(blocks)]
    lines, rest = [], [*blocks[1:], blocks[0]]
    while rest:
        lines.append([rest[0], rest[-1]] if len(rest) > 1 else rest)
        rest = rest[1:-1]
    return lines[::-1]


NAMED, SIGNED = 4, 8
"""Maximum number of items in the strip: if some have names, and if all are suits."""


def crop_strip(strip: list[StripItem]) -> list[StripItem]:
    """Return the part of a strip that fits on the page, around the current item. Its ends say whether there is more."""
    room = SIGNED if all(item.suit for item in strip) else NAMED
    if len(strip) <= max(room, NAMED + 1):
        return strip
    at = next((place for place, item in enumerate(strip) if item.current), 0)
    # One item before the current one stays in sight, so that a tap leads back.
    first = min(max(at - 1, 0), len(strip) - room)
    shown = strip[first : first + room]
    if first:
        shown[0] = shown[0]._replace(more=True)
    if first + room < len(strip):
        shown[-1] = shown[-1]._replace(more=True)
    return shown


# Cards whose boxes are filled in any order


def name_card(seat: Seat) -> str:
    """Return the id of a player's card."""
    return f"card-{seat}"


def _build_card(entered: EnteredRound, player: PlayerPoints) -> PlayerCard:
    seat = player.seat
    boxes = [_build_box(entered, step, ask, seat) for step in entered.steps for ask in step.asks if ask.of(seat)]
    left = sum(box.block is not None and not box.value for box in boxes)
    return PlayerCard(name_card(seat), player, left, arrange_columns(boxes))


def arrange_columns(boxes: list[CardBox]) -> list[list[CardBox]]:
    """Return the boxes of a card in two columns. The first ends with a calculated row if one is near the middle."""
    # Tracks need the whole width.
    if any(box.block and box.block.ask.show == "track" for box in boxes):
        return [boxes]
    half = (len(boxes) + 1) // 2
    ends = [place for place in (half, half - 1, half + 1) if 0 < place <= len(boxes) and boxes[place - 1].block is None]
    end = next(iter(ends), half)
    return [column for column in (boxes[:end], boxes[end:]) if column]


def _build_box(entered: EnteredRound, step: Step, ask: Ask, seat: Seat) -> CardBox:
    row = entered.rows[step.row]
    cell = entered.sheet.cells.get((row.key, seat))
    points = None if cell is None or cell.points is None else format_points(cell.points, entered.sheet.plus)
    is_result = isinstance(ask, Wait)
    return CardBox(
        id=f"{name_card(seat)}-{step.key}",
        label=step.title or row.label,
        suit=row.suit,
        value=(points or "") if is_result else _describe_entry(entered, step, ask, points),
        about=ask.hint if is_result and points is None else None,
        sign=entered.signs.get((row.key, seat), ""),
        block=None if is_result else _build_block(entered, ask, step),
        hint=row.hint,
    )


def _describe_entry(entered: EnteredRound, step: Step, ask: Ask, points: str | None) -> Text | str:
    """Return what stands in a filled box: its points, or the entry where it scores nothing by itself; "" if open.

    What counts by itself while the box is blank stands there, too.
    """
    row = entered.rows[step.row]
    box = row.box(ask.box)
    assert box is not None
    spots = [Spot(entered.round, row.key, box.key, ask.seat, item) for item in box.parts]
    marks = [entered.marks[spot] for spot in spots if spot in entered.marks]
    is_only_one = sum(other.row == step.row for other in entered.steps) == 1
    if points is not None and is_only_one:
        return points
    if not marks:
        return ""
    return box.describe_mark(marks[0]) if len(marks) == 1 else Literal(str(len(marks)))
