"""Which rows, hands and sums of hands are possible, and the key of input that is not valid."""

from typing import Any

import pytest

from scorekeeper.games.diabolo.cards import SLOTS
from tests.support.diabolo import ask


def errors(**question: Any) -> list[str]:
    return list(ask("validate", **question)["errors"])


def has_warning(**question: Any) -> bool:
    answer = ask("validate", **question)
    assert answer["warnings"] in ([], ["copies_exceeded"])
    return bool(answer["warnings"])


SIX = {"red": [1, 2, 3], "blue": [1, 2, 3]}
LOCKED = {"heaven": [1, 2, 3], "hell": [1, 2]}


def test_hands_of_six_can_be() -> None:
    assert ask("validate", hands={"A": SIX}) == {"errors": [], "warnings": [], "because": []}
    assert errors(hands={"A": {}}) == ["hand_size"]
    assert errors(hands={"A": {**SIX, "green": [1]}}) == ["hand_size"]


@pytest.mark.parametrize("value", [0, 6, -1])
def test_values_go_from_1_to_5(value: int) -> None:
    assert errors(hands={"A": {"red": [value, 1, 2, 3, 4, 5]}}) == ["bad_value"]
    assert errors(rows={"red": {"heaven": [value], "hell": []}}) == ["bad_value"]


def test_sides_and_rows_have_their_limits() -> None:
    assert errors(rows={"red": {"heaven": [1, 2, 3], "hell": [1, 2]}}) == []
    assert errors(rows={"red": {"heaven": [1, 2, 3], "hell": [1, 2, 3]}}) == ["row_over_five"]
    assert errors(rows={"red": {"heaven": [1, 2, 3, 4], "hell": [1, 2]}}) == ["row_over_five", "side_over_three"]


@pytest.mark.parametrize(("n", "needed"), [(3, 2), (4, 2), (5, 3)])
def test_the_locks_are_as_many_as_the_players_ask(n: int, needed: int) -> None:
    by_locks = [errors(n=n, rows=dict.fromkeys(SLOTS[:locks], LOCKED)) for locks in range(5)]
    assert by_locks == [
        ["round_not_over"] if locks < needed else ["too_many_locks"] if locks > needed else [] for locks in range(5)
    ]
    assert errors(rows=dict.fromkeys(SLOTS, LOCKED)) == []


@pytest.mark.parametrize(
    ("sums", "expected"),
    [
        ({"red": 6}, []),
        ({"red": 5}, ["impossible_hand_total"]),
        ({}, ["impossible_hand_total"]),
        ({"red": 30}, []),
        ({"red": 10, "blue": 10, "green": 10}, []),
        ({"red": 31}, ["impossible_hand_total", "impossible_sum"]),
        ({"red": 24, "blue": 7}, ["impossible_hand_total"]),
        ({"red": 6, "blue": 6, "green": 6, "purple": 6}, ["impossible_hand_total"]),
        ({"red": 0, "blue": 12}, []),
    ],
)
def test_six_cards_can_make_the_sums_of_a_hand(sums: dict[str, int], expected: list[str]) -> None:
    assert errors(hand_totals={"A": sums}) == expected


def test_more_copies_than_the_deck_should_have_are_a_warning_only() -> None:
    assert has_warning(hands={"A": {"red": [5, 5, 4, 4, 3, 3]}}) is False
    assert has_warning(hands={"A": {"red": [5, 5, 5, 4, 3, 1]}}) is True
    assert errors(hands={"A": {"red": [5, 5, 5, 4, 3, 1]}}) == []
    both = {"rows": {"red": {"heaven": [5], "hell": [5]}}, "hands": {"A": {"red": [5, 4, 3, 2, 1, 1]}}}
    assert (errors(**both), has_warning(**both)) == ([], True)


def test_sums_over_24_are_a_warning_and_over_30_an_error() -> None:
    assert has_warning(hand_totals={"A": {"red": 24}}) is False
    assert (errors(hand_totals={"A": {"red": 25}}), has_warning(hand_totals={"A": {"red": 25}})) == ([], True)
    assert has_warning(hand_totals={"A": {"red": 31}}) is False
    assert errors(hands={"A": {"red": [5] * 7}}) == ["hand_size", "impossible_sum"]


def test_a_colour_of_more_than_37_is_a_warning() -> None:
    assert has_warning(hand_totals={"A": {"red": 20}, "B": {"red": 17}}) is False
    assert has_warning(hand_totals={"A": {"red": 20}, "B": {"red": 18}}) is True
    beside = {"red": {"heaven": [5, 5], "hell": [4]}}
    assert has_warning(rows=beside, hand_totals={"A": {"red": 23}}) is False
    assert has_warning(rows=beside, hand_totals={"A": {"red": 24}}) is True
