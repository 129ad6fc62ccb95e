"""Test of a full disk under PostgreSQL: acknowledged lines stay, and writing continues once there is room."""

import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from scorekeeper.games.pad import Spot
from scorekeeper.storage.contract import Unwritable
from scorekeeper.table.journal import By, Write
from tests.support.loops import at_least_one
from tests.support.phones import Figure
from tests.support.postgres import SAFE, NoPostgres, Server
from tests.support.tapping import Tapping, open_tables

psycopg = pytest.importorskip("psycopg")

from scorekeeper.storage import postgres_connections as engine  # noqa: E402 - only where psycopg is
from scorekeeper.storage.postgres import PostgresStore  # noqa: E402

SMALL = ("min_wal_size=32MB", "max_wal_size=32MB", "shared_buffers=8MB", "max_connections=40")


@pytest.fixture
def small() -> Iterator[Path]:
    """A disk of 400 MB."""
    if not sys.platform.startswith("linux") or os.geteuid() != 0:
        pytest.skip("Only root can make a small disk.")
    folder = Path(tempfile.mkdtemp(prefix="small-", dir="/tmp"))
    mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=400m", "tmpfs", str(folder)], capture_output=True)
    if mounted.returncode != 0:
        folder.rmdir()
        pytest.skip("No disk can be made here.")
    yield folder
    subprocess.run(["umount", "--lazy", str(folder)], check=True)
    folder.rmdir()


def fill(folder: Path) -> Path:
    """Create a file that takes all free space, and return it."""
    ballast = folder / "ballast"
    with suppress(OSError), ballast.open("wb", buffering=0) as file:
        while True:
            file.write(bytes(1 << (20 if shutil.disk_usage(folder).free > 1 << 21 else 12)))
    return ballast


def test_a_disk_that_fills_up_loses_and_doubles_nothing(
    small: Path, figure: Figure, tell: Callable[[str], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(engine, "PATIENCE", 0.5)
    begun, back, crashes = time.monotonic(), 0.0, 0
    try:
        server = Server(small, (*SAFE, *SMALL))
    except NoPostgres as why:
        pytest.skip(f"There is no PostgreSQL here: {why}.")
    try:
        store = PostgresStore(server.database())
        *tables, long = open_tables(store, 3)
        tapping = Tapping([store], tables, 4)
        for number in at_least_one(range(figure(1, 20))):
            tapping.more(20)
            ballast = fill(small)
            if number == 0:
                assert cause(store, long) == "disk"
            tapping.until_refused()
            if number % 2:  # without room for its log, PostgreSQL stops
                with suppress(psycopg.Error), psycopg.connect(server.address("postgres"), autocommit=True) as conn:
                    for _ in range(4):
                        conn.execute("CREATE TABLE IF NOT EXISTS anything (at BIGINT)")
                        conn.execute("SELECT pg_switch_wal()")
                crashes += 1
            ballast.unlink()
            room = time.monotonic()
            server.start_again()
            tapping.more(1)
            back = max(back, time.monotonic() - room)
        tapping.end()
        tapping.compare(store, tables)
        store.close()
        tell(
            f"{number + 1} times full, {crashes} times without room for its log, {len(tapping.acknowledged)} lines, "
            f"{tapping.refused} refused, longest answer {tapping.longest:.1f} s, a line again {back:.1f} s after there "
            f"was room, {time.monotonic() - begun:.0f} s"
        )
    finally:
        if server.process.poll() is None:
            server.stop()


def cause(store: PostgresStore, table: str) -> str:
    """Return the cause for which a long line is refused in the end."""
    for number in range(1000):
        marks = {Spot(1, "red", "cards", 0, f"{number}.{letter}" * 30): 1 for letter in range(100)}
        try:
            store.append(table, f"long {number}", Write(marks), By("phone"), 200, lambda: None)
        except Unwritable as refused:
            return refused.cause
    raise AssertionError("it never was full")
