"""Diabolo: five rows between heaven and hell. The highest hand of each colour scores its sum, as a gain or a loss."""

from pathlib import Path

from scorekeeper.games.diabolo.cards import PAD
from scorekeeper.games.diabolo.deal import Doublers
from scorekeeper.games.diabolo.paper import paper
from scorekeeper.games.diabolo.referee import REFEREE
from scorekeeper.games.diabolo.rules import rules_in_words
from scorekeeper.games.diabolo.rulings import RULINGS
from scorekeeper.games.game import Game
from scorekeeper.games.pad import Setup
from scorekeeper.games.paper import PaperPad
from scorekeeper.games.rule import read_rules
from scorekeeper.language.text import Text


class Diabolo(Game):
    """Diabolo with its variants, and what its pad file cannot say."""

    shelf = 1
    round_type = Doublers
    referee = REFEREE
    rulings = RULINGS

    def __init__(self) -> None:
        super().__init__(PAD)
        self.name = "Diabolo"
        self.chapters = read_rules(Path(__file__).with_name("rules.toml"))

    def rules_in_words(self, setup: Setup) -> tuple[Text, ...]:
        return tuple(rules_in_words(setup))

    def paper(self, setup: Setup) -> tuple[PaperPad, ...]:
        return paper(setup, self.rows(setup))


GAME = Diabolo()
