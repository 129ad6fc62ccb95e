"""The rules of the rulebook in rounds that are entered move by move."""

from dataclasses import replace

import pytest

from scorekeeper.games.board import Stock, Tops
from scorekeeper.games.hawaiki import GAME
from scorekeeper.games.hawaiki.referee import REFEREE
from tests.support.hawaiki import (
    FOUR,
    apply_moves,
    empty_draw_pile,
    entry,
    holding,
    labels,
    mark_cards_left,
    move,
    move_refused,
    narrate,
    picks,
    play,
    preview,
    rounds,
    sentences,
    start_round,
)
from tests.support.verdicts import by, cite

RUN = "c2-1 c3-2 c1-3"
ALMOST_RUN = "c2-1 c3-2 c1-7"
ALMOST_FLUSH = "c1-1 c1-5 c2-3"
ALMOST_THREE = "c1-4 c2-4 c3-6"


# Set-up


@pytest.mark.parametrize(("players", "drawn_from"), [(2, 55), (3, 49), (4, 43), (5, 37), (6, 31)])
def test_h05_six_cards_each_three_open_and_the_rest_is_drawn_from(players: int, drawn_from: int) -> None:
    state = start_round(setup=play(*"ABCDEF"[:players]))
    assert dict(state.hands) == dict.fromkeys(range(players), 6)
    assert state.draw == drawn_from
    assert str(REFEREE.view(state).about) == f"pile {drawn_from}"


def test_h05_the_three_open_cards_are_told_with_a_tap_each() -> None:
    state = REFEREE.start(FOUR, {}, 1, 0)
    for card in ("c1-4", "c2-1", "c3-7"):
        (only,) = REFEREE.entries(state)
        assert (only.key, only.show, only.preview) == ("top", "deck", False)
        state = apply_moves(state, f"top..{card}")
    assert [str(top) for top in state.tops] == ["c1-4", "c2-1", "c3-7"]
    assert REFEREE.entries(state)[0].key == "lay"


# A turn


def test_a_combination_that_is_turned_up_gives_nothing() -> None:
    state = start_round(RUN)
    assert sentences(REFEREE.view(state)) == [
        "Alice starts.",
        "Run 1-2-3: already there, so it does not count again.",
    ]
    assert preview(state, "lay.0.0,c4-1").new is False


def test_h07_whoever_lays_nothing_draws_one_and_the_turn_ends() -> None:
    state = apply_moves(start_round(), "draw.0.")
    assert (state.hands[0], state.draw, state.turn) == (7, 42, 1)
    assert narrate(start_round(), "draw.0.") == "Alice plays no card and draws 1."
    assert cite(move_refused(state, "lay.0.0,c1-6")) == by("left", who="Bo")


def test_h08_the_turn_passes_to_the_left() -> None:
    state = start_round(leader=2)
    turns = []
    for _ in range(5):
        turns.append(state.turn)
        state = apply_moves(state, f"draw.{state.turn}.")
    assert turns == [2, 3, 0, 1, 2]


def test_h09_a_combination_must_be_named() -> None:
    state = start_round(ALMOST_RUN)
    assert str(move_refused(state, "lay.0.2,c1-3")) == "That makes a run of 1-2-3. Who named it first?"
    kept_silent = apply_moves(state, "lay.0.2,c1-3,silent")
    assert (kept_silent.turn, kept_silent.owes) == (1, "")
    assert dict(kept_silent.hands) == {0: 5, 1: 6, 2: 6, 3: 6}
    assert narrate(state, "lay.0.2,c1-3,silent") == (
        "Alice plays Heart 3 on Heart 7: run 1-2-3. If nobody names it, nothing happens."
    )


def test_h10_a_pair_plays_again() -> None:
    state = apply_moves(start_round(), "lay.0.0,c1-4,said")
    assert (state.turn, state.again) == (0, True)
    assert dict(state.hands) == {0: 5, 1: 6, 2: 6, 3: 6}
    assert sentences(REFEREE.view(state)) == ["Alice plays Heart 4 on Heart 4: pair.", "Alice plays again."]


def test_h12_for_a_run_one_chosen_player_draws_one_then_another_turn() -> None:
    state = apply_moves(start_round(ALMOST_RUN), "lay.0.2,c1-3,said")
    assert [entry.key for entry in REFEREE.entries(state)] == ["give"]
    assert labels(state, "give") == ["Bo", "Cleo", "Dinah"]
    state = apply_moves(state, "give.0.2")
    assert dict(state.hands) == {0: 5, 1: 6, 2: 7, 3: 6}
    assert (state.turn, state.again, state.draw) == (0, True, 42)


