"""Tests of backups: each is the database as of one moment, and everything works after it is restored."""

import asyncio
import os
import re
import sqlite3
import stat
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from random import Random

import pytest

from scorekeeper.games.pad import Setup, Spot
from scorekeeper.storage import access, journals
from scorekeeper.storage.backup import backup, restore
from scorekeeper.storage.check import check
from scorekeeper.storage.store import Store
from scorekeeper.table.journal import By, Change, Strike, Write
from tests.storage.phones import Figure, Phone, compare, kept_op, open_tables, read_journals, run, together
from tests.support.command import scorekeeper
from tests.support.http import EXAMPLE, Browser, flip_taps
from tests.support.server import clean_environment, serving

SETUP = Change(Setup(("Alice", "Bo"), {}, ((1, (0, 1)),)))

RED = Spot(1, "red", "count", 0)


@pytest.fixture
def instance(tmp_path: Path) -> Path:
    """A folder with an unused database that has one table with three lines."""
    folder = tmp_path / "instance"
    store = Store(folder)
    table = journals.open_table(store, "parade", SETUP, By("phone"), 100)
    journals.append(store, table, "a", Write({RED: 3}), By("phone"), 200, lambda: None)
    journals.append(store, table, "b", Strike(2), By("phone", 1), 300, lambda: None)
    access.let_in(store, table, "other", "watch", 300)
    journals.remember_names(store, "phone", ("Alice", "Bo"), 300)
    store.close()
    (folder / "secret_key").write_bytes(b"k" * 32)
    (folder / "secret_key").chmod(0o600)
    return folder


def contents(folder: Path) -> dict[str, list[tuple[object, ...]]]:
    """Return all rows by table."""
    conn = sqlite3.connect(folder / "scorekeeper.db")
    names = [name for (name,) in conn.execute("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name")]
    rows = {name: sorted(conn.execute(f"SELECT * FROM {name}"), key=repr) for name in names}
    conn.close()
    return rows


def test_only_the_owner_can_read_a_backup_and_what_is_brought_back(instance: Path, tmp_path: Path) -> None:
    old = os.umask(0)
    try:
        kept = backup(instance, tmp_path / "kept.db")
        restore(kept, tmp_path / "new")
    finally:
        os.umask(old)
    for path in (kept, tmp_path / "new" / "scorekeeper.db", tmp_path / "new" / "secret_key"):
        assert stat.S_IMODE(path.stat().st_mode) == 0o600, path


def test_a_backup_of_a_database_in_use_is_whole_and_touches_nothing(instance: Path, tmp_path: Path) -> None:
    store = Store(instance)
    journals.remember_names(store, "phone", ("Cleo",), 400)
    files = [path for path in instance.iterdir() if not path.name.endswith("-shm")]
    before = {path: path.read_bytes() for path in files}
    restore(backup(instance, tmp_path / "kept.db"), tmp_path / "new")
    assert {path: path.read_bytes() for path in files} == before
    store.close()
    assert contents(tmp_path / "new") == contents(instance)


def refusal(*words: object) -> str:
    """Return the one sentence with which a command refuses."""
    done, said = scorekeeper(*map(str, words), code=2)
    assert done == ""
    assert said.count("\n") == 1
    assert said.endswith(".\n")
    return said


def test_a_folder_that_holds_a_database_is_not_written_over(instance: Path, tmp_path: Path) -> None:
    kept = backup(instance, tmp_path / "kept.db")
    before = contents(instance)
    assert "already contains a database" in refusal("restore", kept, "--instance", instance)
    assert contents(instance) == before
    (tmp_path / "log").mkdir()
    (tmp_path / "log" / "scorekeeper.db-wal").write_bytes(b"the log of another database")
    assert "already contains a database" in refusal("restore", kept, "--instance", tmp_path / "log")


def test_a_file_that_is_no_backup_is_not_brought_back(instance: Path, tmp_path: Path) -> None:
    no_database, empty, half = tmp_path / "words", tmp_path / "empty", tmp_path / "half"
    no_database.write_text("words")
    empty.touch()
    half.write_bytes(backup(instance, tmp_path / "kept.db").read_bytes()[:20_000])
    assert "is not a complete Scorekeeper backup" in refusal(
        "restore", instance / "scorekeeper.db", "--instance", tmp_path / "new"
    )
    assert "is damaged" in refusal("restore", no_database, "--instance", tmp_path / "new")
    assert "is not a complete Scorekeeper backup" in refusal("restore", empty, "--instance", tmp_path / "new")
    assert "is damaged" in refusal("restore", half, "--instance", tmp_path / "new")
    assert "There is no file" in refusal("restore", tmp_path / "absent", "--instance", tmp_path / "new")
    assert not (tmp_path / "new").exists()


def test_a_backup_is_never_written_over(instance: Path, tmp_path: Path) -> None:
    kept = backup(instance, tmp_path / "kept.db")
    before = kept.read_bytes()
    assert "already exists" in refusal("backup", kept, "--instance", instance)
    assert "already exists" in refusal("backup", instance / "scorekeeper.db", "--instance", instance)
    assert kept.read_bytes() == before


