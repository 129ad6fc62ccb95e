"""The rules of the rulebooks about a deal as the referee follows it, one test each; then false claims."""

import pytest

from scorekeeper.games.board import Piles, Queue, Turns
from scorekeeper.games.errors import Illegal, Malformed
from scorekeeper.games.parade import GAME
from scorekeeper.games.parade.referee import REFEREE
from scorekeeper.games.parade.state import Procession
from scorekeeper.games.referee import Action, Board
from scorekeeper.language.text import Text
from tests.support.parade import LINE, deal, harmless, keep, said_together, setup_of, tell, unseen
from tests.support.verdicts import by, cite


def play(state: Procession, card: str) -> Action:
    return Action(1, "play", state.seat, (card,))


def preview(state: Procession, card: str) -> Board:
    return REFEREE.preview(state, play(state, card))


def refusal(state: Procession, action: Action) -> Text | None:
    return REFEREE.parse(state, action).refusal(state)


def part(board: Board, kind: type) -> object:
    return next(part for part in board.parts if isinstance(part, kind))


def queue(board: Board) -> Queue:
    line = part(board, Queue)
    assert isinstance(line, Queue)
    return line


def names(cards: tuple[object, ...]) -> list[str]:
    return [str(card) for card in cards]


# Set-up


@pytest.mark.parametrize(("players", "deck"), [(2, 50), (3, 45), (4, 40), (5, 35), (6, 30)])
def test_everybody_gets_five_cards_and_six_lie_in_the_line(players: int, deck: int) -> None:
    assert REFEREE.start(setup_of(players), {}, 1, 0).deck == deck
    assert len(deal(players).line) == 6


def test_six_cards_are_laid_in_a_line_from_the_front_to_the_tail() -> None:
    state = REFEREE.start(setup_of(), {}, 1, 0)
    assert [entry.key for entry in REFEREE.entries(state)] == ["line"]
    assert names(deal().line) == LINE.split()
    assert [entry.key for entry in REFEREE.entries(deal())] == ["play"]


def test_the_start_player_begins_and_turns_go_clockwise() -> None:
    state = deal(leader=1)
    seen = []
    for _ in range(4):
        seen.append(state.seat)
        state = harmless(state, 1)
    assert seen == [1, 2, 0, 1]


# A turn


def test_taken_cards_lie_before_the_player_and_the_line_closes_up() -> None:
    state = tell(deal(line="blue-5 green-0 green-7 red-3 blue-7 red-1"), "orange-10", "green-3")
    assert names(state.taken[1]) == ["green-0", "green-7", "red-3"]
    assert names(state.line) == ["blue-5", "blue-7", "red-1", "orange-10", "green-3"]


def test_the_printed_example_is_explained_card_by_card() -> None:
    state = deal(line="blue-5 green-0 green-7 red-3 blue-7 red-1")
    board = preview(tell(state, "grey-10"), "green-3")
    shown = [(str(card.name), card.look, str(card.below or "")) for card in queue(board).cards]
    assert shown == [
        ("Blue 5", "stays", ""),
        ("Green 0", "leaves", "green"),
        ("Green 7", "leaves", "green"),
        ("Red 3", "leaves", "≤ 3"),
        ("Blue 7", "safe", "safe"),
        ("Red 1", "safe", "safe"),
        ("Grey 10", "safe", "safe"),
        ("Green 3", "played", "played"),
    ]
    assert said_together(board.says) == (
        "Hatter takes Green 0, Green 7 and Red 3. The last 3 are safe. Blue 5 stays: not green, and above 3."
    )
    assert [str(reply.label) for reply in board.replies] == ["Play Green 3"]


