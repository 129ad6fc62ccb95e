"""Scoring of Parade: who flips, what a pile is worth, who wins, and the sentences that say so.

The scoring itself takes plain numbers in the order of the seats, so that the pad and the referee share it.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from scorekeeper.games import suits
from scorekeeper.games.pad import ALL, END, Mark, Marks, Setup
from scorekeeper.games.parade.cards import SLOTS, VALUES, looks
from scorekeeper.games.parade.rules import best_of

# What a colour brings


LEAD_OF_TWO = 2
"""With two players, how many more cards than the other a player needs to flip a pile."""

EACH_KEEPS = 2
"""Number of cards of the last hand that each player keeps. As many are discarded unseen."""


def find_flipping(sizes: Sequence[int]) -> tuple[int, ...]:
    """Return the positions of the piles of one colour that flip: all with the most cards.

    `sizes` are the sizes of the piles of all players. With two players, a pile flips only if it has two more cards than
    the other. If nobody has the colour, no pile flips.

    Rule: parade/most, parade/level, parade/two
    """
    if len(sizes) == 2:
        # Two players need a clear lead, so a tie flips nobody here. With more players all tied piles flip.
        lead = sizes[0] - sizes[1]
        return (0,) if lead >= LEAD_OF_TWO else (1,) if lead <= -LEAD_OF_TWO else ()
    top = max(sizes)
    if not top:
        return ()
    return tuple([position for position, size in enumerate(sizes) if size == top])


def better_open(size: int, total: int) -> bool:
    """Return whether the `total` of a pile's face values is less than its `size`: only for 0 alone, or 0 and 1.

    Flipping such a pile costs points. Only a house rule lets it stay face up; no rulebook does.

    Rule: parade/flip-hurts
    """
    return total < size


# All values are different, so three cards have at least 0 + 1 + 2 points and gain nothing face up.
BETTER_OPEN = {1: (0,), 2: (0, 1)}
"""The values in each pile that is worth less face up, keyed by the size of the pile."""


def find_winners(totals: Sequence[int], cards: Sequence[int], fewest_cards: bool) -> tuple[int, ...]:
    """Return the positions of the players with the lowest score. If `fewest_cards`, fewest cards break a tie.

    Rule: parade/winner, parade/tie, parade/shared
    """
    least = min(totals)
    tied = [position for position, total in enumerate(totals) if total == least]
    if fewest_cards:
        fewest = min(cards[position] for position in tied)
        tied = [position for position in tied if cards[position] == fewest]
    return tuple(tied)


def most_cards(players: int) -> int:
    """Return the maximum number of cards that can end up in front of all players together.

    Two cards from each hand are discarded, and the last card played stays in the line.

    Rule: parade/most-cards, parade/keep
    """
    return 66 - EACH_KEEPS * players - 1


# What stands on the pad


ITEMS = tuple(map(str, VALUES))


@dataclass(frozen=True, slots=True)
class Pile:
    """One player's pile of a colour, as marked on the pad; `cards` holds the values entered, highest first.

    `count` is the number of cards and `sum` the sum of their values, each None if not entered. `sure` is set if the
    table has confirmed an unusual number of cards.
    """

    count: int | None
    cards: tuple[int, ...]
    sum: int | None
    sure: bool

    @property
    def marked(self) -> bool:
        """Whether a number, a sum or any card of the pile is entered."""
        return self.count is not None or self.sum is not None or bool(self.cards)

    @property
    def size(self) -> int | None:
        """The number of cards: the number entered, otherwise that of the cards entered; None if there is neither.

        Rule: parade/most
        """
        if self.count is not None:
            return self.count
        return len(self.cards) or None

    @property
    def complete(self) -> bool:
        """Whether every card of the pile is entered."""
        return self.size is not None and len(self.cards) >= self.size

    @property
    def value(self) -> int | None:
        """The sum of the pile's face values, from its cards or an entered sum; None if unknown.

        Rule: parade/values
        """
        if self.complete:
            return sum(self.cards)
        return None if self.size is None else self.sum


# Not a slots dataclass: cached_property needs a __dict__.
@dataclass(frozen=True)
class Colour(suits.Colour):
    """One colour of the round, with the piles in the order of the seats.

    `settled` says for each pile whether its size is final. `read_both` is set if two players enter both piles, because
    neither is two cards ahead. `best_of` is set if a pile may stay face up when flipping it would cost points.

    Rule: parade/most, parade/level, parade/values, parade/two
    """

    piles: tuple[Pile, ...]
    read_both: bool
    best_of: bool

    @property
    def marked(self) -> bool:
        """Whether anything is entered about any player's pile."""
        return any(pile.marked for pile in self.piles)

    @property
    def told(self) -> bool:
        """Whether anything is entered about this colour, for a player or for the whole table."""
        return self.marked or self.nobody or self.read_both

    @cached_property
    def sizes(self) -> tuple[int, ...]:
        """The sizes of the piles as far as they are entered; a blank pile counts 0."""
        # Cached, because every pile asks who has the most.
        return tuple([pile.size or 0 for pile in self.piles])

    @property
    def still_reading(self) -> bool:
        """Whether two players are still entering both piles. Until they finish, nobody is two cards ahead."""
        return self.read_both and not all(self.settled)

    @cached_property
    def flips(self) -> tuple[int, ...]:
        """The positions of the piles that flip."""
        return () if self.still_reading else find_flipping(self.sizes)

    def left_open(self, position: int) -> bool:
        """Return whether a pile with the most cards stays face up by the house rule, because flipping it costs points.

        Rule: parade/flip-hurts
        """
        pile = self.piles[position]
        return self.best_of and pile.value is not None and better_open(pile.size or 0, pile.value)

    def uncounted(self, position: int) -> bool:
        """Return whether a pile may still hold cards and has no number, while the colour has other entries."""
        return self.told and not self.settled[position] and self.piles[position].size is None

    def blank(self, position: int) -> bool:
        """Return whether a player's pile is blank and may still hold cards, while the colour has other entries."""
        return self.uncounted(position) and not self.piles[position].marked

    def worth(self, position: int) -> int | None:
        """Return the points of a pile, or None if they are not known yet."""
        pile = self.piles[position]
        if position in self.flips and not self.left_open(position):
            return pile.size
        if pile.size is None and not pile.marked and (self.settled[position] or self.nobody):
            return 0
        return pile.value


