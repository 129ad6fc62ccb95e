"""Every page in every state and language on a small phone: nothing scrolls sideways, and no word of ours is cut."""

import os
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page

from scorekeeper.i18n import languages
from tests.browser.conftest import HOST
from tests.browser.test_axe import WIDER
from tests.states import CROWD, Running, running, states
from tests.visiting import phone, visit

SMALL = {"width": 320, "height": 568}
FULL = bool(os.environ.get("SCOREKEEPER_SOAK"))

CUT = """
(names) => {
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT), found = [];
  const range = document.createRange();
  const lines = (node, start, end) => {
    range.setStart(node, start);
    range.setEnd(node, end);
    return [...range.getClientRects()].filter((line) => line.width);
  };
  while (texts.nextNode()) {
    const node = texts.currentNode, text = node.data;
    let one = node.parentElement;
    if (!text.trim() || !one.checkVisibility() || one.closest('bdi, svg, script, style, noscript')) continue;
    if (text.includes('://') || names.some((name) => text.includes(name))) continue;
    while (getComputedStyle(one).display === 'inline') one = one.parentElement;
    const box = one.getBoundingClientRect(), tapped = one.closest('a, button')?.getBoundingClientRect();
    // What is only told, not shown, is drawn into a single dot.
    if (box.width < 2) continue;
    const all = lines(node, 0, text.length);
    const cut = getComputedStyle(one).overflowX !== 'visible' &&
      all.some((line) => line.right > box.right + 1 || line.left < box.left - 1);
    const out = tapped && all.some((line) => line.bottom > tapped.bottom + 1 || line.right > tapped.right + 1);
    const tops = (start, end) => new Set(lines(node, start, end).map((line) => Math.round(line.top))).size;
    const broken = tops(0, text.length) > 1 && [...text.matchAll(/[^\\s/–-]+/g)].some((word) =>
      !word[0].includes('\u00ad') && tops(word.index, word.index + word[0].length) > 1);
    if (cut || out || broken) found.push(text.trim() + ' | ' + one.outerHTML.slice(0, 160));
  }
  return found;
}
"""
"""The texts that are cut at a side of their box, reach out of what is tapped, or are broken within a word.

A player's name may be cut and broken, and an address broken.
"""


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """The app with all its tables."""
    with running(tmp_path_factory.mktemp("small") / "instance") as app:
        yield app


def test_what_is_cut_is_found(chromium: Browser) -> None:
    page = chromium.new_page()
    page.set_content(
        "<style>p{width:90px;overflow:hidden;white-space:nowrap}</style>"
        "<p>whole<p>a sentence that is cut<p>one <i>that is cut in a part</i><p>Maximiliane, who may be cut"
        "<p style='overflow:visible'>reaching over the side"
        "<p style='white-space:normal;overflow-wrap:anywhere'>Rhabarberkompott"
        "<p style='white-space:normal'>Rhabar\u00adber\u00adkom\u00adpott<p><button style='height:9px'>tall</button>"
    )
    found = page.evaluate(CUT, ["Maximiliane"])
    assert [one.partition(" | ")[0] for one in found] == [
        "a sentence that is cut",
        "that is cut in a part",
        "Rhabarberkompott",
        "tall",
    ]
    page.context.close()


@pytest.mark.parametrize("language", languages())
def test_in_every_language_a_small_phone_shows_each_page_within_its_width_and_each_word_whole(
    chromium: Browser, app: Running, language: str
) -> None:
    base = f"http://{HOST}:{app.port}"
    names = [name[:4] for name in CROWD]
    phones: dict[str, Page] = {}
    wide, cut = {}, {}
    for state in states(app, full=FULL):
        if state.phone not in phones:
            phones[state.phone] = phone(chromium, base, state.phone, viewport=SMALL, locale=language).new_page()
        page = phones[state.phone]
        visit(page, base, state)
        assert page.locator("html").get_attribute("lang") == language, state.name
        wide[state.name] = page.evaluate(WIDER)
        cut[state.name] = page.evaluate(CUT, names)
    for page in phones.values():
        page.context.close()
    assert len(wide) > 250
    assert {name: found for name, found in wide.items() if found} == {}
    assert {name: found for name, found in cut.items() if found} == {}
