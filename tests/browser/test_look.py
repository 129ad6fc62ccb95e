"""Every page on every phone: nothing overflows, every target can be hit, and all of it works without JavaScript."""

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from scorekeeper.games import GAMES
from scorekeeper.printing.blank_pads import make_setup
from tests.support.browser import ADDRESS, HOST, SCHEMES, SIZES, SMALL, TAPPED_SIZES, TOO_WIDE, Phone, phone_of, press
from tests.support.games import WALKED
from tests.support.http import EXAMPLE, FLIPPED, ROWS
from tests.support.loops import at_least_one
from tests.support.soak import SOAK
from tests.support.tables import Author, running

CROWDED = [
    (size, crowd, scheme)
    for number, size in enumerate(SIZES)
    for crowd, scheme in zip((True, False), SCHEMES)
    if SOAK or crowd is (number == 0)
]
"""Six players in the dark theme on the small phone, and three in the light one on the tablet. In the long form all."""

BROKEN = """
() => {
  const broken = [], texts = document.createTreeWalker(document.querySelector('main'), NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const text = texts.currentNode, range = document.createRange();
    if (!text.parentElement.checkVisibility() || text.parentElement.clientWidth === 1) continue;
    for (const word of text.data.matchAll(/\\p{L}+/gu)) {
      range.setStart(text, word.index);
      range.setEnd(text, word.index + word[0].length);
      if (new Set([...range.getClientRects()].map(({ top }) => top)).size > 1) broken.push(word[0]);
    }
  }
  return broken;
}
"""


def seat_a_crowd(phone: Phone) -> str:
    """Start a table of six with the longest and most unusual names."""
    return phone.new_table("W" * 32, "אליס", "Zoë", "李", "Dinah", "The Queen of Hearts")


def pages(table_id: str) -> list[str]:
    here = [
        "",
        "1/?way=flip",
        "1/?way=checked",
        "1/?way=deck",
        "1/?way=totals",
        "1/sheet",
        "journal",
        "setup",
        "invite",
        "invite?watch=yes",
        "seat",
    ]
    return [
        "/",
        "/games/parade/new",
        "/paper/",
        "/paper/parade",
        "/rulings/",
        "/rulings/parade/score",
        "/rulings/parade/last_round",
        "/nothing/",
        *[table_id + path for path in here],
    ]


@pytest.mark.parametrize(("size", "crowd", "scheme"), CROWDED, ids=str)
def test_nothing_overflows_and_every_target_can_be_hit(
    phones: Callable[..., Phone], size: tuple[int, int], scheme: str, crowd: bool
) -> None:
    phone = phones(viewport={"width": size[0], "height": size[1]}, color_scheme=scheme)
    table = seat_a_crowd(phone) if crowd else phone.new_table()
    phone.open(f"{table}1/?way=flip")
    for tap in (
        "1.red.count.2.=3",
        "1.red.cards.0.10=1",
        "1.red.cards.0.9=1",
        "1.red.cards.0.8=1",
        "1.red.cards.0.7=1",
    ):
        phone.chip(tap)
    for path in at_least_one(pages(table)):
        phone.open(path)
        assert phone.page.evaluate(TOO_WIDE) == [], path
        assert phone.page.evaluate(SMALL) == [], path
    phone.forgive("404")


@pytest.mark.parametrize("size", TAPPED_SIZES, ids=lambda size: f"{size[0]}")
@pytest.mark.parametrize("slug", [slug for slug in WALKED if slug != "parade"])
def test_every_game_fits_on_every_phone(phones: Callable[..., Phone], slug: str, size: tuple[int, int]) -> None:
    phone = phones(viewport={"width": size[0], "height": size[1]})
    names = ("Alice", "Hatter", "Cheshire", "Dinah", "The Queen of Hearts")
    table = phone.new_table(*names[: GAMES[slug].seats[1]], game=slug)
    ways = [f"1/?way={way.key}" for way in GAMES[slug].ways(make_setup(GAMES[slug], 5))]
    for path in (*[table + path for path in ("", "1/", *ways, "1/sheet", "journal", "setup")], f"/paper/{slug}"):
        phone.open(path)
        assert phone.page.evaluate(TOO_WIDE) == [], path
        assert phone.page.evaluate(SMALL) == [], path
        assert phone.page.evaluate(BROKEN) == [], path


