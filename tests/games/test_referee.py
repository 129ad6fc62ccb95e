"""What a referee of any game keeps: the lines that fit, the first that does not, and the hand that stands over both."""

from dataclasses import replace

import pytest

from scorekeeper.games import GAMES
from scorekeeper.games.errors import Illegal, Malformed
from scorekeeper.games.game import Game
from scorekeeper.games.pad import Marks, Seat, Setup, Spot
from scorekeeper.games.referee import STOP, Action, Board, Referee
from scorekeeper.language.text import Text
from scorekeeper.table.fold import fold
from scorekeeper.table.journal import Act, Amend, By, Change, Line, Strike, Write, dump, load

SETUP = Setup(("Alice", "Bo"), {}, ((1, (0, 1)),))
Climb = tuple[int, ...]
"""A ladder that is climbed: every number told must be higher than the one before, 9 is the top."""


def climb(state: Climb, action: Action) -> Climb:
    if action.kind != "climb" or len(action.of) != 1 or not action.of[0].isdigit():
        raise Malformed("move", Text("That is not a move."))
    if state and int(action.of[0]) <= state[-1]:
        raise Illegal(Text("%(number)s is not higher than %(top)s.", number=action.of[0], top=state[-1]))
    return (*state, int(action.of[0]))


def pad_of(state: Climb) -> Marks:
    return {spot(): sum(state)} if state else {}


def start(setup: Setup, marks: Marks, round: int, leader: Seat) -> Climb:
    return ()


LADDER: Referee[Climb] = Referee(
    start=start,
    apply=climb,
    entries=lambda state: (),
    view=lambda state: Board(Text("Climb"), Text(""), ()),
    preview=lambda state, action: Board(Text("Climb"), Text(""), ()),
    narrate=lambda state, action, sealed: Text("%(number)s.", number="?" if sealed else action.of[0]),
    marks=pad_of,
    unfinished=lambda state: None if 9 in state else Text("Nobody is at the top."),
    seals=lambda state, action: 9 not in state,
)
GAME: Game = replace(GAMES["tally"], referee=LADDER)


def spot() -> Spot:
    return Spot(1, "points", "points", 0)


def told(number: int) -> Action:
    return Action(1, "climb", 0, (str(number),))


def journal(*acts: Act) -> list[Line]:
    return [Line(seq, f"op{seq}", 0, By("a"), act) for seq, act in enumerate([Change(SETUP), *acts], 1)]


def test_moves_are_followed_in_order() -> None:
    known = fold(journal(told(2), told(5)), GAME)
    assert known.plays[1].state == (2, 5)
    assert known.marks == {spot(): 7}
    assert known.rounds() == 1


def test_a_round_is_unfinished_until_the_referee_says_so() -> None:
    assert str(fold(journal(told(2)), GAME).plays[1].unfinished) == "Nobody is at the top."
    assert fold(journal(told(9)), GAME).plays[1].unfinished is None


def test_what_a_hand_writes_stands_over_the_referee() -> None:
    assert fold(journal(told(2), Write({spot(): 30}), told(5)), GAME).marks == {spot(): 30}


def test_what_a_hand_rubs_out_stays_rubbed_out() -> None:
    assert fold(journal(told(2), Write({spot(): None})), GAME).marks == {}


def test_a_move_taken_back_counts_no_more() -> None:
    assert fold(journal(told(2), told(5), Strike(3)), GAME).plays[1].state == (2,)


def test_a_move_corrected_counts_in_its_place() -> None:
    assert fold(journal(told(2), told(5), Amend(2, told(3))), GAME).plays[1].state == (3, 5)


def test_the_first_move_that_no_longer_fits_is_named_and_nothing_is_lost() -> None:
    known = fold(journal(told(2), told(5), told(7), Amend(2, told(6))), GAME).plays[1]
    assert known.state == (6,)
    assert known.misfit is not None
    assert (known.misfit.seq, str(known.misfit.reason)) == (3, "5 is not higher than 6.")
    with pytest.raises(Illegal, match="Line 3 does not fit any more"):
        known.then(told(9))
    mended = fold(journal(told(2), told(5), told(7), Amend(2, told(4))), GAME).plays[1]
    assert mended.state == (4, 5, 7)


def test_a_line_that_does_not_fit_can_be_corrected_those_after_it_not_yet() -> None:
    known = fold(journal(told(2), told(5), told(7), Amend(2, told(6))), GAME).plays[1]
    assert known.instead(3, told(8)) == (6, 8)
    with pytest.raises(Illegal):
        known.instead(4, told(9))


def test_a_round_without_its_referee_goes_on_by_hand() -> None:
    known = fold(journal(told(2), Action(1, STOP), Write({spot(): 4})), GAME)
    assert known.plays[1].stopped
    assert known.plays[1].unfinished is None
    assert known.marks == {spot(): 4}
    with pytest.raises(Illegal, match="The referee has left"):
        known.plays[1].then(told(9))


def test_a_referee_who_left_comes_back_when_that_is_taken_back() -> None:
    known = fold(journal(told(2), Action(1, STOP), Strike(3)), GAME)
    assert known.plays[1].then(told(9)) == (2, 9)


def test_moves_of_a_game_without_a_referee_are_kept_and_count_nothing() -> None:
    assert fold(journal(told(2)), GAMES["tally"]).marks == {}


@pytest.mark.parametrize("act", [told(2), Amend(2, told(3)), Action(2, STOP), Action(1, "keep", 3, ("red-3", "x"))])
def test_a_move_can_be_written_down_and_read_again(act: Act) -> None:
    assert load(dump(act)) == act


@pytest.mark.parametrize(
    "text",
    [
        '{"move":1,"round":1,"seat":0,"of":[]}',
        '{"move":"climb","round":"1","seat":0,"of":[]}',
        '{"move":"climb","round":1,"seat":"a","of":[]}',
        '{"move":"climb","round":1,"seat":0,"of":3}',
    ],
)
def test_what_is_no_move_is_not_read(text: str) -> None:
    with pytest.raises(Malformed):
        load(text)
