"""Tests of power cuts while the store writes: acknowledged lines are on disk."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from random import Random

from scorekeeper.games import GAMES
from scorekeeper.games.pad import Setup, Spot
from scorekeeper.storage import journals
from scorekeeper.storage.backup import backup, restore
from scorekeeper.storage.check import check
from scorekeeper.storage.store import Store
from scorekeeper.storage.tables import Tables
from scorekeeper.table.journal import By, Change, Write
from tests.storage.disk import Disk, after_cuts, remembering
from tests.storage.phones import Figure, read_journals

SETUP = Setup(("A", "B", "C"), GAMES["parade"].default_options(), ((1, (0, 1, 2)),))

FILES = ("scorekeeper.db", "scorekeeper.db-wal")

RANDOM = Random(7)

Written = list[tuple[int, str, str]]
"""Acknowledged lines: number of disk operations by then, table, idempotency key."""


def write(folder: Path, disk: Disk, lines: int, pragma: str = "") -> Written:
    """Write lines through the app’s own tables, restarting the app twice. Return them."""
    written: Written = []
    for part in range(3):
        tables = Tables(Store(folder))
        if pragma:
            tables.store._writer.execute(pragma)
        table = tables.open(GAMES["parade"], SETUP, "phone", f"open{part}")
        written.append((len(disk.steps), table, f"open{part}"))
        for number in range(lines // 3):
            spot = Spot(1, "red", "cards", number % 3, str(number % 11))
            op = f"{part}.{number}"
            tables.record(table, Write({spot: 1 if number % 2 else None}), op, By("phone"), 1)
            written.append((len(disk.steps), table, op))
        tables.store.close()
    return written


def cut_off(folder: Path, lines: int, cuts: int, pragma: str = "") -> tuple[int, int]:
    """Write, then cut the power at random moments.

    Return how often lines were lost and how often a check found faults.
    """
    here, there = folder / "here", folder / "there"
    Store(here).close()
    before = {name: (here / name).read_bytes() for name in FILES if (here / name).exists()}
    with remembering() as disk:
        written = write(here, disk, lines, pragma)
    places = [RANDOM.randrange(1, len(disk.steps) + 1) for _ in range(cuts)]
    lost = broken = 0
    for number, place in enumerate(left_by(before, disk, places, there)):
        broken += bool(check(there / FILES[0]).faults)
        if number % 25 == 0:
            Store(there).close()  # the app must start on what is left
        kept = {(table, line.op) for table, lines_ in read_journals(there / FILES[0]).items() for line in lines_}
        lost += not {(table, op) for step, table, op in written if step <= place} <= kept
    return lost, broken


def left_by(before: Mapping[str, bytes], disk: Disk, places: Sequence[int], there: Path) -> Iterator[int]:
    """Put into a folder what each power cut leaves, one after the other. Yield the position of each cut."""
    there.mkdir()
    for place, files in after_cuts(before, disk.steps, places, RANDOM):
        for old in there.iterdir():
            old.unlink()
        for name, content in files.items():
            (there / name).write_bytes(content)
        yield place


def test_no_power_cut_loses_an_acknowledged_line(tmp_path: Path, figure: Figure, tell: Callable[[str], None]) -> None:
    lines, cuts = figure(150, 1500), figure(80, 5000)
    assert cut_off(tmp_path, lines, cuts) == (0, 0)
    tell(f"{cuts} power cuts in {lines} lines")


def test_the_app_starts_after_a_power_cut_while_its_database_was_made(tmp_path: Path) -> None:
    with remembering() as disk:
        Store(tmp_path / "here").close()
    started = 0
    for _ in left_by({}, disk, range(1, len(disk.steps) + 1), tmp_path / "there"):
        store = Store(tmp_path / "there")
        table = journals.open_table(store, "parade", Change(SETUP), By("phone"), 1)
        assert journals.find_newest(store, table).seq == 1
        store.close()
        started += 1
    assert started == len(disk.steps) > 20


def test_a_power_cut_at_the_first_start_on_what_was_brought_back_loses_nothing(tmp_path: Path) -> None:
    store = Store(tmp_path / "old")
    table = journals.open_table(store, "parade", Change(SETUP), By("phone"), 1)
    store.close()
    restore(backup(tmp_path / "old", tmp_path / "kept.db"), tmp_path / "here")
    before = {FILES[0]: (tmp_path / "here" / FILES[0]).read_bytes()}
    with remembering() as disk:
        Store(tmp_path / "here").close()
    for _ in left_by(before, disk, range(1, len(disk.steps) + 1), tmp_path / "there"):
        store = Store(tmp_path / "there")
        assert journals.find_newest(store, table).seq == 1
        store.close()
    assert len(disk.steps) > 2
