"""Tests that all statistics equal those counted in a simple way, person by person, from tables and journal."""

from collections import defaultdict
from fractions import Fraction
from random import Random

import pytest

from scorekeeper.group import statistics
from scorekeeper.group.group import Group
from scorekeeper.group.statistics import GameKind, PlayedGame, list_games
from scorekeeper.table.results import Result, Results, dump, load
from tests.support.groups import ANNA, BO, CLEO, add_person, add_table, group_of, start_season
from tests.support.histories import history
from tests.support.loops import at_least_one
from tests.support.soak import SOAK

HISTORIES = 10_000 if SOAK else 150


class Slow:
    """Statistics counted in a simple way, sharing no code with the app."""

    def __init__(self, group: Group, by_table: dict[str, Results]) -> None:
        self.owner = dict(group.merged)
        self.by_table = by_table
        seats = {table_id: seating.persons for table_id, seating in group.seatings.items()}
        came = list(seats)
        self.rows: list[tuple[int, str, int, dict[str, tuple[int, int | None]], int, Results, Result]] = []
        for table_id, table in by_table.items():
            for result in table.results:
                line_up: dict[str, tuple[int, int | None]] = {}
                for seat, person in seats[table_id].items():
                    who = self.root(person)
                    if who not in line_up:
                        line_up[who] = (result.points[seat], result.places.get(seat))
                players = sum(1 for seat in table.seats if seat in result.places)
                self.rows.append((result.at, table_id, result.round, line_up, players, table, result))
        self.rows.sort(key=lambda row: (row[0], came.index(row[1]), row[2]))

    def root(self, person: str) -> str:
        """Return the id that a person has after all merges."""
        return self.root(self.owner[person]) if person in self.owner else person

    def persons(self) -> set[str]:
        """Return the ids of all persons who played."""
        return {person for row in self.rows for person in row[3]}

    def standing(self, person: str) -> tuple[int, int, int, list[Fraction]]:
        """Return plays, contested games, wins, and the chance to win each contested game."""
        plays = [row for row in self.rows if person in row[3]]
        rivals = [row for row in plays if row[4] >= 2 and row[3][person][1] is not None]
        wins = [row for row in rivals if row[3][person][1] == 1]
        return len(plays), len(rivals), len(wins), [Fraction(1) / row[4] for row in rivals]

    def points(self, person: str) -> dict[tuple[str, str, int, bool], list[int]]:
        """Return the points of a person in each kind of game."""
        kept: dict[tuple[str, str, int, bool], list[int]] = {}
        for _, _, _, line_up, _, table, result in self.rows:
            if line_up.get(person, (0, None))[1] is not None:
                kept.setdefault((table.game, table.edition, result.rounds, table.lowest_wins), []).append(
                    line_up[person][0]
                )
        return kept

    def list_wins(self, person: str) -> str:
        """Return one letter per game: won or not."""
        return "".join(
            "w" if row[3][person][1] == 1 else "-"
            for row in self.rows
            if row[4] >= 2 and row[3].get(person, (0, None))[1] is not None
        )

    def compare_places(self, one: str, other: str) -> list[tuple[str, int]]:
        """Return the table of each common game, with 1, 0 or -1 for ahead, level or behind."""
        meetings = []
        for _, table_id, _, line_up, *_ in self.rows:
            mine, theirs = line_up.get(one, (0, None))[1], line_up.get(other, (0, None))[1]
            if mine is not None and theirs is not None:
                meetings.append((table_id, (mine < theirs) - (theirs < mine)))
        return meetings


@pytest.fixture(params=range(10), ids=lambda part: f"part {part}")
def histories(request: pytest.FixtureRequest) -> list[tuple[tuple[PlayedGame, ...], Slow]]:
    """A tenth of all histories, each with a `Slow` for it."""
    seeds = range(request.param, HISTORIES, 10)
    each = [history(Random(f"history {seed}")) for seed in seeds]
    counted = [(list_games(group, by_table), Slow(group, by_table)) for group, by_table in each]
    assert sum(len(games) for games, _ in counted) > len(counted), "there is something to count"
    return counted


def test_who_played_and_won_how_often(histories: list[tuple[tuple[PlayedGame, ...], Slow]]) -> None:
    for games, slow in at_least_one(histories):
        ranked = statistics.count_wins(games)
        assert {standing.person for standing in ranked} == slow.persons()
        for standing in ranked:
            plays, contested, wins, chance = slow.standing(standing.person)
            assert (standing.plays, standing.contested, standing.wins) == (plays, contested, wins)
            assert standing.share * (contested or 1) == wins
            assert standing.chance * (contested or 1) == sum(chance)
        order = [(-standing.wins, -standing.share, standing.plays, standing.person) for standing in ranked]
        assert order == sorted(order)


