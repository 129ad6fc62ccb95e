"""Rendering of many pages of the app in one browser page, much faster than opening each."""

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
  for (const one of drawn.querySelectorAll('link, script, noscript, meta[http-equiv=refresh]')) one.remove();
  document.documentElement.replaceWith(document.adoptNode(drawn.documentElement));
  document.adoptedStyleSheets = sheets;
  await document.fonts.ready;
}
"""
"""Script that replaces the open page by another one, without its scripts."""

Draw = Callable[..., Page]
"""Renders a state, in English or another language, and returns the browser page."""


@contextmanager
def drawing(chromium: Browser, app: Running, size: tuple[int, int] = PHONE_SIZES[0]) -> Iterator[Draw]:
    """Yield a function that renders states of a running app on one page of that size, with separate phones per
    language.
    """
    # Without animations, as a plate that still slides in has another size in each run.
    page = chromium.new_page(viewport={"width": size[0], "height": size[1]}, reduced_motion="reduce")
    page.goto(f"http://{HOST}:{app.port}/offline")
    phones = cache(lambda language: Phones(app.app, language))

    def draw(state: State, language: str = "en") -> Page:
        page.evaluate(DRAW, phones(language).look(state))
        return page

    yield draw
    page.context.close()
