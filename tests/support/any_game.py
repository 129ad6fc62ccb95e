"""Rounds of the counting pad for tests, from plain lists of points. None stands for a player without points."""

from collections.abc import Sequence
from functools import partial

from scorekeeper.games.pad import Setup, Sheet, Spot
from scorekeeper.games.tally import GAME
from tests.support.marks import Written, compute_standings, play_game

play = partial(play_game, GAME)

THREE = play("Alice", "Bo", "Cleo")


def spot(round: int, seat: int) -> Spot:
    return Spot(round, "points", "points", seat)


def rounds(*played: Sequence[int | None], done: bool = False) -> Written:
    """Return marks for consecutive rounds. `done` marks each round as complete."""
    marks: Written = {
        spot(number, seat): points
        for number, row in enumerate(played, 1)
        for seat, points in enumerate(row)
        if points is not None
    }
    if done:
        marks |= {Spot(number, "points", "all"): 1 for number in range(1, len(played) + 1)}
    return marks


def score(marks: Written, setup: Setup = THREE, round: int = 1) -> Sheet:
    return GAME.score(setup, marks, round)


def so_far(marks: Written, setup: Setup = THREE, round: int = 1) -> dict[int, int]:
    """Return the totals by seat after a round."""
    upto = {where: mark for where, mark in marks.items() if where.round <= round}
    return dict(compute_standings(GAME, setup, upto).totals)


def describe_sheet(sheet: Sheet) -> tuple[str, str]:
    """Return the verdict and its reason."""
    return str(sheet.verdict), str(sheet.reason)
