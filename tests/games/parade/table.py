"""A table to test with: who plays by what, taps as marks, and the rulebooks' worked example."""

from collections.abc import Iterable, Mapping

from scorekeeper.games.base import Changes, Mark, Marks, Problem, Setup, Sheet, Spot
from scorekeeper.games.parade import GAME
from scorekeeper.games.parade.cards import SLOTS

Hands = Mapping[str, Mapping[str, tuple[int, ...]]]

EXAMPLE: Hands = {
    "Alice": {"red": (10, 8, 3), "blue": (9, 7, 6, 5, 0), "purple": (0,), "green": (4, 2), "grey": (7, 4, 0)},
    "Hatter": {"red": (1, 0), "blue": (8,), "purple": (8, 7, 5, 3), "grey": (9, 8, 1), "orange": (10, 1)},
    "Cheshire": {
        "red": (7, 6, 5, 2),
        "blue": (4, 3),
        "purple": (2, 1),
        "green": (9, 8, 7, 6),
        "grey": (10,),
        "orange": (3, 2, 0),
    },
}
"""Rulebooks IT 2008, FR 2015 and ES 2013, scoring example."""


def play(*names: str, **options: Mark) -> Setup:
    """A table where these people play."""
    return Setup(names, {**GAME.default_options(), **options}, ((1, tuple(range(len(names)))),))


THREE = play("Alice", "Hatter", "Cheshire")
TWO = play("Alice", "Bo")


def spot(row: str, box: str, seat: int | None = None, item: object = "") -> Spot:
    """A place on the pad of the first deal."""
    return Spot(1, row, box, seat, str(item))


def cards(hands: Hands, done: bool = True) -> dict[Spot, Mark]:
    """All cards of everybody, tapped one by one."""
    marks: dict[Spot, Mark] = {
        spot(slot, "cards", seat, value): 1
        for seat, hand in enumerate(hands.values())
        for slot, values in hand.items()
        for value in values
    }
    if done:
        held = {slot for hand in hands.values() for slot, values in hand.items() if values}
        marks |= {spot(slot, "nobody"): 1 for slot in SLOTS if slot not in held}
        marks[spot("end", "all")] = 1
    return marks


def tapped(marks: Marks, changes: Changes) -> dict[Spot, Mark]:
    """The pad after one line is written on it."""
    return {where: mark for where, mark in {**marks, **changes}.items() if mark is not None}


def score(marks: Marks, setup: Setup = THREE) -> Sheet:
    """The sheet of the first deal."""
    return GAME.score(setup, marks, 1)


def dealt(hands: Hands, **options: Mark) -> Sheet:
    """The sheet of these cards, all of them read."""
    return score(cards(hands), play(*hands, **options))


def by_name(sheet: Sheet, hands: Iterable[str]) -> dict[str, int]:
    """The totals under the players' names."""
    return {name: sheet.totals[seat] for seat, name in enumerate(hands)}


def said(problems: Iterable[Problem]) -> list[str]:
    """The problems in words."""
    return [str(problem.text) for problem in problems]


def the(problems: Iterable[Problem], start: str) -> Problem:
    """The one problem that begins with these words."""
    (found,) = [problem for problem in problems if str(problem.text).startswith(start)]
    return found
