"""Chromium and phones that tap at a real server. Every press is counted.

Pages are opened at the network address of this computer over plain http, as phones at a table open them. So the browser
grants nothing that it grants to localhost. A computer without a network listens to itself only. Its pages are opened
under a name, for which the same holds.
"""

import re
import shutil
from collections.abc import Callable
from contextlib import suppress
from http.client import HTTPConnection, HTTPResponse
from http.cookies import SimpleCookie
from secrets import token_hex
from typing import Any
from urllib.parse import urlencode, urlsplit

from playwright.sync_api import Browser, BrowserContext, Error, Locator, Page, expect

from scorekeeper.network import find_reach
from tests.support.http import EXAMPLE, ROWS, cookie, field, flip_taps_of
from tests.support.tables import State

BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")

CHROMIUM = next(filter(None, map(shutil.which, BROWSERS)), None)
"""Path of the browser. The first in the list renders the same pages without windows, in three quarters of the time."""

ADDRESS = find_reach("0.0.0.0").address
"""Address that the servers of these tests listen on: that of this computer in its network, otherwise 127.0.0.1."""

HOST = "table.home" if ADDRESS.startswith("127.") else ADDRESS
"""Host name at which pages are opened. To a browser it is not a secure context."""

LOCAL = "localhost"
"""Host name that a browser takes for a secure context, for tests of what works only there."""

QUIET = (
    "--no-sandbox",
    "--disable-gpu",
    "--in-process-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    f"--host-resolver-rules=MAP table.home {ADDRESS},MAP {LOCAL} {ADDRESS}",
)

PHONE = {"width": 390, "height": 664}
"""What the browser of a phone leaves to a page."""

SMALL_PHONE = {"width": 320, "height": 568}

LEAVING = """
window.navigation?.addEventListener('navigate', ({ destination, downloadRequest }) => {
  if (!destination.sameDocument && downloadRequest === null) window.leaving = true;
});
"""
"""Script that notes when a page is about to be replaced, before the next page has arrived."""

IN_SIGHT = """
(one) => {
  const box = one.getBoundingClientRect();
  const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
  return y > 0 && y < innerHeight && one.contains(document.elementFromPoint(x, y));
}
"""
"""Script: whether the middle of an element is visible at the current scroll position."""

AIMED = f"""
(one) => {{
  // On a busy computer the click comes after the driver has lifted the finger, so it is waited for.
  window.tapped = false;
  window.aimed = performance.now();
  addEventListener('click', () => (window.tapped = true), {{ capture: true, once: true }});
  const seen = ({IN_SIGHT})(one);
  if (!seen) one.scrollIntoView({{ block: 'center', inline: 'center', behavior: 'instant' }});
  const of = (box) => [box.left + box.width / 2, box.top + box.height / 2];
  const hit = (point) => {{
    const met = document.elementFromPoint(...point);
    return one.contains(met) || (met && met.closest('label')?.control === one);
  }};
  const points = [of(one.getBoundingClientRect()), of(one.getClientRects()[0] || new DOMRect())];
  return [seen, one.isConnected && !one.matches(':disabled') ? points.find(hit) || null : null];
}}
"""
"""Script: whether an element was visible, and the point at which a finger hits it after scrolling to it.

The point is null for an element that is disabled or covered. The script also notes the click when it comes.
"""

OPENED = """
(one) => {
  const section = one.closest('form.ask');
  const hidden = section && !section.checkVisibility();
  if (hidden) location.hash = section.id;
  return Boolean(hidden);
}
"""
"""Script: open the section of an element, if another one is on the screen. Its value is whether that was so."""

AT_REST = """
() => new Promise((tell) => {
  const begun = performance.now();
  const rests = () =>
    document.readyState === 'complete' &&
    !window.leaving &&
    (window.tapped !== false || performance.now() - aimed > 2000) &&
    !('busy' in document.body.dataset) &&
    !Object.keys(localStorage).some((key) => key.startsWith('tap:'));
  let times = 0;
  const look = () => {
    times = rests() ? times + 1 : 0;
    if (times === 2 || performance.now() - begun > 30_000) tell(times === 2);
    else setTimeout(look, 10);
  };
  look();
})
"""
"""Script: wait until the click has come, no page is loading and no tap is being sent.

Its value is whether that is so.
"""


