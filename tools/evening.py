"""A game night at one table, played at a real server: the cost of each request, and the number of database
statements.
"""

import gzip
import http.client
import re
import statistics
import time
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from scorekeeper.storage import journals
from scorekeeper.storage.contract import Storage
from scorekeeper.storage.notices import CHANNEL
from scorekeeper.storage.postgres import PostgresStore
from scorekeeper.storage.tables import Tables
from scorekeeper.table.journal import By, Change
from tests.support.http import PHONE_SAYS, Browser
from tests.support.server import serving
from tests.support.tables import Played, load_played_games, running, tap_game

GAME: Played = next(played for played in load_played_games() if played.game.slug == "parade")
"""The game that is played: Parade, three players, two deals, flip and enter."""


class Meter:
    """Processor seconds and bytes of requests by kind. `clock` returns the processor time of the app so far."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self.clock = clock
        self.kinds: dict[str, list[tuple[float, int]]] = {}

    def note(self, kind: str, work: Callable[[], int]) -> None:
        """Do a request, which returns the bytes received, and record its cost."""
        before = self.clock()
        size = work()
        self.kinds.setdefault(kind, []).append((self.clock() - before, size))

    def mean(self, kind: str) -> float:
        """Return the mean seconds of a request of a kind."""
        return statistics.fmean(spent for spent, _ in self.kinds[kind])

    def total(self, what: int, *kinds: str) -> float:
        """Return total seconds (`what` 0) or bytes (1) of these kinds, by default of all."""
        return sum(cost[what] for kind in kinds or self.kinds for cost in self.kinds[kind])


class Phone:
    """A phone at a table that shows a page, holds an event stream, and fetches news as a phone with JavaScript does."""

    def __init__(self, browser: Browser, meter: Meter) -> None:
        self.host, self.meter, self.html = browser.base.removeprefix("http://").rstrip("/"), meter, ""
        self.cookies = "; ".join(f"{cookie.name}={cookie.value}" for cookie in browser.jar)
        self.wire, self.bell = http.client.HTTPConnection(self.host), http.client.HTTPConnection(self.host)

    def ask(self, kind: str, path: str, fields: Mapping[str, str] = {}, **headers: str) -> None:
        """Send a request, read the response and record the cost."""
        said = {"Cookie": self.cookies, "Accept-Encoding": "gzip", "User-Agent": PHONE_SAYS, **headers}
        if fields:
            said["Content-Type"] = "application/x-www-form-urlencoded"

        def work() -> int:
            self.wire.request("POST" if fields else "GET", path, urlencode(fields) or None, said)
            with self.wire.getresponse() as answer:
                data = answer.read()
            assert answer.status == (204 if fields else 200), (answer.status, path)
            self.html = self.html if fields else gzip.decompress(data).decode()
            return len(data) + len(str(answer.headers))

        self.meter.note(kind, work)

    def listen(self, table: str) -> None:
        """Open the event stream of the table and wait for its first number."""

        def work() -> int:
            self.bell.request("GET", f"{table}bell", headers={"Cookie": self.cookies})
            self.stream = self.bell.getresponse()
            self.hear()
            return len(str(self.stream.headers))

        self.meter.note("stream", work)

    def hear(self) -> None:
        """Wait for the next number in the event stream."""
        while not self.stream.readline().startswith(b"data: "):
            pass

    def find_newest(self) -> str:
        """Return the number of the newest line on the page."""
        match = re.search(r'data-live="?([\d.]+)', self.html)
        assert match
        return match[1]


def evening(base: str, meter: Meter) -> str:
    """Play one game in which every player has a phone, and return the path of its table.

    The first player enters everything, and the others watch the running totals.
    """
    browsers = [Browser(base) for _ in GAME.setup.players]
    table, code = "", ""

    def join(seat: int, browser: Browser) -> int:
        nonlocal table, code
        if seat:
            browser.get(f"/{code}")
        else:
            table = tap_game(browser, replace(GAME, taps=()))
            code = re.findall(r"<b>([A-Z]{5})</b>", browser.html)[0]
        return len(browser.get(f"{table}seat") + browser.post(f"{table}seat", [("seat", str(seat))]))

    for seat, browser in enumerate(browsers):
        meter.note("join", partial(join, seat, browser))
    browsers[0].get(table)
    token = dict(browsers[0].read_hidden_fields())["csrf_token"]
    writer, *others = [Phone(browser, meter) for browser in browsers]
    for phone in (writer, *others):
        phone.ask("page", f"{table}1/" if phone is writer else table)
        phone.listen(table)
    for number, tap in enumerate(GAME.taps):
        op, pad = f"{number:032x}", f"{table}{tap.split('.')[0]}/"
        fields = {"csrf_token": token, "op": op, "seen": writer.find_newest(), "tap": tap}
        writer.ask("tap", f"{pad}write", fields, Op=op)
        for phone in (writer, *others):
            phone.hear()
        writer.ask("page", pad)
        for phone in others:
            phone.ask("news", table, Seen=phone.find_newest())
    for phone in (writer, *others):
        phone.bell.close()
        phone.wire.close()
    return table


def processor(*processes: int) -> float:
    """Return the processor seconds of other processes so far. Works on Linux only."""
    # Linux numbers the processor clock of a process so: the inverted process id, and 2 for time on a processor.
    return sum(time.clock_gettime((~process << 3) | 2) for process in processes)


def helpers(process: int) -> list[int]:
    """Return the ids of a process and its child processes."""
    # The name of a program stands in brackets and can contain spaces and brackets, so fields are counted after it.
    stats = [path.read_text() for path in Path("/proc").glob("[0-9]*/stat")]
    return [process, *(int(stat.split()[0]) for stat in stats if stat.rpartition(")")[2].split()[1] == str(process))]


def mean(work: Callable[[int], object], clock: Callable[[], float] = time.perf_counter, times: int = 60) -> float:
    """Return the mean seconds of a call."""
    begun = clock()
    for number in range(times):
        work(number)
    return (clock() - begun) / times


def on_engine(folder: Path, games: int, database: str = "", server: int = 0) -> tuple[Meter, float]:
    """Play some games at a running app. Return their costs, and the processor seconds of PostgreSQL per game."""
    with serving(folder, database=database) as app:
        meter = Meter(partial(processor, app.process.pid))
        evening(app.address, Meter(meter.clock))  # first a game that fills the caches, not measured
        before = processor(*helpers(server)) if server else 0
        for _ in range(games):
            evening(app.address, meter)
        return meter, (processor(*helpers(server)) - before) / games if server else 0


def of_store(store: Storage) -> dict[str, float]:
    """Return the seconds of appending a line and of reading a table, and processor seconds of folding a table again."""
    table = journals.open_table(store, "parade", Change(GAME.setup), By("b"), 1)
    acts = GAME.acts
    times = {
        "append": mean(
            lambda n: journals.append(store, table, f"{n}", acts[n], By("b"), 5, lambda: None), times=len(acts)
        ),
        "read": mean(lambda n: journals.look_at_table(store, table)),
    }
    return times | {"unfolded": mean(lambda n: Tables(store).load(table), time.process_time, 20)}


def measure_sync(address: str) -> float:
    """Return the additional seconds of a line when PostgreSQL waits for its disk."""
    import psycopg

    with psycopg.connect(address, autocommit=True) as conn:
        conn.execute("CREATE TABLE waited (seq BIGINT)")
        spans = []
        for wait in ("on", "off"):
            conn.execute(f"SET synchronous_commit = {wait}")
            spans.append(mean(lambda n: conn.execute("INSERT INTO waited VALUES (%s)", (n,))))
    return max(spans[0] - spans[1], 0)


def measure_notices(folder: Path, address: str, server: int, times: int = 500) -> dict[str, Any]:
    """Return the processor seconds of a line written by another process.

    `heard`: of an app process that is notified. `told`: of PostgreSQL to notify it. `looked`: of PostgreSQL to check
    one table with connected phones.
    """
    import psycopg

    store = PostgresStore(address)
    tables = [journals.open_table(store, "parade", Change(GAME.setup), By("b"), 1) for _ in range(100)]
    clock = partial(processor, *helpers(server))
    looked = mean(lambda n: store._states(tables), clock, 20) / len(tables)
    store.close()
    with psycopg.connect(address, autocommit=True) as conn:

        def ring() -> float:
            before = processor(*helpers(server))
            for number in range(times):
                conn.execute("SELECT pg_notify(%s, %s)", (CHANNEL, f"another {tables[0]} {number}.1"))
            time.sleep(1)
            return processor(*helpers(server)) - before

        alone = ring()
        with serving(folder, database=address) as app:
            time.sleep(1)
            begun, idle = time.perf_counter(), processor(app.process.pid)
            time.sleep(1)
            idle = (processor(app.process.pid) - idle) / (time.perf_counter() - begun)
            begun, before = time.perf_counter(), processor(app.process.pid)
            told = ring() - alone
            heard = processor(app.process.pid) - before - idle * (time.perf_counter() - begun)
    return {"heard": max(heard, 0) / times, "told": max(told, 0) / times, "looked": looked}


def statements(folder: Path) -> tuple[int, int, int, int]:
    """Return the number of statements that read and that write, of lines, and of their bytes in one game."""
    with running(folder) as app:
        store: Any = app.tables.store
        read = store.query
        asked: list[str] = []
        written: list[str] = []

        def read_and_count(sql: str, *values: object) -> Any:
            asked.append(sql)
            return read(sql, *values)

        store.query = read_and_count
        store._writer.set_trace_callback(written.append)
        table = evening(f"http://127.0.0.1:{app.port}/", Meter(time.process_time))
        columns = "+".join(f"length({name})" for name in ("table_id", "op", "browser", "act", "hash"))
        ((lines, size),) = read(f"SELECT count(*), sum({columns}) FROM lines WHERE table_id = ?", table.split("/")[2])  # noqa: S608
        return len(asked), len(written), lines, size
