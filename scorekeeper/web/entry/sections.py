"""The entry page as values: the steps of a way turned into sections, chips and buttons, without HTML or requests."""

from collections.abc import Sequence
from dataclasses import replace

from scorekeeper.games.boxes import ChipsBox
from scorekeeper.games.entry import Ask, Backs, Chips, Counts, Digits, Keys, Lives, Sides, Step, Wait, Way
from scorekeeper.games.pad import Cell, Changes, Choice, Row, Seat, Setup, Sheet, Spot, format_points
from scorekeeper.games.signs import SIGNS
from scorekeeper.games.standings import Standings
from scorekeeper.language.text import Literal, Plural, Text
from scorekeeper.table.notation import encode_changes
from scorekeeper.table.secrets import VisibleMarks
from scorekeeper.web.entry.remarks import Remark, group_by_step, restore_refused
from scorekeeper.web.entry.views import (
    Block,
    Chip,
    ChipRow,
    Controls,
    DeckColumn,
    DigitKeys,
    LifeButtons,
    Next,
    Page,
    Painter,
    Pile,
    RunningPoints,
    Section,
    StripItem,
    TypedNumber,
)
from scorekeeper.web.formatting import shorten_names
from scorekeeper.web.notice import Button, Notice
from scorekeeper.web.scoring.problems import build_notice, find_signs, find_worst_sign

MINOR_COUNT = 7
"""Count from which on chips are drawn lighter, because such piles are rare."""


ROUND = 2
"""Maximum number of digits on a round chip."""

SOME_COUNT = 4
"""A count that any pile can have. It stands for the tapped count when the following chips are prepared in advance."""

ANY_COUNT = 777
"""Placeholder for a count that is not tapped yet. No pile is that large."""


