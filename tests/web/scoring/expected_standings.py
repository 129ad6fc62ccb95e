"""What the pages of a table show, as parsed, beside the standings that they must show."""

import re

from scorekeeper.games.game import Game
from scorekeeper.games.pad import Setup
from scorekeeper.games.standings import Standings
from scorekeeper.storage.tables import Tables
from tests.support import page_parsers
from tests.support.http import Player

WIN = re.compile(r"\bwins\b|share the win|\bwon\b")


class ExpectedStandings:
    """One state of a table. `upto` is the last round to count, by default all of them."""

    def __init__(self, player: Player, game: Game, setup: Setup) -> None:
        self.player, self.game, self.setup = player, game, setup
        self.tally = page_parsers.read_tally(player)
        self.board = page_parsers.read_board(player)
        tables: Tables = player.client.application.extensions["tables"]
        self.table = tables.load(player.table)
        self.fewest = game.lowest_wins(setup)
        self.whole = game.whole(setup)
        self.counting = [number for number, (_, is_open) in self.tally.rounds.items() if not is_open]

    def at(self, upto: int | None = None) -> Standings:
        """Return the standings after a round, without rounds that are open."""
        return self.table.standings(upto)

    def totals(self, upto: int | None = None) -> dict[str, int]:
        """Return the points of each player with a column."""
        totals = {self.setup.name(seat): total for seat, total in self.at(upto).totals.items()}
        return {name: totals[name] for name in self.tally.columns}

    def out(self, upto: int | None = None) -> list[str]:
        """Return the players who are out after a round, the first to go out first."""
        out = self.at(upto).out
        return [self.setup.name(seat) for seat in sorted(out, key=lambda seat: out[seat])]

    def rank_players(self, upto: int | None = None) -> dict[str, tuple[int, int]]:
        """Return the place of each player who has one, and the points, negative if most win."""
        now, sign = self.at(upto), 1 if self.fewest else -1
        places = now.ranking or dict.fromkeys(now.totals, 1)
        return {self.setup.name(seat): (place, sign * now.totals[seat]) for seat, place in places.items()}

    def late(self) -> dict[str, int]:
        """Return the players who have no place, and the round in which they joined."""
        return {self.setup.name(seat): round for seat, round in self.at().late.items()} if self.counting else {}

    def leaders(self, upto: int | None = None) -> set[str]:
        """Return who leads, or has won."""
        return {self.setup.name(seat) for seat in self.at(upto).leaders}

    @property
    def won(self) -> bool:
        """Whether the running totals say that the game is won."""
        return bool(self.tally.banner and WIN.search(self.tally.banner[0]))
