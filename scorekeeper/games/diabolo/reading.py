"""What the marks of a round say: which side of each row is ahead, what everybody holds, and who spends a doubler.

A hand is its cards, else its written sum, else the sum of another hand that is named as highest beside it. A blank
hand is none as soon as that player has a mark in a later row, somebody else is named as highest, or "that is all" is
written; until then it counts as none, but keeps the round open.
"""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, replace

from scorekeeper.games.base import SEALED, Mark, Marks, Seat, Setup, Spot
from scorekeeper.games.blank import settled
from scorekeeper.games.diabolo.cards import LOOKS, VALUES, Look
from scorekeeper.games.diabolo.options import hidden_doublers, row_order
from scorekeeper.games.diabolo.scoring import LEVEL, MINUS, PLUS, leading, row_points, sign_of

END = "end"
"""The row of the pad where a table says that nothing is missing."""

ITEMS = tuple(map(str, VALUES))
SIGNS = {"trident": MINUS, "level": LEVEL, "harp": PLUS}
"""What it means for a row which side is ahead, in the order the sides are offered."""

SIDE_OF = {sign: side for side, sign in SIGNS.items()}


@dataclass(frozen=True, slots=True)
class Hand:
    """What is written about one player's cards of one colour; `cards` highest first, `doubler` committed here.

    `decided` is whether the doubler is committed or kept, `sealed` that nobody may know yet which.
    """

    cards: tuple[int, ...] = ()
    sum: int | None = None
    top: bool = False
    doubler: bool = False
    decided: bool = False
    sealed: bool = False

    @property
    def marked(self) -> bool:
        """Whether anything about the cards is written."""
        return self.sum is not None or self.top or bool(self.cards)

    @property
    def own(self) -> int | None:
        """The sum as far as the hand itself tells it."""
        return sum(self.cards) if self.cards else self.sum


@dataclass(frozen=True, slots=True)
class Colour:
    """One row of the round with the hands of its colour, in the order of the seats.

    `settled` says whose blank hand is none, `spent` in which earlier row a player's doubler went; the row `waits` while
    doublers are being decided in secret.
    """

    slot: str
    look: Look
    hands: tuple[Hand, ...]
    settled: tuple[bool, ...]
    spent: tuple[str, ...]
    harp: int | None
    trident: int | None
    side: str
    nobody: bool
    all: bool
    waits: bool = False

    @property
    def counted(self) -> bool:
        """Whether the sums of both sides are known; a blank one beside a written one is none once that is all."""
        known = (self.harp is not None) + (self.trident is not None)
        return known == 2 or (known == 1 and self.all and not self.side)

    @property
    def sign(self) -> int | None:
        """What the row does to the highest hand: by the sums of the sides, else by the side that is named."""
        if self.counted:
            return sign_of(self.harp or 0, self.trident or 0)
        return SIGNS.get(self.side)

    @property
    def told(self) -> bool:
        """Whether the table has said anything about the hands."""
        return self.nobody or any(hand.marked for hand in self.hands)

    @property
    def begun(self) -> bool:
        """Whether anything at all is written in this row."""
        sides = self.side or self.harp is not None or self.trident is not None
        return bool(sides) or self.told or any(hand.doubler for hand in self.hands)

    @property
    def tops(self) -> tuple[int, ...]:
        """Positions of the players who are named as having the highest hand."""
        return tuple([position for position, hand in enumerate(self.hands) if hand.top])

    @property
    def named(self) -> int | None:
        """What the hands that are named as highest make; they all make the same."""
        known = [own for position in self.tops if (own := self.hands[position].own) is not None]
        return max(known, default=None)

    def value(self, position: int) -> int | None:
        """The sum of a hand; None where it is not known, be it that it is lower than another."""
        hand = self.hands[position]
        if hand.own is not None or hand.top:
            return self.named if hand.own is None else hand.own
        return 0 if self.nobody or (self.settled[position] and not self.tops) else None

    @property
    def values(self) -> tuple[int, ...]:
        """The sums of all hands as far as they are known, the others as none."""
        return tuple([self.value(position) or 0 for position in range(len(self.hands))])

    @property
    def leaders(self) -> tuple[int, ...]:
        """Positions of the players who have the highest hand as far as the hands are told."""
        return leading(self.values)

    def blank(self, position: int) -> bool:
        """Whether nobody has said yet if this player has any, and it matters."""
        return bool(self.sign and self.told and not self.tops) and self.value(position) is None

    @property
    def unmeasured(self) -> bool:
        """Whether somebody is named as highest, and nobody has said with how much."""
        return bool(self.tops) and self.named is None

    @property
    def doubled(self) -> tuple[int, ...]:
        """Positions of the players whose doubler goes in this row: where the harp is ahead, and once in a round."""
        if self.sign != PLUS:
            return ()
        return tuple([at for at, hand in enumerate(self.hands) if hand.doubler and not self.spent[at]])

    @property
    def points(self) -> list[int] | None:
        """What everybody gets here; None where that is not known."""
        if self.waits or self.sign is None or (self.sign and (not self.told or self.unmeasured)):
            return None
        return row_points(self.sign, self.values, self.doubled)


