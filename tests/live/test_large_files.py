"""Files can be larger than any form. Sending them slowly, or many at a time, delays nobody's taps."""

import json
import secrets
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing
from http.client import HTTPConnection
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from scorekeeper.live.buffer_requests import LARGE_AT_ONCE
from scorekeeper.web.exchange.export import LARGEST_FILE
from tests.support.http import Browser
from tests.support.printing import TAPS, two_phones
from tests.support.server import Here

PHONE = f"~{0:016}"


@pytest.fixture
def here(tmp_path: Path) -> Iterator[Here]:
    """The app in this process."""
    app = Here(tmp_path / "here")
    yield app
    app.close()


@pytest.fixture
def hasty(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Here]:
    """An app with short time limits."""
    monkeypatch.setattr("scorekeeper.live.connections.REQUEST_TIMEOUT", 1.5)
    monkeypatch.setattr("scorekeeper.live.buffer_requests.BODY_TIMEOUT", 1.0)
    app = Here(tmp_path / "here")
    yield app
    app.close()


def file_of(tables: int) -> bytes:
    """Return the export file of a group with a number of tables."""

    def journal(game: str, *acts: object) -> dict[str, object]:
        lines = [{"at": 1, "phone": PHONE, "seat": None, "act": act} for act in acts]
        return {"id": secrets.token_hex(6), "game": game, "opened": 1, "lines": lines}

    setup = {"players": ["Anna", "Bo"], "options": {}, "seating": [[1, [0, 1]]], "starter": 0}
    group = journal("", {"group": "Club"})
    return json.dumps(
        {"scorekeeper": 1, "group": group, "tables": [journal("tally", setup) for _ in range(tables)]}
    ).encode()


class Sending:
    """A phone that sends a file as slowly as wanted."""

    def __init__(self, here: Here, file: bytes, length: int = 0) -> None:
        browser = Browser(here.address)
        browser.get("/bring")
        token = dict(browser.read_hidden_fields())["csrf_token"]
        cookies = "; ".join(f"{cookie.name}={cookie.value}" for cookie in browser.jar)
        head = f'--x\r\nContent-Disposition: form-data; name="csrf_token"\r\n\r\n{token}\r\n'
        head += '--x\r\nContent-Disposition: form-data; name="file"; filename="x.json"\r\n\r\n'
        self.body = head.encode() + file + b"\r\n--x--\r\n"
        place = urlsplit(here.address)
        self.connection = HTTPConnection(place.hostname or "", place.port or 0, timeout=60)
        self.connection.putrequest("POST", "/bring")
        for name, value in {
            "Content-Type": "multipart/form-data; boundary=x",
            "Content-Length": str(length or len(self.body)),
            "Cookie": cookies,
        }.items():
            self.connection.putheader(name, value)
        self.connection.endheaders()

    def send(self, body: bytes) -> None:
        self.connection.send(body)

    def answer(self) -> tuple[int, str]:
        with self.connection.getresponse() as answer:
            return answer.status, answer.read().decode()

    def close(self) -> None:
        self.connection.close()


def test_many_large_files_at_a_time_are_refused_and_taps_go_on(here: Here) -> None:
    alice, _ = two_phones(here.address)
    file = file_of(400)
    with ExitStack() as held:
        some = [held.enter_context(closing(Sending(here, file))) for _ in range(LARGE_AT_ONCE)]
        for phone in some:
            phone.send(phone.body[:70_000])
        until = time.monotonic() + 20
        while here.front.health.app.large < LARGE_AT_ONCE:
            assert time.monotonic() < until
            time.sleep(0.01)
        with closing(Sending(here, file)) as late:
            late.send(late.body)
            status, said = late.answer()
        assert (status, "Nothing was imported" in said) == (503, True)
        alice.tap(TAPS[0])
        with closing(Sending(here, b"{")) as small:
            small.send(small.body)
            assert small.answer()[0] == 422, "a small file waits for nobody"
        some[0].send(some[0].body[70_000:])
        assert some[0].answer()[0] == 303
    with closing(Sending(here, b" " * 100_000)) as again:
        again.send(again.body)
        assert again.answer()[0] == 422, "it is heard again, and no file of ours"


def test_a_large_file_that_comes_slowly_but_steadily_is_heard_to_its_end(
    hasty: Here, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("scorekeeper.live.buffer_requests.LEAST_BYTES_A_SECOND", 10_000)
    monkeypatch.setattr("scorekeeper.live.connections.LEAST_BYTES_A_SECOND", 10_000)
    with closing(Sending(hasty, file_of(400))) as phone:
        begun = time.monotonic()
        for start in range(0, len(phone.body), 10_000):
            phone.send(phone.body[start : start + 10_000])
            time.sleep(0.35)
        assert time.monotonic() - begun > 2.5, "longer than a body of the usual size may take"
        assert phone.answer()[0] == 303


def test_a_large_file_that_stops_coming_is_given_up(hasty: Here) -> None:
    with closing(Sending(hasty, b"", 3_000_000)) as phone:
        phone.send(b"x" * 200_000)
        assert phone.answer()[0] == 408
    with closing(Sending(hasty, b"", 3_000_000)) as phone:
        assert is_closed(phone)
    assert hasty.front.health.app.large == 0


def is_closed(phone: Sending) -> bool:
    """Return whether the server closes the connection of a phone that sends a byte now and then."""
    for _ in range(300):
        try:
            phone.send(b"x")
        except OSError:
            return True
        time.sleep(0.05)
    return False


@pytest.mark.parametrize("length", [LARGEST_FILE + 1, 3 * LARGEST_FILE])
def test_who_sends_a_larger_one_hears_why_it_is_refused(here: Here, length: int) -> None:
    with closing(Sending(here, b" " * length)) as phone:
        phone.send(phone.body)
        status, said = phone.answer()
    assert status == 413
    assert "This file is larger than 5 MB." in said
