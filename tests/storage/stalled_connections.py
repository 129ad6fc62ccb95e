"""Stalled connections, held open by a process of their own."""

import multiprocessing
import selectors
import socket
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from multiprocessing.synchronize import Event
from urllib.parse import urlsplit

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
"""Bytes that each kind of connection sends at once, and then every second. "closed": it shuts down its sending half."""

PARTS = 20
"""Number of turns per second among which the connections are divided."""


class StalledConnections:
    """Connections of one kind, held until the server ends them. With `again`, each is replaced after a second."""

    def __init__(self, address: str, kind: str, again: bool = True) -> None:
        place = urlsplit(address)
        self.place = (place.hostname or "", place.port or 0)
        self.first, self.then = KINDS[kind]
        self.again = again
        self.ended: list[float] = []
        self.made = 0
        self.selector = selectors.DefaultSelector()
        self.open: list[socket.socket] = []

    def connect(self, count: int = 1) -> None:
        """Open connections."""
        for _ in range(count):
            self._connect()

    def _connect(self) -> None:
        connection = socket.create_connection(self.place, timeout=10)
        connection.setblocking(False)
        # The server may end the connection before everything is sent.
        with suppress(OSError):
            connection.sendall(self.first)
            if self.then == b"closed":
                connection.shutdown(socket.SHUT_WR)
        self.open.append(connection)
        self.selector.register(connection, selectors.EVENT_READ)

    def look(self, seconds: float) -> None:
        """Record for some seconds which connections the server ends, and replace them if due."""
        until = time.monotonic() + seconds
        while self.again and self.made < len(self.ended) and self.ended[self.made] < until - 1:
            self._connect()
            self.made += 1
        while (left := until - time.monotonic()) > 0 and self.selector.get_map():
            for key, _ in self.selector.select(left):
                assert isinstance(key.fileobj, socket.socket)
                self._read(key.fileobj)
        time.sleep(max(0, until - time.monotonic()))

    def _read(self, connection: socket.socket) -> None:
        with suppress(OSError):
            if connection.recv(4096):
                return
        self._let_go(connection)
        self.ended.append(time.monotonic())

    def _let_go(self, connection: socket.socket) -> None:
        self.selector.unregister(connection)
        self.open.remove(connection)
        connection.close()

    def drip(self, part: int, parts: int) -> None:
        """Send the next byte on one of `parts` shares of the connections."""
        if self.then in (b"", b"closed"):
            return
        for connection in self.open[part::parts]:
            with suppress(OSError):
                connection.send(self.then)

    def close(self) -> None:
        for connection in list(self.open):
            self._let_go(connection)
        self.selector.close()


@contextmanager
def holding(address: str, kind: str, count: int) -> Iterator[None]:
    """Hold connections open for the duration of the block."""
    apart = multiprocessing.get_context("spawn")
    ready, done = apart.Event(), apart.Event()
    process = apart.Process(target=_hold, args=(address, kind, count, ready, done))
    process.start()
    try:
        assert ready.wait(60)
        yield
    finally:
        done.set()
        process.join()


def _hold(address: str, kind: str, count: int, ready: Event, done: Event) -> None:
    held = StalledConnections(address, kind)
    # Many connections are spread over a second, so that they do not overflow the backlog of the socket.
    turns = PARTS if count > 100 else 1
    part = 0
    while not done.is_set():
        if part < turns:
            held.connect(count // turns)
        elif part == 2 * turns:
            ready.set()
        held.look(1 / PARTS)
        held.drip(part % PARTS, PARTS)
        part += 1
    held.close()
