"""Tests that erased content is gone from rows, memory and file, while everything else stays as it was."""

import os
import sqlite3
import subprocess
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from random import Random
from threading import Event
from urllib.request import urlopen

import pytest

from scorekeeper.exchange import native
from scorekeeper.games import GAMES
from scorekeeper.games.own_pads import compute_slug
from scorekeeper.games.pad import Setup, Spot
from scorekeeper.storage import access, journals
from scorekeeper.storage.backup import backup
from scorekeeper.storage.check import Findings, check
from scorekeeper.storage.contract import Storage
from scorekeeper.storage.erasing import (
    DAY,
    NotErased,
    plan_renaming,
    remove,
    remove_old,
    rename,
)
from scorekeeper.storage.files import InUse
from scorekeeper.storage.groups import Groups
from scorekeeper.storage.migrations import list_tables
from scorekeeper.storage.pads import find_pad_text, keep_pad, let_go_of_pad
from scorekeeper.storage.store import Store
from scorekeeper.storage.tables import NoSuchTable, Tables
from scorekeeper.table.admit import Illegal
from scorekeeper.table.journal import Agree, Amend, By, Change, Close, Erased, Reopen, Strike, Write
from scorekeeper.table.table import Table
from tests.support.command import scorekeeper
from tests.support.journals import lines as lines_by_chance
from tests.support.own_pads import GOLF
from tests.support.postgres import Server, check_of
from tests.support.server import COMMAND, lead_here, serving
from tests.support.tables import Author

NAME = "Zweisilbig"

BY = By("host")

TALLY = GAMES["tally"]


def open_table(groups: Groups, *players: str, browser: str = "host", **options: str) -> str:
    setup = Setup(players, options, ((1, tuple(range(len(players)))),))
    return groups.tables.open(TALLY, setup, browser)


def write(groups: Groups, id: str, act: object, why: str = "") -> None:
    table = groups.tables.load(id)
    groups.tables.record(id, act, f"op{table.known.seq}", BY, table.seen, why)  # type: ignore[arg-type]


def points(round: int, *each: int) -> Write:
    return Write({Spot(round, "points", "points", seat): mark for seat, mark in enumerate(each)})


def play_round(groups: Groups, *players: str, browser: str = "host") -> str:
    """Return a table with a round, a remark, an agreement and a name for its game."""
    id = open_table(groups, *players, browser=browser, name=f"{players[0]}’s own rules")
    write(groups, id, points(1, 3, 5))
    write(groups, id, Write({Spot(1, "points", "note"): f"{players[0].lower()} was late"}))
    table = groups.tables.load(id)
    write(groups, id, Agree(1, (0, 1), table.sheet_digest(1), table.outcome(1)))
    write(groups, id, Close(1))
    access.keep_outcome(
        groups.store, id, groups.tables.load(id).known.seq, f'{{"won": ["{players[0]}"]}}', 5, "finished"
    )
    return id


def club(groups: Groups, *tables: str) -> str:
    """Return a group with these tables, whose name contains the name to be erased."""
    id = groups.open(f"{NAME} and friends", ("Bo",), "host")
    for number, table in enumerate(tables):
        access.let_in(groups.store, table, "host", "score", 5)
        groups.take_in(id, groups.tables.load(table), f"in{number}", BY.browser)
    groups.played(groups.load(id))
    return id


def rows_with(store: Storage, *words: str) -> dict[str, int]:
    """Return the number of rows by table of the database that contain one of these words."""
    found = {}
    for part, columns, _ in list_tables():
        rows = store.query(f"SELECT {', '.join(columns)} FROM {part}")
        found[part] = sum(any(word.casefold() in str(row).casefold() for word in words) for row in rows)
    return {part: count for part, count in found.items() if count}


def sound(store: Storage) -> Findings:
    findings = check(store.path) if isinstance(store, Store) else check_of(store.address)  # type: ignore[attr-defined]
    assert findings.faults == ()
    return findings


