"""Tests of readiness: an app that cannot save a tap says so, whatever the reason."""

import json
import os
import resource
import time
from collections.abc import Callable, Iterator
from http.client import HTTPConnection
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from scorekeeper.games.pad import Setup
from scorekeeper.storage import journals
from scorekeeper.storage.contract import TESTED_EVERY, Storage, Unwritable
from scorekeeper.storage.store import Store
from scorekeeper.table.journal import By, Change
from tests.support.http import Browser
from tests.support.server import Serving, serving

SETUP = Change(Setup(("Ann", "Bo"), {}, ((1, (0, 1)),)))


@pytest.fixture
def app(tmp_path: Path) -> Iterator[Serving]:
    """A server with a table at which something was entered."""
    with serving(tmp_path / "here") as app:
        browser = Browser(app.address)
        browser.get("/games/parade/new")
        browser.post("/games/parade/new", [("seat", "A"), ("seat", "B"), ("starter", "0"), ("do", "open")])
        table = browser.url.split("/t/")[1].split("/")[0]
        for number in range(20):
            browser.post(f"/t/{table}/1/write", [("tap", f"1.red.count.0.={number % 5}")])
        yield app
        app.process.kill()
        app.process.wait()


def ask_ready(address: str) -> tuple[int, str]:
    """Return the status of the readiness check, and what it says of the database."""
    conn = HTTPConnection(urlsplit(address).netloc, timeout=60)
    conn.request("GET", "/readyz")
    answer = conn.getresponse()
    report = json.loads(answer.read())
    conn.close()
    return answer.status, report["database"]


def wait_for(address: str, status: int) -> str:
    """Wait until the readiness check has this status. Return what it says of the database."""
    for _ in range(100):
        found, database = ask_ready(address)
        if found == status:
            return database
        time.sleep(0.2)
    pytest.fail(f"{found} {database}")


@pytest.mark.skipif(not hasattr(resource, "prlimit"), reason="needs a system that limits another process")
def test_on_a_full_disk_the_app_is_not_ready_until_there_is_room(app: Serving, tmp_path: Path) -> None:
    log = (tmp_path / "here" / "scorekeeper.db-wal").stat().st_size
    resource.prlimit(app.process.pid, resource.RLIMIT_FSIZE, (log + 100, resource.RLIM_INFINITY))
    assert wait_for(app.address, 503) == "disk"
    resource.prlimit(app.process.pid, resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
    assert wait_for(app.address, 200) == "ok"


def test_a_heartbeat_writes_and_is_no_change_for_a_copy(tmp_path: Path) -> None:
    store = Store(tmp_path)
    journals.open_table(store, "parade", SETUP, By("phone"), 100)
    log, commits = Path(f"{store.path}-wal"), store.commits
    before = log.stat().st_size
    assert store.trouble() == ""
    assert log.stat().st_size > before
    assert store.commits == commits
    store.close()


def test_it_is_tried_at_most_once_a_second_whether_it_succeeds_or_fails(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    now, results = 100.0, ["", "disk", ""]
    monkeypatch.setattr(time, "monotonic", lambda: now)

    def try_it() -> None:
        if fault := results.pop(0):
            raise Unwritable("full", fault)

    store, said = Store(tmp_path), list[str]()
    monkeypatch.setattr(store, "write_and_read", try_it)
    for _ in range(3):
        said += [store.trouble(), store.trouble()]
        now += TESTED_EVERY
    store.close()
    assert said == ["", "", "disk", "disk", "", ""]
    assert results == []


def test_after_its_log_was_cut_the_app_is_not_ready(app: Serving, tmp_path: Path) -> None:
    os.truncate(tmp_path / "here" / "scorekeeper.db-wal", 0)
    assert wait_for(app.address, 503) != "ok"


def test_any_engine_beats_also_without_a_table(engine: Callable[[], Storage]) -> None:
    store = engine()
    assert store.trouble() == ""
    journals.open_table(store, "parade", SETUP, By("phone"), 100)
    assert store.trouble() == ""
    store.close()
