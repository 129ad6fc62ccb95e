"""Scoring round by round: each round is scored from its own marks and from what the rounds before hand on to it.

It is given nothing else, so its sheet can be kept for as long as both stay equal.
"""

from collections.abc import Callable
from typing import Any

from scorekeeper.games.pad import Marks, Row, Setup, Sheet, group_by_round, keep_pad_marks

HandedOn = Any
"""What a round hands on to the next one; each game chooses its type. It must compare by value."""

NOTHING: HandedOn = None
"""What is handed on to the first round."""

Score = Callable[[Setup, Marks, int], Sheet]
"""The sheet of a round, from the marks of all rounds."""

Link = Callable[[Setup, Marks, int, HandedOn], tuple[Sheet, HandedOn]]
"""The sheet of a round, from its own marks and what is handed on to it; and what it hands on."""


def hand_on_marks(score: Score) -> Link:
    """Return the link of a game whose rounds hand on all marks so far, of which `score` reads what it needs."""

    def score_round(setup: Setup, marks: Marks, round: int, before: HandedOn) -> tuple[Sheet, HandedOn]:
        # A new mapping each time: what was handed on is kept to be compared and must not change.
        so_far = {**(before or {}), **marks}
        return score(setup, so_far, round), so_far

    return score_round


def guard_link(rows: Callable[[Setup], tuple[Row, ...]], link: Link) -> Link:
    """Wrap a game's link so that it is given only valid marks of its own pad and cannot raise."""
    return lambda setup, marks, round, before: link(setup, keep_pad_marks(rows(setup), marks), round, before)


def score_from_all_marks(link: Link, looks_back: Callable[[Setup], bool]) -> Score:
    """Return a function that scores a round from the marks of all rounds, after the rounds that it looks back on.

    It never raises for marks that a pad can hold.
    Decision: rules-from-round
    """

    def score_round(setup: Setup, marks: Marks, round: int) -> Sheet:
        each, before = group_by_round(marks), NOTHING
        # Each earlier round is scored by the options that it was played with.
        for earlier in range(1, round) if looks_back(setup) else ():
            _, before = link(setup.at(earlier), each.get(earlier, {}), earlier, before)
        sheet, _ = link(setup, each.get(round, {}), round, before)
        return sheet

    return score_round
