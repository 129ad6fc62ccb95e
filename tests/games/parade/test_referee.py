"""What the referee of Parade draws and keeps secret. What it says, offers and refuses is in `moves.toml`."""

from scorekeeper.games.board import Piles, Queue, Turns
from scorekeeper.games.parade import GAME
from scorekeeper.games.parade.referee import REFEREE
from scorekeeper.games.parade.state import Procession
from scorekeeper.games.referee import Action, Board
from tests.support.parade import deal, harmless, keep, tell, unseen


def play(state: Procession, card: str) -> Action:
    return Action(1, "play", state.seat, (card,))


def preview(state: Procession, card: str) -> Board:
    return REFEREE.preview(state, play(state, card))


def part(board: Board, kind: type) -> object:
    return next(part for part in board.parts if isinstance(part, kind))


def queue(board: Board) -> Queue:
    line = part(board, Queue)
    assert isinstance(line, Queue)
    return line


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


SIX = "red-0 blue-0 purple-0 green-0 grey-0 orange-1"


def six() -> Procession:
    """Return a deal in which Alice takes a card of every colour at once."""
    return deal(line=SIX)


def test_the_colours_of_each_player_are_counted() -> None:
    state = tell(deal(line="red-0 blue-0 purple-0 green-0 grey-0 orange-10"), "red-1")
    assert state.colours(0) == {"red", "blue", "purple", "green", "grey"}
    assert str(part(REFEREE.view(state), Piles).rows[0].badge) == "5 of 6"  # type: ignore[attr-defined]
    assert part(REFEREE.view(state._replace(last=state.seats, left=3)), Piles).rows[0].badge is None  # type: ignore[attr-defined]
    german = tell(deal(line=SIX, edition="de2014"), "orange-0")
    assert part(REFEREE.view(german), Piles).rows[0].badge is None  # type: ignore[attr-defined]


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
    assert REFEREE.parse(state, Action(1, "keep", 2, kept.of)).refusal(state) is None


def test_a_card_that_two_players_keep_is_kept_by_one_of_them_before_anything_is_decided() -> None:
    state = played_out()
    for seat, cards in ((1, ("grey-5", "grey-6")), (2, ("grey-5", "grey-8")), (0, ("purple-1", "purple-2"))):
        state = keep(state, seat, *cards)
    assert not {spot for spot in REFEREE.marks(state) if spot.item == "5" and spot.row == "grey"}
    state = REFEREE.apply(state, Action(1, "back", 2, ("grey-5",)))
    assert not REFEREE.seals(state, Action(1, "keep", 1, ("grey-5",)))
    assert GAME.score(state.setup, REFEREE.marks(keep(state, 2, "grey-7")), 1).decided


def test_the_line_is_thrown_away_and_the_pad_is_filled() -> None:
    state = played_out()
    for seat, cards in ((1, ("grey-5", "grey-6")), (2, ("grey-7", "grey-8")), (0, ("purple-1", "purple-2"))):
        state = keep(state, seat, *cards)
    sheet = GAME.score(state.setup, REFEREE.marks(state), 1)
    assert sheet.decided
    assert not {str(card) for card in state.line} & {
        f"{spot.row}-{spot.item}" for spot in REFEREE.marks(state) if spot.item
    }
