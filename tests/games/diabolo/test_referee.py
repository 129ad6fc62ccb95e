"""The referee of Diabolo: the rules about a turn, the moves that are refused, and the sentences."""

import pytest

from scorekeeper.games.board import SidedRows
from scorekeeper.games.diabolo.referee import REFEREE
from scorekeeper.games.diabolo.state import DiaboloRound
from scorekeeper.games.errors import Illegal, Malformed
from scorekeeper.games.pad import Spot
from scorekeeper.games.referee import Action, Board
from scorekeeper.language.text import Text
from tests.support.diabolo import (
    FIVE_BLUE,
    FIVE_GREEN,
    FIVE_RED,
    FOUR_BLUE,
    FOUR_RED,
    NAMES,
    locked_by,
    placing,
    play,
    put,
    start_round,
    stuck,
)
from tests.support.verdicts import by, cite


def find_refusal(state: DiaboloRound, action: Action) -> Text:
    """Return the reason why an action is refused. Check that preview and apply give the same one."""
    with pytest.raises(Illegal) as told:
        REFEREE.apply(state, action)
    with pytest.raises(Illegal) as seen:
        REFEREE.preview(state, action)
    assert str(told.value) == str(seen.value)
    return told.value.reason


def narrate(state: DiaboloRound, action: Action) -> str:
    return str(REFEREE.narrate(state, action, False))


def words(board: Board) -> list[str]:
    return [str(text) for text in (*board.says, *board.follows)]


def sides_of(board: Board) -> SidedRows:
    (part,) = board.parts
    assert isinstance(part, SidedRows)
    return part


def picks(state: DiaboloRound, slot: str) -> dict[str, str | None]:
    """Return the cards of a colour by name, each with the reason why it cannot be tapped, or None."""
    group = next(group for group in REFEREE.entries(state)[0].groups if group.key == slot)
    return {str(pick.label): str(pick.cannot) if pick.cannot else None for pick in group.picks}


# The sentences of the rulebook, in its order


@pytest.mark.parametrize(("players", "left"), [(3, 52), (4, 46), (5, 40)])
def test_everybody_is_dealt_six_cards_and_the_rest_is_the_deck(players: int, left: int) -> None:
    assert start_round(players).deck == left - 1
    assert str(REFEREE.view(start_round(players)).about) == f"deck {left - 1}"


@pytest.mark.parametrize(("dealer", "first"), [(0, "Bo"), (1, "Cleo"), (2, "Anna")])
def test_the_player_to_the_left_of_the_dealer_starts(dealer: int, first: str) -> None:
    assert str(REFEREE.view(start_round(3, dealer)).title) == f"{first} plays"


def test_then_the_others_follow_clockwise() -> None:
    state = start_round(3)
    names = []
    for card in ("red-1 harp", "red-1 harp", "red-1 harp", "red-1 trident"):
        names.append(state.name(state.current))
        state = put(state, card)
    assert names == ["Bo", "Cleo", "Anna", "Bo"]


def test_first_a_card_is_drawn() -> None:
    assert words(REFEREE.view(start_round()))[0] == "Bo draws a card and places a card."
    assert put(start_round(), "red-1 harp").deck == start_round().deck - 1


def test_the_player_chooses_the_side() -> None:
    board = REFEREE.preview(start_round(), placing(start_round(), "red-3 harp"))
    assert [str(reply.label) for reply in board.replies] == ["Trident", "Harp"]
    assert [reply.action.of for reply in board.replies] == [("red-3", "trident"), ("red-3", "harp")]


def test_no_row_has_more_than_five_cards() -> None:
    state = put(start_round(), *FIVE_RED)
    for side in ("harp", "trident"):
        assert cite(find_refusal(state, placing(state, f"red-5 {side}"))) == by("five", row="Red")


def test_a_row_of_five_cards_shows_the_padlock() -> None:
    for cards, locks in ((FOUR_RED, False), (FIVE_RED, True)):
        assert [row.locked for row in sides_of(REFEREE.view(put(start_round(), *cards))).rows] == [locks, *[False] * 4]


def test_no_side_has_more_than_three_cards() -> None:
    state = put(start_round(), "red-1 harp", "red-2 harp", "red-3 harp")
    assert str(find_refusal(state, placing(state, "red-4 harp"))) == (
        "The harp side of red has three cards. The trident side has room."
    )
    state = put(start_round(), "red-1 trident", "red-2 trident", "red-3 trident")
    assert str(find_refusal(state, placing(state, "red-4 trident"))) == (
        "The trident side of red has three cards. The harp side has room."
    )


