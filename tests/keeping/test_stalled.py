"""Connections that never get on with it: the app answers everybody else meanwhile, and lets them go in time."""

import re
import selectors
import socket
import statistics
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from tests.keeping.conftest import Figure
from tests.play import ROWS, Browser
from tests.serving import COMMAND, Here, serving
from tests.test_bell import TAPS, Phone, heard, two_phones

HEAD = b"POST /join HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/x-www-form-urlencoded\r\n"
LENGTH = b"Content-Length: 100\r\n\r\n"
KINDS: dict[str, tuple[bytes, bytes]] = {
    "nothing sent": (b"", b""),
    "half a head": (HEAD, b""),
    "no body": (HEAD + LENGTH, b""),
    "no end of a body in parts": (HEAD + b"Transfer-Encoding: chunked\r\n\r\n5\r\ncode=\r\n", b""),
    "a byte of the head a second": (HEAD + b"X-Slow: ", b"z"),
    "a byte of the body a second": (HEAD + LENGTH, b"z"),
    "half closed": (HEAD, b"closed"),
    "half closed before the body": (HEAD + LENGTH, b"closed"),
}
"""What each sends at once, and then every second; or that it closes its own half."""


class Held:
    """Many connections of one kind, held for as long as the server lets them; one that it ends is made anew."""

    def __init__(self, address: str, kind: str, count: int, again: bool = True) -> None:
        place = urlsplit(address)
        self.place = (place.hostname or "", place.port or 0)
        self.first, self.then = KINDS[kind]
        self.again = again
        self.ended = 0
        self.selector = selectors.DefaultSelector()
        self.open: list[socket.socket] = []
        for _ in range(count):
            self._connect()

    def _connect(self) -> None:
        one = socket.create_connection(self.place, timeout=10)
        one.setblocking(False)
        one.sendall(self.first)
        if self.then == b"closed":
            one.shutdown(socket.SHUT_WR)
        self.open.append(one)
        self.selector.register(one, selectors.EVENT_READ)

    def look(self, seconds: float) -> None:
        """Look for so long at what the server ends."""
        until = time.monotonic() + seconds
        while (left := until - time.monotonic()) > 0 and self.selector.get_map():
            for key, _ in self.selector.select(left):
                assert isinstance(key.fileobj, socket.socket)
                self._read(key.fileobj)

    def _read(self, one: socket.socket) -> None:
        try:
            if one.recv(4096):
                return
        except OSError:
            pass
        self._let_go(one)
        self.ended += 1
        if self.again:
            self._connect()

    def _let_go(self, one: socket.socket) -> None:
        self.selector.unregister(one)
        self.open.remove(one)
        one.close()

    def drip(self, part: int, parts: int) -> None:
        """Send the next byte on every so many of them."""
        if self.then in (b"", b"closed"):
            return
        for one in self.open[part::parts]:
            with suppress(OSError):
                one.send(self.then)

    def close(self) -> None:
        """Let go of all."""
        for one in list(self.open):
            self._let_go(one)
        self.selector.close()


@contextmanager
def holding(address: str, kind: str, count: int) -> Iterator[Held]:
    """Connections that are held, in a thread of their own, for as long as the block lasts."""
    held = Held(address, kind, count)
    done = threading.Event()

    def hold() -> None:
        part = 0
        while not done.is_set():
            held.look(0.05)
            held.drip(part % 20, 20)
            part += 1

    thread = threading.Thread(target=hold)
    thread.start()
    try:
        yield held
    finally:
        done.set()
        thread.join()
        held.close()


def few_files(most: int) -> tuple[str, ...]:
    """The command under a limit of open files."""
    return ("sh", "-c", f'ulimit -n {most} && exec "$@"', "sh", *COMMAND)


