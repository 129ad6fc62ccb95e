"""What is impossible, very unlikely or missing: every problem with the taps that fix it."""

import pytest

from scorekeeper.games.diabolo.cards import SLOTS
from scorekeeper.games.pad import Problem
from tests.support.diabolo import cards, hand, level_but, play, points, score, side
from tests.support.marks import Written, apply_changes, read_texts, spot, the
from tests.support.verdicts import by, cite, cite_all


def certain(marks: Written) -> list[Problem]:
    return [problem for problem in score(marks).problems if problem.certain]


def doubtful(marks: Written, **options: str) -> list[Problem]:
    sheet = score(marks, play("Michael", "Joe", "Anna", **options))
    return [problem for problem in sheet.problems if not problem.certain]


def fix(marks: Written, start: str, cure: int = 0) -> Written:
    """Return the pad after tapping a cure of the problem that starts with this text."""
    sheet = score(marks)
    problem = the((*sheet.problems, *sheet.open), start)
    return apply_changes(marks, problem.cures[cure].changes)


# Still missing


@pytest.mark.parametrize("marks", [{}, {spot("end", "all"): 1}], ids=["blank", "marked as complete"])
def test_an_empty_pad_says_so_once(marks: Written) -> None:
    sheet = score(marks)
    assert read_texts(sheet.open) == ["Nothing entered yet."]
    assert {where.row for where in sheet.open[0].spots} == set(SLOTS)
    assert (cite(sheet.verdict), str(sheet.reason)) == (by("told"), read_texts(sheet.open)[0])
    assert sheet.winners == ()


def test_once_something_is_written_every_side_that_is_open_is_asked_for() -> None:
    for marks in (side("red", "level"), {spot("red", "harp"): 5, spot("red", "trident"): 5}):
        assert read_texts(score(marks).open) == [f"Which side is ahead in {slot}?" for slot in SLOTS[1:]]
    assert len(read_texts(score({spot("blue", "double", 1): 1}).open)) == len(SLOTS)


def test_a_round_of_level_rows_says_that_nobody_scores() -> None:
    sheet = score(level_but())
    assert (str(sheet.verdict), str(sheet.reason)) == ("Round 1: 0 for everybody.", "")
    assert sheet.winners == (0, 1, 2)


@pytest.mark.parametrize(("box", "other"), [("harp", "trident"), ("trident", "harp")])
def test_the_other_sum_of_a_row_is_asked_for_and_blank_is_none_in_the_end(box: str, other: str) -> None:
    marks: Written = {spot("red", box): 5}
    assert read_texts(score(marks).open)[0] == f"What does the {other} side of red add up to?"
    ended = marks | {spot("end", "all"): 1} | hand("red", 0, 2)
    assert points(score(ended)) == [2 if box == "harp" else -2, 0, 0]


def test_a_named_side_needs_no_sums() -> None:
    assert points(score(side("red", "trident") | {spot("red", "harp"): 5} | hand("red", 0, 2))) == [-2, 0, 0]


def test_a_row_without_hands_is_named_and_not_taken_for_none() -> None:
    marks = side("red", "harp") | level_but("red")
    assert read_texts(score(marks).open) == ["Who is highest in red?"]
    assert score(fix(marks, "Who is highest in red")).decided


def test_a_holder_without_a_sum_is_asked_for_it() -> None:
    marks = side("red", "harp") | {spot("red", "top", 1): 1} | level_but("red")
    sheet = score(marks)
    assert read_texts(sheet.open) == ["How much does Joe have in red?"]
    assert sheet.cells["red", 1].points is None
    assert "red" not in sheet.notes


def test_blank_hands_count_as_none_but_keep_the_round_open() -> None:
    marks = cards("red", "harp", (5,), (), ())
    sheet = score(marks)
    assert points(sheet) == [5, 0, 0]
    assert "Does Joe have no red? 1 more pile is blank." in read_texts(sheet.open)
    assert "Does Anna have no red?" in read_texts(score(marks | hand("red", 1, 1)).open)
    assert not the(score(fix(marks, "Does Joe have")).open, "Which side is ahead in yellow").cures


def test_a_mark_in_a_later_row_settles_a_blank_hand() -> None:
    marks = cards("red", "harp", (5,), (), ()) | cards("blue", "harp", (), (1,), ())
    assert "Does Anna have no red? 2 more piles are blank." in read_texts(score(marks).open)


def test_the_lower_hands_need_not_be_told_where_the_highest_is_named() -> None:
    marks = side("red", "harp") | {spot("red", "top", 1): 1, spot("red", "sum", 1): 6} | level_but("red")
    del marks[spot("end", "all")]
    sheet = score(marks)
    assert sheet.decided
    assert points(sheet) == [0, 6, 0]