def test_averages_and_best_points(histories: list[tuple[tuple[PlayedGame, ...], Slow]]) -> None:
    for games, slow in at_least_one(histories):
        averages = {(average.person, tuple(average.kind)): average for average in statistics.compute_averages(games)}
        expected = {(who, kind): all for who in slow.persons() for kind, all in slow.points(who).items()}
        assert averages.keys() == expected.keys()
        for key, points in expected.items():
            assert (averages[key].n, averages[key].average * len(points)) == (len(points), sum(points))
            assert averages[key].best == (min(points) if key[1][3] else max(points))


def test_streaks(histories: list[tuple[tuple[PlayedGame, ...], Slow]]) -> None:
    told = 0
    for games, slow in histories:
        streaks = {
            streak.person: (streak.longest, streak.current, streak.n) for streak in statistics.find_streaks(games)
        }
        expected = {}
        for who in slow.persons():
            won = slow.list_wins(who)
            longest = max(map(len, won.split("-")), default=0)
            if longest > 1:
                expected[who] = (longest, len(won) - len(won.rstrip("w")), len(won))
        assert streaks == expected
        told += len(streaks)
    assert told


def test_pairs(histories: list[tuple[tuple[PlayedGame, ...], Slow]]) -> None:
    told = 0
    for games, slow in histories:
        pairs = {(pair.person, pair.other): pair for pair in statistics.compare_pairs(games)}
        everybody = sorted(slow.persons())
        expected = {}
        for one in everybody:
            for other in everybody:
                met = slow.compare_places(one, other)
                if one < other and len({table for table, _ in met}) >= 3:
                    expected[one, other] = [who for _, who in met]
        assert pairs.keys() == expected.keys()
        for key, met in expected.items():
            pair = pairs[key]
            assert (pair.n, pair.ahead, pair.level, pair.behind) == (
                len(met),
                met.count(1),
                met.count(0),
                met.count(-1),
            )
        told += len(pairs)
    assert told


def test_most_played_and_records(histories: list[tuple[tuple[PlayedGame, ...], Slow]]) -> None:
    told = 0
    for games, slow in histories:
        count: defaultdict[tuple[str, str], list[str]] = defaultdict(list)
        kinds: defaultdict[tuple[str, str, int, bool], list[int]] = defaultdict(list)
        for _, table_id, _, line_up, _, table, result in slow.rows:
            count[table.game, table.edition if table.game == "tally" else ""].append(table_id)
            points = [points for points, place in line_up.values() if place is not None]
            kinds[table.game, table.edition, result.rounds, table.lowest_wins] += points
        assert {(plays.game, plays.name): (plays.n, plays.tables) for plays in statistics.count_plays(games)} == {
            game: (len(all), len(set(all))) for game, all in count.items()
        }
        best = {kind: (min if kind[3] else max)(all) for kind, all in kinds.items() if len(all) > 1}
        assert {tuple(record.kind): record.points for record in statistics.find_records(games)} == best
        for record in statistics.find_records(games):
            (row,) = [row for row in slow.rows if row[1:3] == (record.table_id, record.round)]
            assert row[3][record.person][0] == record.points
            assert record.n == len(kinds[tuple(record.kind)])
            told += 1
    assert told


def test_a_new_record_is_better_than_all_before_at_other_tables(
    histories: list[tuple[tuple[PlayedGame, ...], Slow]],
) -> None:
    seen = 0
    for games, slow in histories:
        for record in statistics.find_records(games):
            places = [row[1:3] for row in slow.rows]
            before = slow.rows[: places.index((record.table_id, record.round))]
            beaten = any(
                GameKind(table.game, table.edition, one.rounds, table.lowest_wins) == record.kind
                for _, table_id, _, line_up, _, table, one in before
                if table_id != record.table_id and any(place for _, place in line_up.values())
            )
            new = statistics.find_new_records(games, statistics.find_records(games), record.table_id)
            assert (record in new) is beaten
            assert all(one.table_id == record.table_id for one in new)
            seen += beaten
    assert seen


