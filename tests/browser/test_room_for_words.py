"""Words that have space are shown in full, and the label of a chip stays in place when a note is added."""

from collections.abc import Callable, Iterator
from itertools import product

import pytest
from playwright.sync_api import Browser, Page

from scorekeeper.games import GAMES
from scorekeeper.games.pad import Mark, Spot
from scorekeeper.language.catalogue import languages
from scorekeeper.table.journal import Write
from tests.support.browser import ADDRESS, PHONE_SIZES
from tests.support.drawing import drawing
from tests.support.overflow import CUT, NAMES_CUT
from tests.support.tables import Author, Running, State, find_notes, running, suit_in

NAMES = ("Ann", "Bob", "Cleo", "Dan", "Eve", "Fay")

Draw = Callable[[str, tuple[int, int]], Page]


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with running(tmp_path_factory.mktemp("room") / "instance", ADDRESS) as app:
        yield app


@pytest.fixture
def draw(chromium: Browser, app: Running) -> Iterator[Draw]:
    """A function that renders a page of the table's phone at a size."""
    with drawing(chromium, app) as draw:

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


@pytest.mark.parametrize("size", PHONE_SIZES)
@pytest.mark.parametrize("players", [5, 6])
def test_the_sheet_of_hawaiki_breaks_no_word(app: Running, draw: Draw, players: int, size: tuple[int, int]) -> None:
    marks: dict[Spot, Mark] = {Spot(1, "left", "cards", seat): seat for seat in range(players)}
    marks |= {Spot(1, "spent", variant, seat): 1 for variant in ("sacrifice", "second_chance") for seat in (0, 1)}
    marks[Spot(1, "spent", "sacrifice", players - 1)] = 1
    table = open_table_with(Author(app.tables, NAMES), "hawaiki", players, marks, sacrifice="on", second_chance="on")
    page = draw(f"/t/{table}/1/sheet", size)
    assert page.locator("small:has-text('Sacrifice')").count() == 3
    assert page.evaluate(CUT, []) == []


ROWS = "(all) => all.map((one) => one.getBoundingClientRect().height)"


@pytest.mark.parametrize("size", PHONE_SIZES)
def test_a_working_on_the_keypad_is_whole_and_leaves_its_row_as_high_as_the_others(
    app: Running, draw: Draw, size: tuple[int, int]
) -> None:
    signs: dict[Spot, Mark] = {
        Spot(1, "science", box, seat): 4 for box in ("compass", "gear", "tablet") for seat in (0, 1)
    }
    table = open_table_with(Author(app.tables, NAMES), "seven_wonders", 3, signs)
    page = draw(f"/t/{table}/1/?at=1.science.compass.0.", size)
    assert page.locator("#numbers th small").all_inner_texts() == ["4² + 4² + 4² + 7 × 4"] * 2
    assert page.evaluate(CUT, []) == []
    first, second, without = page.locator("#numbers tr").evaluate_all(ROWS)
    assert first == second == pytest.approx(without, abs=1)


@pytest.mark.parametrize("size", PHONE_SIZES)
def test_a_working_on_the_sheet_breaks_only_between_its_terms(app: Running, draw: Draw, size: tuple[int, int]) -> None:
    signs: dict[Spot, Mark] = {
        Spot(1, "science", box, seat): 4 for box in ("compass", "gear", "tablet") for seat in range(4)
    }
    table = open_table_with(Author(app.tables, NAMES), "seven_wonders", 4, signs)
    terms = draw(f"/t/{table}/1/sheet", size).locator(".score td small span")
    assert terms.all_inner_texts() == ["4²", "+ 4²", "+ 4²", "+ 7 × 4"] * 4
    heights = terms.evaluate_all(ROWS)
    assert max(heights) == min(heights)


def test_names_that_have_room_beside_the_points_that_run_along_stand_whole(app: Running, draw: Draw) -> None:
    author = Author(app.tables, ("Alice", "Hatter", "Cheshire"))
    table = open_table_with(author, "parade", 3, {Spot(1, "red", "count", 0): 11})
    assert draw(f"/t/{table}/1/", PHONE_SIZES[1]).evaluate(NAMES_CUT, len("Cheshire")) == []


