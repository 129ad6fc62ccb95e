"""Piles: the cards of one suit in front of a player, entered one by one, as a number, or as number and sum."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar, Self

from scorekeeper.games.boxes import ChipsBox, NumberBox
from scorekeeper.games.entry import Ask, Chips
from scorekeeper.games.pad import Box, Mark, Marks, Seat, Spot
from scorekeeper.games.pads.deck import Deck
from scorekeeper.games.pads.evaluate import Between, Gap, Value
from scorekeeper.games.pads.pad import Content, Entries, MakeText, PadBox, PadRow
from scorekeeper.games.pads.padfile import Path
from scorekeeper.games.suits import NOBODY, find_settled, nobody_box
from scorekeeper.language.text import Plural, Text

COUNT, CARDS, SUM = "count", "cards", "sum"
"""The boxes of a pile on the pad of a table, beside the one that says that nobody has the suit."""


@dataclass(frozen=True, slots=True)
class PadPile(PadBox):
    """The cards of one suit in front of each player. In formulas it is the sum of their values.

    `deck` holds the cards of a suit. `word` is the name of the suit inside a sentence.
    """

    deck: Deck = field(default=Deck((), ()), kw_only=True)
    word: Text = field(default=Text(""), kw_only=True)

    fields: ClassVar[tuple[str, ...]] = ()
    scores_alone = True

    @classmethod
    def parse(cls, key: str, part: Content, path: Path, make_text: MakeText) -> Self:
        return cls(key, make_text(part["label"]))

    def make_box(self) -> Box:
        items, most = tuple(map(str, self.deck.values)), max(self.deck.copies)
        return ChipsBox(CARDS, Text("Which cards"), most=most, items=items, exclusive=most == 1)

    def make_boxes(self) -> tuple[Box, ...]:
        count = NumberBox(
            COUNT,
            Text("Cards"),
            most=self.deck.size,
            announced=Plural(
                "%(who)s has %(mark)s %(colour)s card", "%(who)s has %(mark)s %(colour)s cards", 1, colour=self.word
            ),
            withdrawn=Text("%(who)s’s number of %(colour)s cards is blank", colour=self.word),
        )
        total = NumberBox(
            SUM,
            Text("Sum"),
            most=self.deck.largest_sum,
            announced=Text("%(who)s’s %(colour)s cards add up to %(mark)s", colour=self.word),
            withdrawn=Text("the sum of %(who)s’s %(colour)s cards is blank", colour=self.word),
        )
        return count, self.make_box(), total, nobody_box(self.word)

    def evaluate(self, written: Entries, row: PadRow, seat: Seat, round: int) -> Value:
        return written.find_pile_value(row, seat)

    def is_entered(self, written: Entries, row: PadRow, seat: Seat, round: int) -> bool:
        return written.has_pile_entry(row, seat)

    def ask(self, seat: Seat | None, spot: Spot, mark: Mark | None, enough: int | None, **who: Any) -> Ask:
        return Chips(seat, CARDS, **who)

    def describe(self, written: Entries, row: PadRow, seat: Seat, round: int) -> Text | None:
        # The working of its points says what was entered.
        return None


@dataclass(frozen=True, slots=True)
class Pile:
    """A player's pile as entered; `cards` holds the values, highest first.

    `count` is the number of cards and `sum` the sum of their values, each None if not entered. `none` is set if a blank
    means no cards, `final` if no more cards can be added.
    """

    count: int | None = None
    cards: tuple[int, ...] = ()
    sum: int | None = None
    none: bool = True
    final: bool = True

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
        return None if self.size is None else self.sum


@dataclass(frozen=True, slots=True)
class SuitRow:
    """The piles of one suit as entered, by seat.

    `told` is set once anything is entered in the row. Until then, nothing can say that a blank means none. `nobody` is
    set if the table has marked that nobody has the suit. With `so_far`, piles of unknown size count as none. `sizes`
    and `values` are the numbers of cards and the sums of their values in formulas.
    """

    row: PadRow
    box: PadPile
    round: int
    piles: Mapping[Seat, Pile]
    told: bool
    nobody: bool
    so_far: bool
    sizes: Mapping[Seat, Value] = field(init=False)
    values: Mapping[Seat, Value] = field(init=False)

    def __post_init__(self) -> None:
        # Computed once, because formulas ask for them again and again.
        object.__setattr__(self, "sizes", {seat: self._find_size(seat) for seat in self.piles})
        object.__setattr__(self, "values", {seat: self._find_value(seat) for seat in self.piles})

    def get(self, seat: Seat) -> Pile:
        """Return a player's pile, which is empty for a player who does not play the round."""
        return self.piles.get(seat, Pile())

    def spot(self, box: str, seat: Seat | None = None, item: object = "") -> Spot:
        """Return a spot of this row."""
        return Spot(self.round, self.row.key, box, seat, str(item))

    def _find_size(self, seat: Seat) -> Value:
        size = self.piles[seat].size
        if size is not None or self.so_far:
            return size or 0
        spot = self.spot(COUNT, seat) if self.told else self.spot(NOBODY)
        return Between((spot,), None, 0, self.box.deck.size)

    def _find_value(self, seat: Seat) -> Value:
        value, size = self.piles[seat].value, self.sizes[seat]
        if value is not None:
            return value
        # Without a number of cards, that is what is missing.
        return Gap(size.spots) if isinstance(size, Gap) else Gap((self.spot(CARDS, seat),))

    def is_blank(self, seat: Seat) -> bool:
        """Return whether nothing is entered for a player who may have the suit."""
        return not self.piles[seat].marked and self.piles[seat].size is None


