"""Tests that after a clean stop the database is one file, whose copy has every line."""

import asyncio
import shutil
import signal
from pathlib import Path
from random import Random

import pytest

from scorekeeper.storage.check import check
from tests.storage.phones import Phone, kept_op, open_tables, read_journals, run, together
from tests.support.server import Serving, serving

TAPS = 100
"""Number of taps that are answered before the app is told to stop."""


async def until_stopped(phones: list[Phone], app: Serving, end: signal.Signals) -> None:
    """Let every phone tap while the app is told to stop, until it no longer responds."""

    async def tap(phone: Phone) -> None:
        await phone.join(app.address)
        try:
            while await phone.send(app.address, phone.tap()) == 303:
                pass
        except ConnectionError:
            return

    async def stop() -> None:
        while sum(tap.end is not None for phone in phones for tap in phone.sent) < TAPS:
            await asyncio.sleep(0.01)
        app.process.send_signal(end)

    await together([*(tap(phone) for phone in phones), stop()])


def alone(instance: Path, folder: Path) -> set[tuple[str, str]]:
    """Return table and key of each line in a copy of the database file. Check that no other file belongs to it."""
    assert sorted(path.name for path in instance.glob("scorekeeper.db*")) == ["scorekeeper.db"]
    folder.mkdir()
    copy = shutil.copy(instance / "scorekeeper.db", folder)
    assert check(Path(copy)).faults == ()
    return {(table, line.op) for table, lines in read_journals(Path(copy)).items() for line in lines}


def list_acknowledged(phones: list[Phone]) -> set[tuple[str, str]]:
    """Return table and key of each tap that was answered."""
    return {(tap.table, kept_op(tap.op, tap.act)) for phone in phones for tap in phone.sent if tap.end is not None}


@pytest.mark.parametrize("end", [signal.SIGINT, signal.SIGTERM])
def test_a_clean_stop_leaves_one_file_with_every_acknowledged_line(tmp_path: Path, end: signal.Signals) -> None:
    with serving(tmp_path / "here") as app:
        links = open_tables(app.address, 2, tmp_path / "here" / "scorekeeper.db")
        phones = [Phone(link, place, Random(place)) for link in links for place in range(4)]
        run(phones, until_stopped(phones, app, end))
        assert app.process.wait(10) == 0
        assert app.process.stderr is not None
        assert app.process.stderr.read() == ""
    assert len(list_acknowledged(phones)) >= TAPS
    assert list_acknowledged(phones) <= alone(tmp_path / "here", tmp_path / "copy")
