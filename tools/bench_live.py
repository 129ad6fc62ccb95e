"""Benchmark of live updates: seconds from a tap until its line is on the other phones.

There are 20 tables with a line per second each. Most phones are simulated over real connections and show the running
totals. A line is received there when the whole page with it has arrived. Some are pages in Chromium, of the totals and
of the pad. A line is painted there when the frame with it is drawn. Both times start when the tap is sent, so they
include the commit. Simulation, browser and server share one machine.
"""

import asyncio
import gzip
import json
import random
import re
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from tests.support.http import EXAMPLE, ROWS, Browser
from tools.paint_times import RealPhone, Sign, chromium

sys.path.insert(0, str(Path(__file__).parent.parent))

SETTLE = 20
"""Seconds after the last line in which it can still be painted. After that it counts as missing."""

CARDS = [(row, card) for card in range(1, 8) for row in ROWS]
"""The first player's cards in the order in which they are entered, one line each."""


class Night(NamedTuple):
    """Load of a measurement: number of phones, of those in Chromium, of tables, and its length in seconds."""

    phones: int
    pages: int = 6
    tables: int = 20
    seconds: int = 15


class Delays(NamedTuple):
    """Seconds from each tap until its line was received by a simulated phone, and until it was painted in Chromium."""

    received: list[float]
    painted: list[float]


def measure(base: str, night: Night) -> Delays:
    """Run a measurement in a process of its own and return its times."""
    # The server runs in this process. Phones in it would share its interpreter lock.
    words = [sys.executable, __file__, base, *map(str, night)]
    run = subprocess.run(words, stdout=subprocess.PIPE, text=True, check=True)
    return Delays(*json.loads(run.stdout))


class Wire:
    """A persistent connection to the server."""

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
        """Read a response with a declared length, and return its status and body."""
        assert self.reader
        head = (await self.reader.readuntil(b"\r\n\r\n")).lower()
        length = re.search(rb"content-length: (\d+)", head)
        return int(head[9:12]), await self.reader.readexactly(int(length[1])) if length else b""


class Phone:
    """A simulated phone that holds an event stream and fetches its page."""

    def __init__(self, wires: Callable[[], Wire], table: "Table") -> None:
        self.bell, self.page = wires(), wires()
        self.table = table
        self.shown = 1

    async def listen(self) -> None:
        """Open the event stream, and fetch the page when a new line is announced."""
        await self.bell.ask("GET", f"/t/{self.table.id}/bell")
        assert self.bell.reader
        assert b" 200 " in await self.bell.reader.readline()
        self.table.ready += 1
        async for line in self.bell.reader:
            if line.startswith(b"data: ") and int(line[6:].partition(b".")[0]) > self.shown:
                await self.fetch()

    async def fetch(self) -> None:
        """Fetch the page, and record the time of every line that is new on it."""
        await self.page.ask("GET", f"/t/{self.table.id}/", Seen=str(self.shown), Accept_Encoding="gzip")
        status, html = await self.page.answer()
        arrived = time.time()
        if status == 200:
            newest = int(re.search(rb'data-live="(\d+)', gzip.decompress(html))[1])  # type: ignore[index]
            for line in range(self.shown + 1, newest + 1):
                self.table.received.append(arrived - self.table.sent[line])
            self.shown = newest


class Table:
    """A table that gets one line per second."""

    def __init__(self, base: str) -> None:
        browser = Browser(base)
        browser.get("/games/parade/new")
        browser.post("/games/parade/new", [("seat", name) for name in EXAMPLE] + [("starter", "0"), ("do", "open")])
        self.id = browser.url.split("/t/")[1].split("/")[0]
        self.token = dict(browser.read_hidden_fields())["csrf_token"]
        self.cookie = "; ".join(f"{cookie.name}={cookie.value}" for cookie in browser.jar)
        code = re.search(r"<b>([A-Z]{5})</b>", browser.html)
        assert code
        self.code = code[1]
        self.ready = 0
        self.sent: dict[int, float] = {}
        self.received: list[float] = []

    async def write(self, wire: Wire, seconds: int) -> None:
        """Write one line per second, starting at a random moment of the first second."""
        await asyncio.sleep(random.random())
        for line, (row, card) in enumerate(CARDS[:seconds], 2):
            begun = time.time()
            body = f"csrf_token={self.token}&op={line:032x}&seen={line - 1}&tap=1.{row}.cards.0.{card}=1"
            self.sent[line] = begun
            await wire.ask("POST", f"/t/{self.id}/1/write", body)
            status, _ = await wire.answer()
            assert status == 303, status
            await asyncio.sleep(max(0, begun + 1 - time.time()))


def join_table(base: str, code: str) -> str:
    """Return the cookies of a phone that has joined a table."""
    browser = Browser(base)
    browser.get(f"/{code}")
    return "; ".join(f"{cookie.name}={cookie.value}" for cookie in browser.jar)


def signs(tally: bool) -> list[Sign]:
    """Return the element that shows each line: a higher total on the running totals, a pressed card on the pad."""
    if tally:
        return [Sign(line, "#tally tbody td", line - 1) for line in range(2, len(CARDS) + 2)]
    taken = "button[aria-pressed=true][value='1.{}.cards.0.{}=']"
    return [Sign(line, taken.format(*card)) for line, card in enumerate(CARDS, 2)]


async def play(base: str, night: Night) -> Delays:
    """Run a measurement and return its times."""
    host, port = base.removeprefix("http://").split(":")
    tables = [Table(base) for _ in range(night.tables)]
    tasks = []
    for number in range(night.pages, night.phones):
        table = tables[number % night.tables]
        cookie = await asyncio.to_thread(join_table, base, table.code)
        phone = Phone(lambda cookie=cookie: Wire(host, int(port), cookie), table)  # type: ignore[misc]
        tasks.append(asyncio.create_task(phone.listen()))
    async with chromium() as browser:
        pages = []
        for number in range(night.pages):
            table, tally = tables[number % night.tables], number % 2 == 0
            where = f"/t/{table.id}/" + ("" if tally else "1/?way=deck")
            pages.append((table, await RealPhone.join(browser, base, table.code, where, signs(tally))))
        while sum(table.ready for table in tables) < len(tasks):
            await asyncio.sleep(0.05)
        await asyncio.gather(*(table.write(Wire(host, int(port), table.cookie), night.seconds) for table in tables))
        painted = await wait_until_painted(tables, pages, night)
    for task in tasks:
        task.cancel()
    return Delays([span for table in tables for span in table.received], painted)


async def wait_until_painted(tables: list[Table], pages: list[tuple[Table, RealPhone]], night: Night) -> list[float]:
    """Wait until every line has arrived everywhere, at most `SETTLE` seconds.

    Return the seconds until they were painted.
    """
    for _ in range(SETTLE * 2):
        await asyncio.sleep(0.5)
        painted = [
            painted_at - table.sent[line]
            for table, page in pages
            for line, painted_at in (await page.read_paint_times()).items()
        ]
        received = sum(len(table.received) for table in tables)
        if received + len(painted) >= night.phones * night.seconds:
            break
    return painted


if __name__ == "__main__":
    print(json.dumps(asyncio.run(play(sys.argv[1], Night(*map(int, sys.argv[2:]))))))
