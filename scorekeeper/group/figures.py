"""Statistics of a group, each computed when it is first needed."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from scorekeeper.group import rating, statistics
from scorekeeper.group.rating import Rating
from scorekeeper.group.statistics import Average, Pair, PlayedGame, Record, Standing, Streak, Times


@dataclass(frozen=True, eq=False)
class Figures:
    """Statistics of all games of a group or of one season. They are cached, because `games` never changes."""

    games: tuple[PlayedGame, ...]

    @cached_property
    def standings(self) -> Sequence[Standing]:
        """How often each person played and won."""
        return statistics.count_wins(self.games)

    @cached_property
    def averages(self) -> Sequence[Average]:
        """Average and best points of each person, by kind of game."""
        return statistics.compute_averages(self.games)

    @cached_property
    def streaks(self) -> Sequence[Streak]:
        """Winning streaks of each person."""
        return statistics.find_streaks(self.games)

    @cached_property
    def pairs(self) -> Sequence[Pair]:
        """How often each person finished ahead of each other person."""
        return statistics.compare_pairs(self.games)

    @cached_property
    def records(self) -> Sequence[Record]:
        """The best points in each kind of game."""
        return statistics.find_records(self.games)

    def new_records(self, table_id: str) -> Sequence[Record]:
        """Return the current records that were set at a table."""
        if all(record.table_id != table_id for record in self.records):
            return ()
        return statistics.find_new_records(self.games, self.records, table_id)

    @cached_property
    def most_played(self) -> Sequence[Times]:
        """The games by number of plays."""
        return statistics.count_plays(self.games)

    @cached_property
    def ratings(self) -> Sequence[Rating]:
        """The rating of each person who has one, by these games alone."""
        return rating.compute_ratings(self.games)
