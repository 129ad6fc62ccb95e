"""What is recorded is what stood under the finger, however slow the line and however quick the hand.

A finger taps keys by chance, at a pace of its own, in every way of entering, and in the referee, without waiting for
any answer. The journal must then hold what each key said when the finger came down on it, in this order; a tap that is
not in the journal was refused, and the page showed that.
"""

import threading
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from random import Random
from typing import Any, NamedTuple
from urllib.parse import parse_qs

import pytest
from flask import Flask
from playwright.sync_api import Browser, CDPSession, Error, Page, Response

from scorekeeper.games import GAMES
from scorekeeper.games.errors import Malformed, Refusal
from scorekeeper.games.game import Game
from scorekeeper.games.pad import Mark, Spot
from scorekeeper.games.pads.boxes import WordsBox
from scorekeeper.table.admit import Stale
from scorekeeper.table.journal import Act, Agree, By, Strike, Write
from scorekeeper.table.notation import decode_move, parse_changes
from scorekeeper.table.table import Table
from tests.support.browser import ADDRESS, HOST, Phone, module
from tests.support.games import marks_of, spots, table_of
from tests.support.soak import SOAK
from tests.support.tables import Running, running

FINGERS = """
{
  const kept = () => JSON.parse(sessionStorage.getItem('fingers') || '[]');
  const keep = (one) => sessionStorage.setItem('fingers', JSON.stringify([...kept(), one]));
  const visible = (one) => one.getClientRects().length > 0;
  addEventListener('pointerdown', ({ target }) => {
    const key = target.closest?.('button,a[href]');
    keep({
      name: key?.name || '',
      value: key?.value || '',
      text: key?.textContent.trim() || '',
      look: key?.className || '',
      disabled: Boolean(key?.disabled),
      refused: 0,
    });
  }, true);
  // A refusal is seen: the key that was tapped is drawn so, and a sentence says why.
  const seen = new Set();
  new MutationObserver((changes) => {
    for (const { target } of changes) {
      if (!target.dataset.refused || seen.has(target.dataset.refused)) continue;
      seen.add(target.dataset.refused);
      const all = kept();
      const tapped = JSON.parse(target.dataset.refused);
      const one = all.findLast(({ name, value }) => name === tapped.name && value === tapped.value);
      const said = visible(document.getElementById('offline')) ? 1 : 2;
      if (one) one.refused = said;
      sessionStorage.setItem('fingers', JSON.stringify(all));
    }
  }).observe(document, { subtree: true, attributeFilter: ['data-refused'] });
}
"""
"""Script that records what each touch has hit, and which touches were refused."""

VISIBLE = """
(where) => {
  const out = [];
  for (const key of document.querySelectorAll(where)) {
    const box = key.getBoundingClientRect();
    const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
    if (!box.width || x < 0 || y < 0 || x > innerWidth || y > innerHeight || key.disabled) continue;
    if (key.contains(document.elementFromPoint(x, y))) out.push([x, y, key.textContent.trim()]);
  }
  return out;
}
"""
"""Script: the centre and text of each key that can be hit now."""


class Touch(NamedTuple):
    """What a finger hit when it came down."""

    name: str
    value: str
    text: str
    look: str
    disabled: bool
    refused: int
    """0: not refused. 1: the key shows the refusal, and the page gives the reason. 2: the page gives no reason."""