class Builder:
    """Builder of the entry page of one round."""

    def __init__(
        self,
        setup: Setup,
        marks: VisibleMarks,
        round: int,
        rows: tuple[Row, ...],
        sheet: Sheet,
        url: str,
        typed: tuple[str, str] = ("", ""),
        before: Standings | None = None,
        all_told: bool = False,
    ) -> None:
        """Prepare to build the page of a round.

        `typed` is the button value and the text of a refused remark, which the page shows again. `before` are the
        standings before this round if running totals are shown, otherwise None. If `all_told` is set, nobody is shown
        as leading until each row is entered for everybody.
        """
        self.setup = setup
        self.marks = marks
        self.round = round
        self.rows = {row.key: row for row in rows}
        self.sheet = sheet
        self.url = url
        self.typed = typed
        self.before = before
        self.all_told = all_told
        self.seats = setup.seats(round)
        self.initials = shorten_names(setup, self.seats)
        self.owners = self._find_owners()
        self.signs = find_signs(sheet)

    def build_page(self, way: Way, painter: Seat | None = None, why: Spot | None = None, at: str = "") -> Page:
        """Return the whole page for a way.

        `painter` is the player for whom a tap on the full deck marks cards. If it is None or has no seat in this round,
        the first player is used. `why` is the spot of a tapped card that another player has: the page names the owner.
        `at` is the key of the section in which the last tap was made.
        """
        steps = way.steps(self.setup, self.marks, self.round)
        noted = restore_refused(
            group_by_step(self.setup, self.marks, self.round, self.rows.values(), steps), *self.typed
        )
        sections = [
            # The full deck shows columns in place of blocks, so blocks drawn for it would be thrown away.
            self._build_section(step, steps[place + 1 :], noted.get(step.key, []), way.layout != "deck")
            for place, step in enumerate(steps)
        ]
        if way.layout == "rows":
            sections = join_pages(steps, sections)
        page = Page(way.layout, self._build_strip(steps, at), sections, self.list_running())
        page.asked = self.describe_owner(why) if why else None
        if way.layout == "deck":
            painter = painter if painter in self.seats else self.seats[0]
            page.deck = [self._draw_column(step, painter) for step in steps]
            page.painters = [self._draw_painter(seat, painter) for seat in self.seats]
        if way.layout == "lives":
            page.around = arrange_around_phone(sections[0].blocks)
        return page

    def build_previews(self, way: Way) -> dict[str, tuple[Chip, ...]]:
        """Return the chips that replace the other players' counts once one count of a step is tapped.

        The keys are the ids of the blocks with these counts. A chip with a count writes `ANY_COUNT`, which the phone
        replaces with the tapped count. So a phone can show the chips without knowing any rule.
        """
        counted = {
            step.key: [(ask.seat, Spot(self.round, step.row, ask.box, ask.seat)) for ask in step.asks]
            for step in way.steps(self.setup, self.marks, self.round)
            if all(isinstance(ask, Counts) and not ask.choices for ask in step.asks)
        }
        chips = {}
        # A count offers cards to the other players only, so the last player counts in a second pass, for the first one.
        for teller in (0, -1):
            counts = {spots[teller][1]: SOME_COUNT for spots in counted.values()}
            for step in way.steps(self.setup, {**self.marks, **counts}, self.round):
                boxes = {seat: spot.box for seat, spot in counted.get(step.key, ())}
                for ask in step.asks:
                    if isinstance(ask, Chips) and ask.seat in boxes:
                        level = replace(ask, level=ANY_COUNT if ask.level else 0)
                        chips[f"{step.key}-{ask.seat}-{boxes[ask.seat]}"] = self._draw_chips(level, self.rows[step.row])
        return chips

    def list_running(self) -> list[RunningPoints]:
        """Return each player's points or total so far, with whether the player leads and the sign of a problem.

        With `self.all_told`, nobody leads while a player lacks a row that others have, and an ellipsis follows the
        points of that player.
        """
        waited_for = self._waited_for() if self.all_told else set()
        leaders = set() if waited_for else self._find_leaders()
        # Where everybody is level, nobody is ahead of anybody.
        if len(leaders) == len(self.seats) > 1:
            leaders = set()
        return [
            RunningPoints(
                name=self.setup.name(seat),
                points=self.format_total(seat) + ("\u2026" if seat in waited_for else ""),
                leader=seat in leaders,
                sign=find_worst_sign(self.signs, seat),
                player_sign=self.setup.sign(seat),
            )
            for seat in self.seats
        ]

    def _find_leaders(self) -> set[Seat]:
        """Return who leads so far: in this round, or in the game if running totals are shown."""
        open_rows = {spot.row for problem in self.sheet.open for spot in problem.spots}
        # Before the first row is complete nobody leads: all have 0, or only some are entered.
        started = any(row not in open_rows for row, _ in self.sheet.cells)
        if self.before is None:
            return {seat for seat in self.seats if started and self.sheet.ranks[seat] == 1}
        return self._find_game_leaders(self.before) if started or self.before.rounds else set()

    def _find_game_leaders(self, before: Standings) -> set[Seat]:
        # A player who is out no longer leads, unless everybody is out.
        inside = [seat for seat in self.seats if seat not in before.out] or list(self.seats)
        totals = {seat: self.count_points(seat) for seat in inside}
        best = min(totals.values()) if before.lowest_wins else max(totals.values())
        return {seat for seat, total in totals.items() if total == best}

    def _waited_for(self) -> set[Seat]:
        """Return the seats that have some points but lack a row that others have.

        Until that row is entered, nobody is shown as leading.
        """
        places = [place for place, cell in self.sheet.cells.items() if cell.points is not None]
        rows, seats = {row for row, _ in places}, {seat for _, seat in places}
        return {
            seat
            for (row, seat), cell in self.sheet.cells.items()
            if cell.points is None and row in rows and seat in seats
        }

    def count_points(self, seat: Seat) -> int:
        """Return the points of a player in this round, or the running total after it if totals are shown."""
        return (self.before.totals[seat] if self.before else 0) + self.sheet.totals[seat]

    def format_total(self, seat: Seat) -> str:
        """Return `count_points` as text. Only the points of a round get a plus sign, not a running total."""
        return format_points(self.count_points(seat), self.sheet.plus and not self.before)

    def describe_owner(self, spot: Spot) -> Notice | None:
        """Return a notice that says who has the tapped card, with a button that moves it to the player of `spot`.

        Return None if nobody has the card, or if that player has it.
        """
        owner = self.owners.get((spot.row, spot.box, spot.item))
        if owner is None or spot.seat is None or owner == spot.seat:
            return None
        label = self.rows[spot.row].label
        move: Changes = {spot._replace(seat=owner): None, spot: 1}
        return Notice(
            "plain",
            Text("%(who)s has %(suit)s %(card)s.", who=self.setup.name(owner), suit=label, card=spot.item),
            (Button(Text("Move to %(who)s", who=self.setup.name(spot.seat)), "tap", encode_changes(move)),),
        )

    # parts

    def _find_owners(self) -> dict[tuple[str, str, str], Seat]:
        return {
            (spot.row, spot.box, spot.item): spot.seat
            for spot in self.marks
            if spot.round == self.round and spot.item and spot.seat is not None and spot.seat in self.seats
        }

    def _build_strip(self, steps: tuple[Step, ...], at: str) -> list[StripItem]:
        items: dict[str, StripItem] = {}
        # Rows that share a page need no way from one to the other.
        steps = tuple(step for step in steps if step.page in ("", step.key))
        current = next((step.row for step in steps if step.key == at), steps[0].row)
        for step in steps:
            row = self.rows[step.row]
            # A row that is asked in several steps has one item, which is done when all of them are.
            sign = self.signs.get((row.key, None), "") or ("done" if step.done else "")
            if row.key not in items:
                items[row.key] = StripItem(
                    url=f"#{step.key}", suit=row.suit, name=row.label, sign=sign, current=row.key == current
                )
            elif items[row.key].sign == "done":
                items[row.key] = items[row.key]._replace(sign=sign)
        return crop_strip(list(items.values()))

    def _build_section(self, step: Step, later: Sequence[Step], noted: list[Remark], drawn: bool) -> Section:
        following = next(iter(later), None)
        onward = next((f"#{later_step.page or later_step.key}" for later_step in later if not later_step.done), "")
        row = self.rows[step.row]
        return Section(
            anchor=step.key,
            suit=row.suit,
            title=step.title or row.label,
            hint=step.hint,
            blocks=[self._build_block(ask, row, onward) for ask in step.asks] if drawn else [],
            choices=tuple(Button(choice.label, "tap", encode_changes(choice.changes)) for choice in step.choices),
            notices=self._list_notices(step),
            next=self._build_next(step, following),
            remarks=noted,
        )

    def _list_notices(self, step: Step) -> list[Notice]:
        """Return a notice for each problem of the rows that a step can write to."""
        # Some counts have buttons that write to other rows.
        also = [choice for ask in step.asks if isinstance(ask, Counts) for choice in ask.also]
        asked = {step.row, *(spot.row for choice in also for spot in choice.changes)}
        return [
            build_notice(problem) for problem in self.sheet.problems if any(spot.row in asked for spot in problem.spots)
        ]

    def _build_next(self, step: Step, following: Step | None) -> Next:
        writes = encode_changes(step.then)
        if following is None:
            return Next(Text("Show score sheet"), "?go=sheet" if writes else f"{self.url}sheet", writes)
        row = self.rows[following.row]
        way_on = Next(following.title or row.label, f"#{following.page or following.key}", writes)
        question = _find_first_question(following)
        # While this section's own question is open, the next one has to wait: its answer would skip this section.
        if question is None or _find_first_question(step):
            return way_on
        chips = [
            self.draw_choice(replace(choice, changes={**step.then, **choice.changes})) for choice in question.choices
        ]
        return way_on._replace(suit=row.suit, hint=following.hint, chips=tuple(chips))

    def _build_block(self, ask: Ask, row: Row, onward: str) -> Block:
        seat = ask.seat
        cell = Cell(None) if seat is None else self.sheet.cells.get((row.key, seat), Cell(None))
        return Block(
            seat=seat,
            name="" if seat is None else self.setup.name(seat),
            show=ask.show,
            working=cell.because,
            points=self._format_points(ask, cell),
            sign=self.signs.get((row.key, seat), "") if seat is not None else "",
            key=f"{'table' if seat is None else seat}-{ask.box}",
            controls=self._draw_controls(ask, row, onward),
            hint=ask.hint,
            player_sign=None if seat is None else self.setup.sign(seat),
        )

    def _format_points(self, ask: Ask, cell: Cell) -> str:
        """Return the points beside a name: of the row, or all that a life counter has left, or "" if there are none."""
        if isinstance(ask, Lives):
            return self.format_total(ask.seat or 0)
        return "" if cell.points is None else format_points(cell.points, self.sheet.plus)

    def _draw_controls(self, ask: Ask, row: Row, onward: str) -> Controls:
        """Return the buttons of a block. `onward` is the fragment of the next open section, or ""."""
        spot = Spot(self.round, row.key, ask.box, ask.seat)
        match ask:
            case Backs():
                return Pile(ask.level, encode_changes({spot._replace(box=ask.count): None}))
            case Counts():
                chips, also = self._draw_counts(ask, row), tuple(map(self.draw_choice, ask.also))
                return ChipRow(chips, also, onward if ask.onward else "")
            case Wait(told=Counts() as told):
                return ChipRow(self._draw_counts(told, row), tuple(map(self.draw_choice, told.also)))
            case Sides():
                return ChipRow(tuple(map(self.draw_choice, ask.choices)))
            case Keys():
                number = self.marks.get(spot)
                return TypedNumber(format_points(number) if isinstance(number, int) else "")
            case Digits():
                return self._draw_digits(ask, spot)
            case Lives():
                fewer, more = encode_changes(ask.fewer), encode_changes(ask.more)
                return LifeButtons((Chip("\u2212", fewer, "fewer"), Chip("+", more, "more")), ask.out)
            case Chips():
                return ChipRow(self._draw_chips(ask, row), onward=onward if ask.onward else "")
        # A secret is entered on a page of its own, and there may be nothing to enter yet.
        return ChipRow()

    def _draw_digits(self, ask: Digits, spot: Spot) -> DigitKeys:
        number, start = self.marks.get(spot), encode_changes({spot: ""})
        typed = "" if number is None else str(number)
        chips = [Chip(digit, f"{start}{_add_digit(typed, digit, ask.most)}", "digit") for digit in DIGITS]
        return DigitKeys(tuple(chips), typed, delete=f"{start}{typed[:-1]}" if typed else "", most=ask.most)

    def _draw_chips(self, ask: Chips, row: Row) -> tuple[Chip, ...]:
        box = row.box(ask.box)
        assert isinstance(box, ChipsBox)
        assert ask.seat is not None
        count = Spot(self.round, row.key, ask.count, ask.seat)
        level = (Chip(str(ask.level), encode_changes({count: ask.level}), "level"),) if ask.level else ()
        chips = [self._draw_chip(row, box, item, ask.seat) for item in box.items]
        if ask.besides:
            # A tap on a card that another player has only asks about it, so it must not write anything.
            more = encode_changes(ask.besides)
            chips = [chip._replace(tap=f"{chip.tap};{more}") if chip.look != "taken" else chip for chip in chips]
        return (*chips, *level, *self._draw_tick(ask, row))

    def _draw_count(self, choice: Choice) -> Chip:
        number = str(choice.label).removesuffix("+")
        look = "count" if number.isdigit() and len(number) <= ROUND else "count long"
        return Chip("", encode_changes(choice.changes), f"{look} mine" if choice.chosen else look, words=choice.label)

    def draw_choice(self, choice: Choice) -> Chip:
        """Return a choice as a chip with words."""
        look = "side mine" if choice.chosen else "side"
        return Chip("", encode_changes(choice.changes), look, words=choice.label, icon=choice.icon)

    def _draw_tick(self, ask: Chips, row: Row) -> tuple[Chip, ...]:
        box = row.box(ask.tick)
        if not box:
            return ()
        spot = Spot(self.round, row.key, box.key, ask.seat)
        ticked = bool(self.marks.get(spot))
        # In a hidden box a blank means undecided, so a tick that is taken off becomes a 0 there.
        off = 0 if box.hidden else None
        return (
            Chip("", encode_changes({spot: off if ticked else 1}), "tick mine" if ticked else "tick", words=box.label),
        )

    def _draw_counts(self, ask: Counts, row: Row) -> tuple[Chip, ...]:
        if ask.choices:
            return tuple(map(self._draw_count, ask.choices))
        spot = Spot(self.round, row.key, ask.box, ask.seat)
        chosen, start = self.marks.get(spot), encode_changes({spot: ""})
        return tuple(
            Chip(str(number), start if chosen == number else f"{start}{number}", look)
            for number in range(1, ask.most + 1)
            for look in ["count mine" if chosen == number else "minor" if number >= MINOR_COUNT else "count"]
        )

    def _draw_chip(self, row: Row, box: ChipsBox, item: str, seat: Seat) -> Chip:
        spot = f"{self.round}.{row.key}.{box.key}.{seat}.{item}"
        copies = self.marks.get(Spot(self.round, row.key, box.key, seat, item))
        # Each tap adds a copy; the tap after the last one clears them all.
        if isinstance(copies, int) and copies:
            return Chip(item, f"{spot}={copies + 1 if copies < box.most else ''}", "mine", copies=copies)
        owner = self.owners.get((row.key, box.key, item)) if box.exclusive else None
        # A player who does not play this round cannot hold a card in it.
        if owner is None or owner not in self.initials:
            return Chip(item, f"{spot}=1", "many" if box.most > 1 else "free")
        # Without “=”: a tap on it asks who has the card, and changes nothing.
        sign = self.setup.sign(owner)
        initials = self.initials[owner] if len(self.seats) > len(SIGNS) else ""
        return Chip(item, spot, "taken", owner=sign, initials=initials, spoken=self.setup.name(owner))

    def _draw_column(self, step: Step, painter: Seat) -> DeckColumn:
        row = self.rows[step.row]
        box = next(box for box in row.boxes if isinstance(box, ChipsBox))
        chips = tuple(self._draw_chip(row, box, item, painter) for item in box.items)
        return DeckColumn(row.suit, row.label, chips, self.signs.get((row.key, None), ""))

    def _draw_painter(self, seat: Seat, painter: Seat) -> Painter:
        points = format_points(self.sheet.totals[seat], self.sheet.plus)
        about: Text = Literal(points)
        if self.sheet.feet:
            cards = self.sheet.feet[0][1][seat]
            about = Plural("%(count)s card · %(points)s", "%(count)s cards · %(points)s", cards, points=points)
        url = f"{self.url}?way=deck&seat={seat}"
        return Painter(
            name=self.setup.name(seat),
            about=about,
            url=url,
            chosen=seat == painter,
            sign=find_worst_sign(self.signs, seat),
            player_sign=self.setup.sign(seat),
            points=points,
        )