def erase_name(groups: Groups, name: str = NAME, id: str = "") -> str:
    what = plan_renaming(groups, name, id, "Player {}".format)
    rename(groups, what, int(time.time()))
    groups.store.wipe(what.ids)
    return what.instead


def came_out(table: Table) -> list[tuple[object, ...]]:
    """Return each round with its result and the seats that agree."""
    each = [(round, table.sheet(round)) for round in range(1, table.rounds + 1)]
    return [
        (
            round,
            sheet.totals,
            sheet.ranks,
            sheet.winners,
            sheet.decided,
            table.all_agree(round),
            table.find_agreements(round),
        )
        for round, sheet in each
    ]


# Tables and groups


def test_of_an_erased_table_no_row_is_left_and_all_others_stay(groups: Groups) -> None:
    gone, stays = play_round(groups, NAME, "Bo"), play_round(groups, "Anna", "Bo")
    group = club(groups, gone, stays)
    links = [access.find_link(groups.store, gone, role) for role in ("score", "watch")]
    before = groups.tables.load(stays)
    remove(groups.store, [gone])
    assert rows_with(groups.store, gone, *links) == {}
    assert rows_with(groups.store, NAME) == {"groups": 1, "persons": 1}, "the group is called so, and has that person"
    assert sound(groups.store).tables == 1
    with pytest.raises(NoSuchTable):
        groups.tables.load(gone)
    assert access.find_role(groups.store, gone, "host") == ""
    assert came_out(groups.tables.load(stays)) == came_out(before)
    loaded = groups.load(group)
    assert list(loaded.tables) == [stays]
    assert list(groups.played(loaded).results) == [stays]
    assert journals.list_names(groups.store, "host") == ["Anna", "Bo"], "Bo plays at another table of this phone"
    assert native.export_group(loaded, [groups.tables.load(stays)]).group


def test_what_is_erased_cannot_be_taken_back(groups: Groups) -> None:
    stays = play_round(groups, "Anna", "Bo")
    erase_name(groups, "Anna")
    table = groups.tables.load(stays)
    assert isinstance(table.lines[-1].act, Erased)
    assert isinstance(table.newest().act, Close), "undo means what was tapped last"  # type: ignore[union-attr]
    with pytest.raises(Illegal):
        write(groups, stays, Strike(table.known.seq))


def test_a_group_goes_alone_or_with_its_tables(groups: Groups) -> None:
    one, other = play_round(groups, NAME, "Bo"), play_round(groups, NAME, "Bo", browser="second")
    first, second = club(groups, one), club(groups, other)
    access.let_in(groups.store, first, "guest", "score", 5)
    access.take_seat(groups.store, one, "guest", 0)
    remove(groups.store, [first])
    assert rows_with(groups.store, first, "guest") == {}
    assert groups.tables.load(one).setup.players == (NAME, "Bo")
    remove(groups.store, [other, second])
    assert rows_with(groups.store, second, other) == {}
    assert sound(groups.store).tables == 1


def test_a_pad_goes_with_the_last_table_that_it_scored(groups: Groups) -> None:
    slug = keep_pad(groups.store, GOLF, "host", 1)
    game = groups.tables.game(slug)
    assert game
    setup = Setup(("Anna", "Bo"), game.default_options(), ((1, (0, 1)),))
    first, second = (groups.tables.open(game, setup, "host") for _ in range(2))
    let_go_of_pad(groups.store, slug, "host")
    remove(groups.store, [first])
    assert find_pad_text(groups.store, compute_slug(GOLF)) is not None
    remove(groups.store, [second])
    assert find_pad_text(groups.store, compute_slug(GOLF)) is None