def test_a_name_beside_its_piles_is_as_long_at_its_turn_as_before(app: Running, draw: Draw) -> None:
    author, turns = Author(app.tables, ("Ida", "Joe", "Kim", "Leonhard")), 0
    for part in (0.5, 0.53):
        table, _ = author.retell("parade-referee-4", part)
        page = draw(f"/t/{table}/1/play", PHONE_SIZES[0])
        turns += page.locator(".fronts .current:has-text('Leonhard')").count()
        assert page.evaluate(NAMES_CUT, len("Leonhard")) == []
    assert turns == 1


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
def test_the_words_of_a_strip_do_not_touch(app: Running, draw: Draw, row: str, size: tuple[int, int]) -> None:
    table = open_table_with(Author(app.tables, NAMES), "catan", 3, {})
    assert draw(f"/t/{table}/1/?at={row}", size).evaluate(TOUCHING) == []


PLACES = """
(all) => all.map((one) => {
  const [chip, sign] = [one, one.querySelector('svg')].map((part) => part.getBoundingClientRect());
  return [!!one.querySelector('small'), sign.left - chip.left, sign.top - chip.top];
})
"""
"""Script that returns for each chip whether it has a note, and the position of its icon."""


@pytest.mark.parametrize("size", PHONE_SIZES)
@pytest.mark.parametrize(
    ("name", "chips"),
    [("diabolo-referee-4", ".thumbs .of:not([hidden]) button"), ("hawaiki-referee-4", ".piles button")],
)
def test_a_note_on_a_chip_moves_no_sign(app: Running, draw: Draw, name: str, chips: str, size: tuple[int, int]) -> None:
    author, places = Author(app.tables, NAMES), []
    for percent in (8, 11, 14, 17, 20, 30, 50):
        table, coming = author.retell(name, percent / 100)
        page = draw(f"/t/{table}/1/play?suit={suit_in(coming) if coming else ''}", size)
        places += page.locator(f"{chips}:has(svg)").evaluate_all(PLACES)
    assert {noted for noted, *_ in places} == {True, False}
    for at in (1, 2):
        assert max(place[at] for place in places) - min(place[at] for place in places) <= 1


@pytest.mark.parametrize("size", PHONE_SIZES)
def test_a_note_on_a_number_leaves_the_number_legible(chromium: Browser, app: Running, size: tuple[int, int]) -> None:
    author = Author(app.tables, NAMES)
    table, _ = author.retell("diabolo-referee-5", 1)
    notes = dict.fromkeys(find_notes(author.tables.load(table)))
    assert len(notes) == 2
    with drawing(chromium, app, size) as draw:
        for language, (seq, suit) in product(languages(), notes):
            page = draw(State("noted", f"/t/{table}/1/play?amend={seq}&suit={suit}"), language)
            assert page.locator(".thumbs .chips small").first.is_visible()
            assert page.evaluate(CUT, list(NAMES)) == [], language


HEIGHT = "(one) => one.getBoundingClientRect().height"


def test_a_long_name_in_the_dock_leaves_room_for_the_cards(app: Running, draw: Draw) -> None:
    author = Author(app.tables, ("Maximiliane Freifrau von Hohenlo", "Maria-Theresia von Hohenlohe-W", "Cleo"))
    table, _ = author.retell("hawaiki-referee-3", 1)
    corrected = dict.fromkeys(find_notes(author.tables.load(table)))
    assert corrected
    for seq, suit in corrected:
        page = draw(f"/t/{table}/1/play?amend={seq}&suit={suit}", PHONE_SIZES[1])
        assert page.locator(".dock").evaluate(HEIGHT) < 568 / 4


