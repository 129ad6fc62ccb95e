"""Tests of the journal: lines are only added, and a Strike undoes a line or another Strike."""

import json
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.games import GAMES
from scorekeeper.games.errors import Malformed
from scorekeeper.games.pad import LARGEST_IN_JSON, Setup, Spot
from scorekeeper.games.referee import Action
from scorekeeper.games.signs import MOST_SIGNS
from scorekeeper.table.fold import Known
from scorekeeper.table.fold import fold as fold_lines
from scorekeeper.table.journal import (
    Act,
    Agree,
    Amend,
    By,
    Change,
    Line,
    Reopen,
    Seen,
    Strike,
    Write,
    dump,
    load,
)

SETUP = Setup(("Alice", "Bo"), {"edition": "en2013", "deals": 3}, ((1, (0, 1)),), 1)

RED = Spot(1, "red", "count", 0)

BLUE = Spot(1, "blue", "cards", 1, "7")


def journal(*acts: Act) -> list[Line]:
    return [Line(seq, f"op{seq}", 1000 + seq, By("b"), act) for seq, act in enumerate((Change(SETUP), *acts), 1)]


def fold(lines: list[Line]) -> Known:
    return fold_lines(lines, GAMES["tally"])


def test_a_mark_stands_until_it_is_written_over() -> None:
    assert fold(journal(Write({RED: 3}), Write({RED: 4}))).marks == {RED: 4}


def test_a_struck_line_counts_no_more() -> None:
    assert fold(journal(Write({RED: 3}), Write({RED: 4}), Strike(3))).marks == {RED: 3}


def test_striking_a_strike_puts_the_line_back() -> None:
    lines = journal(Write({RED: 3}), Strike(2), Strike(3))
    assert fold(lines).marks == {RED: 3}
    assert fold(lines).corrections.gone.keys() == {3}


def test_striking_goes_on_for_ever() -> None:
    lines = journal(Write({RED: 3}), Strike(2), Strike(3), Strike(4))
    assert fold(lines).marks == {}
    assert fold(lines).corrections.gone.keys() == {2, 4}


def test_an_amended_line_stands_in_its_old_place() -> None:
    lines = journal(Write({RED: 3}), Write({RED: 5}), Amend(2, Write({BLUE: 1})))
    assert fold(lines).marks == {BLUE: 1, RED: 5}


def test_a_correction_to_an_act_of_another_kind_is_ignored() -> None:
    move, mark = Action(1, "top"), Write({RED: 3})
    assert fold(journal(mark, Amend(1, mark), Amend(2, move))).effective == fold(journal(mark)).effective
    assert fold(journal(move, Amend(2, mark))).effective[1].act == move


def test_agreeing_stands_until_the_round_is_opened_again() -> None:
    lines = journal(Agree(1, (0,), "sum"), Agree(1, (1,), "sum"), Agree(2, (0,), "sum"))
    assert {seat: act.of for seat, (_, act) in fold(lines).agreed[1].items()} == {0: "sum", 1: "sum"}
    opened = [*lines, Line(5, "op5", 2000, By("b"), Reopen(1, "a slip"))]
    assert list(fold(opened).agreed) == [2]
    assert sorted(fold([*opened, Line(6, "op6", 2000, By("b"), Strike(5))]).agreed) == [1, 2]


def test_a_struck_amendment_is_forgotten() -> None:
    lines = journal(Write({RED: 3}), Amend(2, Write({RED: 5})), Strike(3))
    assert fold(lines).marks == {RED: 3}


def test_a_struck_change_brings_back_the_setup_before() -> None:
    later = Setup(("Alice", "Bob"), {}, ((1, (1, 0)),))
    assert fold(journal(Change(later), Strike(2))).setup == SETUP


def test_an_undo_of_everything_leaves_an_empty_pad() -> None:
    lines = journal(Write({RED: 3}), Write({BLUE: 1}), Strike(3), Strike(2))
    assert fold(lines).marks == {}
    assert [line.seq for line in fold(lines).effective] == [1]


def test_a_journal_that_sets_up_no_players_is_refused() -> None:
    with pytest.raises(Malformed, match=r"The history has no players\."):
        fold(journal(Write({RED: 3}))[1:])


def test_seats_that_join_later_play_later_rounds_only() -> None:
    setup = Setup(("A", "B", "C"), {}, ((1, (0, 1)), (3, (0, 2, 1)), (5, (2, 1))))
    assert [setup.seats(round) for round in range(1, 7)] == [(0, 1)] * 2 + [(0, 2, 1)] * 2 + [(2, 1)] * 2


spots = st.builds(
    Spot,
    st.integers(1, 99),
    st.text("abcxyz", min_size=1),
    st.text("abc", min_size=1),
    st.none() | st.integers(0, 11),
    st.text("0123456789", max_size=2),
)

writes = st.builds(Write, st.dictionaries(spots, st.none() | st.integers(-999, 999) | st.text(max_size=5), min_size=1))

acts = (
    writes
    | st.builds(Strike, st.integers(1, 99))
    | st.builds(Amend, st.integers(1, 99), writes)
    | st.just(Change(SETUP))
)


@pytest.mark.parametrize("points", ['""', "false", "1.5", "1e400", '"3"'])
def test_an_agreement_to_points_that_are_no_number_is_refused(points: str) -> None:
    agree = '{"agree":1,"seats":[0],"of":"x","outcome":["p",[[0,3]],[[0,1]],[0],[["red",0,%s]]]}'
    assert load(agree % "3")
    assert load(agree % "null")
    with pytest.raises(Malformed):
        load(agree % points)


