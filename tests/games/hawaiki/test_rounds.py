"""Cards and tokens, and who starts. Rounds worked by hand are in `rounds.toml`."""

from collections import Counter
from dataclasses import replace

from scorekeeper.games.game import standings
from scorekeeper.games.hawaiki import GAME
from scorekeeper.games.hawaiki.cards import ALL_CARDS, CARDS, COPIES, SLOTS, VALUES
from tests.support.hawaiki import THREE, VARIANTS, mark_cards_left, play, rounds, tokens


def test_h01_two_to_six_play_over_several_rounds() -> None:
    assert GAME.seats == (2, 6)
    assert GAME.rounds(THREE) == 0
    assert GAME.start(THREE) == 10


def test_h02_there_are_seventy_cards_five_colours_from_one_to_seven_twice() -> None:
    assert Counter(card.colour for card in CARDS.values()) == dict.fromkeys(SLOTS, len(VALUES))
    assert (len(SLOTS), [*VALUES], COPIES, ALL_CARDS) == (5, [1, 2, 3, 4, 5, 6, 7], 2, 70)
    assert [row.box("cards").items for row in GAME.deck(THREE)] == [tuple("1234567")] * 5
    assert {row.box("cards").most for row in GAME.deck(THREE)} == {2}


def test_h04_the_group_decides_who_starts_the_first_round() -> None:
    assert GAME.lead == "starter"
    assert GAME.next_starter(THREE, {}, 0) is None


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
