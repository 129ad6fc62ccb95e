"""The pad for any game: points per round, added to a total or subtracted from it."""

from pathlib import Path

from scorekeeper.games.entry import Way
from scorekeeper.games.errors import Malformed
from scorekeeper.games.game import Game, HandedOn
from scorekeeper.games.options import Option
from scorekeeper.games.pad import Marks, Options, Row, Seat, Setup, Sheet
from scorekeeper.games.paper import PaperPad
from scorekeeper.games.rule import read_rules
from scorekeeper.games.standings import End, Standings
from scorekeeper.games.tally.entry import ways
from scorekeeper.games.tally.pad import paper, rows, score
from scorekeeper.games.tally.rules import (
    OPTIONS,
    PLAYERS,
    cannot,
    get_name,
    last_in,
    list_options,
    lowest_wins,
    rounds,
    rules_in_words,
    start,
    teams,
)
from scorekeeper.games.tally.scoring import leader_after, over
from scorekeeper.language.text import Text


class AnyGame(Game):
    """Any game, by the options of the table."""

    slug = "tally"
    name = Text("Any game")
    seats = PLAYERS
    shelf = 9
    options = OPTIONS
    looks_back = True
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

    def named(self, options: Options) -> str:
        return get_name(options)

    def options_beside(self, chosen: Options) -> tuple[Option, ...]:
        return list_options(chosen)

    def cannot(self, options: Options) -> Malformed | None:
        return cannot(options)

    def rounds(self, setup: Setup) -> int:
        return rounds(setup)

    def start(self, setup: Setup) -> int:
        return start(setup)

    def lowest_wins(self, setup: Setup) -> bool:
        return lowest_wins(setup)

    def partners(self, setup: Setup) -> tuple[int, bool]:
        return teams(setup), True

    def last_in(self, setup: Setup) -> bool:
        return last_in(setup)

    def over(self, setup: Setup, standings: Standings) -> End | None:
        return over(setup, standings)

    def next_starter(self, setup: Setup, marks: Marks, round: int) -> Seat | None:
        return leader_after(setup, marks, round)


GAME = AnyGame()