class SlowLine:
    """WSGI middleware that delays every request except those for static files."""

    def __init__(self, app: Flask) -> None:
        self.delay = 0.0
        self.chance: Random | None = None
        self._app = app.wsgi_app
        self._lock = threading.Lock()
        app.wsgi_app = self  # type: ignore[method-assign, assignment]

    def __call__(self, environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
        """Pass on a request after half of the delay, and its response after the other half."""
        path = environ.get("PATH_INFO", "")
        if path.startswith("/static/") or not self.delay:
            return self._app(environ, start_response)
        time.sleep(self._half())
        answer = self._app(environ, start_response)
        time.sleep(self._half())
        return answer

    def _half(self) -> float:
        if self.chance is None:
            return self.delay / 2
        with self._lock:
            return self.chance.uniform(0, self.delay)


class Finger:
    """A finger that touches the screen at a point, stays for a moment, and is lifted."""

    HELD = 0.03
    """Seconds between touching and lifting."""

    def __init__(self, page: Page, gap: float) -> None:
        self.page = page
        self.gap = gap
        self.next = 0.0
        self._session: CDPSession = page.context.new_cdp_session(page)

    def keys(self, where: str) -> list[tuple[float, float, str]]:
        """Return the positions and texts of the keys that can be hit now, none while another page loads."""
        try:
            return [(x, y, text) for x, y, text in self.page.evaluate(VISIBLE, where)]
        except Error:  # another page comes
            return []

    def tap(self, x: float, y: float) -> None:
        """Touch there, once the gap since the last touch is over."""
        time.sleep(max(0.0, self.next - time.monotonic()))
        self.next = time.monotonic() + self.gap
        with self.touch(x, y):
            time.sleep(self.HELD)

    @contextmanager
    def touch(self, x: float, y: float) -> Iterator[None]:
        """Touch there at once, and lift the finger at the end of the block."""
        self._session.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
        yield
        self._session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})

    def hit(self, where: str, text: str) -> None:
        """Tap the key that says this, once the gap since the last touch is over."""
        time.sleep(max(0.0, self.next - time.monotonic()))
        for x, y, said in self.keys(where):
            if said == text:
                self.tap(x, y)
                return
        raise AssertionError(f"{text} is not to be seen")

    def read_met(self) -> list[Touch]:
        """Return what each touch in this tab has hit, oldest first."""
        return [Touch(**touch) for touch in self.page.evaluate("JSON.parse(sessionStorage.getItem('fingers') || '[]')")]


PHONES = {"390": (390, 664), "320": (320, 568)}
"""What the browser of a phone leaves of its screen."""

PACES = [(0.05, 0.8), (0.1, 0.2), (0.2, 0.4), (0.3, 0.1), (0.45, 0.2), (1.0, 0.0)] if SOAK else [(0.1, 0.2), (0.3, 0.4)]
"""Seconds between two touches, and from a request to its answer."""

LINES = ("plain", "overtaking", "neighbour")
"""Answers come in order, or overtake each other, or pages of what another phone writes come between two taps."""

TAPS = 8 if SOAK else 6
"""So many touches in a run by chance."""

KEYS = {
    "rows": ("main .chips button, main .sides button", ".acts .primary, .acts .ahead button"),
    "own": ("main .chips button, main .sides button", ".acts .primary"),
    "deck": (".column button", ".painters a"),
    "card": ("main summary, main .filling button, main .track button", ".painters a"),
    "play": (".thumbs .chips button, .deck button, .words button", ".suits button, .acts .primary"),
}
"""What is mostly tapped in each layout, and what is tapped now and then."""


class Way(NamedTuple):
    """A way of entering a round, as its address names it."""

    game: str
    way: str
    layout: str


def players(game: Game) -> int:
    """Three, where so many may play."""
    fewest, most = game.seats
    return min(max(3, fewest), most)


def ways_of(slug: str) -> list[Way]:
    """Return every way to enter a game, including that of a player's own phone and the referee."""
    game = GAMES[slug]
    ways = [Way(slug, way.key, way.layout) for way in game.ways(table_of(game, players(game)))]
    if game.referee:
        ways += [Way(slug, "own", "own"), Way(slug, "play", "play")]
    return ways


class Run(NamedTuple):
    """A way of entering, on a phone of a size, over a line of a kind."""

    way: Way
    size: str
    how: str

    def __str__(self) -> str:
        return f"{self.way.game}-{self.way.way}-{self.size}-{self.how}"


