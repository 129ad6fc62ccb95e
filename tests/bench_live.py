"""How long a committed line takes to the other phones: they hold the bell, hear the number, and fetch their page.

20 tables with a line a second each. The phones are played by another process over real connections; a line is painted
when the whole page that holds it has arrived. The span begins when the tap is sent, so it covers the commit as well.
"""

import asyncio
import gzip
import json
import random
import re
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))
from tests.play import EXAMPLE, Browser

TABLES = 20
SECONDS = 15
SETTLE = 20
"""Seconds after the last line in which a painting may still come; then it is missing."""


def painted(base: str, phones: int) -> tuple[float, int, int]:
    """Milliseconds at the 95th percentile, how many paintings there were to be, and how many were missing."""
    words = [sys.executable, __file__, base, str(phones)]
    run = subprocess.run(words, capture_output=True, text=True, check=True)
    spans, wanted = json.loads(run.stdout)
    p95 = statistics.quantiles(spans, n=20)[-1] if len(spans) > 1 else float("inf")
    return p95 * 1000, wanted, wanted - len(spans)


def live(base: str, show: Callable[..., None]) -> None:
    """The figures beside their goals."""
    for phones, goal in ((100, 250), (1000, 1000)):
        p95, wanted, missing = painted(base, phones)
        what = f"line painted on {phones} phones, p95 ms"
        show(what, p95, f"≤ {goal}", p95 <= goal and not missing, "{:.0f}")
        show(f"of {wanted} paintings missing", missing, "0", not missing, "{:.0f}")


class Wire:
    """One kept connection to the server."""

    def __init__(self, host: str, port: int, cookie: str) -> None:
        self.host, self.port, self.cookie = host, port, cookie
        self.reader: asyncio.StreamReader | None = None
        self.writer: asyncio.StreamWriter | None = None

    async def ask(self, method: str, path: str, body: str = "", **headers: str) -> None:
        """Send a request."""
        if self.writer is None:
            self.reader, self.writer = await asyncio.open_connection(self.host, self.port)
        lines = [f"{method} {path} HTTP/1.1", f"Host: {self.host}:{self.port}", f"Cookie: {self.cookie}"]
        lines += [f"{name.replace('_', '-')}: {value}" for name, value in headers.items()]
        if body:
            lines += ["Content-Type: application/x-www-form-urlencoded", f"Content-Length: {len(body)}"]
        self.writer.write(("\r\n".join(lines) + "\r\n\r\n" + body).encode())

    async def answer(self) -> tuple[int, bytes]:
        """Read a whole answer with its length."""
        assert self.reader
        head = (await self.reader.readuntil(b"\r\n\r\n")).lower()
        length = re.search(rb"content-length: (\d+)", head)
        return int(head[9:12]), await self.reader.readexactly(int(length[1])) if length else b""


class Phone:
    """A phone that listens and paints."""

    def __init__(self, wires: Callable[[], Wire], table: "Table") -> None:
        self.bell, self.page = wires(), wires()
        self.table = table
        self.shown = 1

    async def listen(self) -> None:
        """Hold the stream; fetch the page whenever it tells of a line that is not shown."""
        await self.bell.ask("GET", f"/t/{self.table.id}/bell")
        assert self.bell.reader
        assert b" 200 " in await self.bell.reader.readline()
        self.table.ready += 1
        async for line in self.bell.reader:
            if line.startswith(b"data: ") and int(line[6:]) > self.shown:
                await self.paint()

    async def paint(self) -> None:
        """Fetch the page, and note for every line that is new on it how long it took."""
        await self.page.ask("GET", f"/t/{self.table.id}/", Seen=str(self.shown), Accept_Encoding="gzip")
        status, html = await self.page.answer()
        now = time.perf_counter()
        if status == 200:
            newest = int(re.search(rb"data-live=(\d+)", gzip.decompress(html))[1])  # type: ignore[index]
            for line in range(self.shown + 1, newest + 1):
                self.table.painted.append((line, now))
            self.shown = newest


class Table:
    """A table at which somebody writes a line a second."""

    def __init__(self, base: str) -> None:
        browser = Browser(base)
        browser.get("/games/parade/new")
        browser.post("/games/parade/new", [("seat", name) for name in EXAMPLE] + [("starter", "0"), ("do", "open")])
        self.id = browser.url.split("/t/")[1].split("/")[0]
        self.token = dict(browser.hidden())["csrf_token"]
        self.cookie = "; ".join(f"{one.name}={one.value}" for one in browser.jar)
        code = re.search(r"<b>([A-Z]{5})</b>", browser.html)
        assert code
        self.code = code[1]
        self.ready = 0
        self.sent: dict[int, float] = {}
        self.painted: list[tuple[int, float]] = []

    async def write(self, wire: Wire) -> None:
        """Write a line a second, beginning at some moment of the first."""
        await asyncio.sleep(random.random())
        for line in range(2, SECONDS + 2):
            begun = time.perf_counter()
            mark = f"1.red.cards.0.{line % 11}={'1' if line % 22 < 11 else ''}"
            body = f"csrf_token={self.token}&op={line:032x}&seen={line}&tap={mark}"
            self.sent[line] = begun
            await wire.ask("POST", f"/t/{self.id}/1/write", body)
            status, _ = await wire.answer()
            assert status == 303, status
            await asyncio.sleep(max(0, begun + 1 - time.perf_counter()))


def joined(base: str, code: str) -> str:
    """The cookies of a phone that has joined."""
    browser = Browser(base)
    browser.get(f"/{code}")
    return "; ".join(f"{one.name}={one.value}" for one in browser.jar)


async def play(base: str, count: int) -> tuple[list[float], int]:
    """All spans, and how many there were to be."""
    host, port = base.removeprefix("http://").split(":")
    tables = [Table(base) for _ in range(TABLES)]
    phones = []
    for number in range(count):
        table = tables[number % TABLES]
        cookie = await asyncio.to_thread(joined, base, table.code)
        phones.append(Phone(lambda cookie=cookie: Wire(host, int(port), cookie), table))  # type: ignore[misc]
    listening = [asyncio.create_task(phone.listen()) for phone in phones]
    while sum(table.ready for table in tables) < count:
        await asyncio.sleep(0.05)
    await asyncio.gather(*(table.write(Wire(host, int(port), table.cookie)) for table in tables))
    for _ in range(SETTLE * 10):
        if sum(len(table.painted) for table in tables) >= count * SECONDS:
            break
        await asyncio.sleep(0.1)
    for task in listening:
        task.cancel()
    return [now - table.sent[line] for table in tables for line, now in table.painted], count * SECONDS


if __name__ == "__main__":
    print(json.dumps(asyncio.run(play(sys.argv[1], int(sys.argv[2])))))
