"""Diabolo: five rows between heaven and hell. The highest hand of each colour scores its sum, as a gain or a loss."""

from scorekeeper.games.diabolo.entry import ways
from scorekeeper.games.diabolo.pad import paper, rows, score
from scorekeeper.games.diabolo.referee import REFEREE
from scorekeeper.games.diabolo.rulebook import CHAPTERS
from scorekeeper.games.diabolo.rules import OPTIONS, over, rounds, rules_in_words
from scorekeeper.games.diabolo.rulings import RULINGS, find_known_values
from scorekeeper.games.diabolo.turn import PLAYERS
from scorekeeper.games.game import Game
from scorekeeper.language.text import Text

GAME = Game(
    slug="diabolo",
    name="Diabolo",
    seats=PLAYERS,
    options=OPTIONS,
    lead="dealer",
    lowest_wins=lambda setup: False,
    round_name=Text("Round"),
    round_name_inside=Text("round"),
    rounds=rounds,
    rows=rows,
    ways=ways,
    score=score,
    rules_in_words=rules_in_words,
    rulings=RULINGS,
    shelf=1,
    over=over,
    paper=paper,
    referee=REFEREE,
    chapters=CHAPTERS,
    find_known_values=find_known_values,
)
