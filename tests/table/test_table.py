"""Tests of what a table says about a game in progress."""

from dataclasses import replace
from typing import Any

import pytest

from scorekeeper.games.pad import MOST_ROUNDS, Setup, Spot
from scorekeeper.games.referee import STOP, Action
from scorekeeper.table.journal import Act, Agree, By, Change, Close, Line, Reopen, SetClock, Strike, Write
from scorekeeper.table.results import find_start, measure_length, summarise_table
from scorekeeper.table.table import EVENING_OVER, StoredTable, Table, add_act, fold_table
from tests.support.parade import EXAMPLE, cards, unseen

THREE = Setup(("Ann", "Bob", "Cleo"), {}, ((1, (0, 1, 2)),), 1)


def of(game: str, *acts: Act, **options: Any) -> Table:
    """Return a table of a game with these acts after its first line."""
    every = (Change(Setup(THREE.players, options, THREE.seating, THREE.starter)), *acts)
    lines = [Line(seq, f"op{seq}", 1000 + seq, By("a"), act) for seq, act in enumerate(every, 1)]
    return fold_table(StoredTable("id", game, "", 0, 1000), lines)


def entered(*minutes: int) -> Table:
    """Return a table of two rounds, opened at 0. Each half of a round is entered at one of these minutes."""
    halves = [Write({Spot(round, "points", "points", seat): seat}) for round in (1, 2) for seat in (0, 1, 2)]
    acts = [Change(Setup(THREE.players, {"rounds": 2}, THREE.seating)), *halves]
    lines = [
        Line(seq, f"op{seq}", 60 * at, By("a"), act)
        for seq, (at, act) in enumerate(zip((0, *minutes), acts, strict=True), 1)
    ]
    return fold_table(StoredTable("id", "tally", "", 0, 0), lines)


def points(round: int, *numbers: int) -> Write:
    return Write({Spot(round, "points", "points", seat): number for seat, number in enumerate(numbers)})


def test_a_round_that_is_not_decided_comes_before_the_next() -> None:
    table = of("tally", points(1, 5), points(2, 1, 2, 3), rounds=3)
    assert (table.next_round, table.last_round, table.seated_from) == (1, 3, 3)
    half = of("tally", points(1, 5, 6, 7), points(2, 1), rounds=3)
    assert (half.next_round, half.last_round, half.seated_from) == (2, 3, 2)


def test_after_the_last_round_no_other_can_be_entered() -> None:
    table = of("tally", points(1, 5, 6, 7), points(2, 1, 2, 3), rounds=2)
    assert (table.next_round, table.last_round) == (None, 2)
    assert [str(text) for text in table.over] == ["Cleo wins with 10.", "All 2 rounds have been played."]
    assert table.headline == table.over[0]


def test_an_evening_that_was_ended_has_no_next_round_until_that_is_taken_back() -> None:
    table = of("tally", points(1, 5, 6, 7), Close(1))
    assert table.next_round is None
    assert table.over[-1] == EVENING_OVER
    again = of("tally", points(1, 5, 6, 7), Close(1), Strike(3))
    assert (again.next_round, again.over) == (2, ())
    assert str(again.headline) == "Cleo leads with 7."


def test_what_was_just_taken_back_is_known_until_something_else_is_written() -> None:
    wrote = points(1, 5, 6, 7)
    taken_back = of("tally", wrote, Strike(2)).just_taken_back
    assert taken_back is not None
    assert taken_back.act == wrote
    assert of("tally", wrote).just_taken_back is None
    assert of("tally", wrote, Strike(2), Strike(3)).just_taken_back is None
    assert of("tally", wrote, Strike(2), points(1, 1, 1, 1)).just_taken_back is None


def test_a_round_is_refereed_from_its_first_move_until_the_referee_leaves() -> None:
    blank = of("parade")
    play = blank.play(1)
    assert play is not None
    assert not blank.is_refereed(1)
    (first, *_) = [pick for entry in play.referee.entries(play.state) for group in entry.groups for pick in group.picks]
    assert of("parade", first.action).is_refereed(1)
    assert not of("parade", first.action).is_refereed(2)
    assert not of("parade", first.action, Action(1, STOP)).is_refereed(1)


