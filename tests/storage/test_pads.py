"""Tests of pads that players made: they are stored by their text, so a table keeps the rules it was opened with."""

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from scorekeeper.exchange import native
from scorekeeper.games.errors import Malformed
from scorekeeper.games.own_pads import compute_slug, decode_text
from scorekeeper.games.pad import Setup, Spot
from scorekeeper.games.pads.padfile import Mistake
from scorekeeper.storage import journals
from scorekeeper.storage.backup import backup, restore
from scorekeeper.storage.check import check
from scorekeeper.storage.contract import Storage
from scorekeeper.storage.exchange import collect, import_package
from scorekeeper.storage.groups import Groups
from scorekeeper.storage.pads import (
    MOST_KEPT,
    Full,
    find_newest_pads,
    find_pad_text,
    keep_pad,
    let_go_of_pad,
    list_kept_pads,
)
from scorekeeper.storage.store import Store
from scorekeeper.storage.tables import NoSuchTable, Tables
from scorekeeper.table.journal import By, Change, Write
from tests.support.http import cookie
from tests.support.own_pads import GOLF, TWICE
from tests.support.tables import Author

ME = cookie("scoring")


def play_pad(store: Storage, text: str) -> str:
    """Return a table of a pad with the marks 5 and 9."""
    keep_pad(store, text, ME, 100)
    author = Author(Tables(store), ("Ann", "Bo"))
    game = author.tables.game(compute_slug(text))
    assert game
    table = author.open(game, 2)
    author.write(table, Write({Spot(1, "cards", "cards", 0): 5, Spot(1, "cards", "cards", 1): 9}))
    return table


def file_of(tables: Tables, table: str, *pads: str) -> str:
    return native.serialise(native.Package(None, (native.export_table(tables.load(table)),), pads))


def test_a_pad_is_kept_once_by_its_text(store: Storage) -> None:
    slug = keep_pad(store, GOLF, "phone", 100)
    assert slug == keep_pad(store, GOLF, "other", 200) == compute_slug(GOLF)
    assert find_pad_text(store, slug) == GOLF
    assert store.query("SELECT count(*) FROM pads") == [(1,)]


def test_a_changed_pad_keeps_the_place_and_what_was_before_it(store: Storage) -> None:
    first, other = keep_pad(store, GOLF, "phone", 100), keep_pad(store, GOLF.replace("home", "sea"), "phone", 200)
    second = keep_pad(store, TWICE, "phone", 300, instead=first)
    third = keep_pad(store, TWICE.replace("2 *", "3 *"), "phone", 400, instead=second)
    assert list_kept_pads(store, "phone") == [other, third]
    assert find_newest_pads(store, "phone") == {first: third, second: third, third: third, other: other}
    assert find_newest_pads(store, "other") == {}
    assert keep_pad(store, GOLF, "phone", 500, instead=third) == first, "changed back to what it was"
    assert list_kept_pads(store, "phone") == [other, first]
    assert set(find_newest_pads(store, "phone").values()) == {first, other}
    let_go_of_pad(store, first, "phone")
    assert find_newest_pads(store, "phone") == {other: other}


def test_a_list_has_an_end(store: Storage) -> None:
    for number in range(MOST_KEPT):
        keep_pad(store, GOLF.replace("home", str(number)), "phone", number)
    with pytest.raises(Full):
        keep_pad(store, GOLF, "phone", 500)
    assert find_pad_text(store, compute_slug(GOLF)) is None
    keep_pad(store, GOLF.replace("home", "7"), "phone", 600)
    keep_pad(store, GOLF, "phone", 700, instead=compute_slug(GOLF.replace("home", "8")))
    assert len(list_kept_pads(store, "phone")) == MOST_KEPT


def test_an_old_table_is_scored_by_the_pad_it_was_opened_with(engine: Callable[[], Storage]) -> None:
    store = engine()
    old = play_pad(store, GOLF)
    keep_pad(store, TWICE, ME, 200, instead=compute_slug(GOLF))
    new = play_pad(store, TWICE)
    store.close()
    again = engine()
    tables = Tables(again)
    assert tables.load(old).sheet(1).totals == {0: 5, 1: 9}
    assert tables.load(new).sheet(1).totals == {0: 10, 1: 18}
    assert tables.load(old).game.name == tables.load(new).game.name == "Golf at home"
    again.close()


