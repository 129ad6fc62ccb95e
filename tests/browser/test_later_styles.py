"""Late styles are not needed: nothing on the page uses them, and what is opened before they load does not move."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Route, expect

from tests.support.browser import ADDRESS, HOST, PHONE, Phone
from tests.support.forms import Phones
from tests.support.games import WALKED
from tests.support.http import PHONE_SAYS
from tests.support.tables import Author, Running, list_blank_states, list_scored_states, running

STATIC = Path(__file__).parents[2] / "static"

LATER = ("asked.css", "later.css", "entered.css")

SPOKEN_OF = """
async (sheets) => {
  const found = [];
  const look = (rules) => {
    for (const rule of rules) {
      // What a finger sets going is held still where no motion is wished for: nothing moves before it comes.
      if (/reduced-motion/.test(rule.conditionText)) continue;
      if (rule.cssRules && !rule.selectorText) look(rule.cssRules);
      if (!rule.selectorText) continue;
      const shows = (one) => one.checkVisibility() && !one.closest('details:not([open]) > :not(summary)');
      const met = [...document.querySelectorAll(rule.selectorText)].filter(shows);
      if (met.length) found.push(rule.selectorText + ' ' + met[0].outerHTML.slice(0, 80));
    }
  };
  for (const sheet of sheets) look((await new CSSStyleSheet().replace(sheet)).cssRules);
  return found;
}
"""
"""Script that returns the rules of style sheets that match a visible element, at any screen size."""

LINKED = """
() => [...document.querySelectorAll('head > link[rel=stylesheet]')].filter((one) => one.sheet)
  .map((one) => one.href.replace(/.*\\/|\\?.*/g, ''))
"""
"""Script that returns the loaded style sheets, in order."""


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with running(tmp_path_factory.mktemp("later") / "instance", ADDRESS) as app:
        yield app


def test_nothing_on_a_page_takes_styles_that_come_after_it(chromium: Browser, app: Running) -> None:
    author = Author(app.tables)
    phones = Phones(app.app)
    texts = {name: (STATIC / name).read_text(encoding="utf-8") for name in LATER}
    page = chromium.new_page(viewport=PHONE, user_agent=PHONE_SAYS, java_script_enabled=True)
    page.goto(f"http://{HOST}:{app.port}/offline")
    later, first = [], []
    for state in (
        *(state for game in WALKED.values() for state in list_blank_states(author, game)),
        *list_scored_states(author),
    ):
        if not re.search(r"/1/(\?way=\w+)?$", state.path):
            continue
        phones.of(state).environ_base["HTTP_USER_AGENT"] = PHONE_SAYS
        html = phones.look(state)
        waiting = re.search(r"<noscript><link[^>]*/static/([\w+]+)\.css[^>]*></noscript>", html)
        if not waiting:
            first.append(state.name)
            continue
        later.append(state.name)
        sheets = [texts[f"{name}.css"] for name in waiting[1].split("+")]
        page.set_content(re.sub(r"(?s)<(script|noscript).*?</\1>|<link[^>]*>", "", html))
        assert page.evaluate(SPOKEN_OF, sheets) == [], state.name
    page.context.close()
    assert len(later) > len(WALKED)
    assert {
        "parade flip, blank",
        "parade deck, blank",
        "diabolo hands, blank",
        "hearts tapped, blank",
        "skyjo typed, blank",
    } <= set(later)
    assert len(first) > 3


def test_a_menu_opened_before_its_styles_lies_over_the_page_and_gets_them(phones: Callable[..., Phone]) -> None:
    alice = phones()
    table = alice.new_table()
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    page = alice.page
    page.context.new_cdp_session(page).send("Network.setCacheDisabled", {"cacheDisabled": True})
    page.route(re.compile("/static/later"), hold)
    with page.expect_response(re.compile("/static/send")):
        alice.open(f"{table}1/")
    chip = page.locator("#red [value='.count.0.=4']")
    before = chip.bounding_box()
    page.click(".bar .more summary")
    menu = page.locator(".bar .more ul")
    expect(menu.get_by_text("History")).to_be_visible()
    expect(menu).to_have_css("border-radius", "0px")
    assert chip.bounding_box() == before
    for route in held:
        route.continue_()
    expect(menu).to_have_css("border-radius", "12px")
    assert chip.bounding_box() == before


def test_without_script_a_page_has_all_its_styles_at_once(phones: Callable[..., Phone]) -> None:
    alice = phones()
    table = alice.new_table()
    plain = phones(java_script_enabled=False)
    plain.context.add_cookies(alice.context.cookies())
    plain.open(f"{table}1/")
    expect(plain.page.locator(".bar .more ul")).to_have_css("border-radius", "12px")
    plain.page.click("#red [value='.count.1.=4']")
    expect(plain.page.locator("#red .pile")).to_have_css("display", "flex")


def test_a_round_in_which_something_is_told_has_its_styles_before_it_stands_there(phones: Callable[..., Phone]) -> None:
    alice = phones()
    table = alice.new_table()
    alice.open(f"{table}1/")
    both = ["app+entry.css", "later+asked+entered.css"]
    alice.page.wait_for_function(f"(both) => ({LINKED})().join() === both.join()", arg=both)
    alice.tap("#red [value='.count.1.=4']")
    assert alice.page.evaluate(LINKED) == both
    expect(alice.page.locator("#red .pile")).to_have_css("display", "flex")
    alice.page.reload()
    in_its_head = "app+later+entry+entered.css,asked.css"
    alice.page.wait_for_function(f"() => ({LINKED})().join() === '{in_its_head}'")
