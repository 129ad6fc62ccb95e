"""The tokens from round to round: what everybody has when a round begins, and when the game is over."""

from collections import defaultdict
from dataclasses import dataclass, replace

from scorekeeper.games.base import Mark, Marks, Seat, Setup, Spot
from scorekeeper.games.hawaiki.options import too_few_tokens
from scorekeeper.games.hawaiki.problems import decided
from scorekeeper.games.hawaiki.reading import Reading, read_round
from scorekeeper.games.hawaiki.sentences import broke, game_was_over, joined
from scorekeeper.games.hawaiki.stock import is_over
from scorekeeper.games.standings import End, Standings
from scorekeeper.text import Text


@dataclass(frozen=True, slots=True)
class Ledger:
    """Where the tokens are after some rounds: only decided rounds are paid.

    `last` is the round that ended the game.
    """

    tokens: dict[Seat, int]
    last: Reading | None = None

    @property
    def stop(self) -> Text | None:
        """Why no further round is played, to whoever begins one all the same."""
        return game_was_over(self.last) if self.last else None


def follow(setup: Setup, marks: Marks, upto: int) -> Ledger:
    """Pay the rounds before `upto`, one after the other, until the game is over."""
    written: defaultdict[int, dict[Spot, Mark]] = defaultdict(dict)
    for spot, mark in marks.items():
        written[spot.round][spot] = mark
    tokens: dict[Seat, int] = {}
    for round in range(1, upto):
        reading = read_round(setup, written[round], round, tokens)
        if decided(reading):
            tokens.update(reading.tokens)
            if is_over(reading.tokens):
                return Ledger(tokens, reading)
    return Ledger(tokens)


def read(setup: Setup, marks: Marks, round: int) -> Reading:
    """Read a round, with the tokens that the earlier ones have left."""
    before = follow(setup, marks, round)
    reading = read_round(setup, marks, round, before.tokens)
    return replace(reading, stop=before.stop)


def over(setup: Setup, found: Standings) -> End | None:
    """Say why the game is over: somebody has no token left, or there are too few tokens to begin with.

    Most tokens win, and several share the win; an earlier round that is not decided leaves that open.
    Source: rulebook 002, end of the game.
    """
    out = [seat for seat in found.rounds.get(found.last, ()) if not found.totals[seat]]
    if out:
        why, earlier = broke(setup.names(out)), [round for round in found.open if round < found.last]
        if not earlier:
            return End(why)
        return End(joined([why, Text("Round %(round)s is not decided yet.", round=earlier[0])]), won=False)
    short = too_few_tokens(setup, len(setup.seats(max(found.last, *found.open, 0) + 1)))
    return End(short, won=False) if short else None


def next_starter(setup: Setup, marks: Marks, round: int) -> Seat | None:
    """Who opens the round after this one: whoever went out, else the next to the left who still plays.

    None while the round is not decided, and when no further one is played.
    Source: rulebook 002, end of a round.
    """
    reading = read(setup, marks, round)
    if reading.finisher is None or not decided(reading) or is_over(reading.tokens):
        return None
    seats, following = setup.seats(round), setup.seats(round + 1)
    place = seats.index(reading.finisher.seat)
    return next((seat for seat in (*seats[place:], *seats[:place]) if seat in following), None)
