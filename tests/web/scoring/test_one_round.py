"""A game of one round has no number of a round in its titles and on its keys."""

import pytest
from flask.testing import FlaskClient

from tests.support.http import open_table, primary
from tests.support.page_parsers import words

NAMES = ("Ann", "Ben", "Cem")


def read_title(html: str) -> str:
    return words(html.partition("<main")[0])


@pytest.mark.parametrize("slug", ["wingspan", "seven_wonders", "yahtzee"])
def test_a_game_of_one_round_says_who_plays_instead(client: FlaskClient, slug: str) -> None:
    table = open_table(client, NAMES, slug)
    for where in ("1/", "1/sheet", "seat"):
        title = read_title(table.page(where))
        assert "3 players" in title
        assert "Round" not in title
    assert primary(table.page("")) == "Score the game"
    assert "3 players" in words(client.get("/").text)
    assert "Round 1" not in words(client.get("/tables/running").text)


def test_a_game_of_several_rounds_numbers_them(client: FlaskClient) -> None:
    table = open_table(client, NAMES, "hearts")
    assert "Round 1" in read_title(table.page())
    assert primary(table.page("")) == "Score round 1"
