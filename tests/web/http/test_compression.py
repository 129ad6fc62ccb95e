"""Responses are compressed as the browser accepts it."""

import gzip
import re

import pytest
from flask.testing import FlaskClient

from tests.support.http import UNPACKED


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
    assert shorn(sent) == shorn(packed)


def shorn(page: bytes) -> bytes:
    """Return a page without what differs each time."""
    return re.sub(rb'value="?[\w.-]{20,}', b"", page)


def test_what_is_sent_is_smaller_for_a_browser_that_takes_brotli(client: FlaskClient) -> None:
    for path in ("/", "/static/app.css", "/static/outbox.js"):
        sizes = []
        for accepted in ("br, gzip", "gzip"):
            with client.get(path, headers={"Accept-Encoding": accepted}) as answer:
                sizes.append(len(answer.data))
        assert sizes[0] < sizes[1]
