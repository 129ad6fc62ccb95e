"""What a group has played, with statistics, each of which is computed when it is first used."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TypeVar

from scorekeeper.group import rating, statistics
from scorekeeper.group.group import Group
from scorekeeper.group.statistics import PlayedGame
from scorekeeper.table.results import Results

Statistic = TypeVar("Statistic")


def _cached(compute: Callable[[tuple[PlayedGame, ...]], Statistic]) -> cached_property[Statistic]:
    return cached_property(lambda played: compute(played.games))


@dataclass(frozen=True, eq=False)
class Played:
    """What a group has played, and the statistics of it. It never changes."""

    group: Group
    results: Mapping[str, Results]
    """The results of each table by id, without those that cannot be read."""
    games: tuple[PlayedGame, ...]
    """The games in the order in which they were played: all, or those of a season or another part."""

    standings = _cached(statistics.count_wins)
    averages = _cached(statistics.compute_averages)
    streaks = _cached(statistics.find_streaks)
    pairs = _cached(statistics.compare_pairs)
    records = _cached(statistics.find_records)
    most_played = _cached(statistics.count_plays)
    # Games outside `games` have no influence.
    ratings = _cached(rating.compute_ratings)

    def only(self, games: Iterable[PlayedGame]) -> "Played":
        """Return the same with some of the games, whose statistics count these alone."""
        return replace(self, games=tuple(games))

    @cached_property
    def latest(self) -> Sequence[str]:
        """The ids of the tables in `results`, latest first."""
        # The id decides between tables of the same second, so that pages of the list do not overlap.
        return sorted(self.results, key=lambda table_id: (-self.results[table_id].at, table_id))