def test_seasons_hold_every_game_from_the_first_on_once() -> None:
    told = 0
    for seed in range(20):
        group, by_table = history(Random(f"seasons {seed}"))
        games = list_games(group, by_table)
        each = [statistics.filter_season(games, group.seasons, number) for number in range(len(group.seasons))]
        first = group.seasons[0].start if group.seasons else 10**9
        assert [game for season in each for game in season] == [game for game in games if game.at >= first]
        told += sum(map(bool, each)) > 1
    assert told, "games of one group are in two seasons"


def test_points_over_time_are_all_points_in_their_order(histories: list[tuple[tuple[PlayedGame, ...], Slow]]) -> None:
    for games, slow in histories:
        for who in slow.persons():
            by_kind = statistics.list_points(games, who)
            assert {tuple(kind): [point.points for point in all] for kind, all in by_kind.items()} == slow.points(who)
    assert any(len(all) > 1 for games, slow in histories for who in slow.persons() for all in slow.points(who).values())


# Cases that are easy to count by hand


def one_game(table_id: str, winners: str, points: dict[int, int], at: int = 1) -> dict[str, Results]:
    seats = tuple(points)
    ranks = {seat: 1 if str(seat) in winners else 2 for seat in points}
    result = Result(0, at, points, ranks, tuple(map(int, winners)), 3, 0)
    return {table_id: Results("tally", "", False, True, at, ("A", "B", "C"), seats, (), 0, (result,), together=False)}


def test_a_game_lasts_as_long_as_the_middle_one_of_those_entered_while_they_were_played() -> None:
    by_table = {}
    for name, seconds in (("t", 600), ("u", 3000), ("v", 900), ("w", 5)):
        (result,) = one_game(name, "0", {0: 9, 1: 3})[name].results
        by_table[name] = one_game(name, "0", {0: 9, 1: 3})[name]._replace(results=(result._replace(seconds=seconds),))
    group = group_of((add_person(ANNA, "Anna"), *(add_table(name, ((0, ANNA),)) for name in by_table)))
    (times,) = statistics.count_plays(list_games(group, by_table))
    assert (times.n, times.seconds) == (4, 900)


def test_what_was_entered_within_a_minute_says_nothing_about_its_length() -> None:
    def last(*seconds: int) -> int:
        games = [of_kind("t", False, {ANNA: 2, BO: 1})._replace(seconds=number) for number in seconds]
        return statistics.count_plays(games)[0].seconds

    assert [last(59), last(60), last(59, 60, 200)] == [0, 60, 130]


def test_a_shared_first_place_is_a_win_for_all_and_chance_is_one_in_so_many() -> None:
    group = group_of((add_person(ANNA, "Anna"), add_person(BO, "Bo"), add_table("t", ((0, ANNA), (1, BO)))))
    anna, bo = statistics.count_wins(list_games(group, one_game("t", "01", {0: 9, 1: 9, 2: 3})))
    assert (anna.wins, bo.wins, anna.share, anna.chance) == (1, 1, 1, Fraction(1, 3))


def test_a_game_that_all_lost_together_is_in_no_average_and_no_record() -> None:
    seats = ((0, ANNA), (1, BO))
    group = group_of((add_person(ANNA, "Anna"), add_person(BO, "Bo"), *(add_table(name, seats) for name in "tuv")))
    by_table = (
        one_game("t", "01", {0: 20, 1: 20}) | one_game("u", "01", {0: 25, 1: 25}) | one_game("v", "", {0: 0, 1: 0})
    )
    games = list_games(group, by_table)
    assert [(entry.average, entry.best, entry.n, entry.lost) for entry in statistics.compute_averages(games)] == [
        (Fraction(45, 2), 25, 2, 1)
    ] * 2
    (record,) = statistics.find_records(games)
    assert (record.points, record.n) == (25, 4)
    assert [point.points for point in statistics.list_points(games, ANNA).popitem()[1]] == [20, 25]
    (only, _) = statistics.compute_averages(games[2:])
    assert (only.n, only.lost) == (0, 1)
    assert statistics.find_records(games[2:]) == []


def test_games_of_the_same_second_follow_each_other_as_they_came_to_the_group() -> None:
    names = ("b", "c", "a")
    group = group_of((add_person(ANNA, "Anna"), *(add_table(name, ((0, ANNA),)) for name in names)))
    by_table = one_game("a", "0", {0: 9, 1: 3}) | one_game("b", "0", {0: 9, 1: 3}) | one_game("c", "1", {0: 2, 1: 3})
    assert [game.table_id for game in list_games(group, by_table)] == [*names]


