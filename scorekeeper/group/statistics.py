"""Statistics of a group: plays, wins, points, streaks, pairs, records and seasons.

All functions are pure. Winners and places come from the tables, without undecided rounds and unfinished games. A shared
first place is a win for each of those players. Players who joined late or left have played but have no place. So they
have no win, no expected share of wins and no average. Partners are one side: they win together, and neither is ahead of
the other. Games with only one side, as a game alone or one that all play together, have no winner. One that all have
lost counts as lost, and its points in no average and no record.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from statistics import median
from types import MappingProxyType
from typing import NamedTuple

from scorekeeper.games import GAMES
from scorekeeper.group.group import Group, Season
from scorekeeper.table.results import Result, Results

PAIR_FROM = 3
"""Minimum number of tables at which two persons have met for their pair to be listed."""


SHORTEST = 60
"""Seconds that a game lasts at least, if it was entered while it was played."""


class GameKind(NamedTuple):
    """A class of games whose points can be compared."""

    game: str
    edition: str
    """The edition, or for a game without editions the name that a table gave it."""
    rounds: int
    lowest_wins: bool

    def better(self, points: int, other: int) -> bool:
        """Return whether `points` are better than `other`."""
        return points < other if self.lowest_wins else points > other


class PlayedGame(NamedTuple):
    """A finished game."""

    table_id: str
    round: int
    """0 if the game spans all rounds of a table."""
    at: int
    """A Unix timestamp."""
    kind: GameKind
    points: Mapping[str, int]
    """By id of the person."""
    places: Mapping[str, int]
    """By id of the person."""
    winners: frozenset[str]
    """The ids of persons."""
    players: int
    """How many have a place, even guests; a team counts once."""
    seconds: int = 0
    """How long the game lasted."""
    teams: Mapping[str, int] = MappingProxyType({})
    """The number of the team of each person in one."""
    lost: bool = False
    """Whether all played together and have lost."""
    scored: bool = True
    """Whether points decided it."""

    @property
    def contested(self) -> bool:
        """Whether more than one player or team has a place."""
        return self.players > 1

    def are_partners(self, person: str, other: str) -> bool:
        """Return whether two persons were in one team."""
        return person in self.teams and self.teams[person] == self.teams.get(other)


def list_games(
    group: Group, by_table: Mapping[str, Results], newest: Mapping[str, str] = MappingProxyType({})
) -> tuple[PlayedGame, ...]:
    """Return all games of a group in order of play. Games in the same second are in the order of their tables.

    `by_table` maps table ids to results. `newest` maps the slug of a changed pad to that of its newest version, so that
    both count as the same game.
    """
    came = {table_id: number for number, table_id in enumerate(group.tables)}
    games = [
        PlayedGame(
            table_id,
            result.round,
            result.at,
            GameKind(newest.get(table.game, table.game), table.edition, result.rounds, table.lowest_wins),
            {persons[seat]: points for seat, points in result.points.items() if seat in persons},
            {persons[seat]: place for seat, place in result.places.items() if seat in persons},
            frozenset(persons[seat] for seat in result.winners if seat in persons),
            _count_sides(result),
            result.seconds,
            {persons[seat]: team for team, side in enumerate(result.sides) for seat in side if seat in persons},
            not result.winners,
            result.scored,
        )
        for table_id, table in by_table.items()
        if table_id in group.tables
        for persons in [group.find_persons(table_id)]
        for result in table.results
    ]
    return tuple(sorted(games, key=lambda game: (game.at, came[game.table_id], game.round)))


def _count_sides(result: Result) -> int:
    side_of = {seat: side for side in result.sides for seat in side}
    return len({side_of.get(seat, (seat,)) for seat in result.places})


def filter_season(games: Iterable[PlayedGame], seasons: Sequence[Season], number: int) -> tuple[PlayedGame, ...]:
    """Return the games played in the season with index `number`, from its start until the start of the next one."""
    start = seasons[number].start
    end = seasons[number + 1].start if number + 1 < len(seasons) else None
    return tuple([game for game in games if start <= game.at and (end is None or game.at < end)])


class Standing(NamedTuple):
    """How often a person played and won."""

    person: str
    plays: int
    contested: int
    """The number of games with an opponent."""
    wins: int
    share: Fraction
    """The share of wins in those games."""
    chance: Fraction
    """The share that pure chance would give."""


def count_wins(games: Iterable[PlayedGame]) -> list[Standing]:
    """Return how often each person played and won, sorted by most wins, then largest share, then fewest plays."""
    plays, contested, wins = Counter[str](), Counter[str](), Counter[str]()
    among: defaultdict[str, Counter[int]] = defaultdict(Counter)
    for game in games:
        plays.update(game.points.keys())
        if game.contested:
            contested.update(game.places.keys())
            wins.update(game.winners)
            for person in game.places:
                # Only counted here: adding a Fraction for each game would be slow.
                among[person][game.players] += 1
    persons = [
        Standing(
            person,
            plays[person],
            contested[person],
            wins[person],
            # Fractions, so that equal shares are equal and rank the same.
            Fraction(wins[person], contested[person] or 1),
            sum((Fraction(n, players) for players, n in among[person].items()), Fraction()) / (contested[person] or 1),
        )
        for person in plays
    ]
    return sorted(persons, key=lambda standing: (-standing.wins, -standing.share, standing.plays, standing.person))


class Average(NamedTuple):
    """The average and best points of a person in games of a kind, both 0 if all games were lost."""

    person: str
    kind: GameKind
    n: int
    """The number of these games."""
    average: Fraction
    best: int
    lost: int = 0
    """The number of games that all played together and lost, which are not among the `n`."""


def compute_averages(games: Iterable[PlayedGame]) -> list[Average]:
    """Return the average and best points of each person in each kind of game.

    The most played kind comes first. Within a kind, the best average comes first.
    """
    points, lost = _collect_points(games)
    kinds = Counter[GameKind]()
    for (kind, person), scores in points.items():
        kinds[kind] += len(scores) + lost[kind, person]
    each_kind = [
        Average(
            person,
            kind,
            len(scores),
            Fraction(sum(scores), len(scores) or 1),
            (min if kind.lowest_wins else max)(scores, default=0),
            lost[kind, person],
        )
        for (kind, person), scores in points.items()
    ]
    sign = {kind: 1 if kind.lowest_wins else -1 for kind in kinds}
    return sorted(
        each_kind,
        key=lambda average: (-kinds[average.kind], average.kind, sign[average.kind] * average.average, average.person),
    )


def _collect_points(
    games: Iterable[PlayedGame],
) -> tuple[Mapping[tuple[GameKind, str], list[int]], Counter[tuple[GameKind, str]]]:
    """Return the points by kind and person in the order of the games, and the number of games that were lost.

    Persons without a place are left out, and games without points.
    """
    points: defaultdict[tuple[GameKind, str], list[int]] = defaultdict(list)
    lost = Counter[tuple[GameKind, str]]()
    for game in games:
        for person in game.places if game.scored else ():
            points[game.kind, person] += [] if game.lost else [game.points[person]]
            lost[game.kind, person] += game.lost
    return points, lost


class Streak(NamedTuple):
    """The longest and the current number of consecutive wins of a person."""

    person: str
    longest: int
    current: int
    n: int
    """The number of contested games."""


def find_streaks(games: Iterable[PlayedGame]) -> list[Streak]:
    """Return the streaks of all persons who have won at least twice in a row, longest first."""
    longest, current, n = Counter[str](), Counter[str](), Counter[str]()
    for game in games:
        for person in game.places if game.contested else ():
            n[person] += 1
            current[person] = current[person] + 1 if person in game.winners else 0
            longest[person] = max(longest[person], current[person])
    twice_running = [Streak(person, longest[person], current[person], n[person]) for person in n if longest[person] > 1]
    return sorted(twice_running, key=lambda streak: (-streak.longest, -streak.current, streak.person))


class PairStatistics(NamedTuple):
    """Two persons who played together."""

    person: str
    other: str
    tables: int
    """At how many tables they played."""
    n: int
    """How many games they played."""
    ahead: int
    """How often `person` was ahead of `other`."""
    level: int
    behind: int


def compare_pairs(games: Iterable[PlayedGame]) -> list[PairStatistics]:
    """Return all pairs who have met at `PAIR_FROM` tables or more, by number of games, most first.

    Games in which the two were partners are left out.
    """
    tables: defaultdict[tuple[str, str], set[str]] = defaultdict(set)
    count: defaultdict[tuple[str, str], list[int]] = defaultdict(lambda: [0, 0, 0])
    for game in games:
        # Sorted, so that each pair has only one key.
        order = sorted(game.places)
        for place, person in enumerate(order):
            for other in order[place + 1 :]:
                if game.are_partners(person, other):
                    continue
                tables[person, other].add(game.table_id)
                ahead, behind = game.places[person] < game.places[other], game.places[person] > game.places[other]
                count[person, other][0 if ahead else 2 if behind else 1] += 1
    met = [
        PairStatistics(person, other, len(tables[person, other]), sum(counts), *counts)
        for (person, other), counts in count.items()
        if len(tables[person, other]) >= PAIR_FROM
    ]
    return sorted(met, key=lambda pair: (-pair.n, pair.person, pair.other))


class Times(NamedTuple):
    """How often a game was played."""

    game: str
    name: str
    """The name that tables gave the game, or ""."""
    n: int
    """How often it was played."""
    tables: int
    seconds: int
    """The median of how long it lasted, 0 if that is not known."""


def count_plays(games: Iterable[PlayedGame]) -> list[Times]:
    """Return how often each game was played, most played first. Each name that tables gave a game counts separately."""
    n, tables = Counter[tuple[str, str]](), defaultdict[tuple[str, str], set[str]](set)
    lengths = defaultdict[tuple[str, str], list[int]](list)
    for game in games:
        # A name makes a game of its own: Hearts and Skat can both be played as “Any game”.
        called = game.kind.game, find_name(game.kind)
        n[called] += 1
        tables[called].add(game.table_id)
        # What was entered afterwards, at once, says nothing about its length.
        if game.seconds >= SHORTEST:
            lengths[called].append(game.seconds)
    games_played = [
        Times(*called, n[called], len(tables[called]), round(median(lengths[called] or [0]))) for called in n
    ]
    return sorted(games_played, key=lambda times: (-times.n, times.game, times.name))


def find_name(kind: GameKind) -> str:
    """Return the name that tables gave a game, which results store as its edition. Return "" for a real edition."""
    game = GAMES.get(kind.game)
    editions = game is not None and any(option.key == "edition" for option in game.options)
    return "" if editions else kind.edition


class Record(NamedTuple):
    """The best points in a kind of game."""

    kind: GameKind
    points: int
    persons: frozenset[str]
    """The ids of those who reached them, several only in the same game."""
    table_id: str
    round: int
    """0 if the points are those of a whole game."""
    at: int
    """The Unix timestamp of the game."""
    n: int
    """The number of results."""


def find_records(games: Iterable[PlayedGame]) -> list[Record]:
    """Return the record of each kind of game, most played kind first. The first person to reach it holds it.

    Those who reach it in the same game share it. Kinds with only one result have no record.
    """
    best: dict[GameKind, Record] = {}
    n = Counter[GameKind]()
    for game in games:
        if game.lost or not game.scored or not game.places:
            continue
        kind, reached = game.kind, {person: game.points[person] for person in game.places}
        n[kind] += len(reached)
        points = (min if kind.lowest_wins else max)(reached.values())
        if kind not in best or kind.better(points, best[kind].points):
            holders = frozenset(person for person in reached if reached[person] == points)
            best[kind] = Record(kind, points, holders, game.table_id, game.round, game.at, 0)
    beaten = [record._replace(n=n[kind]) for kind, record in best.items() if n[kind] > 1]
    return sorted(beaten, key=lambda record: (-record.n, record.kind))


def find_new_records(games: Iterable[PlayedGame], standing: Iterable[Record], table_id: str) -> list[Record]:
    """Return the current records that were set at a table and beat a result from another table.

    `standing` are the current records.
    """
    before, fell = set[GameKind](), set[tuple[GameKind, int]]()
    for game in games:
        if game.table_id != table_id:
            # A first result beats nobody, so it is no news.
            before.update([game.kind] if game.places else ())
        elif game.kind in before:
            fell.add((game.kind, game.round))
    return [record for record in standing if record.table_id == table_id and (record.kind, record.round) in fell]


class Point(NamedTuple):
    """The points of a person in one game."""

    at: int
    """The Unix timestamp of the game."""
    points: int
    table_id: str
    round: int
    """The number of the round, or 0 for a whole game."""


def list_points(games: Iterable[PlayedGame], person: str) -> dict[GameKind, list[Point]]:
    """Return a person's points by kind of game, each in order of play, without games that all lost together.

    The most played kind comes first.
    """
    points: defaultdict[GameKind, list[Point]] = defaultdict(list)
    for game in games:
        if person in game.places and game.scored and not game.lost:
            points[game.kind].append(Point(game.at, game.points[person], game.table_id, game.round))
    return dict(sorted(points.items(), key=lambda item: (-len(item[1]), item[0])))
