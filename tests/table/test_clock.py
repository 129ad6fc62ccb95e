"""The clock of a table: time of the turn and of the game, from the times of the lines alone."""

from dataclasses import replace

import pytest

from scorekeeper.games.errors import Illegal, Malformed
from scorekeeper.games.pad import Setup, Spot
from scorekeeper.games.referee import Action, Entry, Pick, PickGroup
from scorekeeper.language.text import Text
from scorekeeper.table.admit import admit_line
from scorekeeper.table.clock import Clock, find_turn
from scorekeeper.table.journal import Act, By, Change, Close, Line, Seen, SetClock, Strike, Write, dump, load
from scorekeeper.table.results import measure_length
from scorekeeper.table.table import StoredTable, Table, fold_table
from scorekeeper.table.wording import describe_line

ANN, BO, CLEO = range(3)

SETUP = Setup(("Ann", "Bo", "Cleo"), {}, ((1, (ANN, BO, CLEO)),))

ON, OFF, PAUSE, GO = SetClock("on"), SetClock("off"), SetClock("pause"), SetClock("go")


def turn(seat: int) -> SetClock:
    return SetClock("turn", seat)


def play(*acts: tuple[int, Act], game: str = "wizard") -> Table:
    """Return a table of three after these acts, each with its Unix time."""
    every = [(0, Change(SETUP)), *acts]
    lines = [Line(seq, str(seq), at, By("phone"), act) for seq, (at, act) in enumerate(every, 1)]
    return fold_table(StoredTable("0" * 12, game, "", 0, 0), lines)


def clock(*acts: tuple[int, Act], game: str = "wizard") -> Clock:
    shown = play(*acts, game=game).clock
    assert shown
    return shown


def test_the_game_is_counted_from_the_line_that_turns_the_clock_on() -> None:
    now = clock((10, ON))
    assert (now.seat, now.game_at(52), now.turn_at(52)) == (None, 42, 0)


def test_turning_it_on_twice_changes_nothing_and_off_and_on_starts_again() -> None:
    assert clock((10, ON), (20, ON)).game_at(50) == 40
    assert clock((10, ON), (20, OFF), (30, ON)).game_at(50) == 20


def test_passing_the_turn_starts_the_time_of_the_next_player() -> None:
    now = clock((10, ON), (20, turn(ANN)), (65, turn(BO)))
    assert (now.seat, now.turn_at(70), now.game_at(70)) == (BO, 5, 60)


def test_two_phones_that_pass_the_turn_to_the_same_player_pass_it_once() -> None:
    assert clock((10, ON), (20, turn(BO)), (22, turn(BO))).turn_at(30) == 10


def test_time_of_a_pause_does_not_count() -> None:
    lines = (10, ON), (20, turn(ANN)), (30, PAUSE)
    now = clock(*lines)
    assert (now.paused, now.turn_at(99), now.game_at(99)) == (True, 10, 20)
    now = clock(*lines, (35, PAUSE), (100, GO), (105, GO))
    assert (now.paused, now.turn_at(110), now.game_at(110)) == (False, 20, 30)


def test_a_turn_that_is_passed_in_a_pause_begins_when_the_clock_goes_on() -> None:
    lines = (10, ON), (20, turn(ANN)), (30, PAUSE), (40, turn(BO))
    assert (clock(*lines).seat, clock(*lines).turn_at(60), clock(*lines).game_at(60)) == (BO, 0, 20)
    assert clock(*lines, (50, GO)).turn_at(57) == 7


def test_taking_back_a_line_leaves_the_clock_as_if_it_had_never_been_set() -> None:
    assert clock((10, ON), (20, turn(ANN)), (60, turn(BO)), (62, Strike(4))).turn_at(70) == 50
    assert clock((10, ON), (20, PAUSE), (60, Strike(3))).game_at(70) == 60
    assert play((10, ON), (60, Strike(2))).clock is None
    assert clock((10, ON), (60, Strike(2)), (61, Strike(3))).game_at(70) == 60


@pytest.mark.parametrize("now", [-5, 0, 19, 20])
def test_no_time_is_negative_when_the_clock_of_the_computer_is_set_back(now: int) -> None:
    lines = (10, ON), (20, turn(ANN))
    assert clock(*lines).turn_at(now) == 0
    assert clock(*lines).game_at(now) >= 0
    backwards = clock((50, ON), (40, turn(ANN)), (30, PAUSE), (20, GO), (10, turn(BO)))
    assert backwards.turn_at(now) >= 0
    assert backwards.game_at(now) >= 0


def test_the_clock_stands_at_the_last_entry_of_a_game_that_is_over() -> None:
    mark = Write({Spot(1, "points", "points", 0, ""): 3})
    lines = (10, ON), (20, turn(ANN)), (50, mark), (60, Close(1))
    now = clock(*lines, (90, PAUSE), game="tally")
    assert (now.seat, now.runs, now.paused, now.game_at(500)) == (None, False, False, 50)
    # Taking back the end lets it go on.
    assert clock(*lines, (90, Strike(5)), game="tally").game_at(100) == 90


def test_the_clock_of_a_game_that_cannot_begin_stands_at_0() -> None:
    # The box of Hawaiki has 60 tokens.
    too_many = Change(replace(SETUP, options={"tokens": 21}))
    now = clock((0, ON), (5, too_many), game="hawaiki")
    assert (now.runs, now.game_at(500)) == (False, 0)
    assert clock((0, ON), (5, too_many), (9, Strike(3)), game="hawaiki").game_at(500) == 500