def test_h14_for_a_flush_one_draws_two_or_two_draw_one_each() -> None:
    state = apply_moves(start_round(ALMOST_FLUSH), "lay.0.2,c1-3,said")
    assert labels(state, "give") == [
        "Bo draws 2",
        "Cleo draws 2",
        "Dinah draws 2",
        "Bo and Cleo draw 1 each",
        "Bo and Dinah draw 1 each",
        "Cleo and Dinah draw 1 each",
    ]
    assert dict(apply_moves(state, "give.0.3").hands) == {0: 5, 1: 6, 2: 6, 3: 8}
    assert dict(apply_moves(state, "give.0.1,3").hands) == {0: 5, 1: 7, 2: 6, 3: 7}
    assert apply_moves(state, "give.0.1,3").turn == 0


def test_h15_for_a_three_all_others_draw_one_then_another_turn() -> None:
    state = apply_moves(start_round(ALMOST_THREE), "lay.0.2,c3-4,said")
    assert dict(state.hands) == {0: 5, 1: 7, 2: 7, 3: 7}
    assert (state.turn, state.owes) == (0, "")
    assert narrate(start_round(ALMOST_THREE), "lay.0.2,c3-4,said") == (
        "Alice plays Leaf 4 on Leaf 6: three 4s. Bo, Cleo and Dinah draw 1 each."
    )


def test_h16_what_stood_already_has_no_effect() -> None:
    state = apply_moves(start_round(RUN), "lay.0.0,c4-1")
    assert (state.turn, state.owes) == (1, "")
    assert narrate(start_round(RUN), "lay.0.0,c4-1") == (
        "Alice plays Moon 1 on Drop 1. It was already a run of 1-2-3, so nothing new."
    )


def test_h17_a_run_after_a_run_counts_if_its_values_differ() -> None:
    board = preview(start_round(RUN), "lay.0.0,c2-4")
    assert (str(board.heading), board.new) == ("Run 4-2-3: who named it first?", True)
    assert sentences(board) == [
        "It was 1-2-3 before, so this one counts.",
        "Alice chooses who draws 1.",
        "Alice plays again.",
    ]
    asked = REFEREE.view(apply_moves(start_round(RUN), "lay.0.0,c2-4,said"))
    assert (str(asked.heading), asked.new) == ("Run 4-2-3", True)
    assert sentences(asked) == ["It was 1-2-3 before, so this one counts.", "Who draws 1?"]


def test_h18_h19_named_by_somebody_else_first_it_has_no_effect_and_the_player_draws_one() -> None:
    state = apply_moves(start_round(ALMOST_RUN), "lay.0.2,c1-3,called")
    assert (state.turn, state.owes, state.draw) == (1, "", 42)
    assert dict(state.hands) == {0: 6, 1: 6, 2: 6, 3: 6}
    assert narrate(start_round(ALMOST_RUN), "lay.0.2,c1-3,called") == (
        "Alice plays Heart 3 on Heart 7: run 1-2-3. Somebody else names it first. Alice draws 1."
    )


def test_h20_who_draws_one_and_forgets_thanks_draws_one_more() -> None:
    state = apply_moves(start_round(ALMOST_RUN), "lay.0.2,c1-3,said", "give.0.2")
    assert labels(state, "forgot") == ["Cleo draws 2"]
    forgot = apply_moves(state, "forgot.2.")
    assert (forgot.hands[2], forgot.turn) == (8, 0)
    assert narrate(state, "forgot.2.") == "Cleo forgot to say thanks. Cleo draws 1."
    assert picks(forgot, "forgot") == []


def test_h20_after_a_three_only_who_forgot_is_told() -> None:
    state = apply_moves(start_round(ALMOST_THREE), "lay.0.2,c3-4,said", "forgot.1.", "forgot.3.")
    assert dict(state.hands) == {0: 5, 1: 8, 2: 7, 3: 8}
    assert labels(state, "forgot") == ["Cleo draws 2"]


def test_h20_once_the_next_move_is_told_it_is_too_late() -> None:
    state = apply_moves(start_round(ALMOST_RUN), "lay.0.2,c1-3,said", "give.0.2", "draw.0.")
    assert entry(state, "forgot") is None
    assert cite(move_refused(state, "forgot.2.")) == by("who-thanks", who="Cleo")


