"""PostgreSQL is killed in the midst of it, again and again: what was acknowledged is there, once, without gaps."""

import signal
import threading
import time
from collections.abc import Callable
from random import Random

import pytest

from scorekeeper.games.pad import Setup, Spot
from scorekeeper.storage.contract import Unwritable
from scorekeeper.table.journal import By, Change, Write
from tests.support.phones import Figure
from tests.support.postgres import SAFE, Nowhere, running

pytest.importorskip("psycopg")

from scorekeeper.storage import postgres as engine
from scorekeeper.storage.postgres import PostgresStore

SETUP = Change(Setup(("Alice", "Bo"), {}, ((1, (0, 1)),)))

TABLES, PHONES, TWICE = 3, 8, 0.2


class Tapping:
    """Phones that tap at tables, each tap until it is acknowledged, some of them twice."""

    def __init__(self, stores: list[PostgresStore], tables: list[str]) -> None:
        self.acknowledged: dict[tuple[str, str], int] = {}
        self.refused = 0
        self.ended = threading.Event()
        self.wrong: list[str] = []
        self.threads = [
            threading.Thread(target=self._phone, args=(stores[number % len(stores)], tables[number % TABLES], number))
            for number in range(PHONES)
        ]
        for thread in self.threads:
            thread.start()

    def _phone(self, store: PostgresStore, table: str, number: int) -> None:
        random, tap = Random(number), 0
        while not self.ended.is_set():
            tap += 1
            op, act = f"{number} {tap}", Write({Spot(1, "red", "count", 0): tap % 9})
            for _ in range(2 if random.random() < TWICE else 1):
                seq = self._until_acknowledged(store, table, op, act)
                if self.acknowledged.setdefault((table, op), seq) != seq:
                    self.wrong.append(f"{op} was line {self.acknowledged[table, op]} and {seq}")

    def _until_acknowledged(self, store: PostgresStore, table: str, op: str, act: Write) -> int:
        while True:
            try:
                return store.append(table, op, act, By("phone"), 200, lambda: None)
            except Unwritable:
                self.refused += 1
                time.sleep(0.02)

    def more(self, lines: int) -> None:
        """Wait until so many more are acknowledged."""
        wanted = len(self.acknowledged) + lines
        while len(self.acknowledged) < wanted:
            assert any(thread.is_alive() for thread in self.threads)
            time.sleep(0.01)


def test_no_kill_of_the_server_loses_or_doubles_an_acknowledged_line(
    figure: Figure, tell: Callable[[str], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(engine, "PATIENCE", 0.5)
    kills, each, random, begun = figure(2, 200), figure(30, 60), Random(7), time.monotonic()
    try:
        started = running(SAFE)
        server = started.__enter__()
    except Nowhere as why:
        pytest.skip(f"There is no PostgreSQL here: {why}.")
    try:
        address = server.database()
        stores = [PostgresStore(address) for _ in range(2)]
        tables = [stores[0].open_table("parade", 1, SETUP, By("phone"), 100) for _ in range(TABLES)]
        tapping = Tapping(stores, tables)
        for _ in range(kills):
            tapping.more(each + random.randrange(20))
            server.stop(signal.SIGKILL)
            server.start()
        tapping.more(each)
        tapping.ended.set()
        for thread in tapping.threads:
            thread.join()
        assert tapping.wrong == []
        for table in tables:
            lines = stores[1].lines(table)
            assert [line.seq for line in lines] == list(range(1, len(lines) + 1))
            found = {(table, line.op): line.seq for line in lines[1:]}
            assert found == {one: seq for one, seq in tapping.acknowledged.items() if one[0] == table}
            assert stores[0].altered(table) is None
        for store in stores:
            store.close()
        seconds = time.monotonic() - begun
        tell(f"{kills} kills, {len(tapping.acknowledged)} lines, {tapping.refused} refused, {seconds:.0f} s")
    finally:
        started.__exit__(None, None, None)
