"""The first load of a page, compressed as the server sends it, fits into the first packets, in every language."""

import re

import pytest
from flask.testing import FlaskClient

from scorekeeper.language.catalogue import languages
from tests.support.games import WALKED
from tests.support.http import CAST, PHONE_SAYS, open_table

MOST = 14_600
"""Bytes that a server may send before it has heard from the phone at all."""

MOST_OF_A_ROUND = 10_200
"""Those of a page on which nothing is told yet: most has one of Parade, in French."""


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("slug", WALKED)
def test_a_page_with_its_style_and_script_fits_into_the_first_packets(
    client: FlaskClient, slug: str, language: str
) -> None:
    phone = {"User-Agent": PHONE_SAYS, "Accept-Language": language}
    wish = {"Accept-Encoding": "gzip", **phone}
    table = open_table(client, CAST, slug)
    for where in ("/", "/games/", f"/games/{slug}/new", table.url, f"{table.url}1/", f"{table.url}1/sheet"):
        html = client.get(where, headers=phone).text
        # What stands for browsers without script comes later where there is script.
        at_first = re.sub(r"(?s)<noscript>.*?</noscript>", "", html)
        asked = {where, *re.findall(r'(?:href|src)="(/static/[^"]+\.(?:css|js)[^"]*)"', at_first)}
        sizes = {}
        for one in asked:
            with client.get(one, headers=wish) as answer:
                sizes[one] = len(answer.data)
        assert len(sizes) > 2
        assert f'lang="{language}"' in html
        assert sum(sizes.values()) <= (MOST_OF_A_ROUND if where.endswith("/1/") else MOST), sizes


def test_a_phone_is_spared_the_styles_of_a_wide_screen_and_a_board_has_its_own(client: FlaskClient) -> None:
    table = open_table(client, CAST)
    for path, wide in ((table.url, True), (f"{table.url}1/", True), (f"{table.url}board", False)):
        assert ("wide.css" in client.get(path).text) == wide
        assert "wide.css" not in client.get(path, headers={"User-Agent": PHONE_SAYS}).text
