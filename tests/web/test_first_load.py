"""Pages and the files they load stay small, compressed as the server sends them."""

import re
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from scorekeeper.language.catalogue import languages
from tests.support.games import NAMES, WALKED
from tests.support.http import CAST, PHONE_SAYS, open_table

ROOT = Path(__file__).parents[2]

TEMPLATES = ROOT / "templates"

MOST_OF_A_PAGE = 6_000
"""The maximum size of a page in bytes. With nothing cached, HTML is what a phone waits for at each tap."""

MOST_OF_FILES = 53_000
"""The maximum size of all style sheets, scripts and icons together in bytes. A browser loads them once."""


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("slug", WALKED)
def test_every_page_of_a_table_is_small(client: FlaskClient, slug: str, language: str) -> None:
    table = open_table(client, CAST, slug)
    for path in ("/", "/games/", f"/games/{slug}/new", table.url, f"{table.url}1/", f"{table.url}1/sheet"):
        assert 500 < measure(client, path, language) <= MOST_OF_A_PAGE, path


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize(("players", "drawn"), [(2, "No pile has 2 more"), (4, "Cleo"), (6, '<main class="deck">')])
def test_a_round_of_two_of_four_and_the_full_deck_of_six_are_small(
    client: FlaskClient, players: int, drawn: str, language: str
) -> None:
    table = open_table(client, NAMES[:players])
    assert drawn in client.get(f"{table.url}1/", headers={"User-Agent": PHONE_SAYS}).text
    assert 500 < measure(client, f"{table.url}1/", language) <= MOST_OF_A_PAGE


def test_all_files_that_pages_load_are_small_together(client: FlaskClient) -> None:
    files = {path.name for path in (ROOT / "static").iterdir() if path.suffix in (".css", ".js", ".svg")}
    # For the printer, for the television, and what is loaded behind the page, over https only.
    files -= {"print.css", "board.css", "board.js", "worker.js"}
    assert len(files) > 10
    assert sum(measure(client, f"/static/{name}", "fr") for name in files) <= MOST_OF_FILES


def test_a_page_waits_for_no_script(client: FlaskClient) -> None:
    table = open_table(client, CAST)
    for path in ("/", table.url, f"{table.url}1/"):
        scripts = re.findall(r"<script[^>]*>", client.get(path).text)
        assert scripts
        assert all('type="module"' in script for script in scripts)


def measure(client: FlaskClient, path: str, language: str) -> int:
    """Return the size of a page or file in bytes, compressed with gzip."""
    wish = {"Accept-Encoding": "gzip", "User-Agent": PHONE_SAYS, "Accept-Language": language}
    with client.get(path, headers=wish) as answer:
        assert answer.status_code == 200
        return len(answer.data)


def test_the_icon_of_the_style_sheet_is_the_same_as_that_of_the_page(client: FlaskClient) -> None:
    with client.get("/static/app.css") as answer:
        styles = answer.text
    (drawn,) = re.findall(r"\.i-offline \{.*?<svg[^>]*>(.*?)</svg>", styles, re.S)
    paths = dict(re.findall(r"^  '(\w+)': '(.*)',$", (TEMPLATES / "_icons.html").read_text(encoding="utf-8"), re.M))
    assert drawn == paths["offline"]
