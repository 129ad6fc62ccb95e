"""Words that have space are shown in full, on a phone and on the TV scoreboard, which is read from four metres."""

from collections.abc import Callable, Iterator
from random import Random

import pytest
from playwright.sync_api import Browser, Page

from scorekeeper.games import GAMES
from scorekeeper.games.pad import Mark, Spot
from scorekeeper.language.catalogue import LANGUAGES, languages
from scorekeeper.storage import access
from scorekeeper.table.journal import Agree, Write
from tests.support.browser import PHONE_SIZES
from tests.support.drawing import drawing
from tests.support.http import cookie
from tests.support.journals import a_round
from tests.support.loops import at_least_one
from tests.support.overflow import NAMES_CUT
from tests.support.tables import Author, Running, State

NAMES = ("Ann", "Bob", "Cleo", "Dan", "Eve", "Fay")

Draw = Callable[[str, tuple[int, int]], Page]


@pytest.fixture
def draw(chromium: Browser, here: Running) -> Iterator[Draw]:
    """A function that renders a page of the table's phone at a size."""
    with drawing(chromium, here) as draw:

        def draw_page(path: str, size: tuple[int, int]) -> Page:
            page = draw(State(path, path))
            page.set_viewport_size({"width": size[0], "height": size[1]})
            return page

        yield draw_page


def open_table_with(author: Author, slug: str, players: int, marks: dict[Spot, Mark], **options: str) -> str:
    """Return a table of a game with these marks."""
    table = author.open(GAMES[slug], players, **options)
    if marks:
        author.write(table, Write(marks))
    return table


ROWS = "(all) => all.map((one) => one.getBoundingClientRect().height)"


@pytest.mark.parametrize("size", PHONE_SIZES)
def test_a_working_on_the_sheet_breaks_only_between_its_terms(here: Running, draw: Draw, size: tuple[int, int]) -> None:
    signs: dict[Spot, Mark] = {
        Spot(1, "science", box, seat): 4 for box in ("compass", "gear", "tablet") for seat in range(4)
    }
    table = open_table_with(Author(here.tables, NAMES), "seven_wonders", 4, signs)
    terms = draw(f"/t/{table}/1/sheet", size).locator(".score td small span")
    assert terms.all_inner_texts() == ["4²", "+ 4²", "+ 4²", "+ 7 × 4"] * 4
    heights = terms.evaluate_all(ROWS)
    assert max(heights) == min(heights)


TOUCHING = """
() => {
  const range = document.createRange();
  const ends = [...document.querySelectorAll('.strip>*')].map((one) => {
    range.selectNodeContents(one);
    const { left, right } = range.getBoundingClientRect();
    return [left, right];
  });
  return ends.filter(([left, right], at) => left < 0 || right > innerWidth || (at && left < ends[at - 1][1] + 4));
}
"""
"""Script that returns the words of the strip beyond the screen, or less than four pixels from those before them."""


@pytest.mark.parametrize("size", PHONE_SIZES)
@pytest.mark.parametrize("row", ["settlements", "cities", "road"])
def test_the_words_of_a_strip_do_not_touch(here: Running, draw: Draw, row: str, size: tuple[int, int]) -> None:
    table = open_table_with(Author(here.tables, NAMES), "catan", 3, {})
    assert draw(f"/t/{table}/1/?at={row}", size).evaluate(TOUCHING) == []


TAKEN: dict[Spot, Mark] = {
    **{Spot(1, key, key, 0): True for key in ("takes", "belote")},
    **{Spot(1, "cards", "cards", seat): points for seat, points in ((0, 100), (1, 62))},
}


@pytest.mark.parametrize("language", ["de", "fr", "it", "es"])
def test_four_long_words_with_ticks_are_all_on_a_small_phone(chromium: Browser, here: Running, language: str) -> None:
    table = open_table_with(Author(here.tables, NAMES), "belote", 4, TAKEN, announcements="with")
    with drawing(chromium, here, PHONE_SIZES[1]) as draw:
        page = draw(State("belote", f"/t/{table}/1/?at=cards"), language)
        assert page.locator(".strip > *").count() == 4
        assert page.evaluate("document.querySelector('.strip').lastElementChild.getBoundingClientRect().right") <= 320


HEADS = """
() => [...document.querySelectorAll('.pad thead th')].filter((head) => {
  const words = head.innerText.trim().split(/\\s+/);
  const short = words.every((word) => word.length < 9);
  const range = document.createRange();
  range.selectNodeContents(head);
  const lines = new Set([...range.getClientRects()].map((part) => Math.round(part.top))).size;
  return head.scrollWidth > head.clientWidth || (short && lines > words.length);
}).map((head) => head.innerText)
"""
"""Script that returns the heads of columns that are wider than their column, or break in a word of eight letters."""

LOW = """
() => [...document.querySelectorAll('.pad small')]
  .filter((one) => one.scrollHeight > one.clientHeight).map((one) => one.innerText)
"""
"""Script that returns the small texts of a table whose letters are cut below the line."""


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("slug", "row"), [("belote", "cards"), ("jass", "cards"), ("tute", "cards")])
def test_the_heads_of_numbers_side_by_side_stay_in_their_columns(
    chromium: Browser, here: Running, slug: str, row: str, language: str
) -> None:
    table = open_table_with(Author(here.tables, NAMES), slug, 4, {}, announcements="with")
    with drawing(chromium, here, PHONE_SIZES[1]) as draw:
        page = draw(State(slug, f"/t/{table}/1/?at=1.{row}.{row}.0."), language)
        assert page.locator(".pad thead th").count() == 2
        assert page.evaluate(HEADS) == []
        assert page.evaluate(LOW) == []