def test_the_lines_of_a_round_are_those_that_stand_and_those_taken_back() -> None:
    table = of("tally", points(1, 5, 6, 7), points(2, 1, 2, 3), Strike(2), Reopen(2, "miscounted"))
    assert [line.seq for line in table.lines_of(1)] == [2]


def test_an_act_is_tried_out_as_the_next_line_of_its_table() -> None:
    tried = add_act(of("tally", points(1, 5, 6, 7)), Strike(2))
    assert [line.seq for line in tried.lines] == [1, 2, 3]
    assert (tried.known.seq, tried.rounds) == (3, 0)


def test_what_was_worked_out_once_is_the_same_value_until_the_next_line() -> None:
    table = of("tally", points(1, 5, 6, 7))
    assert table.standings() is table.standings()
    assert table.sheet(1) is table.sheet(1)
    later = add_act(table, points(1, 9, 6, 7))
    assert (table.standings().totals[0], later.standings().totals[0]) == (5, 9)
    assert (str(table.headline), str(later.headline)) == ("Cleo leads with 7.", "Ann leads with 9.")


def test_an_agreed_outcome_to_a_later_round_ends_with_another_entry_before_it() -> None:
    table = of("tally", points(1, 5, 6, 7), points(2, 1, 2, 3))
    agreed = add_act(table, Agree(2, (0, 1, 2), table.sheet_digest(2), table.outcome(2)))
    assert agreed.find_agreed_outcome(2)
    assert add_act(agreed, points(1, 4)).find_agreed_outcome(2) is None


def test_who_joined_late_stands_last_and_without_a_place_where_the_fewest_points_win() -> None:
    joined = Change(Setup((*THREE.players, "Late"), {}, ((1, (0, 1, 2)), (2, (0, 1, 2, 3))), THREE.starter))
    table = of("tally", points(1, 5, 6, 7), joined, points(2, 1, 1, 1, 99))
    assert table.by_place == [("1", (3,)), ("2", (2,)), ("3", (1,)), ("4", (0,))]
    fewest = Change(replace(joined.setup, options={**table.setup.options, "wins": "lowest"}))
    table = of("tally", points(1, 5, 6, 7), fewest, points(2, 1, 1, 1, 0))
    assert table.by_place == [("1", (0,)), ("2", (1,)), ("3", (2,)), ("\u2013", (3,))]


def test_an_agreement_stands_whatever_is_written_in_another_round() -> None:
    told = points(1, 5, 6, 7)
    agree = Agree(1, (0,), of("tally", told).sheet_digest(1))
    assert set(of("tally", told, agree).find_agreements(1)) == {0}
    assert set(of("tally", told, agree, points(2, 1)).find_agreements(1)) == {0}
    assert set(of("tally", told, agree, points(1, 4)).find_agreements(1)) == set()


def test_a_summary_says_whether_the_game_is_over_and_how_it_is_called() -> None:
    half, whole = [of("tally", points(1, 5, 6, 7), rounds=rounds) for rounds in (2, 1)]
    assert [summarise_table(table).over for table in (half, whole)] == [False, True]
    named = of("tally", name="Rummy"), of("parade", edition="en2013"), of("parade")
    assert [summarise_table(table).edition for table in named] == ["Rummy", "en2013", ""]


def test_a_round_that_is_still_refereed_does_not_count_in_others() -> None:
    play = of("parade").play(1)
    assert play
    laid = Action(1, "line", None, (unseen(play.state)[-1],))
    table = of("parade", *[Write({Spot(round, "red", "count", 0): 2}) for round in (1, 2)], laid)
    assert {spot.round for spot in table.marks(1)} == {1, 2}
    assert {spot.round for spot in table.marks(2)} == {2}