def test_a_table_that_left_the_group_counts_no_more() -> None:
    assert list_games(group_of((add_person(ANNA, "Anna"),)), one_game("t", "0", {0: 9, 1: 3})) == ()


def test_a_season_ends_where_the_next_begins() -> None:
    acts = (
        add_person(ANNA, "Anna"),
        add_table("t", ((0, ANNA),)),
        add_table("u", ((0, ANNA),)),
        start_season("A", 5),
        start_season("B", 10),
    )
    group = group_of(acts)
    games = list_games(group, {**one_game("t", "0", {0: 9}, 9), **one_game("u", "0", {0: 9}, 10)})
    assert [len(statistics.filter_season(games, group.seasons, number)) for number in (0, 1)] == [1, 1]


def test_points_that_nobody_had_to_beat_are_a_record_and_no_new_one() -> None:
    group = group_of((add_person(ANNA, "Anna"), *(add_table(name, ((0, ANNA),)) for name in ("t", "u"))))
    games = list_games(group, {**one_game("t", "0", {0: 9}, 1), **one_game("u", "0", {0: 5}, 2)})
    records = statistics.find_records(games)
    assert [record.table_id for record in records] == ["t"]
    assert statistics.find_new_records(games, records, "t") == []


@pytest.mark.parametrize("lowest", [True, False])
def test_who_reaches_the_same_points_later_does_not_take_the_record(lowest: bool) -> None:
    games = [of_kind("t", lowest, {BO: 5}), of_kind("u", lowest, {ANNA: 5})]
    assert [(record.person, record.table_id) for record in statistics.find_records(games)] == [(BO, "t")]


def test_what_a_table_came_to_is_read_back_as_it_was_kept() -> None:
    kept = [results for seed in range(20) for results in history(Random(seed))[1].values()]
    assert [load(dump(results)) for results in kept] == kept
    assert sum(bool(results.results) for results in kept) > 20


def of_kind(table_id: str, lowest: bool, points: dict[str, int]) -> PlayedGame:
    """Return a game at a table of its own with these points by person."""
    sign = 1 if lowest else -1
    ordered = sorted(sign * number for number in points.values())
    places = {person: ordered.index(sign * number) + 1 for person, number in points.items()}
    first = frozenset(person for person, place in places.items() if place == 1)
    return PlayedGame(table_id, 0, 1, GameKind("tally", "", 1, lowest), points, places, first, len(points))


def test_the_best_average_is_first_whichever_end_wins() -> None:
    points = {ANNA: 9, BO: 3, CLEO: 5}
    fewest, most = ([*statistics.compute_averages([of_kind("t", lowest, points)])] for lowest in (True, False))
    assert [standing.person for standing in fewest] == [BO, CLEO, ANNA]
    assert [standing.person for standing in most] == [ANNA, CLEO, BO]


def test_averages_and_records_in_what_was_played_most_come_first() -> None:
    seldom, often = (
        of_kind("t", False, {ANNA: 2, BO: 1})._replace(kind=GameKind("tally", name, 1, False))
        for name in ("Belote", "Skat")
    )
    records = statistics.find_records([seldom, often, often])
    assert [record.kind.edition for record in records] == ["Skat", "Belote"]
    averages = statistics.compute_averages([seldom, often, often])
    assert [(average.kind.edition, average.person) for average in averages] == [
        ("Skat", ANNA),
        ("Skat", BO),
        ("Belote", ANNA),
        ("Belote", BO),
    ]


def test_the_longest_streak_is_first_and_of_equal_ones_the_one_that_lasts() -> None:
    winners = (ANNA, ANNA, CLEO, CLEO, CLEO, BO, BO)
    games = [of_kind("t", False, {ANNA: 1, BO: 1, CLEO: 1} | {winner: 2}) for winner in winners]
    streaks = [(streak.person, streak.longest, streak.current) for streak in statistics.find_streaks(games)]
    assert streaks == [(CLEO, 3, 0), (BO, 2, 2), (ANNA, 2, 0)]


def test_those_who_met_most_are_first_among_pairs_whoever_was_ahead() -> None:
    often = [of_kind(f"a{number}", False, {ANNA: 1, BO: 2}) for number in range(5)]
    ahead = [of_kind(f"b{number}", False, {ANNA: 2, CLEO: 1}) for number in range(3)]
    pairs = statistics.compare_pairs([*ahead, *often])
    assert [(pair.person, pair.other, pair.n, pair.ahead) for pair in pairs] == [(ANNA, BO, 5, 0), (ANNA, CLEO, 3, 3)]
