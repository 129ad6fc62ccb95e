"""What the referee of Hawaiki draws. What it says, offers and refuses is in `moves.toml`."""

from dataclasses import replace

import pytest

from scorekeeper.games.board import Stock, Tops
from scorekeeper.games.hawaiki.referee import REFEREE
from tests.support.hawaiki import apply_moves, empty_draw_pile, holding, move, picks, play, preview, start_round

RUN = "c2-1 c3-2 c1-3"
ALMOST_THREE = "c1-4 c2-4 c3-6"


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


def test_the_last_cards_are_noted() -> None:
    stock = REFEREE.view(holding(start_round(), 1, 3, 1, 5)).parts[0]
    assert isinstance(stock, Stock)
    assert [str(row.note) for row in stock.rows] == ["last card", "None", "last card", "None"]


def test_who_is_next_after_the_player_draws_first_when_cards_are_short() -> None:
    state = replace(empty_draw_pile(start_round(ALMOST_THREE), covered=1), turn=1)
    then = apply_moves(state, "lay.1.2,c3-4,said")
    assert {seat: then.hands[seat] - state.hands[seat] for seat in state.seats} == {0: 0, 1: -1, 2: 1, 3: 1}


def test_only_what_is_new_is_noted_on_a_card() -> None:
    noted = {str(pick.label): str(pick.note) for pick in picks(start_round(RUN), "lay") if pick.note}
    assert noted == {"Drop 1": "pair", "Leaf 2": "pair", "Heart 3": "pair", "Drop 4": "run"}


@pytest.mark.parametrize(("hints", "noted"), [("before", True), ("after", False)])
def test_what_a_card_would_make_is_shown_beside_it_or_only_once_it_is_laid(hints: str, noted: bool) -> None:
    state = apply_moves(start_round(setup=play("Alice", "Bo", "Cleo", "Dinah", hints=hints)), "draw.0.")
    assert any(pick.note for pick in picks(state, "lay")) == noted
    boards = [REFEREE.preview(state, pick.action) for pick in picks(state, "lay") if not pick.cannot]
    assert "Somebody else" in [str(reply.label) for board in boards for reply in board.replies]
