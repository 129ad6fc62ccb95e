"""A table to test with: who plays by what, taps as marks, and rounds by what is left in the hands."""

from collections.abc import Iterable, Mapping

from scorekeeper.games.base import Changes, Mark, Marks, Problem, Setup, Sheet, Spot
from scorekeeper.games.hawaiki import GAME
from scorekeeper.games.hawaiki.ledger import read

Written = dict[Spot, Mark]


def play(*names: str, **options: Mark) -> Setup:
    """A table where these people play."""
    return Setup(names, {**GAME.default_options(), **options}, ((1, tuple(range(len(names)))),))


THREE = play("Alice", "Bo", "Cleo")
TWO = play("Alice", "Bo")
VARIANTS = play("Alice", "Bo", "Cleo", sacrifice="on", second_chance="on")


def spot(box: str, seat: int, round: int = 1) -> Spot:
    """A place on the pad."""
    return Spot(round, "spent" if box in ("sacrifice", "second_chance") else "left", box, seat)


def left(*cards: int | None, round: int = 1, **boxes: Iterable[int]) -> Written:
    """The cards left, seat by seat, None for who is not tapped; boxes that are ticked, by the seats."""
    written: Written = {spot("cards", seat, round): count for seat, count in enumerate(cards) if count is not None}
    return written | {spot(box, seat, round): 1 for box, seats in boxes.items() for seat in seats}


def rounds(*hands: tuple[int | None, ...]) -> Written:
    """Several rounds by the cards left."""
    return {where: mark for number, hand in enumerate(hands, 1) for where, mark in left(*hand, round=number).items()}


def tapped(marks: Marks, changes: Changes) -> Written:
    """The pad after one line is written on it."""
    return {where: mark for where, mark in {**marks, **changes}.items() if mark is not None}


def score(marks: Marks, setup: Setup = THREE, round: int = 1) -> Sheet:
    """The sheet of a round."""
    return GAME.score(setup, marks, round)


def tokens(marks: Marks, setup: Setup = THREE, round: int = 1) -> Mapping[int, int]:
    """What everybody has after that round."""
    return read(setup, marks, round).tokens


def said(problems: Iterable[Problem]) -> list[str]:
    """The problems in words."""
    return [str(problem.text) for problem in problems]


def wrong(marks: Marks, setup: Setup = THREE, round: int = 1) -> Problem:
    """The one thing that cannot be, or should be known."""
    (problem,) = score(marks, setup, round).problems
    return problem


def cured(marks: Marks, problem: Problem, label: str) -> Written:
    """The pad once somebody has tapped that cure."""
    (cure,) = [cure for cure in problem.cures if str(cure.label) == label]
    return tapped(marks, cure.changes)
