"""The first page and the list of games in a real browser: what is seen at once, and how many taps lead to a game."""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from scorekeeper.games import GAMES
from scorekeeper.language.catalogue import catalogue
from scorekeeper.language.text import Text, speak
from scorekeeper.web.people.shelf import strip_accents
from tests.support.browser import Phone

WINDOW = {"width": 390, "height": 664}
"""What the browser of a phone leaves for a page."""

FREE = "() => document.querySelector('.dock').getBoundingClientRect().top"

BOTTOM = "(one) => one.getBoundingClientRect().bottom"


@pytest.mark.parametrize("language", ["en", "de", "fr", "es", "it"])
def test_the_first_visit_is_seen_without_scrolling(phones: Callable[..., Phone], language: str) -> None:
    phone = phones(viewport=WINDOW, locale=language)
    phone.open("/")
    assert phone.page.locator(".every").evaluate(BOTTOM) <= phone.page.evaluate(FREE)
    assert phone.page.locator(".dock").evaluate("(one) => one.offsetHeight") <= 96


def test_on_a_small_phone_all_games_are_reached_without_scrolling(phones: Callable[..., Phone]) -> None:
    phone = phones(viewport={"width": 320, "height": 568})
    phone.open("/")
    assert phone.page.locator(".every").evaluate(BOTTOM) <= phone.page.evaluate(FREE)


def test_on_a_laptop_nothing_is_wider_than_a_column(phones: Callable[..., Phone]) -> None:
    laptop = phones(viewport={"width": 1280, "height": 800}, user_agent="a laptop")
    laptop.open("/")
    wide = (
        "() => [...document.querySelectorAll('body *')].filter((one) => one.getBoundingClientRect().width > 672).length"
    )
    assert laptop.page.evaluate(wide) == 0
    tops = laptop.page.locator(".tiles a").evaluate_all(
        "(tiles) => tiles.map((one) => one.getBoundingClientRect().top)"
    )
    assert tops.count(tops[0]) == 4


def test_joining_is_the_black_button_once_five_letters_are_typed(phones: Callable[..., Phone]) -> None:
    phone = phones(viewport=WINDOW)
    phone.open("/")
    dark = "(one) => getComputedStyle(one).backgroundColor"
    join, every = phone.page.locator(".join button"), phone.page.locator(".every")
    ink, none = every.evaluate(dark), join.evaluate(dark)
    assert ink != none
    phone.page.locator("#code").fill("KFPQ")
    assert join.evaluate(dark) == none
    phone.page.locator("#code").fill("KFPQZ")
    assert (join.evaluate(dark), every.evaluate(dark)) == (ink, none)


@pytest.mark.parametrize("language", ["en", "de"])
def test_two_taps_and_three_letters_lead_to_any_game(phones: Callable[..., Phone], language: str) -> None:
    phone = phones(viewport=WINDOW, locale=language)
    words = catalogue(language)
    phone.open("/")
    phone.tap(".every")
    assert phone.page.locator("#games a:not(.other)").count() == len(GAMES) == 51
    field = phone.page.locator("[name=name]")
    for slug, game in GAMES.items():
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


def test_life_counters_take_two_taps(phones: Callable[..., Phone]) -> None:
    phone = phones(viewport=WINDOW)
    phone.open("/")
    phone.tap('.tiles [href="/games/lives"]')
    phone.tap(".many button >> nth=0")
    assert phone.page.locator(".life b").all_inner_texts() == ["20", "20"]
    assert phone.taps == 2


def test_without_script_letters_and_players_narrow_the_list_down(phones: Callable[..., Phone]) -> None:
    phone = phones(viewport=WINDOW, java_script_enabled=False)
    phone.open("/games/")
    phone.page.locator("[name=name]").fill("sk")
    phone.tap(".search button")
    assert phone.page.locator("#games a b").all_inner_texts() == ["Skat", "Skull King", "Skyjo"]
    phone.tap("#numbers a >> nth=4")
    assert phone.page.locator("#games a b").all_inner_texts() == ["Skull King", "Skyjo"]