def test_what_fails_on_the_way_has_erased_nothing(groups: Groups) -> None:
    gone = play_round(groups, NAME, "Bo")
    group = club(groups, gone)
    if isinstance(groups.store, Store):
        with closing(sqlite3.connect(groups.store.path)) as conn:
            conn.execute("CREATE TRIGGER x BEFORE DELETE ON tables BEGIN SELECT raise(ABORT, 'not now'); END")
    else:
        with groups.store.transaction() as conn:
            conn.execute(
                "CREATE FUNCTION not_now() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'not now'; END $$"
            )
            conn.execute("CREATE TRIGGER x BEFORE DELETE ON tables FOR EACH ROW EXECUTE FUNCTION not_now()")
    before = rows_with(groups.store, gone, NAME)
    try:
        with pytest.raises(Exception, match="not now"):
            remove(groups.store, [gone, group])
        assert rows_with(groups.store, gone, NAME) == before
        write(groups, gone, points(2, 1, 2))
    finally:
        if not isinstance(groups.store, Store):
            with groups.store.transaction() as conn:
                conn.execute("DROP FUNCTION not_now() CASCADE")


# Names


def test_a_name_is_taken_out_of_everything_and_what_was_agreed_stays_agreed(groups: Groups) -> None:
    ids = [play_round(groups, NAME, "Bo"), play_round(groups, NAME.upper(), "Anna")]
    write(groups, ids[0], Reopen(1, f"{NAME} and Bo say so"))
    table = groups.tables.load(ids[0])
    write(groups, ids[0], Agree(1, (0, 1), table.sheet_digest(1), table.outcome(1)))
    write(groups, ids[0], Amend(3, Write({Spot(1, "points", "note"): f"no, {NAME}!"})), "so it was")
    table = groups.tables.load(ids[0])
    write(groups, ids[0], Agree(1, (0, 1), table.sheet_digest(1), table.outcome(1)))
    group = club(groups, *ids)
    (person,) = [person.id for person in groups.load(group).persons if person.name == NAME]
    groups.rename_person(group, person, "Zed", BY.browser)
    before = [came_out(groups.tables.load(id)) for id in ids]
    assert all(row[0][5] for row in before), "all agree"
    assert erase_name(groups) == "Player 1"
    assert rows_with(groups.store, NAME) == {}
    sound(groups.store)
    assert [came_out(groups.tables.load(id)) for id in ids] == before
    fresh = Groups(Tables(groups.store))
    assert [came_out(fresh.tables.load(id)) for id in ids] == before
    assert [fresh.tables.load(id).setup.players for id in ids] == [("Player 1", "Bo"), ("Player 1", "Anna")]
    assert {person.name for person in fresh.load(group).persons} == {"Bo", "Zed", "Anna"}
    assert [results.players[0] for results in fresh.played(fresh.load(group)).results.values()] == ["Player 1"] * 2


def test_a_name_is_erased_there_alone_where_it_is_said(groups: Groups) -> None:
    inside, outside = play_round(groups, NAME, "Bo"), play_round(groups, NAME, "Player 1", browser="second")
    group = club(groups, inside)
    erase_name(groups, id=group)
    assert groups.tables.load(inside).setup.players == ("Player 1", "Bo")
    assert groups.tables.load(outside).setup.players == (NAME, "Player 1")
    assert NAME not in journals.list_names(groups.store, "host")
    assert NAME in journals.list_names(groups.store, "second")
    assert erase_name(groups, id=outside) == "Player 2", "somebody there has the first of these names already"
    assert rows_with(groups.store, NAME) == {}
    sound(groups.store)


def test_a_part_of_a_longer_name_stays(groups: Groups) -> None:
    id = open_table(groups, "Ann", "Anna")
    write(groups, id, Write({Spot(1, "points", "note"): "Anna beats Ann, Annabel!"}))
    erase_name(groups, "Ann")
    table = groups.tables.load(id)
    assert table.setup.players == ("Player 1", "Anna")
    assert table.known.marks[Spot(1, "points", "note")] == "Anna beats …, Annabel!"


