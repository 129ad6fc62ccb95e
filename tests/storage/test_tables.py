"""Tests of tables on top of the store: conflicts, undo, and that a tap counts once."""

from collections.abc import Callable

import pytest

from scorekeeper.games import GAMES
from scorekeeper.games.pad import Setup, Spot
from scorekeeper.games.tally.counting import POINTS_BOX, POINTS_ROW
from scorekeeper.storage import journals
from scorekeeper.storage.contract import Storage, Unwritable
from scorekeeper.storage.tables import AgreedRound, NoSuchTable, Tables
from scorekeeper.table.admit import Stale
from scorekeeper.table.journal import Agree, By, Change, Reopen, Strike, Write

ALICE, BO = By("alice"), By("bo")

SETUP = Setup(("Alice", "Bo", "Cleo"), GAMES["parade"].default_options(), ((1, (0, 1, 2)),))

RED = Spot(1, "red", "count", 0)


POINTS_OF_ALICE = Spot(1, POINTS_ROW, POINTS_BOX, 0)


@pytest.fixture
def tables(engine: Callable[[], Storage]):
    store = engine()
    yield Tables(store)
    store.close()


@pytest.fixture
def table(tables: Tables) -> str:
    return tables.open(GAMES["parade"], SETUP, "alice")


def test_the_same_spot_written_by_somebody_faster_is_stale(tables: Tables, table: str) -> None:
    tables.record(table, Write({RED: 3}), "a", ALICE, 1)
    with pytest.raises(Stale) as stale:
        tables.record(table, Write({RED: 4}), "b", BO, 1)
    assert [line.seq for line in stale.value.since] == [2]
    assert tables.load(table).known.marks == {RED: 3}


def test_a_phone_is_never_stale_against_itself(tables: Tables, table: str) -> None:
    for mark in (1, 2, 3):
        tables.record(table, Write({RED: mark}), f"op{mark}", ALICE, 1)
    assert tables.load(table).known.marks == {RED: 3}


def test_a_resent_tap_is_answered_before_anything_else_is_asked(tables: Tables, table: str) -> None:
    first = tables.record(table, Write({RED: 3}), "a", ALICE, 1)
    tables.record(table, Write({RED: 5}), "b", BO, 2)
    assert tables.record(table, Write({RED: 3}), "a", ALICE, 1) == first
    assert tables.load(table).known.marks == {RED: 5}


@pytest.fixture
def agreed(tables: Tables) -> str:
    """A table of “Any game” whose first round everybody agreed to."""
    setup = Setup(("Alice", "Bo"), GAMES["tally"].default_options(), ((1, (0, 1)),))
    table = tables.open(GAMES["tally"], setup, "alice")
    tables.record(table, Write({POINTS_OF_ALICE: 5, POINTS_OF_ALICE._replace(seat=1): 7}), "w", ALICE, 1)
    tables.record(table, Agree(1, (0, 1), tables.load(table).sheet_digest(1)), "a", ALICE, 2)
    assert tables.load(table).all_agree(1)
    return table


def test_a_round_that_all_agreed_to_anew_is_not_opened_by_whoever_has_not_seen_it(tables: Tables, agreed: str) -> None:
    tables.record(agreed, Reopen(1, "miscounted"), "open", ALICE, 3)
    tables.record(agreed, Agree(1, (0, 1), tables.load(agreed).sheet_digest(1)), "anew", ALICE, 4)
    with pytest.raises(Stale):
        tables.record(agreed, Reopen(1, "late"), "late", BO, 3)
    assert tables.load(agreed).all_agree(1)


def test_the_reason_and_the_change_that_needed_it_are_written_together(tables: Tables, agreed: str) -> None:
    with pytest.raises(AgreedRound):
        tables.record(agreed, Write({POINTS_OF_ALICE: 6}), "change", ALICE, 3)
    for _ in range(2):
        assert tables.record(agreed, Write({POINTS_OF_ALICE: 6}), "change", ALICE, 3, "A slip") == 5
    assert [line.act for line in tables.load(agreed).lines[3:]] == [Reopen(1, "A slip"), Write({POINTS_OF_ALICE: 6})]


@pytest.mark.parametrize("engine", ["sqlite"], indirect=True)
@pytest.mark.parametrize("line", ["reopen", "write"])
def test_where_one_of_the_two_cannot_be_written_neither_is(tables: Tables, agreed: str, line: str) -> None:
    tables.store._writer.execute(
        f"CREATE TEMP TRIGGER refuse BEFORE INSERT ON lines WHEN NEW.act LIKE '{{\"{line}%' "
        "BEGIN SELECT raise(ABORT, 'refused'); END"
    )
    with pytest.raises(Unwritable):
        tables.record(agreed, Write({POINTS_OF_ALICE: 6}), "change", ALICE, 3, "A slip")
    tables.store._writer.execute("DROP TRIGGER refuse")
    assert journals.find_newest(tables.store, agreed).seq == 3
    assert tables.load(agreed).all_agree(1)


def test_a_change_over_somebodys_undo_is_stale(tables: Tables, table: str) -> None:
    tables.record(table, Change(SETUP), "a", ALICE, 1)
    tables.record(table, Strike(2), "u", BO, 2)
    with pytest.raises(Stale):
        tables.record(table, Change(SETUP), "b", ALICE, 2)


def test_an_unknown_table_is_refused(tables: Tables) -> None:
    with pytest.raises(NoSuchTable):
        tables.load("nothing")
