"""The first page and the list of games in a real browser: what is seen at once, and how many taps lead to a game."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from scorekeeper.games import GAMES
from scorekeeper.language.catalogue import catalogue
from scorekeeper.language.text import Text, speak
from scorekeeper.web.people.shelf import strip_accents
from tests.support.browser import SMALL_PHONE, Phone
from tests.support.soak import SOAK

WINDOW = {"width": 390, "height": 664}
"""What the browser of a phone leaves for a page."""

FREE = "() => document.querySelector('.dock').getBoundingClientRect().top"

BOTTOM = "(one) => one.getBoundingClientRect().bottom"

HALF = f"""
(one) => {{
  const range = document.createRange();
  range.selectNodeContents(one);
  const {{ top, bottom }} = range.getBoundingClientRect();
  const dock = ({FREE})();
  return top < dock && bottom > dock;
}}
"""
"""Script: whether the dock covers a part of a text."""


@pytest.mark.parametrize("language", ["en", "de", "fr", "es", "it"])
def test_the_first_visit_is_seen_without_scrolling(phones: Callable[..., Phone], language: str) -> None:
    phone = phones(viewport=WINDOW, locale=language)
    phone.open("/")
    assert phone.page.locator(".every").evaluate(BOTTOM) <= phone.page.evaluate(FREE)
    assert phone.page.locator(".dock").evaluate("(one) => one.offsetHeight") <= 96
    phone.page.set_viewport_size(SMALL_PHONE)
    assert not phone.page.locator(".tongues [aria-current]").evaluate(HALF)
    if language == "en":
        assert phone.page.locator(".every").evaluate(BOTTOM) <= phone.page.evaluate(FREE)


@pytest.mark.parametrize("language", ["de", "en"] if SOAK else ["de"])
def test_two_taps_and_three_letters_lead_to_any_game(phones: Callable[..., Phone], language: str) -> None:
    phone = phones(viewport=WINDOW, locale=language)
    words = catalogue(language)
    phone.open("/")
    phone.tap(".every")
    assert phone.page.locator("#games a:not(.other)").count() == len(GAMES)
    field = phone.page.locator("[name=name]")
    for slug, game in [*GAMES.items()][:: 1 if SOAK else 9]:
        name = speak(game.name, words) if isinstance(game.name, Text) else game.name
        field.fill(strip_accents(name)[:3])
        line = phone.page.locator(f'#games a[href="/games/{slug}/new"]')
        expect(line).to_be_visible()
        assert line.evaluate(BOTTOM) <= phone.page.evaluate(FREE), name
    field.fill("zzz")
    expect(phone.page.locator("#none")).to_be_visible()
    field.fill(strip_accents(name)[:3])
    expect(phone.page.locator("#none")).to_be_hidden()
    phone.tap(line)
    assert phone.page.url.endswith(f"/games/{slug}/new")
    assert phone.taps == 2


def test_a_wide_screen_that_only_watches_becomes_the_scoreboard(phones: Callable[..., Phone]) -> None:
    phone = phones(viewport=WINDOW)
    table = phone.new_table()
    link = f"{table}invite?watch=yes"
    phone.open(link)
    watch = phone.page.locator(".dock [data-copy]").get_attribute("data-copy")
    assert watch
    screens = {}
    for width in (390, 1280):
        # Both say that they are phones, so that only the width tells them apart.
        screens[width] = phones(viewport={"width": width, "height": 720})
        screens[width].page.goto(watch)
        screens[width].open("/")
        screens[width].page.goto(f"{screens[width].base}{table}")
    screens[1280].page.wait_for_url(f"**{table}board")
    screens[390].wait_for_scripts()
    assert screens[390].path == table
    screens[1280].page.locator("a[aria-label^=Back]").click()
    screens[1280].page.wait_for_load_state()
    screens[1280].page.wait_for_timeout(200)
    assert screens[1280].path == table, "who goes back from it reads the totals"


@pytest.mark.parametrize("motion", ["reduce", "no-preference"])
def test_who_starts_can_be_watched(phones: Callable[..., Phone], motion: str) -> None:
    phone = phones(viewport=WINDOW, reduced_motion=motion)
    phone.open("/games/parade/new")
    phone.tap("button[value=naming]")
    phone.page.locator("#name").fill("Ann, Bo, Cleo")
    phone.tap("#names button[value=add]")
    phone.page.evaluate(
        "() => new MutationObserver(() => { window.lit ??= document.querySelector('.lit'); })"
        ".observe(document.body, {attributes: true, attributeFilter: ['class'], subtree: true})"
    )
    phone.tap("button[value=draw]")
    expect(phone.page.locator(".seats small")).to_have_text(re.compile(r"^starts · thrown \d\d:\d\d$"), timeout=5000)
    phone.page.wait_for_timeout(1500)
    assert bool(phone.page.evaluate("() => window.lit")) == (motion != "reduce")
    assert phone.page.locator(".lit").count() == 0
    phone.tap("button[value='start:1']")
    expect(phone.page.locator(".seats small")).to_have_text("starts")
