"""Parade: take as few cards as you can. Most of a colour scores one point a card, other piles their face values.

>>> from scorekeeper.games import parade
>>> deal = parade.score_deal({"Alice": {"red": [10, 9, 8]}, "Hatter": {"red": [7], "blue": [6, 5]}})
>>> deal.totals, str(deal.verdict)
({'Alice': 3, 'Hatter': 9}, 'Alice wins with 3.')
"""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from scorekeeper.games.entry import Way
from scorekeeper.games.game import NOTHING, Game, HandedOn
from scorekeeper.games.pad import Marks, Options, Row, Setup, Sheet
from scorekeeper.games.paper import PaperPad
from scorekeeper.games.parade.entry import ways
from scorekeeper.games.parade.pad import paper, rows, score
from scorekeeper.games.parade.referee import REFEREE
from scorekeeper.games.parade.rules import OPTIONS, deal_is_a_game, over, rounds, rules_in_words
from scorekeeper.games.parade.rulings import RULINGS, find_known_values
from scorekeeper.games.parade.sentences import LEVEL_BY_CARDS, MORE_CARDS, describe_win
from scorekeeper.games.questions import Inputs
from scorekeeper.games.rule import read_rules
from scorekeeper.games.scored import ScoredRound, score_round
from scorekeeper.games.standings import End, Standings
from scorekeeper.language.text import Text

__all__ = ["GAME", "score_deal"]


class Parade(Game):
    """Parade in all its editions."""

    slug = "parade"
    name = "Parade"
    seats = (2, 6)
    options = OPTIONS
    lead = "starter"
    round_name = Text("Deal")
    round_name_inside = Text("deal")
    board_game_geek = 56692
    tie = (MORE_CARDS, LEVEL_BY_CARDS)
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

    def lowest_wins(self, setup: Setup) -> bool:
        return True

    def rounds(self, setup: Setup) -> int:
        return rounds(setup)

    def whole(self, setup: Setup) -> bool:
        return deal_is_a_game(setup)

    def over(self, setup: Setup, standings: Standings) -> End | None:
        return over(setup, standings)

    def won(self, setup: Setup, standings: Standings) -> Text | None:
        return describe_win(setup, standings)


GAME = Parade()


def score_deal(piles: Mapping[str, Mapping[str, Sequence[int]]], options: Options | None = None) -> ScoredRound:
    """Return a deal, scored, from the cards in front of each player, by name and colour.

    Colours are red, blue, purple, green, grey and orange, in every edition. `options` are the house rules, such as
    `{"edition": "it2008"}`. Raise Malformed, with the key of a colour, card or option that does not exist, of a colour
    that has a card twice, or `players` if there are not two to six.

    Rule: parade/most, parade/values, parade/winner, parade/tie
    """
    return score_round(GAME, piles, options=options)