@dataclass(frozen=True, slots=True)
class Reading:
    """A round as it is written down so far. `all` says that blank means none."""

    setup: Setup
    round: int
    seats: tuple[Seat, ...]
    names: tuple[str, ...]
    colours: tuple[Colour, ...]
    all: bool

    def spot(self, slot: str, box: str, seat: Seat | None = None, item: object = "") -> Spot:
        """A place on the pad of this round."""
        return Spot(self.round, slot, box, seat, str(item))

    def each(self, colour: Colour) -> Iterator[tuple[int, Seat, str, Hand]]:
        """Position, seat, name and hand of every player."""
        return zip(range(len(self.seats)), self.seats, self.names, colour.hands, strict=True)

    def has_doubler(self, position: int) -> bool:
        """Whether a player has the doubler still, whichever row it may go in."""
        return all(position not in colour.doubled for colour in self.colours)

    def undecided(self, colour: Colour) -> tuple[int, ...]:
        """Positions of those who have yet to decide in secret whether they double this row."""
        return tuple(
            [
                position
                for position, hand in enumerate(colour.hands)
                if colour.waits and not hand.decided and self.has_doubler(position)
            ]
        )

    @property
    def no_doubler(self) -> Mark | None:
        """What is written where a doubler is kept: a mark of its own where that is a secret, else nothing."""
        return 0 if hidden_doublers(self.setup) else None


def read_round(setup: Setup, marks: Marks, round: int) -> Reading:
    """Read the marks of one round, those of the seats that play it."""
    seats, order = setup.seats(round), row_order(setup)
    written: defaultdict[tuple[str, Seat | None], dict[str, Mark]] = defaultdict(dict)
    cards: defaultdict[tuple[str, Seat | None], list[int]] = defaultdict(list)
    for spot, mark in marks.items():
        if spot.round == round:
            if spot.box != "hand":
                written[spot.row, spot.seat][spot.box] = mark
            elif mark:
                cards[spot.row, spot.seat] += [int(spot.item)] * int(mark)
    ended = bool(written[END, None].get("all"))
    hands = {slot: tuple([_hand(written[slot, seat], cards[slot, seat]) for seat in seats]) for slot in order}
    none = settled([[hand.marked or hand.doubler for hand in hands[slot]] for slot in order], ended)
    colours: list[Colour] = []
    spent = [""] * len(seats)
    for slot, done in zip(order, none, strict=True):
        colours.append(_colour(slot, written[slot, None], hands[slot], done, tuple(spent), ended))
        for position in colours[-1].doubled:
            spent[position] = slot
    reading = Reading(setup, round, seats, setup.names(seats), tuple(colours), ended)
    if not hidden_doublers(setup):
        return reading
    return replace(reading, colours=tuple([replace(colour, waits=_waits(reading, colour)) for colour in colours]))


def _waits(reading: Reading, colour: Colour) -> bool:
    """Whether doublers of this row are still being decided; that nothing is missing means that nobody doubles."""
    if colour.sign != PLUS or any(hand.sealed for hand in colour.hands):
        return colour.sign == PLUS
    open = [at for at, hand in enumerate(colour.hands) if not hand.decided and reading.has_doubler(at)]
    return bool(open) and not reading.all


def _colour(
    slot: str,
    table: dict[str, Mark],
    hands: tuple[Hand, ...],
    settled: tuple[bool, ...],
    spent: tuple[str, ...],
    ended: bool,
) -> Colour:
    return Colour(
        slot,
        LOOKS[slot],
        hands,
        settled,
        spent,
        _number(table.get("harp")),
        _number(table.get("trident")),
        str(table.get("side", "")),
        bool(table.get("nobody")),
        ended,
    )


def _hand(written: dict[str, Mark], cards: list[int]) -> Hand:
    double = written.get("double")
    return Hand(
        tuple(sorted(cards, reverse=True)),
        _number(written.get("sum")),
        bool(written.get("top")),
        bool(double) and double != SEALED,
        double is not None,
        double == SEALED,
    )


def _number(mark: Mark | None) -> int | None:
    return None if mark is None else int(mark)
