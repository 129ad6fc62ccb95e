"""Tests of hidden boxes: sealed until everybody has marked them."""

from dataclasses import replace

from scorekeeper.games import GAMES
from scorekeeper.games.pad import SEALED, Mark, Marks, Seat, Setup, Spot
from scorekeeper.games.pads.boxes import ChipsBox, NumberBox
from scorekeeper.games.pads.pad import Row
from scorekeeper.language.text import Text
from scorekeeper.table.fold import fold
from scorekeeper.table.journal import Act, By, Change, Line, Strike, Write
from scorekeeper.table.table import StoredTable, fold_table
from tests.support.games import change_game

HIDING = {"hides": "yes"}

SETUP = Setup(("Alice", "Bo", "Cleo"), HIDING, ((1, (0, 1, 2)),))


def rows(setup: Setup) -> tuple[Row, ...]:
    hidden = setup.options.get("hides") == "yes"
    boxes = (
        NumberBox("bid", Text("Bid"), most=9, secret=hidden),
        ChipsBox("kept", Text("Kept"), items=("a", "b", "c"), secret=hidden),
        NumberBox("open", Text("Open"), most=9),
    )
    return (Row("points", Text("Points"), boxes),)


GAME = change_game(GAMES["tally"], rows=rows)


def bid(seat: Seat, round: int = 1) -> Spot:
    return Spot(round, "points", "bid", seat)


def write(spot: Spot, mark: Mark | None) -> Write:
    return Write({spot: mark})


def journal(*acts: Act, setup: Setup = SETUP) -> list[Line]:
    return [Line(seq, f"op{seq}", 0, By("a"), act) for seq, act in enumerate([Change(setup), *acts], 1)]


def marks(*acts: Act, setup: Setup = SETUP) -> Marks:
    return fold(journal(*acts, setup=setup), GAME).marks


def lines(*acts: Act, setup: Setup = SETUP) -> list[Act]:
    """Return the acts of the lines as everybody may read them."""
    written = journal(*acts, setup=setup)
    table = fold_table(StoredTable("t", "tally", "", 0, 0), written, GAME)
    return [table.hide_secrets(line).act for line in written[1:]]


ALL = (write(bid(0), 3), write(bid(1), 0), write(bid(2), 5))

SEEN = {bid(0): 3, bid(1): 0, bid(2): 5}


def test_a_hidden_mark_is_sealed_until_everybody_has_one() -> None:
    assert marks(*ALL[:1]) == {bid(0): SEALED}
    assert marks(*ALL[:2]) == {bid(0): SEALED, bid(1): SEALED}
    assert marks(*ALL) == SEEN


def test_a_line_tells_that_something_is_decided_and_not_what() -> None:
    assert lines(*ALL[:2]) == [write(bid(0), SEALED), write(bid(1), SEALED)]
    assert lines(*ALL) == list(ALL)


def test_who_rubs_out_a_mark_has_not_decided() -> None:
    undecided = ALL[0], write(bid(0), None), *ALL[1:]
    assert marks(*undecided) == {bid(1): SEALED, bid(2): SEALED}
    assert marks(*undecided, ALL[0]) == SEEN
    assert lines(*undecided)[0] == write(bid(0), SEALED)


def test_a_line_with_marks_of_two_rounds_decides_each_round_by_itself() -> None:
    both = Write({bid(0): 3, bid(1): 0, bid(2, 2): 5})
    assert set(marks(both).values()) == {SEALED}
    assert marks(both, ALL[2]) == {**SEEN, bid(2, 2): SEALED}


def test_what_somebody_decides_again_is_sealed_until_then() -> None:
    assert marks(*ALL, Strike(3)) == {bid(0): SEALED, bid(2): SEALED}
    assert lines(*ALL, Strike(3))[:3] == [write(bid(seat), SEALED) for seat in (0, 1, 2)]
    assert marks(*ALL, Strike(3), Strike(5)) == SEEN


def test_a_choice_taken_back_is_told_once_everybody_has_decided() -> None:
    taken_back = write(bid(0), 7), Strike(2)
    assert lines(*taken_back, *ALL[:2])[0] == write(bid(0), SEALED)
    assert lines(*taken_back, *ALL)[0] == write(bid(0), 7)


def test_a_line_put_back_can_be_the_last_that_was_waited_for() -> None:
    assert marks(ALL[0], Strike(2), *ALL[1:]) == {bid(1): SEALED, bid(2): SEALED}
    assert marks(ALL[0], Strike(2), *ALL[1:], Strike(3)) == SEEN


def test_rules_that_hide_from_a_round_on_hide_nothing_of_before() -> None:
    later = replace(SETUP, earlier=((1, 1, {}),))
    told = ALL[0], write(bid(0, 2), 4)
    assert marks(*told, setup=later) == {bid(0): 3, bid(0, 2): SEALED}
    assert lines(*told, setup=later) == [ALL[0], write(bid(0, 2), SEALED)]


def test_other_boxes_are_open_all_the_time() -> None:
    spot = Spot(1, "points", "open", 0)
    assert marks(write(spot, 4), *ALL[:1]) == {spot: 4, bid(0): SEALED}
    assert lines(write(spot, 4)) == [write(spot, 4)]


def test_a_round_waits_for_its_own_seats_only() -> None:
    left = replace(SETUP, seating=((1, (0, 1, 2)), (2, (0, 2))))
    assert marks(write(bid(0, 2), 1), write(bid(2, 2), 2), setup=left) == {bid(0, 2): 1, bid(2, 2): 2}
    assert marks(write(bid(0, 2), 1), write(bid(1, 2), 2), setup=left)[bid(0, 2)] == SEALED


def test_rules_that_were_taken_back_hide_and_show_nothing() -> None:
    openly = Change(replace(SETUP, options={}))
    assert marks(ALL[0], openly) == {bid(0): 3}
    assert marks(openly, Strike(2), ALL[0]) == {bid(0): SEALED}
    assert marks(openly, Strike(2), Strike(3), ALL[0]) == {bid(0): 3}
    assert marks(Change(SETUP), Strike(2), ALL[0], setup=openly.setup) == {bid(0): 3}


def test_what_was_taken_back_of_a_line_that_is_not_there_changes_nothing() -> None:
    assert marks(Strike(9), ALL[0]) == {bid(0): SEALED}