def test_with_one_side_full_only_the_other_side_is_open() -> None:
    state = put(start_round(), "red-1 harp", "red-2 harp", "red-3 harp")
    board = REFEREE.preview(state, placing(state, "red-4 trident"))
    assert [str(reply.label) for reply in board.replies] == ["Trident"]
    assert words(board)[0] == "The harp side of red has three cards. The trident side has room."
    assert sides_of(board).rows[0].played == "first"


@pytest.mark.parametrize("players", [3, 4])
def test_the_round_ends_as_soon_as_two_rows_have_five_cards(players: int) -> None:
    state = put(start_round(players), *FIVE_RED, *FOUR_BLUE)
    assert cite(REFEREE.unfinished(state)) == by("locks", locks="1 row is locked", needed=2)
    state = put(state, "blue-5 harp")
    assert REFEREE.unfinished(state) is None
    assert cite(find_refusal(state, placing(state, "green-1 harp"))) == by("locks", rows="red and blue")
    assert cite(find_refusal(state, stuck(state))) == by("locks", rows="red and blue")


def test_with_five_players_it_ends_with_the_third() -> None:
    state = put(start_round(5), *FIVE_RED, *FIVE_BLUE)
    assert cite(REFEREE.unfinished(state)) == by("locks", locks="2 rows are locked", needed=3)
    assert REFEREE.unfinished(put(state, *FIVE_GREEN)) is None


def test_who_cannot_place_any_card_shows_them() -> None:
    state = put(start_round(), *FIVE_RED)
    board = REFEREE.preview(state, stuck(state))
    assert words(board)[:2] == ["Anna shows seven cards, all red.", "Any other card would fit."]
    two = put(start_round(5), *FIVE_RED, *FIVE_BLUE)
    assert words(REFEREE.preview(two, stuck(two)))[0] == "Bo shows seven cards, all red or blue."


def test_then_a_card_of_own_choice_goes_under_the_deck_and_the_turn_is_over() -> None:
    state = put(start_round(), *FIVE_RED)
    assert words(REFEREE.preview(state, stuck(state)))[2:] == [
        "Anna chooses a card to put under the deck.",
        "Then Bo plays.",
    ]
    after = REFEREE.apply(state, stuck(state))
    assert (after.name(after.current), after.deck, after.rows) == ("Bo", state.deck, state.rows)
    assert narrate(state, stuck(state)) == "Anna shows seven cards, all red. One goes under the deck."


def test_whoever_is_stuck_can_only_be_where_a_row_is_locked() -> None:
    state = put(start_round(), *FOUR_RED)
    assert cite(find_refusal(state, stuck(state))) == by("fits")
    assert [entry.key for entry in REFEREE.entries(state)] == ["place"]
    assert [entry.key for entry in REFEREE.entries(put(start_round(), *FIVE_RED))] == ["place", "stuck"]


def test_all_five_rows_are_summed_locked_or_not() -> None:
    state = put(start_round(), *FIVE_RED, "green-5 trident", "green-2 harp", *FOUR_BLUE)
    assert REFEREE.marks(state) == {}
    over = put(state, "blue-5 harp")
    sums = {"red": (8, 3), "yellow": (0, 0), "green": (2, 5), "purple": (0, 0), "blue": (9, 3)}
    assert REFEREE.marks(over) == {
        Spot(1, slot, side): made for slot, both in sums.items() for side, made in zip(("harp", "trident"), both)
    }


# What is refused


def test_nobody_plays_out_of_turn() -> None:
    action = Action(1, "place", 2, ("red-3", "harp"))
    assert cite(find_refusal(start_round(), action)) == by("start", who="Bo")


def test_a_button_is_disabled_by_the_reason_that_the_referee_gives() -> None:
    state = put(start_round(), *FIVE_RED)
    assert picks(state, "red") == dict.fromkeys("12345", "Red is locked: it has five cards.")
    assert picks(state, "blue") == dict.fromkeys("12345")
    full = put(start_round(), "red-1 harp", "red-2 harp", "red-3 harp")
    assert picks(full, "red") == dict.fromkeys("12345")


@pytest.mark.parametrize(
    ("kind", "seat", "of"),
    [
        ("place", 1, ()),
        ("place", 1, ("red-3",)),
        ("place", 1, ("red-6", "harp")),
        ("place", 1, ("red-0", "harp")),
        ("place", 1, ("pink-3", "harp")),
        ("place", 1, ("red-3", "left")),
        ("place", 1, ("red-3", "harp", "harp")),
        ("place", None, ("red-3", "harp")),
        ("place", 7, ("red-3", "harp")),
        ("stuck", 1, ("red",)),
        ("jump", 1, ()),
    ],
)
def test_what_is_no_move_is_malformed_and_still_has_words(kind: str, seat: int | None, of: tuple[str, ...]) -> None:
    action = Action(1, kind, seat, of)
    with pytest.raises(Malformed, match="That is not a move"):
        REFEREE.apply(start_round(), action)
    with pytest.raises(Malformed):
        REFEREE.preview(start_round(), action)
    assert narrate(start_round(), action)


