"""Life counters under fast fingers: no tap is lost, each can be undone, and all of it works without JavaScript."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Browser, expect

from scorekeeper.games import GAMES
from scorekeeper.games.pad import Spot
from scorekeeper.language.catalogue import languages
from scorekeeper.table.journal import Write
from tests.support.browser import PHONE_SIZES, Phone
from tests.support.drawing import drawing
from tests.support.tables import Author, Running, State

WHOLE = """
() => {
  const high = (name) => document.querySelector(name).offsetHeight;
  const height = innerHeight - high('.bar') - high('.dock');
  return [...document.querySelectorAll('.life button')].map((one) => {
    const box = one.getBoundingClientRect();
    const on = (x, y) => document.elementFromPoint(box.left + box.width * x, box.top + box.height * y) === one;
    return [box.width / innerWidth, box.height / height, on(0.1, 0.1), on(0.5, 0.5), on(0.9, 0.9)];
  });
}
"""
"""Script that returns each half of a counter: its share of the page, and whether its corners and middle can be hit."""


def open_counter(phone: Phone, *names: str, start: int = 20) -> str:
    table = phone.new_table(*names, game="tally", start=str(start), count="down", out="out")
    phone.open(f"{table}1/?way=lives")
    return table


def read_lives(phone: Phone) -> list[str]:
    return phone.page.locator(".life b").all_inner_texts()


def keys(phone: Phone, way: str) -> None:
    phone.page.locator(f".life .{way}").last.tap(no_wait_after=True)


@pytest.mark.parametrize("size", PHONE_SIZES)
def test_two_have_a_half_of_the_phone_each_and_every_part_of_it_is_a_tap(
    phones: Callable[..., Phone], size: tuple[int, int]
) -> None:
    phone = phones(viewport={"width": size[0], "height": size[1]})
    open_counter(phone, "Anna", "Bruno")
    for width, height, *met in phone.page.evaluate(WHOLE):
        assert width > 0.45
        assert height > 0.42
        assert all(met)
    assert phone.page.locator(".far .life").evaluate("(one) => one.getBoundingClientRect().top") < size[1] / 3


def open_lives(here: Running, players: int, *points: int) -> State:
    """Return the page of counters that start at 20, after these points."""
    author = Author(here.tables, ("Anna", "Bruno", "Cleo", "Dan", "Eve", "Fay"))
    table = author.open(GAMES["tally"], players, start=20, count="down", out="out")
    if points:
        author.write(table, Write({Spot(1, "points", "points", seat): number for seat, number in enumerate(points)}))
    return State("lives", f"/t/{table}/1/?way=lives")


def test_the_head_of_a_small_phone_has_one_line_for_the_way_of_entering(chromium: Browser, here: Running) -> None:
    lives = open_lives(here, 2)
    with drawing(chromium, here, PHONE_SIZES[1]) as draw:
        for language in languages():
            way = draw(lives, language).locator(".chosen-way summary span")
            assert way.evaluate("(one) => one.offsetHeight") < 20, language


def test_quick_taps_are_all_counted_and_taken_back_one_by_one(phone: Phone) -> None:
    open_counter(phone, "Anna", "Bruno")
    for _ in range(7):
        keys(phone, "fewer")
    for _ in range(2):
        keys(phone, "more")
    expect(phone.page.locator(".life b").last).to_have_text("15")
    phone.settle()
    assert read_lives(phone) == ["20", "15"]
    phone.tap(".undo")
    expect(phone.page.locator(".life b").last).to_have_text("14")
    phone.page.reload()
    assert read_lives(phone) == ["20", "14"]


WORD_CLEAR = """
() => {
  const drawn = (one) => {
    const range = document.createRange();
    range.selectNodeContents(one);
    return range.getBoundingClientRect();
  };
  const apart = (a, b) => a.right <= b.left || b.right <= a.left || a.bottom <= b.top || b.bottom <= a.top;
  return [...document.querySelectorAll('.life.out')].map((life) => {
    const word = drawn(life.querySelector('small'));
    return word.width > 0 && [...life.querySelectorAll('button i')].every((sign) => apart(word, drawn(sign)));
  });
}
"""
"""Script: for each player who is out, whether the word that says so lies clear of plus and minus."""


@pytest.mark.parametrize("size", PHONE_SIZES)
def test_the_word_for_who_is_out_lies_clear_of_plus_and_minus(
    chromium: Browser, here: Running, size: tuple[int, int]
) -> None:
    with drawing(chromium, here, size) as draw:
        for count in (2, 3, 6):
            page = draw(open_lives(here, count, *[20] * (count - 1)), "de")
            assert page.evaluate(WORD_CLEAR) == [True] * (count - 1), count