def read_suits(
    rows: Sequence[PadRow], seats: Sequence[Seat], marks: Marks, round: int, ended: bool, so_far: bool
) -> dict[str, SuitRow]:
    """Return the suits of a round as entered, by the key of their row.

    `ended` is set once the table has said that everything is entered.

    Rule: */told
    Decision: later-row
    """
    boxes = {row.key: box for row in rows for box in row.boxes if isinstance(box, PadPile)}
    # A tick that does not count with so many players can be left from when there were others.
    ticks = {(row.key, box.key) for row in rows for box in row.boxes if box.only_with in (0, len(seats))}
    numbers: dict[tuple[str, Seat | None], dict[str, int]] = {}
    cards: dict[tuple[str, Seat | None], list[int]] = {}
    for spot, mark in marks.items():
        # A remark of the round is written in one of its rows.
        if spot.round != round or spot.row not in boxes or isinstance(mark, str):
            continue
        place = spot.row, spot.seat
        if spot.box == CARDS:
            cards.setdefault(place, []).extend([int(spot.item)] * int(mark))
        elif mark or spot.seat is not None:
            numbers.setdefault(place, {})[spot.box] = int(mark)
    marked = [
        [bool(cards.get((key, seat)) or numbers.get((key, seat), {}).keys() & {COUNT, SUM}) for seat in seats]
        for key in boxes
    ]
    suits: dict[str, SuitRow] = {}
    by_key = {row.key: row for row in rows}
    for key, row_marked, later in zip(boxes, marked, find_settled(marked, ended), strict=True):
        shared = numbers.get((key, None), {})
        nobody = NOBODY in shared
        told = any(row_marked) or nobody or any((key, box) in ticks for box in shared)
        piles = {}
        for seat, settled in zip(seats, later, strict=True):
            own, done = numbers.get((key, seat), {}), settled or nobody
            values = tuple(sorted(cards.get((key, seat), ()), reverse=True))
            piles[seat] = Pile(own.get(COUNT), values, own.get(SUM), done and told, done or COUNT in own)
        suits[key] = SuitRow(by_key[key], boxes[key], round, piles, told, nobody, so_far)
    return suits
