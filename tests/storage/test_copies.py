"""Tests of the copies that the app makes itself: nothing that is older than a second is lost with the disk."""

import json
import re
import shutil
import signal
import sqlite3
import subprocess
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from datetime import date, timedelta
from pathlib import Path
from random import Random
from urllib.parse import urlsplit

import pytest

from scorekeeper.games.pad import Setup, Spot
from scorekeeper.storage.backup import Refused
from scorekeeper.storage.check import check
from scorekeeper.storage.contract import Unusable, Unwritable
from scorekeeper.storage.copies import Copies, _list_superseded, parse_folder
from scorekeeper.storage.erasing import Removal, remove
from scorekeeper.storage.following import FollowingCopy, NoFolder, assemble
from scorekeeper.storage.groups import Groups
from scorekeeper.storage.store import Store
from scorekeeper.storage.tables import Tables
from scorekeeper.table.journal import By, Change, Strike, Write
from tests.support.command import scorekeeper
from tests.support.http import Browser, score_a_game, totals
from tests.support.phones import Figure, Lost, Phone, journals, kept_op, open_tables, run, together
from tests.support.server import Serving, serving

SETUP = Change(Setup(("Alice", "Bo"), {}, ((1, (0, 1)),)))

BY = By("phone")

RED = Spot(1, "red", "count", 0)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    store = Store(tmp_path / "instance")
    yield store
    store.close()


@pytest.fixture
def stick(tmp_path: Path) -> Path:
    folder = tmp_path / "stick"
    folder.mkdir()
    return folder


@pytest.fixture
def following(store: Store, stick: Path) -> Iterator[FollowingCopy]:
    following = FollowingCopy(store, stick)
    following.begin()
    yield following
    following.end()


def until(holds: Callable[[], object]) -> None:
    end = time.monotonic() + 60
    while not holds():
        assert time.monotonic() < end, "it never came"
        time.sleep(0.02)


def open_one(store: Store, op: str = "") -> str:
    return store.open_table("parade", 1, SETUP, BY, 100, op)


def append(store: Store, table: str, op: str, mark: int = 3) -> None:
    store.append(table, op, Write({RED: mark}), BY, 200, lambda: None)


