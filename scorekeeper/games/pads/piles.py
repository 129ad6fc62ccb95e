"""Piles: the cards of one suit in front of a player, entered one by one, as a number, or as number and sum.

A hand is a pile of which the number of cards is never entered, only the cards or their sum.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar, cast

from scorekeeper.games.cards import SuitLook
from scorekeeper.games.entry import Ask, Chips
from scorekeeper.games.pad import SEALED, Choice, Mark, Marks, Seat, Spot
from scorekeeper.games.pads.boxes import ChipsBox, NumberBox, TickBox
from scorekeeper.games.pads.deck import Deck
from scorekeeper.games.pads.evaluate import Between, Gap, Value
from scorekeeper.games.pads.formula import Node
from scorekeeper.games.pads.pad import Box, Entries, Pad, Row
from scorekeeper.language.text import Plural, Text

COUNT_BOX, CARDS_BOX, SUM_BOX, NOBODY_BOX = "count", "cards", "sum", "nobody"
"""The boxes of a pile on the pad of a table. In the last one, the table says that nobody has the suit."""

MOST_IN_HAND = 99


@dataclass(frozen=True, slots=True)
class PileBox(Box):
    """The cards of one suit in front of each player. In formulas it is the sum of their values."""

    deck: Deck = field(default=Deck((), ()), kw_only=True)
    """The cards of a suit."""
    word: Text = field(default=Text(""), kw_only=True)
    """The name of the suit inside a sentence."""
    doubt: Node | None = field(default=None, kw_only=True)
    """The condition for the table to be asked about more copies, or None if their numbers in the deck are certain."""

    fields: ClassVar[tuple[str, ...]] = ()
    is_pile = True
    scores_alone = True
    cards: ClassVar = CARDS_BOX
    """The key of the box for the cards on the pad of a table."""
    counted: ClassVar = True
    """Whether there is a box for the number of cards."""

    @property
    def largest_sum(self) -> int:
        """The largest sum that can be entered."""
        return self.deck.largest_sum

    @property
    def hint(self) -> Text:
        return Text("Tap each player’s cards.")

    @property
    def cards_box(self) -> ChipsBox:
        """The box for the cards on the pad of a table."""
        items, most = tuple(map(str, self.deck.values)), max(self.deck.copies)
        return ChipsBox(CARDS_BOX, Text("Which cards"), most=most, items=items, once=most == 1)

    def holds(self, mark: Mark) -> bool:
        return self.cards_box.holds(mark)

    def parse(self, text: str) -> Mark:
        return self.cards_box.parse(text)

    @property
    def at_table(self) -> tuple[Box, ...]:
        count = NumberBox(
            COUNT_BOX,
            Text("Cards"),
            most=self.deck.size,
            announced=Plural(
                "%(who)s has %(mark)s %(colour)s card", "%(who)s has %(mark)s %(colour)s cards", 1, colour=self.word
            ),
            withdrawn=Text("%(who)s’s number of %(colour)s cards is blank", colour=self.word),
        )
        total = NumberBox(
            SUM_BOX,
            Text("Sum"),
            most=self.largest_sum,
            announced=Text("%(who)s’s %(colour)s cards add up to %(mark)s", colour=self.word),
            withdrawn=Text("the sum of %(who)s’s %(colour)s cards is blank", colour=self.word),
        )
        nobody = TickBox(
            NOBODY_BOX,
            Text("Nobody has this colour"),
            shared=True,
            announced=Text("nobody has %(colour)s", colour=self.word),
            withdrawn=Text("no longer marked: nobody has %(colour)s", colour=self.word),
        )
        return (*([count] if self.counted else ()), self.cards_box, total, nobody)

    def evaluate(self, written: Entries, row: Row, seat: Seat) -> Value:
        return cast(Value, written.suits[row.key].find_value(seat))

    def is_entered(self, written: Entries, row: Row, seat: Seat) -> bool:
        return bool(written.suits[row.key].get(seat).marked)

    def ask(self, seat: Seat | None, spot: Spot, mark: Mark | None, enough: int | None, **who: Any) -> Ask:
        return Chips(seat, self.cards, **who)

    def describe(self, written: Entries, row: Row, seat: Seat) -> Text | None:
        # The working of its points says what was entered.
        return None


@dataclass(frozen=True, slots=True)
class HandBox(PileBox):
    """The cards of one suit in each hand of up to `most` cards."""

    most: int = field(default=MOST_IN_HAND, kw_only=True)

    fields: ClassVar[tuple[str, ...]] = ("most",)
    cards = "hand"
    counted = False

    @property
    def largest_sum(self) -> int:
        return self.most * max(self.deck.values)

    @property
    def cards_box(self) -> ChipsBox:
        return ChipsBox(
            self.cards,
            Text("Which cards"),
            most=self.most,
            items=tuple(map(str, self.deck.values)),
            announced=Plural(
                "%(who)s has a %(colour)s %(item)s", "%(who)s has %(mark)s %(colour)s %(item)ss", 1, colour=self.word
            ),
            withdrawn=Text("%(who)s has no %(colour)s %(item)s", colour=self.word),
        )


def read_looks(pad: Pad) -> Mapping[str, SuitLook]:
    """Return the look of each suit of a pad with piles, by the key of its row."""
    words = {row.key: box.word for row, box in pad.boxes if isinstance(box, PileBox)}
    return {row.key: SuitLook(row.label, words[row.key], row.suit) for row in pad.rows if row.suit}


@dataclass(frozen=True, slots=True)
class Pile:
    """A player's pile as entered."""

    count: int | None = None
    """The number of cards, None if not entered."""
    cards: tuple[int, ...] = ()
    """The values, highest first."""
    sum: int | None = None
    """The sum of their values, None if not entered."""
    none: bool = True
    """Whether a blank means no cards."""
    final: bool = True
    """Whether no more cards can be added."""
    counted: bool = True
    """False for a hand."""

    @property
    def marked(self) -> bool:
        """Whether a number, a sum or any card is entered."""
        return self.count is not None or self.sum is not None or bool(self.cards)

    @property
    def size(self) -> int | None:
        """The number of cards: the number entered, otherwise that of the cards entered. None if it is not known."""
        if self.count is not None:
            return self.count
        return len(self.cards) or (0 if self.none and self.sum is None else None)

    @property
    def complete(self) -> bool:
        """Whether every card is entered."""
        return self.size is not None and len(self.cards) >= self.size

    @property
    def value(self) -> int | None:
        """The sum of the values, from the cards or as entered. None if it is not known."""
        if self.complete:
            return sum(self.cards)
        return None if self.counted and self.size is None else self.sum


