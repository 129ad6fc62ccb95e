"""Parade: take as few cards as you can. Most of a colour scores one point a card, other piles their face values.

>>> from scorekeeper.games import parade
>>> deal = parade.score_deal({"Alice": {"red": [10, 9, 8]}, "Hatter": {"red": [7], "blue": [6, 5]}})
>>> deal.totals, str(deal.verdict)
({'Alice': 3, 'Hatter': 9}, 'Alice wins with 3.')
"""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from scorekeeper.games.pad import Marks, Options, Setup
from scorekeeper.games.pads.game import PadGame
from scorekeeper.games.paper import PaperPad
from scorekeeper.games.parade.cards import PAD
from scorekeeper.games.parade.deal import Deal
from scorekeeper.games.parade.paper import paper
from scorekeeper.games.parade.referee import REFEREE
from scorekeeper.games.parade.rules import LEVEL_BY_CARDS, MORE_CARDS, over, rules_in_words
from scorekeeper.games.parade.rulings import RULINGS, find_known_values
from scorekeeper.games.questions import Inputs
from scorekeeper.games.rule import read_rules
from scorekeeper.games.scored import ScoredRound, score_round
from scorekeeper.games.standings import End, Standings
from scorekeeper.language.text import Text

__all__ = ["GAME", "score_deal"]


class Parade(PadGame):
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
        self.tie = MORE_CARDS, LEVEL_BY_CARDS
        self.chapters = read_rules(Path(__file__).with_name("rules.toml"))

    def rules_in_words(self, setup: Setup) -> tuple[Text, ...]:
        return rules_in_words(setup)

    def paper(self, setup: Setup) -> tuple[PaperPad, ...]:
        return paper(setup)

    def find_known_values(self, setup: Setup, marks: Marks, round: int, state: Any) -> Mapping[str, Inputs]:
        return find_known_values(setup, marks, round, state)

    def over(self, setup: Setup, standings: Standings) -> End | None:
        return over(setup, standings)


GAME = Parade()


def score_deal(piles: Mapping[str, Mapping[str, Sequence[int]]], options: Options | None = None) -> ScoredRound:
    """Return a deal, scored, from the cards in front of each player, by name and colour.

    Colours are red, blue, purple, green, grey and orange, in every edition. `options` are the house rules, such as
    `{"edition": "it2008"}`. Raise Malformed, with the key of a colour, card or option that does not exist, of a colour
    that has a card twice, or `players` if there are not two to six.

    Rule: parade/most, parade/values, parade/winner, parade/tie
    """
    return score_round(GAME, piles, options=options)
