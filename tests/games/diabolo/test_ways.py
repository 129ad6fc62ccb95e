"""Three ways of entering a round: what they ask, how many taps they take, and that all give the same result."""

import re
from random import Random
from statistics import mean

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.games.diabolo import GAME
from scorekeeper.games.diabolo.cards import SLOTS
from scorekeeper.games.entry import Ask, Step
from scorekeeper.games.pad import Mark, Setup, Sheet, Spot
from tests.support.diabolo import (
    NAMES,
    PEOPLE,
    THREE,
    Phone,
    Round,
    cards,
    enter_round,
    hand,
    play,
    random_round,
    score,
    side,
)
from tests.support.loops import at_least_one
from tests.support.marks import Written, apply_changes, spot
from tests.support.soak import SOAK, try_cases
from tests.support.ways import find_step

EVENING = Round(
    heaven={"red": [3, 1], "yellow": [5, 3], "green": [2, 2, 1], "purple": [4, 2, 1], "blue": [1]},
    hell={"red": [2], "yellow": [2], "green": [5, 2], "purple": [5, 1], "blue": [3, 2]},
    hands={
        "Michael": {"red": [1], "green": [3, 1], "purple": [5], "blue": [2, 1]},
        "Joe": {"red": [4], "yellow": [1, 1], "purple": [4, 2], "blue": [3]},
        "Anna": {"red": [2, 1], "yellow": [5], "green": [1], "purple": [1], "blue": [4]},
    },
    doubles={"purple": ["Michael", "Joe"]},
)
"""A round of 18 cards in which no row is tied."""


def step(way: str, key: str, marks: dict[Spot, Mark], setup: Setup = THREE) -> Step:
    return find_step(GAME, setup, way, key, marks)


def outcome(sheet: Sheet) -> tuple[object, ...]:
    """Return the result of a sheet without its working."""
    return sheet.totals, sheet.ranks, sheet.winners, sheet.verdict, sheet.reason, sheet.decided


def labels(ask: Ask) -> list[str]:
    return [str(choice.label) for choice in ask.choices]


def test_the_way_that_checks_most_comes_first() -> None:
    assert [(way.key, way.layout) for way in GAME.ways(THREE)] == [
        ("hands", "rows"),
        ("fast", "rows"),
        ("totals", "keypad"),
    ]


def test_a_row_is_done_once_the_table_goes_on_to_the_side_of_the_next() -> None:
    marks = side("red", "harp") | hand("red", 1, 4)
    assert not step("hands", "red", marks).done  # Michael may have red as well
    assert step("hands", "red", marks | side("yellow", "trident")).done
    assert not step("hands", "red", side("red", "harp") | side("yellow", "trident")).done


def test_sums_that_the_referee_wrote_do_not_mean_that_the_table_went_on() -> None:
    sums: dict[Spot, Mark] = {spot(slot, box): 5 - (box == "trident") for slot in SLOTS for box in ("harp", "trident")}
    assert not step("hands", "red", sums | hand("red", 1, 4)).done
    assert step("hands", "red", sums | hand("red", 1, 4) | hand("yellow", 1, 2)).done


# Taps


def test_all_hands_take_23_taps() -> None:
    phone = enter_round(THREE, "hands", EVENING)
    assert (phone.taps, phone.doublers) == (5 + 18, 2)
    assert list(score(phone.marks).totals.values()) == [-4, 16, 1]


def test_the_fast_way_takes_15_taps() -> None:
    phone = enter_round(THREE, "fast", EVENING)
    assert (phone.taps, phone.doublers) == (5 + 5 + 5, 2)


@pytest.mark.parametrize("players", [3, 4, 5])
def test_where_ways_are_chosen_they_say_how_many_taps_rounds_take_on_the_average(players: int) -> None:
    setup = play(*NAMES[:players])
    rounds = [random_round(Random(seed), players) for seed in range(30 if SOAK else 4)]
    for way in at_least_one(GAME.ways(setup)):
        counted = mean(enter_round(setup, way.key, played).taps for played in rounds)
        about, of = map(int, re.findall(r"\d+", str(way.taps)))
        assert (of, about) == (players, pytest.approx(counted, rel=0.15)), way.key


@given(st.integers(0, 2**32), st.integers(3, 5))
@try_cases(100)
def test_every_way_comes_to_the_same(seed: int, players: int) -> None:
    played = random_round(Random(seed), players)
    setup = play(*NAMES[:players])
    sheets = {way: score(enter_round(setup, way, played).marks, setup) for way in PEOPLE}
    for sheet in at_least_one(sheets.values()):
        assert sheet.decided
        assert outcome(sheet) == outcome(sheets["hands"])
        top = {key: cell.points for key, cell in sheet.cells.items() if cell.points}
        assert top == {key: cell.points for key, cell in sheets["hands"].cells.items() if cell.points}


