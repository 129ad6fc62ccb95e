"""Randomised simulation of phones, clock, disk, network and restarts on both engines. A failed seed can be replayed.

SCOREKEEPER_SEEDS=17 plays that seed alone, 17-400 plays that range.
"""

import shutil
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any

import pytest

from scorekeeper.storage.backup import backup, restore
from scorekeeper.storage.contract import Storage
from scorekeeper.storage.store import Store
from tests.storage.disk import FULL, READ_ONLY, SYNC_ERROR, WRITE_ERROR, remembering
from tests.storage.phones import Figure
from tests.storage.simulation import Simulation, World
from tests.support.postgres import Server
from tests.support.soak import list_seeds

FAILED: tuple[int, ...] = ()
"""Seeds that have failed once."""


MARKS = (
    "late duplicate",
    "key of another tap",
    "stale entry refused",
    "clock set back",
    "restart between disk and answer",
)
"""Faults that each engine must have met."""


def assert_every_seed_holds(
    world: World, most: int, marks: Sequence[str], begin: Callable[[], None] = lambda: None
) -> str:
    """Play each seed, the first one twice with the same outcome. Return a summary.

    The simulation itself checks that no line is lost or duplicated. A fault in `marks` that was never met is a failure,
    unless single seeds are played.
    """
    begun, lines, refused = time.monotonic(), 0, 0
    first: list[str] = []
    played = list_seeds([*FAILED, *range(most)])
    for number, seed in enumerate([*played, played[0]], 1):
        if number % 200 == 0:
            begin()
        simulation = Simulation(world, seed)
        simulation.run()
        lines += len(simulation.lines)
        refused += sum("refused" in entry for entry in simulation.log)
        first = first or simulation.log
    assert simulation.log == first
    assert refused > 0
    assert len(played) < 20 or not [mark for mark in (*MARKS, *marks) if not world.met[mark]], world.met
    met = ", ".join(f"{mark} {count}" for mark, count in sorted(world.met.items()))
    return f"{len(played)} seeds, {lines} lines, {refused} refused, {time.monotonic() - begun:.0f} s; met: {met}"


def test_no_seed_loses_or_doubles_a_line_on_sqlite(tmp_path: Path, figure: Figure, tell: Callable[[str], None]) -> None:
    # Number of disk operations until one fails, and the error of that one.
    room = [-1, 0]
    torn = [False]

    def refusal(kind: str, file: str) -> int:
        room[0] -= 1
        if room[0] == 0:
            world.met[f"disk fails: {kind}"] += 1
            torn[0] = kind == "write"
        return room[1] if room[0] == 0 else 0

    @contextmanager
    def fault(random: Random) -> Iterator[None]:
        room[:] = [random.randrange(1, 8), random.choice((FULL, WRITE_ERROR, SYNC_ERROR, READ_ONLY))]
        try:
            yield
        finally:
            room[0] = -1

    folders = [tmp_path / "0"]
    with remembering(refusal) as disk:

        def restart(random: Random) -> Storage:
            old, disk.steps[:] = world.store, []
            if random.random() < 0.5:
                old.close()
                return Store(folders[-1])
            # A kill leaves the files as they are, so copy them before closing the store.
            world.met["killed after a torn write" if torn[0] else "killed"] += 1
            torn[0] = False
            folders.append(tmp_path / f"{len(folders)}")
            folders[-1].mkdir()
            for path in folders[-2].glob("scorekeeper.db*"):
                if not path.name.endswith("-shm"):
                    shutil.copy(path, folders[-1])
            old.close()
            shutil.rmtree(folders[-2])
            return Store(folders[-1])

        def begin() -> None:
            """Replace the database by an empty one, because each kill copies all of it."""
            world.store.close()
            shutil.rmtree(folders[-1])
            world.store = Store(folders[-1])

        def copy() -> None:
            (tmp_path / "copy.db").unlink(missing_ok=True)
            backup(folders[-1], tmp_path / "copy.db")

        def bring_back() -> Storage:
            world.store.close()
            shutil.rmtree(folders[-1])
            restore(tmp_path / "copy.db", folders[-1])
            return Store(folders[-1])

        world = World(Store(folders[-1]), fault, restart, copy=copy, bring_back=bring_back)
        marks = (
            "killed",
            "killed after a torn write",
            "disk fails: write",
            "disk fails: sync",
            "refused: disk",
            "older copy brought back",
        )
        figures = assert_every_seed_holds(world, figure(24, 10_000), marks, begin)
        world.store.close()
    tell(figures)


def test_no_seed_loses_or_doubles_a_line_on_postgresql(
    postgres: Server, figure: Figure, tell: Callable[[str], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    import psycopg

    from scorekeeper.storage.postgres import PostgresStore
    from scorekeeper.storage.postgres_connections import Impatient

    # `waits`: number of answers until one is cut off, and in which direction.
    here, waits = threading.get_ident(), [-1, 0]
    wait = Impatient.wait

    def cut(self: Impatient, gen: Any, *rest: Any, **more: Any) -> Any:
        if threading.get_ident() != here:
            return wait(self, gen, *rest, **more)
        waits[0] -= 1
        answer = None if waits[0] == 0 and waits[1] == 0 else wait(self, gen, *rest, **more)
        if waits[0] == 0:
            self.pgconn.finish()
            raise psycopg.OperationalError(f"cut on the way {('there', 'back')[waits[1]]}")
        return answer

    @contextmanager
    def fault(random: Random) -> Iterator[None]:
        waits[:] = [random.randrange(1, 10), random.randrange(2)]
        try:
            yield
        finally:
            waits[0] = -1

    monkeypatch.setattr(Impatient, "wait", cut)
    address = postgres.empty_database()

    def restart(random: Random) -> Storage:
        world.store.close()
        return PostgresStore(address)

    world = World(PostgresStore(address), fault, restart, PostgresStore(address))
    marks = ("overtaken by another process", "answer lost", "refused: connection")
    figures = assert_every_seed_holds(world, figure(24, 10_000), marks)
    for store in (world.store, world.beside):
        assert store
        store.close()
    tell(figures)
