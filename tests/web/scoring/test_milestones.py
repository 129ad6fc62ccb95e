"""What a room hears of: another leader, a round that is closed, a game that is won."""

import json
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from http.server import BaseHTTPRequestHandler, HTTPServer
from typing import Any

import pytest
from flask import Flask

from scorekeeper.hook import HOOK_PATIENCE, Hook, parse_address
from scorekeeper.language.text import NotDone
from scorekeeper.table.milestones import Progress, compare
from tests.support.http import Player, flip_taps
from tests.support.loops import wait_until

WHOLE = [*flip_taps(), "1.end.all..=1"]
"""The taps that enter the example, and that it is whole."""


@pytest.fixture
def told() -> Iterator[tuple[str, list[dict[str, Any]], threading.Event]]:
    """The address of a program that is told, what it was told, and an event without which it does not answer."""
    bodies: list[dict[str, Any]] = []
    answers = threading.Event()
    answers.set()

    class Program(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            bodies.append(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))
            answers.wait(10)
            self.send_response(204)
            self.end_headers()

        def log_message(self, format: str, *args: object) -> None:
            """Say nothing."""

    with HTTPServer(("127.0.0.1", 0), Program) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}/cards", bodies, answers
        answers.set()
        server.shutdown()
        thread.join()


def wait_for(bodies: list[dict[str, Any]], count: int) -> None:
    """Wait until the program was told so often."""
    wait_until(lambda: len(bodies) >= count)


@pytest.fixture
def connect(app: Flask) -> Iterator[Callable[[str], None]]:
    """Return a function that lets an address be told of each line, as the server does."""
    tables, hooks = app.extensions["tables"], list[Hook]()

    def connect(address: str) -> None:
        hooks.append(Hook(address, tables))
        tables.ring = lambda table_id, newest: hooks[0].note(table_id)

    yield connect
    hooks[0].close()


def test_a_program_is_told_of_each_new_leader(
    connect: Callable[[str], None], alice: Player, told: tuple[str, list[dict[str, Any]], threading.Event]
) -> None:
    address, bodies, _ = told
    connect(address)
    first = {"event": "lead", "game": "parade", "round": 1, "leaders": ["Hatter"], "points": 27}
    for tap in WHOLE:
        alice.tap(tap)
    wait_for(bodies, 1)
    # A pile that is taken back counts as no cards, because the rest is marked as entered.
    alice.tap("1.red.count.2.=")
    wait_for(bodies, 2)
    alice.tap("1.red.count.2.=4")
    wait_for(bodies, 3)
    assert [bodies[0], bodies[2]] == [first, first]
    assert bodies[1]["leaders"] != ["Hatter"]


def test_a_tap_never_waits_for_the_program(
    connect: Callable[[str], None], alice: Player, told: tuple[str, list[dict[str, Any]], threading.Event]
) -> None:
    address, bodies, answers = told
    connect(address)
    answers.clear()
    for tap in WHOLE:
        alice.tap(tap)
    wait_for(bodies, 1)
    begun = time.monotonic()
    alice.tap("1.red.count.2.=")
    assert time.monotonic() - begun < HOOK_PATIENCE / 2


@pytest.mark.parametrize(
    ("before", "after", "said"),
    [
        (Progress(), Progress((0,), 1), "lead"),
        (Progress(), Progress((), 1), "round"),
        (Progress((0,), 1), Progress((0,), 2), "round"),
        (Progress((0,), 1), Progress((1,), 2), "lead"),
        (Progress((0,), 1), Progress((1,), 2, (1,)), "won"),
        (Progress((0,), 2), Progress((0,), 1), ""),
        (Progress((0,), 2), Progress((), 2), ""),
        (Progress((0,), 2, (0,)), Progress((0,), 2, (0,)), ""),
    ],
)
def test_the_most_important_thing_is_said(before: Progress, after: Progress, said: str) -> None:
    assert compare(before, after) == said


def test_a_hook_is_a_web_address() -> None:
    assert [parse_address(setting) for setting in (None, "", "https://a.example/b")] == ["", "", "https://a.example/b"]
    for setting in ("a.example", "file:///etc/passwd", "http://", "http://[", "http://a:x/", "http://a:99999/", 7):
        with pytest.raises(NotDone):
            parse_address(setting)


ODD_RESPONSES = {
    "moved": b"HTTP/1.1 302 Found\r\nLocation: http://%(elsewhere)s/\r\nContent-Length: 0\r\n\r\n",
    "moved with the method": b"HTTP/1.1 307 Moved\r\nLocation: http://%(elsewhere)s/\r\nContent-Length: 0\r\n\r\n",
    "moved to a file": b"HTTP/1.1 302 Found\r\nLocation: file:///etc/passwd\r\n\r\n",
    "another protocol": b"SSH-2.0-OpenSSH_9\r\n",
    "no number": b"HTTP/1.1 ??? X\r\n\r\n",
    "many headers": b"HTTP/1.1 500 X\r\n" + b"X: y\r\n" * 200 + b"\r\n",
    "a long line": b"x" * 100_000,
    "nothing": b"",
}


class OddProgram:
    """A program that sends the same bytes to everybody."""

    def __init__(self, response: bytes) -> None:
        self.response = response
        self.requests: list[bytes] = []
        self.socket = socket.create_server(("127.0.0.1", 0))
        self.place = f"127.0.0.1:{self.socket.getsockname()[1]}"
        threading.Thread(target=self.work, daemon=True).start()

    def work(self) -> None:
        with suppress(OSError):
            while True:
                conn, _ = self.socket.accept()
                with conn, suppress(OSError):
                    self.requests.append(conn.recv(65536))
                    conn.sendall(self.response)


@pytest.mark.parametrize("response", ODD_RESPONSES.values(), ids=ODD_RESPONSES)
def test_an_odd_answer_leads_nowhere_and_is_one_line_in_the_log(
    connect: Callable[[str], None], alice: Player, response: bytes, caplog: pytest.LogCaptureFixture
) -> None:
    elsewhere = OddProgram(b"HTTP/1.1 204 X\r\n\r\n")
    program = OddProgram(response.replace(b"%(elsewhere)s", elsewhere.place.encode()))
    connect(f"http://{program.place}/cards")
    for tap in WHOLE:
        alice.tap(tap)
    wait_until(lambda: any(record.name == "scorekeeper.hook" for record in caplog.records))
    assert [(record.levelname, record.exc_info) for record in caplog.records] == [("WARNING", None)]
    assert elsewhere.requests == []
    program.socket.close()
    elsewhere.socket.close()