def test_a_round_begins_with_its_first_entry_and_a_blank_one_with_its_table() -> None:
    table = entered(20, 21, 22, 45, 46, 47)
    assert [find_start(table, round) // 60 for round in (1, 2, 3)] == [20, 45, 0]


def test_the_newest_round_is_the_last_one_with_marks_or_moves() -> None:
    tops = [Action(round, "top", None, ("c1-4",)) for round in (1, 2)]
    assert of("tally").rounds == 0
    assert of("tally", points(1, 5), points(3, 1), points(2, 1)).rounds == 3
    assert [of("hawaiki", *moves).rounds for moves in (tops[:1], tops, tops[1:])] == [1, 2, 2]


def test_who_joins_from_the_next_round_on_is_shown_at_once_and_who_left_is_shown_last() -> None:
    def seat(*order: int) -> Change:
        return Change(Setup((*THREE.players, "Dan"), {}, ((1, (0, 1, 2)), (2, order)), THREE.starter))

    told = points(1, 5, 6, 7)
    assert of("tally", told, seat(0, 1, 2, 3)).everybody == (0, 1, 2, 3)
    assert of("tally", told, seat(2, 0), Write({Spot(2, "points", "points", 0): 1})).everybody == (2, 0, 1)


def leave(*seating: tuple[int, tuple[int, ...]], **options: Any) -> Change:
    return Change(Setup(THREE.players, options, ((1, (0, 1, 2)), *seating), THREE.starter))


@pytest.mark.parametrize(
    ("wins", "leads", "ranking"), [("highest", "Bob leads with 6.", {1: 1, 0: 2}), ("lowest", "Ann leads with 5.", {})]
)
def test_who_has_left_leads_no_longer_and_has_no_place(wins: str, leads: str, ranking: dict[int, int]) -> None:
    told = points(1, 5, 6, 7 if wins == "highest" else 1)
    left = of("tally", told, leave((2, (0, 1)), wins=wins))
    assert str(left.headline) == leads
    assert left.standings().ranking == (ranking or {0: 1, 1: 2})
    assert left.late == ()
    assert left.by_place[-1] == ("\u2013", (2,))
    # The sheet of the round keeps who led after it.
    assert left.ahead(1) == (2,)
    back = of("tally", told, leave((2, (0, 1)), wins=wins), leave(wins=wins))
    assert back.standings().leaders == (2,)


def test_who_leaves_a_game_that_is_over_has_still_won() -> None:
    left = leave((2, (0, 1)), rounds=1)
    assert str(of("tally", points(1, 5, 6, 7), left, rounds=1).headline) == "Cleo wins with 7."


def test_who_leaves_before_a_table_is_finished_has_no_place_and_who_leaves_later_keeps_it() -> None:
    told, left = points(1, 5, 6, 7), leave((2, (0, 1)))
    assert str(of("tally", told, left, Close(1)).headline) == "Bob wins with 6."
    assert str(of("tally", told, Close(1), left).headline) == "Cleo wins with 7."


def test_who_has_left_does_not_lead_through_a_partner() -> None:
    players = ("Ann", "Bob", "Cleo", "Dan", "Eve")
    seating = ((1, (0, 1, 2, 3)), (2, (4, 1, 2, 3)))
    setup = Change(Setup(players, {"teams": "2"}, seating))
    table = of("tally", setup, points(1, 5, 1, 5, 1))
    assert table.standings().leaders == (2,)
    assert table.late == ()


def test_who_joined_and_left_is_shown_only_after_playing_a_round() -> None:
    seating = ((1, (0, 1, 2)), (2, (0, 1, 2, 3)), (3, (0, 1, 2)))
    joined_and_left = Change(Setup((*THREE.players, "Dan"), {}, seating, THREE.starter))
    played = points(1, 5, 6, 7), points(2, 5, 6, 7, 8), points(3, 5, 6, 7)
    shown = [of("tally", joined_and_left, *played[:rounds]).everybody for rounds in range(4)]
    assert shown == [(0, 1, 2), (0, 1, 2), (0, 1, 2, 3), (0, 1, 2, 3)]


def test_partners_of_a_round_are_side_by_side_in_its_columns() -> None:
    setup = Setup(("Ann", "Bob", "Cleo", "Dan"), {"teams": "2"}, ((1, (0, 1, 2, 3)), (2, (0, 2, 1, 3))))
    table = of("tally", Change(setup), points(1, 1, 1), points(2, 1))
    assert [table.columns(round) for round in (1, 2)] == [((0,), (2,), (1,), (3,)), ((0,), (1,), (2,), (3,))]


@pytest.mark.parametrize(
    ("rounds", "first", "later", "columns"),
    [
        (0, "2", "2", [((0, 2), (1, 3))]),
        (1, "2", "2", [((0, 2), (1, 3)), ((0, 2), (1, 3))]),
        # Round 2 has no marks yet, so its rules do not matter for the sheet of round 1.
        (1, "2", "0", [((0,), (1,), (2,), (3,)), ((0, 2), (1, 3))]),
        (2, "2", "0", [((0,), (1,), (2,), (3,)), ((0,), (2,), (1,), (3,)), ((0,), (1,), (2,), (3,))]),
        (2, "0", "2", [((0,), (1,), (2,), (3,)), ((0,), (1,), (2,), (3,)), ((0,), (2,), (1,), (3,))]),
    ],
)
def test_partners_share_a_column_if_all_rounds_so_far_have_the_same_teams(
    rounds: int, first: str, later: str, columns: list[tuple[tuple[int, ...], ...]]
) -> None:
    players = ("Ann", "Bob", "Cleo", "Dan")
    setup = Setup(players, {"teams": later}, ((1, (0, 1, 2, 3)),), earlier=((1, 1, {"teams": first}),))
    table = of("tally", Change(setup), *[points(round, 1, 2) for round in range(1, rounds + 1)])
    assert [table.columns(round) for round in range(rounds + 1)] == columns


def test_a_refereed_round_begins_with_what_earlier_rounds_hand_on_once_they_are_over() -> None:
    out = Write({Spot(1, "left", "cards", seat): seat for seat in (0, 1, 2)})
    tops = [Action(round, "top", None, ("c1-4",)) for round in (1, 2)]
    blank, over, still = of("hawaiki", tops[1]), of("hawaiki", out, tops[1]), of("hawaiki", tops[0], out, tops[1])
    first, then, waits = [table.known.plays[2].state.pad.tokens for table in (blank, over, still)]
    assert first == waits != then


def test_a_game_lasts_from_the_start_of_its_table_to_its_last_entry() -> None:
    table = entered(20, 21, 22, 45, 46, 47)
    assert [measure_length(table, *rounds) // 60 for rounds in ((1, 2), (1, 1), (2, 2))] == [47, 22, 25]
    assert [result.seconds for result in summarise_table(table).results] == [47 * 60]


def test_a_game_of_several_rounds_is_one_result_and_not_that_of_a_single_round() -> None:
    (result,) = summarise_table(entered(20, 21, 22, 45, 46, 47)).results
    assert (result.round, result.rounds, result.points, result.winners) == (0, 2, {0: 0, 1: 2, 2: 4}, (2,))


def test_each_deal_of_a_game_that_lasts_one_deal_is_a_result_of_its_own() -> None:
    (result,) = summarise_table(of("parade", Write(dict(cards(EXAMPLE))))).results
    assert (result.round, result.rounds, result.winners) == (1, 1, (1,))


def test_a_game_that_is_finished_before_anything_is_scored_has_no_result() -> None:
    assert summarise_table(of("tally", points(1, 5, 6), Close(1))).results == ()
    (result,) = summarise_table(of("tally", points(1, 5, 6, 7), Close(1))).results
    assert (result.rounds, result.winners) == (1, (2,))


def test_a_break_and_a_correction_on_another_day_are_no_time_of_play() -> None:
    after_supper = entered(20, 21, 22, 200, 201, 202)
    assert measure_length(after_supper, 1, 2) == 24 * 60
    assert measure_length(entered(20, 21, 22, 45, 46, 5000), 1, 2) == 46 * 60
    assert measure_length(entered(20, 21, 22, 82, 83, 84), 1, 2) == 84 * 60


def test_a_blank_table_begins_with_its_first_round() -> None:
    table = of("tally", rounds=2)
    assert (table.next_round, table.last_round, table.seated_from) == (1, 1, 1)
    assert (table.headline, table.over, table.newest()) == (None, (), None)
    assert table.leader_of(1) == 1


def test_after_as_many_rounds_as_a_table_can_have_no_other_is_asked_for() -> None:
    table = of(
        "tally", Write({spot: 1 for round in range(1, MOST_ROUNDS + 1) for spot in points(round, 1, 1, 1).changes})
    )
    assert (table.next_round, table.last_round, table.over) == (None, MOST_ROUNDS, ())


def test_a_table_has_a_clock_once_a_line_has_set_one() -> None:
    assert not of("tally", points(1, 5, 6, 7)).clock
    assert of("tally", SetClock("on"), points(1, 5, 6, 7)).clock
