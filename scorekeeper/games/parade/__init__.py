"""Parade: take as few cards as you can. Most of a colour scores one point a card, other piles their face values.

>>> from scorekeeper.games import parade
>>> deal = parade.score_deal({"Alice": {"red": [10, 9, 8]}, "Hatter": {"red": [7], "blue": [6, 5]}})
>>> deal.totals, str(deal.verdict)
({'Alice': 3, 'Hatter': 9}, 'Alice wins with 3.')
"""

from collections.abc import Mapping, Sequence

from scorekeeper.games.game import Game
from scorekeeper.games.pad import Options
from scorekeeper.games.parade.entry import ways
from scorekeeper.games.parade.pad import paper, rows, score
from scorekeeper.games.parade.referee import REFEREE
from scorekeeper.games.parade.rulebook import CHAPTERS
from scorekeeper.games.parade.rules import OPTIONS, deal_is_a_game, over, rounds, rules_in_words
from scorekeeper.games.parade.rulings import RULINGS, find_known_values
from scorekeeper.games.parade.sentences import LEVEL_BY_CARDS, MORE_CARDS, describe_win
from scorekeeper.games.scored import ScoredRound, score_round
from scorekeeper.language.text import Text

__all__ = ["GAME", "score_deal"]

GAME = Game(
    slug="parade",
    name="Parade",
    seats=(2, 6),
    options=OPTIONS,
    lead="starter",
    lowest_wins=lambda setup: True,
    round_name=Text("Deal"),
    round_name_inside=Text("deal"),
    rounds=rounds,
    rows=rows,
    ways=ways,
    score=score,
    rules_in_words=rules_in_words,
    rulings=RULINGS,
    board_game_geek=56692,
    over=over,
    whole=deal_is_a_game,
    won=describe_win,
    tie=(MORE_CARDS, LEVEL_BY_CARDS),
    paper=paper,
    referee=REFEREE,
    chapters=CHAPTERS,
    find_known_values=find_known_values,
)


def score_deal(piles: Mapping[str, Mapping[str, Sequence[int]]], options: Options | None = None) -> ScoredRound:
    """Return a deal, scored, from the cards in front of each player, by name and colour.

    Colours are red, blue, purple, green, grey and orange, in every edition. `options` are the house rules, such as
    `{"edition": "it2008"}`. Raise Malformed, with the key of a colour, card or option that does not exist, of a colour
    that has a card twice, or `players` if there are not two to six.

    Rule: parade/most, parade/values, parade/winner, parade/tie
    """
    return score_round(GAME, piles, options=options)
