"""The pad of Hawaiki: taps, problems and their cures, corrections in earlier rounds, and players who join late."""

from dataclasses import replace
from itertools import product

import pytest

from scorekeeper.games.hawaiki import GAME
from scorekeeper.games.pad import Mark, Setup, Spot
from tests.support.hawaiki import THREE, VARIANTS, apply_cure, mark_cards_left, play, rounds, score, spot, tokens, wrong
from tests.support.loops import at_least_one
from tests.support.marks import Written, apply_changes, compute_standings, describe_end, explain_end, read_texts
from tests.support.verdicts import by, cite, cite_all

# Still open


def test_two_blank_ones_cannot_both_have_gone_out() -> None:
    assert read_texts(score(mark_cards_left(3, None, None)).open) == [
        "How many cards do Bo and Cleo have left? Leave the player who went out blank."
    ]


def test_a_written_nought_says_who_went_out_before_the_others_are_told() -> None:
    assert cite_all(score(mark_cards_left(0, None, None)).open) == [by("told", who="Bo and Cleo")]
    assert cite_all(score(mark_cards_left(0, 2, None)).open) == [by("told", who="Cleo")]
    assert score(mark_cards_left(0, 2, 3)).winners == (0,)


# Impossible entries


def test_everybody_tapped_means_that_nobody_went_out() -> None:
    marks = mark_cards_left(3, 1, 4)
    problem = wrong(marks)
    assert (problem.certain, cite(problem.text)) == (True, by("last-card"))
    assert [str(cure.label) for cure in problem.cures] == [
        "Alice went out",
        "Bo went out",
        "Bo went out and drew 1: somebody else named it first",
        "Cleo went out",
    ]
    assert score(apply_cure(marks, problem, "Bo went out")).totals == {0: -3, 1: 0, 2: -4}


def test_who_went_out_and_was_called_first_pays_for_the_card_drawn() -> None:
    marks = mark_cards_left(3, 1, 4)
    called = apply_cure(marks, wrong(marks), "Bo went out and drew 1: somebody else named it first")
    sheet = score(called)
    assert sheet.decided
    assert (sheet.winners, sheet.totals) == ((1,), {0: -3, 1: -1, 2: -4})
    assert str(sheet.notes["left"]).startswith(
        "Bo went out and starts the next round. Bo draws 1: somebody else named the last combination first. Bo "
        "pays 1 and has 9 left."
    )


def test_two_cannot_have_gone_out() -> None:
    marks = mark_cards_left(0, 0, 4)
    problem = wrong(marks)
    assert cite(problem.text) == by("one-out", who="Alice and Bo")
    mended = apply_cure(marks, problem, "Bo went out")
    assert cite_all(score(mended).open) == [by("told", who="Alice")]
    assert not score(mended).problems


def test_nobody_gives_away_more_tokens_than_there_are() -> None:
    marks = rounds((9, None, 1)) | mark_cards_left(3, None, 1, round=2, sacrifice=[0], second_chance=[0])
    problem = wrong(marks, VARIANTS, 2)
    assert cite(problem.text) == by("tokens", count=1, who="Alice", spent=2)
    assert problem.certain
    assert tokens(marks, VARIANTS, 2)[0] == 0
    assert not any(
        problem.certain for problem in score(apply_cure(marks, problem, "Alice, not Sacrifice"), VARIANTS, 2).problems
    )


def test_a_variant_that_is_not_played_cannot_be_paid_for() -> None:
    marks = mark_cards_left(3, None, 1, sacrifice=[2])
    problem = wrong(marks)
    assert str(problem.text) == "Cleo paid for Sacrifice, but this table plays without it."
    assert problem.certain
    assert score(apply_cure(marks, problem, "Cleo, not Sacrifice")).decided
    assert score(marks, play("Alice", "Bo", "Cleo", sacrifice="on")).decided


def test_the_last_token_given_away_is_told_but_blocks_nothing() -> None:
    marks = rounds((9, None, 1)) | mark_cards_left(None, 3, 1, round=2, sacrifice=[0])
    problem = wrong(marks, VARIANTS, 2)
    assert problem.text.rule == "last-token-spent"
    assert not problem.certain
    assert score(marks, VARIANTS, 2).decided
    assert cite_all(explain_end(GAME, VARIANTS, marks)) == [
        by("over", who="Alice"),
        by("winner", who="Cleo", points="8"),
    ]