def test_a_damaged_journal_gets_no_new_hashes(groups: Groups) -> None:
    id, other = play_round(groups, NAME, "Bo"), play_round(groups, "Anna", "Bo")
    with groups.store.erasing([id]) as conn:
        conn.execute("UPDATE lines SET at = at + 1 WHERE table_id = ? AND seq = 2", (id,))
    with pytest.raises(NotErased, match="damaged entry"):
        erase_name(groups)
    assert rows_with(groups.store, NAME)
    erase_name(groups, "Anna", other)
    remove(groups.store, [id])
    assert rows_with(groups.store, NAME) == {}
    sound(groups.store)


@pytest.mark.parametrize("slug", ["parade", "diabolo", "tally", "skat"])
def test_journals_by_chance_come_out_as_they_did_without_a_name(tmp_path: Path, slug: str) -> None:
    with closing(Store(tmp_path)) as store:
        groups = Groups(Tables(store))
        game, author = GAMES[slug], Author(groups.tables, ("Ann", "Bob", "Cleo", "Dan", "Eve"))
        ids = [author.open(game, 4) for _ in range(3)]
        for number, id in enumerate(ids):
            for _ in lines_by_chance(author, id, Random(number), 12):
                pass
        before = [came_out(groups.tables.load(id)) for id in ids]
        erase_name(groups, "Ann")
        fresh = Groups(Tables(store))
        assert [came_out(fresh.tables.load(id)) for id in ids] == before
        sound(store)


# Memory


def test_a_process_that_runs_beside_does_not_bring_it_back(engine: Callable[[], Storage], groups: Groups) -> None:
    if isinstance(groups.store, Store):
        with pytest.raises(InUse):
            engine()
        return
    beside = Groups(Tables(engine()))
    try:
        gone, stays = play_round(groups, NAME, "Bo"), play_round(groups, NAME, "Anna")
        group = club(groups, gone, stays)
        for table in (gone, stays):
            beside.tables.load(table)
        beside.played(beside.load(group))
        rung = list[tuple[str, object]]()
        beside.store.listen(lambda id, newest: rung.append((id, newest)), list)
        remove(groups.store, [gone])
        erase_name(groups)
        assert beside.tables.load(stays).setup.players == ("Player 1", "Anna")
        assert {person.name for person in beside.load(group).persons} == {"Bo", "Player 1", "Anna"}
        assert list(beside.load(group).tables) == [stays]
        with pytest.raises(NoSuchTable):
            beside.tables.load(gone)
        write(beside, stays, points(2, 1, 2))
        sound(groups.store)
        until = time.monotonic() + 20
        while (group, None) not in rung and time.monotonic() < until:
            groups.store.wipe([group])  # repeated, because LISTEN may take a moment
            time.sleep(0.1)
        assert (group, None) in rung, "its phones look again"
    finally:
        beside.store.close()


# What was deleted long ago


def test_what_was_deleted_long_ago_is_erased_and_nothing_else(groups: Groups) -> None:
    old, newer, restored, stays = (play_round(groups, name, "Bo") for name in (NAME, "Newer", "Restored", "Stays"))
    group = club(groups, old, stays)
    now = int(time.time())
    for id in (old, newer, restored, group):
        groups.tables.delete(id)
    with groups.store.transaction() as conn:  # set back, as if the days had passed
        for id, days in ((old, 31), (newer, 29), (restored, 400), (group, 3)):
            conn.execute("UPDATE tables SET deleted = ? WHERE id = ?", (now - days * DAY, id))
    groups.tables.restore(restored)
    stopped = Event()
    assert remove_old(groups, 30, now, stopped) == 1
    assert rows_with(groups.store, old) == {}
    assert {id for id in (old, newer, restored, stays, group) if journals.find_table(groups.store, id)} == {
        *(newer, restored, stays, group)
    }
    assert remove_old(groups, 1, now, stopped) == 2, "the other table and the group, without its tables"
    assert {id for id in (newer, restored, stays, group) if journals.find_table(groups.store, id)} == {restored, stays}
    sound(groups.store)


# The command