KEPT = "Object.keys(localStorage).filter((key) => key.startsWith('tap:')).length"
"""Script: the number of taps that are stored on the phone."""

SCRIPTED = "() => document.documentElement.classList.contains('scripted')"
"""Script: whether the scripts of a page have run."""


def module(name: str) -> str:
    """Return the script that imports a module of the page, such as "live.js"."""
    return f"import(document.querySelector('link[rel=modulepreload][href$=\"/{name}\"]').href)"


def writing(value: str) -> str:
    """Return the selector of the control that writes a mark."""
    return f'[name=tap][value="{value}"]'


class Phone:
    """A phone that taps, and counts its taps and swipes."""

    def __init__(self, context: BrowserContext, base: str, script: bool = True) -> None:
        self.context = context
        self.base = base
        self.script = script
        context.add_init_script(LEAVING)
        self.page: Page = context.new_page()
        self.taps = self.swipes = 0
        self.complaints: list[str] = []
        self.forgiven: list[str] = []
        context.on("weberror", lambda wrong: self._complain(str(wrong.error)))
        context.on("console", lambda said: self._complain(said.text) if said.type == "error" else None)

    def open(self, path: str) -> None:
        """Open an address of the app without counting it as a tap."""
        self.page.goto(self.base + path)

    def wait_for_scripts(self) -> None:
        """Wait until the scripts of the page have run. Before that, its forms are plain forms."""
        self.page.wait_for_function(SCRIPTED)

    def tap(self, what: str | Locator) -> None:
        """Tap an element, after a swipe if it is not visible, and wait until the tap is answered."""
        # Playwright's own tap would scroll and wait as no user does, and so hide covered buttons.
        target = self.page.locator(what).locator("visible=true").first if isinstance(what, str) else what
        # A swipe also stands for going to another section.
        hidden = self.page.locator(what).first if isinstance(what, str) and not target.count() else target
        if hidden.count() and hidden.evaluate(OPENED):
            self.swipes += 1
        in_sight, point = target.evaluate(AIMED)
        self.swipes += not in_sight
        for _ in range(200):
            if point:
                break
            self.page.wait_for_timeout(50)
            _, point = target.evaluate(AIMED)
        assert point, f"{what} cannot be tapped"
        self.taps += 1
        if self.script:
            self.page.touchscreen.tap(*point)
            self.settle()
        else:
            with self.page.expect_navigation():
                self.page.touchscreen.tap(*point)

    def settle(self) -> None:
        """Wait until no tap is being sent and no page is loading."""
        for _ in range(20):
            with suppress(Error):  # the page was replaced while the script ran, so the next one is asked
                assert self.page.evaluate(AT_REST), "a tap was never answered"
                return
            self.page.wait_for_load_state("load")
        raise AssertionError("page after page came")

    def forgive(self, *words: str) -> None:
        """Ignore console errors with these words, which a test provokes on purpose.

        Browsers report errors with a delay, so later ones are ignored as well.
        """
        self.forgiven += words
        earlier, self.complaints[:] = self.complaints[:], []
        for said in earlier:
            self._complain(said)

    def _complain(self, said: str) -> None:
        if not any(word in said for word in self.forgiven):
            self.complaints.append(said)

    def plug_ears(self) -> None:
        """Stop live updates of this page until its next tap, as if the network had gone for a moment."""
        self.page.evaluate("delete document.body.dataset.live")

    def chip(self, value: str) -> None:
        """Tap the chip that writes this mark."""
        self.tap(writing(value))

    @property
    def path(self) -> str:
        """The address of the current page, without the host."""
        return self.page.url.removeprefix(self.base)

    def seat(self, *names: str) -> None:
        """Type new names on the page for a new table."""
        for name in names:
            if not self.page.locator("input[name=name]").count():
                self.tap("button[value=naming]")
            self.page.fill("input[name=name]", name)
            self.tap("button[value=add]:not(.first)")

    def new_table(self, *names: str, game: str = "parade", **options: str) -> str:
        """Start a table with these options, open it and return its address.

        Nothing is tapped or rendered for it: tests of the page for new tables do that.
        """
        rules = [(f"option.{key}", value) for key, value in options.items()]
        seats = [("seat", name) for name in names or EXAMPLE]
        path = self._send(f"/games/{game}/new", [*seats, *rules, ("starter", "0"), ("do", "open")])
        assert re.fullmatch("/t/[^/]+/1/", path), path
        self.open(path)
        return path.removesuffix("1/")

    def write(self, table: str, *taps: str) -> None:
        """Send these marks one by one, then open their round. Nothing is tapped for it."""
        for tap in taps:
            page = f"{table}{tap.partition('.')[0]}/"
            self._send(page, [("tap", tap), ("op", token_hex(16))], f"{page}write")
        self.open(page)

    def _send(self, path: str, fields: list[tuple[str, str]], to: str = "") -> str:
        """Send the form of a page with this phone's cookies, without opening it. Return the address of the redirect."""
        says, speaks = self.page.evaluate("[navigator.userAgent, navigator.language]")
        kept = {cookie["name"]: cookie["value"] for cookie in self.context.cookies(self.base)}
        known = kept.copy()
        there = HTTPConnection(ADDRESS, urlsplit(self.base).port)

        def answer(method: str, path: str, body: str = "") -> HTTPResponse:
            head = {"User-Agent": says, "Accept-Language": speaks, "Host": urlsplit(self.base).netloc}
            head["Cookie"] = "; ".join(f"{name}={value}" for name, value in known.items())
            there.request(method, path, body, head | {"Content-Type": "application/x-www-form-urlencoded"})
            answer = there.getresponse()
            for told in answer.headers.get_all("Set-Cookie", []):
                known.update({name: morsel.value for name, morsel in SimpleCookie(told).items()})
            return answer

        html = answer("GET", path).read().decode()
        carried = [(name, field(html, name)) for name in ("csrf_token", *(("seen",) if to else ()))]
        led = answer("POST", to or path, urlencode([*carried, *fields]))
        assert led.status == 303, led.read().decode()
        there.close()
        new = [name for name in known if known[name] != kept.get(name)]
        self.context.add_cookies(
            [{"name": name, "value": known[name], "url": self.base, "httpOnly": True} for name in new]
        )
        return led.headers["Location"] or ""


