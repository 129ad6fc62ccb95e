"""The options of Hawaiki as the referee plays them: the variants of the rulebook, and the questions it leaves open."""

import pytest

from scorekeeper.games.hawaiki.referee import REFEREE
from scorekeeper.games.hawaiki.state import HawaikiRound
from scorekeeper.games.referee import Pick, Reply
from tests.support.hawaiki import (
    apply_moves,
    empty_draw_pile,
    entry,
    holding,
    labels,
    mark_cards_left,
    move_refused,
    narrate,
    picks,
    play,
    preview,
    sentences,
    start_round,
)
from tests.support.verdicts import by, cite

NAMES = ("Alice", "Bo", "Cleo", "Dinah")
BOTH = play(*NAMES, sacrifice="on", second_chance="on")
RUN = "c2-1 c3-2 c1-3"
ALMOST_RUN = "c2-1 c3-2 c1-7"
ALMOST_THREE = "c1-4 c2-4 c3-6"


# One hidden


def test_h27_h28_one_hidden_is_only_called_to_mind() -> None:
    offered = entry(start_round(setup=play(*NAMES, one_hidden="on")), "lay")
    assert offered
    said = "Same colour or same number. One card stays hidden. Once it is played, another can be hidden."
    assert str(offered.hint) == said
    usual = entry(start_round(), "lay")
    assert usual
    assert str(usual.hint) == "Same colour or same number."


# What a card would make


@pytest.mark.parametrize(("hints", "noted"), [("before", True), ("after", False)])
def test_what_a_card_would_make_is_shown_beside_it_or_only_once_it_is_laid(hints: str, noted: bool) -> None:
    state = apply_moves(start_round(setup=play(*NAMES, hints=hints)), "draw.0.")
    assert any(pick.note for pick in picks(state, "lay")) == noted
    labels = [str(reply.label) for pick in picks(state, "lay") for reply in _replies(state, pick)]
    assert "Somebody else" in labels


def _replies(state: HawaikiRound, pick: Pick) -> tuple[Reply, ...]:
    return () if pick.cannot else REFEREE.preview(state, pick.action).replies


# Sacrifice


def test_h29_before_playing_a_token_sends_a_top_card_under_the_draw_pile() -> None:
    state = apply_moves(start_round(setup=BOTH), "lay.0.0,c1-6", "sacrifice.1.0")
    assert [str(top) for top in state.tops] == ["c1-4", "c2-1", "c3-7"]
    assert (state.draw, state.count_tokens(1), state.turn) == (44, 9, 1)
    assert narrate(start_round(setup=BOTH), "sacrifice.0.1") == "Alice pays a token: Drop 1 goes under the draw pile."
    assert REFEREE.marks(state) == mark_cards_left(sacrifice=[1])
    assert apply_moves(state, "lay.1.0,c1-5").turn == 2


def test_h29_once_a_round() -> None:
    state = apply_moves(start_round(setup=BOTH), "sacrifice.0.1")
    assert (
        str(move_refused(state, "sacrifice.0.0"))
        == "Alice has already used Sacrifice this round. It can be used only once."
    )
    assert entry(state, "sacrifice") is None
    assert entry(apply_moves(state, "draw.0."), "sacrifice")


def test_h29_without_a_token_there_is_no_sacrifice() -> None:
    poor = play(*NAMES, tokens=1, sacrifice="on", second_chance="on")
    state = apply_moves(start_round(setup=poor), "draw.0.", "second.0.")
    assert str(move_refused(state, "sacrifice.0.0")) == "Alice has no token to pay for Sacrifice."


def test_h30_sacrifice_is_forbidden_with_a_single_card_in_hand() -> None:
    state = holding(start_round(setup=BOTH), 1, 6, 6, 6)
    assert str(move_refused(state, "sacrifice.0.0")) == "Alice has only one card left, so no Sacrifice now."
    assert {str(pick.cannot) for pick in picks(state, "sacrifice")} == {
        "Alice has only one card left, so no Sacrifice now."
    }


def test_h14_a_pile_may_be_sacrificed_away_and_takes_any_card_then() -> None:
    state = apply_moves(start_round(ALMOST_RUN, BOTH), "sacrifice.0.2")
    assert state.tops[2] is None
    assert str(move_refused(apply_moves(state, "draw.0."), "sacrifice.1.2")) == "The third pile is empty."
    offered = entry(state, "lay")
    assert offered
    assert [len(group.picks) for group in offered.groups] == [11, 11, 35]
    then = apply_moves(state, "lay.0.2,c5-5")
    assert (str(then.tops[2]), then.turn) == ("c5-5", 1)
    assert narrate(state, "lay.0.2,c5-5") == "Alice plays Sun 5 on the empty pile."


