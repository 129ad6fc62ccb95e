"""Phones that are real: pages in Chromium that note when a line stood painted on them."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import NamedTuple
from urllib.parse import urlsplit

from playwright.async_api import Browser, Page, async_playwright

from tests.support.browser import CHROMIUM, HOST, IN_SIGHT, PHONE, QUIET


class Sign(NamedTuple):
    """How a line shows: an element in sight, and the number that it says at least."""

    line: int
    css: str
    least: int = 0


WATCH = f"""
(signs) => {{
  const inSight = {IN_SIGHT};
  const painted = (window.painted = {{}});
  const look = () => {{
    for (const [line, css, least] of signs) {{
      const one = line in painted ? null : document.querySelector(css);
      if (!one || !inSight(one.closest("tr") || one) || (least && !(parseInt(one.innerText, 10) >= least))) continue;
      painted[line] = null;
      requestAnimationFrame(() => requestAnimationFrame(() => (painted[line] = Date.now() + 1)));
    }}
  }};
  const all = {{ subtree: true, childList: true, attributes: true, characterData: true }};
  new MutationObserver(look).observe(document, all);

}}
"""
"""The first frame after a change draws it; the second begins when the first is through. Rounded up to a millisecond."""

HEARS = "typeof bell !== 'undefined' && bell?.readyState === 1"

VISIBLE = "document.visibilityState"

PAINTED = "painted"


@asynccontextmanager
async def chromium() -> AsyncIterator[Browser]:
    """A browser of its own, for a program that runs an event loop itself."""
    assert CHROMIUM, "Chromium is missing; python3 dev.py bench installs it on Debian and Ubuntu"
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=CHROMIUM, args=list(QUIET))
        yield browser
        await browser.close()


class RealPhone:
    """A page in a window of its own, so that the browser draws it as one that is looked at."""

    def __init__(self, page: Page) -> None:
        self.page = page

    @classmethod
    async def join(cls, browser: Browser, base: str, code: str, where: str, signs: Sequence[Sign]) -> "RealPhone":
        """Join a table by its code, open a page of it, and begin to watch it once it hears the bell."""
        context = await browser.new_context(viewport=PHONE, device_scale_factor=2, has_touch=True)
        page = await context.new_page()
        base = f"http://{HOST}:{urlsplit(base).port}"
        await page.goto(f"{base}/{code}")
        await page.goto(base + where)
        while not await page.evaluate(HEARS):
            await asyncio.sleep(0.05)
        await page.evaluate(WATCH, [list(sign) for sign in signs])
        return cls(page)

    async def painted(self) -> dict[int, float]:
        """When each line stood painted, in seconds of the machine's clock; a page that is not looked at has none."""
        assert await self.page.evaluate(VISIBLE) == "visible"
        moments = await self.page.evaluate(PAINTED)
        return {int(line): now / 1000 for line, now in moments.items() if now}
