"""The rules about a turn and the last round, one test each."""

import pytest

from scorekeeper.games.parade.cards import CARDS, SLOTS
from scorekeeper.games.parade.turn import deck_after_deal, last_turns, most_turns, remove, trigger


def line(text: str) -> list[str]:
    return text.split()


def list_removed(before: str, played: str) -> list[str]:
    return [str(card) for card in remove([CARDS[card] for card in line(before)], CARDS[played]).removed]


def eligible(before: str, played: str) -> list[str]:
    return [str(card) for card in remove([CARDS[card] for card in line(before)], CARDS[played]).eligible]


def after(before: str, played: str) -> list[str]:
    return [str(card) for card in remove([CARDS[card] for card in line(before)], CARDS[played]).line_after]


SIX = "red-1 orange-2 purple-3 green-4 grey-5 blue-6"
PRINTED = "blue-5 green-0 green-7 red-3 blue-7 red-1 green-4"


@pytest.mark.parametrize(("players", "left"), [(2, 50), (3, 45), (4, 40), (5, 35), (6, 30)])
def test_what_is_left_after_the_deal_is_the_deck(players: int, left: int) -> None:
    assert deck_after_deal(players) == left


def test_the_card_played_joins_the_tail() -> None:
    assert after(SIX, "grey-9")[-1] == "grey-9"


def test_the_card_just_played_is_never_counted() -> None:
    assert eligible(SIX, "red-5") == ["red-1"]
    assert "red-5" not in list_removed(SIX, "red-5")


@pytest.mark.parametrize("played", ["blue-7", "blue-10", "red-6"])
def test_a_line_not_longer_than_the_value_loses_nothing(played: str) -> None:
    assert eligible(SIX, played) == list_removed(SIX, played) == []
    assert after(SIX, played) == [*line(SIX), played]


@pytest.mark.parametrize("value", range(11))
def test_every_card_beyond_the_value_from_the_tail_is_eligible(value: int) -> None:
    assert eligible(SIX, f"red-{value}") == line(SIX)[: max(0, 6 - value)]


def test_every_eligible_card_of_the_colour_leaves_whatever_its_value() -> None:
    assert list_removed("green-10 blue-9 green-7 red-5 grey-6", "green-1") == ["green-10", "green-7"]


def test_every_eligible_card_of_the_same_or_a_lower_value_leaves_whatever_its_colour() -> None:
    assert list_removed("red-3 blue-2 grey-4 orange-9 red-9 red-8", "green-3") == ["red-3", "blue-2"]


def test_a_card_that_is_not_eligible_stays_although_it_matches() -> None:
    assert "green-4" not in list_removed(PRINTED, "green-3")
    assert "red-1" not in list_removed(PRINTED, "green-3")


def test_a_zero_makes_the_whole_line_eligible() -> None:
    assert eligible(SIX, "grey-0") == line(SIX)
    assert list_removed("red-0 purple-5 grey-9", "grey-0") == ["red-0", "grey-9"]


def test_the_line_closes_its_gaps_towards_the_front() -> None:
    assert after(PRINTED, "green-3") == ["blue-5", "blue-7", "red-1", "green-4", "green-3"]


@pytest.mark.parametrize("third", ["green-7", "green-2"])
def test_the_printed_example_green_3_takes_three_of_four(third: str) -> None:
    before = f"blue-5 green-0 {third} red-3 blue-7 red-1 green-4"
    assert eligible(before, "green-3") == ["blue-5", "green-0", third, "red-3"]
    assert list_removed(before, "green-3") == ["green-0", third, "red-3"]


@pytest.mark.parametrize("ruleset", ["zman", "it2008"])
def test_six_colours_in_front_start_the_last_round(ruleset: str) -> None:
    assert trigger(SLOTS, 19, ruleset) == "six"
    assert trigger(SLOTS[:5], 19, ruleset) is None


def test_an_empty_deck_starts_the_last_round() -> None:
    assert trigger(SLOTS[:4], 0, "zman") == "deck"


def test_in_the_german_edition_of_2014_only_the_deck_counts() -> None:
    assert trigger(SLOTS, 19, "de2014") is None
    assert trigger(SLOTS, 0, "de2014") == "deck"


def test_then_everybody_has_exactly_one_more_turn() -> None:
    assert last_turns("ABC", "B") == ("C", "A", "B")
    for seat in range(5):
        assert sorted(last_turns(range(5), seat)) == list(range(5))
        assert last_turns(range(5), seat)[-1] == seat


@pytest.mark.parametrize(("players", "turns"), [(2, 52), (3, 48), (4, 44), (5, 40), (6, 36)])
def test_after_an_empty_deck_too_everybody_has_had_as_many_turns(players: int, turns: int) -> None:
    assert most_turns(players) == turns
    assert turns % players == 0


def test_six_colours_and_an_empty_deck_at_once_start_one_last_round() -> None:
    assert trigger(SLOTS, 0, "zman") == "both"