def test_every_card_of_the_line_says_why_it_leaves_or_stays() -> None:
    board = preview(tell(deal(), "grey-10"), "green-3")
    assert [str(card.why) for card in queue(board).cards] == [
        "Blue 5 stays: not green, and above 3.",
        "Green 0 leaves: it is green.",
        "Green 7 leaves: it is green.",
        "Red 3 leaves: its value is 3 or less.",
        "Blue 7 is safe: it is among the last 3.",
        "Red 1 is safe: it is among the last 3.",
        "Grey 10 is safe: it is among the last 3.",
        "Green 3 is played.",
    ]


def test_a_line_not_longer_than_the_value_loses_nothing() -> None:
    board = preview(deal(), "green-6")
    assert said_together(board.says) == "Alice takes nothing. The line has only 6 cards: all are safe."


def test_the_player_draws_a_card() -> None:
    state = tell(deal(), "grey-10")
    assert state.deck == 44
    assert said_together(REFEREE.view(state).says) == "Alice takes nothing. Alice draws a card."


# The last round

SIX = "red-0 blue-0 purple-0 green-0 grey-0 orange-1"


def six() -> Procession:
    """Return a deal in which Alice takes a card of every colour at once."""
    return deal(line=SIX)


def test_whoever_has_all_six_colours_starts_the_last_round() -> None:
    board = preview(six(), "orange-0")
    assert said_together(board.follows) == "Alice has six colours. The last round starts after this turn."
    state = tell(six(), "orange-0")
    assert [state.name(seat) for seat in state.last] == ["Hatter", "Cheshire", "Alice"]
    assert said_together(REFEREE.view(state).follows) == (
        "Alice has six colours: last round. Everybody has one more turn: Hatter, Cheshire and Alice."
    )


def test_the_sixth_colour_is_named_before_the_card_is_laid() -> None:
    state = tell(deal(line="red-0 blue-0 purple-0 green-0 grey-0 orange-10"), "red-1")
    assert state.colours(0) == {"red", "blue", "purple", "green", "grey"}
    assert str(part(REFEREE.view(state), Piles).rows[0].badge) == "5 of 6"  # type: ignore[attr-defined]
    assert part(REFEREE.view(state._replace(last=state.seats, left=3)), Piles).rows[0].badge is None  # type: ignore[attr-defined]
    state = tell(state, "red-10", "blue-10")
    assert (
        said_together(preview(state, "orange-0").follows)
        == "Orange is Alice’s sixth colour. The last round starts after this turn."
    )


def test_whoever_completes_six_colours_still_draws() -> None:
    state = tell(six(), "orange-0")
    assert state.deck == 44
    assert state.before
    assert state.before.drew


def test_everybody_has_exactly_one_more_turn_and_nobody_draws() -> None:
    state = tell(six(), "orange-0")
    for left in (3, 2, 1):
        assert state.left == left
        turns = part(REFEREE.view(state), Turns)
        assert isinstance(turns, Turns)
        assert f"{left} turn" in str(turns.about)
        assert "do not draw" in str(turns.about)
        state = harmless(state, 1)
        assert state.deck == 44
    assert state.keeping


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_an_empty_deck_starts_the_last_round_after_the_last_seat(players: int) -> None:
    state = deal(players, edition="de2014")
    deck = state.deck
    state = harmless(state, deck - 1)
    assert not state.last
    card = unseen(state)[0]
    assert said_together(preview(state, card).follows).endswith(
        "draws the last card. The last round starts after this turn."
    )
    state = tell(state, card)
    assert state.deck == 0
    assert state.last == tuple(range(players))
    assert state.why == "deck"


def test_the_german_edition_of_2014_ends_with_the_deck_only() -> None:
    state = tell(deal(line=SIX, edition="de2014"), "orange-0")
    assert state.colours(0) >= {"red", "blue", "purple", "green", "grey", "orange"}
    assert not state.last
    assert part(REFEREE.view(state), Piles).rows[0].badge is None  # type: ignore[attr-defined]


# The kept cards


def played_out() -> Procession:
    return harmless(tell(six(), "orange-0"), 3)


