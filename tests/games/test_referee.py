"""What every referee guarantees: which lines are valid, which is the first that is not, and play without it."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

import pytest

from scorekeeper.games import GAMES
from scorekeeper.games.errors import Illegal, Malformed
from scorekeeper.games.pad import Marks, Seat, Setup, Spot
from scorekeeper.games.referee import STOP, Action, Board, Entry, Move, Referee, choice
from scorekeeper.language.text import Text
from scorekeeper.table.fold import fold
from scorekeeper.table.journal import Act, Amend, By, Change, Line, Strike, Write, load
from tests.support.games import change_game

SETUP = Setup(("Alice", "Bo"), {}, ((1, (0, 1)),))


class Ladder(NamedTuple):
    """A ladder to climb: every number must be higher than the one before, and 9 is the top."""

    round: int
    seats: tuple[Seat, ...]
    steps: tuple[int, ...] = ()


@dataclass(frozen=True)
class Climb(Move[Ladder]):
    """The only move: somebody climbs to a number."""

    kind = "climb"
    words = ({str(number): number for number in range(10)},)
    number: int

    def forbidden(self, state: Ladder) -> Text | None:
        if state.steps and self.number <= state.steps[-1]:
            return Text("%(number)s is not higher than %(top)s.", number=self.number, top=state.steps[-1])
        return None

    def follow(self, state: Ladder) -> Ladder:
        return state._replace(steps=(*state.steps, self.number))

    def describe(self, state: Ladder) -> Text:
        return Text("%(number)s.", number=self.number)

    def describe_sealed(self, state: Ladder) -> Text:
        return Text("?.")

    def preview(self, state: Ladder, then: Ladder) -> Board:
        return board(then)

    @classmethod
    def offer(cls, state: Ladder) -> Iterator[Entry]:
        picks = [cls(state.round, seat, 9).pick(state, Text("9")) for seat in state.seats]
        yield choice("climb", Text("To the top"), *picks)


def board(state: Ladder) -> Board:
    return Board(Text("Climb"), Text("%(steps)s steps", steps=len(state.steps)), ())


def pad_of(state: Ladder) -> Marks:
    return {spot(): sum(state.steps)} if state.steps else {}


LADDER: Referee[Ladder] = Referee(
    start=lambda setup, marks, round, leader: Ladder(round, setup.seats(round)),
    moves=(Climb,),
    view=board,
    marks=pad_of,
    unfinished=lambda state: None if 9 in state.steps else Text("Nobody is at the top."),
    seals=lambda state, action: 9 not in state.steps,
)
GAME = change_game(GAMES["tally"], referee=LADDER)


def spot() -> Spot:
    return Spot(1, "points", "points", 0)


def climb(number: int) -> Action:
    return Action(1, "climb", 0, (str(number),))


def journal(*acts: Act) -> list[Line]:
    return [Line(seq, f"op{seq}", 0, By("a"), act) for seq, act in enumerate([Change(SETUP), *acts], 1)]


def test_moves_are_followed_in_order() -> None:
    known = fold(journal(climb(2), climb(5)), GAME)
    assert known.plays[1].state.steps == (2, 5)
    assert known.marks == {spot(): 7}


def test_a_round_is_unfinished_until_the_referee_says_so() -> None:
    assert str(fold(journal(climb(2)), GAME).plays[1].unfinished) == "Nobody is at the top."
    assert fold(journal(climb(9)), GAME).plays[1].unfinished is None


def test_what_a_hand_writes_stands_over_the_referee() -> None:
    assert fold(journal(climb(2), Write({spot(): 30}), climb(5)), GAME).marks == {spot(): 30}


def test_what_a_hand_rubs_out_stays_rubbed_out() -> None:
    assert fold(journal(climb(2), Write({spot(): None})), GAME).marks == {}


def test_a_move_taken_back_counts_no_more() -> None:
    assert fold(journal(climb(2), climb(5), Strike(3)), GAME).plays[1].state.steps == (2,)


def test_a_move_corrected_counts_in_its_place() -> None:
    assert fold(journal(climb(2), climb(5), Amend(2, climb(3))), GAME).plays[1].state.steps == (3, 5)


def test_the_first_move_that_no_longer_fits_is_named_and_nothing_is_lost() -> None:
    known = fold(journal(climb(2), climb(5), climb(7), Amend(2, climb(6))), GAME).plays[1]
    assert known.state.steps == (6,)
    assert known.misfit is not None
    assert (known.misfit.seq, str(known.misfit.reason)) == (3, "5 is not higher than 6.")
    with pytest.raises(Illegal, match="is no longer valid"):
        known.then(climb(9))
    mended = fold(journal(climb(2), climb(5), climb(7), Amend(2, climb(4))), GAME).plays[1]
    assert mended.state.steps == (4, 5, 7)


def test_a_line_that_does_not_fit_can_be_corrected_those_after_it_not_yet() -> None:
    known = fold(journal(climb(2), climb(5), climb(7), Amend(2, climb(6))), GAME).plays[1]
    assert known.instead(3, climb(8)).steps == (6, 8)
    with pytest.raises(Illegal):
        known.instead(4, climb(9))


def test_a_round_without_its_referee_goes_on_by_hand() -> None:
    known = fold(journal(climb(2), Action(1, STOP), Write({spot(): 4})), GAME)
    assert known.plays[1].stopped
    assert known.plays[1].unfinished is None
    assert known.marks == {spot(): 4}
    with pytest.raises(Illegal, match="The referee is off"):
        known.plays[1].then(climb(9))


def test_a_referee_who_left_comes_back_when_that_is_taken_back() -> None:
    known = fold(journal(climb(2), Action(1, STOP), Strike(3)), GAME)
    assert known.plays[1].then(climb(9)).steps == (2, 9)


def test_a_move_is_read_refused_said_shown_and_offered_by_its_class() -> None:
    state = LADDER.apply(Ladder(1, (0, 1)), climb(5))
    assert LADDER.parse(state, climb(7)).action == climb(7)
    for wrong in (Action(2, "climb", 0, ("7",)), Action(1, "jump", 0, ("7",)), Action(1, "climb", 2, ("7",)),
                  Action(1, "climb", None, ("7",)), Action(1, "climb", 0), Action(1, "climb", 0, ("x",))):  # fmt: skip
        with pytest.raises(Malformed, match="That is not a move"):
            LADDER.apply(state, wrong)
        assert str(LADDER.narrate(state, wrong, False)) == "That is not a move."
    with pytest.raises(Illegal, match="3 is not higher than 5"):
        LADDER.preview(state, climb(3))
    assert str(LADDER.narrate(state, climb(3), False)) == "3."
    assert str(LADDER.narrate(state, climb(3), True)) == "?."
    assert str(LADDER.preview(state, climb(7)).about) == "2 steps"
    (entry,) = LADDER.entries(state._replace(steps=(9,)))
    assert [str(pick.cannot) for pick in entry.groups[0].picks] == ["9 is not higher than 9."] * 2


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


def test_moves_of_a_game_without_a_referee_are_kept_and_count_nothing() -> None:
    assert fold(journal(climb(2)), GAMES["tally"]).marks == {}
