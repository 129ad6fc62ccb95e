"""Benchmark of several processes on one database: lines per second, idle phones, and phones notified across processes.

The database server is the one of the tests, with full durability. Everything shares this machine.
"""

import asyncio
import json
import secrets
import sqlite3
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlsplit

from scorekeeper.games.pad import Setup, Spot
from scorekeeper.server import open_more_files
from scorekeeper.storage.journals import Journals
from scorekeeper.storage.store import Store
from scorekeeper.storage.tables import Tables
from scorekeeper.table.journal import By, Change, Write, dump
from tests.support.http import Browser
from tests.support.postgres import SAFE, NoPostgres, running
from tests.support.server import Serving, serving

sys.path.insert(0, str(Path(__file__).parent.parent))

LINES = 150
"""Lines or raw rows that each process writes per turn."""

TURNS, SLOT = 16, 0.3
"""Number of turns, and their seconds. Lines and raw rows alternate, so that a busy moment affects both."""

PROCESSES = (1, 2, 4)

PHONES, AT_EACH, HEARD, TAPS = 4000, 50, 1000, 5

SETUP = Change(Setup(("A", "B"), {}, ((1, (0, 1)),)))

ACT = Write({Spot(1, "red", "cards", 0, "7"): 1})

RAW = "CREATE TABLE raw (t TEXT, seq BIGINT, op TEXT, act TEXT, PRIMARY KEY (t, seq))"

Show = Callable[..., None]


class Pace(NamedTuple):
    """One turn of a process: Unix time of its start and end, and the seconds of each piece of work."""

    begun: float
    ended: float
    spans: list[float]


def pace(work: Callable[[int], object], first: int) -> Pace:
    """Do a piece of work `LINES` times and return its times."""
    spans, begun = [], time.time()
    for number in range(first, first + LINES):
        start = time.perf_counter()
        work(number)
        spans.append(time.perf_counter() - start)
    return Pace(begun, time.time(), spans)


def worker(where: str, start: float) -> list[Pace]:
    """Write raw rows and lines in turns that start at the same time in every process. Return the times of each turn."""
    if where.startswith("postgresql"):
        import psycopg

        from scorekeeper.storage.postgres import PostgresStore

        store: Journals = PostgresStore(where)
        raw = psycopg.connect(where, autocommit=True)
        insert = "INSERT INTO raw VALUES (%s, %s, %s, %s)"
    else:
        store = Store(Path(where))
        raw = sqlite3.connect(Path(where) / "raw.db", isolation_level=None)
        raw.execute("PRAGMA journal_mode=WAL")
        raw.execute("PRAGMA synchronous=FULL")
        raw.execute(RAW)
        insert = "INSERT INTO raw VALUES (?, ?, ?, ?)"
    own, text = secrets.token_hex(6), dump(ACT)
    table = store.open_table("parade", SETUP, By(own), 1)

    def row(number: int) -> None:
        raw.execute(insert, (own, number, f"op{number}", text))

    def line(number: int) -> None:
        store.append(table, f"op{number}", ACT, By(own), 5, lambda: None)

    for number in range(20):  # by then the statements are prepared on both sides
        row(number), line(number)
    paces = []
    for turn in range(2 * TURNS + 1):
        time.sleep(max(0.0, start + SLOT * turn - time.time()))
        paces.append(pace(line if turn % 2 else row, 20 + LINES * turn))
    store.close()
    return paces


def together(where: str, processes: int) -> tuple[float, float, float]:
    """Return lines per second of several processes, how many times as many raw rows they write, and the ratio of both
    p95.
    """
    start = time.time() + 3 + processes / 2
    words = [sys.executable, "-m", "tools.bench_many", where, str(start)]
    begun = [subprocess.Popen(words, stdout=subprocess.PIPE, text=True) for _ in range(processes)]
    figures = [json.loads(process.communicate()[0]) for process in begun]
    turns = [[Pace(*figure) for figure in paces] for paces in zip(*figures, strict=True)]
    rates = [LINES * processes / (max(own.ended for own in each) - min(own.begun for own in each)) for each in turns]
    times = [(rates[turn - 1] + rates[turn + 1]) / 2 / rates[turn] for turn in range(1, len(turns), 2)]
    raw, lines = ([span for each in turns[first::2] for own in each for span in own.spans] for first in (0, 1))
    p95 = statistics.quantiles(lines, n=20)[-1] / statistics.quantiles(raw, n=20)[-1]
    return statistics.median(rates[1::2]), statistics.median(times), p95


def appends(folder: Path, address: str, show: Show) -> None:
    """Compare lines with raw rows of the same engine in the same seconds."""
    import psycopg

    from scorekeeper.storage.postgres import PostgresStore

    PostgresStore(address).close()
    with psycopg.connect(address) as conn:
        conn.execute(RAW)
    for engine, where, counts in (("SQLite", str(folder), PROCESSES[:1]), ("PostgreSQL", address, PROCESSES)):
        for processes in counts:
            rate, ratio, p95 = together(where, processes)
            name = f"{engine}, {processes} process{'es' if processes > 1 else ''}"
            show(f"{name}: lines a second", rate, "printed", True, "{:.0f}")
            show(f"{name}: a raw INSERT is quicker", ratio, "≤ 1.50 ×", ratio <= 1.5)
            show(f"{name}: p95 of a line over it", p95, "≤ 2.00 ×", p95 <= 2)


