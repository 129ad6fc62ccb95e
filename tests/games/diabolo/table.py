"""A table to test with: who plays by what, taps as marks, and the rulebook's worked examples."""

from collections.abc import Iterable

from scorekeeper.games.base import Changes, Mark, Marks, Problem, Setup, Sheet, Spot
from scorekeeper.games.diabolo import GAME
from scorekeeper.games.diabolo.cards import SLOTS

Written = dict[Spot, Mark]


def play(*names: str, **options: Mark) -> Setup:
    """A table where these people play."""
    return Setup(names, {**GAME.default_options(), **options}, ((1, tuple(range(len(names)))),))


THREE = play("Michael", "Joe", "Anna")


def spot(row: str, box: str, seat: int | None = None, item: object = "") -> Spot:
    """A place on the pad of the first round."""
    return Spot(1, row, box, seat, str(item))


def side(row: str, ahead: str) -> Written:
    """A row with the side that is ahead."""
    return {spot(row, "side"): ahead}


def hand(row: str, seat: int, *values: int, double: bool = False) -> Written:
    """Cards of one colour in one hand."""
    marks: Written = {spot(row, "hand", seat, value): values.count(value) for value in values}
    return marks | ({spot(row, "double", seat): 1} if double else {})


def cards(row: str, ahead: str, *hands: tuple[int, ...], doubled: tuple[int, ...] = ()) -> Written:
    """A row with everybody's cards, seat by seat."""
    marks = side(row, ahead)
    for seat, values in enumerate(hands):
        marks |= hand(row, seat, *values, double=seat in doubled)
    return marks


def level_but(*rows: str) -> Written:
    """All other rows level, and the word that this is all."""
    marks: Written = {spot(slot, "side"): "level" for slot in SLOTS if slot not in rows}
    return marks | {spot("end", "all"): 1}


def tapped(marks: Marks, changes: Changes) -> Written:
    """The pad after one line is written on it."""
    return {where: mark for where, mark in {**marks, **changes}.items() if mark is not None}


def score(marks: Marks, setup: Setup = THREE) -> Sheet:
    """The sheet of the first round."""
    return GAME.score(setup, marks, 1)


def points(sheet: Sheet) -> list[int]:
    """The totals, seat by seat."""
    return list(sheet.totals.values())


def said(problems: Iterable[Problem]) -> list[str]:
    """The problems in words."""
    return [str(problem.text) for problem in problems]


def the(problems: Iterable[Problem], start: str) -> Problem:
    """The one problem that begins with these words."""
    (found,) = [problem for problem in problems if str(problem.text).startswith(start)]
    return found


EMPTY: dict[str, dict[str, list[int]]] = {slot: {"heaven": [], "hell": []} for slot in SLOTS}
