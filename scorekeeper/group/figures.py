"""Statistics of a group, each of which is computed when it is first used."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TypeVar

from scorekeeper.group import rating, statistics
from scorekeeper.group.group import Group
from scorekeeper.group.statistics import PlayedGame, Record
from scorekeeper.table.results import Results

Figure = TypeVar("Figure")


def _cached(compute: Callable[[tuple[PlayedGame, ...]], Figure]) -> cached_property[Figure]:
    return cached_property(lambda figures: compute(figures.games))


@dataclass(frozen=True, eq=False)
class Figures:
    """Statistics of `games`: all games of a group, or of a season. `games` never changes."""

    games: tuple[PlayedGame, ...]

    standings = _cached(statistics.count_wins)
    averages = _cached(statistics.compute_averages)
    streaks = _cached(statistics.find_streaks)
    pairs = _cached(statistics.compare_pairs)
    records = _cached(statistics.find_records)
    most_played = _cached(statistics.count_plays)
    # Games outside `games` have no influence.
    ratings = _cached(rating.compute_ratings)

    def new_records(self, table_id: str) -> Sequence[Record]:
        """Return the current records that were set at a table by beating a result from another table."""
        if all(record.table_id != table_id for record in self.records):
            return ()
        return statistics.find_new_records(self.games, self.records, table_id)


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
