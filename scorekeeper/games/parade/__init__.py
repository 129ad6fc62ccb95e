"""Parade: take as few points as you can from a procession through Wonderland."""

from scorekeeper.games.base import Game
from scorekeeper.games.parade.options import OPTIONS, deal_is_a_game, over, rounds, rules_in_words
from scorekeeper.games.parade.pad import rows, score
from scorekeeper.games.parade.paper import paper
from scorekeeper.games.parade.referee import REFEREE
from scorekeeper.games.parade.rulings import RULINGS
from scorekeeper.games.parade.sentences import LEVEL_BY_CARDS, MORE_CARDS, won
from scorekeeper.games.parade.ways import ways
from scorekeeper.text import Text

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
    over=over,
    whole=deal_is_a_game,
    won=won,
    tie=(MORE_CARDS, LEVEL_BY_CARDS),
    paper=paper,
    referee=REFEREE,
)