class Taps:
    """A phone that opens a table and taps, each tap on a connection of its own."""

    def __init__(self, address: str) -> None:
        self.browser = Browser(address)
        self.browser.get("/games/parade/new")
        self.browser.post("/games/parade/new", [("seat", "Ann"), ("seat", "Bo"), ("starter", "0"), ("do", "open")])
        found = re.search(r"/t/([^/]+)/", self.browser.url)
        assert found
        self.path = f"/t/{found[1]}/1/"
        self.count = 0

    def tap(self) -> float:
        """Write a number and see it on the page that comes back; seconds that took."""
        begun = time.perf_counter()
        row, number = ROWS[self.count % 6], self.count // 6 % 9 + 1
        self.count += 1
        self.browser.post(f"{self.path}write", [("tap", f"1.{row}.count.0.={number}")])
        assert self.path.rstrip("/") in self.browser.url
        return time.perf_counter() - begun

    def p95(self, count: int, pause: float) -> float:
        """The milliseconds that 95 of a hundred taps stay below, with so many seconds between them."""
        spans = []
        for _ in range(count):
            spans.append(self.tap())
            time.sleep(pause)
        return statistics.quantiles(spans, n=20)[-1] * 1000


def test_held_connections_neither_stop_nor_slow_anybody(
    tmp_path: Path, figure: Figure, tell: Callable[[str], None], request: pytest.FixtureRequest
) -> None:
    count, taps, pause = figure(20, 500), figure(2, 60), figure(0, 1) / 10
    with serving(tmp_path / "here") as app:
        phone = Taps(app.address)
        spans = {"undisturbed": phone.p95(taps, pause)}
        for kind in KINDS:
            with holding(app.address, kind, count):
                spans[kind] = phone.p95(taps, pause)
        spans["undisturbed again"] = phone.p95(taps, pause)
    tell("p95 " + ", ".join(f"{kind} {span:.0f} ms" for kind, span in spans.items()))
    quiet = max(spans["undisturbed"], spans["undisturbed again"])
    if request.config.getoption("--soak"):
        assert {kind: span for kind, span in spans.items() if span > 2 * quiet} == {}


def test_more_connections_than_files_stop_nobody_and_fill_no_log(tmp_path: Path) -> None:
    with serving(tmp_path / "here", command=few_files(128)) as app:
        begun = time.monotonic()
        with ExitStack() as held:
            for kind in KINDS:
                held.enter_context(holding(app.address, kind, 30))
            phone = Taps(app.address)
            for _ in range(5):
                phone.tap()
        seconds = time.monotonic() - begun
        app.process.terminate()
        assert app.process.wait(10) == 0
        assert app.process.stderr is not None
        assert len(app.process.stderr.readlines()) <= seconds + 2


def test_the_same_trouble_is_logged_once_a_second(tmp_path: Path) -> None:
    with serving(tmp_path / "here") as app:
        begun = time.monotonic()
        place = urlsplit(app.address)
        for _ in range(50):
            with socket.create_connection((place.hostname, place.port), timeout=10) as one:
                one.sendall(b"no such words\r\n\r\n")
                assert one.recv(4096).startswith(b"HTTP/1.1 400 ")
        seconds = time.monotonic() - begun
        app.process.terminate()
        assert app.process.wait(10) == 0
        assert app.process.stderr is not None
        assert 1 <= len(app.process.stderr.readlines()) <= seconds + 1


@pytest.fixture
def hasty(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Here]:
    """An app with little patience."""
    monkeypatch.setattr("scorekeeper.connections.HEAD", 0.2)
    monkeypatch.setattr("scorekeeper.connections.REQUEST", 1.5)
    monkeypatch.setattr("scorekeeper.connections.ANSWER", 0.2)
    monkeypatch.setattr("scorekeeper.whole.SECONDS", 0.2)
    here = Here(tmp_path / "here")
    yield here
    here.close()


@pytest.mark.parametrize("kind", KINDS)
def test_a_connection_that_never_gets_on_is_ended(hasty: Here, kind: str) -> None:
    held = Held(hasty.address, kind, 3, again=False)
    for _ in range(300):
        held.look(0.1)
        held.drip(0, 1)
        if not held.open:
            break
    assert held.ended == 3
    held.close()


def test_a_phone_that_does_not_take_its_answer_is_let_go(hasty: Here) -> None:
    place = urlsplit(hasty.address)
    with socket.socket() as one:
        one.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1024)
        one.connect((place.hostname, place.port))
        one.sendall(b"GET /static/app.js HTTP/1.1\r\nHost: localhost\r\n\r\n" * 400)
        assert gone(hasty)


