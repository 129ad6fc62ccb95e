"""Static files and icons: one version for all of them, compressed as the browser accepts it."""

import gzip
import json
import re
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient
from PIL import Image

from scorekeeper.web.http import compression
from scorekeeper.web.http.assets import build_url
from scorekeeper.web.http.compression import shorten_script, shorten_style
from tests.support.http import UNPACKED
from tests.support.loops import at_least_one


def test_the_address_of_a_file_is_new_whenever_any_file_is(tmp_path: Path) -> None:
    (tmp_path / "app.css").write_text("a{}")
    (tmp_path / "app.js").write_text("1")
    before = build_url(tmp_path, "app.css")
    assert re.fullmatch("/static/[0-9a-f]{6}/app.css", before)
    (tmp_path / "app.js").write_text("2")
    assert build_url(tmp_path, "app.css") == before
    assert build_url(tmp_path, "app.css", anew=True) != before


def test_a_file_with_a_version_is_kept_for_a_year_and_asked_for_once(client: FlaskClient) -> None:
    script, *_ = re.findall('<script type="module" src="([^"]+)"', client.get("/").text)
    for path in (script, "/static/app.js", "/static/app.css"):
        with client.get(path) as answer:
            assert answer.status_code == 200
            assert "max-age=31536000" in answer.headers["Cache-Control"]
        with client.get(path, headers={"If-None-Match": answer.headers["ETag"]}) as again:
            assert again.status_code == 304


def test_a_file_that_is_none_is_not_found(client: FlaskClient) -> None:
    for name in ("send-fr.js", "0123ab/send.js", "0123ab/../app.js", "0123ab/0123ab/app.js"):
        with client.get(f"/static/{name}") as answer:
            assert answer.status_code == 404


def test_several_style_sheets_come_in_one_answer(client: FlaskClient) -> None:
    (sheets,) = re.findall('<link rel="stylesheet" href="([^"]+)"', client.get("/").text)
    assert sheets.endswith("/app.css+pages.css")
    both = client.get(sheets)
    apart = [client.get(f"/static/{name}") for name in ("app.css", "pages.css")]
    assert both.data == apart[0].data + apart[1].data
    assert both.mimetype == "text/css"
    assert both.headers["Cache-Control"] == apart[0].headers["Cache-Control"]
    for answer in apart:
        answer.close()


@pytest.mark.parametrize("way", ["br", "gzip"])
def test_a_file_is_compressed_once_by_whatever_address_it_is_asked_for(client: FlaskClient, way: str) -> None:
    def ask(path: str) -> None:
        with client.get(path, headers={"Accept-Encoding": way}) as answer:
            assert answer.headers["Content-Encoding"] == way

    (sheets,) = re.findall('<link rel="stylesheet" href="([^"]+)"', client.get("/").text)
    ask("/static/round.css")
    ask(sheets)
    before = len(compression._files)
    for path in ("round.css", "./round.css", "././round.css", "fonts/../round.css", sheets.removeprefix("/static/")):
        ask(f"/static/{path}")
    ask("/static/app.css+pages.css")
    assert len(compression._files) == before


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
        size, sent = len(answer.data), UNPACKED[way](answer.data)
    with client.get(path, headers={"Accept-Encoding": "gzip"}) as answer:
        packed = gzip.decompress(answer.data)
        assert way != "br" or size < len(answer.data)
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


def manifest(client: FlaskClient) -> dict[str, Any]:
    with client.get("/static/manifest.webmanifest") as answer:
        content: dict[str, Any] = json.loads(answer.data)
    return content


def read(client: FlaskClient, address: str) -> Image.Image:
    with client.get(address) as answer:
        assert (answer.status_code, answer.mimetype) == (200, "image/png")
        return Image.open(BytesIO(answer.data))


@pytest.mark.parametrize("purpose", ["any", "maskable"])
def test_every_icon_of_the_manifest_is_there_in_the_size_it_says(client: FlaskClient, purpose: str) -> None:
    sizes = [
        (icon["sizes"], read(client, icon["src"]).size)
        for icon in manifest(client)["icons"]
        if icon["type"] == "image/png" and icon["purpose"] == purpose
    ]
    assert sizes
    assert [f"{width}x{height}" for _, (width, height) in sizes] == [said for said, _ in sizes]
    assert manifest(client)["id"] == "/"


def test_an_iphone_finds_its_icon_at_the_root_without_transparent_parts(client: FlaskClient) -> None:
    icon = read(client, "/apple-touch-icon.png")
    assert icon.size == (180, 180)
    # Where it were transparent, an iPhone would draw black.
    assert icon.convert("RGBA").getchannel("A").getextrema() == (255, 255)
