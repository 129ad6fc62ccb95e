"""Expected standings of a table, derived only from the rounds on its running totals and from the rules."""

import re

from scorekeeper.games.game import Game
from scorekeeper.games.pad import Setup
from tests.support import page_parsers
from tests.support.http import Player
from tests.support.page_parsers import BoardPage, TallyPage

WIN = re.compile(r"\bwins\b|share the win|\bwon\b")


class ExpectedStandings:
    """One state of a table: its pages as parsed, and what they must show."""

    def __init__(self, player: Player, game: Game, setup: Setup) -> None:
        self.player, self.game, self.setup = player, game, setup
        self.tally: TallyPage = page_parsers.read_tally(player)
        self.board: BoardPage = page_parsers.read_board(player)
        options = setup.options
        self.last_in = self.tally.order == "last in wins"
        self.fewest = self.tally.order == "lowest wins" or (self.last_in and options.get("count") != "down")
        self.start = {"hawaiki": options.get("tokens"), "tally": options.get("start")}.get(game.slug, 0)
        self.whole = game.slug == "seven_wonders" or (game.slug == "parade" and options.get("deals") in (0, 1))
        self.counting = [number for number, (_, is_open) in self.tally.rounds.items() if not is_open]
        self.cards = {
            number: self.breaking(page_parsers.read_sheet(player, number).foot)
            for number in self.counting
            if self.breaks_ties
        }

    @property
    def breaks_ties(self) -> bool:
        """Whether the rules of the table break ties by cards."""
        return self.game.slug == "seven_wonders" or (
            self.game.slug == "parade" and self.setup.options.get("edition") != "it2008"
        )

    def breaking(self, foot: dict[str, dict[str, int]]) -> dict[str, int]:
        """Return the values that break ties, fewest first: cards in front, or negative coins."""
        return foot.get("Cards", {}) or {name: -coins for name, coins in foot.get("Coins", {}).items()}

    def totals(self, upto: int = 99) -> dict[str, int]:
        """Return the points of each player, summed over the rounds with a result."""
        rounds = [self.tally.rounds[number][0] for number in self.counting if number <= upto]
        begun = {self.setup.name(seat): total for seat, total in self.setup.late if total is not None}
        start = int(self.start or 0)
        return {name: begun.get(name, start) + sum(got[name] or 0 for got in rounds) for name in self.tally.columns}

    def out(self, upto: int = 99) -> dict[str, int]:
        """Return the players who are out after a round, with the round in which they reached the target."""
        goal, numbers = int(self.setup.options.get("target") or 0), dict[str, int]()
        for number in self.counting if self.last_in else ():
            totals = self.totals(number)
            for name, got in self.tally.rounds[number][0].items():
                there = totals[name] <= goal if int(self.start or 0) > goal else totals[name] >= goal
                if number <= upto and there and got is not None:
                    numbers[name] = number
        return numbers

    def rank_players(self, upto: int = 99) -> dict[str, tuple[int, int, int]]:
        """Return the sort key for each player who has a place.

        They are the players of the last round. If the fewest points win, they are those who have played all rounds; if
        nobody has, everybody. Who joined later has a place or not as the table agreed.

        If players can go out, the key puts players who are still in first, then those who went out later, then points.
        """
        rounds = [number for number in self.counting if number <= upto]
        totals, out = self.totals(upto), self.out(upto)
        all_rounds = [
            name for name in totals if all(self.tally.rounds[number][0][name] is not None for number in rounds)
        ]
        if (self.last_in or not self.fewest) and rounds:
            all_rounds = list(self.setup.names(self.setup.seats(max(rounds))))
        agreed = {self.setup.name(seat): total is not None for seat, total in self.setup.late}
        last = self.setup.names(self.setup.seats(max(rounds))) if rounds else ()
        all_rounds = [
            name
            for name in totals
            if (name in all_rounds or (name in last and agreed.get(name))) and agreed.get(name) is not False
        ]
        sign = 1 if self.fewest else -1
        ties = {name: sum(self.cards[number].get(name, 0) for number in rounds if self.cards) for name in totals}
        return {name: (100 - out.get(name, 100), sign * totals[name], ties[name]) for name in all_rounds or totals}

    def late(self) -> dict[str, int]:
        """Return the players of the last round that counts who have no place, and the round in which they joined."""
        if not self.counting:
            return {}
        last = max(self.counting)
        joined = {}
        for seat in self.setup.seats(last):
            missed = [number for number in range(1, last) if seat not in self.setup.seats(number)]
            if missed and self.setup.name(seat) not in self.rank_players():
                joined[self.setup.name(seat)] = max(missed) + 1
        return joined

    def leaders(self, upto: int = 99) -> set[str]:
        """Return who leads, or has won."""
        placed = self.rank_players(upto)
        counted = any(number <= upto for number in self.counting)
        return {name for name, key in placed.items() if key == min(placed.values())} if counted else set()

    @property
    def won(self) -> bool:
        """Whether the running totals say that the game is won."""
        return bool(self.tally.banner and WIN.search(self.tally.banner[0]))
