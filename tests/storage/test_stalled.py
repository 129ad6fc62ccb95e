"""Tests with stalled connections: the app keeps answering others, and ends them in time."""

import re
import socket
import statistics
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from tests.storage.phones import Figure
from tests.storage.stalled_connections import HEAD, KINDS, LENGTH, StalledConnections, holding
from tests.support.http import ROWS, Browser
from tests.support.loops import wait_until
from tests.support.printing import TAPS, Phone, read_event, two_phones
from tests.support.server import COMMAND, Here, serving


def few_files(most: int) -> tuple[str, ...]:
    """Return the command that runs the app with a limit of open files."""
    return ("sh", "-c", f'ulimit -n {most} && exec "$@"', "sh", *COMMAND)


class Taps:
    """A phone that opens a table and taps, with a new connection for each tap."""

    def __init__(self, address: str) -> None:
        self.browser = Browser(address)
        self.browser.get("/games/parade/new")
        self.browser.post("/games/parade/new", [("seat", "Ann"), ("seat", "Bo"), ("starter", "0"), ("do", "open")])
        match = re.search(r"/t/([^/]+)/", self.browser.url)
        assert match
        self.path = f"/t/{match[1]}/1/"
        self.count = 0

    def tap(self) -> float:
        """Write a number, check that the page shows it, and return the seconds that took."""
        begun = time.perf_counter()
        row, number = ROWS[self.count % 6], self.count // 6 % 9 + 1
        self.count += 1
        self.browser.post(f"{self.path}write", [("tap", f"1.{row}.count.0.={number}")])
        assert self.path.rstrip("/") in self.browser.url
        return time.perf_counter() - begun

    def spans(self, count: int, pause: float) -> list[float]:
        """Return the seconds that each of `count` taps took, with a pause after each."""
        spans = []
        for _ in range(count):
            spans.append(self.tap())
            time.sleep(pause)
        return spans


def p95(spans: list[float]) -> float:
    """Return the 95th percentile in milliseconds."""
    return statistics.quantiles(spans, n=20)[-1] * 1000


def test_held_connections_neither_stop_nor_slow_anybody(
    tmp_path: Path, figure: Figure, tell: Callable[[str], None], request: pytest.FixtureRequest
) -> None:
    count, taps, pause = figure(20, 500), figure(1, 25), figure(0, 1) / 10
    slowed = {}
    with serving(tmp_path / "here") as app:
        phone = Taps(app.address)
        for kind in KINDS:
            quiet: list[float] = []
            disturbed: list[float] = []
            for _ in range(figure(1, 3)):  # alternately, because the load of the machine varies
                quiet += phone.spans(taps, pause)
                with holding(app.address, kind, count):
                    disturbed += phone.spans(taps, pause)
            if request.config.getoption("--soak"):
                tell(f"{kind}, p95 {p95(quiet):.0f} ms undisturbed, {p95(disturbed):.0f} ms beside {count}")
                slowed[kind] = p95(disturbed) / p95(quiet)
    assert {kind: times for kind, times in slowed.items() if times > 2} == {}


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


@pytest.fixture
def hasty(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Here]:
    """A running app with short timeouts."""
    monkeypatch.setattr("scorekeeper.live.connections.HEAD_TIMEOUT", 0.2)
    monkeypatch.setattr("scorekeeper.live.connections.REQUEST_TIMEOUT", 1.5)
    monkeypatch.setattr("scorekeeper.live.connections.READ_TIMEOUT", 0.2)
    monkeypatch.setattr("scorekeeper.live.buffer_requests.BODY_TIMEOUT", 0.2)
    here = Here(tmp_path / "here")
    yield here
    here.close()


@pytest.mark.parametrize("kind", KINDS)
def test_a_connection_that_never_gets_on_is_ended(hasty: Here, kind: str) -> None:
    held = StalledConnections(hasty.address, kind, again=False)
    held.connect(3)
    for _ in range(300):
        held.look(0.1)
        held.drip(0, 1)
        if not held.open:
            break
    assert len(held.ended) == 3
    held.close()


