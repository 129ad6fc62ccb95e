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

BOARDS = pytest.mark.parametrize("size", [(1280, 720), (1920, 1080)])
"""The sizes of two television screens."""

Draw = Callable[..., Page]


@pytest.fixture(scope="module")
def draw(chromium: Browser, here: Running) -> Iterator[Draw]:
    """A function that renders a page at a size, in a language, for one of the table's phones."""
    with drawing(chromium, here) as draw_state:

        def draw_page(
            path: str, size: tuple[int, int] = PHONE_SIZES[0], language: str = "en", phone: str = "scoring"
        ) -> Page:
            page = draw_state(State(path, path, phone=phone), language)
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
def test_four_long_words_with_ticks_are_all_on_a_small_phone(here: Running, draw: Draw, language: str) -> None:
    table = open_table_with(Author(here.tables, NAMES), "belote", 4, TAKEN, announcements="with")
    page = draw(f"/t/{table}/1/?at=cards", PHONE_SIZES[1], language)
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
@pytest.mark.parametrize("slug", ["belote", "jass", "tute"])
def test_the_heads_of_numbers_side_by_side_stay_in_their_columns(
    here: Running, draw: Draw, slug: str, language: str
) -> None:
    table = open_table_with(Author(here.tables, NAMES), slug, 4, {}, announcements="with")
    page = draw(f"/t/{table}/1/?at=1.cards.cards.0.", PHONE_SIZES[1], language)
    assert page.locator(".pad thead th").count() == 2
    assert page.evaluate(HEADS) == []
    assert page.evaluate(LOW) == []


LINES = "(one) => Math.round(one.getBoundingClientRect().height / parseFloat(getComputedStyle(one).lineHeight))"
"""Script: in how many lines a text is written."""


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("agreed", "most"), [(2, 2), (4, 1)])
def test_who_agrees_is_read_across_the_page(here: Running, draw: Draw, agreed: int, most: int, language: str) -> None:
    author = Author(here.tables, ("Sofía", "Hugo", "Nuria", "Íñigo"))
    table = author.open(GAMES["tally"], 4)
    for seat in range(1, 4):
        access.let_in(here.tables.store, table, cookie(f"seat {seat}"), "score", 0)
        access.take_seat(here.tables.store, table, cookie(f"seat {seat}"), seat)
    author.write(table, Write({Spot(1, "points", "points", seat): seat for seat in range(4)}))
    author.write(table, Agree(1, tuple(range(agreed)), author.tables.load(table).sheet_digest(1)))
    told = draw(f"/t/{table}/1/sheet", language=language, phone="seated").locator(".agreed span")
    assert told.evaluate(LINES) <= most


LONG = ("Annabelle", "Bruno", "Chiara", "Dario", "Maximiliane von Hohenlohe", "Jo")


def list_pages(author: Author, players: int) -> list[str]:
    """Return the addresses of a table of any game in its fifth round, and of the other games with as many players."""
    chance = Random(3)
    table = author.open(GAMES["tally"], players)
    for round in range(1, 6):
        points = {Spot(round, "points", "points", seat): chance.randint(0, 40) for seat in range(players)}
        author.write(table, Write(points))
    pages = [f"/t/{table}/{part}" for part in ("", "1/sheet", "board")]
    for slug in ("parade", "diabolo", "hawaiki"):
        if players <= GAMES[slug].seats[1]:
            table = author.open(GAMES[slug], players)
            pages += [f"/t/{table}/1/{part}" for part in ("", "?way=deck", "sheet", "play")]
    return pages


@pytest.mark.parametrize("size", PHONE_SIZES)
@pytest.mark.parametrize("players", [4, 6])
def test_short_names_stand_whole_and_long_ones_end_in_dots(
    here: Running, draw: Draw, players: int, size: tuple[int, int]
) -> None:
    pages = list_pages(Author(here.tables, LONG), players)
    cut = {path: draw(path, size).evaluate(NAMES_CUT, len("Chiara")) for path in pages}
    assert {path: list for path, list in cut.items() if list} == {}


SIZES = """
(parts) => parts.flatMap((part) => [...document.querySelectorAll(part)].filter((one) => one.checkVisibility()).map(
  (one) => [part, parseFloat(getComputedStyle(one).fontSize) / innerHeight]))
"""

READ = (".ranks strong", "#board:not(:has(.told)) .ranks b", ".told h2", ".told .heading")
"""Selectors of the totals, the names in the standings, whose turn it is, and the result of the last move."""


@BOARDS
def test_the_letters_that_matter_are_a_twentieth_of_the_board(here: Running, draw: Draw, size: tuple[int, int]) -> None:
    author = Author(here.tables, ("Annabelle", "Bruno", "Chiara", "Dario"))
    parts = [(name, part) for name in ("parade", "diabolo", "hawaiki") for part in (0.5, 1.0)]
    tables = [author.retell(f"{name}-referee-3", part)[0] for name, part in parts]
    read = set()
    for table in tables:
        for part, share in draw(f"/t/{table}/board", size).evaluate(SIZES, list(READ)):
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


