"""Piles in pad files: what is known of them, what is asked for, what cannot be, and the ways that a file names."""

import pytest

from scorekeeper.games.game import Game
from scorekeeper.games.pad import ALL, END, Mark, Setup, Sheet, Spot
from scorekeeper.games.pads.evaluate import Gap
from scorekeeper.games.pads.formula import parse
from scorekeeper.games.pads.reading import parse_pad
from tests.support.marks import apply_changes, read_texts, spot
from tests.support.pad_mistakes import PADS

HEAD, *_ = PADS["piles"].partition("[row.")

GAME = Game(parse_pad(PADS["piles"], "piles"))


def sit(players: int = 2, **options: Mark) -> Setup:
    return Setup(("Ann", "Bob", "Cy", "Di")[:players], {"print": "new", **options}, ((1, tuple(range(players))),))


def score(marks: dict[Spot, Mark], setup: Setup | None = None) -> Sheet:
    return GAME.score(setup or sit(), marks, 1)


def pile(row: str, seat: int, **boxes: int) -> dict[Spot, Mark]:
    return {spot(row, box, seat): mark for box, mark in boxes.items()}


def cards(row: str, seat: int, *values: int) -> dict[Spot, Mark]:
    return {spot(row, "cards", seat, value): values.count(value) for value in values}


NO_BLUE: dict[Spot, Mark] = {spot("blue", "nobody"): 1, Spot(1, END, ALL): 1}


def test_a_pile_is_known_by_its_cards_its_number_or_number_and_sum() -> None:
    sheet = score(pile("red", 0, count=3) | cards("red", 1, 1, 1) | NO_BLUE)
    assert (sheet.decided, sheet.totals) == (True, {0: 3, 1: 2})
    sheet = score(pile("red", 0, count=3) | pile("red", 1, count=2, sum=7) | NO_BLUE)
    assert (sheet.decided, sheet.totals) == (True, {0: 3, 1: 7})
    assert [str(cell.because) for cell in sheet.cells.values()] == ["3 flipped", "7 in 2 cards"]


def test_only_what_the_points_depend_on_is_asked_for() -> None:
    sheet = score(pile("red", 0, count=3) | pile("red", 1, count=2) | NO_BLUE)
    assert read_texts(sheet.open) == ["Enter Bob’s red: 2 cards."]


def test_a_blank_pile_can_have_no_more_cards_than_there_are() -> None:
    this_round = GAME.make_round(sit(), pile("blue", 0, count=6), 1)
    assert this_round.evaluator.look_up("blue_down", 0) is True
    assert this_round.evaluator.evaluate(parse("count(blue) <= 6"), 1) is True
    assert isinstance(this_round.evaluator.evaluate(parse("count(blue) <= 5"), 1), Gap)


def test_more_of_several_equal_cards_than_exist_are_counted() -> None:
    (problem,) = score(cards("red", 0, 2, 2, 2) | cards("red", 1, 2) | NO_BLUE).problems
    assert (str(problem.text), problem.certain) == ("4 × red 2 entered, but the deck should have 3.", True)
    assert problem.cures == ()


def test_more_copies_of_a_value_than_exist_are_one_too_many() -> None:
    assert score(cards("red", 0, 2, 2) | cards("red", 1, 2) | NO_BLUE).decided
    marks = cards("red", 0, 5, 1) | cards("red", 1, 5) | NO_BLUE
    (problem,) = score(marks).problems
    assert (str(problem.text), problem.certain) == ("Ann and Bob both have Red 5.", True)
    # The other card is still there, so only two are left, which the pad does not allow.
    assert read_texts(score(apply_changes(marks, problem.cures[0].changes)).problems) == ["Only 2 cards."]


@pytest.mark.parametrize(
    ("marks", "sentence"),
    [
        (pile("red", 0, count=7), "7 red cards entered, but there are only 6."),
        (pile("red", 0, count=2, sum=8) | pile("red", 1, count=3), "2 red cards cannot add up to 8."),
        (cards("red", 0, 1, 2) | pile("red", 0, sum=4), "Ann’s red cards add up to 3, not 4."),
        (cards("red", 0, 1, 2) | pile("red", 0, count=1), "Ann has 1 red card, not 2 as entered."),
    ],
)
def test_what_no_cards_can_make_is_said(marks: dict[Spot, Mark], sentence: str) -> None:
    sheet = score(marks | NO_BLUE)
    assert sentence in read_texts([problem for problem in sheet.problems if problem.certain])
    assert str(sheet.reason) in read_texts(sheet.problems)


def test_a_sentence_has_values_and_names_the_suit_as_it_looks() -> None:
    marks = pile("red", 0, count=3) | pile("red", 1, count=0) | NO_BLUE
    assert str(score(marks).notes["red"]) == "Red: Ann, 3."
    assert str(score(marks, sit(print="old")).notes["red"]) == "Pink: Ann, 3."
    assert [str(row.label) for row in GAME.rows(sit(print="old"))][:2] == ["Pink", "Blue"]


def test_a_cure_ticks_what_it_names() -> None:
    marks = pile("red", 0, count=5) | pile("red", 1, count=0) | NO_BLUE
    (doubt,) = score(marks).problems
    assert (str(doubt.text), doubt.certain, str(doubt.cures[0].label)) == ("Ann has 5 red.", False, "Right")
    assert score(apply_changes(marks, doubt.cures[0].changes)).problems == ()


def test_a_check_at_the_end_waits_until_nothing_is_missing() -> None:
    marks = pile("red", 0, count=1)
    assert score(marks).problems == ()
    assert read_texts(score(marks | NO_BLUE).problems) == ["Only 1 cards."]


def test_a_way_asks_for_the_parts_that_its_file_names() -> None:
    (way,) = GAME.ways(sit(3))
    assert (way.key, str(way.own), str(way.taps)) == ("counted", "Count yours.", "About 12 taps for 3 players.")
    marks = pile("red", 0, count=3) | pile("red", 1, count=1) | pile("red", 2, count=0)
    steps = way.steps(sit(3), marks, 1)
    assert [(step.key, [(ask.seat, ask.box) for ask in step.asks]) for step in steps] == [
        ("red", [(0, "count"), (1, "count"), (2, "count")]),
        ("blue", [(0, "count"), (1, "count"), (2, "count")]),
        ("red-read", [(1, "cards")]),
    ]
    assert [str(step.title) for step in steps] == ["None", "None", "Enter red"]
    assert [step.done for step in steps] == [True, False, False]
    assert (steps[1].then, steps[2].then) == ({spot("blue", "nobody"): 1}, {Spot(1, END, ALL): 1})


@pytest.mark.parametrize(
    ("points", "box", "hint"),
    [("{suit}", "cards", "Tap each player’s cards."), ("2 * count({suit})", "count", "Tap the number.")],
)
def test_without_ways_what_the_points_need_is_asked(points: str, box: str, hint: str) -> None:
    row = f'[row."{{suit}}"]\nlabel = "{{label}}"\nkind = "pile"\npoints = "{points}"\n'
    game = Game(parse_pad(HEAD + row, "try"))
    (way,) = game.ways(sit(3))
    red, blue = way.steps(sit(3), pile("red", 0, count=3) | cards("red", 1, 5) | pile("red", 2, sum=2), 1)
    assert [ask.box for ask in (*red.asks, *blue.asks)] == [box] * 6
    assert (red.done, blue.done) == (True, False)
    assert str(red.hint) == hint
    assert (red.then, blue.then.get(spot("blue", "nobody"))) == ({}, 1)
