"""Questions to the referee: worked rulings, the limits of each kind, and input that is not valid."""

from collections.abc import Mapping
from typing import Any

import pytest

from scorekeeper.games.diabolo import GAME
from scorekeeper.games.diabolo.cards import SLOTS
from tests.support.diabolo import EMPTY, WORKED, ask, find_fault
from tests.support.loops import at_least_one
from tests.support.rulings import Question


@pytest.mark.parametrize("ruling", WORKED, ids=lambda ruling: str(ruling["id"]))
def test_a_missing_key_is_refused_by_its_name(ruling: Question) -> None:
    for key in at_least_one(ruling["input"]):
        rest = {other: value for other, value in ruling["input"].items() if other != key}
        if ruling["kind"] == "validate":
            assert find_fault("validate", **rest) == "rows"
        else:
            assert find_fault(ruling["kind"], **rest) == key


def test_every_kind_can_be_asked_by_taps() -> None:
    assert list(GAME.rulings) == ["row", "round", "place", "can_play", "setup", "game", "validate"]
    for ruling in GAME.rulings.values():
        assert ruling.blanks
        assert len({blank.key for blank in ruling.blanks}) == len(ruling.blanks)


# Row


def row(**question: Any) -> Mapping[str, Any]:
    return ask("row", **{"heaven": [5], "hell": [1], "hands": {"A": [2], "B": [1]}, "doubles": [], **question})


def test_a_doubler_counts_for_its_owner_only_and_the_spent_ones_are_sorted() -> None:
    answer = row(hands={"Zoe": [3], "Bo": [2, 1], "Ada": []}, doubles=["Zoe", "Ada"])
    assert answer["points"] == {"Zoe": 6, "Bo": 3, "Ada": 0}
    assert answer["spent"] == ["Ada", "Zoe"]


def test_nobody_has_the_colour() -> None:
    answer = row(hands={"A": [], "B": []}, doubles=["B"])
    assert (answer["points"], answer["spent"]) == ({"A": 0, "B": 0}, ["B"])


def test_sums_decide_and_not_how_many_cards() -> None:
    assert row(hands={"A": [1, 1, 1], "B": [4]})["points"] == {"A": 0, "B": 4}


def test_a_doubler_without_any_card_is_spent() -> None:
    assert row(hands={"A": [], "B": [4]}, doubles=["A"])["spent"] == ["A"]


def test_a_row_is_answered_that_cannot_lie_on_a_table() -> None:
    answer = row(heaven=[9, 9, 9, 9], hands={"A": [9] * 9})
    assert (answer["heaven"], answer["points"]) == (36, {"A": 81})


@pytest.mark.parametrize(("hell", "error"), [([5], "double_on_tied_row"), ([5, 1], "double_on_negative")])
def test_an_error_stands_alone(hell: list[int], error: str) -> None:
    answer = row(hell=hell, doubles=["A"])
    assert set(answer) == {"error", "because"}
    assert answer["error"] == error


@pytest.mark.parametrize(
    ("key", "value", "named"),
    [
        ("heaven", "5", "heaven"),
        ("heaven", [True], "heaven"),
        ("hell", [1.0], "hell"),
        ("hell", [10**16], "hell"),
        ("hands", {}, "hands"),
        ("hands", [], "hands"),
        ("hands", {"A": 3}, "hands.A"),
        ("hands", {"A": ["3"]}, "hands.A"),
        ("doubles", "A", "doubles"),
        ("doubles", ["C"], "doubles"),
        ("doubles", [["A"]], "doubles"),
        ("doubles", None, "doubles"),
    ],
)
def test_row_refuses_what_it_cannot_understand(key: str, value: object, named: str) -> None:
    question = {"heaven": [5], "hell": [1], "hands": {"A": [2]}, "doubles": [], key: value}
    assert find_fault("row", **question) == named


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


def test_no_doubler_on_a_minus_row_is_no_error() -> None:
    assert whole(rows={"red": MINUS}, doubles={"red": []})["totals"] == {"A": -2, "B": 0, "C": -2}


def test_totals_may_be_negative_and_rows_left_out_are_empty() -> None:
    answer = whole(rows={"blue": MINUS}, order=["blue"])
    assert answer["totals"] == {"A": -4, "B": 0, "C": 0}
    assert answer["because"][0] == "Round 1: B and C 0."
    assert len(answer["because"]) == 6


