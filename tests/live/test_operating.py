"""Operation of a hosted app: health checks, access log, and a clean stop."""

import json
import re
import signal
import socket
import time
from collections.abc import Iterator
from contextlib import closing
from http.client import HTTPConnection
from pathlib import Path
from urllib.error import HTTPError
from urllib.parse import urlsplit
from urllib.request import Request, urlopen

import pytest

from scorekeeper.storage import access
from tests.support.http import score_a_game
from tests.support.loops import wait_until
from tests.support.printing import TAPS, read_event, two_phones
from tests.support.server import Here, Serving, serving


@pytest.fixture
def here(tmp_path: Path) -> Iterator[Here]:
    """The app in this process."""
    app = Here(tmp_path / "instance")
    yield app
    app.close()


def request(address: str, path: str, **headers: str) -> tuple[int, str]:
    try:
        with urlopen(Request(address.rstrip("/") + path, headers=headers)) as answer:
            return answer.status, answer.read().decode()
    except HTTPError as refused:
        with refused:
            return refused.code, refused.read().decode()


def ready(address: str) -> tuple[int, dict[str, object]]:
    """Return the status and the report of the readiness check once the printer has been tried."""
    for _ in range(300):
        status, said = request(address, "/readyz")
        if json.loads(said).get("printer") != "starting":
            break
        time.sleep(0.1)
    return status, json.loads(said)


def test_it_is_alive_and_ready_under_any_name(here: Here) -> None:
    assert request(here.address, "/healthz", Host="10.9.8.7.example.org") == (200, "alive\n")
    status, parts = ready(here.address)
    assert (status, parts["ready"], parts["database"]) == (200, True, "ok")
    assert parts["printer"] in ("ok", "missing")


def test_without_its_database_it_is_alive_but_not_ready(here: Here, tmp_path: Path) -> None:
    (tmp_path / "instance" / "scorekeeper.db").rename(tmp_path / "elsewhere.db")
    assert request(here.address, "/healthz")[0] == 200
    status, parts = ready(here.address)
    assert (status, parts["ready"], parts["database"]) == (503, False, "moved")
    (tmp_path / "elsewhere.db").rename(tmp_path / "instance" / "scorekeeper.db")
    wait_until(lambda: ready(here.address)[0] == 200)


def log_of(app: Serving) -> list[dict[str, object]]:
    """Stop the app and return the lines of its log."""
    app.process.send_signal(signal.SIGTERM)
    assert app.process.wait(10) == 0
    assert app.process.stderr is not None
    return [json.loads(line) for line in app.process.stderr.read().splitlines()]


def test_the_log_has_a_line_for_each_request_without_links_codes_or_names(tmp_path: Path) -> None:
    with serving(tmp_path / "here", "--log") as app:
        score_a_game(app.address)
        alice, bo = two_phones(app.address)
        with bo.listen() as stream:
            read_event(stream)
            alice.tap(TAPS[0])
            read_event(stream)
        link = "a" * 22
        assert request(app.address, f"/j/{link}?name=Quirina")[0] in (200, 404)
        assert request(app.address, "/BCDFG")[0] in (200, 404, 429)
        assert request(app.address, f"/nothing/{link}")[0] == 404
        lines = log_of(app)
    assert all({"at", "method", "route", "status", "ms", "bytes"} == set(line) for line in lines)
    routes = {line["route"] for line in lines}
    assert {"/j/<link>", "/<string(length=5):code>", "/t/<table_id>/", "/t/<table_id>/bell", ""} <= routes
    whole = json.dumps(lines)
    for secret in (alice.table, link, "BCDFG", "Quirina", "Alice"):
        assert secret not in whole


def test_a_fault_is_logged_by_its_route_and_not_by_its_link(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    here = Here(tmp_path / "instance")
    monkeypatch.setattr(access, "find_by_link", None)
    assert request(here.address, "/j/thesecretlink")[0] == 500
    here.close()
    assert "/j/<link>" in caplog.text
    assert "thesecretlink" not in caplog.text


def test_told_to_stop_it_sends_listeners_elsewhere_and_answers_what_was_begun(tmp_path: Path) -> None:
    with serving(tmp_path / "here") as app:
        _, bo = two_phones(app.address)
        there = urlsplit(app.address)
        body = b"code=BCDFG"
        with closing(HTTPConnection(there.hostname or "", there.port or 0)) as slow:
            slow.putrequest("POST", "/join")
            slow.putheader("Content-Type", "application/x-www-form-urlencoded")
            slow.putheader("Content-Length", str(len(body)))
            slow.endheaders(body[:4])
            with bo.listen() as stream:
                read_event(stream)
                told = time.monotonic()
                app.process.send_signal(signal.SIGTERM)
                last = stream.read().decode()
            assert re.search(r"^retry: \d+$", last, re.M)
            with pytest.raises(OSError, match="refused"):
                socket.create_connection((there.hostname, there.port)).close()
            slow.send(body[4:])
            with slow.getresponse() as answer:
                assert answer.status == 400  # a form without its token, but still a response
        assert app.process.wait(10) == 0
        assert time.monotonic() - told < 10
