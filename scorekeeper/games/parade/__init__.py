"""Parade: take as few cards as you can. Most of a colour scores one point a card, other piles their face values."""

from pathlib import Path

from scorekeeper.games.game import Game
from scorekeeper.games.pad import Setup
from scorekeeper.games.paper import PaperPad
from scorekeeper.games.parade.cards import PAD
from scorekeeper.games.parade.deal import Deal
from scorekeeper.games.parade.paper import paper
from scorekeeper.games.parade.referee import REFEREE
from scorekeeper.games.parade.rules import rules_in_words
from scorekeeper.games.parade.rulings import RULINGS
from scorekeeper.games.rule import read_rules
from scorekeeper.games.standings import End, Standings, all_played
from scorekeeper.language.text import Plural, Text


class Parade(Game):
    """Parade in all its editions, with what its pad file cannot say."""

    shelf = 0
    round_name = Text("Deal")
    round_name_inside = Text("deal")
    round_type = Deal
    referee = REFEREE
    rulings = RULINGS

    def __init__(self) -> None:
        super().__init__(PAD)
        self.name = "Parade"
        # What a player who is tied on points but behind has more of, and why the other is ahead.
        self.tie = Text("more cards"), Text("Tied on points: fewest cards in front.").by("tie")
        self.chapters = read_rules(Path(__file__).with_name("rules.toml"))

    def rules_in_words(self, setup: Setup) -> tuple[Text, ...]:
        return tuple(rules_in_words(setup))

    def paper(self, setup: Setup) -> tuple[PaperPad, ...]:
        return paper(setup, self.rows(setup))

    def over(self, setup: Setup, standings: Standings) -> End | None:
        """Return the end of the game once all agreed deals are played, otherwise None.

        Rule: parade/deals
        """
        most = self.rounds(setup)
        if not all_played(most, standings):
            return None
        # A table can agree on fewer deals than it has played already.
        if standings.last > most:
            return End(Text("All agreed deals have been played.").by("deals"))
        return End(Plural("The only deal has been played.", "All %(count)s deals have been played.", most).by("deals"))


GAME = Parade()