@BOARDS
@pytest.mark.parametrize("players", [2, 3, 6])
def test_names_are_whole_on_the_board_beside_all_their_tokens(
    here: Running, draw: Draw, size: tuple[int, int], players: int
) -> None:
    names = ("Alice", "Hatter", "Cheshire", "Maximiliane", "Dormouse", "Bo")[:players]
    author = Author(here.tables, names)
    tables = [author.retell(f"hawaiki-referee-{players}", part, {"tokens": 10})[0] for part in (0.1, 0.3, 0.6)]
    for table in at_least_one(tables):
        seen = draw(f"/t/{table}/board", size).evaluate(BOARD_CUT)
        assert sorted(name for name, _ in seen) == sorted(names)
        assert [name for name, cut in seen if cut] == []


@pytest.mark.parametrize("language", languages())
def test_how_a_game_ended_stands_whole_on_the_board(here: Running, draw: Draw, language: str) -> None:
    author = Author(here.tables, ("Ann-Kathrin", "Lieselotte", "Maximilian"))
    for slug in ("azul", "qwixx", "wingspan"):
        table = author.open(GAMES[slug], 3)
        author.write(table, Write(a_round(GAMES[slug], author.tables.load(table).setup, 1, Random(slug))))
        ended = draw(f"/t/{table}/board", (1280, 720), language).locator("header .ended")
        assert ended.evaluate("(line) => line.scrollWidth <= line.clientWidth"), slug


CUT_TURNS = "(all) => all.filter((one) => one.scrollWidth > one.clientWidth + 1).map((one) => one.textContent)"


@pytest.mark.parametrize("name", ["parade-referee-3", "parade-referee-4", "parade-referee-6"])
def test_a_last_round_that_is_told_is_whole_on_the_board(here: Running, draw: Draw, name: str) -> None:
    author = Author(here.tables, ("Alice", "Bruno", "Cleo", "Dan", "Edgar", "Fifi"))
    for percent in range(98, 50, -3):
        page = draw(f"/t/{author.retell(name, percent / 100)[0]}/board", (1280, 800))
        if page.locator(".told .turns").count():
            break
    assert page.locator(".told .turns").count() == 1
    assert page.locator(".played").evaluate("(one) => one.scrollHeight - one.clientHeight") <= 0
    assert page.locator(".told .turns bdi").evaluate_all(CUT_TURNS) == []


OVERLAPPING = """
() => {
  const parts = '.ranks li > *, .crossed > *, #board footer, .seated > :is(h2, p), .seated li > *';
  const seen = [...document.querySelectorAll(parts)]
    .filter((one) => one.getBoundingClientRect().width > 1).map((one) => [one, one.getBoundingClientRect()]);
  return seen.flatMap(([one, a]) => seen.filter(([other, b]) => one !== other && !one.contains(other) &&
    !other.contains(one) && a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 &&
    b.top < a.bottom - 1).map(([other]) => one.outerHTML.slice(0, 80) + other.outerHTML.slice(0, 80)));
}
"""
"""Script: the parts of a board that lie over each other."""

SMALLEST = "(all) => Math.min(...all.map((one) => parseFloat(getComputedStyle(one).fontSize)))"


@BOARDS
@pytest.mark.parametrize("players", [2, 4, 6, 8])
def test_the_longest_names_beside_free_seats_lie_over_nothing(
    here: Running, draw: Draw, players: int, size: tuple[int, int]
) -> None:
    names = [letter * 30 for letter in "WMWABMCD"]
    page = draw(f"/t/{Author(here.tables, names).open(GAMES['tally'], players)}/board", size)
    assert page.locator(".seated li b").count() == players
    assert page.evaluate(OVERLAPPING) == []


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_rows_to_cross_off_have_room_on_the_board(here: Running, draw: Draw, players: int) -> None:
    author = Author(here.tables, ("Maximilian", "Marguerite", "Bo", "Zoë O’Hara", "Freya-Louise"))
    table = author.open(GAMES["qwixx"], players)
    author.write(table, Write({Spot(1, "red", "red_track", 0, item): 1 for item in ("2", "11", "12", "lock")}))
    for width, height in ((1280, 720), (1920, 1080), PHONE_SIZES[1]):
        page = draw(f"/t/{table}/board", (width, height))
        assert page.evaluate(OVERLAPPING) == []
        assert page.locator(".crossed").count() == 4 * players
        smallest = page.locator(".crossed i").evaluate_all(SMALLEST)
        assert smallest > (25.9 * height / 720 if width > 1000 else 12.9)
