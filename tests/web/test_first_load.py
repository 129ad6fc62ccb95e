"""The first load of a page fits into the first packets in every language, compressed as the server sends it."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from scorekeeper.language.catalogue import languages
from tests.support.games import NAMES, WALKED
from tests.support.http import CAST, PHONE_SAYS, open_table

TEMPLATES = Path(__file__).parents[2] / "templates"

WEB = Path(__file__).parents[2] / "scorekeeper" / "web"

MOST = 14_600
"""Bytes that a server may send before the phone acknowledges any (TCP's initial window of ten segments)."""

MOST_OF_A_ROUND = 9_500
"""The limit for an entry page with nothing entered. The largest is Diabolo in French."""

MOST_OVER_HTTPS = 8_200
"""The same limit for browsers that accept Brotli."""


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("slug", WALKED)
def test_a_page_with_its_style_and_script_fits_into_the_first_packets(
    client: FlaskClient, slug: str, language: str
) -> None:
    phone = {"User-Agent": PHONE_SAYS, "Accept-Language": language}
    table = open_table(client, CAST, slug)
    for where in ("/", "/games/", f"/games/{slug}/new", table.url, f"{table.url}1/", f"{table.url}1/sheet"):
        html = client.get(where, headers=phone).text
        # Browsers with JavaScript do not load what is in <noscript> here, but after the page is shown.
        at_first = re.sub(r"(?s)<noscript>.*?</noscript>", "", html)
        asked = {where, *re.findall(r'(?:href|src)="(/static/[^"]+\.(?:css|js)[^"]*)"', at_first)}
        assert len(asked) > 2
        assert f'lang="{language}"' in html
        fresh = where.endswith("/1/")
        assert load(client, asked, {"Accept-Encoding": "gzip", **phone}) <= (MOST_OF_A_ROUND if fresh else MOST)
        if fresh:
            assert load(client, asked, {"Accept-Encoding": "gzip, br", **phone}) <= MOST_OVER_HTTPS


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize(("players", "drawn"), [(2, "No pile has 2 more"), (4, "Cleo"), (6, "<main class=deck>")])
def test_tables_of_two_and_four_and_the_full_deck_of_one_of_six_fit_as_well(
    client: FlaskClient, players: int, drawn: str, language: str
) -> None:
    phone = {"User-Agent": PHONE_SAYS, "Accept-Language": language}
    table = open_table(client, NAMES[:players])
    html = client.get(f"{table.url}1/", headers=phone).text
    assert drawn in html or language != "en"
    at_first = re.sub(r"(?s)<noscript>.*?</noscript>", "", html)
    asked = {f"{table.url}1/", *re.findall(r'(?:href|src)="(/static/[^"]+\.(?:css|js)[^"]*)"', at_first)}
    assert load(client, asked, {"Accept-Encoding": "gzip", **phone}) <= MOST_OF_A_ROUND


def load(client: FlaskClient, addresses: set[str], wish: dict[str, str]) -> int:
    """Return the bytes of a page and of the files it loads."""
    size = 0
    for address in addresses:
        with client.get(address, headers=wish) as answer:
            size += len(answer.data)
    return size


def test_a_picture_that_comes_later_is_the_same_as_one_that_stands_there(client: FlaskClient) -> None:
    with client.get("/static/later.css") as answer:
        later = answer.text
    pictures = dict(re.findall(r"\.i-(\w+)\{--i:url\('data:image/svg\+xml,<svg[^>]*>(.*?)</svg>'\)\}", later))
    paths = dict(re.findall(r"^  '(\w+)': '(.*)',$", (TEMPLATES / "_icons.html").read_text(encoding="utf-8"), re.M))
    assert len(pictures) > 10
    assert pictures == {name: paths[name] for name in pictures}
    used = set(in_menus()) & set(paths)
    assert {"check", "print", "tv"} <= used <= set(pictures)


def in_menus() -> Iterator[str]:
    """Yield the icons that entries of menus name."""
    for source in WEB.rglob("*.py"):
        for node in ast.walk(ast.parse(source.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "MenuEntry":
                parts = (part for picture in node.args[2:3] for part in ast.walk(picture))
                yield from (str(part.value) for part in parts if isinstance(part, ast.Constant))


def test_a_phone_is_spared_the_styles_of_a_wide_screen_and_a_board_has_its_own(client: FlaskClient) -> None:
    table = open_table(client, CAST)
    for path, wide in ((table.url, True), (f"{table.url}1/", True), (f"{table.url}board", False)):
        assert ("wide.css" in client.get(path).text) == wide
        assert "wide.css" not in client.get(path, headers={"User-Agent": PHONE_SAYS}).text
