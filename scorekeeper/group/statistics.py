"""What the games of a group come to: who plays and wins how often, points, streaks, pairs, records, seasons.

Each figure is a pure function of what was played, with its n. Who has won, which rounds count and who has a place was
said by the table; rounds that are not decided and games that are not over are nowhere. Shared first place is a win for
all who share it. Who joined late or left has played, and has no place: no win, no share of chance, no average. A
game that somebody played alone has nobody to win against.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from types import MappingProxyType
from typing import NamedTuple

from scorekeeper.games import GAMES
from scorekeeper.group.group import Group, Season
from scorekeeper.table.results import Results

PAIR_FROM = 3
"""Common tables from which on a pair is told."""


class Kind(NamedTuple):
    """Games whose points can be compared: the same game and edition over as many rounds, won by the same end."""

    game: str
    edition: str
    rounds: int
    lowest_wins: bool

    def better(self, one: int, other: int) -> bool:
        """Whether points are better than others."""
        return one < other if self.lowest_wins else one > other


class Played(NamedTuple):
    """One game: points, places and winners by person; `players` had a place, those who are in no group as well."""

    table_id: str
    round: int
    at: int
    kind: Kind
    points: Mapping[str, int]
    places: Mapping[str, int]
    winners: frozenset[str]
    players: int

    @property
    def contested(self) -> bool:
        """Whether there was anybody to win against."""
        return self.players > 1


def played(
    group: Group, by_table: Mapping[str, Results], newest: Mapping[str, str] = MappingProxyType({})
) -> tuple[Played, ...]:
    """All games of a group in the order in which they were played; in the same second, in which they came to it.

    `newest` says which pad stands in the place of one that was changed: both are the same game.
    """
    came = {table_id: number for number, table_id in enumerate(group.tables)}
    games = [
        Played(
            table_id,
            one.round,
            one.at,
            Kind(newest.get(table.game, table.game), table.edition, one.rounds, table.lowest_wins),
            {persons[seat]: points for seat, points in one.points.items() if seat in persons},
            {persons[seat]: place for seat, place in one.places.items() if seat in persons},
            frozenset(persons[seat] for seat in one.winners if seat in persons),
            len(one.places),
        )
        for table_id, table in by_table.items()
        if table_id in group.tables
        for persons in [group.seated(table_id)]
        for one in table.results
    ]
    return tuple(sorted(games, key=lambda game: (game.at, came[game.table_id], game.round)))


def in_season(games: Iterable[Played], seasons: Sequence[Season], number: int) -> tuple[Played, ...]:
    """The games of a season: those begun from its start on, before that of the next one."""
    start = seasons[number].start
    end = seasons[number + 1].start if number + 1 < len(seasons) else None
    return tuple([game for game in games if start <= game.at and (end is None or game.at < end)])


class Standing(NamedTuple):
    """How often somebody played and won; `share` of the `contested` games beside what `chance` would give."""

    person: str
    plays: int
    contested: int
    wins: int
    share: Fraction
    chance: Fraction


def standings(games: Iterable[Played]) -> list[Standing]:
    """How often everybody played and won, most wins first, then the larger share, then fewer plays."""
    plays, contested, wins = Counter[str](), Counter[str](), Counter[str]()
    among: defaultdict[str, Counter[int]] = defaultdict(Counter)
    for game in games:
        plays.update(game.points.keys())
        if game.contested:
            contested.update(game.places.keys())
            wins.update(game.winners)
            for person in game.places:
                among[person][game.players] += 1
    persons = [
        Standing(
            person,
            plays[person],
            contested[person],
            wins[person],
            Fraction(wins[person], contested[person] or 1),
            sum((Fraction(n, players) for players, n in among[person].items()), Fraction()) / (contested[person] or 1),
        )
        for person in plays
    ]
    return sorted(persons, key=lambda one: (-one.wins, -one.share, one.plays, one.person))


class Average(NamedTuple):
    """The points of somebody in games of a kind: how many games, the average, the best."""

    person: str
    kind: Kind
    n: int
    average: Fraction
    best: int


def averages(games: Iterable[Played]) -> list[Average]:
    """The average and best points of everybody, the kind played most first, the best average first in each."""
    points = _points(games)
    kinds = Counter[Kind]()
    for (kind, _), each in points.items():
        kinds[kind] += len(each)
    each_kind = [
        Average(person, kind, len(each), Fraction(sum(each), len(each)), (min if kind.lowest_wins else max)(each))
        for (kind, person), each in points.items()
    ]
    sign = {kind: 1 if kind.lowest_wins else -1 for kind in kinds}
    return sorted(each_kind, key=lambda one: (-kinds[one.kind], one.kind, sign[one.kind] * one.average, one.person))


def _points(games: Iterable[Played]) -> Mapping[tuple[Kind, str], list[int]]:
    """The points of everybody with a place, by kind and person, in the order of the games."""
    points: defaultdict[tuple[Kind, str], list[int]] = defaultdict(list)
    for game in games:
        for person in game.places:
            points[game.kind, person].append(game.points[person])
    return points


class Streak(NamedTuple):
    """How many games somebody won one after the other: at most, and up to now; of so many games."""

    person: str
    longest: int
    current: int
    n: int


def streaks(games: Iterable[Played]) -> list[Streak]:
    """The streaks of everybody who won twice running, the longest first."""
    longest, current, n = Counter[str](), Counter[str](), Counter[str]()
    for game in games:
        for person in game.places if game.contested else ():
            n[person] += 1
            current[person] = current[person] + 1 if person in game.winners else 0
            longest[person] = max(longest[person], current[person])
    twice_running = [Streak(person, longest[person], current[person], n[person]) for person in n if longest[person] > 1]
    return sorted(twice_running, key=lambda one: (-one.longest, -one.current, one.person))


class Pair(NamedTuple):
    """Two who played together: at how many tables, in how many games; who was ahead how often, and how often level."""

    one: str
    other: str
    tables: int
    n: int
    ahead: int
    level: int
    behind: int


def pairs(games: Iterable[Played]) -> list[Pair]:
    """Everybody against everybody, where both had a place at enough common tables; those who met most first."""
    tables: defaultdict[tuple[str, str], set[str]] = defaultdict(set)
    count: defaultdict[tuple[str, str], list[int]] = defaultdict(lambda: [0, 0, 0])
    for game in games:
        order = sorted(game.places)
        for place, one in enumerate(order):
            for other in order[place + 1 :]:
                tables[one, other].add(game.table_id)
                ahead, behind = game.places[one] < game.places[other], game.places[one] > game.places[other]
                count[one, other][0 if ahead else 2 if behind else 1] += 1
    met = [
        Pair(one, other, len(tables[one, other]), sum(each), *each)
        for (one, other), each in count.items()
        if len(tables[one, other]) >= PAIR_FROM
    ]
    return sorted(met, key=lambda pair: (-pair.n, pair.one, pair.other))


class Times(NamedTuple):
    """How often a game was played, by the name that tables have given it, where they have; and at how many tables."""

    game: str
    name: str
    n: int
    tables: int


def most_played(games: Iterable[Played]) -> list[Times]:
    """The games by how often they were played, most first."""
    n, tables = Counter[tuple[str, str]](), defaultdict[tuple[str, str], set[str]](set)
    for game in games:
        called = game.kind.game, name_of(game.kind)
        n[called] += 1
        tables[called].add(game.table_id)
    games_played = [Times(*called, n[called], len(tables[called])) for called in n]
    return sorted(games_played, key=lambda one: (-one.n, one.game, one.name))


def name_of(kind: Kind) -> str:
    """The name that tables have given to what they play, which results keep as its edition; "" for an edition."""
    game = GAMES.get(kind.game)
    editions = game is not None and any(option.key == "edition" for option in game.options)
    return "" if editions else kind.edition


class Record(NamedTuple):
    """The best points in a kind of game, of how many; who had them, at which table, in which round (0: the whole)."""

    kind: Kind
    points: int
    person: str
    table_id: str
    round: int
    at: int
    n: int


def records(games: Iterable[Played]) -> list[Record]:
    """The records of each kind of game, held by whoever had those points first; the kind played most first."""
    best: dict[Kind, Record] = {}
    n = Counter[Kind]()
    for game in games:
        kind = game.kind
        for person in sorted(game.places, key=lambda person: (game.places[person], person)):
            n[kind] += 1
            if kind not in best or kind.better(game.points[person], best[kind].points):
                best[kind] = Record(kind, game.points[person], person, game.table_id, game.round, game.at, 0)
    beaten = [record._replace(n=n[kind]) for kind, record in best.items() if n[kind] > 1]
    return sorted(beaten, key=lambda record: (-record.n, record.kind))


def new_records(games: Iterable[Played], standing: Iterable[Record], table_id: str) -> list[Record]:
    """Those of the standing records that fell at a table: somebody had the best points at another one before."""
    before, fell = set[Kind](), set[tuple[Kind, int]]()
    for game in games:
        if game.table_id != table_id:
            before.update([game.kind] if game.places else ())
        elif game.kind in before:
            fell.add((game.kind, game.round))
    return [one for one in standing if one.table_id == table_id and (one.kind, one.round) in fell]


class Point(NamedTuple):
    """What somebody had in one game, and when."""

    at: int
    points: int
    table_id: str
    round: int


def over_time(games: Iterable[Played], person: str) -> dict[Kind, list[Point]]:
    """The points of somebody in each kind of game, in the order of the games, the kind played most first."""
    points: defaultdict[Kind, list[Point]] = defaultdict(list)
    for game in games:
        if person in game.places:
            points[game.kind].append(Point(game.at, game.points[person], game.table_id, game.round))
    return dict(sorted(points.items(), key=lambda one: (-len(one[1]), one[0])))
