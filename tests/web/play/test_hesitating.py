"""Rounds played by forms without script, with hesitating taps: only what was last on the screen is recorded."""

from random import Random

import pytest
from flask.testing import FlaskClient

from scorekeeper.games import GAMES
from tests.support.http import open_table
from tests.support.soak import SOAK
from tests.web.play.hesitant_user import HesitantUser, Scriptless

WALKS = 60 if SOAK else 1

PEOPLE = ("Ann", "Bob", "Cleo", "Dan", "Eve", "Fay")

REFEREED = [game.slug for game in GAMES.values() if game.referee]


@pytest.mark.parametrize("number", range(WALKS))
@pytest.mark.parametrize("slug", REFEREED)
def test_what_is_recorded_is_what_was_last_on_the_screen(client: FlaskClient, slug: str, number: int) -> None:
    chance = Random(f"{slug} {number}")
    game = GAMES[slug]
    players = chance.randint(*game.seats)
    table = open_table(client, PEOPLE[:players], slug)
    first = Scriptless(client, f"{table.url}1/")
    first.tap(first.page.links("Move by move")[0])
    if (number + REFEREED.index(slug)) % 2:
        first.tap(next(control for control in first.page.controls if control.words.startswith("Preview")))
    tables = client.application.extensions["tables"]
    hand = HesitantUser(first, lambda: tables.load(table.table), chance, doubts=30 if SOAK else 15)
    state = hand.tells_the_round()
    assert game.referee
    sheet = game.score(hand.setup, game.referee.marks(state), 1)
    shown = tables.load(table.table).sheet(1)
    assert shown.totals == sheet.totals
    assert shown.winners == sheet.winners
