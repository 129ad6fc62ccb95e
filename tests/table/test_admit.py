"""Tests of what can be added to a journal: an undo counts once, nothing unseen is overwritten, secrets stay secret."""

from dataclasses import replace

import pytest

from scorekeeper.games import GAMES
from scorekeeper.games.errors import Illegal
from scorekeeper.games.game import Game
from scorekeeper.games.pad import Setup, Spot
from scorekeeper.games.referee import STOP, Action
from scorekeeper.table.admit import Stale, admit_line, find_reopened_rounds, find_secret_to_give_up
from scorekeeper.table.journal import Act, Agree, Amend, By, Change, Line, Reopen, Seen, Strike, Write
from scorekeeper.table.table import StoredTable, Table, fold_table
from tests.support.parade import unseen

GAME = GAMES["parade"]

TALLY = GAMES["tally"]

DIABOLO = GAMES["diabolo"]

SETUP = Setup(("Alice", "Bo"), GAME.default_options(), ((1, (0, 1)),))

ALICE, BO = By("alice", 0), By("bo", 1)

RED = Spot(1, "red", "count", 0)


def make_table(*lines: tuple[By, Act], game: Game = GAME) -> Table:
    every = enumerate([(ALICE, Change(replace(SETUP, options=game.default_options()))), *lines], 1)
    return fold_table(
        StoredTable("t", game.slug, "BCDFG", 0, 0),
        tuple([Line(seq, f"op{seq}", seq, by, act) for seq, (by, act) in every]),
    )


def admit(table: Table, act: Act, by: By, seen: int | None = None) -> None:
    """Admit an act from a page that has seen the lines up to `seen`, or all of them."""
    admit_line(table, act, by, Seen(table.known.seq if seen is None else seen))


def test_a_line_is_taken_back_once() -> None:
    table = make_table((ALICE, Write({RED: 3})))
    admit(table, Strike(2), BO)
    again = make_table((ALICE, Write({RED: 3})), (ALICE, Strike(2)))
    with pytest.raises(Illegal, match="Alice has already taken that back"):
        admit(again, Strike(2), BO, 2)
    admit(again, Strike(3), BO)


def test_who_took_a_line_back_is_named_if_the_table_has_the_player() -> None:
    wrote, later = (ALICE, Write({RED: 3})), (ALICE, Write({RED._replace(row="blue"): 1}))
    for by, said in {BO: "Bo has already", By("cy"): "That has already", By("cy", 2): "That has already"}.items():
        with pytest.raises(Illegal, match=said):
            admit(make_table(wrote, (by, Strike(2)), later), Strike(2), ALICE)


def test_nobody_takes_back_that_the_table_was_opened() -> None:
    with pytest.raises(Illegal, match="no such entry"):
        admit(make_table(), Strike(1), ALICE)
    with pytest.raises(Illegal, match="no such entry"):
        admit(make_table(), Strike(2), ALICE)


def test_writing_over_what_somebody_has_written_meanwhile_asks_first() -> None:
    table = make_table((BO, Write({RED: 3})))
    with pytest.raises(Stale) as stale:
        admit(table, Write({RED: 4}), ALICE, 1)
    assert [line.seq for line in stale.value.since] == [2]
    admit(table, Write({RED: 3}), ALICE, 1)
    admit(table, Write({RED: 4}), ALICE, 2)


def test_writing_again_what_somebody_has_taken_back_asks_first() -> None:
    table = make_table((ALICE, Write({RED: 3})), (BO, Strike(2)))
    with pytest.raises(Stale) as stale:
        admit(table, Write({RED: 3}), ALICE, 2)
    assert [line.seq for line in stale.value.since] == [3]
    admit(table, Write({RED: 4}), ALICE, 2)
    admit(table, Write({RED: 3}), ALICE, 3)


def test_an_entry_that_was_taken_back_before_the_page_was_loaded_is_no_conflict() -> None:
    table = make_table((BO, Write({RED: 3})), (BO, Strike(2)))
    admit(table, Write({RED: 3}), ALICE, 1)


def test_new_names_and_marks_are_entered_at_the_same_time() -> None:
    named = Change(replace(SETUP, players=("Alice", "Bob")))
    admit(make_table((BO, Write({RED: 3}))), named, ALICE, 1)
    admit(make_table((BO, named)), Write({RED: 3}), ALICE, 1)
    with pytest.raises(Stale):
        admit(make_table((BO, named)), named, ALICE, 1)