@pytest.mark.parametrize("options", ["[]", "null", "5", '"edition"'])
def test_earlier_options_that_are_no_options_are_refused(options: str) -> None:
    change = '{"players":["A"],"options":{},"seating":[[1,[0]]],"starter":0,"earlier":[[1,2,%s]]}'
    assert load(change % "{}")
    with pytest.raises(Malformed):
        load(change % options)


@pytest.mark.parametrize(
    ("text", "act"),
    [
        ('{"strike":2,"later":"ignored"}', Strike(2)),
        ('{"why":"a slip","reopen":1}', Reopen(1, "a slip")),
        ('{"close":3,"strike":2}', Strike(2)),
        ('{"agree":1,"seats":"01","of":"x","reopen":1,"why":"a slip"}', Reopen(1, "a slip")),
    ],
)
def test_keys_are_read_in_any_order_and_further_ones_are_ignored(text: str, act: Act) -> None:
    assert load(text) == act


@given(acts)
def test_an_act_survives_its_json(act: Act) -> None:
    assert load(dump(act)) == act
    assert "\n" not in dump(act)


@pytest.mark.parametrize("mark", [-LARGEST_IN_JSON, LARGEST_IN_JSON])
def test_the_largest_mark_is_read_back_and_no_larger_one(mark: int) -> None:
    assert load(dump(Write({RED: mark}))) == Write({RED: mark})
    with pytest.raises(Malformed):
        load(dump(Write({RED: mark * 2})))


def test_every_sign_of_a_player_is_read_back_and_no_other() -> None:
    for sign in range(MOST_SIGNS):
        assert load(dump(Change(replace(SETUP, signs=(sign, 0))))) == Change(replace(SETUP, signs=(sign, 0)))
    with pytest.raises(Malformed):
        load(dump(Change(replace(SETUP, signs=(MOST_SIGNS, 0)))))
    with pytest.raises(Malformed):
        load(dump(Change(replace(SETUP, signs=(0, 0, 0)))))


@pytest.mark.parametrize("total", [0, -40, 12, None])
def test_how_a_player_began_who_joined_later_is_kept(total: int | None) -> None:
    change = Change(replace(SETUP, late=((1, total),)))
    assert load(dump(change)) == change
    # Lines of early releases have no such key and keep their form.
    assert "late" not in dump(Change(SETUP))


@pytest.mark.parametrize("late", [[[9, 0]], [[1, 0], [1, 3]], [[1]], [["1", 0]], [[1, "0"]], 5])
def test_a_line_with_a_wrong_beginning_is_refused(late: object) -> None:
    text = dump(Change(SETUP)).replace('"starter"', f'"late":{json.dumps(late)},"starter"', 1)
    with pytest.raises(Malformed):
        load(text)


@pytest.mark.parametrize("seating", ["[]", "[[1,[]]]", "[[1,[0]],[2,[]]]", "[[1,[1]]]", "[[1,[0]],[2,[0,1]]]"])
def test_a_seat_without_a_player_and_a_round_without_a_seat_are_refused(seating: str) -> None:
    change = '{"players":["A"],"options":{},"seating":%s,"starter":0}'
    assert load(change % "[[1,[0]]]")
    with pytest.raises(Malformed):
        load(change % seating)


@pytest.mark.parametrize("seen", [Seen(0), Seen(9_999_999), Seen.of(7, 1_700_000_012), Seen.of_group(3, 5, 12, 1)])
def test_how_far_a_page_has_read_is_parsed_as_it_was_written(seen: Seen) -> None:
    assert Seen.parse(str(seen)) == seen


@pytest.mark.parametrize("text", ["", "-1", "x", "7.x", "7.5.1", "\u0663", "10000000"])
def test_what_does_not_say_how_far_a_page_has_read_is_refused(text: str) -> None:
    assert Seen.parse(text) is None


@pytest.mark.parametrize("round", ["true", "1.0", '"1"', "[]"])
def test_what_equals_a_spot_that_was_read_before_is_none(round: str) -> None:
    line = '{"write": [[%s, "red", "count", 0, "", 3]]}'
    assert load(line % "1") == Write({RED: 3})
    with pytest.raises(Malformed):
        load(line % round)


@pytest.mark.parametrize(
    "text",
    ['{"strike":2}{}', '{"strike":2} x', ' {"strike":2}', '{"write":[[1,"red","count",0,3]]}', '{"write":{}}', ""],
)
def test_what_is_not_one_act_and_nothing_else_is_refused(text: str) -> None:
    assert load('{"strike":2}') == Strike(2)
    with pytest.raises(Malformed):
        load(text)


@given(
    st.recursive(
        st.none() | st.integers() | st.text(), lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner)
    )
)
def test_what_is_no_act_is_refused_as_malformed(plain: object) -> None:
    with pytest.raises(Malformed):
        load(json.dumps({"nothing": plain}))


@given(st.lists(acts.filter(lambda act: not isinstance(act, Change)), max_size=30))
def test_folding_never_raises_whatever_is_struck_or_amended(later: list[Act]) -> None:
    known = fold(journal(*later))
    assert known.seq == len(later) + 1
    assert None not in known.marks.values()


@pytest.mark.parametrize("act", [Strike(3), Amend(3, Write({Spot(1, "red", "count", 0): 2}))])
def test_a_line_refers_only_to_an_earlier_one(act: Act) -> None:
    text = dump(act)
    assert load(text, 4) == load(text) == act
    for seq in (1, 2, 3):
        with pytest.raises(Malformed, match="no earlier entry"):
            load(text, seq)
