"""Live updates of a group page: changes by other phones appear, and no tap hits an element that has moved."""

import re

import pytest
from playwright.sync_api import expect

from scorekeeper.games import GAMES
from scorekeeper.games.pad import Setup, Spot
from scorekeeper.games.tally.counting import POINTS_BOX, POINTS_ROW
from scorekeeper.storage.groups import Groups
from scorekeeper.table.journal import By, Close, Write
from tests.support.browser import Phone
from tests.support.http import cookie

ME, OTHER = cookie("scoring"), cookie("elsewhere")

NAMES = ("Anna", "Bo", "Cleo")

TAP_WHERE_IT_STOOD = """(where) => {
  const one = document.querySelector('[name=game][value=tally]');
  const box = one.getBoundingClientRect();
  const [x, y] = [box.left + 9, box.top + box.height / 2];
  window.met = [];
  document.addEventListener('submit', (event) => (event.preventDefault(), window.met.push('sent')));
  document.addEventListener('click', (event) => window.met.push(event.target.closest('a') ? 'gone on' : 'clicked'));
  new MutationObserver((changes, watching) => {
    watching.disconnect();
    setTimeout(() => {
      window.moved = one.getBoundingClientRect().top - box.top;
      document.elementFromPoint(x, y).click();
      one.click();
      window.done = true;
    });
  }).observe(document.body, { attributes: true, attributeFilter: ['data-live'] });
}"""
"""Script that taps, as soon as the page has changed, the old position of a button, then the button itself."""


@pytest.fixture
def phone(scoring: Phone) -> Phone:
    """The phone that scores at all these tables."""
    return scoring


@pytest.fixture
def friday(groups: Groups) -> str:
    return groups.open("Friday", NAMES, ME)


def table(groups: Groups, group: str, *players: str) -> str:
    """Return a table that another phone has started in the group."""
    setup = Setup(players or NAMES, {}, ((1, tuple(range(len(players or NAMES)))),))
    opened = groups.tables.open(GAMES["tally"], setup, OTHER)
    groups.take_in(group, groups.tables.load(opened), f"in {opened}", OTHER)
    return opened


def write(groups: Groups, table: str, act: Write | Close) -> None:
    groups.tables.record(table, act, f"{act}", By(OTHER), groups.tables.load(table).seen)


def test_what_others_do_shows_on_the_page_of_the_group(phone: Phone, groups: Groups, friday: str) -> None:
    phone.open(f"/g/{friday}/")
    main = phone.page.locator("main")
    expect(main).not_to_contain_text("In progress")
    opened = table(groups, friday)
    expect(main).to_contain_text("In progress", timeout=10_000)
    expect(phone.page.locator(f"#t-{opened}")).to_be_visible()
    write(groups, opened, Write({Spot(1, POINTS_ROW, POINTS_BOX, seat): 5 - seat for seat in range(3)}))
    expect(phone.page.locator(f"#t-{opened}")).to_contain_text(re.compile(r"Anna\s*5"))
    write(groups, opened, Close(1))
    expect(main).to_contain_text("Anna wins with 5.")
    expect(main).not_to_contain_text("In progress")
    groups.remove_table(friday, opened, OTHER)
    expect(main).not_to_contain_text("Anna wins with 5.")
    groups.add_persons(friday, ["Dora"], OTHER)
    expect(main).to_contain_text("Dora")


def test_a_tap_meets_what_stood_there_before_or_nothing(phone: Phone, groups: Groups, friday: str) -> None:
    phone.open(f"/g/{friday}/")
    phone.page.evaluate(TAP_WHERE_IT_STOOD)
    opened = table(groups, friday)
    expect(phone.page.locator(f"#t-{opened}")).to_be_visible(timeout=10_000)
    phone.page.wait_for_timeout(100)
    assert abs(phone.page.evaluate("moved")) > 40, "another table above it moves it"
    assert phone.page.evaluate("met") == []
    phone.page.wait_for_timeout(700)
    phone.tap(f"#t-{opened}")
    assert re.search(rf"/t/{opened}/", phone.path)
