"""The rules about tokens, the end of a round and of the game, and the variants."""

from collections import Counter
from dataclasses import replace

from scorekeeper.games.game import standings
from scorekeeper.games.hawaiki import GAME
from scorekeeper.games.hawaiki.cards import ALL_CARDS, CARDS, COPIES, SLOTS, VALUES
from scorekeeper.games.hawaiki.turn import forbidden
from tests.support.hawaiki import THREE, VARIANTS, mark_cards_left, play, rounds, score, tokens, wrong
from tests.support.marks import describe_end, explain_end
from tests.support.verdicts import by, cite, cite_all


def test_h01_two_to_six_play_over_several_rounds() -> None:
    assert GAME.seats == (2, 6)
    assert GAME.rounds(THREE) == 0
    assert describe_end(GAME, THREE, rounds((3, None, 1), (None, 2, 2))) is None


def test_h02_there_are_seventy_cards_five_colours_from_one_to_seven_twice() -> None:
    assert Counter(card.colour for card in CARDS.values()) == dict.fromkeys(SLOTS, len(VALUES))
    assert (len(SLOTS), [*VALUES], COPIES, ALL_CARDS) == (5, [1, 2, 3, 4, 5, 6, 7], 2, 70)
    assert [row.box("cards").items for row in GAME.deck(THREE)] == [tuple("1234567")] * 5
    assert {row.box("cards").most for row in GAME.deck(THREE)} == {2}


def test_h03_everybody_begins_with_ten_tokens_out_of_sixty() -> None:
    assert GAME.start(THREE) == 10
    assert not score(mark_cards_left(1, 1, 1, 1, 1, None), play(*"ABCDEF")).problems
    assert wrong(mark_cards_left(1, 1, 1, 1, 1, None), play(*"ABCDEF", tokens=11)).certain


def test_h04_the_group_decides_who_starts_the_first_round() -> None:
    assert GAME.lead == "starter"
    assert GAME.next_starter(THREE, {}, 0) is None


def test_h22_the_last_card_ends_the_round_so_exactly_one_has_gone_out() -> None:
    assert score(mark_cards_left(3, None, 1)).winners == (1,)
    assert not score(mark_cards_left(3, None, None)).decided
    assert not score(mark_cards_left(3, 2, 1)).decided


def test_h23_one_token_goes_back_for_every_card_left() -> None:
    sheet = score(mark_cards_left(3, None, 1))
    assert sheet.decided
    assert sheet.totals == {0: -3, 1: 0, 2: -1}
    assert tokens(mark_cards_left(3, None, 1)) == {0: 7, 1: 10, 2: 9}
    assert str(sheet.notes["left"]) == (
        "Bo went out and starts the next round. Alice pays 3 and has 7 left. Cleo pays 1 and has 9 left."
    )


def test_h23_nobody_pays_more_than_there_is() -> None:
    marks = rounds((8, None, 1), (5, None, 1))
    sheet = score(marks, round=2)
    assert sheet.totals == {0: -2, 1: 0, 2: -1}
    assert "Alice pays 2 for 5 cards: no tokens left for the rest." in str(sheet.notes["left"])
    assert str(sheet.cells["left", 0].because) == "5 cards, 2 tokens"


def test_h24_whoever_went_out_starts_the_next_round() -> None:
    marks = rounds((3, None, 1), (None, 2, 2))
    assert [GAME.next_starter(THREE, marks, round) for round in (1, 2, 3)] == [1, 0, None]
    assert str(score(marks).reason) == "Bo starts the next round."


def test_tokens_are_given_out_once_so_another_number_agreed_on_later_changes_nothing() -> None:
    marks = rounds((5, None, 2))
    fewer = replace(play("Alice", "Bo", "Cleo", tokens=3), earlier=((1, 1, THREE.options),))
    assert tokens(marks, fewer, 2) == tokens(marks, THREE, 2) == {0: 5, 1: 10, 2: 8}
    assert standings(GAME, fewer, [GAME.score(fewer.at(1), marks, 1)], (0, 1, 2), True).totals == {0: 5, 1: 10, 2: 8}


