"""Setups, marks and problems of any game for tests."""

from collections.abc import Iterable

from scorekeeper.games.game import Game
from scorekeeper.games.pad import Changes, Mark, Marks, Problem, Setup, Spot

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
    """Return the texts of the problems."""
    return [str(problem.text) for problem in problems]


def the(problems: Iterable[Problem], start: str) -> Problem:
    """Return the only problem whose text begins with `start`."""
    (only,) = [problem for problem in problems if str(problem.text).startswith(start)]
    return only
