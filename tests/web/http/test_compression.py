"""Responses are compressed as the browser accepts it; scripts are sent with their messages and without comments."""

import gzip
import re
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient

from scorekeeper.web.http.compression import KEPT_PARTS
from tests.support.http import UNPACKED


@pytest.mark.parametrize("name", ["app.js", "send.js", "show.js", "board.js", "worker.js"])
def test_a_script_is_sent_with_all_that_it_says(client: FlaskClient, app: Flask, name: str) -> None:
    with client.get(f"/static/{name}", headers={"Accept-Encoding": "gzip"}) as answer:
        sent = gzip.decompress(answer.data) if "Content-Encoding" in answer.headers else answer.data
    written = re.sub(rb"(?m)^\s*//.*", b"", (Path(str(app.static_folder)) / name).read_bytes())
    assert re.findall(KEPT_PARTS, sent) == re.findall(KEPT_PARTS, written)
    assert re.sub(rb"\s", b"", sent) == re.sub(rb"\s", b"", written)


def test_words_of_a_script_stay_apart(client: FlaskClient) -> None:
    with client.get("/static/send.js", headers={"Accept-Encoding": "gzip"}) as answer:
        sent = gzip.decompress(answer.data)
    for word in (b"async function sendAll()", b"for(const one of ", b'token"? value="?'):
        assert word in sent


@pytest.mark.parametrize(
    ("accepted", "way"),
    [
        ("gzip, deflate, br, zstd", "br"),
        ("br", "br"),
        ("gzip, deflate", "gzip"),
        ("gzip, br;q=0", "gzip"),
        ("gzip;q=0", None),
        ("identity", None),
        ("zebra", None),
        ("", None),
    ],
)
@pytest.mark.parametrize("path", ["/", "/static/app.css"])
def test_each_browser_is_sent_the_same_in_the_smallest_way_that_it_takes(
    client: FlaskClient, path: str, accepted: str, way: str | None
) -> None:
    with client.get(path, headers={"Accept-Encoding": accepted}) as answer:
        assert answer.headers.get("Content-Encoding") == way
        assert "Accept-Encoding" in answer.headers["Vary"]
        sent = UNPACKED[way](answer.data)
    with client.get(path, headers={"Accept-Encoding": "gzip"}) as answer:
        packed = gzip.decompress(answer.data)
    if way or path == "/":
        assert shorn(sent) == shorn(packed)
    else:
        assert b"/*" in sent
        assert b"/*" not in packed


def shorn(page: bytes) -> bytes:
    """Return a page without what differs each time."""
    return re.sub(rb'value="?[\w.-]{20,}', b"", page)


def test_what_is_sent_is_smaller_for_a_browser_that_takes_brotli(client: FlaskClient) -> None:
    for path in ("/", "/static/app.css", "/static/app.js"):
        sizes = []
        for accepted in ("br, gzip", "gzip"):
            with client.get(path, headers={"Accept-Encoding": accepted}) as answer:
                sizes.append(len(answer.data))
        assert sizes[0] < sizes[1]
