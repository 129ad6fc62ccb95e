"""The ways of entering piles: what each step asks of each player, as the pad file says."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from scorekeeper.games.cards import working
from scorekeeper.games.entry import Ask, Backs, Chips, Counts, Keys, Sides, Step
from scorekeeper.games.pad import ALL, END, Changes, Choice, Mark, Seat, Spot, offer_end
from scorekeeper.games.pads.evaluate import Gap
from scorekeeper.games.pads.formula import Node
from scorekeeper.games.pads.pad import Box, PadStep, PadWay
from scorekeeper.games.pads.piles import CARDS_BOX, COUNT_BOX, NOBODY_BOX, SUM_BOX, Pile, SuitRow
from scorekeeper.games.pads.sheet import PadRound
from scorekeeper.language.text import Plural, Text

BACK = "back"
"""The part of a step that shows a player’s pile flipped."""


def list_steps(this_round: PadRound, key: str) -> tuple[Step, ...]:
    """Return the steps of the way with this key. A step without anybody to ask is left out.

    Decision: quickest-first
    """
    # Of the pad of this round: its sentences name the suits as they look at the table.
    way = next(way for way in this_round.pad.ways if way.key == key)
    return tuple(_Steps(this_round, way).list_steps())


@dataclass(frozen=True, slots=True)
class _Steps:
    """A builder of the steps of a way."""

    round: PadRound
    way: PadWay
    needed: Collection[Spot] = field(init=False)
    """The spots on which the points still depend."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "needed", self.round.find_needed())

    def list_steps(self) -> Iterator[Step]:
        suits = [*self.round.written.suits.values()]
        built = [step for plan in self.way.steps for step in self._build(plan)]
        if not built:
            return
        end, last = Spot(self.round.number, END, ALL), built[-1]
        # All suits of a deck are on one screen: leaving it says nothing about the last one while others are blank.
        early = self.way.layout == "deck" and not all(suit.told for suit in suits[:-1])
        undecided = any(spot not in self.round.marks for spot in self._list_hidden())
        # A tap on Next must not decide for those who have yet to decide in secret.
        finish = {} if end in self.round.marks or undecided else offer_end(end).changes
        built[-1] = replace(last, then={} if early else {**last.then, **finish})
        yield from built

    def _list_hidden(self) -> list[Spot]:
        hidden = {(row.key, box.key) for row, box in self.round.pad.boxes if box.hidden}
        return [spot for spot in self.needed if (spot.row, spot.box) in hidden]

    def _build(self, plan: PadStep) -> Iterator[Step]:
        suit = self.round.written.suits[plan.row]
        parts = {
            seat: [part for part, when in plan.parts.items() if self._holds(when, seat)] for seat in self.round.seats
        }
        asked = {seat: names for seat, names in parts.items() if names}
        if not asked and not plan.boxes:
            return
        decided = not any(spot.row == plan.row for spot in self._list_hidden())
        # The table moves on from a suit that nobody has. A later step for it only asks about piles that are there.
        is_empty = plan.key == plan.row and decided and suit.spot(NOBODY_BOX) in self.needed
        hint = self.round.choose(plan.hints) or self.round.describe_row(suit) or self.way.hint
        keypad = self.way.layout == "keypad"
        yield Step(
            plan.key,
            plan.row,
            hint,
            (
                *self._list_boxes(suit, plan),
                *(self._list_keys(suit, asked) if keypad else self._list_asks(suit, plan, asked)),
            ),
            choices=tuple(self._list_choices(suit, plan)),
            then={suit.spot(NOBODY_BOX): 1} if is_empty else {},
            done=self._is_done(suit, plan),
            title=plan.title,
            told=self._find_known_seats(suit) if keypad else None,
        )

    def _list_boxes(self, suit: SuitRow, plan: PadStep) -> Iterator[Ask]:
        for name, when in plan.boxes.items():
            seats = [seat for seat in self.round.seats if self._holds(when, seat)]
            _, box = self.round.written.places[name]
            spot = suit.spot(box.key)
            if not seats:
                continue
            if self.round.written.is_hidden(box):
                yield from self.round.ask_in_secret(suit)
            elif box.shared and box.typed:
                yield Keys(None, box.key, upto=suit.box.deck.sum_highest(suit.box.most))
            elif box.shared:
                yield Sides(None, box.key, tuple(self._list_shared(box, spot)))
            else:
                yield Sides(None, box.key, tuple(self._list_players(suit, box, seats)), hint=box.question)

    def _list_shared(self, box: Box, spot: Spot) -> Iterator[Choice]:
        """Yield the buttons of a box of the whole table. While it is blank, one of them can look chosen."""
        mark = self.round.marks.get(spot)
        shown = self.round.so_far.evaluate(box.chosen, self.round.seats[0]) if box.chosen else None
        for number, choice in zip(box.choice_values, box.list_choices(spot, mark), strict=True):
            yield replace(choice, chosen=choice.chosen or (mark is None and number == shown))

    def _list_players(self, suit: SuitRow, box: Box, seats: Sequence[Seat]) -> Iterator[Choice]:
        """Yield a button for each of these players that ticks or clears a box, and after the highest pile “nobody”."""
        nobody = suit.spot(NOBODY_BOX)
        for seat in seats:
            spot, who = suit.spot(box.key, seat), self.round.setup.name(seat)
            ticked = bool(self.round.marks.get(spot))
            # Where entries can be secret, a no is a mark of its own.
            no = 0 if self.round.written.is_hidden(box) else None
            changes: dict[Spot, Mark | None] = {spot: no if ticked else 1}
            if box.top and ticked and suit.piles[seat].sum is not None:
                changes[suit.spot(SUM_BOX, seat)] = None
            if box.top and not ticked and suit.nobody:
                changes[nobody] = None
            label = Text("%(who)s", who=who) if box.top else Text("%(who)s %(box)s", who=who, box=box.label)
            shown = box.chosen is not None and self._holds(box.chosen, seat)
            yield Choice(label, changes, chosen=ticked or shown)
        if box.top:
            tops = [] if suit.nobody else [suit.spot(key, seat) for seat in suit.tops for key in (box.key, SUM_BOX)]
            yield Choice(
                Text("nobody"), {nobody: None if suit.nobody else 1, **dict.fromkeys(tops)}, chosen=suit.nobody
            )

    def _holds(self, node: Node | None, seat: Seat) -> bool:
        if node is None:
            return False
        value = self.round.so_far.evaluate(node, seat)
        return bool(value) and not isinstance(value, Gap)

    def _is_done(self, suit: SuitRow, plan: PadStep) -> bool:
        """Return whether nothing in a suit is needed. A step that asks for no cards does not wait for them."""
        waits = [spot for spot in self.needed if spot.row == suit.row.key]
        if suit.box.counted and CARDS_BOX not in plan.parts and SUM_BOX not in plan.parts:
            waits = [spot for spot in waits if spot.box != CARDS_BOX]
        if not waits:
            return True
        if not self.way.leaves_blanks or not suit.told:
            return False
        keys = [*self.round.written.suits]
        later = keys[keys.index(suit.row.key) + 1 :]
        moved_on = any(self._is_entered(self.round.written.suits[key]) for key in later)
        entered = COUNT_BOX if suit.box.counted else suit.box.cards
        return moved_on and all(spot.box == entered and suit.is_blank(spot.seat or 0) for spot in waits)

    def _is_entered(self, suit: SuitRow) -> bool:
        """Return whether a suit is being entered. Numbers of the table can come from a referee before that."""
        tapped = [suit.spot(box.key) for box in suit.row.boxes if box.shared and not box.typed]
        return suit.told or any(spot in self.round.marks for spot in tapped)

    def _find_known_seats(self, suit: SuitRow) -> tuple[Seat, ...]:
        """Return the seats whose points in a suit are known, because they are entered or the blank means none."""
        closed = suit.nobody or self.round.written.complete
        waits = {spot.seat for spot in self.needed if spot.row == suit.row.key}
        if suit.spot(NOBODY_BOX) in self.needed:
            return ()
        return tuple([seat for seat in self.round.seats if (closed or suit.piles[seat].marked) and seat not in waits])

    def _list_keys(self, suit: SuitRow, asked: Mapping[Seat, list[str]]) -> Iterator[Ask]:
        """Yield what is typed: first all numbers of cards, then the sums."""
        for part in (COUNT_BOX, SUM_BOX):
            for seat in [seat for seat in asked if part in asked[seat]]:
                pile = suit.piles[seat]
                if suit.box.counted:
                    yield Keys(seat, part, hint=working(pile.cards) if pile.cards else None, decides=part == COUNT_BOX)
                else:
                    yield Keys(seat, part, hint=_describe_hand(pile), upto=suit.box.deck.sum_highest(suit.box.most))

    def _list_asks(self, suit: SuitRow, plan: PadStep, asked: Mapping[Seat, list[str]]) -> Iterator[Ask]:
        """Yield what is tapped: for each player the first part that holds."""
        chosen = {seat: parts[0] for seat, parts in asked.items()}
        if not suit.box.counted:
            yield from self._list_hands(suit, plan, chosen)
            return
        backs = [suit.piles[seat].count or 0 for seat, part in chosen.items() if part == BACK]
        level = backs[0] if backs and self._holds(self.way.level, self.round.seats[0]) else 0
        # Where only numbers are asked for, a blank can be made none, and the last one leads on.
        counting = [*plan.parts] == [COUNT_BOX]
        open_piles = {seat: pile for seat, pile in suit.piles.items() if not pile.final and pile.size is None}
        # Of a counted pile: how many cards are still to be entered, none if their sum is known.
        piles = {seat: suit.piles[seat] for seat in chosen}
        left = {
            seat: 0 if pile.value is not None else max((pile.count or 0) - len(pile.cards), 0)
            for seat, pile in piles.items()
        }
        last = plan.key != plan.row and sum(left.values()) == 1
        for seat, part in chosen.items():
            pile = suit.piles[seat]
            if part == BACK:
                yield Backs(seat, suit.box.cards, level=pile.count or 0)
            elif part == CARDS_BOX:
                yield Chips(
                    seat, suit.box.cards, level=level, hint=_describe_missing(pile), onward=last and left[seat] == 1
                )
            elif counting:
                blank: Changes = {} if pile.final or pile.marked else {suit.spot(COUNT_BOX, seat): 0}
                onward, read = suit.told and [*open_piles] == [seat], len(pile.cards)
                said = Plural("%(count)s card entered", "%(count)s cards entered", read)
                hint = said if read and pile.count is None else None
                yield Counts(seat, COUNT_BOX, hint=hint, blank=blank, onward=onward, most=suit.box.deck.size)
            else:
                yield Counts(seat, COUNT_BOX, most=suit.box.deck.size)

    def _list_hands(self, suit: SuitRow, plan: PadStep, chosen: Mapping[Seat, str]) -> Iterator[Ask]:
        """Yield the chips for each hand, or the sum of the highest one. Tied hands are equal, so one sum is enough."""
        sums = sorted(
            [seat for seat in chosen if chosen[seat] == SUM_BOX], key=lambda seat: suit.piles[seat].sum is None
        )
        if sums:
            # If nothing else is asked, the sum ends the step.
            shared = [when for name, when in plan.boxes.items() if self.round.written.places[name][1].shared]
            onward = not any(self._holds(when, sums[0]) for when in shared)
            yield Counts(
                sums[0], SUM_BOX, suit.box.deck.sum_highest(suit.box.most), hint=Text("How many points?"), onward=onward
            )
            return
        for seat in chosen:
            ticks = [name for name, when in plan.beside.items() if self._holds(when, seat)]
            tick = self.round.written.places[ticks[0]][1].key if ticks else ""
            yield Chips(seat, suit.box.cards, hint=_describe_hand(suit.piles[seat]), tick=tick)

    def _list_choices(self, suit: SuitRow, plan: PadStep) -> Iterator[Choice]:
        for name, when in plan.ticks.items():
            seats = [seat for seat in self.round.seats if self._holds(when, seat)]
            _, box = self.round.written.places[name]
            spot = suit.spot(box.key)
            if seats and box.shared:
                yield from box.list_choices(spot, self.round.marks.get(spot))
            elif seats:
                yield from self._list_players(suit, box, seats)
        if BACK in plan.parts or not suit.box.counted:
            yield from self.round.list_choices(suit)


def _describe_missing(pile: Pile) -> Text | None:
    """Say how many cards of a counted pile are to be entered and how many are. Return None if nothing is missing."""
    if not pile.count or pile.value is not None:
        return None
    if not pile.cards:
        return Plural("Enter %(count)s card", "Enter %(count)s cards", pile.count)
    return Plural(
        "Enter %(count)s card: %(read)s of %(count)s done",
        "Enter %(count)s cards: %(read)s of %(count)s done",
        pile.count,
        read=len(pile.cards),
    )


def _describe_hand(pile: Pile) -> Text | None:
    """Return a hand as it is read out: 4 + 2 = 6, or only the sum. Return None for a blank one."""
    if pile.value is None:
        return None
    if len(pile.cards) < 2:
        return Text("%(sum)s", sum=pile.value)
    return Text("%(cards)s = %(sum)s", cards=working(pile.cards), sum=pile.value)
