"""Hawaiki: be first to get rid of your cards, and keep your tokens longest."""

from scorekeeper.games.base import Game
from scorekeeper.games.hawaiki.asking import RULINGS
from scorekeeper.games.hawaiki.cards import deck
from scorekeeper.games.hawaiki.ledger import next_starter, over
from scorekeeper.games.hawaiki.options import OPTIONS, rules_in_words, tokens_each
from scorekeeper.games.hawaiki.pad import rows, score
from scorekeeper.games.hawaiki.paper import paper
from scorekeeper.games.hawaiki.referee import REFEREE
from scorekeeper.games.hawaiki.stock import PLAYERS
from scorekeeper.games.hawaiki.ways import ways
from scorekeeper.text import Text

GAME = Game(
    slug="hawaiki",
    name="Hawaiki",
    seats=PLAYERS,
    options=OPTIONS,
    lead="starter",
    lowest_wins=lambda setup: False,
    round_name=Text("Round"),
    round_name_inside=Text("round"),
    rounds=lambda setup: 0,
    rows=rows,
    ways=ways,
    score=score,
    rules_in_words=rules_in_words,
    rulings=RULINGS,
    shelf=2,
    start=tokens_each,
    over=over,
    total=Text("Tokens left"),
    behind=Text("Tokens behind the leader"),
    next_starter=next_starter,
    deck=deck,
    paper=paper,
    referee=REFEREE,
)