PARADE = [Way("parade", way, layout) for way, layout in (("flip", "rows"), ("deck", "deck"), ("play", "play"))]
QUICK = [
    *(Run(way, "320", "plain") for way in PARADE),
    *(Run(way, "390", "neighbour") for way in PARADE[:2]),
    *(Run(way, "320", "overtaking") for way in PARADE[:1]),
    Run(Way("diabolo", "hands", "rows"), "320", "plain"),
]
EVERY = [way for slug in GAMES for way in ways_of(slug) if way.layout not in ("lives", "keypad")]
RUNS = [*QUICK, *(Run(way, [*PHONES][n % 2], LINES[n % 3]) for n, way in enumerate(EVERY) if SOAK)]
"""Chosen pairs of a way and a line, in the long form also every way of every game."""


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """The app, in whose journals the tests may look."""
    folder: Path = tmp_path_factory.mktemp("slow") / "instance"
    folder.mkdir()
    (folder / "config.py").write_text("NEW_TABLES = 10_000\n")
    with running(folder, ADDRESS) as app:
        yield app


@pytest.fixture(scope="module")
def line(app: Running) -> SlowLine:
    """The line between that app and the phones."""
    return SlowLine(app.app)


@pytest.fixture
def at_hand(chromium: Browser, app: Running, line: SlowLine) -> Iterator[Callable[[str], Phone]]:
    """Makes phones of a size; at the end none may have complained."""
    made: list[Phone] = []

    def make(size: str) -> Phone:
        width, height = PHONES[size]
        context = chromium.new_context(
            viewport={"width": width, "height": height}, has_touch=True, is_mobile=True, locale="en"
        )
        context.add_init_script(FINGERS)
        made.append(Phone(context, f"http://{HOST}:{app.port}"))
        return made[-1]

    yield make
    line.delay, line.chance = 0.0, None
    for phone in made:
        phone.context.close()
        phone.forgive("409", "422")
        assert phone.complaints == []


def open_table(phone: Phone, way: Way) -> str:
    """Open a table and the page of this way; return the table's number."""
    names = ("Ann", "Bo", "Cleo", "Dan")[: players(GAMES[way.game])]
    table = phone.new_table(*names, game=way.game)
    if way.way == "own":
        phone.open(f"{table}seat")
        phone.tap("button[name=seat][value='0']")
    page = f"{table}1/play" if way.way == "play" else f"{table}1/?way={way.way}"
    phone.open(page)
    phone.wait_for_scripts()
    phone.page.wait_for_load_state("networkidle")
    phone.page.evaluate("sessionStorage.removeItem('fingers')")
    return table.split("/")[2]


def leave_out_nobody(act: Act, written: list[Act]) -> Act:
    """Return an act without “nobody has any of this suit”, if the next line written is that.

    While a tap of a suit waits, an answer about the next one does not say that nobody has it.
    """
    changes = act.changes if isinstance(act, Write) else {}
    short = Write({spot: mark for spot, mark in changes.items() if spot.box != "nobody"})
    return short if written[:1] == [short] else act


def find_act(touch: Touch, table: Table) -> Act | None:
    """Return the line that a key requested when the finger came down, or None if it requests none."""
    if touch.disabled or touch.name not in ("tap", "move"):
        return None
    if touch.name == "move":
        return decode_move(touch.value)
    try:
        return Write(parse_changes(touch.value, table.setup, table.game.rows(table.setup)))
    except Malformed as wrong:
        raise AssertionError(f"{touch.value}: {wrong}") from wrong


def refused_by_the_table(phone: Phone) -> list[str]:
    """Notes the taps that the server refuses with a page that says why, from now on."""
    refused: list[str] = []

    def look(answer: Response) -> None:
        if answer.request.method == "POST" and answer.status in (409, 422):
            sent = parse_qs(answer.request.post_data or "")
            refused.append((sent.get("tap") or sent.get("move") or [""])[0])

    phone.page.on("response", look)
    return refused