def test_of_a_flush_and_a_run_at_once_one_is_named_and_only_that_counts() -> None:
    state = apply_moves(start_round("c1-1 c1-2 c2-7", BOTH), "sacrifice.0.2")
    assert cite(move_refused(state, "lay.0.2,c1-3,said")) == by("one-only", what="a flush of Heart and a run of 1-2-3")
    board = preview(state, "lay.0.2,c1-3,said,run")
    assert [str(reply.label) for reply in board.replies] == [
        "Named a flush",
        "Named a run",
        "Somebody else",
        "Nobody",
    ]
    assert str(board.heading) == "Flush of Heart and Run 1-2-3: who named it first?"
    assert [REFEREE.apply(state, reply.action).owes for reply in board.replies] == ["flush", "run", "", ""]
    assert narrate(state, "lay.0.2,c1-3,said,run") == "Alice plays Heart 3 on the empty pile: run 1-2-3."
    assert narrate(state, "lay.0.2,c1-3,silent") == (
        "Alice plays Heart 3 on the empty pile: flush of Heart and run 1-2-3. If nobody names it, nothing happens."
    )


# Second chance


def test_h31_a_token_buys_another_turn() -> None:
    state = apply_moves(start_round(setup=BOTH), "lay.0.0,c1-6")
    assert labels(state, "second") == ["Alice plays again"]
    again = apply_moves(state, "second.0.")
    assert (again.turn, again.again, again.count_tokens(0)) == (0, True, 9)
    assert narrate(state, "second.0.") == "Alice pays a token for a second chance."
    assert apply_moves(again, "lay.0.0,c1-5").hands[0] == 4
    assert REFEREE.marks(again) == mark_cards_left(second_chance=[0])


def test_h31_once_a_round() -> None:
    state = apply_moves(start_round(setup=BOTH), "draw.0.", "second.0.", "draw.0.")
    assert (
        str(move_refused(state, "second.0."))
        == "Alice has already used Second chance this round. It can be used only once."
    )
    assert entry(state, "second") is None


def test_h31_only_right_after_the_own_turn() -> None:
    state = start_round(setup=BOTH)
    assert cite(move_refused(state, "second.0.")) == by("second-chance", who="Alice")
    assert cite(move_refused(apply_moves(state, "draw.0."), "second.1.")) == by("second-chance", who="Bo")
    assert cite(move_refused(apply_moves(state, "draw.0.", "draw.1."), "second.0.")) == by("left", who="Cleo")


def test_h32_second_chance_may_not_get_rid_of_the_last_card() -> None:
    state = apply_moves(holding(start_round(setup=BOTH), 2, 6, 6, 6), "lay.0.0,c1-6")
    assert str(move_refused(state, "second.0.")) == "Alice has only one card left, so no Second chance now."
    assert [str(pick.cannot) for pick in picks(state, "second")] == [
        "Alice has only one card left, so no Second chance now."
    ]


def test_a_variant_that_is_not_played_is_not_offered() -> None:
    state = apply_moves(start_round(), "draw.0.")
    assert [entry.key for entry in REFEREE.entries(state)] == ["lay", "draw"]
    assert cite(move_refused(state, "sacrifice.1.0")) == by("sacrifice", variant="Sacrifice")
    assert cite(move_refused(state, "second.0.")) == by("second-chance", variant="Second chance")


# What else a table may agree on


def test_h1_a_combination_may_have_to_be_new_since_the_turn_began() -> None:
    strict = play(*NAMES, sacrifice="on", second_chance="on", novelty="before_card_and_turn_start")
    moves = ("lay.0.0,c2-4,said", "give.0.1")
    usual, state = apply_moves(start_round(RUN), *moves), apply_moves(start_round(RUN, strict), *moves)
    assert preview(usual, "lay.0.0,c2-1,said").new is True
    assert cite(move_refused(state, "lay.0.0,c2-1,said")) == by("new-since", what="a run of 1-2-3")
    assert preview(state, "lay.0.0,c2-1").new is False
    resumed = apply_moves(state, "lay.0.0,c2-5", "second.0.")
    assert preview(resumed, "lay.0.0,c2-1").new is False  # the same turn goes on
    next_turn = apply_moves(state, "draw.0.")
    assert preview(next_turn, "lay.1.0,c2-1").new is True


