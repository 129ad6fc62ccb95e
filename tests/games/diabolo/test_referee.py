"""What the referee of Diabolo draws. What it says, offers and refuses is in `moves.toml`."""

import pytest

from scorekeeper.games.board import SidedRows
from scorekeeper.games.diabolo.referee import REFEREE
from scorekeeper.games.diabolo.state import DiaboloRound
from scorekeeper.games.errors import Malformed
from scorekeeper.games.referee import Action, Board
from tests.support.diabolo import (
    FIVE_BLUE,
    FIVE_GREEN,
    FIVE_RED,
    FOUR_BLUE,
    FOUR_RED,
    placing,
    put,
    start_round,
)


def sides_of(board: Board) -> SidedRows:
    (part,) = board.parts
    assert isinstance(part, SidedRows)
    return part


def picks(state: DiaboloRound, slot: str) -> dict[str, str | None]:
    """Return the cards of a colour by name, each with the reason why it cannot be tapped, or None."""
    group = next(group for group in REFEREE.entries(state)[0].groups if group.key == slot)
    return {str(pick.label): str(pick.cannot) if pick.cannot else None for pick in group.picks}


def test_a_row_of_five_cards_shows_the_padlock() -> None:
    for cards, locks in ((FOUR_RED, False), (FIVE_RED, True)):
        assert [row.locked for row in sides_of(REFEREE.view(put(start_round(), *cards))).rows] == [locks, *[False] * 4]


def test_with_one_side_full_the_card_is_shown_at_the_other() -> None:
    state = put(start_round(), "red-1 harp", "red-2 harp", "red-3 harp")
    assert sides_of(REFEREE.preview(state, placing(state, "red-4 trident"))).rows[0].played == "first"


def test_a_button_is_disabled_by_the_reason_that_the_referee_gives() -> None:
    state = put(start_round(), *FIVE_RED)
    assert picks(state, "red") == dict.fromkeys("12345", "Red is locked: it has five cards.")
    assert picks(state, "blue") == dict.fromkeys("12345")
    full = put(start_round(), "red-1 harp", "red-2 harp", "red-3 harp")
    assert picks(full, "red") == dict.fromkeys("12345")


def test_a_move_belongs_to_its_round() -> None:
    with pytest.raises(Malformed):
        REFEREE.apply(start_round(), Action(2, "place", 1, ("red-3", "harp")))


def test_the_notes_of_the_cards_warn_as_well() -> None:
    def notes(state: DiaboloRound, slot: str) -> set[str]:
        group = next(group for group in REFEREE.entries(state)[0].groups if group.key == slot)
        return {str(pick.note) for pick in group.picks}

    state = put(start_round(), *FOUR_RED)
    assert (notes(state, "red"), notes(state, "blue")) == ({"locks"}, {"None"})
    assert notes(put(state, "red-4 harp", *FOUR_BLUE), "blue") == {"ends the round"}


def test_sides_are_named_by_harp_and_trident_and_never_by_left_and_right() -> None:
    part = sides_of(REFEREE.view(start_round()))
    assert (str(part.first), part.first_icon, str(part.second), part.second_icon) == (
        "Trident",
        "trident",
        "Harp",
        "harp",
    )


def test_the_rows_show_their_cards_highest_first_and_who_is_ahead() -> None:
    rows = sides_of(
        REFEREE.view(put(start_round(), "red-1 harp", "red-4 harp", "red-3 trident", "blue-2 trident"))
    ).rows
    assert [str(row.name) for row in rows] == ["Red", "Yellow", "Green", "Purple", "Blue"]
    assert (rows[0].first, rows[0].second, rows[0].sums, rows[0].ahead) == (("3",), ("4", "1"), (3, 5), -1)
    assert [row.ahead for row in rows[1:]] == [0, 0, 0, 1]
    assert str(sides_of(REFEREE.view(put(start_round(), *FOUR_RED))).rows[0].note) == "1 card to lock"


def test_once_the_round_is_over_no_row_says_how_many_cards_would_lock_it() -> None:
    rows = sides_of(REFEREE.view(put(start_round(), *FOUR_RED, *FIVE_BLUE, *FIVE_GREEN))).rows
    assert [row.note for row in rows] == [None] * 5