class Neighbour:
    """Another phone at the table, which writes a mark by chance whenever it is asked to."""

    ME = By("neighbour")

    def __init__(self, app: Running, table: str, chance: Random) -> None:
        self.tables = app.tables
        self.table = table
        self.chance = chance

    def writes(self) -> None:
        """Write something into the pad."""
        table = self.tables.load(self.table)
        places = [
            (spot, box)
            for spot, box in spots(table.game, table.setup)
            if not isinstance(box, WordsBox) and not box.hidden
        ]
        spot, box = self.chance.choice(places)
        with suppress(Refusal, Stale):
            act = Write({spot: self.chance.choice(marks_of(box))})
            self.tables.record(self.table, act, self.chance.randbytes(16).hex(), self.ME, table.seen)


def compare(fingers: list[Touch], table: Table, refused: list[str]) -> list[str]:
    """Return what was recorded otherwise than it stood under the finger, or neither recorded nor refused."""
    # Agreeing is a tap on the sheet, and no key of the round.
    written = [line.act for line in table.lines[1:] if line.by != Neighbour.ME and not isinstance(line.act, Agree)]
    wrong: list[str] = []
    waited: list[Act] = []
    missing: dict[int, str] = {}
    last: tuple[int, Act] | None = None
    marks: dict[Spot, Mark | None] = {}
    for number, touch in enumerate(fingers):
        if touch.name == "strike" and not touch.disabled and touch.refused != 1:
            if written and isinstance(written[0], Strike):
                written.pop(0)
            elif last:
                # The tap before was still on this phone, and was dropped there.
                dropped, act = last
                if missing.pop(dropped, None) is None:
                    written.insert(0, act)
            else:
                wrong.append(f"tap {number} on {touch.text} took nothing back")
            last = None
            marks.clear()
            continue
        act = find_act(touch, table)
        if act is None or touch.refused == 1:
            continue
        act = leave_out_nobody(act, written)
        last = number, act
        # A second tap on a choice that is made already changes nothing.
        changes = act.changes if isinstance(act, Write) else {}
        repeated = bool(changes) and all(marks.get(spot) == mark for spot, mark in changes.items())
        marks |= changes
        if written[:1] == [act]:
            written.pop(0)
        elif repeated:
            last = None
        elif touch.value in refused:
            refused.remove(touch.value)
        elif "primary" in touch.look:
            # Going on waits for what is on its way, so it may be written last; or it leads on and writes nothing.
            waited.append(act)
        elif waited and written[:2] == [waited[0], act]:
            waited.pop(0)
            del written[:2]
        else:
            missing[number] = f"tap {number} on {touch.text} ({touch.value}) is not recorded"
    return [*wrong, *missing.values(), *(f"nobody tapped {act}" for act in written if act not in waited)]


def runs(phone: Phone, line: SlowLine, run: Run) -> Iterator[tuple[str, str, Finger]]:
    """Open a table for each pace, and have a finger ready there: what it is called, the table, and the finger."""
    for gap, delay in PACES:
        line.delay, line.chance = 0.0, None
        table = open_table(phone, run.way)
        line.delay = delay
        line.chance = Random(f"{run} {gap} {delay}") if run.how == "overtaking" else None
        yield f"{gap} s between taps, {delay} s delay", table, Finger(phone.page, gap)


SETTLE = f"""
(() => {{
  const taps = Object.keys(localStorage).filter((key) => key.startsWith('tap:'));
  const again = document.querySelector('[data-again]');
  if (again && !taps.some((key) => key.endsWith(':' + again.elements.op.value))) {{
    document.querySelector('.undo').click();
    return true;
  }}
  const isBusy = 'busy' in document.body.dataset;
  if (taps.length && !isBusy) {module("outbox.js")}.then(({{ send }}) => send());
  return taps.length > 0 || isBusy;
}})()
"""
"""Script that leaves a refused tap as it is and sends what waits behind it. Its value is whether anything is left."""


