"""Questions to the referee: worked rulings, the limits of each kind, and input that is not valid."""

import pytest

from scorekeeper.games.parade.cards import SLOTS
from tests.support.parade import ask
from tests.support.rulings import Question

# Removal


def test_removal_says_what_leaves_what_is_safe_and_why_the_rest_stays() -> None:
    line = ["blue-5", "green-0", "green-7", "red-3", "blue-7", "red-1", "green-4"]
    assert ask("removal", line_front_to_end=line, played="green-3")["because"] == [
        "Green 0, Green 7 and Red 3 leave.",
        "The last 3 are safe.",
        "Blue 5 stays: not green, and above 3.",
    ]


def test_removal_says_why_nothing_leaves() -> None:
    none = ask("removal", line_front_to_end=["red-1"], played="blue-7")
    assert none["because"] == ["1 card in the line, value 7: nothing leaves."]
    assert none["line_after"] == ["red-1", "blue-7"]
    assert ask("removal", line_front_to_end=["red-9", "red-8"], played="blue-1")["because"] == [
        "No card leaves.",
        "The last card is safe.",
        "Red 9 stays: not blue, and above 1.",
    ]


@pytest.mark.parametrize(
    ("colours", "first"), [("es2013", "Black 7 leaves."), ("de2014", "Grey 7 leaves."), ("en2013", "Grey 7 leaves.")]
)
def test_an_answer_calls_the_colours_as_the_cards_of_those_who_ask(colours: str, first: str) -> None:
    line = ["grey-7", "orange-9", "purple-9"]
    told = ask("removal", line_front_to_end=line, played="grey-0", colours=colours)
    assert (told["removed"], told["because"][0]) == (["grey-7"], first)
    yellow = {"es2013": "Yellow 9 stays", "de2014": "Orange 9 stays", "en2013": "Orange 9 stays"}
    assert told["because"][2].startswith(yellow[colours])
    purple = {"de2014": "Yellow 9 stays"}.get(colours, "Purple 9 stays")
    assert told["because"][3].startswith(purple)
    score = ask("score", ruleset="zman", players={"A": {"purple": [1]}, "B": {"grey": [2]}}, colours=colours)
    assert any(sentence.startswith(purple.split()[0] + ".") for sentence in score["because"])


def test_removal_answers_for_an_empty_line_and_for_cards_that_lie_there_twice() -> None:
    assert ask("removal", line_front_to_end=[], played="red-0")["line_after"] == ["red-0"]
    twice = ask("removal", line_front_to_end=["red-1", "red-1", "grey-9"], played="red-1")
    assert (twice["removed"], twice["line_after"]) == (["red-1", "red-1"], ["grey-9", "red-1"])


def test_removal_answers_for_a_card_that_no_deck_has_and_leaves_judging_to_validate() -> None:
    answer = ask("removal", line_front_to_end=["red-11", "blue-2"], played="green-1")
    assert answer["eligible"] == ["red-11"]
    assert answer["removed"] == []


# Score


def test_score_answers_positions_that_cannot_arise() -> None:
    answer = ask("score", ruleset="zman", players={"A": {"red": [12, 12, -3]}, "B": {"red": [99]}, "C": {}})
    assert (answer["totals"], answer["cards"]) == ({"A": 3, "B": 99, "C": 0}, {"A": 3, "B": 1, "C": 0})
    assert answer["winners"] == ["C"]


def test_score_keeps_the_order_of_the_seats() -> None:
    players = {name: {"red": [value]} for name, value in (("Z", 1), ("A", 2), ("M", 3))}
    answer = ask("score", ruleset="zman", players=players)
    assert answer["majority"]["red"] == answer["winners"] == ["Z", "A", "M"]
    assert "Red. Most: Z, A and M, 1 each." in answer["because"]


@pytest.mark.parametrize(("ruleset", "winners"), [("zman", ["B"]), ("de2014", ["B"]), ("it2008", ["A", "B"])])
def test_score_breaks_ties_by_the_rules(ruleset: str, winners: list[str]) -> None:
    players = {
        "A": {"green": [10, 9, 8], "blue": [6, 1]},
        "B": {"red": [10, 9, 8], "blue": [7]},
        "C": {"blue": [10, 9, 8], "green": [7, 5]},
    }
    assert ask("score", ruleset=ruleset, players=players)["winners"] == winners


