"""Cache of the sheets of a table under the current rules.

A sheet is a function of the rules, the marks of its round, and what earlier rounds hand on. It is cached with these
three inputs and computed again only if one of them changes.
"""

from collections.abc import Container, Mapping
from typing import NamedTuple

from scorekeeper.games.game import NOTHING, Game, HandedOn
from scorekeeper.games.pad import Marks, Setup, Sheet, group_by_round

NO_MARKS: Marks = {}


class Inputs(NamedTuple):
    """Inputs of the score of a round.

    `setup` has its rules and `marks` its marks. `before` is what earlier rounds hand on.
    """

    setup: Setup
    marks: Marks
    before: HandedOn


class ScoreCache:
    """Scores of the marks of a table, round by round. Rounds in `left_out` hand on nothing yet to later rounds.

    `before` has the scores of the same table with fewer lines. Scores whose inputs are still equal are reused.
    """

    def __init__(
        self,
        game: Game,
        setup: Setup,
        marks: Marks,
        left_out: Container[int] = (),
        before: "ScoreCache | None" = None,
    ) -> None:
        self.game, self.setup, self.left_out = game, setup, left_out
        rounds = group_by_round(marks)
        held = before.rounds if before else {}
        # Equal marks become the same object: tuples that hold the same object compare without looking into it.
        self.rounds: Mapping[int, Marks] = {
            round: held[round] if held.get(round) == own else own for round, own in rounds.items()
        }
        self._scored: dict[int, tuple[Inputs, Sheet, HandedOn]] = dict(before._scored) if before else {}
        # Not taken over from `before`: another mark in an early round changes it for all later ones.
        self._before: dict[int, HandedOn] = {1: NOTHING}

    def marks(self, round: int) -> Marks:
        """Return the marks of one round."""
        return self.rounds.get(round, NO_MARKS)

    def sheet(self, round: int) -> Sheet:
        """Return the sheet of a round as scored from its marks, disregarding agreements."""
        return self._score(round)[1]

    def _score(self, round: int) -> tuple[Inputs, Sheet, HandedOn]:
        setup = self.setup.at(round)
        rests = Inputs(setup, self.marks(round), self._find_handed_on(round) if self.game.looks_back else NOTHING)
        held = self._scored.get(round)
        if held is None or held[0] != rests:
            sheet, after = self.game.score_after(rests.setup, rests.marks, round, rests.before)
            # Equal values become the same object here too, so that the next round compares quickly.
            after = held[2] if held and held[2] == after else after
            held = self._scored[round] = rests, sheet, after
        return held

    def _find_handed_on(self, round: int) -> HandedOn:
        """Return what the earlier rounds hand on to a round."""
        known = round
        while known not in self._before:
            known -= 1
        # From the first missing round on, so that the recursion through `_score` stays one level deep.
        for earlier in range(known, round):
            before = self._before[earlier]
            self._before[earlier + 1] = before if earlier in self.left_out else self._score(earlier)[2]
        return self._before[round]
