"""Statistics of a group, each of which is computed when it is first used."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from scorekeeper.group import rating, statistics
from scorekeeper.group.group import Group
from scorekeeper.group.rating import Rating
from scorekeeper.group.statistics import Average, PairStatistics, PlayedGame, Record, Standing, Streak, Times
from scorekeeper.table.results import Results


@dataclass(frozen=True, eq=False)
class Figures:
    """Statistics of `games`: all games of a group, or of a season. `games` never changes."""

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


@dataclass(frozen=True, eq=False)
class Played:
    """What a group has played, and the statistics of it."""

    group: Group
    hashes: Mapping[str, str]
    """The hash of the newest line of each table by id."""
    newest_pads: Mapping[str, str]
    """The newest version of each pad of the group. Both are slugs."""
    results: Mapping[str, Results]
    """The results of each table by id, without those that cannot be read."""
    _figures: dict[int | None, Figures] = field(default_factory=dict, init=False)

    @cached_property
    def games(self) -> tuple[PlayedGame, ...]:
        """All games in the order in which they were played."""
        return statistics.list_games(self.group, self.results, self.newest_pads)

    def figures(self, season: int | None = None) -> Figures:
        """Return the statistics of the season with this index, or of all games if it is None."""
        if season not in self._figures:
            games = self.games
            if season is not None:
                games = statistics.filter_season(games, self.group.seasons, season)
            self._figures[season] = Figures(games)
        return self._figures[season]
