"""What a pad says about a row is read where the row is entered, also where all rows share a page."""

import pytest
from flask.testing import FlaskClient
from markupsafe import escape

from scorekeeper.games import GAMES
from scorekeeper.printing.blank_pads import make_setup
from tests.support.http import open_table


@pytest.mark.parametrize("slug", ["schafkopf", "skat", "tarot"])
def test_each_row_that_is_asked_has_its_hint(client: FlaskClient, slug: str) -> None:
    game = GAMES[slug]
    names = ("Ann", "Ben", "Cem", "Dora", "Eli")[: game.seats[1]]
    html = open_table(client, names, slug).page("1/")
    rows = game.rows(make_setup(game, len(names)))
    asked = [row for row in rows if row.hint and f'aria-label="{escape(str(row.label))}' in html]
    assert asked
    for row in asked:
        assert str(escape(str(row.hint))) in html, row.key
