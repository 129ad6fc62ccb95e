"""Static files: one version for all of them, and a script with the messages of each language."""

import re
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from scorekeeper.language.catalogue import catalogue, languages
from scorekeeper.language.text import speak
from scorekeeper.web.http.assets import WAITING, build_url


def test_the_address_of_a_file_is_new_whenever_any_file_is(tmp_path: Path) -> None:
    (tmp_path / "app.css").write_text("a{}")
    (tmp_path / "app.js").write_text("1")
    before = build_url(tmp_path, "app.css")
    assert before.startswith("/static/app.css?v=")
    (tmp_path / "app.js").write_text("2")
    assert build_url(tmp_path, "app.css") == before
    assert build_url(tmp_path, "app.css", anew=True) != before


def test_a_file_with_a_version_is_kept_for_a_year_and_asked_for_once(client: FlaskClient) -> None:
    for path in ("/static/app.css", "/static/send-fr.js"):
        with client.get(path) as answer:
            assert answer.status_code == 200
            assert "max-age=31536000" in answer.headers["Cache-Control"]
        with client.get(path, headers={"If-None-Match": answer.headers["ETag"]}) as again:
            assert again.status_code == 304


@pytest.mark.parametrize("language", languages())
def test_what_is_said_of_taps_that_wait_comes_with_the_script_that_says_it(client: FlaskClient, language: str) -> None:
    html = client.get("/", headers={"Accept-Language": language}).text
    with client.get(f"/static/send-{language}.js") as answer:
        assert answer.mimetype == "text/javascript"
        script = answer.get_data(as_text=True)
    assert f"/static/send-{language}.js?v=" in html
    for why, text in WAITING.items():
        said = speak(text, catalogue(language))
        assert f'"{why}": "{said}"' in script
        assert said not in html
        assert (said == speak(text, catalogue("en"))) == (language == "en")
    assert {*re.findall(r"\bis\.(\w+)", script)} >= set(WAITING)


def test_no_language_that_is_not_spoken_has_a_script(client: FlaskClient) -> None:
    for name in ("send-xx.js", "send-.js", "send-en.css", "show-en.js"):
        with client.get(f"/static/{name}") as answer:
            assert answer.status_code == 404
