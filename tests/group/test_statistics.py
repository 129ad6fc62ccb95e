"""Statistics of a group, counted by hand."""

from fractions import Fraction

import pytest

from scorekeeper.group import statistics
from scorekeeper.group.statistics import GameKind, PlayedGame, list_games
from scorekeeper.table.results import Result, Results, dump, load
from tests.support.groups import ANNA, BO, CLEO, add_person, add_table, group_of, start_season


def of_kind(table_id: str, lowest: bool, points: dict[str, int]) -> PlayedGame:
    """Return a game at a table of its own with these points by person."""
    sign = 1 if lowest else -1
    ordered = sorted(sign * number for number in points.values())
    places = {person: ordered.index(sign * number) + 1 for person, number in points.items()}
    first = frozenset(person for person, place in places.items() if place == 1)
    return PlayedGame(table_id, 0, 1, GameKind("tally", "", 1, lowest), points, places, first, len(points))


COUNTED = [
    of_kind("a", False, {ANNA: 9, BO: 4, CLEO: 4}),
    of_kind("b", False, {ANNA: 7, BO: 5}),
    of_kind("c", False, {ANNA: 2, BO: 6}),
    of_kind("d", False, {ANNA: 8, BO: 8}),
    of_kind("e", True, {ANNA: 3, BO: 10}),
    of_kind("f", True, {ANNA: 6, BO: 2}),
]
"""Six games at six tables, four in which most points win and two in which fewest do, counted by hand below."""

MOST, FEWEST = GameKind("tally", "", 1, False), GameKind("tally", "", 1, True)


def test_who_played_and_won_how_often() -> None:
    told = [(one.person, one.plays, one.contested, one.wins, one.chance) for one in statistics.count_wins(COUNTED)]
    assert told == [(ANNA, 6, 6, 4, Fraction(17, 36)), (BO, 6, 6, 3, Fraction(17, 36)), (CLEO, 1, 1, 0, Fraction(1, 3))]


def test_averages_and_best_points() -> None:
    averages = [(one.kind, one.person, one.n, one.average, one.best) for one in statistics.compute_averages(COUNTED)]
    assert averages == [
        (MOST, ANNA, 4, Fraction(26, 4), 9),
        (MOST, BO, 4, Fraction(23, 4), 8),
        (MOST, CLEO, 1, 4, 4),
        (FEWEST, ANNA, 2, Fraction(9, 2), 3),
        (FEWEST, BO, 2, 6, 2),
    ]


def test_streaks() -> None:
    streaks = [(one.person, one.longest, one.current, one.n) for one in statistics.find_streaks(COUNTED)]
    assert streaks == [(BO, 2, 1, 6), (ANNA, 2, 0, 6)]


def test_pairs() -> None:
    at_one_table = [of_kind("g", False, {BO: 1, CLEO: 0})] * 3
    (pair,) = statistics.compare_pairs([*COUNTED, *at_one_table])
    assert (pair.person, pair.other, pair.n, pair.ahead, pair.level, pair.behind) == (ANNA, BO, 6, 3, 1, 2)


def test_most_played_and_records() -> None:
    (plays,) = statistics.count_plays([*COUNTED, COUNTED[0]])
    assert (plays.game, plays.n, plays.tables) == ("tally", 7, 6)
    records = statistics.find_records(COUNTED)
    assert [(one.kind, one.persons, one.points, one.table_id, one.n) for one in records] == [
        (MOST, {ANNA}, 9, "a", 9),
        (FEWEST, {BO}, 2, "f", 4),
    ]
    assert statistics.find_new_records(COUNTED, records, "f") == records[1:]
    assert statistics.find_new_records(COUNTED, records, "a") == []
    assert statistics.find_records([of_kind("t", False, {ANNA: 5})]) == []


def test_points_over_time_are_all_points_in_their_order() -> None:
    by_kind = statistics.list_points(COUNTED, ANNA)
    assert {kind: [point.points for point in all] for kind, all in by_kind.items()} == {
        MOST: [9, 7, 2, 8],
        FEWEST: [3, 6],
    }


def one_game(table_id: str, winners: str, points: dict[int, int], at: int = 1) -> dict[str, Results]:
    seats = tuple(points)
    ranks = {seat: 1 if str(seat) in winners else 2 for seat in points}
    result = Result(0, at, points, ranks, tuple(map(int, winners)), 3, 0)
    return {table_id: Results("tally", "", False, True, at, ("A", "B", "C"), seats, (), "", (result,), together=False)}


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


def test_a_game_that_no_points_decided_counts_as_won_and_is_in_no_average_and_no_record() -> None:
    games = [game._replace(scored=False) for game in COUNTED]
    assert statistics.count_wins(games) == statistics.count_wins(COUNTED)
    assert statistics.compute_averages(games) == statistics.find_records(games) == []
    assert statistics.list_points(games, ANNA) == {}
    (anna, *_) = statistics.compute_averages([*games, COUNTED[0]])
    assert (anna.person, anna.average, anna.n) == (ANNA, 9, 1)


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
    assert [(record.persons, record.table_id) for record in statistics.find_records(games)] == [({BO}, "t")]


@pytest.mark.parametrize("lowest", [True, False])
def test_who_reaches_the_same_points_in_the_same_game_shares_the_record(lowest: bool) -> None:
    games = [of_kind("t", lowest, {CLEO: 5, BO: 5}), of_kind("u", lowest, {ANNA: 5, BO: 5})]
    assert [(record.persons, record.table_id) for record in statistics.find_records(games)] == [({BO, CLEO}, "t")]


def test_what_a_table_came_to_is_read_back_as_it_was_kept() -> None:
    for results in (*one_game("t", "", {}).values(), *one_game("u", "02", {0: 9, 2: -3}, 7).values()):
        assert load(dump(results)) == results
        unscored = results._replace(results=tuple([one._replace(scored=False) for one in results.results]))
        assert load(dump(unscored)) == unscored


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
