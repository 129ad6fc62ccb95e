"""Threads that tap at tables while the store fails. Their acknowledgements are compared with the journals."""

import threading
import time
from collections.abc import Sequence
from random import Random

from scorekeeper.games.pad import Setup, Spot
from scorekeeper.storage import journals
from scorekeeper.storage.contract import Storage, Unwritable
from scorekeeper.table.journal import By, Change, Write

SETUP = Change(Setup(("Alice", "Bo"), {}, ((1, (0, 1)),)))

TWICE = 0.2
"""Fraction of taps that are sent twice."""

AGAIN = 0.02
"""Seconds until a refused tap is sent again."""


class Tapping:
    """Phones that tap at tables. Each tap is repeated until acknowledged, and some are sent twice."""

    def __init__(self, stores: Sequence[Storage], tables: Sequence[str], phones: int = 8) -> None:
        self.acknowledged: dict[tuple[str, str], int] = {}
        self.refused = 0
        self.longest = 0.0
        """Longest time until an answer in seconds, acknowledged or refused."""
        self.wrong: list[str] = []
        self._ended = threading.Event()
        self._threads = [
            threading.Thread(
                target=self._phone,
                args=(stores[number % len(stores)], tables[number % len(tables)], number),
                daemon=True,
            )
            for number in range(phones)
        ]
        for thread in self._threads:
            thread.start()

    def _phone(self, store: Storage, table: str, number: int) -> None:
        random, tap = Random(number), 0
        while not self._ended.is_set():
            tap += 1
            op, act = f"{number} {tap}", Write({Spot(1, "red", "count", 0): tap % 9})
            for _ in range(2 if random.random() < TWICE else 1):
                seq = self._until_acknowledged(store, table, op, act)
                if self.acknowledged.setdefault((table, op), seq) != seq:
                    self.wrong.append(f"{op} was line {self.acknowledged[table, op]} and {seq}")

    def _until_acknowledged(self, store: Storage, table: str, op: str, act: Write) -> int:
        while True:
            begun = time.monotonic()
            try:
                return journals.append(store, table, op, act, By("phone"), 200, lambda: None).seq
            except Unwritable:
                self.refused += 1
                time.sleep(AGAIN)
            finally:
                self.longest = max(self.longest, time.monotonic() - begun)

    def more(self, lines: int) -> None:
        """Wait until `lines` more taps are acknowledged."""
        wanted = len(self.acknowledged) + lines
        while len(self.acknowledged) < wanted:
            assert any(thread.is_alive() for thread in self._threads)
            time.sleep(0.01)

    def until_refused(self) -> None:
        """Wait until one more tap is refused."""
        wanted = self.refused + 1
        while self.refused < wanted:
            assert any(thread.is_alive() for thread in self._threads)
            time.sleep(0.01)

    def end(self) -> None:
        """Stop every phone after its current tap."""
        self._ended.set()
        for thread in self._threads:
            thread.join()

    def compare(self, store: Storage, tables: Sequence[str]) -> None:
        """Check that every acknowledged tap is in the journal once, under its number, and nothing else."""
        assert self.wrong == []
        for table in tables:
            lines = journals.load_lines(store, table)
            assert [line.seq for line in lines] == list(range(1, len(lines) + 1))
            numbers = {(table, line.op): line.seq for line in lines[1:]}
            assert numbers == {key: seq for key, seq in self.acknowledged.items() if key[0] == table}
            assert journals.load_lines(store, table)


def open_tables(store: Storage, count: int) -> list[str]:
    """Start tables and return their ids."""
    return [journals.open_table(store, "parade", SETUP, By("phone"), 100) for _ in range(count)]