@pytest.mark.parametrize("size", PHONE_SIZES)
def test_a_last_card_is_told_where_nothing_below_moves(app: Running, draw: Draw, size: tuple[int, int]) -> None:
    author, heights = Author(app.tables, NAMES), {}
    for percent in range(40, 100, 4):
        table, _ = author.retell("hawaiki-referee-3", percent / 100)
        page = draw(f"/t/{table}/1/play", size)
        if page.locator(".piles").count():
            height = page.locator(".holdings").evaluate(HEIGHT)
            heights[page.locator(".holdings small").count() > 0] = height
    assert heights[True] == pytest.approx(heights[False], abs=0.5)


HOLDINGS = """
() => [...document.querySelectorAll('.holdings li')].map((one) => {
  const box = (part) => one.querySelector(part).getBoundingClientRect();
  const range = document.createRange();
  const lines = ['b', '.hand'].map((part) => {
    range.selectNodeContents(one.querySelector(part));
    return new Set([...range.getClientRects()].filter(({ width }) => width).map(({ bottom }) => Math.round(bottom)));
  });
  const [tokens, number, hand, frame] = [box('.tokens'), box('b'), box('.hand'), one.getBoundingClientRect()];
  const middles = [tokens, number, hand].map(({ top, bottom }) => (top + bottom) / 2);
  const note = one.querySelector('small')?.getBoundingClientRect();
  return {
    number: one.querySelector('b').innerText,
    lines: lines[0].size,
    apart: Math.max(...middles) - Math.min(...middles),
    inside: hand.right <= frame.right && (note?.bottom ?? 0) <= frame.bottom && (note?.right ?? 0) <= frame.right,
    below: note ? note.top >= Math.max(number.bottom, hand.bottom) - 1 : null,
  };
})
"""
"""Script that returns for each player how the number of tokens, the hand and “last card” are drawn."""


@pytest.mark.parametrize("size", PHONE_SIZES)
def test_the_numbers_of_tokens_and_cards_stay_on_one_line_with_last_card_below(
    chromium: Browser, app: Running, size: tuple[int, int]
) -> None:
    author = Author(app.tables, NAMES)
    drawn = []
    with drawing(chromium, app, size) as draw:
        for file, percent in product(("hawaiki-referee-3", "hawaiki-referee-4"), range(40, 100, 4)):
            table, _ = author.retell(file, percent / 100, {"tokens": 12})
            for language in languages():
                drawn += draw(State(file, f"/t/{table}/1/play"), language).evaluate(HOLDINGS)
    assert [one for one in drawn if one["below"]]
    assert [one for one in drawn if one["number"] == "12"]
    bad = [one for one in drawn if one["lines"] > 1 or one["apart"] > 3 or not one["inside"] or one["below"] is False]
    assert bad == []


ALL_AT = """
(all) => all.map((one) => {
  const { x, y, width } = one.getBoundingClientRect();
  return [x, y + scrollY, width].map(Math.round);
})
"""


def test_a_rule_that_is_chosen_is_drawn_as_wide_as_before(draw: Draw) -> None:
    page = draw("/games/parade/new", PHONE_SIZES[0])
    page.locator("details.rules").evaluate("(one) => (one.open = true)")
    choices = page.locator("details.rules fieldset [type=radio]:not(:checked)")
    assert choices.count() > 3
    drawn = page.locator("details.rules fieldset [type=radio]+span")
    before = drawn.evaluate_all(ALL_AT)
    for name in {choice.get_attribute("name") for choice in choices.all()}:
        page.locator(f"[name='{name}']:not(:checked)").first.check()
        assert drawn.evaluate_all(ALL_AT) == before, name


def test_a_partner_whose_name_has_no_room_on_the_keypad_ends_in_dots(app: Running, draw: Draw) -> None:
    author = Author(app.tables, ("Ann", "Bob", "Maximiliane von und zu Hohenlohe", "Dan"))
    table = open_table_with(author, "tally", 4, {}, teams="2")
    partner = draw(f"/t/{table}/1/", PHONE_SIZES[1]).locator("#numbers small:has-text('Maximiliane')")
    cut, ends = partner.evaluate("(one) => [one.scrollWidth > one.clientWidth, getComputedStyle(one).textOverflow]")
    assert (cut, ends) == (True, "ellipsis")
