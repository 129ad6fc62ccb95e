"""All figures of some games of a group: each is counted when it is first asked for, and then no more."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from scorekeeper.group import rating, statistics
from scorekeeper.group.rating import Rating
from scorekeeper.group.statistics import Average, Pair, Played, Record, Standing, Streak, Times


@dataclass(frozen=True, eq=False)
class Figures:
    """The figures of all games of a group or of one season; the same games have the same figures for ever."""

    games: tuple[Played, ...]

    @cached_property
    def standings(self) -> Sequence[Standing]:
        """How often everybody played and won."""
        return statistics.standings(self.games)

    @cached_property
    def averages(self) -> Sequence[Average]:
        """The average and best points of everybody, by kind of game."""
        return statistics.averages(self.games)

    @cached_property
    def streaks(self) -> Sequence[Streak]:
        """Who won how often one after the other."""
        return statistics.streaks(self.games)

    @cached_property
    def pairs(self) -> Sequence[Pair]:
        """Who was ahead of whom how often."""
        return statistics.pairs(self.games)

    @cached_property
    def records(self) -> Sequence[Record]:
        """The best points in each kind of game."""
        return statistics.records(self.games)

    def new_records(self, table_id: str) -> Sequence[Record]:
        """The records that stand now and fell at that table."""
        if all(record.table_id != table_id for record in self.records):
            return ()
        return statistics.new_records(self.games, self.records, table_id)

    @cached_property
    def most_played(self) -> Sequence[Times]:
        """The games by how often they were played."""
        return statistics.most_played(self.games)

    @cached_property
    def ratings(self) -> Sequence[Rating]:
        """The rating of everybody who has one, by these games alone."""
        return rating.ratings(self.games)