@given(st.integers(0, 2**32), st.lists(st.sampled_from([*PEOPLE]), min_size=2, max_size=4))
@try_cases(80)
def test_changing_the_way_loses_nothing(seed: int, ways: list[str]) -> None:
    played = random_round(Random(seed), 3)
    setup = play(*NAMES[:3])
    phone = Phone(setup, ways[0], played)
    PEOPLE[ways[0]](phone)
    before = dict(phone.marks)
    sheet = score(before, setup)
    for way in ways[1:]:
        phone.way(way)
        for each in phone.steps(setup, phone.marks, 1):
            assert each.asks
            assert each.done
            assert each.then == {}
    assert phone.marks == before
    assert score(phone.marks, setup) == sheet


# The side


@pytest.mark.parametrize("way", ["hands", "fast"])
def test_first_the_side_is_asked_for(way: str) -> None:
    red = step(way, "red", {})
    (ask,) = red.asks
    assert (ask.seat, ask.box, ask.show) == (None, "side", "sides")
    assert [(str(choice.label), choice.icon) for choice in ask.choices] == [
        ("−", "trident"),
        ("tied", ""),
        ("+", "harp"),
    ]
    assert str(red.hint) == "Which side is ahead?"
    assert (red.then, red.done) == ({}, False)


def test_a_second_tap_on_a_side_takes_it_back() -> None:
    ask = step("hands", "red", side("red", "harp")).asks[0]
    assert [choice.chosen for choice in ask.choices] == [False, False, True]
    assert ask.choices[2].changes == {spot("red", "side"): None}
    assert ask.choices[0].changes == {spot("red", "side"): "trident"}


def test_a_side_known_by_its_sums_is_shown_as_chosen() -> None:
    ask = step("hands", "red", {spot("red", "harp"): 1, spot("red", "trident"): 4}).asks[0]
    assert [choice.chosen for choice in ask.choices] == [True, False, False]


@pytest.mark.parametrize("way", ["hands", "fast"])
def test_a_level_row_asks_for_nothing_more(way: str) -> None:
    red = step(way, "red", side("red", "level"))
    assert len(red.asks) == 1
    assert red.done
    assert str(red.hint) == "Tied, no score."


# Hands


def test_on_a_plus_row_cards_and_doublers_are_asked_for() -> None:
    red = step("hands", "red", side("red", "harp"))
    assert [(ask.seat, ask.show, ask.tick) for ask in red.asks[1:]] == [(seat, "chips", "double") for seat in range(3)]
    assert red.then == {spot("red", "nobody"): 1}


def test_a_doubler_can_be_taken_back_where_it_was_committed_but_not_used_again() -> None:
    marks = cards("red", "harp", (5,), (1,), (), doubled=(0,)) | side("blue", "harp")
    assert [ask.tick for ask in step("hands", "red", marks).asks[1:]] == ["double", "double", "double"]
    assert [ask.tick for ask in step("hands", "blue", marks).asks[1:]] == ["", "double", "double"]


def test_a_doubler_spent_in_a_later_row_is_not_offered_in_an_earlier_one() -> None:
    marks = cards("blue", "harp", (5,), (1,), (), doubled=(0,)) | side("red", "harp")
    assert [ask.tick for ask in step("hands", "red", marks).asks[1:]] == ["", "double", "double"]


def test_the_sum_of_a_hand_is_read_out_while_it_is_tapped() -> None:
    marks = side("red", "harp") | hand("red", 1, 4, 2) | hand("red", 2, 3) | {spot("red", "sum", 0): 9}
    assert [str(ask.hint) for ask in step("hands", "red", marks).asks[1:]] == ["9", "4 + 2 = 6", "3"]


def test_the_step_says_what_the_row_brings() -> None:
    red = step("hands", "red", cards("red", "harp", (5,), (4, 2), ()))
    assert str(red.hint) == "Highest: Joe, 6. Gain: +6."


def test_leaving_the_last_row_says_that_this_is_all() -> None:
    assert step("hands", "blue", cards("blue", "harp", (1,), (), ())).then == {spot("end", "all"): 1}
    assert step("hands", "blue", {spot("end", "all"): 1}).then == {}
    assert step("hands", "purple", cards("purple", "harp", (1,), (), ())).then == {}


# Fast