def test_what_cannot_be_backed_up_is_refused_and_leaves_no_file(instance: Path, tmp_path: Path) -> None:
    assert "There is no database" in refusal("backup", tmp_path / "kept.db", "--instance", tmp_path / "nowhere")
    (instance / "scorekeeper.db").write_bytes(b"x" * 9000)
    assert "is damaged" in refusal("backup", tmp_path / "kept.db", "--instance", instance)
    assert not (tmp_path / "kept.db").exists()


@pytest.mark.parametrize("target", ["stick", "stick/", "my.stick", "stick/kept.db"])
def test_a_disk_that_is_not_connected_gets_no_backup_beside_it(instance: Path, tmp_path: Path, target: str) -> None:
    said = refusal("backup", f"{tmp_path}/{target}", "--instance", instance)
    folder = tmp_path / target.removesuffix("/kept.db")
    assert said.startswith(f"There is no folder {folder}, so no backup was made.")
    assert ("ends in .db" in said) == (not target.endswith(".db"))
    assert not folder.exists()


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="needs a limit that a shell can set")
def test_a_backup_without_room_is_refused_and_leaves_no_file(instance: Path, tmp_path: Path) -> None:
    words = f"ulimit -f 8; exec {sys.executable} -B -m scorekeeper backup {tmp_path}/kept.db --instance {instance}"
    ended = subprocess.run(["sh", "-c", words], capture_output=True, text=True, env=clean_environment())
    assert (ended.returncode, ended.stdout) == (2, "")
    assert "cannot be used: disk I/O error" in ended.stderr
    assert not (tmp_path / "kept.db").exists()


def test_restored_elsewhere_links_codes_browsers_and_open_pages_go_on(tmp_path: Path) -> None:
    kept, new = tmp_path / "kept.db", tmp_path / "new"
    alice = Browser("")
    with serving(tmp_path / "here") as app:
        alice.base = app.address
        alice.get("/games/parade/new")
        alice.post("/games/parade/new", [("seat", name) for name in EXAMPLE] + [("starter", "0"), ("do", "open")])
        here = re.sub(r".*(/t/\w+/).*", r"\1", alice.url)
        alice.get(f"{here}invite")
        with closing(sqlite3.connect(tmp_path / "here" / "scorekeeper.db")) as db:
            link = f"/j/{db.execute('SELECT link FROM links WHERE role = ?', ('score',)).fetchone()[0]}"
        code = re.search(r"\b([B-DF-HJ-NP-TV-Z]{5})\b", alice.html)
        assert code
        alice.post(f"{here}1/write", [("tap", flip_taps()[0])])
        scorekeeper("backup", str(kept), "--instance", str(tmp_path / "here"))
    scorekeeper("restore", str(kept), "--instance", str(new))
    with serving(new) as app:
        alice.base = app.address
        alice.post(f"{here}1/write", [("tap", flip_taps()[1])])  # on the page opened before the restore
        assert alice.url == f"{app.address.rstrip('/')}{here}1/"
        for way in (link, f"/{code[1]}"):
            other = Browser(app.address)
            other.get(way)
            assert here in other.url
    (lines,) = read_journals(new / "scorekeeper.db").values()
    assert [type(line.act) for line in lines] == [Change, Write, Write]


def test_a_backup_under_load_is_a_whole_beginning_of_every_journal(
    tmp_path: Path, figure: Figure, tell: Callable[[str], None]
) -> None:
    backups = figure(2, 50)
    database = tmp_path / "here" / "scorekeeper.db"
    acknowledged: list[set[str]] = []
    with serving(tmp_path / "here") as app:
        links = open_tables(app.address, 5, database)
        phones = [Phone(link, place, Random(place)) for link in links for place in range(4)]

        async def tap(phone: Phone) -> None:
            await phone.join(app.address)
            while len(acknowledged) < backups:
                assert await phone.send(app.address, phone.tap()) == 303

        async def keep() -> None:
            while not any(tap.end for phone in phones for tap in phone.sent):
                await asyncio.sleep(0.01)
            words = [sys.executable, "-m", "scorekeeper", "backup", "--instance", str(tmp_path / "here")]
            for number in range(backups):
                before = {kept_op(tap.op, tap.act) for phone in phones for tap in phone.sent if tap.end is not None}
                saving = await asyncio.create_subprocess_exec(
                    *words, f"{tmp_path}/{number}.db", stdout=subprocess.DEVNULL
                )
                assert await saving.wait() == 0
                acknowledged.append(before)

        run(phones, together([keep(), *map(tap, phones)]))
        whole = read_journals(database)
        lines = compare(phones, whole)
    assert acknowledged[0]
    for number, before in enumerate(acknowledged):
        assert check(tmp_path / f"{number}.db").faults == ()
        kept = read_journals(tmp_path / f"{number}.db")
        assert {line.op for journal in kept.values() for line in journal} >= before
        assert all(journal == whole[table][: len(journal)] for table, journal in kept.items())
    tell(f"{backups} backups during {lines} lines")


def test_a_folder_of_backups_says_how_one_of_them_is_restored(instance: Path, tmp_path: Path) -> None:
    (tmp_path / "kept").mkdir()
    backup(instance, tmp_path / "kept")
    said = refusal("restore", tmp_path / "kept", "--instance", tmp_path / "new")
    assert said.startswith(f"There is no copy made with COPIES_TO in {tmp_path / 'kept'}.")
    assert "name its file" in said
    assert not (tmp_path / "new").exists()
