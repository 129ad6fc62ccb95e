"""The meaning of marks with two players: two cards ahead, or both piles are entered."""

from tests.support.marks import apply_changes, read_texts, spot, the
from tests.support.parade import TWO, read, red, rest, score
from tests.support.verdicts import by, cite_all


def test_read_both_says_that_nobody_is_two_ahead() -> None:
    sheet = score(rest(TWO) | {spot("red", "read"): 1} | read(0, 9) | read(1, 4, 2), TWO)
    assert [sheet.cells["red", seat].points for seat in range(2)] == [9, 6]
    assert sheet.decided


def test_nobody_is_two_ahead_while_both_are_still_being_read() -> None:
    marks = {spot("red", "read"): 1} | read(0, 9, 8, 7)
    sheet = score(marks, TWO)
    assert sheet.cells["red", 0].points == 24
    assert read_texts(sheet.problems) == []


def test_read_both_with_a_pile_two_bigger_is_impossible() -> None:
    marks = rest(TWO) | {spot("red", "read"): 1} | read(0, 9, 8, 7) | read(1, 3)
    problem = the(score(marks, TWO).problems, "Red: Alice has 2 more and flips.")
    assert problem.certain
    mended = score(apply_changes(marks, problem.cures[0].changes), TWO)
    assert mended.decided
    assert mended.cells["red", 0].flipped


def test_a_flip_that_is_not_two_ahead_is_impossible_and_one_tap_reads_both() -> None:
    marks = rest(TWO) | red(count=(3,)) | read(1, 5, 4)
    problem = the(score(marks, TWO).problems, "Bo has 2 red, so Alice needs 4 to flip but has 3.")
    assert [str(cure.label) for cure in problem.cures] == ["Enter both"]
    mended = score(apply_changes(marks, problem.cures[0].changes), TWO)
    assert cite_all(mended.open) == [by("told", count=3, who="Alice", colour="red")]


def test_with_two_players_too_a_bigger_pile_turns_the_flip_round() -> None:
    marks = rest(TWO) | red(count=(3,)) | read(1, 5, 4, 3, 2, 1)
    problem = the(score(marks, TWO).problems, "Red: Bo has 5, but Alice flips 3.")
    mended = score(apply_changes(marks, problem.cures[0].changes), TWO)
    assert mended.cells["red", 1].flipped


def test_a_single_card_was_never_counted_in_order_to_flip() -> None:
    sheet = score(rest(TWO) | red(count=(1,)) | read(1, 5, 4), TWO)
    assert read_texts([problem for problem in sheet.problems if problem.certain]) == []
    assert cite_all(sheet.open) == [by("told", count=1, who="Alice", colour="red")]


def test_nobody_is_two_ahead_before_the_second_pile_is_read() -> None:
    marks = {spot("red", "read"): 1} | red(count=(3,)) | read(1, 4)
    assert not score(marks, TWO).cells["red", 0].flipped


def test_read_both_means_nothing_with_three_players() -> None:
    assert score(rest() | red(count=(3, 0, 0)) | {spot("red", "read"): 1}).cells["red", 0].flipped