def test_a_table_whose_pad_is_not_here_is_no_table(store: Storage) -> None:
    setup = Setup(("Ann", "Bo"), {}, ((1, (0, 1)),))
    table = journals.open_table(store, compute_slug(GOLF), Change(setup), By(ME), 1)
    with pytest.raises(NoSuchTable):
        Tables(store).load(table)


def test_the_file_of_a_table_has_its_pad_in_it(store: Storage, tmp_path: Path) -> None:
    content = file_of(Tables(store), play_pad(store, GOLF), GOLF)
    there = Groups(Tables(Store(tmp_path / "there")))
    brought = import_package(there, native.parse(content), ME)
    assert there.tables.load(brought.id).sheet(1).totals == {0: 5, 1: 9}
    copied = collect(there, brought.id)
    assert native.list_pads(copied.tables) == (GOLF,)
    assert file_of(there.tables, brought.id, GOLF) == content
    assert import_package(there, native.parse(content), ME).tables == 0
    there.store.close()


@pytest.mark.parametrize(
    ("pads", "reason"),
    [
        ((), "This version of Scorekeeper does not have the game pad-"),
        (("format = 1\nname = 3\n",), "A pad in this file cannot be read: pad.toml, line 2: "),
        ((GOLF, TWICE), "This is not a Scorekeeper file."),
        ((GOLF, GOLF), "This is not a Scorekeeper file."),
    ],
)
def test_a_file_with_another_pad_is_refused(tmp_path: Path, pads: tuple[str, ...], reason: str) -> None:
    store = Store(tmp_path)
    content = file_of(Tables(store), play_pad(store, GOLF), *pads)
    store.close()
    with pytest.raises(Malformed) as refused:
        native.parse(content)
    assert str(refused.value.reason).startswith(reason)


def test_a_backup_has_the_pads_and_check_reads_them(tmp_path: Path) -> None:
    store = Store(tmp_path / "here")
    table = play_pad(store, GOLF)
    store.close()
    copy = backup(tmp_path / "here", tmp_path / "copy.db")
    assert check(copy).faults == ()
    restore(copy, tmp_path / "back")
    back = Store(tmp_path / "back")
    assert Tables(back).load(table).sheet(1).totals == {0: 5, 1: 9}
    back.close()


@pytest.mark.parametrize(
    ("change", "ends"),
    [
        ("DELETE FROM pads", ["is missing."]),
        (
            "UPDATE pads SET text = replace(text, 'Golf', 'Gulf')",
            ["has been altered since it was saved.", "is missing."],
        ),
        ("UPDATE pads SET text = 'format = 1'", ["cannot be read.", "is missing."]),
    ],
)
def test_check_names_a_pad_that_is_damaged(tmp_path: Path, change: str, ends: list[str]) -> None:
    store = Store(tmp_path)
    play_pad(store, GOLF)
    store.close()
    with closing(sqlite3.connect(tmp_path / "scorekeeper.db")) as conn, conn:
        conn.execute("DELETE FROM kept_pads")
        conn.execute(change)
    faults = list(map(str, check(tmp_path / "scorekeeper.db").faults))
    assert [fault.endswith(end) for fault, end in zip(faults, ends, strict=True)] == [True] * len(ends), faults


def test_a_pad_that_is_changed_from_another_list_is_known_here_as_well(store: Storage) -> None:
    first = keep_pad(store, GOLF, "group", 100)
    second = keep_pad(store, TWICE, "phone", 200, instead=first)
    assert find_newest_pads(store, "phone") == {first: second, second: second}
    third = keep_pad(store, TWICE.replace("2 *", "3 *"), "phone", 300, instead=compute_slug("never kept"))
    assert list_kept_pads(store, "phone") == [third, second]


@pytest.mark.parametrize("text", [b"\xff\xfe", "\ud800"])
def test_what_is_no_text_is_no_pad(text: bytes | str) -> None:
    with pytest.raises(Mistake):
        decode_text(text)
