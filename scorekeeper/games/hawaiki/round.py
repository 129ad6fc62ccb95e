"""A round of Hawaiki while it is played: the piles, everybody's number of cards, whose turn it is, and how it ends.

Hands stay secret; how many cards they hold is known, because every draw is told.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from scorekeeper.games.base import Marks, Seat, Setup
from scorekeeper.games.hawaiki.cards import COPIES, Card, names
from scorekeeper.games.hawaiki.ledger import follow
from scorekeeper.games.hawaiki.options import both_baselines, tokens_each
from scorekeeper.games.hawaiki.stock import HAND, draw_pile
from scorekeeper.games.hawaiki.turn import PILES, Placing, Tops, place
from scorekeeper.games.referee import Action
from scorekeeper.text import Text


@dataclass(frozen=True, slots=True)
class Round:
    """A round up to now. `piles` lie from the bottom to the top; fewer than three while they are still turned up.

    `tokens` are those at the start of the round, `spent` who gave one for which variant. `began` holds the tops when
    the turn began. `owes` is the combination that somebody must draw for, not chosen yet. Until the next move: `thanks`
    says who may have forgotten them, and for how many cards; `callers` may have named what is not there; `resumes` may
    buy another turn, and with which tops the last one began. `again`: the player has another turn. `out` has laid the
    last card. `stop` says why the round is not played at all. `last` is what was told last, and the round before it.
    """

    setup: Setup
    round: int
    seats: tuple[Seat, ...]
    turn: Seat
    called: Mapping[str, Text]
    tokens: Mapping[Seat, int]
    hands: Mapping[Seat, int]
    draw: int
    piles: tuple[tuple[Card, ...], ...] = ()
    spent: tuple[tuple[Seat, str], ...] = ()
    began: Tops = ()
    owes: str = ""
    thanks: Mapping[Seat, int] = field(default_factory=dict)
    callers: tuple[Seat, ...] = ()
    resumes: tuple[Seat, Tops] | None = None
    again: bool = False
    out: Seat | None = None
    stop: Text | None = None
    last: "tuple[Round, Action] | None" = field(default=None, repr=False, compare=False)

    @property
    def opening(self) -> bool:
        """Whether the three open cards are still to be told."""
        return len(self.piles) < PILES

    @property
    def over(self) -> bool:
        """Whether somebody went out and everybody has drawn for it."""
        return self.out is not None and not self.owes

    @property
    def tops(self) -> tuple[Card | None, ...]:
        """What lies on top of each pile; None where it is empty."""
        return tuple([pile[-1] if pile else None for pile in self.piles])

    @property
    def others(self) -> tuple[Seat, ...]:
        """Everybody but the player whose turn it is, from the left."""
        return _from_the_left(self.seats, self.turn)

    def name(self, seat: Seat) -> str:
        """The name of a player."""
        return self.setup.name(seat)

    def names(self, seats: Iterable[Seat]) -> tuple[str, ...]:
        """The names of several players."""
        return tuple([self.setup.name(seat) for seat in seats])

    def held(self, seat: Seat) -> int:
        """The tokens a player has now."""
        return self.tokens[seat] - sum(who == seat for who, _ in self.spent)

    def used(self, seat: Seat, variant: str) -> bool:
        """Whether a player has used that variant in this round."""
        return (seat, variant) in self.spent

    def all_seen(self, card: Card) -> bool:
        """Whether every copy of a card lies in the piles."""
        return sum(pile.count(card) for pile in self.piles) >= COPIES

    def placing(self, pile: int, card: Card) -> Placing:
        """What laying a card does, by the novelty that the table agreed on."""
        return place(self.tops, pile, card, self.began if both_baselines(self.setup) else None)


def _from_the_left(seats: tuple[Seat, ...], seat: Seat) -> tuple[Seat, ...]:
    at = seats.index(seat)
    return (*seats[at + 1 :], *seats[:at])


def start(setup: Setup, marks: Marks, round: int, leader: Seat) -> Round:
    """A round before its three open cards are told: six cards each, the tokens that the earlier rounds have left.

    Source: rulebook 002, setup.
    """
    seats, ledger = setup.seats(round), follow(setup, marks, round)
    return Round(
        setup,
        round,
        seats,
        leader,
        names(setup.options),
        {seat: ledger.tokens.get(seat, tokens_each(setup)) for seat in seats},
        dict.fromkeys(seats, HAND),
        draw_pile(len(seats)) + PILES,
        stop=ledger.stop,
    )
