"""The rules about a turn, one test each, and that a card makes at most one combination."""

from itertools import combinations_with_replacement, permutations

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

FOUR = ("A", "B", "C", "D")


def tops(text: str) -> list[Card | None]:
    """Parse the top cards of three piles: "c1-1 c2-2 -", a dash for an empty one."""
    return [None if card == "-" else CARDS[card] for card in text.split()]


def lay(card: str, before: str, pile: int = 0, baseline: str = "") -> Placing:
    return place(tops(before), pile, CARDS[card], tops(baseline) if baseline else None)


QUIET = "c1-4 c2-1 c3-7"
RUN = "c1-1 c2-2 c3-3"


@pytest.mark.parametrize(
    ("card", "before", "placing"),
    [
        ("c1-6", QUIET, (True, (), ())),
        ("c4-4", QUIET, (True, (), ())),
        ("c1-4", "c1-4 c2-6 c3-2", (True, ("pair",), ())),
        ("c1-4", "c1-1 c1-4 c3-2", (True, (), ())),  # its twin lies on another pile
        ("c1-3", "c2-3 c1-1 c1-5", (True, ("flush",), ())),
        ("c3-4", "c3-6 c1-4 c2-4", (True, ("three",), ())),
        ("c4-1", RUN, (True, (), ("run",))),
        ("c1-4", RUN, (True, ("run",), ())),
        ("c1-4", "c1-1 c1-2 c1-3", (True, ("run",), ("flush",))),
        ("c1-6", "c1-1 c1-5 c1-3", (True, (), ("flush",))),
        ("c4-4", "c1-4 c2-4 c3-4", (True, (), ("three",))),
        ("c1-1", "c1-1 c1-2 c1-3", (True, ("pair",), ("flush", "run"))),
        ("c5-7", "- c1-1 c1-2", (True, (), ())),  # an empty pile takes any card
        ("c1-3", "- c1-1 c1-2", (True, ("flush", "run"), ())),  # the only way to two at once: nothing was covered
        ("c1-3", "c1-3 - c1-2", (True, ("pair",), ())),
    ],
)
def test_what_a_card_makes_on_the_first_pile(card: str, before: str, placing: object) -> None:
    assert lay(card, before) == placing


@pytest.mark.parametrize("card", ["c4-6", "c2-6"])  # the second one has its colour on another pile
def test_a_card_fits_by_its_colour_or_its_value_alone(card: str) -> None:
    assert not lay(card, QUIET).legal


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


def test_h17_a_table_may_compare_with_the_start_of_the_turn_as_well() -> None:
    back = ("c1-1", "c1-4 c2-2 c3-3")
    assert lay(*back).new == ("run",)
    assert lay(*back, baseline="c1-1 c2-2 c3-3") == (True, (), ("run",))
    assert lay(*back, baseline="c1-7 c2-2 c3-3").new == ("run",)
    assert lay("c4-1", "c1-1 c2-2 c3-3", baseline="c1-7 c2-2 c3-3") == (True, (), ("run",))  # not that alone


@pytest.mark.parametrize(
    ("combination", "targets", "said", "drawn"),
    [
        ("pair", "", {}, {}),
        ("run", "C", {"C": "thanks"}, {"C": 1}),
        ("run", "C", {}, {"C": 2}),
        ("run", "C", {"C": "thanks_a_lot"}, {"C": 1}),
        ("flush", "B", {"B": "thanks_a_lot"}, {"B": 2}),
        ("flush", "B", {"B": "thanks"}, {"B": 3}),
        ("flush", "B", {}, {"B": 3}),
        ("flush", "BD", {"B": "thanks", "D": "thanks"}, {"B": 1, "D": 1}),
        ("flush", "BC", {"B": "thanks"}, {"B": 1, "C": 2}),
        ("three", "", {"B": "thanks", "C": "thanks", "D": "thanks"}, {"B": 1, "C": 1, "D": 1}),
        ("three", "", {"B": "thanks"}, {"B": 1, "C": 2, "D": 2}),
    ],
)
def test_who_draws_how_many(combination: str, targets: str, said: dict[str, str], drawn: dict[str, int]) -> None:
    assert draws(combination, FOUR, "A", [*targets], said) == drawn


@pytest.mark.parametrize(
    ("new", "announced", "contested", "result"),
    [
        (["run"], True, False, (True, 0, True)),
        (["run"], False, False, (False, 0, False)),
        (["flush"], False, True, (False, 1, False)),
        (["flush", "run"], False, True, (False, 1, False)),
    ],
)
def test_only_who_names_it_first_has_the_effect(
    new: list[str], announced: bool, contested: bool, result: object
) -> None:
    assert announce(new, announced, contested) == result


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