class Listeners:
    """Phones with an event stream of one process. `heard` holds the times at which they got each line."""

    def __init__(self) -> None:
        self.open = 0
        self.heard: dict[tuple[str, int], list[float]] = {}
        self.lines: list[asyncio.StreamWriter] = []
        self.tasks: list[asyncio.Task[None]] = []

    async def add(self, app: Serving, table: str, cookie: str) -> None:
        """Connect one more phone, which listens until `end`."""
        place = urlsplit(app.address)
        reader, writer = await asyncio.open_connection(place.hostname, place.port, limit=4096)
        writer.write(
            f"GET /t/{table}/bell HTTP/1.1\r\nHost: {place.netloc}\r\nCookie: browser={cookie}\r\n\r\n".encode()
        )
        head = await reader.readuntil(b"\r\n\r\n")
        assert b" 200 " in head, head
        self.lines.append(writer)
        self.open += 1
        self.tasks.append(asyncio.create_task(self._listen(reader, table)))

    async def _listen(self, reader: asyncio.StreamReader, table: str) -> None:
        newest = 0
        while said := await reader.readline():
            number = int(said[6:].split(b".")[0]) if said.startswith(b"data: ") else 0
            if number > newest:  # the number is repeated when nothing happens
                newest = number
                self.heard.setdefault((table, number), []).append(time.perf_counter())

    async def end(self) -> None:
        """Disconnect all phones."""
        for task in self.tasks:
            task.cancel()
        for line in self.lines:
            line.close()
        await asyncio.sleep(0.1)


def memory(app: Serving) -> int:
    """Return the private memory of a process in KiB."""
    smaps = Path(f"/proc/{app.process.pid}/smaps_rollup").read_text()
    return sum(int(line.split()[1]) for line in smaps.splitlines() if line.startswith("Private"))


async def idle_and_told(here: Serving, there: Serving, store: Journals, show: Show) -> None:
    """Measure the memory of idle phones at two processes, then the delay of lines written by another process."""
    tables, timestamp = Tables(store), int(time.time())
    tables.ring = store.tell
    browser = Browser(here.address)
    browser.get("/games/parade/new")
    browser.post("/games/parade/new", [("seat", "A"), ("seat", "B"), ("starter", "0"), ("do", "open")])
    by = By(next(cookie.value or "" for cookie in browser.jar if cookie.name == "browser"))
    ids = [store.open_table("parade", SETUP, by, timestamp) for _ in range(PHONES // AT_EACH)]
    phones = [(ids[number % len(ids)], secrets.token_urlsafe(16)) for number in range(PHONES)]
    for table, cookie in phones:
        store.let_in(table, cookie, "watch", timestamp)
    listeners = {app.address: Listeners() for app in (here, there)}
    for app in (here, there):  # so that memory needed once per process does not count
        for table, cookie in phones[: len(ids)]:
            await listeners[app.address].add(app, table, cookie)
        await listeners[app.address].end()
        listeners[app.address] = Listeners()
    before = memory(here) + memory(there)
    for number, (table, cookie) in enumerate(phones):
        app = there if number % len(ids) < HEARD // AT_EACH or number % 2 else here
        await listeners[app.address].add(app, table, cookie)
    await asyncio.sleep(2)
    each = (memory(here) + memory(there) - before) / PHONES
    show(f"{PHONES} idle phones over two processes, KiB each", each, "≤ 16", each <= 16, "{:.1f}")
    spans = []
    for tap in range(TAPS):
        sent = {}
        for number, table in enumerate(ids[: HEARD // AT_EACH]):
            sent[table] = time.perf_counter()
            act = Write({Spot(1, "red", "count", 0): number % 9 + tap})
            await asyncio.to_thread(tables.record, table, act, f"op{tap}", by, tap + 1)
            await asyncio.sleep(1 / HEARD * AT_EACH)
        await asyncio.sleep(1)
        for table, begun in sent.items():
            spans += [at - begun for at in listeners[there.address].heard.get((table, tap + 2), [])]
    missing = HEARD * TAPS - len(spans)
    p95 = statistics.quantiles(spans or [9.0, 9.0], n=20)[-1] * 1000
    show(f"{HEARD} phones told across processes, p95 ms", p95, "≤ 250", p95 <= 250, "{:.0f}")
    show(f"the same, missing of {HEARD * TAPS}", missing, "0", not missing, "{:.0f}")
    for listener in listeners.values():
        await listener.end()


def many(folder: Path, show: Show) -> None:
    """Run these benchmarks if PostgreSQL is installed."""
    try:
        started = running((*SAFE, "max_connections=60"))
        server = started.__enter__()
    except NoPostgres as why:
        print(f"Nothing was measured on PostgreSQL: {why}.")
        return
    try:
        open_more_files()
        appends(folder / "sqlite", server.database(), show)
        from scorekeeper.storage.postgres import PostgresStore

        database = server.database()
        with serving(folder / "one", database=database) as here, serving(folder / "two", database=database) as there:
            store = PostgresStore(database)
            store.listen(lambda table, newest: None, list)
            asyncio.run(idle_and_told(here, there, store, show))
            store.close()
    finally:
        started.__exit__(None, None, None)


if __name__ == "__main__":
    print(json.dumps(worker(sys.argv[1], float(sys.argv[2]))))
