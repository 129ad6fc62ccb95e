"""The tokens from round to round: what everybody has when a round begins, and whether the game is over."""

from collections import defaultdict
from dataclasses import dataclass, replace

from scorekeeper.games.base import Mark, Marks, Seat, Setup, Spot
from scorekeeper.games.hawaiki.options import too_few_tokens
from scorekeeper.games.hawaiki.problems import decided
from scorekeeper.games.hawaiki.reading import Reading, read_round
from scorekeeper.games.hawaiki.sentences import game_over
from scorekeeper.games.hawaiki.stock import is_over
from scorekeeper.text import Text


@dataclass(frozen=True, slots=True)
class Ledger:
    """Where the tokens are after some rounds: only decided rounds are paid.

    `last` is the round that ended the game, and `undecided` the first round that could not be paid.
    """

    tokens: dict[Seat, int]
    last: Reading | None = None
    undecided: int | None = None


def follow(setup: Setup, marks: Marks, upto: int) -> Ledger:
    """Pay the rounds before `upto`, one after the other, until the game is over."""
    written: defaultdict[int, dict[Spot, Mark]] = defaultdict(dict)
    for spot, mark in marks.items():
        written[spot.round][spot] = mark
    tokens: dict[Seat, int] = {}
    undecided: int | None = None
    for round in range(1, upto):
        reading = read_round(setup, written[round], round, tokens)
        if decided(reading):
            tokens.update(reading.tokens)
            if is_over(reading.tokens):
                return Ledger(tokens, reading, undecided)
        elif undecided is None:
            undecided = round
    return Ledger(tokens, None, undecided)


def read(setup: Setup, marks: Marks, round: int) -> Reading:
    """Read a round, with the tokens that the earlier ones have left."""
    before = follow(setup, marks, round)
    reading = read_round(setup, marks, round, before.tokens)
    if before.last is None:
        return reading
    broke = tuple([player.name for player in before.last.players if not player.after])
    return replace(reading, ended=before.last.round, broke=broke)


def over(setup: Setup, marks: Marks) -> Text | None:
    """Say that the game is over, and who wins; also that it cannot begin for want of tokens.

    Most tokens win, and several share the win. Source: rulebook 002, end of the game.
    """
    rounds = max((spot.round for spot in marks), default=0)
    ledger = follow(setup, marks, rounds + 1)
    if ledger.last is not None:
        return game_over(ledger.last, ledger.undecided)
    return too_few_tokens(setup, len(setup.seats(rounds + 1)))


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
