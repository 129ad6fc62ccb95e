"""Moves that the referee refuses, with one sentence each. The button of the move says the same."""

import pytest

from scorekeeper.games.errors import Malformed
from scorekeeper.games.hawaiki.referee import REFEREE
from scorekeeper.games.referee import Action
from tests.support.hawaiki import apply_moves, holding, move, move_refused, picks, play, start_round
from tests.support.verdicts import by, cite

RUN = "c2-1 c3-2 c1-3"
ALMOST_RUN = "c2-1 c3-2 c1-7"
ALMOST_FLUSH = "c1-1 c1-5 c2-3"
BLUE = play("Alice", "Bo", "Cleo", "Dinah", c1="Red", c2="Blue", c3="Green")


@pytest.mark.parametrize("text", ["lay.1.0,c1-6", "draw.1."])
def test_nobody_plays_out_of_turn(text: str) -> None:
    assert cite(move_refused(start_round(leader=2), text)) == by("left", who="Cleo")


def test_a_card_goes_only_where_it_fits() -> None:
    state = start_round("c2-1 c3-2 c1-7", BLUE)
    assert cite(move_refused(state, "lay.0.1,c2-4")) == by("lay", card="Blue 4", other="Blue 1", covered="Green 2")
    assert cite(move_refused(state, "lay.0.1,c4-4")) == by("lay", card="Moon 4", covered="Green 2")


def test_no_card_is_seen_three_times() -> None:
    state = apply_moves(start_round("c1-3 c1-3 c3-7", BLUE), "draw.0.")
    assert cite(move_refused(state, "lay.1.0,c1-3,said")) == by("cards", card="Red 3")
    (twin,) = [pick for pick in picks(state, "lay") if pick.cannot and pick.action.of[0] == "0"]
    assert cite(twin.cannot) == by("cards", card="Red 3")
    turned_up = apply_moves(REFEREE.start(BLUE, {}, 1, 0), "top..c1-3", "top..c1-3")
    assert cite(move_refused(turned_up, "top..c1-3")) == by("cards", card="Red 3")


def test_what_is_not_new_cannot_be_named() -> None:
    assert cite(move_refused(start_round(RUN), "lay.0.0,c4-1,said")) == by("new", what="a run of 1-2-3")
    assert cite(move_refused(start_round(RUN), "lay.0.0,c4-1,called")) == by("new", what="a run of 1-2-3")
    assert cite(move_refused(start_round("c1-1 c1-5 c1-3"), "lay.0.0,c1-7,said")) == by("new", what="a flush of Heart")
    assert cite(move_refused(start_round("c1-4 c2-4 c3-4"), "lay.0.0,c5-4,said")) == by("new", what="three 4s")


def test_it_must_be_said_who_named_what_is_new() -> None:
    assert str(move_refused(start_round(), "lay.0.0,c1-4")) == "That makes a pair. Who named it first?"
    assert (
        str(move_refused(start_round(ALMOST_FLUSH), "lay.0.2,c1-3"))
        == "That makes a flush of Heart. Who named it first?"
    )


def test_first_it_is_told_who_draws() -> None:
    state = apply_moves(start_round(ALMOST_RUN), "lay.0.2,c1-3,said")
    for text in ("lay.0.0,c2-5", "draw.0.", "forgot.2.", "lay.1.0,c2-5"):
        assert cite(move_refused(state, text)) == by("run", who="Alice")


@pytest.mark.parametrize(("tops", "text", "why"), [
    (ALMOST_RUN, "give.0.0", "Alice must choose somebody else to draw."),
    (ALMOST_RUN, "give.1.2", "Alice must choose somebody else to draw."),
    (ALMOST_RUN, "give.0.1,2", "For a run, one player draws 1."),
    (ALMOST_FLUSH, "give.0.1,2,3", "For a flush, one player draws 2 or two players draw 1 each."),
    (ALMOST_FLUSH, "give.0.1,1", "For a flush, one player draws 2 or two players draw 1 each."),
    (ALMOST_FLUSH, "give.0.0,1", "Alice must choose somebody else to draw."),
])  # fmt: skip
def test_only_the_right_players_are_chosen(tops: str, text: str, why: str) -> None:
    assert str(move_refused(apply_moves(start_round(tops), "lay.0.2,c1-3,said"), text)) == why


def test_nobody_draws_without_a_run_or_a_flush() -> None:
    assert cite(move_refused(start_round(), "give.0.1")) == by("run")


def test_nobody_owes_thanks_who_was_not_chosen() -> None:
    state = apply_moves(start_round(ALMOST_RUN), "lay.0.2,c1-3,said", "give.0.2")
    assert cite(move_refused(state, "forgot.1.")) == by("who-thanks", who="Bo")
    assert cite(move_refused(apply_moves(state, "forgot.2."), "forgot.2.")) == by("who-thanks", who="Cleo")


def test_nothing_is_told_before_the_open_cards() -> None:
    state = apply_moves(REFEREE.start(BLUE, {}, 1, 0), "top..c1-3")
    assert str(move_refused(state, "lay.0.0,c1-5")) == "Enter the three face-up cards first."
    assert str(move_refused(start_round(), "top..c1-1")) == "Three cards are already face up."


def test_nothing_is_told_after_the_end() -> None:
    state = apply_moves(holding(start_round(), 1, 3, 2, 5), "lay.0.0,c1-6")
    for text in ("lay.1.0,c1-5", "draw.1.", "give.0.1"):
        assert cite(move_refused(state, text)) == by("last-card", who="Alice")
    assert cite(move_refused(state, "forgot.1.")) == by("who-thanks", who="Bo")


@pytest.mark.parametrize("text", [
    "lay.0.0", "lay.0.3,c1-6", "lay.0.0,c1-8", "lay.0.0,c1-6,perhaps", "lay.0.0,c1-6,called,run", "lay..0,c1-6",
    "lay.4.0,c1-6", "draw.0.c1-6", "draw..", "top.0.c1-6", "top..c6-1", "top..", "give.0.", "give.0.4", "give.0.a",
    "forgot.0.1", "miscall..", "sacrifice.0.", "sacrifice.0.3", "second.0.0", "fly.0.",
])  # fmt: skip
def test_what_is_no_move_is_not_taken(text: str) -> None:
    with pytest.raises(Malformed, match="That is not a move"):
        REFEREE.apply(start_round(), move(text))
    with pytest.raises(Malformed):
        REFEREE.preview(start_round(), move(text))
    assert str(REFEREE.narrate(start_round(), move(text), False)) == "That is not a move."


def test_what_is_refused_is_refused_in_a_preview_and_can_still_be_read_out() -> None:
    state = start_round("c2-1 c3-2 c1-7", BLUE)
    with pytest.raises(Exception, match="Blue 4 goes on Blue 1, not on Green 2"):
        REFEREE.preview(state, move("lay.0.1,c2-4"))
    assert str(REFEREE.narrate(state, move("lay.0.1,c2-4"), False)) == "Alice plays Blue 4 on Green 2."
    assert str(REFEREE.narrate(REFEREE.start(BLUE, {}, 1, 0), move("lay.0.1,c2-4"), False)) == "Alice plays Blue 4."
    assert str(REFEREE.narrate(state, move("give.0.1"), False)) == "Alice chooses Bo."
    assert str(REFEREE.narrate(state, Action(1, "second", 3), False)) == "Dinah pays a token for a second chance."


def test_what_is_not_there_cannot_be_named() -> None:
    assert cite(move_refused(start_round(), "lay.0.0,c1-6,said")) == by("new", card="Heart 6")
