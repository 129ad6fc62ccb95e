"""The main ways through the app in each engine that people hold: Chromium, Firefox and WebKit, with a window.

Each is skipped where it is not installed (Debian: `apt install xvfb firefox-esr webkit2gtk-driver`). Pages are opened
at the address of this computer in its network. What only a phone has is not here: a finger, and Safari itself.
"""

import re
import time
from collections.abc import Callable, Iterator
from contextlib import closing, nullcontext
from dataclasses import dataclass
from secrets import token_hex
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser

from tests.support.browser import ADDRESS, LINE, SEND, TURNS, writing
from tests.support.engines import Engine, engine, find_missing
from tests.support.http import flip_taps
from tests.support.screen_saver import ScreenSaver, can_run, screen_saver
from tests.support.server import serving
from tests.support.slow_network import SlowNetwork

CAST = ("Alice", "Hatter", "Cheshire")

QUIET = """
Object.keys(localStorage).every((key) => !key.startsWith('tap:')) && !('busy' in document.body.dataset)
  && document.readyState === 'complete' && document.documentElement.classList.contains('scripted')
"""
"""Expression: whether the page is loaded and no tap is being sent."""

COMPLAINTS = """
((window.complaints = window.complaints || []), window.listens || (window.listens = true,
  ['error', 'unhandledrejection', 'securitypolicyviolation'].forEach((name) => addEventListener(name,
    (wrong) => complaints.push(String(wrong.message || wrong.reason || wrong.violatedDirective))))), complaints)
"""
"""Expression: the errors of this page since it was first asked."""


@dataclass
class Held:
    """An engine at a table: the browser, the network, and the desktop that it asks to keep the screen on."""

    browser: Engine
    base: str
    network: SlowNetwork
    saver: ScreenSaver | None
    table: str = ""

    def open(self, path: str) -> None:
        """Open a page of the app and wait until its scripts have run."""
        self.browser.open(self.base + path)
        self.settle()

    def settle(self) -> None:
        """Wait until no tap is being sent and no page is loading."""
        for _ in range(2):
            self.browser.wait_for(QUIET)
        assert self.browser.evaluate(COMPLAINTS) == []

    def tap(self, selector: str) -> None:
        """Tap, and wait for the answer."""
        self.browser.click(selector)
        time.sleep(0.05)
        self.settle()

    def start(self, game: str = "parade", names: tuple[str, ...] = CAST, **options: str) -> None:
        """Start a table and open its first round."""
        self.open("/")
        fields = [*(["seat", name] for name in names), *([f"option.{key}", value] for key, value in options.items())]
        self.browser.evaluate(
            f"void ({SEND})(arguments[0])", [f"/games/{game}/new", [*fields, ["starter", "0"], ["do", "open"]]]
        )
        self.browser.wait_for("/^.t.[^/]+.1./.test(location.pathname)")
        self.table = "/".join(str(self.browser.evaluate("location.pathname")).split("/")[:3]) + "/"
        # The browser remembers the way of the table before.
        if game == "parade":
            self.open(f"{self.table}1/?way=flip")
        self.settle()

    def write(self, tap: str) -> None:
        """Write a mark as another phone would: not by this page. It has the cookies of this browser."""
        fields = [["tap", tap], ["op", token_hex(16)]]
        asked = f"""fetch('{self.table}1/').then((page) => page.text()).then((html) => {{
          const value = (name) => new RegExp(`name="?${{name}}"? value="?([^">\\\\s]+)`).exec(html)[1];
          return fetch('{self.table}1/write', {{ method: 'POST', redirect: 'manual', body: new URLSearchParams([
            ...{fields}, ['csrf_token', value('csrf_token')], ['seen', value('seen')]]) }});
        }}).then(() => window.written = true)"""
        self.browser.evaluate(f"void ({asked})")
        self.browser.wait_for("window.written")

    @property
    def line(self) -> int:
        """The newest line that the page shows."""
        return int(str(self.browser.evaluate("document.body.dataset.live || '0'")).partition(".")[0])

    def totals(self) -> list[int]:
        """Return the totals that the page shows."""
        cells = self.browser.evaluate("[...document.querySelectorAll('tr.total td')].map((one) => one.innerText)")
        return [int(re.sub(r"\D", "", text)) for text in cells if text.strip()]


@pytest.fixture(scope="module", params=["chromium", "firefox", "webkit"])
def held(request: pytest.FixtureRequest, chromium: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Held]:
    """Each engine in turn, with a server of its own."""
    name = request.param
    if why := find_missing(name):
        pytest.skip(why)
    instance = tmp_path_factory.mktemp("engines") / "instance"
    instance.mkdir()
    (instance / "config.py").write_text("NEW_TABLES = 10_000\n")
    with serving(instance, host=ADDRESS) as server:
        network = SlowNetwork(ADDRESS, urlsplit(server.address).port or 0)
        with closing(network), screen_saver() if can_run() else nullcontext() as saver:
            environment = {"DBUS_SESSION_BUS_ADDRESS": saver.address, "XDG_CURRENT_DESKTOP": "GNOME"} if saver else {}
            with engine(name, environment, chromium) as browser:
                base = f"http://{ADDRESS}:{network.port}"
                browser.open(base)
                browser.resize(390, 664)
                yield Held(browser, base, network, saver)