def test_h21_who_draws_two_and_forgets_thanks_a_lot_draws_three() -> None:
    state = apply_moves(start_round(ALMOST_FLUSH), "lay.0.2,c1-3,said", "give.0.2")
    assert labels(state, "forgot") == ["Cleo draws 3"]
    assert apply_moves(state, "forgot.2.").hands[2] == 9
    assert narrate(state, "forgot.2.") == "Cleo forgot to say thanks a lot. Cleo draws 1."


# The end of a round


def test_h22_the_last_card_ends_the_round() -> None:
    state = apply_moves(holding(start_round(), 1, 3, 2, 5), "lay.0.0,c1-6")
    assert state.over
    assert REFEREE.unfinished(state) is None
    assert REFEREE.entries(state) == ()
    assert cite(move_refused(state, "draw.1.")) == by("last-card", who="Alice")
    assert str(REFEREE.view(state).title) == "Alice went out"


def test_h22_first_its_combination_has_its_effect() -> None:
    state = apply_moves(holding(start_round(ALMOST_RUN), 1, 3, 2, 5), "lay.0.2,c1-3,said")
    assert not state.over
    assert str(REFEREE.unfinished(state)) == "Alice has not yet chosen who draws."
    assert REFEREE.marks(state) == {}
    state = apply_moves(state, "give.0.1")
    assert state.over
    assert REFEREE.marks(state) == mark_cards_left(None, 4, 2, 5)
    assert REFEREE.marks(apply_moves(state, "forgot.1.")) == mark_cards_left(None, 5, 2, 5)


def test_h22_another_turn_is_no_use_without_cards() -> None:
    state = apply_moves(holding(start_round(), 1, 3, 2, 5), "lay.0.0,c1-4,said")
    assert (state.over, state.again) == (True, False)
    assert REFEREE.marks(state) == mark_cards_left(None, 3, 2, 5)


def test_h22_called_on_the_last_card_the_round_is_over_and_the_finisher_pays() -> None:
    state = apply_moves(holding(start_round(), 1, 3, 2, 5), "lay.0.0,c1-4,called")
    assert state.over
    assert REFEREE.marks(state) == mark_cards_left(1, 3, 2, 5, out=[0])
    sheet = GAME.score(FOUR, REFEREE.marks(state), 1)
    assert (sheet.decided, sheet.winners, sheet.totals) == (True, (0,), {0: -1, 1: -3, 2: -2, 3: -5})


def test_h23_h24_the_pad_is_filled_and_names_the_next_starter() -> None:
    state = apply_moves(holding(start_round(), 4, 1, 2, 5), "draw.0.", "lay.1.0,c1-6")
    marks = REFEREE.marks(state)
    assert marks == mark_cards_left(5, None, 2, 5)
    assert GAME.score(FOUR, marks, 1).decided
    assert GAME.leader(FOUR, marks, 2) == 1
    assert sentences(REFEREE.view(state)) == [
        (
            "Bo went out and starts the next round. Alice pays 5 and has 5 left. Cleo pays 2 and has 8 left. "
            "Dinah pays 5 and has 5 left."
        )
    ]


def test_h25_the_referee_says_who_has_no_token_left_when_the_game_is_over() -> None:
    short = start_round(setup=replace(FOUR, options={**FOUR.options, "tokens": 5}))
    state = apply_moves(holding(short, 4, 1, 2, 5), "draw.0.", "lay.1.0,c1-6")
    assert sentences(REFEREE.view(state)) == [
        "Bo went out. Alice pays 5 and has 0 left. Cleo pays 2 and has 3 left. Dinah pays 5 and has 0 left.",
        "Alice and Dinah have no tokens left.",
    ]


def test_h25_no_round_is_told_once_the_game_is_over() -> None:
    marks = rounds((10, None, 2, 5))
    state = REFEREE.start(FOUR, marks, 2, 0)
    assert REFEREE.entries(state) == ()
    assert cite(move_refused(state, "top..c1-1")) == by("over", who="Alice", round=1)
    assert str(REFEREE.view(state).title) == "The game is over"


# What is shown


