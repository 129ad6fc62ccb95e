"""A deal of Parade that the referee follows: what is known of it, and where each card is.

Only face-up cards are known: hands stay secret, and the deck is counted but never seen.
"""

from typing import NamedTuple

from scorekeeper.games.cards import Card
from scorekeeper.games.pad import Marks, Seat, Setup
from scorekeeper.games.parade.cards import find_ruleset, looks
from scorekeeper.games.parade.rules import EACH_KEEPS, kept_in_turn
from scorekeeper.games.parade.turn import LINE, deck_after_deal
from scorekeeper.language.text import Text


class LastTurn(NamedTuple):
    """The last turn: the player's seat, the card played, the cards taken for it, and whether a card was drawn."""

    seat: Seat
    card: Card
    taken: tuple[Card, ...]
    drew: bool


class Procession(NamedTuple):
    """The state of a deal."""

    setup: Setup
    round: int
    seats: tuple[Seat, ...]
    turn: int
    """The position of the current player in `seats`."""
    deck: int
    """The number of cards left."""
    line: tuple[Card, ...] = ()
    """Runs from front to tail."""
    taken: tuple[tuple[Card, ...], ...] = ()
    """The cards in front of each player, in the order of `seats`."""
    kept: tuple[tuple[Card, ...], ...] = ()
    """The cards that each player has kept, in the order of `seats`."""
    last: tuple[Seat, ...] = ()
    """The seats in the order of the last round."""
    left: int = 0
    """How many of them are still to play."""
    why: str | None = None
    """What started the last round."""
    before: LastTurn | None = None
    """The turn played last."""
    shown: bool = False
    """Set once everybody has kept two cards, and stays set: kept cards are no longer secret."""

    @property
    def laying(self) -> bool:
        """Whether the six cards of the starting line are still being laid out.

        Rule: parade/line
        """
        return self.before is None and len(self.line) < LINE

    @property
    def keeping(self) -> bool:
        """Whether all turns are played, so that it is time to keep two cards.

        Rule: parade/keep
        """
        return bool(self.last) and not self.left

    @property
    def all_kept(self) -> bool:
        """Whether everybody has kept two cards.

        Rule: parade/keep
        """
        return self.keeping and all(len(kept) == EACH_KEEPS for kept in self.kept)

    @property
    def twice(self) -> Card | None:
        """A card that several players say they keep, or None.

        Nobody sees the cards that others keep, so all but one of these players entered it by mistake.

        Rule: parade/cards
        """
        # Only once all have kept: while choices are secret, nobody may learn that a card is claimed twice.
        every = [card for kept in self.kept for card in kept] if self.all_kept else []
        return next((card for card in every if every.count(card) > 1), None)

    @property
    def keepers(self) -> tuple[Seat, ...]:
        """The seats that say they keep the card `twice`."""
        return tuple([seat for seat, kept in zip(self.seats, self.kept, strict=True) if self.twice in kept])

    @property
    def over(self) -> bool:
        """Whether everybody has kept two cards, all of them different.

        Rule: parade/keep, parade/cards
        """
        return self.all_kept and self.twice is None

    @property
    def ruleset(self) -> str:
        """The ruleset of the edition that is played."""
        return find_ruleset(self.setup.options)

    @property
    def seat(self) -> Seat:
        """The seat whose turn it is."""
        return self.seats[self.turn]

    def name(self, seat: Seat | None = None) -> str:
        """Return the name of a player, by default of the one whose turn it is."""
        return self.setup.name(self.seat if seat is None else seat)

    def name_card(self, card: Card) -> Text:
        """Return the name of a card at this table: Green 3."""
        return looks(self.setup)[card.colour].name_card(card.value)

    def colours(self, place: int) -> set[str]:
        """Return the colours in front of a player. `place` is the player's position in `seats`."""
        return {card.colour for card in self.taken[place]}

    def in_order(self) -> tuple[Seat, ...]:
        """Return the seats in the order of the last round, or from the current player on if it has not started."""
        return self.last or (*self.seats[self.turn :], *self.seats[: self.turn])

    def keeps_next(self) -> Seat | None:
        """Return the first seat in turn order that has not kept two cards yet, or None if all have.

        Rule: parade/keep-secret
        """
        return next((seat for seat in self.in_order() if len(self.kept[self.seats.index(seat)]) < EACH_KEEPS), None)


def start(setup: Setup, marks: Marks, round: int, leader: Seat) -> Procession:
    """Return the state of a deal in which everybody has five cards in hand and the line is still empty.

    Rule: parade/deal, parade/start
    """
    seats = setup.seats(round)
    nothing: tuple[tuple[Card, ...], ...] = ((),) * len(seats)
    return Procession(
        setup, round, seats, turn=seats.index(leader), deck=deck_after_deal(len(seats)), taken=nothing, kept=nothing
    )


def where(state: Procession, card: Card, seat: Seat | None = None) -> Text | None:
    """Say where a card already is, or return None if it can still turn up.

    Cards kept in secret count as unseen, except those that `seat` keeps.

    Rule: parade/cards, parade/keep-secret
    """
    if card in state.line:
        return Text("%(card)s is in the line.", card=state.name_card(card)).by("cards")
    for other, taken in zip(state.seats, state.taken, strict=True):
        if card in taken:
            return Text("%(card)s is in front of %(who)s.", card=state.name_card(card), who=state.name(other)).by(
                "cards"
            )
    for other, kept in zip(state.seats, state.kept, strict=True):
        # Players know their own kept cards. Those of others may be shown only when they are no longer secret.
        if card in kept and (other == seat or state.shown or kept_in_turn(state.setup)):
            return Text("%(who)s keeps %(card)s.", card=state.name_card(card), who=state.name(other)).by("cards")
    return None