def test_a_phone_that_does_not_take_its_answer_is_let_go(hasty: Here) -> None:
    place = urlsplit(hasty.address)
    with socket.socket() as connection:
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1024)
        connection.connect((place.hostname, place.port))
        connection.sendall(b"GET /static/app.js HTTP/1.1\r\nHost: localhost\r\n\r\n" * 400)
        wait_until(lambda: hasty.front.all.total_requests and not hasty.front.all.connections, 15)


@pytest.mark.parametrize("chunked", [False, True])
def test_a_body_longer_than_any_form_is_refused_in_a_sentence(hasty: Here, chunked: bool) -> None:
    long = b"code=" + b"A" * 70_000
    place = urlsplit(hasty.address)
    with socket.create_connection((place.hostname, place.port), timeout=10) as connection:
        if chunked:
            connection.sendall(HEAD + b"Transfer-Encoding: chunked\r\n\r\n%x\r\n%b\r\n0\r\n\r\n" % (len(long), long))
        else:
            connection.sendall(HEAD + b"Content-Length: %d\r\n\r\n" % len(long) + long)
        said = connection.recv(65536)
        assert said.startswith(b"HTTP/1.1 413 ")
        connection.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
        said += b"".join(iter(lambda: connection.recv(65536), b""))
    assert b"HTTP/1.1 200 " in said


@pytest.mark.parametrize(("language", "sentence"), [("en", "Go back and try again."), ("de", "Zurückgehen")])
def test_a_body_that_does_not_come_in_time_is_told_so_in_a_sentence(hasty: Here, language: str, sentence: str) -> None:
    place = urlsplit(hasty.address)
    with socket.create_connection((place.hostname, place.port), timeout=10) as connection:
        connection.sendall(HEAD + f"Accept-Language: {language}\r\n".encode() + LENGTH)
        said = b"".join(iter(lambda: connection.recv(4096), b"")).decode()
    assert said.startswith("HTTP/1.1 408 ")
    assert sentence in said


@pytest.mark.parametrize("room", [100, 60])
def test_a_club_behind_one_address_keeps_its_streams_whoever_holds_connections_there(
    hasty: Here, monkeypatch: pytest.MonkeyPatch, room: int
) -> None:
    monkeypatch.setattr("scorekeeper.live.connections.MOST_UNTRUSTED", 8)
    monkeypatch.setattr("scorekeeper.live.connections.SAFE_AGE", 0)
    monkeypatch.setattr("scorekeeper.live.connections.HEAD_TIMEOUT", 60)
    hasty.front.all.room = room
    alice, bo = two_phones(hasty.address)
    phones = [alice, bo, *(Phone(hasty.address).join(alice, f"/j/{hasty.link(alice.table)}") for _ in range(38))]
    streams = [phone.listen() for phone in phones]
    assert {read_event(stream) for stream in streams} == {"data: 1"}
    held = StalledConnections(hasty.address, "half a head", again=False)
    held.connect(100)
    held.look(0.5)
    assert len(held.open) <= 8
    alice.tap(TAPS[0])
    assert {read_event(stream) for stream in streams} == {"data: 2"}
    for stream in (held, *streams):
        stream.close()


def test_a_body_that_comes_in_parts_is_read_whole(hasty: Here) -> None:
    place = urlsplit(hasty.address)
    with socket.create_connection((place.hostname, place.port), timeout=10) as connection:
        connection.sendall(HEAD + b"Connection: close\r\nTransfer-Encoding: chunked\r\n\r\n5\r\ncode=\r\n")
        connection.sendall(b"3\r\nABC\r\n0\r\n\r\n")
        said = b"".join(iter(lambda: connection.recv(4096), b""))
    assert said.startswith(b"HTTP/1.1 400 ")
    assert b'value="ABC"' in said or b"value=ABC" in said
