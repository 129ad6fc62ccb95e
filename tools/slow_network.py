"""Measure Scorekeeper on a mobile network of the second generation: 50 kB/s, 800 ms there and back, 2 % loss.

    .venv/bin/python tools/slow_network.py

Chromium opens a table with nothing cached, enters a colour of Parade, and opens the next pages. Printed are the seconds
until the first page can be read and used, the milliseconds until a tap is drawn, and the bytes received. The network is
`tests/support/network.py`.
"""

import tempfile
from pathlib import Path
from statistics import median
from urllib.parse import urlsplit

from playwright.sync_api import Browser, sync_playwright

from tests.support import browser
from tests.support.browser import CHROMIUM, PHONE, QUIET, Phone, writing
from tests.support.http import PHONE_SAYS, flip_taps
from tests.support.network import EDGE, Link, Network
from tests.support.server import serving

HOST = "table.home"
RUNS = 7

DRAWN = """(chip) => new Promise((tell) => {
  const begun = performance.now();
  chip.click();
  requestAnimationFrame(() => setTimeout(() => tell(performance.now() - begun)));
})"""
"""Script: the milliseconds from a tap until the next picture is drawn."""

LOADED = """() => {
  const [page] = performance.getEntriesByType('navigation');
  const [seen] = performance.getEntriesByName('first-contentful-paint');
  return [seen ? seen.startTime : 0, page.domContentLoadedEventEnd, page.loadEventEnd].map((time) => time / 1000);
}"""
"""Script: seconds until something was drawn, until the scripts had run, and until everything was loaded."""


def measure(chromium: Browser, port: int, link: Link) -> None:
    """Print the figures of one network."""
    network = Network("127.0.0.1", port, link)
    base = f"http://{HOST}:{network.port}"
    rows: dict[str, list[list[float]]] = {}
    drawn: list[float] = []
    sizes: dict[str, list[int]] = {}
    try:
        for _ in range(RUNS):
            context = chromium.new_context(
                viewport=PHONE, user_agent=PHONE_SAYS, has_touch=True, reduced_motion="reduce"
            )
            context.set_default_timeout(120_000)
            phone = Phone(context, base)

            def load(name: str, path: str, phone: Phone = phone) -> None:
                before = network.bytes
                phone.open(path)
                phone.wait_for_scripts()
                phone.page.wait_for_function("performance.getEntriesByType('navigation')[0].loadEventEnd > 0")
                rows.setdefault(name, []).append(phone.page.evaluate(LOADED))
                sizes.setdefault(name, []).append(network.bytes - before)

            load("first page, nothing cached", "/")
            table = phone.new_table()
            load("a round", f"{table}1/")
            chips = [phone.page.locator(writing(tap)).first for tap in flip_taps()[:4]]
            drawn.extend(chip.evaluate(DRAWN) for chip in chips)
            phone.settle()
            load("running totals", table)
            context.close()
    finally:
        network.close()
    print(f"{link.rate / 1000:g} kB/s, {link.round_trip * 1000:g} ms there and back, {link.loss:.0%} loss")
    print(f"{'':30}{'drawn':>8}{'usable':>8}{'loaded':>8} s {'bytes':>9}")
    for name, times in rows.items():
        middle = [median(each) for each in zip(*times, strict=True)]
        print(f"{name:30}" + "".join(f"{time:8.2f}" for time in middle) + f"   {median(sizes[name]):9.0f}")
    print(f"{'a tap until it is drawn':30}{median(drawn):8.0f} ms, at most {max(drawn):.0f} ms\n")


def main() -> None:
    """Measure this computer without a network between, and a mobile network."""
    browser.ADDRESS = "127.0.0.1"  # nothing of this leaves the computer
    options = [*QUIET, f"--host-resolver-rules=MAP {HOST} 127.0.0.1"]
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=options)
        with serving(Path(folder) / "instance") as server:
            for link in (Link(), EDGE):
                measure(chromium, urlsplit(server.address).port or 0, link)
        chromium.close()


if __name__ == "__main__":
    main()
