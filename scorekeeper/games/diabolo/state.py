"""A round of Diabolo that the referee follows: what is known of it."""

from collections.abc import Mapping
from dataclasses import dataclass

from scorekeeper.games.cards import Card
from scorekeeper.games.diabolo.cards import LOOKS, SLOTS
from scorekeeper.games.diabolo.turn import SIDES, Placement, RowValues, deck_after_deal, is_locked, locks_needed, place
from scorekeeper.games.pad import Marks, Seat, Setup
from scorekeeper.language.text import Text


@dataclass(frozen=True, slots=True)
class DiaboloRound:
    """The state of a round.

    Rule: diabolo/turn, diabolo/start
    """

    setup: Setup
    round: int
    seats: tuple[Seat, ...]
    """The seats in turn order, the first player first."""
    rows: Mapping[str, RowValues]
    turns: int = 0
    """The number of turns already taken."""
    placed: int = 0
    """The number of cards placed in them."""

    @property
    def current(self) -> Seat:
        """The seat whose turn it is."""
        return self.seats[self.turns % len(self.seats)]

    @property
    def following(self) -> Seat:
        """The seat whose turn comes next."""
        return self.seats[(self.turns + 1) % len(self.seats)]

    @property
    def needed(self) -> int:
        """The number of locked rows that end this round.

        Rule: diabolo/locks
        """
        return locks_needed(len(self.seats))

    @property
    def locked(self) -> tuple[str, ...]:
        """The locked rows, in the default order of the rows from the top.

        Rule: diabolo/five
        """
        return tuple([slot for slot in SLOTS if is_locked(self.rows[slot])])

    @property
    def over(self) -> bool:
        """Whether enough rows are locked to end the round.

        Rule: diabolo/locks, diabolo/at-once
        """
        return len(self.locked) >= self.needed

    @property
    def deck(self) -> int:
        """The number of cards left in the deck. The current player has already drawn.

        Rule: diabolo/turn, diabolo/deal
        """
        return deck_after_deal(len(self.seats)) - self.placed - (not self.over)

    def sum(self, slot: str, side: str) -> int:
        """Return the sum of the cards on a side of a row: "trident" or "harp".

        Rule: diabolo/rows
        """
        return sum(self.rows[slot][side])

    def name(self, seat: Seat) -> str:
        """Return the name of a player."""
        return self.setup.name(seat)

    def name_card(self, card: Card) -> Text:
        """Return the name of a card: Red 3."""
        return LOOKS[card.colour].name_card(card.value)

    def placement(self, card: Card, side: str) -> Placement:
        """Return whether a card can go on a side of its row, and what that locks and ends.

        Rule: diabolo/five, diabolo/three
        """
        return place(self.rows, len(self.seats), card.colour, side, card.colour)


def start(setup: Setup, marks: Marks, round: int, leader: Seat) -> DiaboloRound:
    """Return the state of a round with five empty rows. `leader` deals, and the player to the dealer's left starts.

    Rule: diabolo/column, diabolo/start
    """
    seats = setup.seats(round)
    first = seats.index(leader) + 1 if leader in seats else 0
    empty: RowValues = dict.fromkeys(SIDES, ())
    return DiaboloRound(setup, round, seats[first:] + seats[:first], dict.fromkeys(SLOTS, empty))
