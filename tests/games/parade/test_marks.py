"""The meaning of marks: sizes, flips, values, missing entries and impossible ones."""

from scorekeeper.games.parade.cards import SLOTS
from tests.support.marks import apply_changes, read_texts, spot, the
from tests.support.parade import EXAMPLE, TIED, TWO, Piles, cards, certain, play, read, red, rest, score
from tests.support.verdicts import by, cite, cite_all

# Sizes and who flips


def test_a_pile_as_big_as_the_flipped_one_flips_too() -> None:
    sheet = score(rest() | red(count=(3,)) | read(1, 9, 8, 1))
    assert cite(sheet.notes["red"]) == by("level", who="Alice and Hatter", count=3)
    assert sheet.decided


def test_a_pile_with_more_cards_than_are_read_is_open() -> None:
    sheet = score(rest() | red(count=(4, 3)) | read(1, 9, 8))
    assert sheet.cells["red", 1].points is None
    assert cite_all(sheet.open) == [by("told", who="Hatter", colour="red", read=2, count=3)]
    assert (cite(sheet.verdict), cite(sheet.reason)) == (
        by("told"),
        by("told", who="Hatter", colour="red", read=2, count=3),
    )


# No cards, and cards not entered yet


def test_a_colour_without_any_mark_is_named_even_after_that_is_all() -> None:
    sheet = score(rest())
    open_red = the(sheet.open, "Red")
    assert cite(open_red.text) == by("told", colour="Red")
    assert [str(cure.label) for cure in open_red.cures] == ["Nobody has red"]
    mended = score(apply_changes(rest(), open_red.cures[0].changes))
    assert mended.decided
    assert ("red", 0) not in mended.cells


def test_that_is_all_makes_every_blank_none() -> None:
    marks = {where: mark for where, mark in cards(EXAMPLE).items() if where.row != "end"}
    mended = score(apply_changes(marks, score(marks).open[0].cures[0].changes))
    assert mended.decided
    assert ("orange", 0) not in mended.cells


def test_a_blank_is_none_once_that_player_has_a_later_colour() -> None:
    marks = red(count=(4,)) | read(1, 5, row="blue")
    assert score(marks).cells["red", 2].points is None
    assert ("red", 1) not in score(marks).cells
    assert read_texts(score(marks).open)[-1] == "Does Cheshire have no red? 2 more piles are blank."


def test_nobody_settles_a_whole_colour() -> None:
    sheet = score({spot("red", "nobody"): 1})
    assert by("told", colour="Red") not in cite_all(sheet.open)
    assert cite(sheet.notes["red"]) == by("most", word="red")


# Impossible entries


def test_two_owners_of_a_card_is_impossible_and_one_tap_moves_it() -> None:
    marks = rest() | read(0, 3, 1) | read(1, 1, 0, 2)
    problem = the(score(marks).problems, "Alice and Hatter both have Red 1.")
    assert set(problem.spots) == {spot("red", "cards", 0, 1), spot("red", "cards", 1, 1)}
    assert [str(cure.label) for cure in problem.cures] == ["Move to Alice", "Move to Hatter"]
    mended = apply_changes(marks, problem.cures[0].changes)
    assert (spot("red", "cards", 0, 1) in mended, spot("red", "cards", 1, 1) in mended) == (True, False)
    assert score(mended).decided


def test_nobody_and_somebody_is_impossible_and_the_marks_win() -> None:
    marks = rest() | {spot("red", "nobody"): 1} | red(count=(4,))
    sheet = score(marks)
    problem = the(sheet.problems, "Alice has red, so “nobody” is wrong.")
    assert sheet.cells["red", 0].points == 4
    assert score(apply_changes(marks, problem.cures[0].changes)).decided


def test_more_cards_than_the_flipped_pile_is_impossible_and_one_tap_turns_it_round() -> None:
    marks = rest() | red(count=(None, 3)) | read(0, 9, 8, 7, 6)
    sheet = score(marks)
    problem = the(sheet.problems, "Red: Alice has 4, but Hatter flips 3.")
    assert [str(cure.label) for cure in problem.cures] == ["Alice flips, enter Hatter"]
    assert by("told", count=3, who="Hatter", colour="red") in cite_all(sheet.open)
    mended = score(apply_changes(marks, problem.cures[0].changes))
    assert read_texts(mended.problems) == []
    assert cite_all(mended.open) == [by("told", count=3, who="Hatter", colour="red")]
    assert mended.cells["red", 0].flipped


def test_more_cards_than_can_lie_in_front_is_impossible() -> None:
    marks = {spot(slot, "count", seat): 5 for slot in SLOTS for seat in range(2)}
    assert certain(marks, TWO) == []
    marks |= {spot("red", "count", 0): 6, spot("blue", "count", 0): 6}
    assert cite_all(certain(marks, TWO)) == [by("most-cards", count=62, players=2, most=61)]