def test_the_order_of_the_rows_changes_no_points() -> None:
    assert whole(order=[*reversed(SLOTS)])["totals"] == whole()["totals"]
    assert whole(order=["blue", "red"])["because"][1].startswith("Blue: ")


@pytest.mark.parametrize(
    ("key", "value", "named"),
    [
        ("n", 0, "n"),
        ("n", True, "n"),
        ("n", "3", "n"),
        ("rows", [], "rows"),
        ("rows", {"pink": PLUS}, "rows.pink"),
        ("rows", {"red": [1]}, "rows.red"),
        ("rows", {"red": {"heaven": []}}, "rows.red.hell"),
        ("rows", {"red": {"heaven": [], "hell": [], "left": []}}, "rows.red"),
        ("rows", {"red": {"heaven": 1, "hell": []}}, "rows.red.heaven"),
        ("hands", {"A": {"pink": [1]}}, "hands.A.pink"),
        ("hands", {"A": [1]}, "hands.A"),
        ("hands", {"A": {"red": [None]}}, "hands.A.red"),
        ("doubles", {"red": ["D"]}, "doubles.red"),
        ("doubles", {"pink": []}, "doubles.pink"),
        ("doubles", [], "doubles"),
        ("order", ["red", "red"], "order"),
        ("order", ["pink"], "order"),
        ("order", "red", "order"),
    ],
)
def test_round_refuses_what_it_cannot_understand(key: str, value: object, named: str) -> None:
    question = {"n": 3, "rows": ALL_PLUS, "hands": {"A": {}}, "doubles": {}, "order": [*SLOTS], key: value}
    assert find_fault("round", **question) == named


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


@pytest.mark.parametrize(
    ("key", "value", "named"),
    [
        ("n", 2, "n"),
        ("n", 6, "n"),
        ("row", "pink", "row"),
        ("row", ["red"], "row"),
        ("side", "left", "side"),
        ("card", "red-6", "card"),
        ("card", "red-0", "card"),
        ("card", ["red", 1], "card"),
        ("card", 3, "card"),
        ("rows", None, "rows"),
    ],
)
def test_place_refuses_what_it_cannot_understand(key: str, value: object, named: str) -> None:
    question = {"n": 3, "rows": EMPTY, "row": "red", "side": "heaven", "card": "red-1", key: value}
    assert find_fault("place", **question) == named


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


@pytest.mark.parametrize("n", [2, 6, "3", 3.0, None, True])
def test_setup_refuses_other_numbers(n: object) -> None:
    assert find_fault("setup", n=n) == "n"


def test_the_deal_and_the_start_move_left_from_any_dealer() -> None:
    none = {"A": 0, "B": 0, "C": 0, "D": 0}
    answer = ask("game", seats=["A", "B", "C", "D"], first_dealer="C", rounds=[none] * 5)
    assert answer["dealers"] == ["C", "D", "A", "B", "C"]
    assert answer["starters"] == ["D", "A", "B", "C", "D"]
    assert answer["winners"] == ["A", "B", "C", "D"]


def test_a_game_without_rounds_is_level() -> None:
    answer = ask("game", seats=["A", "B", "C"], first_dealer="A", rounds=[])
    assert (answer["totals"], answer["dealers"]) == ({"A": 0, "B": 0, "C": 0}, [])


@pytest.mark.parametrize(
    ("key", "value", "named"),
    [
        ("seats", [], "seats"),
        ("seats", ["A", "A"], "seats"),
        ("seats", ["A", 1], "seats"),
        ("seats", {"A": 1}, "seats"),
        ("first_dealer", "C", "first_dealer"),
        ("first_dealer", ["A"], "first_dealer"),
        ("rounds", {}, "rounds"),
        ("rounds", [3], "rounds"),
        ("rounds", [{"A": 1}], "rounds.B"),
        ("rounds", [{"A": 1, "B": 1, "C": 1}], "rounds.C"),
        ("rounds", [{"A": 1, "B": "1"}], "rounds.B"),
        ("rounds", [{"A": 10**15, "B": 1}] * 2, "rounds"),
    ],
)
def test_game_refuses_what_it_cannot_understand(key: str, value: object, named: str) -> None:
    question = {"seats": ["A", "B"], "first_dealer": "A", "rounds": [], key: value}
    assert find_fault("game", **question) == named
