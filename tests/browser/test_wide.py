"""On a laptop and on a tablet in landscape, related parts are side by side, and nothing covers anything."""

import pytest
from playwright.sync_api import Browser, Locator

from scorekeeper.games import GAMES
from tests.support.drawing import drawing
from tests.support.overflow import WIDER
from tests.support.tables import Author, Running, State

WIDE = [(1280, 800), (1024, 768)]

NAMES = ("Annabelle", "Bruno", "Chiara", "Dario", "Emma", "Jo")

COVERED = """
() => [...document.querySelectorAll('a, button, summary, input:not([type=hidden])')].filter((one) => {
  if (!one.checkVisibility() || one.disabled || one.closest('.first') || one.matches('.first')) return false;
  one.scrollIntoView({block: 'center', behavior: 'instant'});
  const box = one.getBoundingClientRect();
  if (box.width < 2) return false;
  const hit = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
  return !(hit && (one.contains(hit) || hit.contains(one) || hit.closest('label')));
}).map((one) => one.outerHTML.slice(0, 120))
"""
"""Script that returns the elements that cannot be tapped because another one covers them."""

PAIRS = {
    "tally": ("#tally table", "#tally .race"),
    "sheet": ("#verdict", "#score table"),
    "typed": ("#asked ~ table", ".keys"),
    "parade": (".fronts", ".queue"),
    "hawaiki": (".piles", "#says"),
    "diabolo": (".rows-of-two", "#says"),
    "seats": ("#seats", "#names"),
    "invite": (".ticket", "#guests"),
}
"""Elements that must be side by side, the first to the left of the second, by page."""


def pages(author: Author) -> list[State]:
    """Return a state of each kind of page."""
    parade, tally = author.retell("parade")[0], author.retell("tally")[0]
    counted = author.open(GAMES["parade"], 3)
    told = {slug: author.retell(f"{slug}-referee-3", 0.4)[0] for slug in ("parade", "hawaiki", "diabolo")}
    return [
        State("tally", f"/t/{tally}/"),
        State("sheet", f"/t/{parade}/1/sheet"),
        State("count", f"/t/{counted}/1/?way=flip"),
        State("deck", f"/t/{counted}/1/?way=deck"),
        State("typed", f"/t/{tally}/1/"),
        *(State(slug, f"/t/{table}/1/play") for slug, table in told.items()),
        State("home", "/"),
        State("seats", f"/t/{parade}/setup"),
        State("invite", f"/t/{counted}/invite"),
        State("journal", f"/t/{parade}/journal"),
        State("rules", "/rules/parade"),
        *(State(f"{n} players", f"/t/{author.open(GAMES['parade'], n)}/1/?way=flip") for n in (2, 4, 6)),
        State("rows", f"/t/{author.retell('diabolo', 0.5)[0]}/1/"),
    ]


def side(element: Locator) -> tuple[float, float, float, float]:
    """Return left, top, right and bottom of an element."""
    box = element.first.bounding_box()
    assert box
    return box["x"], box["y"], box["x"] + box["width"], box["y"] + box["height"]


@pytest.mark.parametrize("size", WIDE)
def test_what_belongs_together_stands_side_by_side(chromium: Browser, here: Running, size: tuple[int, int]) -> None:
    states = pages(Author(here.tables, NAMES))
    apart, wide, covered = {}, {}, {}
    with drawing(chromium, here, size) as draw:
        for state in states:
            page = draw(state)
            wide[state.name] = page.evaluate(WIDER)
            if state.name in PAIRS:
                one, other = (side(page.locator(part)) for part in PAIRS[state.name])
                apart[state.name] = one[2] <= other[0] + 1 and one[1] < other[3] and other[1] < one[3]
            covered[state.name] = page.evaluate(COVERED)
    assert [name for name in PAIRS if not apart[name]] == []
    assert {name: list for name, list in wide.items() if list} == {}
    assert {name: list for name, list in covered.items() if list} == {}
