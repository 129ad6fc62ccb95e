"""Hawaiki: play cards on three piles, name the combinations, and keep your tokens."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from scorekeeper.games.entry import Way
from scorekeeper.games.game import Game, HandedOn
from scorekeeper.games.hawaiki.cards import deck
from scorekeeper.games.hawaiki.entry import ways
from scorekeeper.games.hawaiki.pad import next_starter, over, paper, rows, score
from scorekeeper.games.hawaiki.referee import REFEREE
from scorekeeper.games.hawaiki.rules import OPTIONS, rules_in_words, tokens_each
from scorekeeper.games.hawaiki.rulings import RULINGS, find_known_values
from scorekeeper.games.hawaiki.turn import PLAYERS
from scorekeeper.games.pad import Marks, Row, Seat, Setup, Sheet
from scorekeeper.games.paper import PaperPad
from scorekeeper.games.questions import Inputs
from scorekeeper.games.rule import read_rules
from scorekeeper.games.standings import End, Standings
from scorekeeper.language.text import Text


class Hawaiki(Game):
    """Hawaiki with its variants. The points of a round are the tokens lost, below 0."""

    slug = "hawaiki"
    name = "Hawaiki"
    seats = PLAYERS
    shelf = 2
    board_game_geek = 167579
    options = OPTIONS
    lead = "starter"
    total = Text("Tokens left")
    behind = Text("Tokens behind the leader")
    # A round costs at most the tokens that earlier rounds have left.
    looks_back = True
    referee = REFEREE
    rulings = RULINGS
    chapters = read_rules(Path(__file__).with_name("rules.toml"))

    def rows(self, setup: Setup) -> tuple[Row, ...]:
        return rows(setup)

    def ways(self, setup: Setup) -> tuple[Way, ...]:
        return ways(setup)

    def score_round(self, setup: Setup, marks: Marks, round: int, before: HandedOn) -> tuple[Sheet, HandedOn]:
        # A new mapping each time: what was handed on is kept to be compared and must not change.
        so_far = {**(before or {}), **marks}
        return score(setup, so_far, round), so_far

    def rules_in_words(self, setup: Setup) -> tuple[Text, ...]:
        return rules_in_words(setup)

    def paper(self, setup: Setup) -> tuple[PaperPad, ...]:
        return paper(setup)

    def find_known_values(self, setup: Setup, marks: Marks, round: int, state: Any) -> Mapping[str, Inputs]:
        return find_known_values(setup, marks, round, state)

    def start(self, setup: Setup) -> int:
        return tokens_each(setup)

    def over(self, setup: Setup, standings: Standings) -> End | None:
        return over(setup, standings)

    def next_starter(self, setup: Setup, marks: Marks, round: int) -> Seat | None:
        return next_starter(setup, marks, round)

    def deck(self, setup: Setup) -> tuple[Row, ...]:
        return deck(setup)


GAME = Hawaiki()
