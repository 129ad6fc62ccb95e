"""Pages in Chromium that record when a line was painted."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import NamedTuple
from urllib.parse import urlsplit

from playwright.async_api import Browser, Page, async_playwright

from tests.support.browser import CHROMIUM, HOST, IN_SIGHT, PHONE, QUIET, module


class Sign(NamedTuple):
    """What shows a line: a visible element, and the least number in it."""

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
"""Script that records the time of each line. The first frame after a change draws it; the second starts after that.

The time is rounded up to a millisecond.
"""

HEARS = f"{module('live.js')}.then(({{ bell }}) => bell?.readyState === 1)"

VISIBLE = "document.visibilityState"

PAINTED = "painted"


@asynccontextmanager
async def chromium() -> AsyncIterator[Browser]:
    """Yield a browser for a program with an event loop of its own."""
    assert CHROMIUM, "Chromium is missing; python3 dev.py bench installs it on Debian and Ubuntu"
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=CHROMIUM, args=list(QUIET))
        yield browser
        await browser.close()


class RealPhone:
    """A page in a window of its own, so that the browser paints it as a visible one."""

    def __init__(self, page: Page) -> None:
        self.page = page

    @classmethod
    async def join(cls, browser: Browser, base: str, code: str, where: str, signs: Sequence[Sign]) -> "RealPhone":
        """Join a table by its code, open one of its pages, and watch it once live updates are connected."""
        context = await browser.new_context(viewport=PHONE, device_scale_factor=2, has_touch=True)
        page = await context.new_page()
        base = f"http://{HOST}:{urlsplit(base).port}"
        await page.goto(f"{base}/{code}")
        await page.goto(base + where)
        async with asyncio.timeout(60):
            while not await page.evaluate(HEARS):
                await asyncio.sleep(0.05)
        await page.evaluate(WATCH, [list(sign) for sign in signs])
        return cls(page)

    async def read_paint_times(self) -> dict[int, float]:
        """Return the time at which each line was painted, in seconds since 1970."""
        assert await self.page.evaluate(VISIBLE) == "visible"
        moments = await self.page.evaluate(PAINTED)
        return {int(line): milliseconds / 1000 for line, milliseconds in moments.items() if milliseconds}
