"""Responses are compressed as the browser accepts it."""

import gzip
import re
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from scorekeeper.web.http.compression import shorten_script, shorten_style
from tests.support.http import UNPACKED
from tests.support.loops import at_least_one


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
    """Return a page without what differs each time, or a style sheet without what means nothing."""
    return re.sub(rb'value="?[\w.-]{20,}', b"", page if page.startswith(b"<!doctype") else shorten_style(page))


def test_a_style_sheet_is_shortened_only_where_it_means_the_same() -> None:
    sheet = b"/* a; b */\n.a :is(b, c) > d {\n  width: calc(100% - 2 * 4px);\n"
    sheet += b'  content: "x";\n}\n@media (min-width: 9px) {\n  e {\n  }\n}\n'
    short = b'.a :is(b,c) > d{width:calc(100% - 2 * 4px);content:"x"}@media (min-width:9px){e{}}'
    assert shorten_style(sheet) == short
    assert shorten_style(short) == short


def test_no_script_has_a_text_of_several_lines() -> None:
    """Because they are sent without indentation and without lines that begin as comments do."""
    scripts = sorted((Path(__file__).parents[3] / "static").glob("*.js"))
    for script in at_least_one(scripts):
        code = re.sub(r"^\s*//.*$", "", script.read_text(encoding="utf-8"), flags=re.MULTILINE)
        assert [text for text in re.findall("`[^`]*`", code) if "\n" in text] == [], script.name
        assert "/*" not in code, script.name


def test_a_script_is_shortened_only_where_it_means_the_same() -> None:
    script = b'// What it does.\nif (a) {\n  // Why.\n  b("// no"); // c\n\n}\n'
    assert shorten_script(script) == b'if (a) {\nb("// no"); // c\n}\n'


def test_what_is_sent_is_smaller_for_a_browser_that_takes_brotli(client: FlaskClient) -> None:
    for path in ("/", "/static/app.css", "/static/outbox.js"):
        sizes = []
        for accepted in ("br, gzip", "gzip"):
            with client.get(path, headers={"Accept-Encoding": accepted}) as answer:
                sizes.append(len(answer.data))
        assert sizes[0] < sizes[1]
