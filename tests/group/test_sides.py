"""Partners are one side in the figures of a group, and a game that all play together is nobody's win."""

from fractions import Fraction

from scorekeeper.games import GAMES
from scorekeeper.games.pad import END, Marks, Setup, Spot
from scorekeeper.group import statistics
from scorekeeper.group.rating import MODEL, STARTING_RATING, compute_ratings
from scorekeeper.group.statistics import PlayedGame, list_games
from scorekeeper.table.journal import By, Change, Line, Write
from scorekeeper.table.results import Result, Results, dump, load, summarise_table
from scorekeeper.table.table import StoredTable, fold_table
from tests.support.groups import ANNA, ANNABEL, BO, CLEO, add_person, add_table, group_of

FOUR = (ANNA, BO, CLEO, ANNABEL)
"""The persons in the seats 0 to 3: Anna and Cleo sit opposite, and so do Bo and Annabel."""

NAMES = ("Anna", "Bo", "Cleo", "Annabel")


def play(slug: str, players: int, *rounds: Marks) -> Results:
    setup = Setup(NAMES[:players], GAMES[slug].default_options(), ((1, tuple(range(players))),))
    acts = [Change(setup), *map(Write, rounds)]
    lines = [Line(seq, f"op{seq}", seq, By("a"), act) for seq, act in enumerate(acts, 1)]
    results = summarise_table(fold_table(StoredTable("t", slug, "", 0, 0), lines))
    assert load(dump(results)) == results
    return results


def list_all(*tables: Results, persons: tuple[str, ...] = FOUR) -> tuple[PlayedGame, ...]:
    names = dict(zip(FOUR, NAMES, strict=True))
    acts = [add_person(person, names[person]) for person in persons]
    seated = tuple([(FOUR.index(person), person) for person in persons])
    tables_of = {f"t{number}": results for number, results in enumerate(tables)}
    present = {
        name: add_table(name, tuple([(seat, person) for seat, person in seated if seat in results.seats]))
        for name, results in tables_of.items()
    }
    return list_games(group_of((*acts, *present.values())), tables_of)


def whist(winner: int) -> Results:
    """Return a game of Whist that the side of a seat wins."""
    tricks = {winner: 13, 1 - winner: 0}
    return play("whist", 4, {Spot(1, "tricks", "tricks", seat): number for seat, number in tricks.items()})


def hanabi(points: int) -> Results:
    """Return a game of Hanabi with so many points, played by two."""
    colours = ("red", "yellow", "green", "blue", "white")
    cards = {colour: max(0, min(5, points - 5 * number)) for number, colour in enumerate(colours)}
    marks: Marks = {Spot(1, colour, colour): number for colour, number in cards.items()}
    return play("hanabi", 2, {**marks, Spot(1, END, "all"): 1})


def test_a_side_wins_one_game_in_two_by_chance() -> None:
    games = list_all(*[whist(number % 2) for number in range(10)])
    standings = {one.person: one for one in statistics.count_wins(games)}
    for person in FOUR:
        assert standings[person][1:] == (10, 10, 5, Fraction(1, 2), Fraction(1, 2))


def test_guests_and_members_of_one_side_are_one_side_too() -> None:
    games = list_all(*[whist(0)] * 5, persons=(ANNA, BO))
    assert [one.chance for one in statistics.count_wins(games)] == [Fraction(1, 2)] * 2
    assert {one.person: one.points > STARTING_RATING for one in compute_ratings(games)} == {ANNA: True, BO: False}
    alone = list_all(*[whist(0)] * 5, persons=(ANNA, CLEO))
    assert (statistics.compare_pairs(alone), compute_ratings(alone)) == ([], [])


def test_partners_are_no_pair_and_opponents_are_ahead_or_behind() -> None:
    pairs = statistics.compare_pairs(list_all(*[whist(0)] * 4, whist(1)))
    together = {frozenset((ANNA, CLEO)), frozenset((BO, ANNABEL))}
    assert len(pairs) == 4
    for pair in pairs:
        assert frozenset((pair.person, pair.other)) not in together
        ahead = pair.ahead if pair.person in (ANNA, CLEO) else pair.behind
        assert (pair.n, ahead, pair.level) == (5, 4, 0)


def test_partners_are_rated_as_a_team() -> None:
    ratings = {one.person: one for one in compute_ratings(list_all(*[whist(0)] * 6))}
    assert ratings[ANNA].points == ratings[CLEO].points > STARTING_RATING
    assert ratings[BO].points == ratings[ANNABEL].points < STARTING_RATING
    level = compute_ratings(list_all(*[whist(number % 2) for number in range(40)]))
    assert all(abs(one.points - STARTING_RATING) < STARTING_RATING / 20 for one in level)


def test_a_strong_and_a_weak_partner_are_rated_as_the_model_rates_a_team() -> None:
    apart = play("tally", 3, {Spot(1, "points", "points", seat): points for seat, points in enumerate((9, 5, 1))})
    apart = apart._replace(results=(alone(apart),), over=True)
    ratings = {one.person: one.points for one in compute_ratings(list_all(*[apart] * 4, *[whist(1)] * 2))}
    anna, bo, cleo, annabel = [MODEL.rating() for _ in FOUR]
    for _ in range(4):
        [[anna], [bo], [cleo]] = MODEL.rate([[anna], [bo], [cleo]], ranks=[1, 2, 3])
    for _ in range(2):
        [[bo, annabel], [anna, cleo]] = MODEL.rate([[bo, annabel], [anna, cleo]], ranks=[1, 2])
    assert ratings == {ANNA: round(anna.mu), BO: round(bo.mu), CLEO: round(cleo.mu)}


def alone(results: Results) -> Result:
    """Return the result of a game that Anna wins before Bo and Cleo."""
    return Result(0, results.at, {0: 9, 1: 5, 2: 1}, {0: 1, 1: 2, 2: 3}, (0,), 1, 0)


def test_a_game_that_all_play_together_is_nobodys_win() -> None:
    games = list_all(*map(hanabi, (20, 25, 0, 3, 4)), persons=(ANNA, BO))
    for standing in statistics.count_wins(games):
        assert standing[1:] == (5, 0, 0, 0, 0)
    assert statistics.find_streaks(games) == []
    assert statistics.compare_pairs(games) == []
    assert compute_ratings(games) == []
    assert {one.n: one.average for one in statistics.compute_averages(games)} == {5: Fraction(52, 5)}
    assert [record.points for record in statistics.find_records(games)] == [25]


def test_a_game_together_lifts_no_share_of_other_games() -> None:
    tables = (hanabi(20), hanabi(25), play("tally", 2, {Spot(1, "points", "points", seat): 100 for seat in (0,)}))
    standings = statistics.count_wins(list_all(*tables, persons=(ANNA, BO)))
    assert {one.wins for one in standings} == {0}