def test_more_cards_than_there_are_cannot_be_left() -> None:
    assert cite(wrong(mark_cards_left(60, None, 8)).text) == by("cards", count=68, most=67)
    assert not score(mark_cards_left(60, None, 8), VARIANTS).problems


def test_a_round_after_the_end_of_the_game_does_not_count() -> None:
    marks = rounds((10, None, 1), (3, None, 1))
    problem = wrong(marks, round=2)
    assert cite(problem.text) == by("over", who="Alice", round=1)
    assert problem.certain
    assert apply_cure(marks, problem, "Delete this round") == rounds((10, None, 1))
    assert cite_all(explain_end(GAME, THREE, marks)) == [by("over", who="Alice"), by("winner", who="Bo", points="10")]
    assert wrong(rounds((10, None, 1)), round=2).cures == ()


# Taps


def labels(setup: Setup, marks: Written, round: int, seat: int) -> list[str]:
    step = GAME.ways(setup)[0].steps(setup, marks, round)[0]
    return [str(choice.label) for choice in step.asks[seat].choices]


def test_a_token_given_away_leaves_one_less_to_pay_with() -> None:
    marks = rounds((7, None, 9)) | mark_cards_left(round=2, sacrifice=[0, 2])
    assert labels(VARIANTS, marks, 2, 0) == ["1", "2 or more"]
    assert labels(VARIANTS, marks, 2, 2) == ["1 or more"]
    paid = apply_changes(marks, mark_cards_left(1, None, 1, round=2, more=[2]))
    assert tokens(paid, VARIANTS, 2) == {0: 1, 1: 10, 2: 0}


def test_the_chip_that_is_chosen_takes_its_mark_back() -> None:
    for count in (2, 10):
        chip = GAME.ways(THREE)[0].steps(THREE, {}, 1)[0].asks[0].choices[count - 1]
        marks = apply_changes({}, chip.changes)
        again = GAME.ways(THREE)[0].steps(THREE, marks, 1)[0].asks[0].choices
        assert [choice.chosen for choice in again].index(True) == count - 1
        assert sum(choice.chosen for choice in again) == 1
        assert apply_changes(marks, again[count - 1].changes) == {}


def test_or_more_is_asked_again_when_a_correction_leaves_more_tokens() -> None:
    marks = rounds((6, None, 1)) | mark_cards_left(4, None, 1, round=2, more=[0])
    assert score(marks, round=2).totals == {0: -4, 1: 0, 2: -1}
    assert "Alice pays 4 for 4 cards or more: no tokens left for the rest." in str(score(marks, round=2).notes["left"])
    corrected = apply_changes(marks, {spot("cards", 0): 2})
    assert cite_all(score(corrected, round=2).open) == [by("told", who="Alice", count=4)]
    chips = GAME.ways(THREE)[0].steps(THREE, corrected, 2)[0].asks[0].choices
    assert score(apply_changes(corrected, chips[4].changes), round=2).totals[0] == -5
    assert score(apply_changes(corrected, chips[7].changes), round=2).totals[0] == -8
    fewer = apply_changes(marks, {spot("cards", 0): 7})
    assert score(fewer, round=2).totals[0] == -3


