"""Whole rounds played move by move: told by somebody who hesitates, and the taps that they take."""

from random import Random

import pytest
from flask import Flask
from flask.testing import FlaskClient

from scorekeeper.games import GAMES
from scorekeeper.games.referee import Action
from tests.support.http import open_table
from tests.support.soak import SOAK
from tests.support.tables import Author
from tests.support.walks import picks
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


OPENING = "top"


def taps(app: Flask, name: str) -> list[int]:
    """Return the number of taps of each move after the first three cards: 1 if a button enters it, 2 with a preview."""
    tables = app.extensions["tables"]
    table = tables.load(Author(tables).retell(name)[0])
    told = {line.seq: line.act for line in table.lines if isinstance(line.act, Action)}
    numbers = []
    for play in table.known.plays.values():
        for seq, state in play.before.items():
            act = told.get(seq)
            entries = [
                entry for entry in play.referee.entries(state) if any(pick.action == act for pick in picks(entry))
            ]
            if act and entries and act.kind != OPENING:
                numbers.append(2 if entries[0].preview else 1)
    return numbers
