"""Static files: one version for all of them, and scripts that are loaded with the page."""

import re
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from scorekeeper.web.http import compression
from scorekeeper.web.http.assets import build_url


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