def test_h7_naming_it_late_counts_unless_the_table_is_strict() -> None:
    strict = play(*NAMES, late_announce="strict")
    assert cite(move_refused(start_round(), "lay.0.0,c1-4,late")) == by("named-late")
    board = preview(start_round(setup=strict), "lay.0.0,c1-4")
    assert "Named too late" in [str(reply.label) for reply in board.replies]
    state = apply_moves(start_round(setup=strict), "lay.0.0,c1-4,late")
    assert (state.turn, state.hands[0]) == (1, 5)
    assert narrate(start_round(setup=strict), "lay.0.0,c1-4,late") == (
        "Alice plays Heart 4 on Heart 4: pair. Named too late: nothing happens."
    )


def test_h8_naming_what_is_not_there_may_cost_a_card() -> None:
    dear = start_round(setup=play(*NAMES, false_call_penalty="1"))
    state = apply_moves(dear, "lay.0.0,c1-6")
    assert labels(state, "miscall") == ["Alice", "Bo", "Cleo", "Dinah"]
    assert narrate(state, "miscall.2.") == "Cleo named a combination that is not there. Cleo draws 1."
    then = apply_moves(state, "miscall.2.")
    assert (then.hands[2], then.turn) == (7, 1)
    assert labels(then, "miscall") == ["Alice", "Bo", "Dinah"]
    assert str(move_refused(then, "miscall.2.")) == "There is no combination that could have been named wrongly."
    assert (
        str(move_refused(apply_moves(then, "draw.1."), "miscall.0."))
        == "There is no combination that could have been named wrongly."
    )
    assert str(move_refused(apply_moves(start_round(), "lay.0.0,c1-6"), "miscall.2.")) == (
        "At this table there is no penalty for naming a combination that is not there."
    )
    assert entry(apply_moves(start_round(), "lay.0.0,c1-6"), "miscall") is None
    assert entry(apply_moves(dear, "lay.0.0,c1-4,silent"), "miscall") is None


def test_h10_thanks_may_be_left_out() -> None:
    state = apply_moves(start_round(ALMOST_THREE, play(*NAMES, thanks_rule="off")), "lay.0.2,c3-4,said")
    assert entry(state, "forgot") is None
    assert cite(move_refused(state, "forgot.1.")) == by("thanks")


def test_h9_called_on_the_last_card_the_player_may_draw_and_play_on() -> None:
    state = holding(start_round(setup=play(*NAMES, last_card_challenge="play_on")), 1, 3, 2, 5)
    assert "If somebody else names it first, Alice draws 1 and plays on." in sentences(preview(state, "lay.0.0,c1-4"))
    then = apply_moves(state, "lay.0.0,c1-4,called")
    assert (then.over, then.turn, then.hands[0]) == (False, 1, 1)
    setup = play(*NAMES, last_card_challenge="play_on", empty_draw_pile="no_draws")
    assert apply_moves(
        empty_draw_pile(holding(start_round(setup=setup), 1, 3, 2, 5)), "lay.0.0,c1-4,called"
    ).over  # nothing to draw


def test_h9_or_the_last_card_ends_the_round_whoever_names_it() -> None:
    state = holding(start_round(setup=play(*NAMES, last_card_challenge="ignore")), 1, 3, 2, 5)
    assert sentences(preview(state, "lay.0.0,c1-4"))[-1] == "Last card: it ends the round."
    then = apply_moves(state, "lay.0.0,c1-4,called")
    assert (then.over, REFEREE.marks(then)) == (True, mark_cards_left(None, 3, 2, 5))


@pytest.mark.parametrize(("agreed", "drawn"), [("reshuffle_covered", 1), ("no_draws", 0)])
def test_h6_an_empty_draw_pile_may_stay_empty(agreed: str, drawn: int) -> None:
    state = empty_draw_pile(start_round(setup=play(*NAMES, empty_draw_pile=agreed)), covered=5)
    assert apply_moves(state, "draw.0.").hands[0] == 6 + drawn
    assert labels(state, "draw") == ["Alice draws 1" if drawn else "Alice passes"]


def test_a_run_that_is_sacrificed_away_and_laid_again_is_new() -> None:
    state = apply_moves(start_round(RUN, BOTH), "sacrifice.0.2")
    assert preview(state, "lay.0.2,c5-3").new is True