def test_a_turn_takes_two_taps() -> None:
    state = start_round()
    quiet = next(pick for pick in picks(state, "lay") if str(pick.label) == "Heart 6")
    (reply,) = REFEREE.preview(state, quiet.action).replies
    assert (str(reply.label), reply.action) == ("Play Heart 6", move("lay.0.0,c1-6"))
    twin = next(pick for pick in picks(state, "lay") if pick.action == move("lay.0.0,c1-4,said"))
    assert str(twin.note) == "pair"
    assert [(str(reply.label), reply.action) for reply in REFEREE.preview(state, twin.action).replies] == [
        ("Alice", move("lay.0.0,c1-4,said")),
        ("Somebody else", move("lay.0.0,c1-4,called")),
        ("Nobody", move("lay.0.0,c1-4,silent")),
    ]


def test_a_card_is_shown_upon_the_one_it_covers() -> None:
    stock, tops = preview(start_round(RUN), "lay.0.0,c2-4").parts
    assert isinstance(tops, Tops)
    first = tops.piles[0]
    assert first.card
    assert first.covers
    assert (str(first.card.name), first.card.look, str(first.covers.name), first.height) == (
        "Drop 4",
        "played",
        "Drop 1",
        2,
    )
    assert [pile.covers for pile in tops.piles[1:]] == [None, None]
    assert isinstance(stock, Stock)
    assert [(row.name, row.cards, row.tokens, row.of, row.current) for row in stock.rows[:2]] == [
        ("Alice", 5, 10, 10, True),
        ("Bo", 6, 10, 10, False),
    ]


def test_the_last_card_is_announced_and_what_is_at_stake() -> None:
    state = holding(start_round(), 2, 3, 1, 5)
    assert "Then Alice has 1 card left." in sentences(preview(state, "lay.0.0,c1-6"))
    state = holding(start_round(), 1, 3, 1, 5)
    assert [str(text) for text in preview(state, "lay.0.0,c1-6").follows] == ["Last card: it ends the round."]
    assert [str(text) for text in preview(state, "lay.0.0,c1-4").follows] == [
        "Last card: it ends the round.",
        "If somebody else names it first, Alice draws 1 and pays for it.",
    ]
    stock = REFEREE.view(state).parts[0]
    assert isinstance(stock, Stock)
    assert [str(row.note) for row in stock.rows] == ["last card", "None", "last card", "None"]


# Nothing left to draw


def test_all_but_the_tops_are_shuffled_when_nothing_is_left_to_draw() -> None:
    state = empty_draw_pile(start_round(), covered=5)
    assert "The draw pile is empty. Before the next draw, everything but the top cards is shuffled." in sentences(
        REFEREE.view(state)
    )
    then = apply_moves(state, "draw.0.")
    assert (then.draw, then.hands[0], [len(pile) for pile in then.piles]) == (4, 7, [1, 1, 1])
    assert then.tops == state.tops


def test_without_covered_cards_nobody_draws() -> None:
    state = empty_draw_pile(start_round())
    assert sentences(REFEREE.view(state))[-1] == "There is nothing left to draw."
    assert labels(state, "draw") == ["Alice passes"]
    then = apply_moves(state, "draw.0.")
    assert (then.turn, then.hands[0]) == (1, 6)
    assert narrate(state, "draw.0.") == "Alice plays no card, and there is nothing left to draw."


def test_who_is_next_after_the_player_draws_first_when_cards_are_short() -> None:
    state = replace(empty_draw_pile(start_round(ALMOST_THREE), covered=1), turn=1)
    then = apply_moves(state, "lay.1.2,c3-4,said")
    assert {seat: then.hands[seat] - state.hands[seat] for seat in state.seats} == {0: 0, 1: -1, 2: 1, 3: 1}


# The journal


def test_h04_whoever_the_table_names_begins() -> None:
    state = start_round(leader=2)
    assert state.turn == 2
    assert sentences(REFEREE.view(state)) == ["Cleo starts."]


def test_h06_only_cards_that_fit_are_offered() -> None:
    offered = entry(start_round(), "lay")
    assert offered
    assert [len(group.picks) for group in offered.groups] == [11, 11, 11]
    assert [str(group.label) for group in offered.groups] == ["on Heart 4", "on Drop 1", "on Leaf 7"]
    assert labels(start_round(), "lay")[:3] == ["Heart 1", "Heart 2", "Heart 3"]


def test_only_what_is_new_is_noted_on_a_card() -> None:
    noted = {str(pick.label): str(pick.note) for pick in picks(start_round(RUN), "lay") if pick.note}
    assert noted == {"Drop 1": "pair", "Leaf 2": "pair", "Heart 3": "pair", "Drop 4": "run"}