def test_a_move_belongs_to_its_round() -> None:
    with pytest.raises(Malformed):
        REFEREE.apply(start_round(), Action(2, "place", 1, ("red-3", "harp")))


# What is said


def test_the_preview_tells_both_sides_before_anything_is_told() -> None:
    state = put(start_round(), "red-5 harp", "red-2 trident")
    board = REFEREE.preview(state, placing(state, "red-3 harp"))
    assert str(board.title) == "Anna plays"
    assert words(board) == [
        "Red 3: which side?",
        "If placed on the trident: harp 5, trident 5.",
        "If placed on the harp: harp 8, trident 2.",
    ]
    assert sides_of(board).rows[0].note is not None
    assert sides_of(board).rows[0].played == ""


def test_the_preview_warns_of_a_lock_and_of_the_end() -> None:
    first = put(start_round(), *FOUR_RED)
    assert words(REFEREE.preview(first, placing(first, "red-4 harp")))[3:] == [
        "This locks red, the first lock.",
        "The next lock ends the round.",
    ]
    last = put(start_round(), *FIVE_RED, *FOUR_BLUE)
    assert words(REFEREE.preview(last, placing(last, "blue-4 harp")))[3:] == [
        "This locks blue, the second lock.",
        "The round ends immediately.",
    ]
    five = put(start_round(5), *FOUR_RED)
    assert words(REFEREE.preview(five, placing(five, "red-4 harp")))[3:] == ["This locks red, the first lock."]


def test_the_notes_of_the_cards_warn_as_well() -> None:
    def notes(state: DiaboloRound, slot: str) -> set[str]:
        group = next(group for group in REFEREE.entries(state)[0].groups if group.key == slot)
        return {str(pick.note) for pick in group.picks}

    state = put(start_round(), *FOUR_RED)
    assert (notes(state, "red"), notes(state, "blue")) == ({"locks"}, {"None"})
    assert notes(put(state, "red-4 harp", *FOUR_BLUE), "blue") == {"ends the round"}


def test_before_the_last_lock_everybody_is_warned() -> None:
    assert words(REFEREE.view(put(start_round(), *FIVE_RED)))[1] == "The next lock ends the round immediately."


def test_more_copies_than_the_deck_should_have_are_a_doubt_and_no_refusal() -> None:
    state = put(start_round(), "red-5 harp", "red-5 harp")
    board = REFEREE.preview(state, placing(state, "red-5 trident"))
    assert words(board)[-1] == "3 × red 5 entered, but the deck should have 2."
    assert words(REFEREE.view(put(state, "red-5 trident")))[-1] == "3 × red 5 entered, but the deck should have 2."
    silent = REFEREE.start(play(*NAMES[:3], copies_check="off"), {}, 1, 0)
    silent = put(silent, "red-5 harp", "red-5 harp", "red-5 trident")
    assert words(REFEREE.view(silent)) == ["Bo draws a card and places a card."]


def test_the_journal_reads_aloud() -> None:
    state = put(start_round(), *FIVE_RED, *FOUR_BLUE)
    assert narrate(start_round(), placing(start_round(), "red-3 trident")) == "Bo places Red 3 on the trident side."
    assert narrate(state, placing(state, "blue-4 harp")) == (
        "Bo places Blue 4 on the harp side. This locks blue, the second lock. The round ends immediately."
    )


def test_a_move_that_does_not_fit_any_more_is_told_all_the_same() -> None:
    over = locked_by(start_round(), ("red", "blue"))
    assert narrate(over, placing(over, "red-3 trident")) == "Bo places Red 3 on the trident side."
    assert narrate(start_round(), stuck(start_round())) == "Bo shows seven cards. One goes under the deck."


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


def test_when_the_round_is_over_the_hands_are_shown() -> None:
    board = REFEREE.view(put(start_round(), *FIVE_RED, *FIVE_BLUE))
    assert str(board.title) == "The round is over"
    assert str(board.about) == "deck 42"
    assert words(board) == ["Locked rows: red and blue.", "Show all hands, row by row."]
    assert REFEREE.entries(put(start_round(), *FIVE_RED, *FIVE_BLUE)) == ()