def test_fast_asks_who_doubles_who_has_most_and_how_much() -> None:
    red = step("fast", "red", side("red", "harp"))
    assert [(ask.box, ask.show) for ask in red.asks] == [("side", "sides"), ("double", "sides"), ("top", "sides")]
    assert labels(red.asks[1]) == ["Michael ×2", "Joe ×2", "Anna ×2"]
    assert labels(red.asks[2]) == ["Michael", "Joe", "Anna", "nobody"]
    named = step("fast", "red", side("red", "harp") | {spot("red", "top", 1): 1})
    ask = named.asks[-1]
    assert (ask.seat, ask.box, ask.show, ask.most) == (1, "sum", "counts", 24)
    assert str(named.hint) == "Highest: Joe. How much in red?"


def test_fast_asks_for_the_side_unless_both_sums_are_entered_and_no_side_is_named() -> None:
    sums: Written = {spot("red", "harp"): 5, spot("red", "trident"): 1}
    for marks, asked in ((sums, False), (sums | side("red", "harp"), True), (side("red", "harp"), True)):
        assert ("side" in [ask.box for ask in step("fast", "red", marks).asks]) == asked
    one: Written = {spot("red", "harp"): 5, spot("end", "all"): 1}
    assert step("fast", "red", one).asks[0].box == "side"


def test_fast_takes_one_sum_for_several_level_holders() -> None:
    marks: Written = side("red", "trident") | {spot("red", "top", seat): 1 for seat in (0, 2)}
    red = step("fast", "red", marks)
    assert [(ask.box, ask.seat) for ask in red.asks] == [("side", None), ("top", None), ("sum", 0)]
    assert str(red.hint) == "Highest: Michael and Anna. How much in red?"
    sheet = score(marks | {spot("red", "sum", 0): 7})
    assert list(sheet.totals.values()) == [-7, 0, -7]


def test_a_second_tap_on_a_holder_takes_name_and_sum_back() -> None:
    marks = side("red", "harp") | {spot("red", "top", 1): 1, spot("red", "sum", 1): 6}
    joe = step("fast", "red", marks).asks[2].choices[1]
    assert joe.chosen
    assert apply_changes(marks, joe.changes) == side("red", "harp")


def test_nobody_and_a_holder_replace_each_other() -> None:
    marks = side("red", "harp") | {spot("red", "top", 1): 1, spot("red", "sum", 1): 6}
    nobody = step("fast", "red", marks).asks[2].choices[3]
    marks = apply_changes(marks, nobody.changes)
    assert marks == side("red", "harp") | {spot("red", "nobody"): 1}
    again = step("fast", "red", marks).asks[2].choices
    assert again[3].chosen
    assert apply_changes(marks, again[0].changes) == side("red", "harp") | {spot("red", "top", 0): 1}
    assert apply_changes(marks, again[3].changes) == side("red", "harp")


def test_fast_shows_who_has_most_by_the_cards_and_asks_for_no_sum() -> None:
    red = step("fast", "red", cards("red", "trident", (5,), (4, 2), ()))
    assert [choice.chosen for choice in red.asks[1].choices] == [False, True, False, False]
    assert len(red.asks) == 2
    named = cards("red", "trident", (5,), (4, 2), ()) | {spot("red", "top", 1): 1}
    assert len(step("fast", "red", named).asks) == 2


# Totals


def test_totals_are_typed_side_by_side_then_hand_by_hand() -> None:
    red = step("totals", "red", {})
    assert [(ask.box, ask.seat, ask.show) for ask in red.asks] == [
        ("trident", None, "keys"),
        ("harp", None, "keys"),
        *[("sum", seat, "keys") for seat in range(3)],
    ]
    level = step("totals", "red", {spot("red", "harp"): 3, spot("red", "trident"): 3})
    assert [ask.box for ask in level.asks] == ["trident", "harp"]


def test_totals_offer_doublers_as_buttons_on_plus_rows() -> None:
    assert step("totals", "red", {}).choices == ()
    plus: Written = {spot("red", "harp"): 3, spot("red", "trident"): 2}
    joe = step("totals", "red", plus).choices[1]
    assert (str(joe.label), joe.changes) == ("Joe ×2", {spot("red", "double", 1): 1})
    taken = step("totals", "red", apply_changes(plus, joe.changes)).choices[1]
    assert (taken.chosen, taken.changes) == (True, {spot("red", "double", 1): None})


def test_totals_show_the_cards_that_are_read() -> None:
    asks = step("totals", "red", cards("red", "harp", (4, 2), (), ())).asks
    assert [str(ask.hint) for ask in asks[2:]] == ["4 + 2 = 6", "None", "None"]
