"""A game that somebody wins at once by an entry: no page says points, which did not decide it."""

import json
import re

import pytest
from flask.testing import FlaskClient

from tests.support.http import open_table, text

ONE_GAME = {"seven_wonders_duel": ("supremacy", "Supremacy"), "root": ("dominance", "Wins by dominance")}
"""Games of one round that an entry can win at once: its row, and how the pad calls it."""


@pytest.mark.parametrize("slug", ONE_GAME)
def test_a_game_won_at_once_says_by_what_and_no_points(client: FlaskClient, slug: str) -> None:
    row, label = ONE_GAME[slug]
    player = open_table(client, ("Ada", "Ben"), slug)
    player.tap(f"1.{row}.{row}.0.=1")
    for page in ("", "1/sheet", "evening", "board", "journal", "1/sheet.html", "tally.html"):
        told = re.sub(r"(?s)^.* waiting to be sent:", "", text(client.get(player.url + page).text))
        assert label in told, page
        if page != "journal":
            assert f"Ada wins. {label}: that ended the game immediately." in told, page
        assert not re.search(r"\b0\b(?! ?%)|tied|with 0|\+0", told), (page, told)
    assert "Ada wins" in text(client.get("/").text)
    assert " with 0" not in text(client.get("/").text)
    tables, rounds = (player.page(f"take/{name}.csv").splitlines() for name in ("tables", "rounds"))
    assert [line.split(",")[-4] for line in tables[1:]] == ["", ""]
    assert [(line.split(",")[-3], line.split(",")[-1]) for line in rounds[1:]] == [("", ""), ("", "")]
    plays = json.loads(player.page("take/plays.bgsplay"))["plays"]
    assert [score["score"] for play in plays for score in play["playerScores"]] == ["", ""]
