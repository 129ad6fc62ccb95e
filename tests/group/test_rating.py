"""Tests that ratings follow the formula of the paper and behave as players expect."""

from random import Random

import pytest

from scorekeeper.group.rating import SHOWN_FROM, STARTING_RATING, Rating, compute_ratings
from scorekeeper.group.statistics import GameKind, PlayedGame
from tests.support.groups import ANNA, BO, CLEO


def game(number: int, *places: tuple[str, int]) -> PlayedGame:
    """Return a game with these places; points do not matter for ratings."""
    by = dict(places)
    winners = frozenset(person for person, place in places if place == 1)
    points = dict.fromkeys(by, 0)
    return PlayedGame(f"t{number}", 0, number, GameKind("tally", "", 1, False), points, by, winners, len(by))


def games(times: int, *places: tuple[str, int]) -> list[PlayedGame]:
    return [game(number, *places) for number in range(times)]


def rate(history: list[PlayedGame]) -> dict[str, Rating]:
    return {rating.person: rating for rating in compute_ratings(history)}


PLAYED = [
    game(1, (ANNA, 1), (BO, 2), (CLEO, 3)),
    game(2, (BO, 1), (ANNA, 2)),
    game(3, (CLEO, 1), (ANNA, 1), (BO, 3)),
    game(4, (CLEO, 1), (BO, 2)),
    game(5, (ANNA, 1), (BO, 2), (CLEO, 2)),
    game(6, (BO, 1), (CLEO, 2), (ANNA, 3)),
    game(7, (ANNA, 1), (CLEO, 2)),
]


def test_it_is_what_the_formula_comes_to() -> None:
    """Compare with algorithm 4 of Weng and Lin written out in full: initial 25 and 25/3, beta 25/6, tau 25/300."""
    assert [(rating.person, rating.points, rating.give_or_take, rating.n) for rating in compute_ratings(PLAYED)] == [
        (ANNA, 1072, 576, 6),
        (BO, 1021, 574, 6),
        (CLEO, 909, 563, 6),
    ]


def test_in_which_order_the_seats_were_entered_changes_nothing() -> None:
    other = [game._replace(places=dict(reversed(game.places.items()))) for game in PLAYED]
    assert compute_ratings(other) == compute_ratings(PLAYED)


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