def test_rounds_played_with_a_variant_stay_paid_when_the_table_gives_it_up() -> None:
    marks = {**rounds((3, None, 1), (None, 2, 2)), **mark_cards_left(sacrifice=[1])}
    kept = replace(THREE, earlier=((1, 1, VARIANTS.options),))
    assert tokens(marks, VARIANTS, 2) == {0: 7, 1: 7, 2: 7}
    assert tokens(marks, kept, 2) == {0: 7, 1: 7, 2: 7}
    assert [GAME.next_starter(kept, marks, round) for round in (1, 2)] == [1, 0]


def test_h24_if_that_player_leaves_the_next_to_the_left_starts() -> None:
    marks = rounds((3, None, 1))
    assert GAME.next_starter(replace(THREE, seating=((1, (0, 1, 2)), (2, (0, 2)))), marks, 1) == 2
    assert GAME.next_starter(replace(THREE, seating=((1, (0, 1, 2)), (2, (1, 0)))), marks, 1) == 1
    assert GAME.next_starter(replace(THREE, seating=((1, (2, 1, 0)), (2, (2, 0)))), marks, 1) == 0


def test_h25_the_last_token_given_at_the_end_of_a_round_ends_the_game() -> None:
    marks = rounds((8, None, 1), (2, None, 1))
    assert describe_end(GAME, THREE, rounds((8, None, 1))) is None
    assert cite_all(explain_end(GAME, THREE, marks)) == [by("over", who="Alice"), by("winner", who="Bo", points="10")]
    assert GAME.next_starter(THREE, marks, 2) is None
    assert (str(score(marks, round=2).verdict), cite(score(marks, round=2).reason)) == (
        "Bo went out.",
        by("over", who="Alice"),
    )


def test_h26_most_tokens_win_not_necessarily_whoever_went_out() -> None:
    marks = rounds((3, None, 1), (7, 6, None))
    assert cite_all(explain_end(GAME, THREE, marks)) == [by("over", who="Alice"), by("winner", who="Cleo", points="9")]
    marks = rounds((None, 4, 6), (1, None, 4))
    assert cite_all(explain_end(GAME, THREE, marks)) == [by("over", who="Cleo"), by("winner", who="Alice", points="9")]


def test_h26_a_tie_is_shared_and_several_may_be_broke() -> None:
    assert cite_all(explain_end(GAME, THREE, rounds((10, None, 11)))) == [
        by("over", who="Alice and Cleo"),
        by("winner", who="Bo", points="10"),
    ]
    four = play("Alice", "Bo", "Cleo", "Dinah")
    assert describe_end(GAME, four, rounds((1, 5, None, 4), (None, 5, 1, 9))) == (
        "Bo and Dinah have no tokens left. Alice and Cleo share the win with 9."
    )


def test_h33_another_stock_of_tokens_may_be_agreed() -> None:
    short = play("Alice", "Bo", tokens=6)
    assert GAME.start(short) == 6
    assert tokens(mark_cards_left(2, None), short) == {0: 4, 1: 6}
    assert cite_all(explain_end(GAME, short, mark_cards_left(6, None))) == [
        by("over", who="Alice"),
        by("winner", who="Bo", points="6"),
    ]
    assert str(GAME.rules_in_words(short)[0]) == "6 tokens each."
    assert not score(mark_cards_left(30, None), play("Alice", "Bo", tokens=30)).problems


def test_h29_sacrifice_costs_a_token_once_a_round() -> None:
    assert tokens(mark_cards_left(3, None, 1, sacrifice=[2]), VARIANTS) == {0: 7, 1: 10, 2: 8}
    assert str(score(mark_cards_left(3, None, 1, sacrifice=[2]), VARIANTS).cells["spent", 2].because) == "Sacrifice"
    again = {**mark_cards_left(3, None, 1, sacrifice=[2]), **mark_cards_left(3, None, 1, round=2, sacrifice=[2])}
    assert tokens(again, VARIANTS, 2) == {0: 4, 1: 10, 2: 6}
    assert forbidden(3, 5, used=True) == "once_per_round"
    assert "before you play" in str(GAME.rules_in_words(VARIANTS))


def test_h31_second_chance_costs_a_token_once_a_round() -> None:
    assert tokens(mark_cards_left(3, None, 1, second_chance=[1]), VARIANTS) == {0: 7, 1: 9, 2: 9}
    both = score(mark_cards_left(3, None, 1, sacrifice=[0], second_chance=[0]), VARIANTS)
    assert both.totals == {0: -5, 1: 0, 2: -1}
    assert str(both.cells["spent", 0].because) == "Sacrifice and Second chance"