# Sides


def test_a_side_that_contradicts_the_sums() -> None:
    marks = side("red", "trident") | {spot("red", "harp"): 7, spot("red", "trident"): 6}
    assert read_texts(certain(marks)) == ["Red: harp 7, trident 6. Another side is marked as ahead."]
    assert certain(fix(marks, "Red: harp 7")) == certain(fix(marks, "Red: harp 7", 1)) == []
    assert fix(marks, "Red: harp 7", 1) == side("red", "trident")


def test_sums_that_take_more_cards_than_a_row_has() -> None:
    marks: Written = {spot("red", "harp"): 15, spot("red", "trident"): 11}
    assert cite_all(certain(marks)) == [by("five", label="Red", cards=6)]
    assert certain(marks | {spot("red", "trident"): 10}) == []


# Hands


def test_a_sum_that_the_cards_do_not_make() -> None:
    marks = cards("red", "harp", (4, 2), (), ()) | {spot("red", "sum", 0): 7}
    assert cite_all(certain(marks)) == [by("agree", made=6, sum=7, who="Michael", colour="red")]
    assert points(score(fix(marks, "Michael’s red cards"))) == [6, 0, 0]
    assert points(score(fix(marks, "Michael’s red cards", 1))) == [7, 0, 0]
    assert certain(marks | {spot("red", "sum", 0): 6}) == []


def test_nobody_and_yet_somebody() -> None:
    marks = cards("red", "harp", (4,), (2,), ()) | {spot("red", "nobody"): 1}
    assert cite_all(certain(marks)) == [by("agree", who="Michael and Joe", colour="red")]
    assert certain(fix(marks, "Michael and Joe")) == []
    assert cite_all(certain(side("red", "harp") | {spot("red", "nobody"): 1, spot("red", "top", 1): 1})) == [
        by("agree", who="Joe", colour="red")
    ]


def test_holders_that_are_not_level() -> None:
    marks = side("red", "harp") | {
        **{spot("red", "top", seat): 1 for seat in (0, 1)},
        spot("red", "sum", 0): 5,
        spot("red", "sum", 1): 6,
    }
    assert cite_all(certain(marks)) == [by("tie", word="red", who="Michael", sum=5, best=6)]
    assert certain(fix(marks, "Michael has 5")) == []
    assert points(score(fix(marks, "Michael has 5"))) == [0, 6, 0]


def test_a_hand_above_the_one_that_is_named_as_highest() -> None:
    marks = side("red", "harp") | hand("red", 0, 4, 3) | {spot("red", "top", 1): 1, spot("red", "sum", 1): 6}
    assert cite_all(certain(marks)) == [by("agree", who="Michael", sum=7, label="Red", best=6)]
    problem = the(score(marks).problems, "Red: 6")
    assert [str(cure.label) for cure in problem.cures] == ["Highest: Michael"]
    assert points(score(fix(marks, "Red: 6"))) == [7, 0, 0]


def test_a_hand_as_high_as_the_one_that_is_named_as_highest() -> None:
    marks = side("red", "harp") | hand("red", 0, 4, 2) | hand("red", 2, 5, 1)
    marks |= {spot("red", "top", 1): 1, spot("red", "sum", 1): 6}
    assert cite_all(certain(marks)) == [by("agree", who="Michael and Anna", sum=6, label="Red")]
    assert [str(cure.label) for cure in the(score(marks).problems, "Red: Michael").cures] == ["Tied: Michael and Anna"]
    assert points(score(fix(marks, "Red: Michael and"))) == [6, 6, 6]


# Doublers


def test_a_second_doubler_in_a_round() -> None:
    marks = cards("red", "harp", (5,), (), (), doubled=(0,)) | cards("blue", "harp", (4,), (), (), doubled=(0,))
    text = "Michael has only one doubler, so red and blue cannot both be doubled."
    assert read_texts(certain(marks)) == [text]
    assert points(score(marks)) == [14, 0, 0]
    assert [points(score(fix(marks, text, cure)))[0] for cure in (0, 1)] == [13, 14]
    assert [str(cure.label) for cure in the(score(marks).problems, text).cures] == [
        "No doubler on red",
        "No doubler on blue",
    ]


@pytest.mark.parametrize("ahead", ["trident", "level"])
def test_a_doubler_on_a_row_that_a_correction_turns_is_ignored_unspent_and_doubtful(ahead: str) -> None:
    marks = cards("red", ahead, (5,), (), (), doubled=(0,)) | cards("blue", "harp", (4,), (), (), doubled=(0,))
    marks |= level_but("red", "blue")
    text = "Michael doubled red, but the harp is not ahead there. Not counted, and not used up."
    assert read_texts(doubtful(marks)) == [text]
    assert certain(marks) == []
    assert points(score(marks)) == [8 - (5 if ahead == "trident" else 0), 0, 0]
    assert score(marks).decided
    assert doubtful(fix(marks, text)) == []


