"""Scoring of Hawaiki: the marks of a round, what each player pays, who wins, and how that is said.

The player whom nobody tapped went out. Going out ends the round, so exactly one player does.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from scorekeeper.games.hawaiki.rules import tokens_each
from scorekeeper.games.hawaiki.turn import VARIANTS, pays
from scorekeeper.games.pad import Mark, Seat, Setup, Spot
from scorekeeper.language.text import Text

LEFT, SPENT = "left", "spent"
"""The two rows of the pad."""

CARDS_ROW, MORE, OUT = "cards", "more", "out"
"""The boxes of the row LEFT: how many cards are left, whether there may be more, and whether this player went out."""


# What stands on the pad


@dataclass(frozen=True, slots=True)
class Player:
    """The marks of one player in one round, and the tokens that the player had at its start.

    `cards` is the number of cards left, or None if nothing is entered. `more` is set if “or more” was tapped, so that
    `cards` is only a minimum. `called_out` is set if the player went out although somebody else named the last
    combination first. `spends` lists the variants for which the player paid a token.

    Rule: hawaiki/pay, hawaiki/no-debt, hawaiki/sacrifice, hawaiki/second-chance
    """

    seat: Seat
    name: str
    tokens: int
    cards: int | None
    more: bool
    called_out: bool
    spends: tuple[str, ...]

    @property
    def went_out(self) -> bool:
        """Whether the marks say that this player went out. See `Reading.out` for players without a mark."""
        return self.called_out or self.cards == 0

    @property
    def spent(self) -> int:
        """The number of tokens spent on Sacrifice and Second chance, at most as many as the player had."""
        # Nobody goes below 0. Spending more than that is reported as a problem.
        return min(self.tokens, len(self.spends))

    @property
    def held(self) -> int:
        """The number of tokens left to pay for cards."""
        return self.tokens - self.spent

    @property
    def pays(self) -> int:
        """The number of tokens paid for the cards left."""
        return pays(self.held, self.cards or 0)

    @property
    def after(self) -> int:
        """The number of tokens left after the round."""
        return self.held - self.pays

    @property
    def inexact(self) -> bool:
        """Whether "4 or more" was tapped but the player now has more than 4 tokens, so the exact number matters.

        Decision: hawaiki-or-more
        """
        return self.more and self.cards is not None and self.cards < self.held


@dataclass(frozen=True, slots=True)
class Reading:
    """A round as entered so far. `stop` says why the game was over before this round; None if it was not."""

    setup: Setup
    round: int
    players: tuple[Player, ...]
    stop: Text | None = None

    def spot(self, box: str, seat: Seat, row: str = LEFT) -> Spot:
        """Return the spot of a box of a player on the pad of this round."""
        return Spot(self.round, row, box, seat)

    @property
    def out(self) -> tuple[Player, ...]:
        """The players who went out according to the marks, or else the only player without a mark.

        Rule: hawaiki/one-out, hawaiki/last-card
        """
        written = tuple([player for player in self.players if player.went_out])
        # With two blanks, either of them can have gone out.
        return written or (self.blank if len(self.blank) == 1 else ())

    @property
    def finisher(self) -> Player | None:
        """The player who went out; None if that is not known yet, or if several did.

        Rule: hawaiki/one-out
        """
        return self.out[0] if len(self.out) == 1 else None

    @property
    def blank(self) -> tuple[Player, ...]:
        """The players without a mark about their cards."""
        return tuple([player for player in self.players if player.cards is None and not player.called_out])

    @property
    def missing(self) -> tuple[Player, ...]:
        """The players whose cards are not entered yet, without the player who went out."""
        return tuple([player for player in self.blank if player is not self.finisher])

    @property
    def inexact(self) -> tuple[Player, ...]:
        """The players whose number of cards was tapped as “or more” and must now be entered exactly."""
        return tuple([player for player in self.players if player.inexact])

    @property
    def tokens(self) -> dict[Seat, int]:
        """Each player's tokens after the round.

        Rule: hawaiki/pay
        """
        return {player.seat: player.after for player in self.players}


def read_round(setup: Setup, written: Mapping[Spot, Mark], round: int, tokens: Mapping[Seat, int]) -> Reading:
    """Return a round as its marks say.

    `tokens` maps players to their tokens at the start of the round. Players not in it have the initial number.

    Rule: hawaiki/tokens, */told
    """
    players = []
    for seat in setup.seats(round):
        spot = Spot(round, LEFT, CARDS_ROW, seat)
        cards = written.get(spot)
        players.append(
            Player(
                seat,
                setup.name(seat),
                tokens=tokens.get(seat, tokens_each(setup)),
                cards=None if cards is None else int(cards),
                more=bool(written.get(spot._replace(box=MORE))),
                called_out=bool(written.get(spot._replace(box=OUT))),
                spends=tuple([variant for variant in VARIANTS if written.get(Spot(round, SPENT, variant, seat))]),
            )
        )
    return Reading(setup, round, tuple(players))
