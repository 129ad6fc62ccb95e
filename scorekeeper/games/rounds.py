"""Scoring round by round: each round is scored from its own marks and from what the round before hands on to it.

Its sheet depends on nothing else, so it can be cached until one of the two changes.
"""

from collections.abc import Callable
from typing import Any

from scorekeeper.games.pad import Marks, Row, Setup, Sheet, group_by_round, keep_pad_marks

HandedOn = Any
"""What a round hands on to the next one; each game chooses its type. It must compare by value."""

NOTHING: HandedOn = None
"""What is handed on to the first round."""

Score = Callable[[Setup, Marks, int], Sheet]
"""A function that returns the sheet of a round, given the setup, the marks of all rounds and the round's number."""

Link = Callable[[Setup, Marks, int, HandedOn], tuple[Sheet, HandedOn]]
"""A function that returns the sheet of a round and what the round hands on.

Its arguments are the setup, the round's own marks, the round's number, and what is handed on to it.
"""


def hand_on_marks(score: Score) -> Link:
    """Return a link that hands on all marks so far and scores each round from them with `score`."""

    def score_round(setup: Setup, marks: Marks, round: int, before: HandedOn) -> tuple[Sheet, HandedOn]:
        # A new mapping each time: what was handed on is kept to be compared and must not change.
        so_far = {**(before or {}), **marks}
        return score(setup, so_far, round), so_far

    return score_round


def guard_link(rows: Callable[[Setup], tuple[Row, ...]], link: Link) -> Link:
    """Return a game's link, wrapped so that it gets only marks that fit the game's pad, and so never raises."""
    return lambda setup, marks, round, before: link(setup, keep_pad_marks(rows(setup), marks), round, before)


def score_from_all_marks(link: Link, looks_back: Callable[[Setup], bool]) -> Score:
    """Return a function that scores a round from the marks of all rounds.

    If the game `looks_back`, it scores the earlier rounds first. It never raises for marks that a pad can hold.

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