def test_a_doubler_on_a_row_without_a_side_says_nothing_yet() -> None:
    assert score({spot("red", "double", 0): 1}).problems == ()


def test_doublers_without_cards_or_without_luck_are_spent_and_said() -> None:
    marks = cards("red", "harp", (5,), (), (4,), doubled=(1, 2)) | level_but("red")
    assert str(score(marks).notes["red"]) == "Highest: Michael, 5. Gain: +5. Doubler used up: Joe and Anna."
    assert score(marks).cells["red", 1].points == 0
    nobody = side("red", "harp") | {spot("red", "nobody"): 1, spot("red", "double", 0): 1} | level_but("red")
    assert str(score(nobody).notes["red"]) == "Nobody has the colour: no score. Doubler used up: Michael."
    both = cards("red", "harp", (5,), (5,), (4,), doubled=(1, 2)) | level_but("red")
    assert str(score(both).notes["red"]) == (
        "Highest: Michael and Joe, 5 each. Gain: +5. Doubled: Joe, +10. Doubler used up: Anna."
    )


# Six cards


def five_rows(hands: dict[str, tuple[tuple[int, ...], ...]]) -> Written:
    marks: Written = {}
    for slot in SLOTS:
        marks |= cards(slot, "harp", *hands.get(slot, ((1,), (1,), (1,))))
    return marks


def test_more_than_six_cards_in_a_hand() -> None:
    marks = cards("red", "harp", (1, 1, 2), (), ()) | cards("blue", "harp", (1, 1, 2, 2), (), ())
    assert read_texts(certain(marks)) == ["The hands of Michael need 7 cards, but everybody holds 6."]


def test_fewer_than_six_only_when_all_five_rows_were_read() -> None:
    six = ((1, 2), (1, 2), (1,))
    marks = five_rows({"red": six})
    text = "The hands of Anna are at most 5 cards, but everybody holds 6."
    assert read_texts(score(marks).open) == [text]
    assert certain(marks) == []
    assert read_texts(certain(marks | {spot("end", "all"): 1})) == [text]
    level = five_rows({"red": six}) | side("yellow", "level")
    level = {where: mark for where, mark in level.items() if (where.row, where.box) != ("yellow", "hand")}
    assert score(level | {spot("end", "all"): 1}).decided


def test_sums_that_take_more_than_six_cards() -> None:
    marks: Written = {spot(slot, "sum", 0): 6 for slot in SLOTS[:4]} | {spot(slot, "side"): "harp" for slot in SLOTS}
    assert read_texts(certain(marks)) == ["The hands of Michael need 8 cards, but everybody holds 6."]


def test_sums_that_make_fewer_than_six_cards() -> None:
    marks = five_rows(dict.fromkeys(SLOTS, ((1,), (2,), (2,))) | {"red": ((1,), (2, 1), (2, 1))})
    del marks[spot("blue", "hand", 0, 1)]
    marks |= {spot("blue", "sum", 0): 1, spot("end", "all"): 1}
    assert cite_all(certain(marks)) == [by("six-cards", who="Michael", count=5)]


# Copies


def test_more_copies_than_the_deck_should_have() -> None:
    marks = cards("blue", "trident", (2, 1), (3, 3, 3), (3,))
    assert cite_all(doubtful(marks)) == [by("copies", count=4, colour="blue", value=3, most=3)]
    assert doubtful(marks, copies_check="off") == []
    assert doubtful(cards("blue", "trident", (2, 1), (3, 3, 3), ())) == []
    assert cite_all(doubtful(cards("blue", "trident", (1,) * 6, (1,) * 6, ()))) == [
        by("copies", count=12, colour="blue", value=1, most=4)
    ]
    assert score(marks | level_but("blue")).decided


def test_a_sum_larger_than_six_cards_should_make() -> None:
    marks = side("red", "harp") | {spot("red", "sum", 0): 25}
    assert cite_all(doubtful(marks)) == [by("copies", who="Michael", sum=25, word="red")]
    assert doubtful(marks | {spot("red", "sum", 0): 24}) == []
    assert doubtful(marks, copies_check="off") == []


def test_a_colour_larger_than_the_deck_should_have() -> None:
    marks: Written = {spot("red", "harp"): 12, spot("red", "trident"): 6}
    marks |= {spot("red", "sum", 0): 12, spot("red", "sum", 1): 8}
    assert cite_all(doubtful(marks)) == [by("copies", word="red", sum=38)]
    assert doubtful(marks | {spot("red", "sum", 1): 7}) == []
    assert doubtful(marks, copies_check="off") == []