def test_it_counts_from_the_first_time_and_not_from_before_its_newest_line(groups: Groups) -> None:
    id = open_table(groups, NAME, "Bo")
    newest = groups.tables.load(id).lines[-1].at
    access.delete(groups.store, id, 5)
    access.delete(groups.store, id, newest + 50)
    assert groups.store.query("SELECT deleted FROM tables WHERE id = ?", id) == [(newest,)]
    access.restore(groups.store, id)
    assert groups.store.query("SELECT deleted FROM tables WHERE id = ?", id) == [(None,)]


def in_file(instance: Path, word: str) -> list[str]:
    """Return the names of the files of a folder whose bytes contain a word."""
    return sorted(path.name for path in instance.iterdir() if path.is_file() and word.encode() in path.read_bytes())


def leave_traces(store: Store) -> None:
    """Make SQLite leave deleted content in the file, as it does by default."""
    store._writer.execute("PRAGMA secure_delete=OFF")


@pytest.fixture
def instance(tmp_path: Path) -> tuple[Path, str, str]:
    """A folder whose database has a name in many places, free pages included, with a table and a group."""
    folder = tmp_path / "here"
    with closing(Store(folder)) as store:
        leave_traces(store)
        groups = Groups(Tables(store))
        ids = [play_round(groups, NAME, "Bo", browser=f"phone{number}") for number in range(9)]
        group = club(groups, *ids[:3])
        for seq in range(30):
            write(groups, ids[0], Write({Spot(2, "points", "note"): f"{NAME} {seq}"}))
        for outcome in (f"{ids[0]} {group} {NAME} " * 999, "{}"):
            access.keep_outcome(store, ids[0], 1, outcome, 5, "finished")
    return folder, ids[0], group


def erase(folder: Path, *words: str, code: int = 0) -> tuple[str, str]:
    return scorekeeper("erase", *words, "--instance", str(folder), code=code)


def test_the_bytes_of_a_name_are_gone_from_the_file(instance: tuple[Path, str, str]) -> None:
    folder, _, _ = instance
    assert in_file(folder, NAME) == ["scorekeeper.db"]
    said, _ = erase(folder, "--name", NAME, "--yes")
    shown, done = said.splitlines()
    assert shown.startswith(f"Tables with the name {NAME}: 9, groups: 1, phones that suggest it: 9.")
    assert done == "Erased. It now reads Player 1. Backups and exported files made before still contain it."
    assert in_file(folder, NAME) == []
    assert in_file(folder, NAME.lower()) == []
    assert "No problems found" in scorekeeper("check", "--instance", str(folder))[0]


def test_the_bytes_of_tables_and_groups_are_gone_from_the_file(instance: tuple[Path, str, str]) -> None:
    folder, table, group = instance
    said, _ = erase(folder, table, "--yes")
    assert said.startswith(f"Table {table}: Any game, ")
    assert f"{NAME} and Bo, entries: 35." in said
    assert "Erased: tables 1, groups 0. " in said
    assert in_file(folder, table) == []
    said, _ = erase(folder, group, "--with-tables", "--yes")
    assert said.startswith(f"Group {group}: {NAME} and friends.")
    assert "Erased: tables 2, groups 1. " in said
    assert in_file(folder, group) == []
    assert "No problems found" in scorekeeper("check", "--instance", str(folder))[0]


def test_while_the_app_runs_tables_are_listed_and_what_would_be_erased(instance: tuple[Path, str, str]) -> None:
    folder, table, group = instance
    with closing(Store(folder)):
        said = scorekeeper("tables", "--instance", str(folder))[0]
        assert f"Table {table}: Any game, " in said
        assert f"Group {group}: {NAME} and friends.\n" in said
        assert len(said.splitlines()) > 9
        named = scorekeeper("tables", "--name", NAME.lower(), "--instance", str(folder))[0]
        assert table in named
        assert group in named
        assert scorekeeper("tables", "--name", "Nobody", "--instance", str(folder))[0] == ""
        assert erase(folder, table, "--dry-run")[0].startswith(f"Table {table}: Any game, ")


