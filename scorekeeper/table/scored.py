"""The sheets of a table by today's rules: each is worked out once, and again only when something it rests on changes.

A sheet is a function of the rules, the marks of its round, and what the rounds before hand on. It is kept together with
these three, and whoever asks again with the same three is given the same sheet, whatever lines were written meanwhile.
"""

from collections.abc import Container, Mapping
from typing import NamedTuple

from scorekeeper.games.game import Game
from scorekeeper.games.pad import MOST_ROUNDS, Marks, Setup, Sheet
from scorekeeper.games.pad import by_round as grouped
from scorekeeper.games.rounds import NOTHING, HandedOn

NO_MARKS: Marks = {}


class Rests(NamedTuple):
    """What a round is worked out from: the rules, its marks, and what the rounds before it hand on."""

    setup: Setup
    marks: Marks
    before: HandedOn


class Scored:
    """What the marks of a table come to, round by round; `left_out` are rounds that hand on nothing yet.

    What was worked out for the table as it stood `before` is taken over where it rests on the same.
    """

    def __init__(
        self,
        game: Game,
        setup: Setup,
        marks: Marks,
        left_out: Container[int] = (),
        before: "Scored | None" = None,
    ) -> None:
        self.game, self.setup, self.left_out = game, setup, left_out
        rounds = grouped(marks)
        held = before.rounds if before else {}
        # Marks that are equal become one and the same value, so that comparing what rests on them takes no time.
        self.rounds: Mapping[int, Marks] = {
            round: held[round] if held.get(round) == own else own for round, own in rounds.items()
        }
        rules = (MOST_ROUNDS + 1, *(first for first, _, _ in setup.earlier))
        self._looks_back = any(game.looks_back(setup.at(round)) for round in rules)
        self._scored: dict[int, tuple[Rests, Sheet, HandedOn]] = dict(before._scored) if before else {}
        self._before: dict[int, HandedOn] = {1: NOTHING}

    def marks(self, round: int) -> Marks:
        """The marks of a round alone."""
        return self.rounds.get(round, NO_MARKS)

    def sheet(self, round: int) -> Sheet:
        """The sheet of a round, as the marks alone have it."""
        return self._worked_out(round)[1]

    def _worked_out(self, round: int) -> tuple[Rests, Sheet, HandedOn]:
        setup = self.setup.at(round)
        rests = Rests(setup, self.marks(round), self._handed_to(round) if self._looks_back else NOTHING)
        held = self._scored.get(round)
        if held is None or held[0] != rests:
            sheet, after = self.game.scoring(rests.setup, rests.marks, round, rests.before)
            # What is handed on stays one and the same value while it is equal, as marks do.
            after = held[2] if held and held[2] == after else after
            held = self._scored[round] = rests, sheet, after
        return held

    def _handed_to(self, round: int) -> HandedOn:
        """What the rounds before a round hand on to it."""
        known = round
        while known not in self._before:
            known -= 1
        for earlier in range(known, round):
            before = self._before[earlier]
            self._before[earlier + 1] = before if earlier in self.left_out else self._worked_out(earlier)[2]
        return self._before[round]
