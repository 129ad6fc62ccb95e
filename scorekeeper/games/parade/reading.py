"""What the marks of a round say: how big each pile is, what is read of it, and who flips."""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass

from scorekeeper.games.base import Mark, Marks, Seat, Setup, Spot
from scorekeeper.games.blank import settled
from scorekeeper.games.parade.cards import SLOTS, VALUES, Look, looks
from scorekeeper.games.parade.options import best_of
from scorekeeper.games.parade.scoring import better_open, flipping

END = "end"
"""The row of the pad where a table says that nothing is missing."""

ITEMS = tuple(map(str, VALUES))


@dataclass(frozen=True, slots=True)
class Pile:
    """What is written about one player's cards of one colour; `cards` highest first."""

    count: int | None = None
    cards: tuple[int, ...] = ()
    sum: int | None = None
    sure: bool = False

    @property
    def marked(self) -> bool:
        """Whether anything about its cards is written."""
        return self.count is not None or self.sum is not None or bool(self.cards)

    @property
    def size(self) -> int | None:
        """How many cards it has: as counted, else as many as are read, else nobody knows."""
        if self.count is not None:
            return self.count
        return len(self.cards) or None

    @property
    def complete(self) -> bool:
        """Whether every card of it is read."""
        return self.size is not None and len(self.cards) >= self.size

    @property
    def value(self) -> int | None:
        """The sum of its printed values, where the cards or a written sum tell."""
        if self.complete:
            return sum(self.cards)
        return None if self.size is None else self.sum


NO_PILE = Pile()


@dataclass(frozen=True, slots=True)
class Colour:
    """One colour of the round, piles in the order of the seats; `settled` says whose pile will not grow any more."""

    slot: str
    look: Look
    piles: tuple[Pile, ...]
    settled: tuple[bool, ...]
    nobody: bool
    read_both: bool
    best_of: bool

    @property
    def marked(self) -> bool:
        """Whether any player has a mark here."""
        return any(pile.marked for pile in self.piles)

    @property
    def told(self) -> bool:
        """Whether the table has said anything about this colour."""
        return self.marked or self.nobody or self.read_both

    @property
    def sizes(self) -> tuple[int, ...]:
        """The sizes as far as they are known, blank ones as none."""
        return tuple([pile.size or 0 for pile in self.piles])

    @property
    def still_reading(self) -> bool:
        """Whether two players read both piles and are not done: until then nobody is 2 ahead."""
        return self.read_both and not all(self.settled)

    @property
    def flips(self) -> tuple[int, ...]:
        """Positions of the players who have most."""
        return () if self.still_reading else flipping(self.sizes)

    def left_open(self, position: int) -> bool:
        """Whether a pile that has most stays face up, by the house rule."""
        pile = self.piles[position]
        return self.best_of and pile.value is not None and better_open(pile.size or 0, pile.value)

    def blank(self, position: int) -> bool:
        """Whether nobody has said yet if this player has any."""
        return self.told and not self.settled[position] and self.piles[position].size is None

    def worth(self, position: int) -> int | None:
        """The points of a pile; None where it is not read yet."""
        pile = self.piles[position]
        if position in self.flips and not self.left_open(position):
            return pile.size
        if pile.size is None and not pile.marked and (self.settled[position] or self.nobody):
            return 0
        return pile.value


@dataclass(frozen=True, slots=True)
class Reading:
    """A round as it is written down so far. `all` says that blank means none, `sure` that no card is missing."""

    setup: Setup
    round: int
    seats: tuple[Seat, ...]
    names: tuple[str, ...]
    colours: tuple[Colour, ...]
    all: bool
    sure: bool

    def spot(self, slot: str, box: str, seat: Seat | None = None, item: object = "") -> Spot:
        """A place on the pad of this round."""
        return Spot(self.round, slot, box, seat, str(item))

    def each(self, colour: Colour) -> Iterator[tuple[int, Seat, str, Pile]]:
        """Position, seat, name and pile of every player."""
        return zip(range(len(self.seats)), self.seats, self.names, colour.piles, strict=True)


def read_round(setup: Setup, marks: Marks, round: int) -> Reading:
    """Read the marks of one round, those of the seats that play it."""
    seats = setup.seats(round)
    written: defaultdict[tuple[str, Seat | None], dict[str, Mark]] = defaultdict(dict)
    cards: defaultdict[tuple[str, Seat | None], list[int]] = defaultdict(list)
    for spot, mark in marks.items():
        if spot.round == round:
            if spot.box != "cards":
                written[spot.row, spot.seat][spot.box] = mark
            elif mark:
                cards[spot.row, spot.seat].append(int(spot.item))
    known = looks(setup)
    house = best_of(setup)
    end = written[END, None]
    every = [tuple([_pile(written[slot, seat], cards[slot, seat]) for seat in seats]) for slot in SLOTS]
    none = settled([[pile.marked for pile in piles] for piles in every], bool(end.get("all")))
    colours: list[Colour] = []
    for slot, piles, done in zip(SLOTS, every, none, strict=True):
        table = written[slot, None]
        nobody, both = bool(table.get("nobody")), bool(table.get("read")) and len(seats) == 2
        told = tuple([nobody or later or pile.count is not None for later, pile in zip(done, piles, strict=True)])
        colours.append(Colour(slot, known[slot], piles, told, nobody, both, house))
    return Reading(setup, round, seats, setup.names(seats), tuple(colours), bool(end.get("all")), bool(end.get("sure")))


def _pile(written: dict[str, Mark], cards: list[int]) -> Pile:
    count, total = written.get("count"), written.get("sum")
    return Pile(
        None if count is None else int(count),
        tuple(sorted(cards, reverse=True)),
        None if total is None else int(total),
        bool(written.get("sure")),
    )