SEND = r"""
async ([path, fields]) => {
  const shown = await (await fetch(path.split('/', 3).join('/') + '/')).text();
  const seen = /data-live="([\d.]+)/.exec(shown)?.[1] || '0';
  const form = document.createElement('form');
  const token = document.querySelector('[name=csrf_token]').value;
  form.method = 'post';
  form.action = path;
  const op = crypto.getRandomValues(new Uint32Array(4)).join('');
  for (const [name, value] of [...fields, ['csrf_token', token], ['op', op]])
    form.append(Object.assign(document.createElement('input'), {name, value, type: 'hidden'}));
  if (!fields.some(([name]) => name === 'seen'))
    form.append(Object.assign(document.createElement('input'), {name: 'seen', value: seen, type: 'hidden'}));
  document.body.append(form);
  form.submit();
}
"""
"""Script that sends a form with the hidden fields of every form of the app."""


def phone_of(chromium: Browser, base: str, whose: str, **how: Any) -> BrowserContext:
    """Return a browser context with the cookie of one of the phones of the states. The phone "new" has no cookie."""
    context = chromium.new_context(**how)
    if whose != "new":
        context.add_cookies([{"name": "browser", "value": cookie(whose), "url": base}])
    return context


def visit(page: Page, base: str, state: State) -> None:
    """Open the page of a state, or send the form that leads to it."""
    if not state.fields:
        page.goto(base + state.path)
        return
    if not page.locator("[name=csrf_token]").count():
        page.goto(f"{base}/")
    with page.expect_navigation():
        page.evaluate(SEND, [state.path, [list(field) for field in state.fields]])


PHONE_SIZES = [(390, 664), (320, 568)]


def three(phones: Callable[..., Phone], viewport: dict[str, int] = PHONE) -> tuple[str, dict[str, Phone]]:
    """Return the path of a table whose three players have a phone each, and the phones by name."""
    made = [phones(viewport=viewport) for _ in EXAMPLE]
    table = made[0].new_table()
    made[0].open(f"{table}invite")
    code = made[0].page.locator(".letters").inner_text()
    for seat, phone in enumerate(made):
        phone.open(f"{table}seat" if seat == 0 else f"/{code}")
        phone.taps = 0
        phone.tap(f"button[name=seat][value='{seat}']")
        assert phone.taps == 1
        assert phone.path == f"{table}1/"
        phone.taps = 0
    return table, dict(zip(EXAMPLE, made, strict=True))


