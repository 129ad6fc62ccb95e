"""Names on a phone: short ones in full, long ones with dots, none broken within a word, on every page of a table."""

from pathlib import Path
from random import Random

import pytest
from playwright.sync_api import Browser

from scorekeeper.games import GAMES
from scorekeeper.games.pad import Spot
from scorekeeper.table.journal import Write
from tests.support.browser import ADDRESS, PHONE_SIZES
from tests.support.drawing import drawing
from tests.support.overflow import NAMES_CUT
from tests.support.tables import Author, State, running

SHORT = 6

ROOM = 9
"""Letters of a name that fit next to two shorter names, an icon and numbers."""

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
    chromium: Browser, tmp_path: Path, players: int, size: tuple[int, int]
) -> None:
    with running(tmp_path / "instance", ADDRESS) as app:
        states = pages(Author(app.tables, NAMES), players)
        with drawing(chromium, app, size) as draw:
            cut = {state.name: draw(state).evaluate(NAMES_CUT, SHORT) for state in states}
    assert {name: list for name, list in cut.items() if list} == {}


def test_points_that_run_along_leave_a_name_the_room_that_the_others_do_not_need(
    chromium: Browser, tmp_path: Path
) -> None:
    with running(tmp_path / "instance", ADDRESS) as app:
        author = Author(app.tables, ("Ann", "Bruno", "Cleopatra"))
        table = author.open(GAMES["parade"], 3)
        too_many = {Spot(1, "red", "cards", 1, str(card)): 1 for card in range(1, 8)}
        author.write(table, Write({Spot(1, "red", "count", 0): 2, **too_many}))
        with drawing(chromium, app) as draw:
            page = draw(State("trouble", f"/t/{table}/1/"))
            assert page.locator("#red-dock .running li:has(.no)").count() == 2
            cut = page.evaluate(NAMES_CUT, ROOM)
    assert cut == []


CLIPPED = """
[...document.querySelectorAll('thead bdi')]
  .filter((one) => one.scrollHeight > one.clientHeight + 1)
  .map((one) => one.innerText)
"""
"""Script that returns the column headings of which a line is cut off."""


@pytest.mark.parametrize("size", PHONE_SIZES)
@pytest.mark.parametrize(("players", "teams"), [(6, "2"), (12, "2"), (9, "3"), (12, "4")])
def test_each_of_a_team_stands_in_its_heading(
    chromium: Browser, tmp_path: Path, players: int, teams: str, size: tuple[int, int]
) -> None:
    names = ("Alexander", "Bartholomew", "Christina", "Dorothea", "Emmanuel", "Franziska", "Ann", "Bo", "Cleo", "Dan")
    with running(tmp_path / "instance", ADDRESS) as app:
        author = Author(app.tables, (*names, "Konstantina", "Leonhard"))
        table = author.open(GAMES["tally"], players, teams=teams)
        author.write(table, Write({Spot(1, "points", "points", seat): seat for seat in range(int(teams))}))
        with drawing(chromium, app, size) as draw:
            for part in ("", "1/sheet"):
                page = draw(State(f"teams {part}", f"/t/{table}/{part}"))
                assert page.locator("thead bdi").count() == int(teams)
                assert page.evaluate(CLIPPED) == []
            if size == PHONE_SIZES[0] and int(teams) <= 3:
                page = draw(State("teams, keypad", f"/t/{table}/2/"))
                assert page.locator(".pad th small").count() == int(teams)
                wide = "(all) => all.filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.innerText)"
                assert page.locator(".pad th small").evaluate_all(wide) == []


UNLIKE_A_LINK = """
() => [...document.querySelectorAll('.rule')].filter((link) => link.checkVisibility()).filter((link) => {
  const {height, width} = link.getBoundingClientRect(), drawn = getComputedStyle(link);
  return height < 44 || width < 44 || drawn.textDecorationStyle !== 'dotted' || /§/.test(link.innerText);
}).map((link) => link.innerText)
"""
"""Script that returns the sentences that lead to their rule, but cannot be hit or do not look like a link."""


@pytest.mark.parametrize("size", PHONE_SIZES)
def test_a_sentence_that_leads_to_its_rule_looks_like_a_link_and_can_be_hit(
    chromium: Browser, tmp_path: Path, size: tuple[int, int]
) -> None:
    with running(tmp_path / "instance", ADDRESS) as app:
        author = Author(app.tables, ("Ann", "Bruno", "Cleopatra"))
        states = []
        for name in ("parade-referee-3", "diabolo-referee-3", "hawaiki-referee-3"):
            for part in (0.3, 1.0):
                table, _ = author.retell(name, part)
                states += [State(f"{name} {part} {path}", f"/t/{table}/{path}") for path in ("1/sheet", "1/play", "")]
        with drawing(chromium, app, size) as draw:
            unlike, count = {}, 0
            for state in states:
                page = draw(state)
                unlike[state.name] = page.evaluate(UNLIKE_A_LINK)
                count += page.locator(".rule:visible").count()
    # On a small phone the reasons of a sheet are behind its rows.
    assert count > (20 if size == PHONE_SIZES[0] else 5)
    assert {name: sentences for name, sentences in unlike.items() if sentences} == {}
