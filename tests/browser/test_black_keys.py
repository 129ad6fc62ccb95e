"""The black key of each step of each game, in all languages: no word of it breaks or reaches out of the key."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from scorekeeper.games import GAMES
from scorekeeper.language.catalogue import languages
from tests.support.browser import ADDRESS, PHONE_SIZES
from tests.support.drawing import drawing
from tests.support.forms import Phones
from tests.support.tables import Author, State, running

KEY = re.compile(r'<(a|button) class="primary"[^>]*>(.*?)</\1>', re.S)

TAB = re.compile(r'formaction="[^"]*/write[?]at=([^"]+)"')

BROKEN = r"""
(inside) => {
  const range = document.createRange();
  const lines = (node, start, end) => {
    range.setStart(node, start);
    range.setEnd(node, end);
    return [...range.getClientRects()].filter((line) => line.width);
  };
  const key = document.querySelector('.acts .primary');
  return inside.filter((html) => {
    key.innerHTML = html;
    for (const one of key.querySelectorAll('.unscripted')) one.remove();
    const frame = key.getBoundingClientRect(), texts = document.createTreeWalker(key, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const node = texts.currentNode;
      for (const word of node.data.matchAll(/[^\s/–-]+/g)) {
        const drawn = lines(node, word.index, word.index + word[0].length);
        if (new Set(drawn.map(({ top }) => Math.round(top))).size > 1) return true;
        if (drawn.some(({ left, right }) => left < frame.left || right > frame.right)) return true;
      }
    }
    return false;
  });
}
"""
"""Script that draws the black key of the page with each of these contents, and returns those that break a word."""


@pytest.mark.parametrize("language", languages())
def test_no_word_of_a_black_key_breaks(chromium: Browser, tmp_path: Path, language: str) -> None:
    with running(tmp_path / "instance", ADDRESS) as app:
        author = Author(app.tables, ("Anna", "Milo", "Dora", "Wolf"))
        phones, keys = Phones(app.app, language), set[str]()
        for game in GAMES.values():
            table = author.open(game, max(game.seats[0], min(game.seats[1], 3)))
            pages = [f"/t/{table}/1/"]
            for page in pages:  # grows by the tabs of each page
                html = phones.look(State(page, page))
                keys |= {inside for _, inside in KEY.findall(html)}
                tabs = [f"/t/{table}/1/?at={at}" for at in TAB.findall(html)]
                pages += [tab for tab in dict.fromkeys(tabs) if tab not in pages]
        assert len(keys) > 100
        for size in PHONE_SIZES:
            with drawing(chromium, app, size) as draw:
                page = draw(State("any", f"/t/{author.open(GAMES['yahtzee'], 3)}/1/"), language)
                assert page.evaluate(BROKEN, sorted(keys)) == [], size
