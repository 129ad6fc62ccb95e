"""Tests of a group and of its lines in files: its persons, merges, tables and signs."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.games.errors import Malformed
from scorekeeper.group.group import Group, Person
from scorekeeper.group.lines import ActLine, dump_act, fold, list_lines, parse_act
from tests.support.groups import (
    ANNA,
    ANNABEL,
    BO,
    ROW,
    add_person,
    add_table,
    group_of,
    merge,
    separate,
    start_season,
)

THREE = (add_person(ANNA, "Anna"), add_person(BO, "Bo"), add_person(ANNABEL, "Annabel"))

TABLE = add_table("t1", ((0, ANNA), (1, BO)))

PERSON = st.sampled_from((ANNA, BO, ANNABEL))

NAME = st.text(min_size=1, max_size=8).filter(lambda text: text.encode("utf-8", "ignore").decode() == text)

PAIRS = st.lists(st.tuples(st.integers(0, 11), PERSON).map(list), max_size=4, unique_by=lambda pair: pair[0])

ACTS = st.one_of(
    st.fixed_dictionaries({"group": NAME}),
    st.builds(add_person, PERSON, NAME),
    st.fixed_dictionaries({"rename": PERSON, "name": NAME}),
    st.builds(merge, PERSON, PERSON),
    st.builds(separate, PERSON),
    st.builds(add_table, NAME, PAIRS),
    st.fixed_dictionaries({"leave": NAME}),
    st.builds(start_season, NAME, st.integers(0, 10**11)),
    st.fixed_dictionaries({"rating": st.booleans()}),
    st.fixed_dictionaries({"sign": st.integers(0, 7), "person": PERSON}),
    st.fixed_dictionaries({"strike": st.integers(1, 9)}),
)


def fold_again(group: Group) -> Group:
    """Return the group to which the lines of a new file lead."""
    lines = [(at, parse_act(dump_act(act), seq)) for seq, (at, act) in enumerate(list_lines(group), 1)]
    return fold(ROW, [ActLine(seq, at, "phone", act) for seq, (at, act) in enumerate(lines, 1)])


@given(st.lists(ACTS, max_size=12))
def test_a_group_is_the_same_after_it_was_written_to_a_file(acts: list[dict[str, object]]) -> None:
    before = group_of(acts)
    again = fold_again(before)
    for part in ("name", "everybody", "tables", "seasons", "rated", "signs"):
        assert getattr(again, part) == getattr(before, part), part
    assert [*again.names, *again.tables] == [*before.names, *before.tables]
    assert list(list_lines(fold_again(again))) == list(list_lines(again))


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        "{}",
        '{"group":1}',
        '{"group":"Friday","rating":true}',
        '{"person":"me","name":"Anna"}',
        '{"table":"t","persons":[[0]]}',
        '{"table":"t","persons":[[-1,"aaaaaaaaaaaa"]]}',
        '{"season":"Spring","from":"now"}',
        '{"rating":1}',
        '{"sign":8,"person":"aaaaaaaaaaaa"}',
        '{"sign":0,"person":"me"}',
        '{"strike":0}',
        '{"strike":99}',
        '{"group":"\\ud800"}',
        '{"erased":5}',
        "[" * 9999,
    ],
)
def test_what_is_no_line_is_not_read(text: str) -> None:
    with pytest.raises(Malformed):
        parse_act(text, 99)


def names(group: Group) -> list[str]:
    return [person.name for person in group.persons]


def test_two_who_are_one_are_told_once_and_play_as_one() -> None:
    group = group_of((*THREE, TABLE, add_table("t2", ((0, ANNABEL), (1, BO))), merge(ANNABEL, ANNA)))
    assert names(group) == ["Anna", "Bo"]
    assert group.find_persons("t2") == {0: ANNA, 1: BO}
    assert group.merged_into(ANNA) == (Person(ANNABEL, "Annabel", ANNA),)
    assert group.find_id("annabel") == ANNA


def test_parted_again_each_has_what_was_theirs() -> None:
    group = group_of((*THREE, add_table("t2", ((0, ANNABEL), (1, BO))), merge(ANNABEL, ANNA), separate(ANNABEL)))
    assert names(group) == ["Anna", "Bo", "Annabel"]
    assert group.find_persons("t2") == {0: ANNABEL, 1: BO}


def test_who_is_merged_into_somebody_merged_is_the_last_of_them() -> None:
    group = group_of((*THREE, merge(ANNABEL, ANNA), merge(ANNA, BO)))
    assert group.resolve(ANNABEL) == BO
    assert names(group) == ["Bo"]


def test_nobody_is_merged_in_a_circle_whatever_is_taken_back() -> None:
    lines = (*THREE, merge(ANNABEL, ANNA), separate(ANNABEL), merge(ANNA, ANNABEL), {"strike": 6})
    group = group_of(lines)
    assert group.resolve(ANNA) == group.resolve(ANNABEL) == ANNA


def test_an_undo_is_a_line_and_can_be_taken_back() -> None:
    assert names(group_of((*THREE, {"rename": ANNA, "name": "Anne"}, {"strike": 5}))) == ["Anna", "Bo", "Annabel"]
    assert names(group_of((*THREE, {"rename": ANNA, "name": "Anne"}, {"strike": 5}, {"strike": 6}))) == [
        "Anne",
        "Bo",
        "Annabel",
    ]


def test_a_seat_of_somebody_who_was_taken_back_is_nobodys() -> None:
    assert group_of((*THREE, TABLE, {"strike": 3})).find_persons("t1") == {0: ANNA}


def test_seasons_stand_by_the_time_they_begin_at() -> None:
    group = group_of((start_season("Spring", 200), start_season("Winter", 100)))
    assert [season.name for season in group.seasons] == ["Winter", "Spring"]


def test_a_rating_is_shown_only_where_a_line_says_so() -> None:
    assert not group_of(THREE).rated
    assert group_of(({"rating": True},)).rated
    assert not group_of(({"rating": True}, {"rating": False})).rated
    assert not group_of(({"rating": True}, {"strike": 2})).rated
    assert group_of(({"rating": True}, {"rating": False}, {"strike": 3})).rated


def test_members_have_signs_in_order_until_one_is_remembered() -> None:
    assert [sign.outline for sign in group_of(THREE).signs.values()] == ["disc", "square", "triangle"]
    group = group_of((*THREE, {"sign": 0, "person": BO}))
    assert [sign.outline for sign in group.signs.values()] == ["square", "disc", "triangle"]
    assert group.usual_sign("bo") == 0
    assert group.usual_sign("Zoe") is None


def test_a_sign_that_two_members_chose_is_hollow_for_the_second() -> None:
    group = group_of((*THREE, {"sign": 5, "person": BO}, {"sign": 5, "person": ANNABEL}))
    assert [group.signs[person] for person in (BO, ANNABEL)] == [(5,), (13,)]
    assert [group.usual_sign(name) for name in ("Bo", "Annabel")] == [5, 5]
