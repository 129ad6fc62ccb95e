"""Tests that ratings follow the formula of the paper and behave as players expect."""

import math
from random import Random

import pytest

from scorekeeper.group.rating import SHOWN_FROM, STARTING_RATING, Rating, compute_ratings
from scorekeeper.group.statistics import GameKind, PlayedGame, list_games
from tests.support.groups import ANNA, BO, CLEO
from tests.support.histories import history
from tests.support.soak import SOAK

HISTORIES = 10_000 if SOAK else 150


def game(number: int, *places: tuple[str, int]) -> PlayedGame:
    """Return a game with these places; points do not matter for ratings."""
    by = dict(places)
    winners = frozenset(person for person, place in places if place == 1)
    points = dict.fromkeys(by, 0)
    return PlayedGame(f"t{number}", 0, number, GameKind("tally", "", 1, False), points, by, winners, len(by))


def games(times: int, *places: tuple[str, int]) -> list[PlayedGame]:
    return [game(number, *places) for number in range(times)]


def slow(history: list[PlayedGame]) -> dict[str, tuple[float, float, int]]:
    """Return mean, deviation and number of games of each person by algorithm 4 of Weng and Lin, written out in full.

    It uses openskill’s constants: initial 25 and 25/3, beta half a deviation, and 25/300 more uncertainty per game.
    """
    known: dict[str, tuple[float, float, int]] = {}
    for game in history:
        teams = {person: known.get(person, (25.0, 25 / 3, 0)) for person in game.places}
        if len(teams) < 2:
            continue
        r = game.places
        mu = {i: teams[i][0] for i in teams}
        variance = {i: teams[i][1] ** 2 + (25 / 300) ** 2 for i in teams}
        c = math.sqrt(sum(variance[i] + (25 / 6) ** 2 for i in teams))
        level = {q: sum(1 for s in teams if r[s] == r[q]) for q in teams}
        behind = {q: sum(math.exp(mu[s] / c) for s in teams if r[s] >= r[q]) for q in teams}
        for i in teams:
            chance = {q: math.exp(mu[i] / c) / behind[q] for q in teams if r[q] <= r[i]}
            omega = sum(((1.0 if q == i else 0.0) - chance[q]) / level[q] for q in chance) * variance[i] / c
            eta = sum(chance[q] * (1 - chance[q]) / level[q] for q in chance) * variance[i] / c**2
            gamma = math.sqrt(variance[i]) / c
            sigma = math.sqrt(variance[i] * max(1 - gamma * eta, 0.0001))
            known[i] = mu[i] + omega, sigma, teams[i][2] + 1
    return known


def rate(history: list[PlayedGame]) -> dict[str, Rating]:
    return {rating.person: rating for rating in compute_ratings(history)}


@pytest.mark.parametrize("part", range(10))
def test_it_is_what_the_formula_comes_to(part: int) -> None:
    told = 0
    for seed in range(part, HISTORIES, 10):
        # The same evenings twice, because ratings are shown only from five games on.
        all_games = [*list_games(*history(Random(f"history {seed}")))] * 2
        expected = slow(all_games)
        in_order = compute_ratings(all_games)
        assert {rating.person for rating in in_order} == {who for who, (_, _, n) in expected.items() if n >= SHOWN_FROM}
        for rating in in_order:
            mu, sigma, n = expected[rating.person]
            assert rating.n == n
            assert abs(rating.points - 40 * mu) <= 0.51
            assert abs(rating.give_or_take - 80 * sigma) <= 0.51
        assert [rating.points for rating in in_order] == sorted((rating.points for rating in in_order), reverse=True)
        told += len(in_order)
    assert told > HISTORIES / 20


@pytest.mark.parametrize("seed", range(20))
def test_in_which_order_the_seats_were_entered_changes_nothing(seed: int) -> None:
    chance = Random(seed)
    all_games = [*list_games(*history(Random(f"history {seed}")))] * 3
    other = [game._replace(places=dict(chance.sample([*game.places.items()], len(game.places)))) for game in all_games]
    assert compute_ratings(other) == compute_ratings(all_games)


def test_nobody_is_told_before_five_games() -> None:
    assert compute_ratings(games(SHOWN_FROM - 1, (ANNA, 1), (BO, 2))) == []
    assert len(compute_ratings(games(SHOWN_FROM, (ANNA, 1), (BO, 2)))) == 2


def test_nobody_alone_and_nobody_without_a_place_has_a_part_in_it() -> None:
    alone = games(9, (ANNA, 1))
    late = [game._replace(points={**game.points, CLEO: 3}) for game in games(5, (ANNA, 1), (BO, 2))]
    assert compute_ratings([*alone, *late]) == compute_ratings(games(5, (ANNA, 1), (BO, 2)))


def test_equals_who_share_a_place_stay_equal() -> None:
    everybody = rate(games(6, (ANNA, 1), (BO, 1), (CLEO, 1)))
    assert {rating.points for rating in everybody.values()} == {STARTING_RATING}
    first = rate(games(6, (ANNA, 1), (BO, 1), (CLEO, 3)))
    assert first[ANNA].points == first[BO].points > STARTING_RATING > first[CLEO].points
    last = rate(games(6, (ANNA, 1), (BO, 2), (CLEO, 2)))
    assert last[ANNA].points > STARTING_RATING > last[BO].points == last[CLEO].points


def test_a_place_behind_a_shared_one_counts_as_the_next_whatever_its_number() -> None:
    third = compute_ratings(games(6, (ANNA, 1), (BO, 1), (CLEO, 3)))
    assert third == compute_ratings(games(6, (ANNA, 1), (BO, 1), (CLEO, 2)))


@pytest.mark.parametrize("seed", range(50))
def test_who_wins_alone_never_falls(seed: int) -> None:
    chance = Random(seed)
    persons = [ANNA, BO, CLEO, "e" * 12]
    before = [
        game(number, *((person, chance.randint(1, 4)) for person in persons)) for number in range(5, 5 + seed % 9)
    ] + games(5, *((person, 1) for person in persons))
    winner, *others = chance.sample(persons, 4)
    after = [*before, game(99, (winner, 1), *((person, chance.randint(2, 4)) for person in others))]
    assert rate(after)[winner].points >= rate(before)[winner].points


def test_to_beat_the_strong_is_worth_more() -> None:
    before = games(8, (ANNA, 1), (BO, 2)) + games(8, (BO, 1), (CLEO, 2))
    strong = rate([*before, game(50, ("d" * 12, 1), (ANNA, 2)), *games(4, ("d" * 12, 1), ("e" * 12, 1))])
    weak = rate([*before, game(50, ("d" * 12, 1), (CLEO, 2)), *games(4, ("d" * 12, 1), ("e" * 12, 1))])
    assert strong["d" * 12].points > weak["d" * 12].points
