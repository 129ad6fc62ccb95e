"""Questions to the referee: worked rulings, the limits of each kind, and input that is not valid."""

from collections.abc import Mapping
from typing import Any

import pytest

from scorekeeper.games.diabolo.cards import SLOTS
from tests.support.diabolo import EMPTY, ask, find_fault
from tests.support.rulings import Question

# Row


def row(**question: Any) -> Mapping[str, Any]:
    return ask("row", **{"heaven": [5], "hell": [1], "hands": {"A": [2], "B": [1]}, "doubles": [], **question})


def test_a_doubler_counts_for_its_owner_only_and_the_spent_ones_are_sorted() -> None:
    answer = row(hands={"Zoe": [3], "Bo": [2, 1], "Ada": []}, doubles=["Zoe", "Ada"])
    assert answer["points"] == {"Zoe": 6, "Bo": 3, "Ada": 0}
    assert answer["spent"] == ["Ada", "Zoe"]


def test_a_row_is_answered_that_cannot_lie_on_a_table() -> None:
    answer = row(heaven=[9, 9, 9, 9], hands={"A": [9] * 9})
    assert (answer["heaven"], answer["points"]) == (36, {"A": 81})


@pytest.mark.parametrize(("hell", "error"), [([5], "double_on_tied_row"), ([5, 1], "double_on_negative")])
def test_an_error_stands_alone(hell: list[int], error: str) -> None:
    answer = row(hell=hell, doubles=["A"])
    assert set(answer) == {"error", "because"}
    assert answer["error"] == error


# Round

PLUS, MINUS = {"heaven": [1], "hell": []}, {"heaven": [], "hell": [1]}
ALL_PLUS = dict.fromkeys(SLOTS, PLUS)


def whole(**question: Any) -> Mapping[str, Any]:
    usual = {"n": 3, "rows": ALL_PLUS, "hands": {"A": {"red": [2], "blue": [4]}, "B": {}, "C": {"red": [2]}}}
    return ask("round", **{**usual, "doubles": {}, "order": [*SLOTS], **question})


def test_a_second_doubler_of_a_player_is_an_error() -> None:
    assert whole(doubles={"red": ["A"], "blue": ["A"]})["error"] == "double_already_used"
    assert whole(doubles={"red": ["A"], "blue": ["B"]})["spent"] == ["A", "B"]


def test_the_first_listed_error_counts_whatever_the_order() -> None:
    rows = {"red": EMPTY["red"], "blue": MINUS, "green": PLUS, "yellow": PLUS}
    for order in ([*SLOTS], [*reversed(SLOTS)]):
        asked = {"green": ["B"], "yellow": ["B"], "red": ["A"], "blue": ["A"]}
        assert whole(rows=rows, doubles=asked, order=order)["error"] == "double_on_negative"
        del asked["blue"]
        assert whole(rows=rows, doubles=asked, order=order)["error"] == "double_on_tied_row"
        del asked["red"]
        assert whole(rows=rows, doubles=asked, order=order)["error"] == "double_already_used"


def test_totals_may_be_negative_and_rows_left_out_are_empty() -> None:
    answer = whole(rows={"blue": MINUS}, order=["blue"])
    assert answer["totals"] == {"A": -4, "B": 0, "C": 0}
    assert answer["because"][0] == "Round 1: B and C 0."
    assert len(answer["because"]) == 6


def test_the_order_of_the_rows_changes_no_points() -> None:
    assert whole(order=[*reversed(SLOTS)])["totals"] == whole()["totals"]
    assert whole(order=["blue", "red"])["because"][1].startswith("Blue: ")


# `place` and `can_play`


def test_the_first_listed_reason_counts() -> None:
    full = {"heaven": [1, 2, 3], "hell": [1, 2]}
    asked: Question = {"n": 3, "rows": {**EMPTY, "red": full}, "row": "red", "side": "heaven", "card": "blue-1"}
    assert ask("place", **asked)["reason"] == "wrong_row"
    assert ask("place", **{**asked, "card": "red-1"})["reason"] == "row_locked"
    side_full = {"heaven": [1, 2, 3], "hell": [1]}
    assert ask("place", **{**asked, "rows": {"red": side_full}, "card": "red-1"})["reason"] == "side_full"


@pytest.mark.parametrize(
    ("row", "said"),
    [
        ({"heaven": [1, 2, 3], "hell": [1, 2]}, "Red is locked: it has five cards."),
        ({"heaven": [1, 2, 3], "hell": [1]}, "The harp side of red has three cards. The trident side has room."),
    ],
)
def test_place_refuses_in_the_words_of_the_referee_of_a_round(row: Question, said: str) -> None:
    assert ask("place", n=3, rows={"red": row}, row="red", side="heaven", card="red-1")["because"] == [said]


def test_place_says_how_far_the_round_is() -> None:
    asked: Question = {"rows": {"red": {"heaven": [1, 1], "hell": [1, 1]}}, "row": "red", "side": "hell"}
    assert ask("place", n=3, **asked, card="red-2")["because"] == [
        "The card can go there.",
        "Five cards: the row is locked.",
        "1 row is locked; the round ends at 2.",
    ]


def test_one_open_row_is_enough_to_play() -> None:
    assert ask("can_play", hand_colours=["red"] * 6 + ["blue"], locked=["red"])["can_play"] is True
    assert ask("can_play", hand_colours=["red"] * 7, locked=[])["can_play"] is True
    assert ask("can_play", hand_colours=["red"] * 7, locked=["red", "blue"])["can_play"] is False
    assert find_fault("can_play", hand_colours=["pink"], locked=[]) == "hand_colours"
    assert find_fault("can_play", hand_colours=["red"], locked="red") == "locked"


# Setup and game


@pytest.mark.parametrize(("n", "facts"), [(3, (52, 2, 22, 3)), (4, (46, 2, 22, 4)), (5, (40, 3, 23, 5))])
def test_setup_by_number_of_players(n: int, facts: tuple[int, ...]) -> None:
    answer = ask("setup", n=n)
    assert tuple(answer[key] for key in ("deck", "locks_needed", "max_placements", "default_rounds")) == facts


def test_the_deal_and_the_start_move_left_from_any_dealer() -> None:
    none = {"A": 0, "B": 0, "C": 0, "D": 0}
    answer = ask("game", seats=["A", "B", "C", "D"], first_dealer="C", rounds=[none] * 5)
    assert answer["dealers"] == ["C", "D", "A", "B", "C"]
    assert answer["starters"] == ["D", "A", "B", "C", "D"]
    assert answer["winners"] == ["A", "B", "C", "D"]