def test_kept_cards_stay_secret_until_everybody_has_kept_two() -> None:
    state = played_out()
    before = REFEREE.marks(state)
    kept = Action(1, "keep", 1, (unseen(state, 1)[0],))
    state = REFEREE.apply(state, kept)
    assert REFEREE.marks(state) == before
    assert REFEREE.seals(state, kept)
    assert str(REFEREE.narrate(state, kept, True)) == "Hatter keeps a card."
    assert str(REFEREE.unfinished(state)) == "Still choosing two cards to keep: Alice, Hatter and Cheshire."
    assert refusal(state, Action(1, "keep", 2, kept.of)) is None


def test_a_card_that_two_players_keep_is_kept_by_one_of_them_before_anything_is_decided() -> None:
    state = played_out()
    for seat, cards in ((1, ("grey-5", "grey-6")), (2, ("grey-5", "grey-8")), (0, ("purple-1", "purple-2"))):
        state = keep(state, seat, *cards)
    assert not state.over
    assert not {spot for spot in REFEREE.marks(state) if spot.item == "5" and spot.row == "grey"}
    assert str(REFEREE.unfinished(state)) == "Hatter and Cheshire keep the same card, Grey 5."
    shown = said_together(REFEREE.view(state).says)
    assert (
        "Alice keeps Purple 1 and Purple 2. Hatter keeps Grey 5 and Grey 6. Cheshire keeps Grey 5 and Grey 8." in shown
    )
    (asked,) = REFEREE.entries(state)
    assert str(asked.title) == "Who does not keep Grey 5?"
    assert [(str(pick.label), pick.action.seat) for pick in asked.groups[0].picks] == [("Hatter", 1), ("Cheshire", 2)]
    with pytest.raises(Illegal):
        REFEREE.apply(state, Action(1, "back", 0, ("purple-1",)))
    back = asked.groups[0].picks[1].action
    assert str(REFEREE.narrate(state, back, False)) == "Cheshire does not keep Grey 5."
    state = REFEREE.apply(state, back)
    assert str(REFEREE.unfinished(state)) == "Still choosing two cards to keep: Cheshire."
    assert not REFEREE.seals(state, Action(1, "keep", 1, ("grey-5",)))
    assert str(refusal(state, Action(1, "keep", 2, ("grey-6",)))) == "Hatter keeps Grey 6."
    state = keep(state, 2, "grey-7")
    assert state.over
    assert GAME.score(state.setup, REFEREE.marks(state), 1).decided
    assert "Cheshire keeps Grey 8 and Grey 7." in said_together(REFEREE.view(state).says)


def test_the_table_may_agree_to_keep_in_turn_order() -> None:
    state = harmless(tell(deal(line=SIX, keep_two="in_turn"), "orange-0"), 3)
    assert [entry.seat for entry in REFEREE.entries(state)] == [1]
    assert cite(refusal(state, Action(1, "keep", 0, ("grey-5",)))) == by("keep-secret", who="Hatter")
    state = keep(state, 1, "grey-5")
    assert not REFEREE.seals(state, Action(1, "keep", 1, ("grey-5",)))
    assert cite(refusal(state, Action(1, "keep", 2, ("grey-6",)))) == by("keep-secret", who="Hatter")
    assert [entry.seat for entry in REFEREE.entries(keep(state, 1, "grey-6"))] == [2]


def test_in_turn_order_a_card_that_another_player_keeps_openly_is_gone() -> None:
    state = harmless(tell(deal(line=SIX, keep_two="in_turn"), "orange-0"), 3)
    state = keep(state, 1, "grey-5", "grey-6")
    again = Action(1, "keep", 2, ("grey-5",))
    assert str(refusal(state, again)) == "Hatter keeps Grey 5."
    with pytest.raises(Illegal, match="Hatter keeps Grey 5"):
        REFEREE.apply(state, again)
    picks = [pick for entry in REFEREE.entries(state) for group in entry.groups for pick in group.picks]
    assert [str(pick.cannot) for pick in picks if pick.action == again] == ["Hatter keeps Grey 5."]