def contents(path: Path) -> dict[str, list[tuple[object, ...]]]:
    """Return all rows by table, without the mark of a backup."""
    with closing(sqlite3.connect(path)) as conn:
        names = [name for (name,) in conn.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        return {
            name: sorted(conn.execute(f"SELECT * FROM {name}"), key=repr) for name in sorted(names) if name != "backup"
        }


def copied(stick: Path) -> dict[str, list[tuple[object, ...]]]:
    with assemble(stick) as copy:
        return contents(copy.path)


def test_a_copy_holds_what_the_database_holds_after_anything_that_is_written(
    store: Store, stick: Path, following: FollowingCopy
) -> None:
    random = Random(4)
    groups = Groups(Tables(store))
    tables = [open_one(store)]

    def play() -> None:
        append(store, random.choice(tables), f"op{random.random()}", random.randrange(9))

    def undo() -> None:
        table = random.choice(tables)
        store.append(table, f"op{random.random()}", Strike(store.newest(table).seq), BY, 300, lambda: None)

    def erase() -> None:
        if len(tables) > 2:
            gone = tables.pop(random.randrange(len(tables)))
            remove(groups, Removal((gone,), ()), 400)

    work: list[Callable[[], object]] = [
        play,
        play,
        play,
        undo,
        lambda: tables.append(open_one(store)),
        lambda: store.let_in(random.choice(tables), f"other{random.randrange(4)}", "watch", 300),
        lambda: store.remember_names("phone", ("Zoë", random.choice(["Bo", "李", "A'B\"C"])), random.randrange(999)),
        erase,
    ]
    for _ in range(150):
        random.choice(work)()
        if random.random() < 0.3:
            following.write()
    following.write()
    assert copied(stick) == contents(store.path)
    assert len(copied(stick)["lines"]) > 20


def _delete_all(store: Store) -> None:
    """Delete what can be deleted, then what cannot, in one transaction."""
    with store.transaction() as conn:
        conn.execute("DELETE FROM members")
        conn.execute("DELETE FROM lines")


def test_what_was_refused_or_rolled_back_is_not_in_the_copy(
    store: Store, stick: Path, following: FollowingCopy
) -> None:
    table = open_one(store)

    def refuse() -> None:
        raise ValueError

    with pytest.raises(ValueError):
        store.append(table, "op", Write({RED: 3}), BY, 200, refuse)
    with pytest.raises(Unwritable):
        _delete_all(store)
    following.write()
    assert copied(stick) == contents(store.path)
    assert copied(stick)["members"]


def test_a_copy_that_begins_while_others_write_misses_nothing(store: Store, stick: Path) -> None:
    table, ending = open_one(store), threading.Event()

    def write() -> None:
        number = 0
        while not ending.is_set():
            append(store, table, f"op{number}")
            number += 1

    writing = threading.Thread(target=write)
    writing.start()
    following = FollowingCopy(store, stick)
    for _ in range(5):
        following.begin()
        following.write()
    ending.set()
    writing.join()
    following.write()
    following.end()
    assert copied(stick) == contents(store.path)
    assert len(copied(stick)["lines"]) > 5


def test_a_torn_line_is_left_out_and_what_was_before_it_is_there(
    store: Store, stick: Path, following: FollowingCopy
) -> None:
    table = open_one(store)
    following.write()
    before = contents(store.path)
    append(store, table, "a")
    following.write()
    (log,) = stick.glob("*.log")
    whole = log.read_bytes()
    begin = whole.index(b"\n") + 1
    for length in range(begin, len(whole), 11):
        log.write_bytes(whole[:length])
        with assemble(stick) as copy:
            assert contents(copy.path) == before
            assert copy.torn == (length > begin)
    # A changed letter is found as well.
    log.write_bytes(whole.replace(b'"browser', b'"brawser') if b'"browser' in whole else whole[:-9] + b"X" + whole[-8:])
    assert copied(stick) == before


def test_a_copy_without_its_mark_is_passed_over(store: Store, stick: Path, following: FollowingCopy) -> None:
    open_one(store)
    following.write()
    later = stick / "scorekeeper-following-9999999999.db"
    later.write_bytes(b"SQLite format 3\0 and no more")
    assert copied(stick) == contents(store.path)


def test_a_folder_without_a_copy_is_refused_with_a_sentence(stick: Path) -> None:
    with pytest.raises(Refused, match="no copy made with COPIES_TO"), assemble(stick):
        pass


def test_only_the_owner_can_read_a_copy(stick: Path, following: FollowingCopy) -> None:
    assert following.path is not None
    assert [path.stat().st_mode & 0o777 for path in sorted(stick.iterdir())] == [0o600, 0o600]


def test_an_older_copy_stays_until_the_new_one_was_checked(store: Store, stick: Path) -> None:
    following = FollowingCopy(store, stick)
    following.begin()
    first = following.path
    following.begin()
    assert first is not None
    assert first.exists()
    following.remove_older()
    following.end()
    assert sorted(path.suffix for path in stick.iterdir()) == [".db", ".log"]
    assert not first.exists()


# the threads


@pytest.fixture
def copies(store: Store, stick: Path) -> Iterator[Copies]:
    copies = Copies(store, stick)
    copies.start()
    yield copies
    copies.stop()


def test_an_entry_is_in_the_copy_a_second_later(store: Store, stick: Path, copies: Copies) -> None:
    until(lambda: copies.following.path)
    table = open_one(store)
    append(store, table, "a")
    until(lambda: copied(stick) == contents(store.path))
    assert copies.find_trouble() is None


def test_a_missing_disk_stops_no_entry_and_is_said_and_found_again(
    store: Store, stick: Path, copies: Copies, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("scorekeeper.storage.copies.RETRY", 0.1)
    until(lambda: copies.following.path)
    table = open_one(store)
    stick.rename(stick.with_name("pulled"))
    append(store, table, "a")
    until(copies.find_trouble)
    assert "stick is missing. Scoring continues." in str(copies.find_trouble())
    append(store, table, "b")
    stick.with_name("pulled").rename(stick)
    until(lambda: not copies.find_trouble())
    append(store, table, "c")
    until(lambda: copied(stick) == contents(store.path))


def test_a_disk_that_comes_back_empty_gets_a_new_copy(
    store: Store, stick: Path, copies: Copies, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("scorekeeper.storage.copies.RETRY", 0.1)
    until(lambda: copies.following.path)
    shutil.rmtree(stick)
    stick.mkdir()
    table = open_one(store)
    until(lambda: list(stick.glob("*.log")) and copied(stick) == contents(store.path))
    append(store, table, "a")
    until(lambda: copied(stick) == contents(store.path))
    assert len(copied(stick)["lines"]) == 2


def test_an_empty_folder_where_the_disk_was_mounted_is_not_the_disk(
    store: Store, stick: Path, following: FollowingCopy
) -> None:
    # As if the copies had begun on another device.
    following._device = -1
    open_one(store)
    with pytest.raises(NoFolder, match="not mounted"):
        following.write()


def test_erased_lines_are_in_no_following_copy_any_more(store: Store, stick: Path, copies: Copies) -> None:
    until(lambda: copies.following.path)
    first = copies.following.path
    table = store.open_table("parade", 1, Change(Setup(("Zaphod", "Bo"), {}, ((1, (0, 1)),))), BY, 100)
    until(lambda: any(b"Zaphod" in path.read_bytes() for path in stick.glob("scorekeeper-following-*")))
    remove(Groups(Tables(store)), Removal((table,), ()), 400)
    store.wipe([table])
    until(lambda: copies.following.path not in (None, first))
    until(lambda: first is None or not first.exists())
    assert not any(b"Zaphod" in path.read_bytes() for path in stick.glob("scorekeeper-following-*"))


def test_the_daily_backup_is_checked_before_it_gets_its_name(store: Store, stick: Path, copies: Copies) -> None:
    open_one(store)
    until(lambda: [path for path in stick.iterdir() if re.fullmatch(r"scorekeeper-\d{4}-\d\d-\d\d\.db", path.name)])
    (daily,) = stick.glob("scorekeeper-????-??-??.db")
    assert check(daily).faults == ()
    assert copies.verified
    assert not list(stick.glob("unchecked-*"))


def test_the_daily_backup_runs_nothing_from_the_folder_in_which_the_server_was_started(
    store: Store, stick: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    start, marker = tmp_path / "start", tmp_path / "ran"
    start.mkdir()
    for name in ("scorekeeper", "flask", "json"):
        (start / f"{name}.py").write_text(f"open({str(marker)!r}, 'a').write({name!r})\n")
    monkeypatch.chdir(start)
    copies = Copies(store, stick)
    copies.start()
    until(lambda: marker.exists() or list(stick.glob("scorekeeper-????-??-??.db")))
    copies.stop()
    assert not marker.exists(), marker.read_text()


def test_a_database_with_a_fault_is_said_and_older_copies_stay(store: Store, stick: Path) -> None:
    table = open_one(store)
    append(store, table, "a")
    old = FollowingCopy(store, stick)
    old.begin()
    old.end()
    with closing(sqlite3.connect(store.path)) as conn:
        conn.execute("DROP TRIGGER lines_stay")
        conn.execute("UPDATE lines SET act = 'x' WHERE seq = 2")
        conn.commit()
    copies = Copies(store, stick)
    copies.start()
    until(copies.find_trouble)
    copies.stop()
    assert "has faults" in str(copies.find_trouble())
    assert len(list(stick.glob("scorekeeper-following-*.db"))) == 2
    assert not list(stick.glob("scorekeeper-????-??-??.db"))


@pytest.mark.parametrize("begin", [date(2026, 1, 1), date(2026, 11, 23)])
def test_seven_days_and_four_weeks_are_kept(begin: date) -> None:
    kept: list[date] = []
    for day in (begin + timedelta(number) for number in range(80)):
        kept.append(day)
        kept = [one for one in kept if one not in _list_superseded(kept, day)]
    today = kept[-1]
    assert [today - timedelta(number) for number in range(6, -1, -1)] == kept[-7:]
    sundays = [one for one in kept if one.weekday() == 6 and one not in kept[-7:]]
    assert len(sundays) >= 3
    assert today - kept[0] >= timedelta(weeks=3)
    assert len(kept) <= 7 + 4


# the server


def start(folder: Path, stick: Path) -> None:
    folder.mkdir(exist_ok=True)
    (folder / "config.py").write_text(f"COPIES_TO = {str(stick)!r}\n")


def test_a_whole_evening_comes_back_with_one_command(tmp_path: Path, stick: Path) -> None:
    start(tmp_path / "here", stick)
    database = tmp_path / "here" / "scorekeeper.db"
    with serving(tmp_path / "here") as app:
        assert f"Every entry is copied to {stick}" in app.said
        assert "That is the same disk." in app.said
        until(lambda: list(stick.glob("*.log")))
        points = score_a_game(app.address)
        until(lambda: copied(stick) == contents(database))
        assert json.loads(Browser(app.address).get("/readyz"))["copies"] == "ok"
        with closing(sqlite3.connect(database)) as conn:
            ((link, table),) = conn.execute("SELECT link, table_id FROM links WHERE role = 'score'")
    shutil.rmtree(tmp_path / "here")
    said, _ = scorekeeper("restore", str(stick), "--instance", str(tmp_path / "there"))
    assert re.search(r"Restored all tables from .*stick to .*\. The newest entry is from 20\d\d-", said)
    with serving(tmp_path / "there") as app:
        browser = Browser(app.address)
        browser.get(f"/j/{link}")
        assert totals(browser.get(f"/t/{table}/1/sheet")) == list(points.values())


def test_the_host_sees_on_the_home_page_that_the_disk_is_missing_and_phones_do_not(tmp_path: Path, stick: Path) -> None:
    stick.rmdir()
    start(tmp_path / "here", stick)
    with serving(tmp_path / "here", host="0.0.0.0") as app:
        port = urlsplit(app.address).port
        here = Browser(f"http://127.0.0.1:{port}")
        until(lambda: "No copies are being made" in here.get("/"))
        assert "stick is missing. Scoring continues." in here.html
        assert json.loads(here.get("/readyz")) | {"printer": ""} == {
            "ready": True,
            "database": "ok",
            "printer": "",
            "copies": "behind",
        }
        assert score_a_game(here.base)
        assert "No copies" not in Browser(app.address).get("/")
        app.process.send_signal(signal.SIGTERM)
        app.process.wait(30)
        assert app.process.stderr is not None
        assert app.process.stderr.read().count("No copies are being made") == 1


async def write_until_killed(phones: list[Phone], app: Serving, lines: int) -> None:
    """Let the phones tap until so many lines are acknowledged, then kill the server."""
    counted = 0

    async def tap(phone: Phone) -> None:
        nonlocal counted
        while app.process.returncode is None:
            try:
                assert await phone.send(app.address, phone.tap()) == 303
                counted += 1
            except Lost:
                return
            if counted >= lines and app.process.returncode is None:
                app.process.kill()
                app.process.wait()

    for phone in phones:
        await phone.join(app.address)
    await together(tap(phone) for phone in phones)


def test_a_killed_server_loses_at_most_the_last_second_of_its_copy(
    tmp_path: Path, figure: Figure, tell: Callable[[str], None]
) -> None:
    lost = acknowledged = 0
    for number in range(figure(1, 20)):
        stick = tmp_path / f"stick{number}"
        stick.mkdir()
        here = tmp_path / f"here{number}"
        start(here, stick)
        with serving(here) as app:
            links = open_tables(app.address, 3, here / "scorekeeper.db")
            until(lambda stick=stick: list(stick.glob("*.log")))  # type: ignore[misc]
            phones = [Phone(link, 0, Random(number)) for link in links]
            run(phones, write_until_killed(phones, app, 300))
        killed = max(sent.end for phone in phones for sent in phone.sent if sent.end)
        with assemble(stick) as copy:
            assert check(copy.path).faults == ()
            there = {line.op for lines in journals(copy.path).values() for line in lines}
        for sent in (sent for phone in phones for sent in phone.sent if sent.end):
            acknowledged += 1
            if kept_op(sent.op, sent.act) not in there:
                lost += 1
                assert sent.end is not None
                assert killed - sent.end < 1
    tell(f"{acknowledged} lines acknowledged, {lost} of the last second not in the copy")
    assert acknowledged >= 300


def test_a_full_disk_stops_no_entry_and_is_used_again_once_it_has_room(store: Store, stick: Path) -> None:
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", str(stick)], check=False, capture_output=True
    )
    if mounted.returncode:
        pytest.skip("a disk of its own cannot be mounted here")
    copies = Copies(store, stick)
    try:
        copies.start()
        until(lambda: copies.following.path)
        full = stick / "photos"
        with suppress(OSError), full.open("wb") as file:
            while True:
                file.write(b"x" * 4096)
                file.flush()
        table = open_one(store)
        for number in range(400):
            append(store, table, f"op{number}", number % 9)
            if copies.find_trouble():
                break
            time.sleep(0.01)
        until(copies.find_trouble)
        assert "stick cannot be written to (No space left on device). Scoring continues." in str(copies.find_trouble())
        append(store, table, "full")
        full.unlink()
        until(lambda: not copies.find_trouble())
        append(store, table, "room")
        until(lambda: copied(stick) == contents(store.path))
    finally:
        copies.stop()
        subprocess.run(["umount", "-l", str(stick)], check=False)


@pytest.mark.parametrize(
    ("setting", "address", "why"),
    [(3, "", "must be the path of a folder"), (b"/x", "", "must be the path"), ("/x", "postgresql://x", "SQLite only")],
)
def test_a_setting_that_cannot_be_is_refused_with_a_sentence(setting: object, address: str, why: str) -> None:
    with pytest.raises(Unusable, match=why):
        parse_folder(setting, address)
    assert parse_folder("", "") is parse_folder(None, "postgresql://x") is None
