"""Setups, marks, problems and standings of any game for tests, without a table."""

from collections.abc import Iterable

from scorekeeper.games.game import Game, standings
from scorekeeper.games.pad import Changes, Mark, Marks, Problem, Setup, Spot
from scorekeeper.games.standings import Standings
from scorekeeper.language.text import Text

Written = dict[Spot, Mark]


def play_game(game: Game, *names: str, **options: Mark) -> Setup:
    """Return the setup of a table with these players."""
    return Setup(names, {**game.default_options(), **options}, ((1, tuple(range(len(names)))),))


def spot(row: str, box: str, seat: int | None = None, item: object = "") -> Spot:
    """Return a place on the pad of the first round."""
    return Spot(1, row, box, seat, str(item))


def apply_changes(marks: Marks, changes: Changes) -> Written:
    """Return the pad after a line."""
    return {where: mark for where, mark in {**marks, **changes}.items() if mark is not None}


def read_texts(problems: Iterable[Problem]) -> list[str]:
    return [str(problem.text) for problem in problems]


def compute_standings(game: Game, setup: Setup, marks: Marks) -> Standings:
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