def test_letters_at_one_and_a_half_times_still_fit(phones: Callable[..., Phone]) -> None:
    phone = phones(viewport={"width": 320, "height": 568})
    table = phone.new_table()
    for path in at_least_one(pages(table)):
        phone.open(path)
        phone.page.evaluate("document.documentElement.style.setProperty('font-size', '25.5px')")
        assert phone.page.evaluate(TOO_WIDE) == [], path
    phone.forgive("404", "style")


def test_a_whole_game_is_played_without_script(phones: Callable[..., Phone]) -> None:
    phone = phones(java_script_enabled=False)
    page = phone.page
    phone.open("/")
    press(phone, "a[href='/games/parade/new']")
    press(phone, "button[value=naming]")
    for name in EXAMPLE:
        page.fill("input[name=name]", name)
        with page.expect_navigation():
            page.keyboard.press("Enter")
    press(phone, "button[value=open]")
    seats = {name: seat for seat, name in enumerate(EXAMPLE)}
    for row in ROWS:
        piles = [(seats[name], name, piles[row]) for name, piles in EXAMPLE.items() if row in piles]
        for seat, name, cards in piles:
            if name in FLIPPED[row]:
                press(phone, f"#{row} [value='.count.{seat}.={len(cards)}']")
        for seat, name, cards in piles:
            for card in () if name in FLIPPED[row] else cards:
                press(phone, f"#{row} [value='.cards.{seat}.{card}=1']")
                assert page.url.endswith(f"#{row}")
    press(phone, ".primary:has-text('Show score sheet')")
    assert page.locator(".verdict").inner_text().startswith("Hatter wins")
    press(phone, "a:has-text('Fix')")
    press(phone, "button.undo")
    assert page.get_by_text("Restore").first.is_visible()


def test_the_keypad_and_the_deck_work_without_script(phones: Callable[..., Phone]) -> None:
    phone = phones()
    table = phone.new_table()
    plain = phones(java_script_enabled=False)
    plain.context.add_cookies(phone.context.cookies())
    plain.open(f"{table}1/?way=totals")
    plain.page.fill("#numbers [name='1.red.count.0.=']", "1")
    press(plain, "#write .primary")
    plain.open(f"{table}1/?way=deck&seat=1")
    press(plain, "[value='1.blue.cards.1.8=1']")
    assert plain.page.locator(".painters [aria-current]").inner_text().startswith("Hatter")
    phone.open(f"{table}journal")
    assert phone.page.get_by_text("Alice has 1 red card").is_visible()
    assert phone.page.get_by_text("Hatter has Blue 8").is_visible()


@pytest.mark.parametrize("name", ["parade-referee-3", "parade-referee-4", "parade-referee-6"])
def test_a_last_round_that_is_told_is_whole_on_the_board(chromium: Browser, tmp_path: Path, name: str) -> None:
    with running(tmp_path / "instance", ADDRESS) as app:
        author = Author(app.tables, ("Alice", "Bruno", "Cleo", "Dan", "Edgar", "Fifi"))
        context = phone_of(chromium, f"http://{HOST}:{app.port}", "scoring", viewport={"width": 1280, "height": 800})
        page = context.new_page()
        for percent in range(98, 50, -3):
            table, _ = author.retell(name, percent / 100)
            page.goto(f"http://{HOST}:{app.port}/t/{table}/board")
            if page.locator(".told .turns").count():
                break
        assert page.locator(".told .turns").count() == 1
        assert page.locator(".played").evaluate("(one) => one.scrollHeight - one.clientHeight") <= 0
        cut = "(all) => all.filter((one) => one.scrollWidth > one.clientWidth + 1).map((one) => one.textContent)"
        assert page.locator(".told .turns bdi").evaluate_all(cut) == []
        context.close()
