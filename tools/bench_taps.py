"""Benchmark of one phone: its first page, and from a tap until it is drawn and until the page after it has come."""

import asyncio
from typing import NamedTuple

from tests.support.browser import PHONE
from tools.bench_live import Table
from tools.paint_times import chromium


class TapTimes(NamedTuple):
    """Seconds of the first page of a browser, and for each tap until it was drawn and until the page after it came."""

    first_page: float
    drawn: list[float]
    answered: list[float]


TIME_TAPS = """
() => {
  window.drawn = [];
  window.tapped = [];
  const look = (chip, start) =>
    requestAnimationFrame(() =>
      chip.ariaPressed === "true" ? drawn.push(performance.now() - start) : look(chip, start),
    );
  const start = (event) => {
    tapped.push(performance.now());
    look(event.target.closest("button"), performance.now());
  };
  addEventListener("click", start, true);
}
"""
"""Script that records when chips are tapped, and after how many milliseconds each was pressed in a frame."""

LOADED = "performance.getEntriesByType('navigation')[0].loadEventEnd"

ANSWERED = """
() => performance.getEntriesByType("resource")
  .filter((entry) => entry.name.includes("/write"))
  .map((entry, number) => entry.responseEnd - tapped[number])
"""
"""Script that returns after how many milliseconds each tap was answered: the answer leads on to the next page."""


async def time_taps(base: str, taps: int = 20) -> TapTimes:
    """Join a table in a fresh browser, tap cards one after the other, and return how long each took."""
    async with chromium() as browser:
        context = await browser.new_context(viewport=PHONE, device_scale_factor=2, has_touch=True)
        page = await context.new_page()
        await page.goto(base)
        first_page = await page.evaluate(LOADED)
        table = await asyncio.to_thread(Table, base)
        await page.goto(f"{base}/{table.code}")
        await page.goto(f"{base}/t/{table.id}/1/?way=deck")
        await page.evaluate(TIME_TAPS)
        for number in range(taps):
            await page.locator("button[aria-pressed=false][value*='.cards.']:visible").nth(number).click()
            await asyncio.sleep(0.3)
        drawn, answered = await page.evaluate("drawn"), await page.evaluate(ANSWERED)
        assert len(drawn) == len(answered) == taps
        await context.close()
    return TapTimes(first_page / 1000, [span / 1000 for span in drawn], [span / 1000 for span in answered])
