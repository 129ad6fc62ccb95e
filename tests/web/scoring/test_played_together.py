"""A game that all play together against the game has a score, and no winner among them."""

import re

from flask.testing import FlaskClient

from tests.support.http import open_table

SCORED = "Ann, Bo and Cleo scored 19 together."


def test_every_page_says_what_all_scored_together(client: FlaskClient) -> None:
    table = open_table(client, ("Ann", "Bo", "Cleo"), "hanabi")
    for colour, cards in zip(("red", "yellow", "green", "blue", "white"), (4, 5, 3, 2, 5), strict=True):
        table.tap(f"1.{colour}.{colour}..={cards}")
    table.tap("1.end.all..=1")
    for path in (f"{table.url}1/sheet", table.url, f"{table.url}board", f"{table.url}tally.html", "/tables/finished"):
        page = client.get(path, follow_redirects=True).text
        assert SCORED in page
        assert "share the win" not in page
        assert "Highest score wins" not in page
        assert "highest wins" not in page
        assert "gap" not in re.sub(r"<style.*?</style>", "", page)
        assert not re.search(r">\s*won\s*<", page)