def test_everybody_keeps_two_cards() -> None:
    marks = cards({"Alice": {"red": (1, 2, 3)}, "Hatter": {"red": (4,)}, "Cheshire": {}})
    assert cite_all(certain(marks)) == [
        by("keep", count=1, who="Hatter"),
        by("keep", count=0, who="Cheshire"),
    ]
    del marks[spot("end", "all")]
    assert certain(marks) == []


# Doubtful entries


def test_a_very_big_pile_is_doubted_until_somebody_is_sure() -> None:
    marks = rest() | red(count=(8,))
    sheet = score(marks)
    problem = the(sheet.problems, "Alice has 8 red cards. That is unusual: is it right?")
    assert not problem.certain
    assert sheet.decided
    assert read_texts(score(apply_changes(marks, problem.cures[0].changes)).problems) == read_texts(sheet.problems)[1:]


def test_a_very_big_pile_is_not_doubted_where_every_card_of_it_was_seen() -> None:
    for marks in (read(0, *range(8)), read(0, *range(8)) | red(count=(8,))):
        assert not any("unusual" in text for text in read_texts(score(rest() | marks).problems))
    counted = rest() | read(0, *range(7)) | red(count=(8,))
    assert by("slip", who="Alice", count=8, word="red") in cite_all(score(counted).problems)


def test_a_missing_pile_is_doubted_when_nobody_has_six_colours() -> None:
    marks = rest() | red(count=(3,))
    problem = the(score(marks).problems, "9 cards are entered and 51 are in the line. Is a pile missing?")
    assert not problem.certain
    assert read_texts(score(apply_changes(marks, problem.cures[0].changes)).problems) == []


def test_six_colours_in_front_explain_a_full_deck_but_not_in_the_german_edition() -> None:
    six = {slot: (seat + 3,) for seat, slot in enumerate(SLOTS)}
    hands: Piles = {"Alice": six, "Hatter": {"red": (1, 2)}, "Cheshire": {"blue": (1, 2)}}
    names = tuple(hands)
    sure = cards(hands) | {spot("orange", "cards", 1, 10): 1}
    assert read_texts(score(sure).problems) == []
    assert len(score(sure, play(*names, edition="de2014")).problems) == 1


# A 0 that is not entered


def test_a_tie_on_points_asks_for_a_0_that_is_not_entered() -> None:
    sheet = score(cards(TIED))
    asked = the(sheet.problems, "Alice and Hatter are tied on points, so the number of cards decides.")
    assert not asked.certain
    assert sheet.decided
    assert {where.seat for where in asked.spots} == {0, 1}
    assert {where.item for where in asked.spots} == {"0"}
    assert score(apply_changes(cards(TIED), asked.cures[0].changes)).problems == ()


def test_no_0_is_asked_for_where_all_are_entered() -> None:
    zeros = {spot(slot, "cards", 2, 0): 1 for slot in SLOTS}
    assert score(cards(TIED) | zeros).problems == ()


def test_no_0_is_asked_for_without_a_tie_or_where_tied_players_share_the_win() -> None:
    ahead = {spot("red", "cards", 1, 5): 1}
    assert score(cards(TIED) | ahead).problems == ()
    assert score(cards(TIED), play(*TIED, edition="it2008")).problems == ()
    assert score(cards(TIED), play(*TIED, deals=3)).problems == ()


def test_without_a_count_the_size_is_the_number_of_cards() -> None:
    sheet = score(rest() | red(count=(2,)) | read(1, 7, 6, 5))
    assert [sheet.cells["red", seat].flipped for seat in range(2)] == [False, True]


def test_a_sum_without_a_size_is_not_enough() -> None:
    sheet = score(rest() | red(count=(4,), sum=(None, 17)))
    assert read_texts(sheet.open) == ["How many red cards does Hatter have?"]


def test_three_owners_of_a_card_are_all_named() -> None:
    marks = rest() | read(0, 1) | read(1, 1) | read(2, 1)
    assert cite_all(certain(marks)) == [by("cards", who="Alice, Hatter and Cheshire", card="Red 1")]
    assert len(score(apply_changes(marks, score(marks).problems[0].cures[2].changes)).cells) == 4


def test_two_flipped_piles_can_both_be_outgrown() -> None:
    marks = rest() | red(count=(None, 2, 2)) | read(0, 9, 8, 7)
    assert cite_all(certain(marks)) == [
        by("most", colour="Red", who="Alice", most=3, others="Hatter and Cheshire", top=2)
    ]


def test_a_counted_pile_that_another_outgrows_can_be_read() -> None:
    assert certain(rest() | red(count=(None, 2)) | read(0, 9, 8, 7) | read(1, 1, 0)) == []


def test_with_two_players_a_very_big_pile_is_not_rare() -> None:
    assert not any("unusual" in text for text in read_texts(score(rest(TWO) | red(count=(9,)), TWO).problems))
