"""What the marks of a round say: who went out, what everybody has left, and how many tokens are there to pay with.

The player whom nobody tapped went out: whoever goes out ends the round, so it is always exactly one.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from scorekeeper.games.base import Mark, Seat, Setup, Spot
from scorekeeper.games.hawaiki.options import tokens_each
from scorekeeper.games.hawaiki.stock import VARIANTS, pays
from scorekeeper.text import Text

LEFT, SPENT = "left", "spent"
"""The two rows of the pad."""

CARDS, MORE, OUT = "cards", "more", "out"
"""The boxes of the first: how many cards are left, that it may be more than that, that this player went out."""


@dataclass(frozen=True, slots=True)
class Player:
    """What is written about one player in one round, and the tokens held when it began."""

    seat: Seat
    name: str
    tokens: int
    cards: int | None
    more: bool
    called_out: bool
    spends: tuple[str, ...]

    @property
    def went_out(self) -> bool:
        """Whether the pad says in so many words that this player has gone out."""
        return self.called_out or self.cards == 0

    @property
    def spent(self) -> int:
        """Tokens given for Sacrifice and Second chance."""
        return min(self.tokens, len(self.spends))

    @property
    def held(self) -> int:
        """Tokens there to pay for cards with."""
        return self.tokens - self.spent

    @property
    def pays(self) -> int:
        """Tokens that go back for the cards left."""
        return pays(self.held, self.cards or 0)

    @property
    def after(self) -> int:
        """Tokens left when the round is paid."""
        return self.held - self.pays

    @property
    def inexact(self) -> bool:
        """Whether "4 or more" was tapped and there are more than 4 tokens now: then it must be told exactly."""
        return self.more and self.cards is not None and self.cards < self.held


@dataclass(frozen=True, slots=True)
class Reading:
    """A round as it is written down so far.

    `stop` says why the game was over before this round, if it was.
    """

    setup: Setup
    round: int
    players: tuple[Player, ...]
    stop: Text | None = None

    def spot(self, box: str, seat: Seat, row: str = LEFT) -> Spot:
        """A place on the pad of this round."""
        return Spot(self.round, row, box, seat)

    @property
    def out(self) -> tuple[Player, ...]:
        """Whoever went out: as it is written, else the only one without a mark."""
        written = tuple([player for player in self.players if player.went_out])
        return written or (self.blank if len(self.blank) == 1 else ())

    @property
    def finisher(self) -> Player | None:
        """The one player who went out, as soon as that is known."""
        return self.out[0] if len(self.out) == 1 else None

    @property
    def blank(self) -> tuple[Player, ...]:
        """The players nobody has tapped."""
        return tuple([player for player in self.players if player.cards is None and not player.called_out])

    @property
    def missing(self) -> tuple[Player, ...]:
        """The players whose cards are still to be told."""
        return tuple([player for player in self.blank if player is not self.finisher])

    @property
    def inexact(self) -> tuple[Player, ...]:
        """The players whose cards are not told exactly enough."""
        return tuple([player for player in self.players if player.inexact])

    @property
    def tokens(self) -> dict[Seat, int]:
        """What everybody has after the round."""
        return {player.seat: player.after for player in self.players}


def read_round(setup: Setup, written: Mapping[Spot, Mark], round: int, tokens: Mapping[Seat, int]) -> Reading:
    """Read the marks of one round, those of the seats that play it; who is new has what everybody began with."""
    players = []
    for seat in setup.seats(round):
        spot = Spot(round, LEFT, CARDS, seat)
        cards = written.get(spot)
        players.append(
            Player(
                seat,
                setup.name(seat),
                tokens.get(seat, tokens_each(setup)),
                None if cards is None else int(cards),
                bool(written.get(spot._replace(box=MORE))),
                bool(written.get(spot._replace(box=OUT))),
                tuple([variant for variant in VARIANTS if written.get(Spot(round, SPENT, variant, seat))]),
            )
        )
    return Reading(setup, round, tuple(players))
