"""Standings from the marks on pads, without a table."""

from scorekeeper.games.game import Game, standings
from scorekeeper.games.pad import Marks, Setup
from scorekeeper.games.standings import Standings
from scorekeeper.language.text import Text


def compute_standings(game: Game, setup: Setup, marks: Marks) -> Standings:
    """Return the standings after all rounds with marks."""
    last = max((spot.round for spot in marks), default=0)
    sheets = [game.score(setup, marks, round) for round in range(1, last + 1)]
    seats = dict.fromkeys(seat for round in range(1, last + 2) for seat in setup.seats(round))
    return standings(game, setup, sheets, [*seats], ended=True)


def describe_end(game: Game, setup: Setup, marks: Marks) -> str | None:
    """Return in words why the game is over and who has won, or None if it goes on."""
    return " ".join(map(str, explain_end(game, setup, marks))) or None


def explain_end(game: Game, setup: Setup, marks: Marks) -> list[Text]:
    """Return why the game is over and who has won, nothing if it goes on."""
    standing = compute_standings(game, setup, marks)
    if standing.end is None:
        return []
    won = game.won(setup, standing)
    reasons = [standing.end.why, *standing.end.notes]
    return [*reasons, won] if won else reasons