LINES = "(one) => Math.round(one.getBoundingClientRect().height / parseFloat(getComputedStyle(one).lineHeight))"
"""Script: in how many lines a text is written."""


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("agreed", "most"), [(2, 2), (4, 1)])
def test_who_agrees_is_read_across_the_page(
    chromium: Browser, here: Running, agreed: int, most: int, language: str
) -> None:
    author = Author(here.tables, ("Sofía", "Hugo", "Nuria", "Íñigo"))
    table = author.open(GAMES["tally"], 4)
    for seat in range(1, 4):
        access.let_in(here.tables.store, table, cookie(f"seat {seat}"), "score", 0)
        access.take_seat(here.tables.store, table, cookie(f"seat {seat}"), seat)
    author.write(table, Write({Spot(1, "points", "points", seat): seat for seat in range(4)}))
    author.write(table, Agree(1, tuple(range(agreed)), author.tables.load(table).sheet_digest(1)))
    with drawing(chromium, here) as draw:
        told = draw(State("sheet", f"/t/{table}/1/sheet", phone="seated"), language).locator(".agreed span")
        assert told.evaluate(LINES) <= most


LONG = ("Annabelle", "Bruno", "Chiara", "Dario", "Maximiliane von Hohenlohe", "Jo")


def list_pages(author: Author, players: int) -> list[State]:
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
    states = list_pages(Author(here.tables, LONG), players)
    with drawing(chromium, here, size) as draw:
        cut = {state.name: draw(state).evaluate(NAMES_CUT, len("Chiara")) for state in states}
    assert {name: list for name, list in cut.items() if list} == {}


SIZES = """
(parts) => parts.flatMap((part) => [...document.querySelectorAll(part)].filter((one) => one.checkVisibility()).map(
  (one) => [part, parseFloat(getComputedStyle(one).fontSize) / innerHeight]))
"""

READ = (".ranks strong", "#board:not(:has(.told)) .ranks b", ".told h2", ".told .heading")
"""Selectors of the totals, the names in the standings, whose turn it is, and the result of the last move."""


@pytest.mark.parametrize("size", [(1280, 720), (1920, 1080)])
def test_the_letters_that_matter_are_a_twentieth_of_the_board(
    chromium: Browser, here: Running, size: tuple[int, int]
) -> None:
    author = Author(here.tables, ("Annabelle", "Bruno", "Chiara", "Dario"))
    parts = [(name, part) for name in ("parade", "diabolo", "hawaiki") for part in (0.5, 1.0)]
    tables = [author.retell(f"{name}-referee-3", part)[0] for name, part in parts]
    read = set()
    with drawing(chromium, here, size) as draw:
        for table in tables:
            for part, share in draw(State("board", f"/t/{table}/board")).evaluate(SIZES, list(READ)):
                read.add(part)
                assert share >= 1 / 20 - 0.0005, (part, share)
    assert read == set(READ)


BOARD_CUT = """
() => {
  const foot = innerHeight;
  const names = [...document.querySelectorAll('.ranks b, .told .holdings bdi')].filter((one) => one.checkVisibility());
  const hidden = (one) => one.scrollWidth > one.clientWidth || one.getBoundingClientRect().bottom > foot;
  return names.map((one) => [one.innerText.trim(), hidden(one)]);
}
"""
"""Script that returns each name next to totals or holdings, and whether a part of it is hidden."""


@pytest.mark.parametrize("size", [(1280, 720), (1920, 1080)])
@pytest.mark.parametrize("players", [2, 3, 6])
def test_names_are_whole_on_the_board_beside_all_their_tokens(
    chromium: Browser, here: Running, size: tuple[int, int], players: int
) -> None:
    names = ("Alice", "Hatter", "Cheshire", "Maximiliane", "Dormouse", "Bo")[:players]
    author = Author(here.tables, names)
    tables = [author.retell(f"hawaiki-referee-{players}", part, {"tokens": 10})[0] for part in (0.1, 0.3, 0.6)]
    with drawing(chromium, here, size) as draw:
        for table in at_least_one(tables):
            seen = draw(State("board", f"/t/{table}/board")).evaluate(BOARD_CUT)
            assert sorted(name for name, _ in seen) == sorted(names)
            assert [name for name, cut in seen if cut] == []


@pytest.mark.parametrize("language", languages())
def test_how_a_game_ended_stands_whole_on_the_board(chromium: Browser, here: Running, language: str) -> None:
    author = Author(here.tables, ("Ann-Kathrin", "Lieselotte", "Maximilian"))
    with drawing(chromium, here, (1280, 720)) as draw:
        for slug in ("azul", "qwixx", "wingspan"):
            table = author.open(GAMES[slug], 3)
            author.write(table, Write(a_round(GAMES[slug], author.tables.load(table).setup, 1, Random(slug))))
            ended = draw(State("board", f"/t/{table}/board"), language).locator("header .ended")
            assert ended.evaluate("(line) => line.scrollWidth <= line.clientWidth"), slug