NO_PILE = Pile()


@dataclass(frozen=True, slots=True)
class SuitRow:
    """The piles of one suit as entered, by seat."""

    row: Row
    box: PileBox
    round: int
    piles: Mapping[Seat, Pile]
    told: bool
    """Set once anything is entered about the piles. Until then, nothing can say that a blank means none."""
    begun: bool
    """Set once anything is entered in the row."""
    nobody: bool
    """Whether the table has marked that nobody has the suit."""
    tops: Collection[Seat]
    """The seats that are marked as having the most."""
    so_far: bool = False
    """Whether blank piles count as none."""

    def get(self, seat: Seat) -> Pile:
        """Return a player's pile, which is empty for a player who does not play the round."""
        return self.piles.get(seat, NO_PILE)

    def spot(self, box: str, seat: Seat | None = None, item: object = "") -> Spot:
        """Return a spot of this row."""
        return Spot(self.round, self.row.key, box, seat, str(item))

    def cards_spot(self, seat: Seat, item: object = "") -> Spot:
        """Return the spot of a card, or of all cards of a player."""
        return self.spot(self.box.cards, seat, item)

    def pile_spot(self, seat: Seat) -> Spot:
        """Return the spot that stands for all that is entered of a player."""
        return self.spot(COUNT_BOX, seat) if self.box.counted else self.cards_spot(seat)

    @property
    def is_known(self) -> bool:
        """Whether all numbers of cards and all sums are known that can be entered."""
        return all(
            pile.size is not None if self.box.counted else pile.value is not None for pile in self.piles.values()
        )

    def _find_blank(self, seat: Seat) -> Spot:
        if not self.told:
            return self.spot(NOBODY_BOX)
        return self.spot(SUM_BOX, seat) if seat in self.tops else self.pile_spot(seat)

    def find_size(self, seat: Seat) -> Value:
        """Return the number of a player’s cards in formulas."""
        size = self.get(seat).size
        if size is not None or self.so_far:
            return size or 0
        most = self.box.deck.size if self.box.counted else self.box.most
        return Between((self._find_blank(seat),), None, 0, most)

    def find_value(self, seat: Seat) -> Value:
        """Return the sum of the values of a player’s cards in formulas."""
        value = self.get(seat).value
        if value is not None:
            return value
        if not self.box.counted:
            return 0 if self.so_far and seat not in self.tops else Gap((self._find_blank(seat),))
        # Without a number of cards, that is what is missing.
        size = self.find_size(seat)
        return Gap(size.spots) if isinstance(size, Gap) else Gap((self.cards_spot(seat),))

    def is_blank(self, seat: Seat) -> bool:
        """Return whether nothing is entered for a player who may have the suit."""
        return not self.piles[seat].marked and self.piles[seat].size is None and seat not in self.tops