def gone(here: Here) -> bool:
    """Whether all connections end, some time soon."""
    for _ in range(300):
        time.sleep(0.05)
        if here.front.all.total_requests and not here.front.all.connections:
            return True
    return False


def test_a_body_that_comes_in_parts_is_read_whole(hasty: Here) -> None:
    place = urlsplit(hasty.address)
    with socket.create_connection((place.hostname, place.port), timeout=10) as one:
        one.sendall(HEAD + b"Connection: close\r\nTransfer-Encoding: chunked\r\n\r\n5\r\ncode=\r\n")
        one.sendall(b"3\r\nABC\r\n0\r\n\r\n")
        said = b"".join(iter(lambda: one.recv(4096), b""))
    assert said.startswith(b"HTTP/1.1 400 ")
    assert b'value="ABC"' in said or b"value=ABC" in said


@pytest.mark.parametrize("chunked", [False, True])
def test_a_body_longer_than_any_form_is_refused_in_a_sentence(hasty: Here, chunked: bool) -> None:
    long = b"code=" + b"A" * 70_000
    place = urlsplit(hasty.address)
    with socket.create_connection((place.hostname, place.port), timeout=10) as one:
        if chunked:
            one.sendall(HEAD + b"Transfer-Encoding: chunked\r\n\r\n%x\r\n%b\r\n0\r\n\r\n" % (len(long), long))
        else:
            one.sendall(HEAD + b"Content-Length: %d\r\n\r\n" % len(long) + long)
        said = one.recv(65536)
        assert said.startswith(b"HTTP/1.1 413 ")
        one.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
        said += b"".join(iter(lambda: one.recv(65536), b""))
    assert b"HTTP/1.1 200 " in said


@pytest.mark.parametrize(("language", "sentence"), [("en", "Go back and try again."), ("de", "Zurückgehen")])
def test_a_body_that_does_not_come_in_time_is_told_so_in_a_sentence(hasty: Here, language: str, sentence: str) -> None:
    place = urlsplit(hasty.address)
    with socket.create_connection((place.hostname, place.port), timeout=10) as one:
        one.sendall(HEAD + f"Accept-Language: {language}\r\n".encode() + LENGTH)
        said = b"".join(iter(lambda: one.recv(4096), b"")).decode()
    assert said.startswith("HTTP/1.1 408 ")
    assert sentence in said


@pytest.mark.parametrize("room", [100, 60])
def test_a_club_behind_one_address_keeps_its_streams_whoever_holds_connections_there(
    hasty: Here, monkeypatch: pytest.MonkeyPatch, room: int
) -> None:
    monkeypatch.setattr("scorekeeper.connections.UNKNOWN", 8)
    monkeypatch.setattr("scorekeeper.connections.YOUNG", 0)
    monkeypatch.setattr("scorekeeper.connections.HEAD", 60)
    hasty.front.all.room = room
    alice, bo = two_phones(hasty.address)
    phones = [alice, bo, *(Phone(hasty.address).join(alice, f"/j/{hasty.link(alice.table)}") for _ in range(38))]
    streams = [phone.listen() for phone in phones]
    assert {heard(stream) for stream in streams} == {"data: 1"}
    held = Held(hasty.address, "half a head", 100, again=False)
    held.look(0.5)
    assert len(held.open) <= 8
    alice.tap(TAPS[0])
    assert {heard(stream) for stream in streams} == {"data: 2"}
    for one in (held, *streams):
        one.close()


def test_when_every_connection_is_in_use_a_new_one_ends_instead_of_an_old_one(hasty: Here) -> None:
    alice, bo = two_phones(hasty.address)
    streams = [alice.listen(), bo.listen()]
    assert [heard(stream) for stream in streams] == ["data: 1"] * 2
    hasty.front.all.room = 2
    late = Held(hasty.address, "nothing sent", 1, again=False)
    late.look(5)
    assert late.ended == 1
    hasty.front.all.room = 100
    alice.tap(TAPS[0])
    assert [heard(stream) for stream in streams] == ["data: 2"] * 2
    for one in (late, *streams):
        one.close()