def test_a_seat_that_the_table_does_not_have_has_no_turn() -> None:
    assert [clock((10, ON), (20, turn(seat))).seat for seat in (CLEO, CLEO + 1, 7)] == [CLEO, None, None]
    table = play((10, ON), (20, turn(7)))
    assert str(describe_line(table, table.lines[-1], table.setup)) == "Turn passed to \u2013."
    with pytest.raises(Illegal, match="That seat is empty"):
        admit_line(table, turn(7), By("phone"), table.seen)


def test_the_next_turn_is_clockwise_and_the_first_that_of_who_starts() -> None:
    # In Wizard the player after the dealer starts.
    assert play((1, ON)).next_turn == BO
    assert play((1, ON), (2, turn(BO))).next_turn == CLEO
    assert play((1, ON), (2, turn(CLEO))).next_turn == ANN
    assert play((1, ON), (2, Close(0))).next_turn is None


def moves(count: int) -> list[Action]:
    """Return the first moves of a round of Parade with three players."""
    table, done = play(game="parade"), list[Action]()
    for _ in range(count):
        state = table.play(1)
        assert state
        picks = [
            pick.action
            for entry in state.referee.entries(state.state)
            for group in entry.groups
            for pick in group.picks
            if not entry.secret
        ]
        for pick in picks:
            after = play(*[(0, move) for move in [*done, pick]], game="parade")
            if not after.known.plays[1].misfit:
                done, table = [*done, pick], after
                break
    assert len(done) == count
    return done


def seat_of(table: Table) -> int | None:
    state = table.play(1)
    assert state
    return find_turn(state.referee.entries(state.state))


def test_in_a_refereed_round_the_turn_follows_the_moves() -> None:
    told = moves(12)
    tables = [
        play((0, ON), *[(10 * number, move) for number, move in enumerate(told[:end], 1)], game="parade")
        for end in range(1, 13)
    ]
    assert len({seat_of(table) for table in tables}) > 1
    since = 10
    for number, table in enumerate(tables, 1):
        seat = seat_of(table)
        if number > 1 and seat != seat_of(tables[number - 2]):
            since = 10 * number
        assert table.clock
        assert table.clock.seat == seat
        assert table.clock.turn_at(500) == (0 if seat is None else 500 - since)
        assert table.clock.game_at(500) == 500
        assert table.next_turn is None


def test_in_a_refereed_round_the_turn_of_a_move_taken_back_goes_on() -> None:
    told = moves(12)
    lines = [(10 * number, move) for number, move in enumerate(told, 1)]
    before, after = play((0, ON), *lines[:-1], game="parade"), play((0, ON), *lines, (130, Strike(14)), game="parade")
    assert before.clock
    assert after.clock
    assert (after.clock.seat, after.clock.turn_at(200)) == (before.clock.seat, before.clock.turn_at(200))


def test_while_anything_asked_is_secret_it_is_nobodys_turn() -> None:
    picks = (Pick(Action(1, "keep", BO), Text("Keep")),)
    plain, secret = [
        Entry("keep", Text("Keep"), "words", (PickGroup("", Text(""), picks),), secret=s) for s in (False, True)
    ]
    assert find_turn([plain, plain]) == BO
    assert find_turn([plain, secret]) is None


def test_a_line_of_a_clock_is_added_as_if_all_lines_had_been_folded() -> None:
    acts = (10, ON), (20, turn(BO)), (30, PAUSE), (50, GO)
    table = play()
    for line in play(*acts).lines[1:]:
        table = fold_table(table.stored, (*table.lines, line), table.game)
    assert table.clock == play(*acts).clock


def test_lines_of_a_clock_are_read_as_they_are_written() -> None:
    for act, text in {
        ON: '{"clock":"on"}',
        OFF: '{"clock":"off"}',
        PAUSE: '{"clock":"pause"}',
        GO: '{"clock":"go"}',
        turn(BO): '{"clock":"turn","seat":1}',
    }.items():
        assert dump(act) == text
        assert load(text) == act


@pytest.mark.parametrize(
    "text",
    ['{"clock":"turn"}', '{"clock":"on","seat":1}', '{"clock":"stop"}', '{"clock":[]}', '{"clock":"turn","seat":-1}'],
)
def test_a_line_that_sets_no_clock_is_refused(text: str) -> None:
    with pytest.raises(Malformed):
        load(text)


def test_a_clock_can_be_turned_on_after_the_first_move() -> None:
    assert clock((5, moves(1)[0]), (10, ON), game="parade").game_at(50) == 40


def test_passing_the_turn_overwrites_nothing_of_other_phones() -> None:
    table = play((10, ON), (20, turn(BO)))
    admit_line(table, turn(CLEO), By("another"), Seen(1))
    assert table.newest() == table.lines[-1]


def test_lines_of_a_clock_do_not_change_how_long_a_game_lasted() -> None:
    mark = Write({Spot(1, "points", "points", 0, ""): 3})
    plain = play((600, mark), game="tally")
    clocked = play((5, ON), (590, turn(BO)), (600, mark), game="tally")
    assert measure_length(plain, 1, 1) == measure_length(clocked, 1, 1) == 600
