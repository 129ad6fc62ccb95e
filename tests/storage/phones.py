"""Many phones on a real server, over bare sockets: they tap, lose responses, tap twice, resend, and remember it all.

Standard library only. Their memory is compared with the journal afterwards.
"""

import asyncio
import re
import time
from collections import defaultdict
from collections.abc import Callable, Coroutine, Iterable, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from html import unescape
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any, NamedTuple, TypeVar
from urllib.parse import urlencode, urlsplit

from scorekeeper.games.pad import Spot
from scorekeeper.storage.sqlite_file import open_read_only
from scorekeeper.table.journal import Act, By, Line, Strike, Write, dump, load
from tests.support.http import Browser

SEATS = 6

ROWS = ("red", "blue", "purple", "green", "grey", "orange")

OWN = [Spot(1, row, "cards", seat, str(card)) for card in range(11) for row in ROWS for seat in range(SEATS)]

SHARED = Spot(1, "red", "count", 0)


Result = TypeVar("Result")


class Lost(ConnectionError):
    """The response did not arrive."""


class Answer(NamedTuple):
    """A response of the server."""

    status: int
    head: str
    body: str


@dataclass
class Sent:
    """One tap: its line, the time of its first sending and first acknowledgement (None: not yet), and all statuses."""

    table: str
    act: Act
    op: str
    start: float = 0
    end: float | None = None
    statuses: list[int] = field(default_factory=list)


class Read(NamedTuple):
    """One view of a table: when it was requested, when it arrived, and the number of the newest line on it."""

    table: str
    start: float
    end: float
    head: int


def kept_op(op: str, act: Act) -> str:
    """Return the idempotency key under which the journal stores a tap sent with this one."""
    return sha256(f"{op} {dump(act)}".encode()).hexdigest()[:32]


class Phone:
    """A browser at one table, with a box on the pad of its own."""

    def __init__(self, link: str, place: int, random: Random) -> None:
        self.link, self.random = link, random
        self.own = OWN[place % len(OWN)]
        self.cookies: dict[str, str] = {}
        self.table = self.token = ""
        self.seen = "0"
        self.newest: int | None = None
        self.on = False
        self.sent: list[Sent] = []
        self.reads: list[Read] = []
        self.line: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def join(self, address: str) -> None:
        """Follow the link and open the entry page."""
        answer = await self.ask(address, "GET", urlsplit(self.link).path)
        assert answer.status == 303, answer
        match = re.search(r"location: \S*/t/(\w+)/", answer.head, re.I)
        assert match, answer.head
        self.table = match[1]
        await self.look(address)

    async def look(self, address: str) -> None:
        """Load the entry page and record what it shows, which must include everything acknowledged before."""
        start = time.perf_counter()
        answer = await self.ask(address, "GET", f"/t/{self.table}/1/")
        assert answer.status == 200, answer
        fields = dict(re.findall(r'<input type="?hidden"? name="?(\w+)"? value="?([^">]*)"?', answer.body))
        self.token, self.seen = unescape(fields["csrf_token"]), fields["seen"]
        undo = re.search(r'name="?strike"? value="?(\d+)', answer.body)
        self.newest = int(undo[1]) if undo else None
        self.reads.append(Read(self.table, start, time.perf_counter(), int(self.seen.partition(".")[0])))

    def tap(self, shared: bool = False) -> Sent:
        """Return a new tap: on the phone's own box, alternately on and off, or any number in the shared box."""
        if shared:
            act = Write({SHARED: self.random.randrange(1, 12)})
        else:
            self.on = not self.on
            act = Write({self.own: 1 if self.on else None})
        return self._record_tap(act)

    def undo(self) -> Sent:
        """Return a tap that undoes the newest line on the page, which others may do as well."""
        return self._record_tap(Strike(self.newest or 1))

    def _record_tap(self, act: Act) -> Sent:
        tap = Sent(self.table, act, f"{self.random.getrandbits(128):032x}", time.perf_counter())
        self.sent.append(tap)
        return tap

    async def send(self, address: str, one: Sent, lose: bool = False) -> int:
        """Send a tap once and return the status.

        Raise ConnectionError if no response arrived, or if it is to be lost.
        """
        if isinstance(one.act, Write):
            (spot, mark), *_ = one.act.changes.items()
            tap = f"{spot.round}.{spot.row}.{spot.box}.{spot.seat}.{spot.item}={'' if mark is None else mark}"
            fields = {"tap": tap}
        else:
            assert isinstance(one.act, Strike)
            fields = {"strike": str(one.act.seq)}
        fields |= {"csrf_token": self.token, "op": one.op, "seen": self.seen}
        answer = await self.ask(address, "POST", f"/t/{self.table}/1/write", fields, lose)
        one.statuses.append(answer.status)
        if answer.status == 303 and one.end is None:
            one.end = time.perf_counter()
        return answer.status

    async def ask(
        self, address: str, method: str, path: str, fields: dict[str, str] | None = None, lose: bool = False
    ) -> Answer:
        """Send one request on this phone's own connection and return the response.

        Raise ConnectionError if there is none.
        """
        place = urlsplit(address)
        try:
            if self.line is None:
                self.line = await asyncio.open_connection(place.hostname, place.port)
            reader, writer = self.line
            body = urlencode(fields or {}).encode()
            cookies = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
            lines = [f"{method} {path} HTTP/1.1", f"Host: {place.netloc}", f"Cookie: {cookies}"]
            lines += ["Content-Type: application/x-www-form-urlencoded", f"Content-Length: {len(body)}", "", ""]
            writer.write("\r\n".join(lines).encode() + body)
            await writer.drain()
            if lose:  # the server has the request, and the phone hangs up before the response
                raise Lost
            head = (await reader.readuntil(b"\r\n\r\n")).decode()
            length = re.search(r"content-length: (\d+)", head, re.I)
            assert length, head
            text = (await reader.readexactly(int(length[1]))).decode()
        except (OSError, EOFError, asyncio.IncompleteReadError) as gone:
            self.hang_up()
            raise Lost from gone
        for name, value in re.findall(r"set-cookie: ([^=]+)=([^;]*)", head, re.I):
            self.cookies[name] = value
        return Answer(int(head.split()[1]), head, text)

    def hang_up(self) -> None:
        """Close the connection."""
        if self.line is not None:
            self.line[1].close()
            self.line = None


