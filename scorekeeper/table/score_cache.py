"""Sheets of the rounds of a table under the current rules."""

from collections.abc import Container
from typing import NamedTuple

from scorekeeper.games.game import NOTHING, Game, HandedOn
from scorekeeper.games.pad import Marks, Setup, Sheet, group_by_round


class Score(NamedTuple):
    """The sheet of a round and what the round hands on to later ones, with what both were computed from."""

    setup: Setup
    marks: Marks
    before: HandedOn
    sheet: Sheet
    after: HandedOn


class ScoreCache:
    """Scores of the marks of a table, round by round. Rounds in `left_out` hand on nothing yet to later rounds.

    `before` has the scores of the same table with other lines. Those with equal inputs are reused.
    """

    def __init__(
        self, game: Game, setup: Setup, marks: Marks, left_out: Container[int], before: "ScoreCache | None" = None
    ) -> None:
        self.game, self.setup, self.left_out = game, setup, left_out
        self._marks = group_by_round(marks)
        # Scores of another version of the game may rest on other rules.
        self._scores: dict[int, Score] = dict(before._scores) if before and before.game is game else {}
        self._handed_on: list[HandedOn] = [NOTHING]
        """What is handed on to each round, from the first on."""

    def marks(self, round: int) -> Marks:
        """Return the marks of one round."""
        return self._marks.get(round, {})

    def sheet(self, round: int) -> Sheet:
        """Return the sheet of a round as scored from its marks, disregarding agreements."""
        return self._score(round).sheet

    def _score(self, round: int) -> Score:
        inputs = self.setup.at(round), self.marks(round), self._find_handed_on(round)
        score = self._scores.get(round)
        if score is None or score[:3] != inputs:
            setup, marks, before = inputs
            score = self._scores[round] = Score(*inputs, *self.game.score_after(setup, marks, round, before))
        return score

    def _find_handed_on(self, round: int) -> HandedOn:
        if not self.game.looks_back:
            return NOTHING
        # One round after the other, so that the recursion through `_score` stays one level deep.
        for earlier in range(len(self._handed_on), round):
            before = self._handed_on[-1]
            after = before if earlier in self.left_out else self._score(earlier).after
            # Another thread may have added it meanwhile.
            if len(self._handed_on) == earlier:
                self._handed_on.append(after)
        return self._handed_on[round - 1]
