"""Parade: take as few cards as you can. Most of a colour scores one point a card, other piles their face values."""

from scorekeeper.games.game import Game
from scorekeeper.games.parade.entry import ways
from scorekeeper.games.parade.pad import paper, rows, score
from scorekeeper.games.parade.referee import REFEREE
from scorekeeper.games.parade.rulebook import CHAPTERS
from scorekeeper.games.parade.rules import OPTIONS, deal_is_a_game, over, rounds, rules_in_words
from scorekeeper.games.parade.rulings import RULINGS, find_known_values
from scorekeeper.games.parade.sentences import LEVEL_BY_CARDS, MORE_CARDS, describe_win
from scorekeeper.language.text import Text

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