DIGITS = "1234567890"


def _add_digit(typed: str, digit: str, most: int) -> str:
    """Return the number after a tap on a digit. A digit that no longer fits begins a new number."""
    longer = f"{typed}{digit}"
    return longer if typed not in ("", "0") and int(longer) <= most else digit


def join_pages(steps: tuple[Step, ...], sections: list[Section]) -> list[Section]:
    """Return the sections, those of steps with the same page as one, in which each row has its name beside it."""
    joined: list[Section] = []
    thens: Changes = {}
    for step, section in zip(steps, sections, strict=True):
        if not step.page:
            joined.append(section)
            continue
        section.blocks = [
            replace(block, called=section.title, hint=section.title if block.seat is None else block.hint)
            for block in section.blocks
        ]
        if step.page == step.key:
            thens = step.then
            joined.append(replace(section, title=step.together or section.title, joined=True))
            continue
        thens = {**thens, **step.then}
        page = joined[-1]
        page.blocks += section.blocks
        page.notices += [notice for notice in section.notices if notice not in page.notices]
        page.remarks += section.remarks
        page.next = section.next._replace(writes=encode_changes(thens), url=section.next.url)
        if thens and section.next.url.endswith("sheet"):
            page.next = page.next._replace(url="?go=sheet")
    return joined


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


def _find_first_question(step: Step) -> Sides | None:
    """Return the question that a step asks the whole table first. Return None if there is none or it is answered.

    A question with a hint of its own, such as who doubles, is optional. It is asked only in its own section.
    """
    match step.asks:
        case (Sides(seat=None, hint=None) as first, *_) if not any(choice.chosen for choice in first.choices):
            return first
    return None