def wait_for_answers(phone: Phone) -> None:
    """Wait for all answers; what was tapped after something refused waits until somebody taps again."""
    for _ in range(600):
        with suppress(Error):  # another page comes
            if not phone.page.evaluate(SETTLE):
                break
        phone.page.wait_for_timeout(50)
    phone.settle()


def by_chance(finger: Finger, layout: str, chance: Random, neighbour: Neighbour | None) -> None:
    """Tap keys by chance, and now and then what leads on; between the taps the neighbour writes."""
    often, seldom = KEYS[layout]
    for number in range(TAPS):
        leads_on = number % 2 == 0 if layout == "play" else chance.random() < 0.15
        keys = finger.keys(seldom if leads_on else often) or finger.keys(often) or finger.keys(seldom)
        if not keys:
            break
        x, y, _ = chance.choice(keys)
        finger.tap(x, y)
        if neighbour and number % 3 == 1:
            neighbour.writes()


@pytest.mark.parametrize("run", RUNS, ids=str)
def test_what_is_recorded_is_what_stood_under_the_finger(
    at_hand: Callable[[str], Phone], app: Running, line: SlowLine, run: Run
) -> None:
    phone = at_hand(run.size)
    refused = refused_by_the_table(phone)
    wrong = []
    for name, table, finger in runs(phone, line, run):
        chance = Random(f"{run.way} {name}")
        neighbour = Neighbour(app, table, chance) if run.how == "neighbour" and run.way.way != "play" else None
        by_chance(finger, run.way.layout, chance, neighbour)
        wait_for_answers(phone)
        wrong += [f"{name}: {fault}" for fault in compare(finger.read_met(), app.tables.load(table), refused)]
    assert wrong == [], "\n".join(wrong)


FIRST_KEY = "#red-0-count button"


def open_deal(at_hand: Callable[[str], Phone]) -> tuple[Phone, str, Finger]:
    """Open a deal of Parade; return the phone, the id of the table, and a finger on that phone."""
    phone = at_hand("390")
    return phone, open_table(phone, PARADE[0]), Finger(phone.page, 0.0)


def test_a_key_under_a_finger_stays_as_it_is_though_the_finger_before_was_lifted_just_then(
    at_hand: Callable[[str], Phone], app: Running
) -> None:
    phone, table, finger = open_deal(at_hand)
    x, y, text = finger.keys(FIRST_KEY)[0]
    value = phone.page.locator(FIRST_KEY).first.get_attribute("value")
    finger.tap(1, 330)  # the margin
    with finger.touch(x, y):
        now = app.tables.load(table)
        act = Write(parse_changes(f"1.red.count.0.={text}", now.setup, now.game.rows(now.setup)))
        app.tables.record(table, act, "neighbour", Neighbour.ME, now.seen)
        phone.page.wait_for_timeout(1000)
        assert phone.page.evaluate("(key) => document.querySelector(key)?.value", FIRST_KEY) == value
    wait_for_answers(phone)
    assert app.tables.load(table).known.marks == {**now.known.marks, **act.changes}


def test_a_page_that_comes_under_a_finger_says_that_its_tap_was_not_taken(
    at_hand: Callable[[str], Phone], app: Running
) -> None:
    phone, table, finger = open_deal(at_hand)
    x, y, _ = finger.keys(FIRST_KEY)[0]
    with finger.touch(x, y):
        phone.open(f"/t/{table}/1/sheet")
        phone.page.locator("#offline", has_text="the page was still changing").wait_for()
    assert [touch.refused for touch in finger.read_met()] == [1]
    assert app.tables.load(table).lines[1:] == ()
    phone.page.reload()
    phone.wait_for_scripts()
    assert phone.page.locator("#offline").is_hidden()