def test_moves_of_two_rounds_do_not_wait_for_each_other() -> None:
    play = make_table().play(1)
    assert play
    first, second = [Action(round, "line", None, (unseen(play.state)[-1],)) for round in (1, 2)]
    admit(make_table((BO, second)), first, ALICE, 1)
    with pytest.raises(Stale):
        admit(make_table((BO, first)), first, ALICE, 1)


def points(round: int, *numbers: int) -> Write:
    return Write({Spot(round, "points", "points", seat): number for seat, number in enumerate(numbers)})


def test_agreeing_from_a_page_that_has_not_shown_the_sheet_asks_first() -> None:
    table = make_table((BO, points(1, 3, 5)), game=TALLY)
    agree = Agree(1, (0,), table.sheet_digest(1))
    for seen in (0, 1):
        with pytest.raises(Stale) as stale:
            admit(table, agree, ALICE, seen)
        assert [line.seq for line in stale.value.since] == [2]
    admit(table, agree, ALICE, 2)


def test_agreeing_to_a_sheet_that_has_changed_since_names_the_lines_since_then() -> None:
    table = make_table((BO, points(1, 3, 5)), (BO, points(1, 4)), game=TALLY)
    with pytest.raises(Stale) as stale:
        admit(table, Agree(1, (0,), make_table((BO, points(1, 3, 5)), game=TALLY).sheet_digest(1)), ALICE, 2)
    assert [line.seq for line in stale.value.since] == [3]


def test_reopening_a_round_asks_first_about_agreements_to_that_round_alone() -> None:
    told = (BO, points(1, 3, 5))
    agreed = make_table(told, (BO, Agree(1, (1,), make_table(told, game=TALLY).sheet_digest(1))), game=TALLY)
    with pytest.raises(Stale):
        admit(agreed, Reopen(1, "miscounted"), ALICE, 2)
    admit(agreed, Reopen(2, "miscounted"), ALICE, 2)
    admit(make_table(told, game=TALLY), Reopen(1, "miscounted"), ALICE, 1)


def test_a_move_is_corrected_by_a_move_of_its_own_round_alone() -> None:
    play = make_table().play(1)
    assert play
    first, other, *_ = unseen(play.state)
    table = make_table((ALICE, Action(1, "line", None, (first,))))
    admit(table, Amend(2, Action(1, "line", None, (other,))), ALICE)
    with pytest.raises(Illegal, match="no such entry to correct"):
        admit(table, Amend(2, Action(2, "line", None, (other,))), ALICE)


def test_agreed_rounds_whose_sheet_an_act_changes_are_reopened() -> None:
    told = [(BO, points(1, 3, 5)), (BO, points(2, 1, 1))]
    sums = [make_table(*told, game=TALLY).sheet_digest(round) for round in (1, 2)]
    table = make_table(*told, *[(BO, Agree(round, (0, 1), sum)) for round, sum in enumerate(sums, 1)], game=TALLY)
    assert find_reopened_rounds(table, points(1, 4)) == (1,)
    assert find_reopened_rounds(table, Change(replace(SETUP, options={"count": "down"}))) == (1, 2)
    assert find_reopened_rounds(table, points(3, 4)) == ()
    assert find_reopened_rounds(table, Reopen(1, "miscounted")) == ()


def keeping() -> list[tuple[By, Act]]:
    """Return the moves of a deal of Parade, from one phone, until each player keeps two cards."""
    moves: list[tuple[By, Act]] = []
    while not (table := make_table(*moves)).known.plays or not table.known.plays[1].state.keeping:
        play = table.play(1)
        assert play
        card = unseen(play.state)[-1]
        move = Action(1, "line", None, (card,)) if play.state.laying else Action(1, "play", play.state.seat, (card,))
        moves.append((ALICE, move))
    return moves


def test_what_is_kept_in_secret_is_taken_back_by_the_phone_that_told_it_alone() -> None:
    moves = keeping()
    kept, other = [Action(1, "keep", 0, (card,)) for card in unseen(make_table(*moves).known.plays[1].state)[:2]]
    table = make_table(*moves, (ALICE, kept))
    last = table.known.seq
    for act in (Strike(last), Amend(last, other)):
        with pytest.raises(Illegal, match="still secret"):
            admit(table, act, BO)
        admit(table, act, ALICE)
    for phone in (BO, By("cy")):
        admit(table, Strike(last - 1), phone)


