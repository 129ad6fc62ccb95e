"""The rules about a turn, one test each, and that a card makes at most one combination."""

from itertools import combinations_with_replacement, permutations, product

import pytest

from scorekeeper.games.cards import Card
from scorekeeper.games.hawaiki.cards import CARDS
from scorekeeper.games.hawaiki.turn import (
    Placing,
    announce,
    draws,
    find_combinations,
    fits,
    place,
    wrong_targets,
)
from tests.support.loops import at_least_one

FOUR = ("A", "B", "C", "D")


def tops(text: str) -> list[Card | None]:
    """Parse the top cards of three piles: "c1-1 c2-2 -", a dash for an empty one."""
    return [None if card == "-" else CARDS[card] for card in text.split()]


def lay(card: str, before: str, pile: int = 0, baseline: str = "") -> Placing:
    return place(tops(before), pile, CARDS[card], tops(baseline) if baseline else None)


def test_h06_a_card_is_laid_on_its_colour_or_its_value() -> None:
    assert lay("c1-6", "c1-4 c2-1 c3-7").legal
    assert lay("c4-4", "c1-4 c2-1 c3-7").legal
    assert not lay("c4-6", "c1-4 c2-1 c3-7").legal
    assert not lay("c2-6", "c1-4 c2-1 c3-7").legal  # the colour lies on another pile


def test_h09_a_combination_must_be_named() -> None:
    assert announce(["run"], announced=True, contested=False) == (True, 0, True)
    assert announce(["run"], announced=False, contested=False) == (False, 0, False)


def test_h10_a_pair_is_the_same_card_as_the_one_it_covers_and_plays_again() -> None:
    assert lay("c1-4", "c1-4 c2-6 c3-2") == (True, ("pair",), ())
    assert lay("c1-4", "c1-4 c2-6 c3-2").replay
    assert lay("c1-4", "c1-1 c1-4 c3-2").new == ()  # its twin lies on another pile
    assert draws("pair", FOUR, "A", [], {}) == {}


def test_h11_a_run_is_three_values_in_a_row_in_any_order() -> None:
    for low in range(1, 6):
        for values in permutations(range(low, low + 3)):
            assert set(find_combinations([Card("c1", values[0]), Card("c2", values[1]), Card("c3", values[2])])) == {
                "run"
            }
    assert not find_combinations(tops("c1-7 c2-1 c3-2"))
    assert not find_combinations(tops("c1-3 c2-3 c3-4"))
    assert not find_combinations(tops("c1-1 c2-3 c3-5"))
    assert not find_combinations(tops("c1-3 c2-3 c3-5"))


def test_h12_for_a_run_one_chosen_player_draws_one() -> None:
    assert draws("run", FOUR, "A", ["C"], {"C": "thanks"}) == {"C": 1}


def test_h13_a_flush_is_three_tops_of_one_colour() -> None:
    assert set(find_combinations(tops("c1-1 c1-5 c1-3"))) == {"flush"}
    assert lay("c1-3", "c1-1 c1-5 c2-3", 2).new == ("flush",)


def test_h14_for_a_flush_one_player_draws_two_or_two_draw_one_each() -> None:
    assert draws("flush", FOUR, "A", ["B"], {"B": "thanks_a_lot"}) == {"B": 2}
    assert draws("flush", FOUR, "A", ["B", "D"], {"B": "thanks", "D": "thanks"}) == {"B": 1, "D": 1}


def test_h15_a_three_is_three_tops_of_one_value_and_all_others_draw_one() -> None:
    assert lay("c3-4", "c1-4 c2-4 c3-6", 2).new == ("three",)
    assert draws("three", FOUR, "B", [], dict.fromkeys(FOUR, "thanks")) == {"A": 1, "C": 1, "D": 1}


def test_h16_a_combination_that_stood_before_has_no_effect() -> None:
    assert lay("c4-1", "c1-1 c2-2 c3-3") == (True, (), ("run",))
    assert lay("c1-6", "c1-1 c1-5 c1-3") == (True, (), ("flush",))
    assert lay("c4-4", "c1-4 c2-4 c3-4") == (True, (), ("three",))
    assert not lay("c4-4", "c1-4 c2-4 c3-4").replay


def test_h16_a_pair_is_new_whatever_stood_before() -> None:
    assert lay("c1-1", "c1-1 c1-2 c1-3") == (True, ("pair",), ("flush", "run"))
    assert lay("c1-1", "c1-1 c1-2 c1-3", baseline="c1-1 c1-2 c1-3").new == ("pair",)


def test_h17_a_run_after_a_run_counts_if_its_values_differ() -> None:
    assert lay("c1-4", "c1-1 c2-2 c3-3").new == ("run",)
    assert lay("c1-4", "c1-1 c1-2 c1-3") == (True, ("run",), ("flush",))


