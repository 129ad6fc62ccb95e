"""Names on a phone: short ones in full, long ones with dots, none broken within a word, on every page of a table."""

from random import Random

import pytest
from playwright.sync_api import Browser

from scorekeeper.games import GAMES
from scorekeeper.games.pad import Spot
from scorekeeper.table.journal import Write
from tests.support.browser import PHONE_SIZES
from tests.support.drawing import drawing
from tests.support.overflow import NAMES_CUT
from tests.support.tables import Author, Running, State

SHORT = 6


NAMES = ("Annabelle", "Bruno", "Chiara", "Dario", "Maximiliane von Hohenlohe", "Jo")


def pages(author: Author, players: int) -> list[State]:
    """Return states of a table of any game in its fifth round, and of the other games with as many players."""
    chance = Random(3)
    table = author.open(GAMES["tally"], players)
    for round in range(1, 6):
        points = {Spot(round, "points", "points", seat): chance.randint(0, 40) for seat in range(players)}
        author.write(table, Write(points))
    states = [State(f"any {part}", f"/t/{table}/{part}") for part in ("", "1/sheet", "board")]
    for slug in ("parade", "diabolo", "hawaiki"):
        if players <= GAMES[slug].seats[1]:
            table = author.open(GAMES[slug], players)
            states += [State(f"{slug} {part}", f"/t/{table}/1/{part}") for part in ("", "?way=deck", "sheet", "play")]
    return states


@pytest.mark.parametrize("size", PHONE_SIZES)
@pytest.mark.parametrize("players", [4, 6])
def test_short_names_stand_whole_and_long_ones_end_in_dots(
    chromium: Browser, here: Running, players: int, size: tuple[int, int]
) -> None:
    states = pages(Author(here.tables, NAMES), players)
    with drawing(chromium, here, size) as draw:
        cut = {state.name: draw(state).evaluate(NAMES_CUT, SHORT) for state in states}
    assert {name: list for name, list in cut.items() if list} == {}