def test_a_card_in_front_of_a_player_is_played_no_more_by_anybody() -> None:
    state = harmless(tell(deal(), "red-2"), 2)
    for seat in range(3):
        assert "green-0" not in unseen(state, seat)
    assert state.seat == 0
    again = play(state, "green-0")
    assert str(refusal(state, again)) == "Green 0 is in front of Alice."
    with pytest.raises(Illegal, match="Green 0 is in front of Alice"):
        REFEREE.apply(state, again)


def test_the_line_is_thrown_away_and_the_pad_is_filled() -> None:
    state = played_out()
    for seat, cards in ((1, ("grey-5", "grey-6")), (2, ("grey-7", "grey-8")), (0, ("purple-1", "purple-2"))):
        state = keep(state, seat, *cards)
    sheet = GAME.score(state.setup, REFEREE.marks(state), 1)
    assert sheet.decided
    assert not {str(card) for card in state.line} & {
        f"{spot.row}-{spot.item}" for spot in REFEREE.marks(state) if spot.item
    }


# What a wrong claim gets


@pytest.mark.parametrize(
    ("state", "action", "reason"),
    [
        (REFEREE.start(setup_of(), {}, 1, 0), play(deal(), "red-2"), "The line starts with six cards before anybody "),
        (deal(), Action(1, "line", None, ("grey-1",)), "The line has its six cards."),
        (deal(), Action(1, "play", 2, ("grey-10",)), "It is Alice’s turn."),
        (deal(), Action(1, "keep", 0, ("grey-5",)), "Players keep cards only after the last round."),
        (played_out(), Action(1, "play", 0, ("grey-5",)), "All turns are played. Now everybody keeps two cards."),
    ],
    ids=["before the line", "seventh card", "out of turn", "kept too early", "after the last turn"],
)
def test_a_move_at_the_wrong_time_is_refused(state: Procession, action: Action, reason: str) -> None:
    assert str(refusal(state, action)).startswith(reason)


def test_a_card_that_was_seen_is_refused_with_where_it_lies() -> None:
    state = tell(deal(), "red-2")
    assert cite(refusal(state, play(state, "red-2"))) == by("cards", card="Red 2")
    assert str(refusal(state, play(state, "green-0"))) == "Green 0 is in front of Alice."


def test_nobody_keeps_three_cards_nor_one_twice() -> None:
    state = keep(played_out(), 1, "grey-5")
    assert str(refusal(state, Action(1, "keep", 1, ("grey-5",)))) == "Hatter keeps Grey 5."
    state = keep(state, 1, "grey-6")
    assert cite(refusal(state, Action(1, "keep", 1, ("grey-7",)))) == by("keep", who="Hatter")


def test_a_deal_that_is_over_takes_no_more() -> None:
    state = played_out()
    for seat, cards in ((1, ("grey-5", "grey-6")), (2, ("grey-7", "grey-8")), (0, ("purple-1", "purple-2"))):
        state = keep(state, seat, *cards)
    assert REFEREE.entries(state) == ()
    with pytest.raises(Illegal, match="The deal is over"):
        REFEREE.apply(state, Action(1, "keep", 0, ("purple-3",)))


@pytest.mark.parametrize(
    "action",
    [
        Action(1, "play", 0, ()),
        Action(1, "play", 0, ("green-11",)),
        Action(1, "play", 0, ("green-1", "green-2")),
        Action(1, "play", None, ("green-1",)),
        Action(1, "play", 7, ("green-1",)),
        Action(1, "line", 0, ("green-1",)),
        Action(1, "fly", 0, ("green-1",)),
    ],
)
def test_what_is_no_move_is_malformed_and_still_told(action: Action) -> None:
    with pytest.raises(Malformed):
        REFEREE.apply(deal(), action)
    assert str(REFEREE.narrate(deal(), action, False))
