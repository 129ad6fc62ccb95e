"""Play a game over HTTP as a browser without script does: read every form off the page, send it, follow it.

Standard library only, so that it also runs against a freshly installed wheel.
"""

import re
from html import unescape
from http.cookiejar import CookieJar
from urllib.parse import urlencode, urljoin
from urllib.request import HTTPCookieProcessor, build_opener

ROWS = ("red", "blue", "purple", "green", "grey", "orange")

EXAMPLE: dict[str, dict[str, tuple[int, ...]]] = {
    "Alice": {"red": (10, 8, 3), "blue": (9, 7, 6, 5, 0), "purple": (0,), "green": (4, 2), "grey": (7, 4, 0)},
    "Hatter": {"red": (1, 0), "blue": (8,), "purple": (8, 7, 5, 3), "grey": (9, 8, 1), "orange": (10, 1)},
    "Cheshire": {
        "red": (7, 6, 5, 2),
        "blue": (4, 3),
        "purple": (2, 1),
        "green": (9, 8, 7, 6),
        "grey": (10,),
        "orange": (3, 2, 0),
    },
}
"""The cards of the rulebooks' worked example: 35, 27 and 31 points."""

FLIPPED = {
    "red": ("Cheshire",),
    "blue": ("Alice",),
    "purple": ("Hatter",),
    "green": ("Cheshire",),
    "grey": ("Alice", "Hatter"),
    "orange": ("Cheshire",),
}


def flip_taps(round: int = 1) -> list[str]:
    """The example as taps of flip & read: sizes of the flipped piles, cards of the others."""
    taps = []
    for row in ROWS:
        piles = [(seat, name, EXAMPLE[name].get(row, ())) for seat, name in enumerate(EXAMPLE)]
        for seat, name, cards in piles:
            if name in FLIPPED[row]:
                taps.append(f"{round}.{row}.count.{seat}.={len(cards)}")
        for seat, name, cards in piles:
            if name not in FLIPPED[row]:
                taps += [f"{round}.{row}.cards.{seat}.{card}=1" for card in cards]
    return taps


class Browser:
    """A browser without script: cookies, pages, forms."""

    def __init__(self, base: str) -> None:
        self.base = base
        self.jar = CookieJar()
        self.open = build_opener(HTTPCookieProcessor(self.jar)).open
        self.url = base
        self.html = ""

    def get(self, path: str) -> str:
        """Open a page."""
        return self._read(urljoin(self.base, path))

    def post(self, path: str, fields: list[tuple[str, str]]) -> str:
        """Send a form with the hidden fields of the page it stands on."""
        hidden = [(name, value) for name, value in self.hidden() if name not in dict(fields)]
        return self._read(urljoin(self.base, path), urlencode(hidden + fields).encode())

    def hidden(self) -> list[tuple[str, str]]:
        """The hidden fields that every form of the page has."""
        found = {}
        for tag in re.findall(r"<input[^>]*type=\"?hidden[^>]*>", self.html):
            name = re.search(r'name="?([^\s">]+)', tag)
            value = re.search(r'value="([^"]*)"|value=([^\s">]+)', tag)
            if name and name[1] in ("csrf_token", "op", "seen", "way"):
                found[name[1]] = unescape((value[1] or value[2] or "") if value else "")
        return list(found.items())

    def _read(self, url: str, body: bytes | None = None) -> str:
        with self.open(url, body, timeout=30) as answer:
            self.url = answer.url
            self.html = answer.read().decode()
        return self.html


def score_a_game(base: str) -> dict[str, int]:
    """Open a table, enter the rulebooks' example, and return the totals that the sheet shows."""
    browser = Browser(base)
    browser.get("/games/parade/new")
    names = list(EXAMPLE)
    browser.post("/games/parade/new", [("seat", name) for name in names] + [("starter", "0"), ("do", "open")])
    table = re.search(r"/t/([^/]+)/", browser.url)
    assert table, browser.url
    here = f"/t/{table[1]}/1/"
    for tap in flip_taps():
        browser.post(f"{here}write", [("tap", tap)])
    browser.post(f"{here}write?go=sheet", [("tap", "1.end.all..=1")])
    row = re.search(r'<tr class="?total.*?</tr>', browser.html, re.S)
    assert row, browser.html
    totals = [int(number) for number in re.findall(r"<td[^>]*>(?:<span.*?</span>)?\s*(\d+)", row[0], re.S)]
    return dict(zip(names, totals, strict=True))
