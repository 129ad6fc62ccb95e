"""The running totals on paper: one page with every round, the totals, the leader or winner, and the race chart."""

import re
from io import BytesIO
from random import Random

import pytest
from flask.testing import FlaskClient
from pypdf import PdfReader

from scorekeeper.games import GAMES
from scorekeeper.games.pad import Spot
from scorekeeper.games.referee import Action
from scorekeeper.printing.score_sheets import SHEET_PAPERS
from scorekeeper.table.journal import Write
from scorekeeper.table.moves import narrate_move
from tests.support.http import Player, cookie, text
from tests.support.printing import fonts
from tests.support.soak import SOAK
from tests.support.tables import Author

PEOPLE = ("Alice", "Bartholomew", "Maximiliane", "Bo", "Cleo", "Dan")


def on_paper(player: Player, query: str = "") -> PdfReader:
    """Return the printed running totals."""
    answer = player.client.get(f"{player.url}tally.pdf?{query}")
    assert (answer.status_code, answer.mimetype) == (200, "application/pdf")
    return PdfReader(BytesIO(answer.data))


def words(reader: PdfReader) -> str:
    """Return the text of a PDF."""
    return " ".join(" ".join(page.extract_text().split()) for page in reader.pages)


@pytest.mark.parametrize("paper", SHEET_PAPERS if SOAK else ["A5"])
def test_an_evening_of_twenty_rounds_is_one_page_with_whole_names_and_the_race(client: FlaskClient, paper: str) -> None:
    author, chance = Author(client.application.extensions["tables"], PEOPLE), Random(3)
    table = author.open(GAMES["tally"], 6)
    for round in range(1, 21):
        author.write(table, Write({Spot(round, "points", "points", seat): chance.randint(0, 40) for seat in range(6)}))
    client.set_cookie("browser", cookie("scoring"))
    reader = on_paper(Player(client, table), f"paper={paper}")
    assert len(reader.pages) == 1
    text = words(reader)
    assert [name for name in PEOPLE if text.count(name) < 2] == []  # in its column, and at the end of its line
    assert "Round 20" in text
    assert all("Plex" in name for name in fonts(reader))


def test_a_whole_game_that_was_told_is_printed_with_every_move(client: FlaskClient) -> None:
    tables = client.application.extensions["tables"]
    table, _ = Author(tables, PEOPLE).retell("parade-referee-3")
    client.set_cookie("browser", cookie("scoring"))
    player = Player(client, table)
    assert re.search(r'name="journal" value="yes"', player.page(""))
    said = text(player.page("tally.html?journal=yes"))
    loaded = tables.load(table)
    moves = [line for line in loaded.effective_lines if isinstance(line.act, Action)]
    assert len(moves) > 20
    for line in (moves[0], moves[10], moves[-1]):
        assert str(narrate_move(loaded, line)) in said
    assert "Alice plays" not in text(player.page("tally.html"))