# Last round

TURN: Question = {"seats": ["A", "B", "C"], "active": "B", "front_colours": [*SLOTS], "deck_before_draw": 20}
FINAL: Question = {**TURN, "active": "A", "deck_before_draw": 3, "already_final": True, "final_trigger": "C"}


def test_whoever_completes_six_colours_draws_as_usual() -> None:
    answer = ask("last_round", **TURN)
    assert (answer["drew"], answer["deck_after"]) == (True, 19)
    assert answer["because"] == ["B has all six colours.", "C, A and B have one more turn each. Nobody draws."]


def test_before_the_last_round_the_game_goes_on() -> None:
    answer = ask("last_round", **{**TURN, "front_colours": ["red", "red", "blue"]})
    assert answer == {
        "final_round": False,
        "trigger": None,
        "deck_after": 19,
        "drew": True,
        "because": ["2 of 6 colours, 19 cards in the deck: play on."],
    }


def test_six_colours_and_the_last_card_are_one_last_round() -> None:
    answer = ask("last_round", **{**TURN, "deck_before_draw": 1})
    assert (answer["trigger"], answer["order"]) == ("both", ["C", "A", "B"])


@pytest.mark.parametrize(("deck", "trigger"), [(20, None), (1, "deck")])
def test_the_german_edition_of_2014_knows_only_the_deck(deck: int, trigger: str | None) -> None:
    answer = ask("last_round", **{**TURN, "deck_before_draw": deck, "ruleset": "de2014"})
    assert (answer["trigger"], answer["final_round"]) == (trigger, trigger is not None)


def test_six_colours_that_start_nothing_are_explained() -> None:
    answer = ask("last_round", **{**TURN, "ruleset": "de2014"})
    assert answer["because"] == [
        "6 of 6 colours, 19 cards in the deck: play on.",
        "Only an empty deck starts the last round.",
    ]


@pytest.mark.parametrize(("active", "left"), [("A", 2), ("B", 1), ("C", 0)])
def test_in_the_last_round_nobody_draws_and_a_sixth_colour_changes_nothing(active: str, left: int) -> None:
    answer = ask("last_round", **{**FINAL, "active": active})
    assert answer["order"] == ["A", "B", "C"]
    assert (answer["extra"], answer["drew"], answer["deck_after"]) == (False, False, 3)
    assert answer["turns_left_after_this"] == left
    assert "trigger" not in answer


def test_two_players_have_a_last_round_too() -> None:
    answer = ask("last_round", **{**TURN, "seats": ["A", "B"]})
    assert answer["order"] == ["A", "B"]


# Deck


@pytest.mark.parametrize(
    ("players", "deck", "turns"), [(2, 50, 52), (3, 45, 48), (4, 40, 44), (5, 35, 40), (6, 30, 36)]
)
def test_the_deck_runs_out_on_the_last_seats_turn(players: int, deck: int, turns: int) -> None:
    answer = ask("deck", n=players)
    assert (answer["deck"], answer["max_turns"], answer["exhausting_seat"]) == (deck, turns, players)


def test_score_leaves_out_colours_without_cards() -> None:
    answer = ask("score", ruleset="zman", players={"A": {"red": [], "blue": [3]}, "B": {"blue": [1]}})
    assert answer["by_colour"] == {"A": {"blue": 3}, "B": {"blue": 1}}
    assert answer["majority"] == {}


def test_in_the_last_round_the_deck_may_be_empty() -> None:
    assert ask("last_round", **{**FINAL, "deck_before_draw": 0})["deck_after"] == 0


@pytest.mark.parametrize("key", ["ruleset", "already_final", "final_trigger"])
def test_what_may_be_left_out_of_a_last_round_may_be_null(key: str) -> None:
    assert ask("last_round", **{**TURN, key: None}) == ask("last_round", **TURN)
