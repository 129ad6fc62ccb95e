"""A round ends with two rows of five cards, three with five players. Sums that contradict this are reported."""

import pytest

from scorekeeper.games.diabolo.cards import SLOTS
from scorekeeper.games.pad import Setup, Sheet
from tests.support.diabolo import THREE, level_but, play, score
from tests.support.marks import Written, read_texts, spot
from tests.support.verdicts import by, cite

FIVE = play("Michael", "Joe", "Anna", "Bo", "Cleo")
LOCKED, OPEN, FULL = (7, 6), (1, 0), (15, 10)
"""Sums that a row of five cards can have, that none can have, and that only such a row can have."""


def sums(*rows: tuple[int | None, int | None]) -> Written:
    """Return a complete pad with these sums of harp and trident, row by row. Everybody holds six red cards."""
    marks: Written = {spot("end", "all"): 1, **{spot(SLOTS[0], "sum", seat): 6 for seat in range(5)}}
    marks |= {spot(slot, "nobody"): 1 for slot in SLOTS[1:]}
    for slot, row in zip(SLOTS, rows):
        marks |= {spot(slot, box): made for box, made in zip(("harp", "trident"), row) if made is not None}
    return marks


def certain(sheet: Sheet) -> list[str]:
    return [
        text
        for text in read_texts([problem for problem in sheet.problems if problem.certain])
        if "with these sums" in text
    ]


@pytest.mark.parametrize(
    ("setup", "rows", "sentence"),
    [
        (THREE, [OPEN] * 5, "Rows that can have 5 cards with these sums: 0. The round ends at 2."),
        (
            THREE,
            [LOCKED, *[OPEN] * 4],
            "Rows that can have 5 cards with these sums: 1. The round ends at 2.",
        ),
        (
            FIVE,
            [LOCKED, LOCKED, *[OPEN] * 3],
            "Rows that can have 5 cards with these sums: 2. The round ends at 3.",
        ),
        (THREE, [FULL] * 5, "Rows that have 5 cards with these sums: 5. The round ends at 2."),
        (THREE, [FULL, FULL, FULL, OPEN, OPEN], "Rows that have 5 cards with these sums: 3. The round ends at 2."),
        (FIVE, [FULL, FULL, FULL, FULL, OPEN], "Rows that have 5 cards with these sums: 4. The round ends at 3."),
    ],
)
def test_sums_by_which_the_round_cannot_have_ended_are_refused_with_the_reason(
    setup: Setup, rows: list[tuple[int | None, int | None]], sentence: str
) -> None:
    sheet = score(sums(*rows), setup)
    assert certain(sheet) == [sentence]
    assert (cite(sheet.verdict), str(sheet.reason)) == (by("told"), sentence)
    assert sheet.winners == ()


@pytest.mark.parametrize(
    ("setup", "rows"),
    [
        (THREE, [LOCKED, LOCKED, OPEN, OPEN, OPEN]),
        (THREE, [LOCKED] * 5),
        (THREE, [FULL, FULL, LOCKED, OPEN, OPEN]),
        (FIVE, [FULL, FULL, FULL, OPEN, OPEN]),
        (FIVE, [LOCKED, LOCKED, LOCKED, OPEN, OPEN]),
    ],
)
def test_sums_by_which_the_round_can_have_ended_are_counted(setup: Setup, rows: list[tuple[int, int]]) -> None:
    assert score(sums(*rows), setup).decided


@pytest.mark.parametrize(
    ("row", "may", "must"),
    [
        ((3, 2), True, False),
        ((2, 3), True, False),
        ((15, 1), False, False),
        ((1, 15), False, False),
        ((5, 0), False, False),
        ((11, 2), True, False),
        ((11, 6), True, True),
        ((6, 11), True, True),
        ((10, 10), True, False),
        ((10, 11), True, True),
    ],
)
def test_three_cards_lie_on_a_side_and_each_makes_one_to_five(row: tuple[int, int], may: bool, must: bool) -> None:
    one_short = score(sums(LOCKED, row, OPEN, OPEN, OPEN))
    assert (not certain(one_short)) is may
    one_over = score(sums(FULL, FULL, row, OPEN, OPEN))
    assert bool(certain(one_over)) is must


def test_the_sides_are_marked() -> None:
    (few,) = [problem for problem in score(sums(LOCKED, *[OPEN] * 4)).problems if problem.certain]
    assert {where.row for where in few.spots} == set(SLOTS)
    (many,) = [problem for problem in score(sums(FULL, FULL, FULL, OPEN, LOCKED)).problems if problem.certain]
    assert {where.box for where in many.spots} == {"trident", "harp"}


def test_rows_without_sums_can_have_any_cards() -> None:
    assert score(level_but()).decided
    fast = {spot(slot, "side"): "harp" for slot in SLOTS}
    assert score(sums() | fast).decided
    one_side = {spot(slot, "harp"): 2 for slot in SLOTS} | {spot(slot, "side"): "harp" for slot in SLOTS}
    assert certain(score(one_side)) == []


def test_a_pad_that_is_being_written_is_not_doubted_before_it_cannot_come_right() -> None:
    marks = sums(OPEN, OPEN, OPEN)
    del marks[spot("end", "all")]
    assert certain(score(marks)) == []
    assert certain(score(marks | {spot("purple", "harp"): 1, spot("purple", "trident"): 0})) == [
        "Rows that can have 5 cards with these sums: 1. The round ends at 2."
    ]


def test_one_sum_is_enough_to_know_that_a_row_is_not_locked() -> None:
    marks = {spot(slot, "harp"): 1 for slot in SLOTS[:4]}
    assert certain(score(marks)) == ["Rows that can have 5 cards with these sums: 1. The round ends at 2."]
