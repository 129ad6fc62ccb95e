"""A round of Hawaiki that the referee follows: what is known of it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from scorekeeper.games.cards import Card, SuitLook
from scorekeeper.games.hawaiki.cards import COPIES, colours_at
from scorekeeper.games.hawaiki.paying import Payment, read_payment
from scorekeeper.games.hawaiki.rules import (
    ON,
    VARIANT_NAMES,
    VARIANT_RULES,
    house_rule,
)
from scorekeeper.games.hawaiki.turn import (
    FLUSH,
    HAND,
    PILES,
    RUN,
    Placing,
    TopCards,
    draw_pile,
    dues,
    forbidden,
    place,
    reshuffle,
)
from scorekeeper.games.pad import Marks, Seat, Setup
from scorekeeper.games.referee import Move
from scorekeeper.language.text import Plural, Text


@dataclass(frozen=True, slots=True)
class HawaikiRound:
    """The state of a round that the referee follows.

    `thanks`, `callers`, `resumes` and `again` hold only until the next move.

    Rule: hawaiki/draw, hawaiki/left, hawaiki/last-card
    """

    setup: Setup
    round: int
    seats: tuple[Seat, ...]
    """The seats in turn order."""
    turn: Seat
    """The current player."""
    looks: Mapping[str, SuitLook]
    """The look of each colour."""
    hands: Mapping[Seat, int]
    """The number of cards that each player holds now."""
    draw: int
    """The number of cards in the draw pile."""
    piles: tuple[tuple[Card, ...], ...] = ()
    """The cards of each pile from bottom to top. There are fewer than three piles until all are turned up."""
    spent: tuple[tuple[Seat, str], ...] = ()
    """The player and the variant for each token paid in this round."""
    began: TopCards = ()
    """The top cards at the start of the turn."""
    owes: str = ""
    """The combination for which the current player has yet to choose who draws, or ""."""
    thanks: Mapping[Seat, int] = field(default_factory=dict)
    """The number of cards drawn by each player who may have forgotten to say thanks."""
    callers: tuple[Seat, ...] = ()
    """The players who may have named a combination that is not there."""
    resumes: tuple[Seat, TopCards] | None = None
    """The player who may pay for another turn, and the top cards at the start of that player's last turn."""
    again: bool = False
    """Whether the current player won another turn."""
    out: Seat | None = None
    """The player who went out."""
    pad: Payment = field(kw_only=True, repr=False, compare=False)
    """The round on the pad, without a mark."""
    # Each round holds the one before, so comparing or printing this field would go through the whole round.
    last: "tuple[HawaikiRound, Move[HawaikiRound]] | None" = field(default=None, repr=False, compare=False)
    """The round before the last move, and that move."""

    @property
    def stop(self) -> Text | None:
        """The reason why the round is not played at all, or None."""
        return self.pad.stop

    @property
    def opening(self) -> bool:
        """Whether the three face-up cards are still to be entered."""
        return len(self.piles) < PILES

    @property
    def over(self) -> bool:
        """Whether the round is over: somebody went out, and no choice of who draws is pending."""
        return self.out is not None and not self.owes

    @property
    def waiting(self) -> Text | None:
        """The reason why no turn can be taken now, or None."""
        if self.stop:
            return self.stop
        if self.opening:
            return Text("Enter the three face-up cards first.").by("deal")
        if self.owes:
            return Text("%(who)s has to choose who draws first.", who=self.name(self.turn)).by(self.owes)
        if self.out is not None:
            return Text("The round is over: %(who)s went out.", who=self.name(self.out)).by("last-card")
        return None

    @property
    def tops(self) -> tuple[Card | None, ...]:
        """The top card of each pile, or None for an empty pile."""
        return tuple([pile[-1] if pile else None for pile in self.piles])

    @property
    def others(self) -> tuple[Seat, ...]:
        """The seats of the other players in turn order, starting with the current player's left neighbour."""
        at = self.seats.index(self.turn)
        return (*self.seats[at + 1 :], *self.seats[:at])

    def name(self, seat: Seat) -> str:
        """Return the name of a player."""
        return self.setup.name(seat)

    def name_card(self, card: Card) -> Text:
        """Return the name of a card, such as "Heart 4", with the colour as this table calls it."""
        return self.looks[card.colour].name_card(card.value)

    def count_tokens(self, seat: Seat) -> int:
        """Return the number of tokens that a player has now."""
        return self.pad.count("had", seat) - sum(who == seat for who, _ in self.spent)

    def has_used(self, seat: Seat, variant: str) -> bool:
        """Return whether a player has paid for a variant in this round."""
        return (seat, variant) in self.spent

    def off_turn(self, seat: Seat) -> Text | None:
        """Say whose turn it is, or return None if it is this player's."""
        return None if seat == self.turn else Text("It is %(who)s’s turn.", who=self.name(self.turn)).by("left")

    def seen_twice(self, card: Card) -> Text | None:
        """Say that nobody can hold a card because both copies are in the piles, or return None."""
        # Only the piles count: cards shuffled into the draw pile can turn up again.
        if sum(pile.count(card) for pile in self.piles) < COPIES:
            return None
        return Text("Both copies of %(card)s are already in the piles.", card=self.name_card(card)).by("cards")

    @property
    def counts_start(self) -> bool:
        """Whether a new combination must also differ from those at the start of the turn.

        Rule: hawaiki/new-since
        """
        return house_rule(self.setup, "novelty") == "before_card_and_turn_start"

    def placing(self, pile: int, card: Card) -> Placing:
        """Return the effect of playing a card on a pile. The table's options decide which combinations are new."""
        return place(self.tops, pile, card, self.began if self.counts_start else None)

    @property
    def nothing_left(self) -> bool:
        """Whether no card can be drawn, not even after a reshuffle that the table agreed to.

        Rule: hawaiki/reshuffle
        """
        return self.draw_cards({self.turn: 1}).hands == self.hands

    def draw_cards(self, due: Mapping[Seat, int]) -> "HawaikiRound":
        """Return the round after each player drew the number of cards in `due`, in the order of its keys.

        An empty draw pile is refilled if the table agreed to that. Once nothing is left, players draw fewer or none.

        Rule: hawaiki/reshuffle
        """
        if not any(due.values()):
            return self
        hands, draw, piles = dict(self.hands), self.draw, self.piles
        for seat, count in due.items():
            for _ in range(count):
                if not draw and house_rule(self.setup, "empty_draw_pile") == "reshuffle_covered":
                    draw, heights = reshuffle(draw, [len(pile) for pile in piles])
                    # A height can be 0, and pile[-0:] would be the whole pile.
                    piles = tuple([pile[len(pile) - height :] for pile, height in zip(piles, heights, strict=True)])
                if draw:
                    draw -= 1
                    hands[seat] += 1
        return replace(self, hands=hands, draw=draw, piles=piles)

    def settle(self, **changes: Any) -> "HawaikiRound":
        """Return the round with the fields in `changes` set.

        The fields `thanks`, `callers`, `resumes` and `again` are reset unless they are in `changes`.

        Decision: hawaiki-too-late
        """
        return replace(self, **{"thanks": {}, "callers": (), "resumes": None, "again": False, **changes})

    def pass_turn(self, callers: tuple[Seat, ...] = ()) -> "HawaikiRound":
        """Return the round with the turn passed to the left neighbour.

        `callers` are players who may have named a combination that is not there.

        Rule: hawaiki/left
        """
        resumes = (self.turn, self.began)
        return replace(self, turn=self.others[0], began=self.tops, resumes=resumes, callers=callers)

    def take_effect(self, combination: str, chosen: Sequence[Seat] = ()) -> "HawaikiRound":
        """Return the round after the others drew for a combination. `chosen` are the seats chosen to draw.

        If the table plays with thanks, the players who drew can now be caught not saying it.

        Rule: hawaiki/run, hawaiki/flush, hawaiki/three, hawaiki/thanks
        """
        # In the order of play, because whoever comes last may find nothing to draw.
        due = dues(combination, (*self.others, self.turn), self.turn, chosen)
        return replace(self.draw_cards(due), owes="", thanks=due if house_rule(self.setup, "thanks_rule") == ON else {})

    def name_combination(self, combination: str) -> "HawaikiRound":
        """Return the round after the current player named a combination.

        With three or more players, a run or a flush only sets `owes`, because the player must first choose who draws.
        In all other cases, the cards for the combination have been drawn.
        """
        if combination in (RUN, FLUSH) and len(self.others) > 1:
            return replace(self, owes=combination)
        return self.take_effect(combination)

    def without_effect(self, penalty: int) -> "HawaikiRound":
        """Return the round after the current player's last card had no effect.

        `penalty` is the number of cards to draw because somebody else named the combination first. If it is 0, the
        player goes out. Otherwise, the table's rule decides: draw and go out, draw and play on, or go out without
        drawing. A player who finds nothing to draw goes out in any case.

        Rule: hawaiki/called-on-last
        """
        challenge, drawn = house_rule(self.setup, "last_card_challenge"), self
        if penalty and challenge != "ignore":
            drawn = self.draw_cards({self.turn: penalty})
            # If there was nothing to draw, the hand is still empty and the round ends after all.
            if challenge == "play_on" and drawn.hands[drawn.turn]:
                return drawn
        return replace(drawn, out=drawn.turn)

    def unpaid(self, seat: Seat, variant: str) -> Text | None:
        """Say why a player cannot pay a token for a variant, or return None."""
        who, name, rule = self.name(seat), VARIANT_NAMES[variant], VARIANT_RULES[variant]
        match forbidden(self.hands[seat], self.count_tokens(seat), self.has_used(seat, variant)):
            case "once_per_round":
                return Text(
                    "%(who)s has already used %(variant)s this round. It can be used only once.", who=who, variant=name
                ).by(rule)
            case "no_token":
                return Text("%(who)s has no token to pay for %(variant)s.", who=who, variant=name).by(rule)
            case "single_card":
                return Text("%(who)s has only one card left, so no %(variant)s now.", who=who, variant=name).by(rule)
        return None

    def left_after_paying(self, seat: Seat) -> Text:
        """Say how many tokens a player has left after paying one, or that paying the last one ends the game.

        Rule: hawaiki/last-token-spent
        """
        who, left = self.name(seat), self.count_tokens(seat) - 1
        if left:
            return Plural("%(who)s has %(count)s token left.", "%(who)s has %(count)s tokens left.", left, who=who)
        return Text("That is %(who)s’s last token. The game ends after this round.", who=who)


def start(setup: Setup, marks: Marks, round: int, leader: Seat) -> HawaikiRound:
    """Return a round before its three face-up cards are entered. `leader` has the first turn.

    Each player has six cards, and the tokens left by earlier rounds.

    Rule: hawaiki/deal, hawaiki/tokens
    """
    seats = setup.seats(round)
    return HawaikiRound(
        setup,
        round,
        seats,
        turn=leader,
        looks=colours_at(setup.options),
        hands=dict.fromkeys(seats, HAND),
        # The three face-up cards are taken from the draw pile as they are entered.
        draw=draw_pile(len(seats)) + PILES,
        pad=replace(read_payment(setup, marks, round), marks={}),
    )