@pytest.mark.parametrize("players", range(2, 7))
def test_a_round_takes_a_tap_less_than_there_are_players_and_one_for_each_token_spent(players: int) -> None:
    setup = play(*"ABCDEF"[:players], sacrifice="on", second_chance="on")
    for finisher, spends in at_least_one(product(range(players), (0, 1, 3))):
        marks, taps = {}, 0
        for seat in range(players):
            if seat != finisher:
                ask = GAME.ways(setup)[0].steps(setup, marks, 1)[0].asks[seat]
                marks, taps = apply_changes(marks, ask.choices[seat].changes), taps + 1
        for number in range(spends):
            ask = GAME.ways(setup)[0].steps(setup, marks, 1)[0].asks[number % 2]
            marks, taps = apply_changes(marks, ask.also[number // 2].changes), taps + 1
        sheet = score(marks, setup)
        assert sheet.decided
        assert sheet.winners == (finisher,)
        assert taps == players - 1 + spends
        assert spends or str(GAME.ways(setup)[0].taps).startswith(f"About {taps} tap")
        spent = [(number % 2) for number in range(spends)]
        assert sheet.totals == {
            seat: -(0 if seat == finisher else seat + 1) - spent.count(seat) for seat in range(players)
        }


def test_tokens_spent_are_asked_for_only_where_a_variant_is_played() -> None:
    (usual,) = GAME.ways(THREE)[0].steps(THREE, {}, 1)
    assert [ask.also for ask in usual.asks] == [(), (), ()]
    only = play("Alice", "Bo", second_chance="on")
    (step,) = GAME.ways(only)[0].steps(only, {}, 1)
    assert [str(choice.label) for choice in step.asks[0].also] == ["Second chance"]


def test_without_a_token_nothing_can_be_spent_but_what_is_spent_can_be_taken_back() -> None:
    setup = play("Alice", "Bo", tokens=1, sacrifice="on", second_chance="on")
    marks = mark_cards_left(sacrifice=[0])
    first, other = GAME.ways(setup)[0].steps(setup, marks, 1)[0].asks
    assert [(str(choice.label), choice.chosen) for choice in first.also] == [("Sacrifice", True)]
    assert apply_changes(marks, first.also[0].changes) == {}
    assert len(other.also) == 2
    broke = mark_cards_left(1, None)
    assert GAME.ways(setup)[0].steps(setup, broke, 2)[0].asks[0].also == ()


# Several rounds


def test_the_game_is_not_won_while_an_earlier_round_is_open() -> None:
    marks = rounds((3, None, None), (10, None, 2))
    assert describe_end(GAME, THREE, marks) == "Alice has no tokens left. Round 1 has no result yet."
    assert compute_standings(GAME, THREE, marks).winners == ()


def test_who_comes_late_has_what_everybody_began_with_and_who_leaves_does_not_end_the_game() -> None:
    late = replace(THREE, seating=((1, (0, 1)), (2, (0, 1, 2)), (3, (1, 2))))
    marks: dict[Spot, Mark] = rounds((4, None), (None, 3, 2), (None, 1, None))
    assert tokens(marks, late, 2) == {0: 6, 1: 7, 2: 8}
    assert tokens(marks, late, 3) == {1: 6, 2: 8}
    assert describe_end(GAME, late, marks) is None


def test_the_colours_can_be_called_as_they_lie_on_the_table() -> None:
    usual = GAME.deck(THREE)
    assert [(str(row.label), row.suit.shape, row.suit.hue, str(row.suit.letters)) for row in usual if row.suit] == [
        ("Heart", "heart", "red", "He"),
        ("Drop", "drop", "blue", "Dr"),
        ("Leaf", "leaf", "green", "Le"),
        ("Moon", "moon", "purple", "Mo"),
        ("Sun", "sun", "yellow", "Su"),
    ]
    own = play("A", "B", c1="Turtle", c3="Lizard", c4="Lion", c5="")
    assert [str(row.label) for row in GAME.deck(own)] == ["Turtle", "Drop", "Lizard", "Lion", "Sun"]
    assert [str(row.suit.letters) for row in GAME.deck(own) if row.suit] == ["Tu", "Dr", "Li", "L4", "Su"]
    assert "Colours: Turtle, Drop, Lizard, Lion and Sun." in map(str, GAME.rules_in_words(own))


def test_who_went_out_has_no_hand_left() -> None:
    marks = mark_cards_left(3, 5, 4, out=[1])
    problem = wrong(marks)
    assert cite(problem.text) == by("last-card", who="Bo", count=5)
    assert score(apply_cure(marks, problem, "Bo went out")).totals == {0: -3, 1: 0, 2: -4}
    assert cite_all(score(apply_cure(marks, problem, "Bo has 5 left")).problems) == [by("last-card")]


def test_the_rules_tell_for_how_many_the_tokens_are_enough() -> None:
    nobody = Setup((), {**GAME.default_options(), "tokens": 13}, ((1, ()),))
    assert "That is enough for 4 players." in map(str, GAME.rules_in_words(nobody))
    assert len(GAME.rules_in_words(replace(nobody, options=GAME.default_options()))) == 3


def test_chips_go_from_one_to_the_tokens_a_player_has() -> None:
    marks = rounds((7, None, 9))
    assert labels(THREE, marks, 2, 0) == ["1", "2", "3 or more"]
    assert labels(THREE, marks, 2, 1) == [*map(str, range(1, 10)), "10 or more"]
    assert labels(THREE, marks, 2, 2) == ["1 or more"]