def test_nothing_is_erased_by_looking_nor_without_a_yes(instance: tuple[Path, str, str]) -> None:
    folder, table, _ = instance
    for words in ((table,), ("--name", NAME), (table, "--name", NAME)):
        said, _ = erase(folder, *words, "--dry-run")
        assert said.endswith("Nothing was erased.\n")
        assert erase(folder, *words, code=2)[1] == "Nothing was erased. To erase it without being asked, add --yes.\n"
    with closing(Store(folder)) as store:
        assert Tables(store).load(table).setup.players == (NAME, "Bo")
        assert journals.find_table(store, table)


@pytest.mark.parametrize(("typed", "goes"), [(b"yes\n", True), (b"YES \n", True), (b"no\n", False), (b"\n", False)])
def test_on_a_terminal_it_asks(instance: tuple[Path, str, str], typed: bytes, goes: bool) -> None:
    folder, table, _ = instance
    ours, theirs = os.openpty()
    os.write(ours, typed)
    words = [*COMMAND, "erase", table, "--instance", str(folder)]
    ended = subprocess.run(words, stdin=theirs, capture_output=True, text=True, env=lead_here(os.environ))
    os.close(theirs)
    os.close(ours)
    assert "It cannot be undone. Type yes to erase it:" in ended.stdout
    assert ended.returncode == (0 if goes else 2), ended.stderr
    assert (in_file(folder, table) == []) == goes


def test_copies_beside_the_database_are_named(instance: tuple[Path, str, str]) -> None:
    folder, table, _ = instance
    backup(folder, folder / "before.db")
    said, _ = erase(folder, table, "--yes")
    assert said.endswith("still contain it. Copies beside the database: before.db.\n")
    assert in_file(folder, table) == ["before.db"]


def test_a_setting_says_for_how_long_what_was_deleted_is_kept(tmp_path: Path) -> None:
    for setting in ("'many'", "-1", "1.5", "True", "36501"):
        (tmp_path / "config.py").write_text(f"ERASE_DELETED_AFTER = {setting}\n")
        _, said = scorekeeper("run", "--host=127.0.0.1", "--port=0", "--instance", str(tmp_path), code=2)
        assert said == "ERASE_DELETED_AFTER in config.py must be a number of days from 0 to 36500.\n"
        assert not (tmp_path / "scorekeeper.db").exists()


def test_the_command_erases_in_postgresql_while_the_app_runs(
    postgres: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from scorekeeper.storage.postgres import PostgresStore

    address = postgres.empty_database()
    with closing(PostgresStore(address)) as store:
        groups = Groups(Tables(store))
        gone, stays = play_round(groups, NAME, "Bo"), play_round(groups, NAME, "Anna")
        link = access.find_link(store, stays, "watch")
        with serving(tmp_path / "here", database=address) as app:
            shown = f"{app.address}api/v1/tables/{link}"
            assert NAME in urlopen(shown).read().decode()
            monkeypatch.setenv("SCOREKEEPER_DATABASE", address)
            said, _ = erase(tmp_path / "here", gone, "--yes")
            assert "Erased: tables 1, groups 0." in said
            said, _ = erase(tmp_path / "here", "--name", NAME, "--yes")
            assert "Erased. It now reads Player 1." in said
            assert "Player 1" in urlopen(shown).read().decode()
            assert NAME not in urlopen(shown).read().decode()
        assert rows_with(store, NAME, gone) == {}
        assert "No problems found" in scorekeeper("check", "--instance", str(tmp_path / "here"))[0]


def test_who_changes_a_name_later_is_not_stopped(groups: Groups) -> None:
    id = play_round(groups, NAME, "Bo")
    erase_name(groups)
    table = groups.tables.load(id)
    write(groups, id, Change(Setup(("Zed", "Bo"), table.setup.options, table.setup.seating)))
    assert groups.tables.load(id).setup.players == ("Zed", "Bo")
