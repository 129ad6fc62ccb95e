"""Tests with random requests, sent as bytes to the real server: each gets an answer, and the app never fails.

The long form sends 3,000 requests per seed and table: SCOREKEEPER_SEEDS=1-334 sends a million.
"""

import re
import socket
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from random import Random
from urllib.parse import quote, urlencode, urlsplit

import pytest

from tests.storage.phones import Figure
from tests.support.http import flip_taps
from tests.support.printing import Phone
from tests.support.server import Here
from tests.support.soak import list_seeds


def apart(words: str) -> list[str]:
    return words.split(" ")


METHODS = apart("GET GET POST POST POST POST HEAD OPTIONS PUT DELETE PATCH CONNECT TRACE FOO get")

WORDS = [
    *apart("0 1 -1 99 1e9 NaN ٣ % %ff .. // true [ {} ' <b> é parade score kept red 1.red.count.0.=4 go watch BCDFG"),
    *("", "9" * 400, "a" * 300, "\x00", "\n", "\u202e"),
]

HOSTS = [
    *apart(". a..b xn--a xn-- [::1] [:::] [ ] : a:b a:0 a:99999 evil.example a,b \xff - a.-.b %00 127.0.0.1:8000"),
    *("", "x" * 64, "x." * 130, "a b"),
]

FORM = "application/x-www-form-urlencoded"

KINDS = [
    *apart("application/json multipart/form-data text/plain x multipart/form-data;boundary=b \xff/\xff a/b;c*=d''e"),
    *("", f"{FORM}; charset=utf-7"),
]

BODIES = [
    *(b"1", b"NaN", b"null", b"[1,2]", b"{}", b"\xff\xfe", b"%", b"--b\r\n", b"--b--", b"[" * 30_000, b'{"a":' * 9_000),
    *(b"a=%ff&b=%00&" * 50, b"&" * 9_000, b"x" * 70_000),
    b'--b\r\nContent-Disposition: form-data; name="tap"\r\n\r\n1\r\n--b--\r\n',
]

NAMES = [
    *apart("Accept-Language Accept-Encoding Origin Referer Seen Range If-None-Match If-Modified-Since If-Range Op"),
    *apart("X-CSRFToken X-Forwarded-For X-Forwarded-Host Forwarded Authorization Upgrade Expect Content-Encoding"),
]

VALUES = [
    *apart('1 de;q=x http://[ null bytes=0-,-1 " W/ 100-continue websocket \xff * ,;= http://localhost gzip'),
    *("", "\t", "9" * 5_000, "Mon, 99 Foo 0000 99:99:99 GMT", "en-" + "x" * 2_000),
]

FINAL = re.compile(rb"^HTTP/1\.1 ([2-5]\d\d) ", re.M)
"""Status line of the final response. A 100 precedes it if the request asks for that."""

FIELDS = apart("tap op seen way strike seat words why at typed reason code do starter pick move lang")

PATHS = ["*", "/%", "//a", "/\\", "a:b", "/%2e%2e", "/?" + "a" * 9_000]