SMALL = """
() => [...document.querySelectorAll('a, button, summary, input, label')].filter((one) => {
  const box = one.getBoundingClientRect();
  const seen = box.width > 1 && box.height > 1 && one.checkVisibility() && one.type !== 'radio';
  const after = getComputedStyle(one, '::after');
  const covered = after.position === 'absolute' && after.content !== 'none';
  return seen && !covered && (box.width < 44 || box.height < 44);
}).map((one) => one.outerHTML.slice(0, 90))
"""
"""Script: the elements that can be tapped and are less than 44 pixels wide or high."""

TOO_WIDE = """
() => document.documentElement.scrollWidth <= innerWidth ? [] : [...document.querySelectorAll('body *')].filter(
  (one) => one.getBoundingClientRect().right > innerWidth + 1).map((one) => one.outerHTML.slice(0, 90))
"""


def press(phone: Phone, what: str) -> None:
    """Tap, and wait for the next page. Without JavaScript every tap loads a page."""
    phone.page.locator(what).first.evaluate(OPENED)
    with phone.page.expect_navigation():
        phone.page.locator(what).locator("visible=true").first.tap()


SEATS = {name: seat for seat, name in enumerate(EXAMPLE)}


def totals(phone: Phone) -> list[int]:
    """Return the totals on the sheet or the running totals that the phone shows."""
    cells = phone.page.locator("tr.total td").all_inner_texts()
    return [int(re.sub(r"\D", "", text)) for text in cells if text.strip()]


def flip_and_read(phone: Phone) -> None:
    """Enter the example by flip and enter, one colour per screen, with Next between colours."""
    for row in ROWS:
        section = phone.page.locator(f"form#{row}")
        assert section.locator("h2").is_visible()
        for tap in flip_taps_of(row):
            phone.chip(tap)
        if row != ROWS[-1]:
            phone.tap(section.locator(".primary"))


def show_the_sheet(phone: Phone) -> None:
    """Tap Show score sheet, without counting it."""
    before = phone.taps
    phone.tap(phone.page.locator(".primary", has_text="Show score sheet").last)
    phone.page.wait_for_url("**/sheet")
    phone.taps = before


def together(alice: Phone, bo: Phone, *names: str, **how: str) -> str:
    """Start a table on one phone, join it on the other, and return its address."""
    table = alice.new_table(*names, **how)
    alice.open(table)
    bo.open(f"/{alice.page.locator('.code b').inner_text()}")
    return table


def lines(phone: Phone) -> int:
    """Return the number of the newest line that the page shows."""
    return int((phone.page.locator("body").get_attribute("data-live") or "0").partition(".")[0])


def wait_for_line(phone: Phone, line: int) -> None:
    """Wait until the page shows that line."""
    expect(phone.page.locator("body")).to_have_attribute("data-live", re.compile(rf"^{line}\."), timeout=20_000)


LINE = ("red-0", "blue-0", "purple-0", "green-0", "grey-0", "orange-1")

TURNS = ("orange-0", "red-10", "blue-10", "purple-10")

KEPT_CARDS = {"Hatter": ("grey-5", "grey-6"), "Cheshire": ("grey-7", "grey-8"), "Alice": ("purple-1", "purple-2")}


def lay(phone: Phone, card: str) -> None:
    """Lay a card like "red-7" at the tail of the line at the start: it is among all cards on the screen."""
    phone.tap(f'.deck [value$="{card}"]')


def play(phone: Phone, card: str) -> None:
    """Play a card like "red-7": tap its colour, then its value."""
    slot, value = card.split("-")
    phone.tap(f'.suits [value="{slot}"]')
    phone.tap(f'.chips [value$="{slot}-{value}"]')


def look_first(phone: Phone) -> None:
    """Switch on Preview before playing on this phone."""
    phone.tap("summary.tool")
    phone.tap("text=Preview before playing")
