"""Tests of removing a name or an erased table from the journal of a group. Every line keeps its number."""

import pytest

from scorekeeper.games.errors import Malformed
from scorekeeper.group.erasing import remove_name, remove_tables
from scorekeeper.group.group import fold
from scorekeeper.group.journal import (
    Act,
    AddPerson,
    AddTable,
    Line,
    NameGroup,
    RemoveTable,
    RenamePerson,
    StartSeason,
    dump,
    load,
)
from scorekeeper.table.journal import By, Erased, Strike
from scorekeeper.table.table import StoredTable

ANN, BO, TABLE, OTHER = "a" * 12, "b" * 12, "1" * 12, "2" * 12

ACTS: tuple[Act, ...] = (
    NameGroup("Ann’s club"),
    AddPerson(ANN, "Ann"),
    AddPerson(BO, "Annabel"),
    AddTable(TABLE, ((0, ANN), (1, BO))),
    AddTable(OTHER, ((0, ANN),)),
    StartSeason("Ann wins", 5),
    RemoveTable(TABLE),
    Strike(7),
    RenamePerson(ANN, "ANN"),
    RenamePerson(ANN, "Zed"),
)


def lines(*acts: Act) -> list[Line]:
    return [Line(seq, f"op{seq}", seq, By("phone"), act) for seq, act in enumerate(acts, 1)]


def test_a_name_goes_from_persons_and_from_the_names_of_group_and_seasons() -> None:
    after = [line.act for line in remove_name(lines(*ACTS), "ann", "Player 1")]
    assert after == [
        NameGroup("…’s club"),
        AddPerson(ANN, "Player 1"),
        *ACTS[2:5],
        StartSeason("… wins", 5),
        *ACTS[6:8],
        RenamePerson(ANN, "Player 1"),
        ACTS[9],
    ]


def test_a_table_goes_and_all_else_is_as_it_was() -> None:
    before = fold(StoredTable("g", "", "", 0, 0), lines(*ACTS))
    after = fold(StoredTable("g", "", "", 0, 0), remove_tables(lines(*ACTS), [TABLE]))
    assert TABLE in before.tables
    assert after.tables == {OTHER: before.tables[OTHER]}
    assert (after.persons, after.seasons, after.name) == (before.persons, before.seasons, before.name)
    assert [line.seq for line in after.lines if isinstance(line.act, Erased)] == [4, 7]


def test_a_line_that_something_was_erased_is_read_back() -> None:
    assert load(dump(Erased(""))) == Erased("")
    with pytest.raises(Malformed):
        load('{"erased": 5}')
