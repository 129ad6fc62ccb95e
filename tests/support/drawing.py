"""Pages of the app drawn one after the other on one page of a browser: much sooner than each is opened."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache

from playwright.sync_api import Browser, Page

from tests.support.browser import HOST, PHONE_SIZES
from tests.support.forms import Phones
from tests.support.tables import Running, State

DRAW = """
async (html) => {
  const drawn = new DOMParser().parseFromString(html, 'text/html');
  window.sheets ??= new Map();
  const sheets = [];
  for (const link of drawn.querySelectorAll('link[rel=stylesheet]')) {
    const href = link.getAttribute('href');
    if (!matchMedia(link.media || 'all').matches) continue;
    if (!window.sheets.has(href))
      window.sheets.set(href, await new CSSStyleSheet().replace(await (await fetch(href)).text()));
    sheets.push(window.sheets.get(href));
  }
  for (const one of drawn.querySelectorAll('link, script, noscript')) one.remove();
  document.documentElement.replaceWith(document.adoptNode(drawn.documentElement));
  document.adoptedStyleSheets = sheets;
  await document.fonts.ready;
}
"""
"""Puts a page in the place of the one that is open, without its scripts."""

Draw = Callable[..., Page]
"""Draws a state, in English or in another language, and gives the page it is drawn on."""


@contextmanager
def drawing(chromium: Browser, app: Running, size: tuple[int, int] = PHONE_SIZES[0]) -> Iterator[Draw]:
    """Draws states of a running app on one page of that size; a language has its own phones."""
    page = chromium.new_page(viewport={"width": size[0], "height": size[1]})
    page.goto(f"http://{HOST}:{app.port}/offline")
    phones = cache(lambda language: Phones(app.app, language))

    def draw(state: State, language: str = "en") -> Page:
        page.evaluate(DRAW, phones(language).look(state))
        return page

    yield draw
    page.context.close()