def run(phones: Sequence[Phone], work: Coroutine[object, object, Result]) -> Result:
    """Run a coroutine and return its result. All phones disconnect afterwards."""

    async def whole() -> Result:
        try:
            return await work
        finally:
            for phone in phones:
                phone.hang_up()
            # asyncio closes sockets in its next round. If the loop ended before, Python would warn of open ones.
            await asyncio.sleep(0.01)

    return asyncio.run(whole())


async def together(works: Iterable[Coroutine[object, object, object]]) -> None:
    """Run coroutines at the same time. If one fails, the others are cancelled."""
    async with asyncio.TaskGroup() as group:
        for work in works:
            group.create_task(work)


def query(database: Path | str, sql: str) -> list[tuple[Any, ...]]:
    """Return the rows of a query on an SQLite file, or on PostgreSQL at an address."""
    if isinstance(database, str):
        import psycopg

        with psycopg.connect(database) as far:
            return far.execute(sql).fetchall()
    with open_read_only(database) as conn:
        return conn.execute(sql).fetchall()


def open_tables(address: str, count: int, database: Path | str) -> list[str]:
    """Start tables of six players and return the scoring link of each."""
    browser = Browser(address)
    for _ in range(count):
        browser.get("/games/parade/new")
        browser.post("/games/parade/new", [("seat", name) for name in "ABCDEF"] + [("starter", "0"), ("do", "open")])
    links = [f"/j/{link}" for (link,) in query(database, "SELECT link FROM links WHERE role = 'score'")]
    assert len(links) >= count
    return links


def read_journals(database: Path | str) -> dict[str, list[Line]]:
    """Return every journal as stored on disk, read while a server may be running."""
    by_table: dict[str, list[Line]] = defaultdict(list)
    sql = "SELECT table_id, seq, op, at, browser, seat, act FROM lines ORDER BY table_id, seq"
    for table, seq, op, at, browser, seat, act in query(database, sql):
        by_table[table].append(Line(seq, op, at, By(browser, seat), load(act)))
    return by_table


def compare(phones: Sequence[Phone], by_table: dict[str, list[Line]]) -> int:
    """Compare the journals with the memory of the phones, and return the number of acknowledged taps.

    Every acknowledged tap is there once, every refused one is not. Numbers have no gaps, no view was outdated, and
    nothing was undone twice.
    """
    sent = [tap for phone in phones for tap in phone.sent]
    for table in by_table.keys() | {tap.table for tap in sent}:
        lines = by_table.get(table, [])
        here = [tap for tap in sent if tap.table == table]
        assert [line.seq for line in lines] == list(range(1, len(lines) + 1)), f"gaps in {table}"
        acknowledged = {kept_op(tap.op, tap.act) for tap in here if tap.end is not None}
        unanswered = {kept_op(tap.op, tap.act) for tap in here if not tap.statuses}
        written = [line.op for line in lines[1:]]
        assert len(written) == len(set(written))
        assert acknowledged <= set(written), f"{len(acknowledged - set(written))} lost in {table}"
        assert set(written) <= acknowledged | unanswered, "a line that nobody was told of"
        assert {(line.op, dump(line.act)) for line in lines[1:]} <= {(kept_op(o.op, o.act), dump(o.act)) for o in here}
        check_order(here, [read for phone in phones for read in phone.reads if read.table == table], lines)
        check_struck_once(lines)
    return sum(tap.end is not None for tap in sent)


def check_order(sent: Iterable[Sent], reads: Iterable[Read], lines: Sequence[Line]) -> None:
    """Check that the journal's order is one that every phone could have observed. Runs in n log n.

    A tap comes after every tap acknowledged before it was sent. A view shows all of those, and nothing sent after it.
    """
    number = {line.op: line.seq for line in lines}
    begun = {number[op]: tap.start for tap in sent if (op := kept_op(tap.op, tap.act)) in number}
    ends = sorted((tap.end, number[kept_op(tap.op, tap.act)]) for tap in sent if tap.end is not None)
    asked = sorted(
        [(tap.start, number[op] - 1) for tap in sent if (op := kept_op(tap.op, tap.act)) in number]
        + [(read.start, read.head) for read in reads]
    )
    floor = place = 0
    for start, head in asked:
        while place < len(ends) and ends[place][0] < start:
            floor = max(floor, ends[place][1])
            place += 1
        assert head >= floor, f"{head} came out after {floor} had been acknowledged"
    for read in reads:
        assert read.head == 1 or begun[read.head] < read.end, "a look into the future"


def check_struck_once(lines: Sequence[Line]) -> None:
    """Check that no line is undone while it is already undone."""
    strikes: dict[int, list[int]] = defaultdict(list)
    for line in lines:
        if isinstance(line.act, Strike):
            strikes[line.act.seq].append(line.seq)
    for seqs in strikes.values():
        for first, second in pairwise(seqs):
            assert any(first < back < second for back in strikes[first]), f"lines {first} and {second} undo the same"


Figure = Callable[[int, int], int]