def test_h17_a_table_may_compare_with_the_start_of_the_turn_as_well() -> None:
    back = ("c1-1", "c1-4 c2-2 c3-3")
    assert lay(*back).new == ("run",)
    assert lay(*back, baseline="c1-1 c2-2 c3-3") == (True, (), ("run",))
    assert lay(*back, baseline="c1-7 c2-2 c3-3").new == ("run",)
    assert lay("c4-1", "c1-1 c2-2 c3-3", baseline="c1-7 c2-2 c3-3") == (True, (), ("run",))  # not that alone


def test_h18_named_by_somebody_else_first_it_has_no_effect() -> None:
    announcement = announce(["flush"], announced=False, contested=True)
    assert (announcement.effect, announcement.replay) == (False, False)


def test_h20_who_draws_one_says_thanks_or_draws_one_more() -> None:
    assert draws("run", FOUR, "A", ["C"], {}) == {"C": 2}
    assert draws("run", FOUR, "A", ["C"], {"C": "thanks_a_lot"}) == {"C": 1}
    assert draws("flush", FOUR, "A", ["C", "B"], {"B": "thanks"}) == {"B": 1, "C": 2}
    assert draws("three", FOUR, "A", [], {"B": "thanks"}) == {"B": 1, "C": 2, "D": 2}


def test_h21_who_draws_two_says_thanks_a_lot_or_draws_three() -> None:
    assert draws("flush", FOUR, "A", ["B"], {}) == {"B": 3}
    assert draws("flush", FOUR, "A", ["B"], {"B": "thanks"}) == {"B": 3}


@pytest.mark.parametrize(
    ("combination", "targets", "wrong"),
    [
        ("run", ["A"], "cannot_target_self"),
        ("flush", ["B", "A"], "cannot_target_self"),
        ("flush", ["A", "B", "C"], "cannot_target_self"),
        ("three", ["A"], "cannot_target_self"),
        ("run", [], "bad_targets"),
        ("run", ["B", "C"], "bad_targets"),
        ("run", ["Z"], "bad_targets"),
        ("flush", [], "bad_targets"),
        ("flush", ["B", "B"], "bad_targets"),
        ("flush", ["B", "C", "D"], "bad_targets"),
        ("pair", ["B"], "bad_targets"),
        ("three", ["B"], "bad_targets"),
        ("run", ["B"], None),
        ("flush", ["B"], None),
        ("flush", ["D", "B"], None),
        ("pair", [], None),
        ("three", [], None),
        ("three", ["B", "C", "D"], None),
    ],
)
def test_who_may_be_chosen(combination: str, targets: list[str], wrong: str | None) -> None:
    assert wrong_targets(combination, FOUR, "A", targets) == wrong


@pytest.mark.parametrize("targets", [[], ["B"]])
def test_with_two_players_the_other_one_is_chosen(targets: list[str]) -> None:
    for combination, count in (("run", 1), ("flush", 2)):
        assert wrong_targets(combination, ("A", "B"), "A", targets) is None
        assert draws(combination, ("A", "B"), "A", targets, {"B": "thanks_a_lot"}) == {"B": count}


def test_an_empty_pile_takes_any_card_and_there_is_no_combination_of_three_meanwhile() -> None:
    assert lay("c5-7", "- c1-1 c1-2") == (True, (), ())
    assert lay("c1-3", "- c1-1 c1-2").new == ("flush", "run")  # the only way to two at once: nothing was covered
    assert lay("c1-3", "c1-3 - c1-2") == (True, ("pair",), ())


def test_a_card_on_an_empty_pile_makes_a_flush_with_a_run_or_a_single_combination() -> None:
    deck = list(CARDS.values())
    seen = {
        place((None, *others), 0, card).new
        for others in combinations_with_replacement(deck, 2)
        for card in deck
        if others.count(card) < 2  # no card is there three times
    }
    assert seen == {(), ("run",), ("flush",), ("three",), ("flush", "run")}


def test_one_card_makes_one_new_combination_at_the_most() -> None:
    """Check all sets of three top cards in every order that matters: the covered one, then the other two."""
    deck = list(CARDS.values())
    seen = set()
    for covered in deck:
        laid = [card for card in deck if fits(card, covered)]
        for others in combinations_with_replacement(deck, 2):
            for card in laid:
                placing = place((covered, *others), 0, card)
                assert len(placing.new) <= 1
                assert not set(placing.new) & set(placing.already_there)
                seen.add(placing.new)
    assert seen == {(), ("pair",), ("run",), ("flush",), ("three",)}


def test_h06_fits_says_the_same_for_every_two_cards() -> None:
    for card, top in at_least_one(product(CARDS.values(), repeat=2)):
        assert fits(card, top) == any(mine == its for mine, its in zip(card, top, strict=True))


def test_h19_and_the_player_who_kept_silent_draws_one() -> None:
    assert announce(["flush"], announced=False, contested=True).penalty == 1


def test_an_opponent_who_names_either_of_the_two_contests_the_card() -> None:
    assert announce(lay("c1-3", "- c1-1 c1-2").new, False, True) == (False, 1, False)
