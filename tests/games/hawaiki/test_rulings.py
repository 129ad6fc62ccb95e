"""Questions to the referee: worked rulings, the limits of each kind, and input that is not valid."""

from typing import Any

import pytest

from tests.support.hawaiki import ask, find_fault

TOPS = ["c1-4", "c2-1", "c3-7"]
FOUR = ["A", "B", "C", "D"]


# Place


def test_place_says_why() -> None:
    assert ask("place", tops=["c1-1", "c2-2", "c3-3"], pile=0, card="c1-4")["because"] == [
        "Heart 4 has the colour of Heart 1.",
        "It was 1-2-3 before, so the run 4-2-3 counts.",
    ]
    assert ask("place", tops=["c1-1", "c2-2", "c3-3"], pile=0, card="c4-1")["because"] == [
        "Moon 1 has the value of Heart 1.",
        "It was already a run of 1-2-3, so that is not new.",
    ]
    assert ask("place", tops=TOPS, pile=2, card="c1-1")["because"] == [
        "Heart 1 has a different colour and value from Leaf 7."
    ]
    assert ask("place", tops=["c1-3", "c1-4", "c1-5"], pile=1, card="c1-4")["because"] == [
        "Pair: Heart 4 covers its twin. Play again.",
        "It was already a flush of Heart, so that is not new.",
        "It was already a run of 3-4-5, so that is not new.",
    ]
    assert ask("place", tops=["c1-3", "c2-3", "c5-4"], pile=2, card="c5-3")["because"][1] == (
        "That is three 3s, and new."
    )


# Announce


def test_announce_refuses_that_both_named_it_first() -> None:
    assert find_fault("announce", new=["run"], announced=True, contested=True) == "contested"
    assert find_fault("announce", new=[], announced=True, contested=True) == "contested"


# Draws


@pytest.mark.parametrize(
    ("names", "said"), [(["Zoe"], "Zoe is not playing."), (["Zoe", "Yan"], "Zoe and Yan are not playing.")]
)
def test_draws_says_who_was_chosen_and_does_not_play(names: list[str], said: str) -> None:
    answer = ask("draws", combo="run", players=FOUR, active="A", targets=names, said={})
    assert answer["error"] == "bad_targets"
    assert answer["because"] == [said, "For a run, one player draws 1."]


# Settle


def ask_settlement(tokens: dict[str, int], hands: dict[str, int], finisher: str = "A") -> Any:
    return ask("settle", tokens=tokens, hands=hands, finisher=finisher)


def test_settle_pays_what_there_is() -> None:
    answer = ask_settlement({"A": 4, "B": 2, "C": 9}, {"A": 0, "B": 7, "C": 9})
    assert answer["returned"] == {"A": 0, "B": 2, "C": 9}
    assert (answer["tokens"], answer["winners"]) == ({"A": 4, "B": 0, "C": 0}, ["A"])
    assert answer["because"] == [
        "B and C have no tokens left.",
        "A wins with 4.",
        "B pays 2 for 7 cards: no tokens left for the rest.",
        "C pays 9 and has 0 left.",
    ]


def test_settle_shares_a_tie_in_the_order_of_the_players() -> None:
    assert ask_settlement({"Z": 5, "A": 5, "M": 1}, {"Z": 0, "A": 0, "M": 1})["winners"] == ["Z", "A"]


def test_settle_makes_the_finisher_pay_a_card_that_was_drawn_as_a_penalty() -> None:
    answer = ask_settlement({"A": 4, "B": 5}, {"A": 1, "B": 2})
    assert (answer["returned"], answer["next_starter"]) == ({"A": 1, "B": 2}, "A")


# Setup, variant, reshuffle


@pytest.mark.parametrize(("players", "most"), [(2, 30), (3, 20), (4, 15), (5, 12), (6, 10)])
def test_setup_knows_how_far_sixty_tokens_go(players: int, most: int) -> None:
    assert ask("setup", n=players, tokens=most)["tokens_each"] == most
    beyond = ask("setup", n=players, tokens=most + 1)
    assert beyond["error"] == "not_enough_tokens"
    assert set(beyond) == {"error", "because"}


@pytest.mark.parametrize("variant", ["sacrifice", "second_chance"])
def test_variant_names_the_first_reason_that_holds(variant: str) -> None:
    def reason(hand: int, tokens: int, used: bool) -> object:
        return ask("variant", variant=variant, hand=hand, tokens=tokens, used_this_round=used).get("reason")

    assert reason(1, 0, True) == "once_per_round"
    assert reason(3, 5, True) == "once_per_round"
    assert reason(1, 0, False) == "no_token"
    assert reason(1, 5, False) == "single_card"
    assert reason(2, 1, False) is None


def test_variant_may_cost_the_last_token() -> None:
    answer = ask("variant", variant="second_chance", hand=2, tokens=1, used_this_round=False)
    assert (answer["allowed"], answer["tokens"]) == (True, 0)
    assert answer["because"][-1] == "It is the last one: the game ends after this round."
    forbidden = ask("variant", variant="second_chance", hand=2, tokens=0, used_this_round=False)
    assert "tokens" not in forbidden


def test_reshuffle_keeps_the_three_tops() -> None:
    assert ask("reshuffle", draw=0, piles=[5, 3, 1])["piles"] == [1, 1, 1]
    assert ask("reshuffle", draw=0, piles=[5, 3, 1])["draw"] == 6
    assert ask("reshuffle", draw=0, piles=[1, 1, 1])["because"] == [
        "There is nothing under the top cards: nobody draws."
    ]
    assert find_fault("reshuffle", draw=0, piles=[5, 3]) == "piles"
    assert find_fault("reshuffle", draw=0, piles=[5, 3, -1]) == "piles"


# Anything


def ask_draws(combo: str, targets: list[str], said: dict[str, str], players: list[str] = FOUR) -> object:
    answer = ask("draws", combo=combo, players=players, active="A", targets=targets, said=said)
    return answer.get("draws") or answer.get("error")


def test_place_answers_nothing_more_for_a_card_that_does_not_fit() -> None:
    assert set(ask("place", tops=TOPS, pile=2, card="c1-1")) == {"legal", "because"}


def test_draws_ignores_thanks_of_those_who_draw_nothing() -> None:
    assert ask_draws("run", ["B"], {"B": "thanks", "C": "thanks_a_lot"}) == {"B": 1}


def test_settle_ends_the_game_for_who_was_broke_before() -> None:
    answer = ask_settlement({"A": 0, "B": 5}, {"A": 0, "B": 2})
    assert (answer["game_over"], answer["winners"], answer["next_starter"]) == (True, ["B"], None)
    assert ask_settlement({"A": 0, "B": 1}, {"A": 0, "B": 2})["winners"] == ["A", "B"]