class Chance:
    """Generator of random requests for an app with one open table."""

    def __init__(self, seed: int, here: Here, phone: Phone) -> None:
        self.random = Random(seed)
        self.rules = [rule.rule for rule in here.app.url_map.iter_rules() if not rule.rule.endswith(".pdf")]
        self.table = phone.table
        self.cookies = [f"{cookie.name}={cookie.value}" for cookie in phone.jar]
        phone.get(f"/t/{phone.table}/1/")
        self.token = dict(phone.read_hidden_fields())["csrf_token"]
        self.taps = flip_taps()

    def word(self) -> str:
        """Return a random word or value."""
        return self.random.choice((*WORDS, self.table, self.table, *self.random.sample(self.taps, 3)))

    def path(self) -> str:
        """Return a path of the app with its parameters and a query filled in, suitably or not."""
        usual = {"table": self.table, "slug": "parade", "round": "1", "kind": "score", "filename": "app.js"}

        def fill(part: re.Match[str]) -> str:
            fits = self.random.random() < 0.8
            return quote(usual.get(part[1], "1") if fits else self.word(), safe="")

        address = re.sub(r"<(?:[^:>]*:)?(\w+)>", fill, self.random.choice(self.rules))
        if self.random.random() < 0.5:
            address += "?" + urlencode([(self.random.choice(FIELDS), self.word()) for _ in range(3)])
        return address if self.random.random() < 0.95 else self.random.choice(PATHS)

    def form(self) -> bytes:
        """Return a form with the fields of the app’s own pages and random values."""
        fields = [("csrf_token", self.token), ("op", f"{self.random.getrandbits(128):032x}"), ("seen", "1")]
        fields += [(self.random.choice(FIELDS), self.word()) for _ in range(4)]
        return urlencode(fields).encode()

    def request(self) -> bytes:
        """Return a request that is mostly valid."""
        chance = self.random
        body = self.form() if chance.random() < 0.6 else chance.choice(BODIES)
        host = "localhost" if chance.random() < 0.85 else chance.choice(HOSTS)
        lines = [f"{chance.choice(METHODS)} {self.path()} HTTP/1.1", f"Host: {host}"]
        if chance.random() < 0.8:
            lines.append(f"Cookie: {'; '.join(self.cookies)}")
        if chance.random() < 0.3:
            lines.append(f"X-CSRFToken: {self.token}")
        if chance.random() < 0.9:
            lines.append(f"Content-Type: {FORM if chance.random() < 0.7 else chance.choice(KINDS)}")
        lines += [f"{chance.choice(NAMES)}: {chance.choice(VALUES)}" for _ in range(chance.randrange(3))]
        length: object = len(body)
        if chance.random() < 0.05:
            length = chance.choice(("", "-1", "x", "9" * 30, "1, 1", len(body) + 1, 0))
        if chance.random() < 0.1:
            lines.append("Transfer-Encoding: chunked")
            body = b"%x\r\n%b\r\n0\r\n\r\n" % (len(body), body)
        else:
            lines.append(f"Content-Length: {length}")
        return "\r\n".join([*lines, "Connection: close", "", ""]).encode("latin-1") + body


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Here]:
    """A running app with short timeouts that lets one network start a table for each seed."""
    monkeypatch.setattr("scorekeeper.live.buffer_requests.BODY_TIMEOUT", 0.1)
    instance = tmp_path / "here"
    instance.mkdir()
    (instance / "config.py").write_text("NEW_TABLES = 10_000\n")
    here = Here(instance)
    yield here
    here.close()


def answer(address: str, request: bytes) -> int:
    """Return the status of the response."""
    place = urlsplit(address)
    said, match = b"", None
    with socket.create_connection((place.hostname, place.port), timeout=20) as connection:
        # The server may refuse a request before it has read all of it.
        with suppress(ConnectionError):
            connection.sendall(request)
        with suppress(ConnectionError):
            while match is None and (part := connection.recv(4096)):
                said += part
                match = FINAL.search(said)
    return int(match[1]) if match else 0


def test_no_request_makes_the_app_fail(here: Here, figure: Figure, tell: Callable[[str], None]) -> None:
    told: Counter[int] = Counter()
    # A table with many lines answers slowly, so more requests need more tables.
    for seed in list_seeds(range(7, 7 + figure(1, 10))):
        chance = Chance(seed, here, Phone(here.address).open_table())
        for _ in range(figure(300, 3_000)):
            request = chance.request()
            status = answer(here.address, request)
            assert 200 <= status < 500, request[:2000]
            told[status] += 1
    assert {200, 303, 400, 404, 405, 415} <= told.keys()
    tell(", ".join(f"{status}: {count}" for status, count in sorted(told.items())))