def read_suits(rows: Sequence[Row], seats: Sequence[Seat], marks: Marks, round: int, ended: bool) -> dict[str, SuitRow]:
    """Return the suits of a round as entered, by the key of their row.

    `ended` is set once the table has said that everything is entered.

    Rule: */told
    Decision: later-row, diabolo-highest
    """
    piles = {row.key: (row, box) for row in rows for box in row.boxes if isinstance(box, PileBox)}
    boxes = {(row.key, box.key): box for row in rows for box in row.boxes}
    numbers: dict[tuple[str, Seat | None], dict[str, int]] = {}
    cards: dict[tuple[str, Seat | None], list[int]] = {}
    begun: set[str] = set()
    for spot, mark in marks.items():
        if spot.round != round or spot.row not in piles:
            continue
        place = spot.row, spot.seat
        if spot.box == piles[spot.row][1].cards:
            cards.setdefault(place, []).extend([int(spot.item)] * int(mark))
        elif box := boxes.get((spot.row, spot.box)):
            # A tick that does not count with so many players can be left from when there were others.
            if box.only_with not in (0, len(seats)) or (box.default is not None and not mark):
                continue
            begun.add(spot.row)
            if box.default is not None and mark != SEALED:
                numbers.setdefault(place, {})[spot.box] = 1
        # A remark of the round is written in one of its rows.
        elif (mark or spot.seat is not None) and not isinstance(mark, str):
            numbers.setdefault(place, {})[spot.box] = int(mark)
    marked = [[bool(cards.get((key, seat)) or numbers.get((key, seat))) for seat in seats] for key in piles]
    suits: dict[str, SuitRow] = {}
    for (key, (row, pile)), later in zip(piles.items(), find_settled(marked, ended), strict=True):
        own = {seat: numbers.get((key, seat), {}) for seat in seats}
        shared = numbers.get((key, None), {})
        tops = {seat for seat in seats for box in row.boxes if box.top and box.key in own[seat]}
        told = bool(shared or tops) or any(
            cards.get((key, seat)) or own[seat].keys() & {COUNT_BOX, SUM_BOX} for seat in seats
        )
        held: dict[Seat, Pile] = {}
        for seat, settled in zip(seats, later, strict=True):
            # Once the highest hand is named, a blank can be a lower one that nobody had to enter.
            done = seat not in tops and (NOBODY_BOX in shared or (settled and not tops))
            count, total = own[seat].get(COUNT_BOX), own[seat].get(SUM_BOX)
            values = tuple(sorted(cards.get((key, seat), ()), reverse=True))
            held[seat] = Pile(count, values, total, done and told, done or count is not None, pile.counted)
        suits[key] = SuitRow(row, pile, round, held, told, told or key in begun, NOBODY_BOX in shared, tops)
    return suits


def find_settled(marked: Sequence[Sequence[bool]], ended: bool) -> list[tuple[bool, ...]]:
    """Return for each row and each player whether a blank means none: it does if the player has a mark in a later row.

    `marked` says for each row, in the order of entry, which players have a mark in it. Once the round has `ended`,
    every blank means none.

    Decision: later-row
    """
    no_blanks: list[tuple[bool, ...]] = []
    done = (ended,) * len(marked[0])
    # From the last row up, because a row is settled by the rows after it.
    for row in reversed(marked):
        no_blanks.append(done)
        done = tuple([later or here for later, here in zip(done, row, strict=True)])
    return no_blanks[::-1]


def offer_nobody(spot: Spot, suit: Text) -> Choice:
    """Return the button “Nobody has …”. It marks `spot`, after which every blank of this suit means none.

    Rule: */told
    """
    return Choice(Text("Nobody has %(colour)s", colour=suit), {spot: 1})
