"""Statistics of a group, each of which is computed when it is first used."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from scorekeeper.group import rating, statistics
from scorekeeper.group.rating import Rating
from scorekeeper.group.statistics import Average, PairStatistics, PlayedGame, Record, Standing, Streak, Times


@dataclass(frozen=True, eq=False)
class Figures:
    """Statistics of `games`: all games of a group, or of a season. They are cached, as `games` never changes."""

    games: tuple[PlayedGame, ...]

    @cached_property
    def standings(self) -> Sequence[Standing]:
        """How often each person played and won, most wins first."""
        return statistics.count_wins(self.games)

    @cached_property
    def averages(self) -> Sequence[Average]:
        """Average and best points of each person in each kind of game."""
        return statistics.compute_averages(self.games)

    @cached_property
    def streaks(self) -> Sequence[Streak]:
        """The winning streaks of all persons who have won twice in a row, longest first."""
        return statistics.find_streaks(self.games)

    @cached_property
    def pairs(self) -> Sequence[PairStatistics]:
        """How often the two persons of each pair finished ahead of each other, most games first."""
        return statistics.compare_pairs(self.games)

    @cached_property
    def records(self) -> Sequence[Record]:
        """The record of each kind of game, most played kind first."""
        return statistics.find_records(self.games)

    def new_records(self, table_id: str) -> Sequence[Record]:
        """Return the current records that were set at a table by beating a result from another table."""
        if all(record.table_id != table_id for record in self.records):
            return ()
        return statistics.find_new_records(self.games, self.records, table_id)

    @cached_property
    def most_played(self) -> Sequence[Times]:
        """How often each game was played, most played first."""
        return statistics.count_plays(self.games)

    @cached_property
    def ratings(self) -> Sequence[Rating]:
        """The rating of each person with enough games, highest first. Games outside `games` have no influence."""
        return rating.compute_ratings(self.games)