def test_a_deal_of_parade_is_entered_card_by_card(held: Held) -> None:
    held.start()
    row = ""
    for tap in flip_taps():
        # One colour after the other: its button leads to the next.
        if row not in ("", tap.split(".")[1]):
            held.tap(f"form#{row} .primary")
        row = tap.split(".")[1]
        held.tap(writing(tap))
    assert held.line == len(flip_taps()) + 1
    held.open(f"{held.table}1/sheet")
    assert held.totals() == [35, 27, 31]
    held.browser.back()
    held.settle()
    held.browser.reload()
    held.settle()
    held.tap(".undo")
    assert held.line == len(flip_taps()) + 2


def test_numbers_are_typed_on_the_keypad(held: Held) -> None:
    held.start()
    held.open(f"{held.table}1/?way=totals")
    for number in (4, 5, 11, 6):
        for digit in str(number):
            held.tap(f".keys button[value='{digit}']")
        held.tap(".primary")
    held.open(f"{held.table}journal")
    assert held.line == 5


def test_three_players_decide_in_secret(held: Held) -> None:
    held.start("diabolo", ("Anna", "Bo", "Cleo"), doubler_commit="secret_simultaneous")
    held.tap(writing("1.red.side..=harp"))
    for number in range(3):
        held.browser.click(".dock .primary" if number else "a[href*='secret?']")
        held.browser.wait_for("document.querySelector('body.secret form.fill') && document.readyState === 'complete'")
        held.tap("button[name=tap][value='0']")
    assert held.browser.wait_for("document.body.classList.contains('revealed')")


def test_a_round_is_refereed(held: Held) -> None:
    held.start()
    held.open(f"{held.table}1/play")
    for card in LINE:
        held.tap(f'[name=move][value$="{card}"]')
    for card in TURNS[:2]:
        colour, number = card.split("-")
        held.tap(f'.suits [value="{colour}"]')
        held.tap(f'.chips [value$="{colour}-{number}"]')
    assert held.line == 1 + len(LINE) + 2


def test_a_page_follows_another_phone_and_so_does_the_scoreboard(held: Held) -> None:
    held.start()
    held.write("1.red.count.2.=4")
    held.browser.wait_for("document.body.dataset.live.startsWith('2.')")
    # The cards of the others are asked for as soon as one has most.
    assert held.browser.evaluate(f"document.querySelector({writing('1.red.cards.0.10=1')!r}) !== null")
    held.open(f"{held.table}board")
    held.write("1.red.cards.0.10=1")
    held.browser.wait_for("document.body.dataset.live.startsWith('3.')")
    assert held.browser.evaluate("document.getElementById('board').innerText.includes('10')")


def test_taps_wait_while_the_server_is_away_and_count_once(held: Held) -> None:
    held.start()
    held.network.cut()
    held.browser.click(writing("1.red.count.2.=4"))
    held.browser.wait_for("!document.getElementById('offline').hidden")
    held.browser.click(writing("1.red.cards.0.10=1"))
    assert held.browser.evaluate("Object.keys(localStorage).filter((key) => key.startsWith('tap:')).length") == 2
    held.network.recover()
    held.settle()
    assert held.line == 3


def test_a_clock_counts_on_the_page_and_on_the_scoreboard_and_pauses(held: Held) -> None:
    held.start("wizard")
    held.open(f"{held.table}setup")
    held.tap("details.ways summary")
    held.tap("label:has([name=clock][value=on])")
    held.tap("button.primary[name=do]")
    held.tap("[name=clock][value='turn:1']")
    shown = "document.querySelector('[role=timer]').innerText"
    for path in (held.table, f"{held.table}board"):
        held.open(path)
        assert "Hatter" in held.browser.evaluate(shown)
        before = held.browser.evaluate(shown)
        held.browser.wait_for(f"{shown} !== {before!r}")
    held.open(held.table)
    held.tap("[name=clock][value=pause]")
    held.browser.wait_for(f"{shown}.includes('paused')")


def test_a_score_sheet_is_a_pdf(held: Held) -> None:
    held.start()
    asked = f"""fetch('{held.table}1/sheet.pdf').then((answer) => {{
      window.printed = [answer.status, answer.headers.get('Content-Type')]; }})"""
    held.browser.evaluate(f"void ({asked})")
    assert held.browser.wait_for("window.printed", 60) == [200, "application/pdf"]


def test_the_system_is_asked_to_keep_the_screen_on_over_plain_http(held: Held) -> None:
    if not held.saver:
        pytest.skip("dbus-daemon is not installed")
    held.start()
    assert held.browser.evaluate("isSecureContext") is False
    if held.browser.name == "webkit":
        if not held.browser.evaluate("document.createElement('video').canPlayType('video/mp4; codecs=avc1.42E00A')"):
            pytest.skip("this WebKit cannot play H.264, as each iPhone can (Debian: gstreamer1.0-libav)")
        assert held.saver.is_asleep
        held.tap("summary.tool")
        held.tap("#keep-on button")
    _wait(lambda: not held.saver.is_asleep)
    time.sleep(2)  # a stream without new pictures must not count as ended
    assert not held.saver.is_asleep
    held.open("/")
    _wait(lambda: held.saver.is_asleep)


def _wait(until: Callable[[], bool]) -> None:
    end = time.monotonic() + 30  # an engine that has just started beside others is slow
    while not until():
        assert time.monotonic() < end
        time.sleep(0.05)