def test_a_phone_that_takes_over_a_seat_gives_up_its_secret_unseen() -> None:
    moves = keeping()
    kept, other = [Action(1, "keep", 0, (card,)) for card in unseen(make_table(*moves).known.plays[1].state)[:2]]
    table = make_table(*moves, (ALICE, kept))
    last, taken_over = table.known.seq, By("bo", 0)
    for act in (kept, other):
        with pytest.raises(Illegal, match="on another phone"):
            admit(table, act, taken_over)
    with pytest.raises(Illegal, match="still secret"):
        admit(table, Amend(last, other), taken_over)
    admit(table, Strike(last), taken_over)
    again = make_table(*moves, (ALICE, kept), (taken_over, Strike(last)))
    admit(again, other, taken_over)
    with pytest.raises(Illegal, match="still secret"):
        admit(again, Strike(last + 1), By("cy", 1))


def test_correcting_another_move_gives_no_phone_a_secret() -> None:
    moves = keeping()
    (card, *_) = unseen(make_table(*moves).known.plays[1].state)
    corrected = Amend(len(moves) + 1, moves[-1][1])
    table = make_table(*moves, (BO, corrected), (ALICE, Action(1, "keep", 0, (card,))))
    with pytest.raises(Illegal, match="still secret"):
        admit(table, Strike(table.known.seq), BO)


def test_a_secret_belongs_to_the_phone_that_corrected_another_move_to_it() -> None:
    moves = [*keeping(), (ALICE, Action(1, STOP))]
    (card, *_) = unseen(make_table(*moves).known.plays[1].state)
    corrected = Amend(len(moves) + 1, Action(1, "keep", 1, (card,)))
    admit(make_table(*moves), corrected, BO)
    table = make_table(*moves, (BO, corrected))
    assert find_secret_to_give_up(table, 1, BO) is None
    assert find_secret_to_give_up(table, 1, By("cy", 1)) == table.known.effective[-1]
    undone = make_table(*moves, (BO, corrected), (BO, Strike(len(moves) + 1)))
    admit(undone, Strike(undone.known.seq), BO)
    with pytest.raises(Illegal, match="still secret"):
        admit(undone, Strike(undone.known.seq), By("cy"))


SECRET = Change(
    Setup(
        ("Alice", "Bo", "Cleo"),
        {**DIABOLO.default_options(), "doubler_commit": "secret_simultaneous"},
        ((1, (0, 1, 2)),),
    )
)
"""Players who decide in secret whether to double."""


def double(round: int, seat: int, tick: int = 1) -> Write:
    return Write({Spot(round, "red", "double", seat): tick})


def test_nobody_leaves_a_round_if_that_reveals_what_is_secret_in_it() -> None:
    doubled = (ALICE, double(1, 0)), (ALICE, double(2, 0)), (BO, double(2, 1))
    renamed = Change(replace(SECRET.setup, players=("Alice", "Bob", "Cleo")))
    for lines in ((), ((BO, renamed),)):
        table = make_table((ALICE, SECRET), *doubled, *lines, game=DIABOLO)
        admit(table, Change(replace(SECRET.setup, seating=((1, (0, 1, 2)), (3, (0, 1))))), ALICE)
        with pytest.raises(Illegal, match="choices are still secret"):
            admit(table, Change(replace(SECRET.setup, seating=((1, (0, 1, 2)), (2, (0, 1))))), ALICE)


def test_a_secret_is_changed_by_its_own_phone_whatever_other_phones_have_decided() -> None:
    table = make_table((ALICE, SECRET), (ALICE, double(1, 0)), (BO, double(1, 1)), game=DIABOLO)
    admit(table, double(1, 0, 0), ALICE)
    with pytest.raises(Illegal, match="still secret"):
        admit(table, double(1, 1, 0), ALICE)


def test_a_game_without_a_referee_has_no_moves() -> None:
    with pytest.raises(Illegal, match="without a referee"):
        admit(make_table(game=TALLY), Action(1, "line", None, ("red-1",)), ALICE)
