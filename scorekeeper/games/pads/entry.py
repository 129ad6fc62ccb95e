"""How a pad is entered: its rows as the app shows them, and the one way of entering a round, row by row."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import chain, groupby

from scorekeeper.games.entry import Ask, Counts, Keys, Pegs, Sides, Step, Wait, Way
from scorekeeper.games.pad import ALL, END, THAT_IS_ALL, Changes, Choice, Mark, Marks, Seat, Setup, Spot, offer_end
from scorekeeper.games.pads.boxes import END_BOX, CounterBox, NumberBox, TickBox, WordsBox
from scorekeeper.games.pads.card_entry import ask_on_card, describe_goal
from scorekeeper.games.pads.formula import Call, Name, Node, parts_of
from scorekeeper.games.pads.level import list_asked_seats
from scorekeeper.games.pads.looked_up import find_table_ends
from scorekeeper.games.pads.pad import READ_PADS_IN_MEMORY, Box, Pad, Row
from scorekeeper.games.pads.paper import count_peg_holes
from scorekeeper.games.pads.piles import COUNT_BOX, NOBODY_BOX, PileBox
from scorekeeper.games.pads.scoring import NO_CARD_MISSING, Written, read_marks
from scorekeeper.games.pads.worth import list_worths
from scorekeeper.language.text import Literal, Text

FOR_ALL = Text("The table")
"""The title of a screen on which several rows are entered for the whole table."""

END_ROW = Row(END, Text("At the end"), (END_BOX,))


BESIDE = 2
"""The number of boxes of one player that fit side by side on a small phone."""


@lru_cache(READ_PADS_IN_MEMORY)
def rows(pad: Pad, in_secret: bool) -> tuple[Row, ...]:
    """Return the rows of a pad as the app shows them, in the order of the file.

    If the table may have to say that everything is entered, a last row holds the box for that. `in_secret` is set if
    the table enters in secret what the pad allows to be.
    """
    own = [Row(row.key, row.label, tuple(_list_boxes(row, in_secret)), row.hint, row.suit) for row in pad.rows]
    if pad.has_piles:
        # Words of its own for the end mark: without END_BOX, because leaving the last suit usually writes it.
        whole = TickBox(ALL, THAT_IS_ALL, shared=True)
        return (*own, Row(END, THAT_IS_ALL, (whole, NO_CARD_MISSING), Text("Blank = none.")))
    return (*own, END_ROW) if pad.has_end_mark else tuple(own)


def _list_boxes(row: Row, in_secret: bool) -> Iterator[Box]:
    for box in row.boxes:
        for made in box.at_table:
            yield replace(made, secret=True) if in_secret and box.hidden else made


def ways(pad: Pad, running: bool) -> tuple[Way, ...]:
    """Return the one way of entering a round: on a keypad if there are numbers to type, otherwise by tapping.

    `running` says whether the game can have more than one round.
    """

    def steps(setup: Setup, marks: Marks, round: int) -> tuple[Step, ...]:
        written = read_marks(pad, setup, marks, round)
        # Whoever counts first is asked first where that decides who wins.
        seats = written.seats
        if pad.first_wins and seats:
            seats = tuple(chain.from_iterable(written.list_in_turn()))
        return _Steps(pad, written, seats, list_asked_seats(written), running).list_steps()

    if pad.on_card:
        whole = Text("Tap a box of the card, then what it scores.")
        return (Way("card", Text("On the card"), whole, "card", steps, running),)
    typed = any(box.typed for _, box in pad.boxes) and not pad.on_one_page
    hint = Text("Enter it row by row for each player.")
    key, label = ("typed", Text("By typing")) if typed else ("tapped", Text("By tapping"))
    return (Way(key, label, hint, "keypad" if typed else "rows", steps, running),)


@dataclass(frozen=True, slots=True)
class _Steps:
    """A builder of the steps by which a round is entered."""

    pad: Pad
    written: Written
    seats: Sequence[Seat]
    """The seats that play the round, in the order in which they are asked."""
    level: Mapping[str, Sequence[Seat]]
    """Maps the key of a row that breaks ties to the seats that are asked for it."""
    running: bool
    """Whether the game can have more than one round, so that tie-breaks can be entered in each round."""

    def list_steps(self) -> tuple[Step, ...]:
        steps = join_screens(self.pad, [step for row in self.pad.rows for step in self._build_row_steps(row)])
        end = Spot(self.written.number, END, ALL)
        # Leaving the last step also marks the round as complete. This saves the extra tap that it would take otherwise.
        is_won = self.written.find_first() is not None
        waits_for_end = self.written.needs_end_mark() and self.written.begun and not is_won
        if steps and waits_for_end and not self.pad.on_card and not self.written.complete:
            last = steps[-1]
            then = {**last.then, **offer_end(end).changes}
            steps[-1] = replace(last, then=then)
        if steps:
            return tuple(steps)
        # No row applies to anybody.
        row = next(row for row in self.pad.rows if row.boxes)
        return (Step(row.key, row.key, Text("There is nothing to enter here."), (), done=True, title=row.label),)

    def _find_seats(self, row: Row) -> Sequence[Seat]:
        """Return the seats that are asked for a row.

        If the row only breaks ties and not everybody can enter it, these are the tied seats. Otherwise, they are the
        seats to which the row applies.
        """
        if row.decides and not self._can_all_enter(row):
            return self.level.get(row.key, ())
        there = [seat for seat in self.seats if self.written.is_there(row, seat)]
        # Once somebody has won at once, players who count later in the row are asked no more.
        return [seat for seat in there if not self.written.is_needless(row, seat)] or there

    def _can_all_enter(self, row: Row) -> bool:
        """Return whether a row is a tie-break that everybody can enter.

        Everybody can, in a game of several rounds, unless the tie-break is being asked of tied players.
        """
        return row.decides and self.running and not self.level.get(row.key)

    def _build_row_steps(self, row: Row) -> Iterator[Step]:
        """Yield the steps of a row; none if it has no boxes or nobody is asked for it."""
        if self.pad.on_card and not row.boxes:
            # The place of a row that is calculated shows what is missing to its goal.
            asks = tuple([Wait(seat, "", hint=describe_goal(row, self.written, seat)) for seat in self.seats])
            yield Step(row.key, row.key, row.label, asks, done=True, title=row.label, told=tuple(self.seats))
            return
        if not row.boxes or not (seats := self._find_seats(row)):
            return
        for step in replace(self, seats=seats)._split_screens(row):
            # A tie-break that everybody can enter is never waited for, so its step counts as done.
            may = self._can_all_enter(row)
            if may or all(self.written.is_needless(row, seat) for seat in seats):
                yield replace(step, done=True, told=tuple(seats))
            else:
                yield replace(step, apart=row.decides)

    def _split_screens(self, row: Row) -> Iterator[Step]:
        """Yield one step for the typed numbers of a row, and then one for each box that is tapped.

        If the typed numbers do not fit side by side, each has a step of its own.
        """
        typed = [box for box in row.boxes if box.typed and not (self.pad.on_one_page or self.pad.on_card)]
        if 0 < len(typed) <= BESIDE:
            yield self._build_step(row, row.key, typed, self._list_key_asks(row, typed))
        else:
            for box in typed:
                yield self._build_step(row, f"{row.key}-{box.key}", [box], self._list_key_asks(row, [box]))
        for box in row.boxes:
            # A remark has no step: every entry page offers it apart.
            if box not in typed and not isinstance(box, WordsBox):
                key = f"{row.key}-{box.key}" if len(row.boxes) > 1 else row.key
                step = self._build_step(row, key, [box], list(self._list_tap_asks(row, box)))
                # On a card, boxes are filled in any order, and nobody is done because somebody else is.
                if self.pad.on_card and step.told is not None:
                    step = replace(step, done=set(step.told) >= set(self.seats), then={})
                yield step

    def _list_key_asks(self, row: Row, boxes: list[Box]) -> list[Ask]:
        """Return a request for the number of each player or team in each of these boxes, typed on the keypad."""
        return [self._ask_for_number(row, box, seat) for box in boxes for seat in self._find_owners(row, box)]

    def _ask_for_number(self, row: Row, box: Box, seat: Seat | None) -> Keys:
        spot = self.written.spot(row, box, seat)
        # The last but one number also tells the last one.
        decides = isinstance(box, NumberBox) and box.sum is not None and self._list_blank(row, box)[:-1] == [spot]
        hint = self._describe_rest(row, box, spot) or self._name_partners(row, seat)
        return Keys(seat, box.key, row.team, hint=hint, decides=decides, partners=self._list_partners(row, seat))

    def _build_step(self, row: Row, key: str, boxes: list[Box], asks: Sequence[Ask]) -> Step:
        spots = [self.written.spot(row, box, seat) for box in boxes for seat in self.seats]
        told = [self._is_entered(box, spot) for box in boxes for spot in spots if spot.box == box.key]
        # Most peg in the play, but nobody has to.
        pegged = any(isinstance(box, NumberBox) and box.pegs for box in boxes)
        one_is_enough = pegged or any(isinstance(box, TickBox) for box in boxes)
        complete = self.written.complete and not row.decides
        # Players without a tick stay blank, so one tick is all that the step can wait for.
        done = complete or (any(told) if one_is_enough else all(told))
        hint, own = (self._describe_question(row, boxes, asks, said) for said in (boxes[0].hint, boxes[0].own_hint))
        title = boxes[0].label if len(row.boxes) > 1 and len(boxes) == 1 else row.label
        rest = {spot: mark for box in boxes for spot, mark in self._find_rest(row, box).items()}
        known = None if pegged else self._find_done(row, boxes, rest)
        # Moving on from an empty row says that nobody has the suit.
        suit = self.written.suits[row.key] if row.has_pile else None
        then = {suit.spot(NOBODY_BOX): 1} if suit and not suit.told else rest
        return Step(key, row.key, hint, tuple(asks), then=then, done=done, title=title, told=known, own=own)

    def _describe_question(self, row: Row, boxes: list[Box], asks: Sequence[Ask], what: Text) -> Text:
        """Return what a step says below its title: what an entry is worth, and `what` to enter unless that is plain."""
        worth = list_worths(self.pad).get((row.key, boxes[0].key)) if len(boxes) == 1 else None
        usual = Text("Tap the number.") if isinstance(asks[0], Counts) else what
        if worth is None:
            return row.hint or usual
        if row.hint is None and isinstance(boxes[0], NumberBox):
            return worth
        return Text("%(worth)s · %(hint)s", worth=worth, hint=row.hint or usual)

    def _find_done(self, row: Row, boxes: list[Box], rest: Changes) -> tuple[Seat, ...] | None:
        """Return the seats that have an entry in each of these boxes, or all seats once the round is complete.

        What the others leave counts as entered.

        Return None if a box is shared, or is a tick that only one player can have.
        """
        if any(box.shared or (isinstance(box, TickBox) and box.owner) for box in boxes):
            return None
        complete = self.written.complete and not row.decides
        places = {seat: [(box, self.written.spot(row, box, seat)) for box in boxes] for seat in self.seats}
        return tuple(
            seat
            for seat in self.seats
            if complete or all(spot in rest or self._is_entered(box, spot) for box, spot in places[seat])
        )

    def _is_entered(self, box: Box, spot: Spot) -> bool:
        if box.is_pile and spot.seat is not None:
            return self.written.suits[spot.row].get(spot.seat).marked
        marks = self.written.marks
        places = [spot._replace(item=item) for item in box.parts]
        if isinstance(box, CounterBox):
            places += [spot._replace(box=box.crosses.key, item=item) for item in box.track]
        return box.default is not None or any(place in marks for place in places)

    def _find_owners(self, row: Row, box: Box) -> Sequence[Seat | None]:
        if box.shared:
            return (None,)
        if not row.team:
            return self.seats
        return tuple(dict.fromkeys(self.written.team(seat)[0] for seat in self.seats))

    def _list_partners(self, row: Row, seat: Seat | None) -> tuple[Seat, ...]:
        """Return the seats of a player's team if partners share the row. Otherwise return an empty tuple."""
        return self.written.team(seat) if row.team and seat is not None else ()

    def _name_partners(self, row: Row, seat: Seat | None) -> Text | None:
        """Return "with" and the names of the partners who share a row with a player, or None if there are none."""
        others = [partner for partner in self._list_partners(row, seat) if partner != seat]
        return Text("with %(who)s", who=self.written.setup.names(others)) if others else None

    def _list_tap_asks(self, row: Row, box: Box) -> Iterator[Ask]:
        if isinstance(box, TickBox) and not box.shared and not self.pad.on_card:
            yield Sides(None, box.key, choices=tuple(self._list_ticks(row, box)))
            return
        for seat in self._find_owners(row, box):
            spot = self.written.spot(row, box, seat)
            mark, ends = self.written.marks.get(spot), find_table_ends(self.pad).get(box.key)
            enough = ends.enough if ends and not self.pad.on_card else None
            hint, partners = self._name_partners(row, seat), self._list_partners(row, seat)
            # A page of all rows has no room for hints, except beside a name without points.
            if self.pad.on_one_page and not self.pad.on_card and seat == self.seats[0]:
                hint = hint or row.hint
            hint = self._describe_rest(row, box, spot) or hint
            ask = box.ask(seat, spot, mark, enough, hint=hint, partners=partners)
            if self.pad.on_card:
                ask = ask_on_card(row, box, spot, self.written.marks, ask)
            if isinstance(ask, Pegs):
                ask = replace(ask, holes=count_peg_holes(self.pad, self.written.setup))
            if isinstance(box, PileBox) and box.counted and not _needs_values(self.pad, box.key):
                ask = Counts(seat, COUNT_BOX, hint=hint, partners=partners, most=box.deck.size)
            if isinstance(ask, Counts) and isinstance(box, NumberBox) and box.sum is not None:
                ask = replace(ask, choices=tuple(self._add_rest(row, box, spot, ask.choices)))
            yield ask

    def _add_rest(self, row: Row, box: NumberBox, spot: Spot, choices: Sequence[Choice]) -> Iterator[Choice]:
        """Yield the choices of a number, with what it leaves for the others if that is certain.

        It is if only one other number is blank, or if nothing is left for those that are.
        """
        marks = self.written.marks
        others = [other for other in self._list_spots(row, box) if other != spot]
        blank = [other for other in others if other not in marks]
        left = (box.sum or 0) - sum(int(marks[other]) for other in others if other in marks)
        for choice in choices:
            number = choice.changes[spot]
            # A tap that erases the number leaves nothing certain.
            if number is None:
                yield choice
                continue
            rest = left - int(number)
            certain = rest == 0 or (len(blank) == 1 and box.least <= rest <= box.most)
            others_too = dict.fromkeys(blank, rest) if certain else {}
            yield replace(choice, changes={**choice.changes, **others_too})

    def _find_rest(self, row: Row, box: Box) -> Changes:
        """Return what the numbers of all others leave for the only player without a number, as a change.

        Usually the last tap has written it. A tap on a page that does not yet show those before it has not. Return {}
        if there is no such player or the number is impossible.
        """
        if not isinstance(box, NumberBox) or box.sum is None:
            return {}
        marks, blank = self.written.marks, self._list_blank(row, box)
        rest = box.sum - sum(int(marks[spot]) for spot in self._list_spots(row, box) if spot in marks)
        return {blank[0]: rest} if len(blank) == 1 and box.least <= rest <= box.most else {}

    def _describe_rest(self, row: Row, box: Box, spot: Spot) -> Text | None:
        rest = self._find_rest(row, box).get(spot)
        return None if rest is None else Text("the rest: %(number)s", number=rest)

    def _list_spots(self, row: Row, box: Box) -> list[Spot]:
        return list(dict.fromkeys(self.written.spot(row, box, seat) for seat in self.seats))

    def _list_blank(self, row: Row, box: Box) -> list[Spot]:
        return [spot for spot in self._list_spots(row, box) if spot not in self.written.marks]

    def _list_ticks(self, row: Row, box: TickBox) -> Iterator[Choice]:
        """Yield a button for each player or team. If only one can have the tick, a tap takes it from whoever has it."""
        marks, setup = self.written.marks, self.written.setup
        seats = [seat for seat in self._find_owners(row, box) if seat is not None]
        spots = {seat: Spot(self.written.number, row.key, box.key, seat) for seat in seats}
        for seat, spot in spots.items():
            chosen = bool(marks.get(spot))
            changes: dict[Spot, Mark | None] = {spot: None if chosen else 1}
            if box.owner and not chosen:
                # A tick that only one player can have moves in one tap instead of two, also from a player whose tap is
                # still on its way.
                changes = {**dict.fromkeys(spots.values()), spot: 1}
            who = setup.names(self.written.team(seat)) if row.team else (setup.name(seat),)
            yield Choice(Text("%(who)s", who=who) if row.team else Literal(who[0]), changes, chosen=chosen)


