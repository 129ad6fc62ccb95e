"""Tests of the state of a group: its persons, merges and tables."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.games.errors import Illegal, Malformed
from scorekeeper.group.admit import admit_line
from scorekeeper.group.group import Group, Person
from scorekeeper.group.journal import (
    Act,
    AddPerson,
    AddTable,
    GiveSign,
    MergePersons,
    NameGroup,
    RemoveTable,
    RenamePerson,
    SeparatePerson,
    ShowRatings,
    StartSeason,
    dump,
    load,
)
from scorekeeper.table.admit import JournalRestored, Stale
from scorekeeper.table.journal import By, Seen, Strike
from tests.support.groups import ANNA, ANNABEL, BO, CLEO, group_of

THREE = (AddPerson(ANNA, "Anna"), AddPerson(BO, "Bo"), AddPerson(ANNABEL, "Annabel"))

TABLE = AddTable("t1", ((0, ANNA), (1, BO)))

PERSON = st.text("0123456789abcdef", min_size=12, max_size=12)

NAME = st.text(min_size=1, max_size=8).filter(lambda text: text.encode("utf-8", "ignore").decode() == text)

ACTS = st.one_of(
    st.builds(NameGroup, NAME),
    st.builds(AddPerson, PERSON, NAME),
    st.builds(RenamePerson, PERSON, NAME),
    st.builds(MergePersons, PERSON, PERSON),
    st.builds(SeparatePerson, PERSON),
    st.builds(AddTable, NAME, st.lists(st.tuples(st.integers(0, 11), PERSON), max_size=4).map(tuple)),
    st.builds(RemoveTable, NAME),
    st.builds(StartSeason, NAME, st.integers(0, 10**11)),
    st.builds(ShowRatings, st.booleans()),
    st.builds(GiveSign, PERSON, st.integers(0, 7)),
    st.builds(Strike, st.integers(1, 99)),
)


@given(ACTS)
def test_a_line_is_read_back_as_it_was_written(act: Act) -> None:
    assert load(dump(act)) == act


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        "{}",
        '{"group":1}',
        '{"person":"me","name":"Anna"}',
        '{"table":"t","persons":[[0]]}',
        '{"table":"t","persons":[[-1,"aaaaaaaaaaaa"]]}',
        '{"season":"Spring","from":"now"}',
        '{"rating":1}',
        '{"sign":8,"person":"aaaaaaaaaaaa"}',
        '{"sign":0,"person":"me"}',
        '{"strike":0}',
        '{"group":"\\ud800"}',
        "[" * 9999,
    ],
)
def test_what_is_no_line_is_not_read(text: str) -> None:
    with pytest.raises(Malformed):
        load(text)


def names(group: Group) -> list[str]:
    return [person.name for person in group.persons]


def test_persons_stand_in_the_order_in_which_they_came() -> None:
    group = group_of(THREE)
    assert (group.name, names(group)) == ("Friday", ["Anna", "Bo", "Annabel"])


def test_two_who_are_one_are_told_once_and_play_as_one() -> None:
    group = group_of((*THREE, TABLE, AddTable("t2", ((0, ANNABEL), (1, BO))), MergePersons(ANNABEL, ANNA)))
    assert names(group) == ["Anna", "Bo"]
    assert group.find_persons("t2") == {0: ANNA, 1: BO}
    assert group.merged_into(ANNA) == (Person(ANNABEL, "Annabel"),)
    assert group.find_id("annabel") == ANNA


def test_parted_again_each_has_what_was_theirs() -> None:
    group = group_of(
        (*THREE, AddTable("t2", ((0, ANNABEL), (1, BO))), MergePersons(ANNABEL, ANNA), SeparatePerson(ANNABEL))
    )
    assert names(group) == ["Anna", "Bo", "Annabel"]
    assert group.find_persons("t2") == {0: ANNABEL, 1: BO}


def test_who_is_merged_into_somebody_merged_is_the_last_of_them() -> None:
    group = group_of((*THREE, MergePersons(ANNABEL, ANNA), MergePersons(ANNA, BO)))
    assert group.resolve(ANNABEL) == BO
    assert names(group) == ["Bo"]


def test_nobody_is_merged_in_a_circle_whatever_is_taken_back() -> None:
    lines = (*THREE, MergePersons(ANNABEL, ANNA), SeparatePerson(ANNABEL), MergePersons(ANNA, ANNABEL), Strike(6))
    group = group_of(lines)
    assert group.resolve(ANNA) == group.resolve(ANNABEL) == ANNA


def test_an_undo_is_a_line_and_can_be_taken_back() -> None:
    assert names(group_of((*THREE, RenamePerson(ANNA, "Anne"), Strike(5)))) == ["Anna", "Bo", "Annabel"]
    assert names(group_of((*THREE, RenamePerson(ANNA, "Anne"), Strike(5), Strike(6)))) == ["Anne", "Bo", "Annabel"]


def test_the_name_of_the_group_cannot_be_taken_back() -> None:
    assert group_of((Strike(1),)).name == "Friday"


def test_a_table_that_is_matched_anew_has_the_new_persons() -> None:
    group = group_of((*THREE, TABLE, AddTable("t1", ((0, ANNABEL),))))
    assert group.tables == {"t1": {0: ANNABEL}}
    assert group_of((*THREE, TABLE, RemoveTable("t1"))).tables == {}


def test_a_seat_of_somebody_who_was_taken_back_is_nobodys() -> None:
    assert group_of((*THREE, TABLE, Strike(3))).find_persons("t1") == {0: ANNA}


def test_seasons_stand_by_the_time_they_begin_at() -> None:
    group = group_of((StartSeason("Spring", 200), StartSeason("Winter", 100)))
    assert [season.name for season in group.seasons] == ["Winter", "Spring"]


def test_a_rating_is_shown_only_where_a_line_says_so() -> None:
    assert not group_of(THREE).rated
    assert group_of((ShowRatings(True),)).rated
    assert not group_of((ShowRatings(True), ShowRatings(False))).rated
    assert not group_of((ShowRatings(True), Strike(2))).rated
    assert group_of((ShowRatings(True), ShowRatings(False), Strike(3))).rated


# Admission of lines

BY, OTHER = By("phone"), By("other")


def admit(group: Group, act: Act, by: By = BY, seen: int | None = None) -> None:
    admit_line(group, act, by, Seen(group.seq if seen is None else seen))


@pytest.mark.parametrize(
    "act",
    [
        AddPerson(CLEO, "anna"),
        AddPerson(ANNA, "Cleo"),
        RenamePerson(CLEO, "Cleo"),
        RenamePerson(BO, "Anna"),
        MergePersons(ANNA, CLEO),
        MergePersons(ANNA, ANNA),
        MergePersons(ANNA, BO),
        SeparatePerson(ANNA),
        AddTable("t2", ((0, CLEO),)),
        AddTable("t2", ((0, ANNA), (1, ANNA))),
        AddTable("t2", ((0, ANNA), (0, BO))),
        RemoveTable("t2"),
        StartSeason("Spring", 5),
    ],
    ids=str,
)
def test_what_cannot_be_is_refused_with_a_reason(act: Act) -> None:
    group = group_of((*THREE, TABLE, StartSeason("Spring", 1)))
    with pytest.raises(Malformed) as refused:
        admit(group, act)
    assert str(refused.value.reason).endswith(".")


@pytest.mark.parametrize(
    "act",
    [
        RenamePerson(ANNA, "ANNA"),
        MergePersons(ANNABEL, BO),
        AddTable("t2", ((4, BO),)),
        RemoveTable("t1"),
        StartSeason("Summer", 1),
        NameGroup("X"),
        ShowRatings(True),
    ],
    ids=str,
)
def test_what_can_be_is_admitted(act: Act) -> None:
    group = group_of((*THREE, TABLE))
    admit(group, act)
    assert group.after((act,)) != group


@pytest.mark.parametrize("seq", [1, 9])
def test_what_is_not_there_or_began_it_all_is_not_taken_back(seq: int) -> None:
    with pytest.raises(Illegal):
        admit(group_of(THREE), Strike(seq))


def test_a_line_is_taken_back_once() -> None:
    with pytest.raises(Illegal):
        admit(group_of((*THREE, Strike(2))), Strike(2))


def test_nobody_writes_over_what_another_phone_said_of_the_same_meanwhile() -> None:
    group = group_of((*THREE, RenamePerson(ANNA, "Anne")), phone="other")
    with pytest.raises(Stale):
        admit(group, RenamePerson(ANNA, "Anni"), seen=4)
    admit(group, RenamePerson(ANNA, "Anne"), seen=4)
    admit(group, RenamePerson(BO, "Bob"), seen=4)
    admit(group, RenamePerson(ANNA, "Anni"), seen=5)


def test_a_page_of_a_journal_that_was_brought_back_says_so() -> None:
    with pytest.raises(JournalRestored):
        admit_line(group_of(THREE), RenamePerson(ANNA, "Anne"), BY, Seen(4, "999999"))


def test_members_have_signs_in_order_until_one_is_remembered() -> None:
    assert [sign.outline for sign in group_of(THREE).signs.values()] == ["disc", "square", "triangle"]
    group = group_of((*THREE, GiveSign(BO, 0)))
    assert [sign.outline for sign in group.signs.values()] == ["square", "disc", "triangle"]
    assert group.usual_sign("bo") == 0
    assert group.usual_sign("Zoe") is None


def test_a_sign_that_two_members_chose_is_hollow_for_the_second() -> None:
    group = group_of((*THREE, GiveSign(BO, 5), GiveSign(ANNABEL, 5)))
    assert [group.signs[person] for person in (BO, ANNABEL)] == [(5,), (13,)]
    assert [group.usual_sign(name) for name in ("Bo", "Annabel")] == [5, 5]
