"""The ways of entering piles: what each step asks of each player, as the pad file says."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from scorekeeper.games.cards import working
from scorekeeper.games.entry import Ask, Backs, Chips, Counts, Keys, Step
from scorekeeper.games.pad import ALL, END, Changes, Choice, Seat, Spot, offer_end
from scorekeeper.games.pads.evaluate import Gap
from scorekeeper.games.pads.formula import Node
from scorekeeper.games.pads.pad import PadStep, PadWay
from scorekeeper.games.pads.piles import CARDS, COUNT, SUM, Pile, SuitRow
from scorekeeper.games.pads.sheet import Round
from scorekeeper.games.suits import NOBODY
from scorekeeper.language.text import Plural, Text

BACK = "back"
"""The part of a step that shows a player’s pile flipped."""


def list_steps(this_round: Round, key: str) -> tuple[Step, ...]:
    """Return the steps of the way with this key. A step without anybody to ask is left out.

    Decision: quickest-first
    """
    # Of the pad of this round: its sentences name the suits as they look at the table.
    way = next(way for way in this_round.pad.ways if way.key == key)
    return tuple(_Steps(this_round, way).list_steps())


@dataclass(frozen=True, slots=True)
class _Steps:
    """A builder of the steps of a way. `needed` are the spots on which the points still depend."""

    round: Round
    way: PadWay
    needed: Collection[Spot] = field(init=False)

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
        finish = {} if end in self.round.marks or early else offer_end(end).changes
        built[-1] = replace(last, then={} if early else {**last.then, **finish})
        yield from built

    def _build(self, plan: PadStep) -> Iterator[Step]:
        suit = self.round.written.suits[plan.row]
        asked = self._find_parts(plan)
        if not asked:
            return
        # A later step for the same row only asks about piles that are there.
        first = plan.key == plan.row
        hint = self.round.choose(plan.hints) or self.round.describe_row(suit) or self.way.hint
        keypad = self.way.layout == "keypad"
        yield Step(
            plan.key,
            plan.row,
            hint,
            tuple(self._list_keys(suit, asked) if keypad else self._list_asks(suit, plan, asked)),
            choices=tuple(self._list_choices(suit, plan)),
            then={suit.spot(NOBODY): 1} if first and not suit.told else {},
            done=self._is_done(suit, plan),
            title=plan.title,
            told=self._find_known_seats(suit) if keypad else None,
        )

    def _find_parts(self, plan: PadStep) -> Mapping[Seat, list[str]]:
        """Return the parts whose conditions hold, by seat. Players without any are left out."""
        parts = {seat: [part for part, when in plan.parts.items() if self._holds(when, seat)] for seat in self.seats}
        return {seat: names for seat, names in parts.items() if names}

    @property
    def seats(self) -> Sequence[Seat]:
        return self.round.seats

    def _holds(self, node: Node | None, seat: Seat) -> bool:
        if node is None:
            return False
        value = self.round.so_far.evaluate(node, seat, self.round.number)
        return bool(value) and not isinstance(value, Gap)

    def _is_done(self, suit: SuitRow, plan: PadStep) -> bool:
        """Return whether nothing in a suit is needed. A step that asks for no cards does not wait for them."""
        waits = [spot for spot in self.needed if spot.row == suit.row.key]
        if CARDS not in plan.parts and SUM not in plan.parts:
            waits = [spot for spot in waits if spot.box != CARDS]
        if not waits:
            return True
        if not self.way.leaves_blanks or not suit.told:
            return False
        keys = [*self.round.written.suits]
        later = keys[keys.index(suit.row.key) + 1 :]
        moved_on = any(self.round.written.suits[key].told for key in later)
        return moved_on and all(spot.box == COUNT and suit.is_blank(spot.seat or 0) for spot in waits)

    def _find_known_seats(self, suit: SuitRow) -> tuple[Seat, ...]:
        """Return the seats whose points in a suit are known, because they are entered or the blank means none."""
        closed = suit.nobody or self.round.written.is_complete(self.round.number)
        waits = {spot.seat for spot in self.needed if spot.row == suit.row.key}
        if suit.spot(NOBODY) in self.needed:
            return ()
        return tuple([seat for seat in self.seats if (closed or suit.piles[seat].marked) and seat not in waits])

    def _list_keys(self, suit: SuitRow, asked: Mapping[Seat, list[str]]) -> Iterator[Ask]:
        """Yield what is typed: first all numbers of cards, then the sums."""
        for part in (COUNT, SUM):
            for seat in [seat for seat in asked if part in asked[seat]]:
                cards = suit.piles[seat].cards
                yield Keys(seat, part, hint=working(cards) if cards else None, decides=part == COUNT)

    def _list_asks(self, suit: SuitRow, plan: PadStep, asked: Mapping[Seat, list[str]]) -> Iterator[Ask]:
        """Yield what is tapped: for each player the first part that holds."""
        chosen = {seat: parts[0] for seat, parts in asked.items()}
        backs = [suit.piles[seat].count or 0 for seat, part in chosen.items() if part == BACK]
        level = backs[0] if backs and self._holds(self.way.level, self.seats[0]) else 0
        # Where only numbers are asked for, a blank can be made none, and the last one leads on.
        counting = [*plan.parts] == [COUNT]
        uncounted = [seat for seat in self.seats if suit.told and self._is_uncounted(suit.piles[seat])]
        left = {seat: _count_missing(suit.piles[seat]) for seat in chosen}
        last = plan.key != plan.row and sum(left.values()) == 1
        for seat, part in chosen.items():
            pile = suit.piles[seat]
            if part == BACK:
                yield Backs(seat, CARDS, level=pile.count or 0)
            elif part == CARDS:
                yield Chips(seat, CARDS, level=level, hint=_describe_missing(pile), onward=last and left[seat] == 1)
            elif counting:
                blank: Changes = {} if pile.final or pile.marked else {suit.spot(COUNT, seat): 0}
                hint, onward = _count_entered(pile), uncounted == [seat]
                yield Counts(seat, COUNT, hint=hint, blank=blank, onward=onward, most=suit.box.deck.size)
            else:
                yield Counts(seat, COUNT, most=suit.box.deck.size)

    def _is_uncounted(self, pile: Pile) -> bool:
        return not pile.final and pile.size is None

    def _list_choices(self, suit: SuitRow, plan: PadStep) -> Iterator[Choice]:
        for name, when in plan.ticks.items():
            if self._holds(when, self.seats[0]):
                _, box = self.round.written.places[name]
                spot = suit.spot(box.key)
                yield from box.list_choices(spot, self.round.marks.get(spot))
        if BACK in plan.parts:
            yield from self.round.list_choices(suit)


def _count_missing(pile: Pile) -> int:
    """Return how many cards of a counted pile are still to be entered, or 0 if their sum is known."""
    return 0 if pile.value is not None else max((pile.count or 0) - len(pile.cards), 0)


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


def _count_entered(pile: Pile) -> Text | None:
    """Say how many cards of an uncounted pile are entered, or return None if it is counted or blank."""
    if pile.count is not None or not pile.cards:
        return None
    return Plural("%(count)s card entered", "%(count)s cards entered", len(pile.cards))
