"""A table to test with: rounds as plain lists of points, None for a player who has none."""

from collections.abc import Sequence

from scorekeeper.games.pad import Mark, Setup, Sheet, Spot
from scorekeeper.games.tally import GAME
from tests.support.standing import stands

Written = dict[Spot, Mark]


def play(*names: str, **options: Mark) -> Setup:
    """A table where these people play."""
    return Setup(names, {**GAME.default_options(), **options}, ((1, tuple(range(len(names)))),))


THREE = play("Alice", "Bo", "Cleo")


def spot(round: int, seat: int) -> Spot:
    return Spot(round, "points", "points", seat)


def rounds(*played: Sequence[int | None], done: bool = False) -> Written:
    """Marks for one round after the other; `done` says of each that this is all."""
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


def told(marks: Written, setup: Setup = THREE, round: int = 1) -> tuple[str, str]:
    """How a round went, and who leads after it."""
    upto = {where: mark for where, mark in marks.items() if where.round <= round}
    return str(score(marks, setup, round).verdict), str(stands(GAME, setup, upto).leads())


def so_far(marks: Written, setup: Setup = THREE, round: int = 1) -> dict[int, int]:
    """What everybody has after a round."""
    upto = {where: mark for where, mark in marks.items() if where.round <= round}
    return dict(stands(GAME, setup, upto).totals)


def said(sheet: Sheet) -> tuple[str, str]:
    return str(sheet.verdict), str(sheet.reason)