@dataclass(frozen=True, slots=True)
class Reading(suits.Reading[Colour]):
    """A deal as entered so far. `sure` is set if the table has confirmed that no card is missing."""

    sure: bool


def read_round(setup: Setup, marks: Marks, round: int) -> Reading:
    """Return what the marks of one round say, for the seats that play it.

    Rule: */told
    Decision: later-row
    """
    seats = setup.seats(round)
    written, cards = suits.group_marks(marks, round, "cards")
    known = looks(setup)
    house = best_of(setup)
    end = written[END, None]
    every = [tuple([_read_pile(written[slot, seat], cards[slot, seat]) for seat in seats]) for slot in SLOTS]
    none = suits.find_settled([[pile.marked for pile in piles] for piles in every], bool(end.get(ALL)))
    colours: list[Colour] = []
    for slot, piles, done in zip(SLOTS, every, none, strict=True):
        table = written[slot, None]
        # The tick for reading both piles exists for two players only. Others can have joined since it was set.
        nobody, both = bool(table.get(suits.NOBODY)), bool(table.get("read")) and len(seats) == 2
        # A counted pile cannot grow, even if it comes after a blank.
        settled = tuple([nobody or later or pile.count is not None for later, pile in zip(done, piles, strict=True)])
        colours.append(
            Colour(slot, known[slot], piles=piles, settled=settled, nobody=nobody, read_both=both, best_of=house)
        )
    return Reading(
        setup,
        round,
        seats,
        names=setup.names(seats),
        colours=tuple(colours),
        all=bool(end.get(ALL)),
        sure=bool(end.get("sure")),
    )


def _read_pile(written: dict[str, Mark], cards: list[int]) -> Pile:
    count, total = written.get("count"), written.get("sum")
    return Pile(
        count=None if count is None else int(count),
        cards=tuple(sorted(cards, reverse=True)),
        sum=None if total is None else int(total),
        sure=bool(written.get("sure")),
    )