def _needs_values(pad: Pad, pile: str) -> bool:
    """Return whether a formula of the pad needs more of a pile than its number of cards."""
    points = [row.points for row in pad.rows if row.points]
    return any(_refers_to_values(node, pile) for node in (*points, *pad.values.values(), *(tie.of for tie in pad.ties)))


def _refers_to_values(node: Node, pile: str) -> bool:
    match node:
        case Name(name):
            return name == pile
        case Call("count", (Name(),)):
            return False
    return any(_refers_to_values(part, pile) for part in parts_of(node))


def join_screens(pad: Pad, steps: Sequence[Step]) -> list[Step]:
    """Return the steps with some of them joined on one screen, because one screen takes fewer taps than several.

    Consecutive steps are joined if they are tapped for the whole table and at least one of their rows has a shared box.
    Numbers that can stay as they are share the screen of those beside them, so that they are seen in passing. If
    everything fits on one page, all steps are joined.
    """
    if pad.on_one_page:
        return _share_screen(steps)
    shared = {row.key for row, box in pad.boxes if box.shared}
    joined: list[Step] = []
    for for_all, group in groupby(steps, _is_tapped_for_all):
        run = list(group)
        joined += _share_screen(run) if for_all and any(step.row in shared for step in run) else run
    prefilled = {row.key for row in pad.rows if all(box.default is not None for box in row.boxes)}
    for place in range(1, len(joined)):
        before, step = joined[place - 1 : place + 1]
        if step.row in prefilled and not before.page and _fit_side_by_side(before, step):
            joined[place - 1 : place + 1] = [replace(each, page=before.key) for each in (before, step)]
    return joined


def _fit_side_by_side(*steps: Step) -> bool:
    """Return whether these steps ask the same players for typed numbers that fit beside each other."""
    asks = [ask for step in steps for ask in step.asks]
    owners = {tuple(dict.fromkeys(ask.seat for ask in step.asks)) for step in steps}
    return all(isinstance(ask, Keys) for ask in asks) and len(owners) == 1 and len(asks) <= BESIDE * len(*owners)


def _is_tapped_for_all(step: Step) -> bool:
    return all(ask.seat is None and not isinstance(ask, Keys) for ask in step.asks)


def _share_screen(steps: Sequence[Step]) -> list[Step]:
    """Return the steps with a common screen. A single step stays as it is."""
    if len(steps) < 2:
        return list(steps)
    return [replace(step, page=steps[0].key, together=FOR_ALL) for step in steps]
