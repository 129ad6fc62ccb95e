"""Hawaiki: play cards on three piles, name the combinations, and keep your tokens."""

from scorekeeper.games.game import Game
from scorekeeper.games.hawaiki.cards import deck
from scorekeeper.games.hawaiki.entry import ways
from scorekeeper.games.hawaiki.pad import next_starter, over, paper, rows, score
from scorekeeper.games.hawaiki.referee import REFEREE
from scorekeeper.games.hawaiki.rulebook import CHAPTERS
from scorekeeper.games.hawaiki.rules import OPTIONS, rules_in_words, tokens_each
from scorekeeper.games.hawaiki.rulings import RULINGS, find_known_values
from scorekeeper.games.hawaiki.turn import PLAYERS
from scorekeeper.language.text import Text

GAME = Game(
    slug="hawaiki",
    name="Hawaiki",
    seats=PLAYERS,
    options=OPTIONS,
    lead="starter",
    # The points of a round are the tokens lost, below 0.
    lowest_wins=lambda setup: False,
    round_name=Text("Round"),
    round_name_inside=Text("round"),
    # Tokens end the game, never a number of rounds.
    rounds=lambda setup: 0,
    rows=rows,
    ways=ways,
    score=score,
    rules_in_words=rules_in_words,
    rulings=RULINGS,
    board_game_geek=167579,
    shelf=2,
    start=tokens_each,
    over=over,
    # A round costs at most the tokens that earlier rounds have left.
    looks_back=lambda setup: True,
    total=Text("Tokens left"),
    behind=Text("Tokens behind the leader"),
    next_starter=next_starter,
    deck=deck,
    paper=paper,
    referee=REFEREE,
    chapters=CHAPTERS,
    find_known_values=find_known_values,
)
