"""Diabolo: five rows between heaven and hell. The highest hand of each colour scores its sum, as a gain or a loss."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from scorekeeper.games.diabolo.entry import ways
from scorekeeper.games.diabolo.pad import paper, rows, score
from scorekeeper.games.diabolo.referee import REFEREE
from scorekeeper.games.diabolo.rules import OPTIONS, over, rounds, rules_in_words
from scorekeeper.games.diabolo.rulings import RULINGS, find_known_values
from scorekeeper.games.diabolo.turn import PLAYERS
from scorekeeper.games.entry import Way
from scorekeeper.games.game import NOTHING, Game, HandedOn
from scorekeeper.games.pad import Marks, Row, Setup, Sheet
from scorekeeper.games.paper import PaperPad
from scorekeeper.games.questions import Inputs
from scorekeeper.games.rule import read_rules
from scorekeeper.games.standings import End, Standings
from scorekeeper.language.text import Text


class Diabolo(Game):
    """Diabolo with its variants."""

    slug = "diabolo"
    name = "Diabolo"
    seats = PLAYERS
    shelf = 1
    options = OPTIONS
    referee = REFEREE
    rulings = RULINGS
    chapters = read_rules(Path(__file__).with_name("rules.toml"))

    def rows(self, setup: Setup) -> tuple[Row, ...]:
        return rows(setup)

    def ways(self, setup: Setup) -> tuple[Way, ...]:
        return ways(setup)

    def score_round(self, setup: Setup, marks: Marks, round: int, before: HandedOn) -> tuple[Sheet, HandedOn]:
        return score(setup, marks, round), NOTHING

    def rules_in_words(self, setup: Setup) -> tuple[Text, ...]:
        return rules_in_words(setup)

    def paper(self, setup: Setup) -> tuple[PaperPad, ...]:
        return paper(setup)

    def find_known_values(self, setup: Setup, marks: Marks, round: int, state: Any) -> Mapping[str, Inputs]:
        return find_known_values(setup, marks, round, state)

    def rounds(self, setup: Setup) -> int:
        return rounds(setup)

    def over(self, setup: Setup, standings: Standings) -> End | None:
        return over(setup, standings)


GAME = Diabolo()
