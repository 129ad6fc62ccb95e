"""The pad of Hawaiki: taps, and players who join late. Rounds worked by hand are in `rounds.toml`."""

from dataclasses import replace
from itertools import product

import pytest

from scorekeeper.games.hawaiki import GAME
from scorekeeper.games.pad import Mark, Setup, Spot
from tests.support.hawaiki import THREE, VARIANTS, mark_cards_left, play, rounds, score, spot, tokens
from tests.support.loops import at_least_one
from tests.support.marks import Written, apply_changes, describe_end


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
    corrected = apply_changes(marks, {spot("cards", 0): 2})
    chips = GAME.ways(THREE)[0].steps(THREE, corrected, 2)[0].asks[0].choices
    assert score(apply_changes(corrected, chips[4].changes), round=2).totals[0] == -5
    assert score(apply_changes(corrected, chips[7].changes), round=2).totals[0] == -8


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


def test_the_rules_tell_for_how_many_the_tokens_are_enough() -> None:
    nobody = Setup((), {**GAME.default_options(), "tokens": 13}, ((1, ()),))
    assert "That is enough for 4 players." in map(str, GAME.rules_in_words(nobody))
    assert len(GAME.rules_in_words(replace(nobody, options=GAME.default_options()))) == 3


def test_chips_go_from_one_to_the_tokens_a_player_has() -> None:
    marks = rounds((7, None, 9))
    assert labels(THREE, marks, 2, 0) == ["1", "2", "3 or more"]
    assert labels(THREE, marks, 2, 1) == [*map(str, range(1, 10)), "10 or more"]
    assert labels(THREE, marks, 2, 2) == ["1 or more"]
