"""Nothing moves under the finger: a second tap at the same point hits the same control, or nothing."""

import re
from collections.abc import Callable, Iterator
from typing import NamedTuple

import pytest
from playwright.sync_api import Page

from scorekeeper.games import GAMES
from scorekeeper.printing.blank_pads import make_setup
from tests.support.browser import ADDRESS, HOST, PHONE_SIZES, Phone
from tests.support.http import cookie
from tests.support.soak import SOAK
from tests.support.tables import Author, Running, running, suit_in

WATCH = """
{
  window.shifts = [];
  let docked = new Map();
  let since = 0;
  const place = (one) => Object.values(one.getBoundingClientRect().toJSON()).map(Math.round).join();
  const frame = () => new Promise(requestAnimationFrame);
  const rest = () => new Promise((rested) => requestIdleCallback(rested, { timeout: 1000 }));
  window.atRest = async () => {
    for (let times = 0; times < 3; times += 1) {
      await frame();
      await rest();
    }
    shifts.length = 0;
    since = performance.now();
    docked = new Map([...document.querySelectorAll('.dock, .dock *')].map((one) => [one, place(one)]));
  };
  const away = ([from, to]) => to && Math.max(Math.abs(to.x - from.x), Math.abs(to.y - from.y));
  new PerformanceObserver((list) => {
    for (const one of list.getEntries()) {
      if (one.startTime < since) continue;
      const moved = one.sources.flatMap(({ node, previousRect, currentRect }) => {
        const named = node?.nodeType === 1 ? node : node?.parentElement;
        const seen = [previousRect, currentRect].filter(({ width, height }) => width && height);
        const edge = seen.every(({ height }) => height < 2);
        const still = seen.length && (away(seen) < 1 || edge || docked.get(named) === (named && place(named)));
        return still ? [] : [{ named, seen }];
      });
      if (one.sources.length && !moved.length) continue;
      const highest = Math.min(...moved.flatMap(({ seen }) => seen.map(({ y }) => y)));
      const said = moved.map(({ named, seen }) =>
        `${named?.outerHTML.slice(0, 70)} ${seen.map(({ x, y }) => [x, y].map(Math.round)).join(' to ')}`);
      shifts.push([one.value, highest, said]);
    }
  }).observe({ type: 'layout-shift', buffered: true });
}
"""
"""Script that records layout shifts, also those soon after a tap.

Not recorded: shifts before `atRest` was called, which a busy browser reports late; shifts of less than a pixel, as from
borders of half a pixel; elements with no more than that at the edge of the screen. Elements of the dock that are where
they were at `atRest` are left out as well: browsers report them if the page above has become shorter. An element that
enters or leaves the screen has only one position.
"""

CONTROL = """
(one) => {
  const control = one?.closest('a, button, summary, label') || one?.closest('input');
  if (!control || control.disabled || control.closest('[disabled]')) return '';
  if (control.matches('.undo')) return 'undo';
  if (control.matches('.primary')) return 'the way on';
  if (control.name === 'strike' && control.closest('li')) return control.closest('li').id;
  const said = control.matches('.change') ? '' : control.firstChild?.nodeValue?.trim() || control.innerText;
  if (['tap', 'why'].includes(control.name)) return `${control.value.split(';')[0].split('=')[0]} ${said}`;
  if (control.name) return `${['move', 'pick'].includes(control.name) ? 'card' : control.name} ${control.value}`;
  if (control.href) return control.href.replace(/[?&](way|typed)=[^&#]*/g, '');
  return control.nodeName === 'SUMMARY' ? `summary ${control.innerText.split('\\n')[0]}` : control.innerText;
}
"""
"""Script that returns a name to identify a control, "" if a tap does nothing."""

CONTROLS = f"""
() => {{
  const control = {CONTROL};
  const controls = [...document.querySelectorAll('a, button, summary, label, input:not([type=hidden], [type=radio])')];
  const hues = ['red', 'blue', 'purple', 'green', 'grey', 'orange', 'yellow'];
  const seen = controls.filter((one) => {{
    const {{ width, height }} = one.getBoundingClientRect();
    // What hands out paper or a file leads nowhere.
    if (one.href?.includes('.pdf') || (one.nodeName === 'BUTTON' && one.closest('.papers'))) return false;
    return control(one) && width > 1 && height > 1 && one.checkVisibility() && !one.closest('.first');
  }});
  const kinds = new Map();
  for (const one of seen) {{
    const place = one.closest('.block, .notice, .acts, .thumbs, main, .dock')?.className || '';
    const looks = [...one.classList].filter((name) => !hues.includes(name));
    const kind = [one.nodeName, one.name, ...looks, place].join();
    kinds.set(kind, [...(kinds.get(kind) || []), one]);
  }}
  document.querySelectorAll('[data-tapped]').forEach((one) => one.removeAttribute('data-tapped'));
  const ends = [...kinds.values()].flatMap((alike) => [...new Set([alike[0], alike.at(-1)])]);
  ends.forEach((one, index) => one.setAttribute('data-tapped', index));
  return ends.length;
}}
"""
"""Script that numbers the first and the last control of each kind on a page. Returns how many there are."""

AIM = f"""
(index) => {{
  const control = {CONTROL};
  const one = document.querySelector(`[data-tapped="${{index}}"]`);
  const spot = () => {{
    const box = one.getBoundingClientRect();
    return [box.left + box.width / 2, box.top + box.height / 2];
  }};
  if (!one.contains(document.elementFromPoint(...spot()))) one.scrollIntoView({{ block: 'center' }});
  const hit = document.elementFromPoint(...spot());
  return hit && one.contains(hit) ? {{ point: spot(), control: control(one) }} : null;
}}
"""
"""Script that returns the point at which a finger hits a control after scrolling to it, or null if it is covered."""

MET = f"([x, y]) => ({CONTROL})(document.elementFromPoint(x, y))"


class Tap(NamedTuple):
    """A control that was tapped once: what a second tap at that point hits, and what the first one has moved."""

    control: str
    met: str
    moved: list[str]
    turned: bool
    """Whether the tap has opened another page."""

    @property
    def astray(self) -> bool:
        """Whether a second tap would do something else."""
        if self.turned or self.met in ("", self.control):
            return False
        return not any(alike(self.control, self.met) for alike in ALIKE)


OPENS = re.compile(r"summary |do sign:|\d+\.\w+\.(side|top|nobody|double)\.")
"""Controls that open something below them."""


def _rubs_out(one: str, other: str) -> bool:
    """Return whether both write the same spot, one of them without a label: it removes what the other writes."""
    return one.endswith(" ") != other.endswith(" ") and one.partition(" ")[0] == other.partition(" ")[0]


def _asks_again(one: str, other: str) -> bool:
    """Return whether both are of one pile: after its last card is removed it is counted again, after its count it is
    read.
    """
    row = [re.fullmatch(r"(\d+\.\w+)\.(?:count|cards)\.(\d+)\..*", control) for control in (one, other)]
    return all(row) and len({match.groups() for match in row if match}) == 1


def _same_card(one: str, other: str) -> bool:
    """Return whether both are the same card, which now shows where it is, or the same move of the next player.

    The last card of the line says why it cannot be played once a card of the line is asked for.
    """
    cards = [said.split(".")[1::2] for said in (one, other) if said.startswith("card ")]
    return len(cards) == 2 and (cards[0] == cards[1] or (cards[0][:1] == ["line"] and cards[0][-1:] == cards[1][-1:]))


def _typed_here(one: str, other: str) -> bool:
    """Return whether a name is typed where its button was, or another name in its seat."""
    return other.startswith("name ") and re.match("do (naming|rename)", one) is not None


def _takes_out(one: str, other: str) -> bool:
    """Return whether both are the same name of a new table: one seats the player, the other takes the player out."""
    (does, _, name), (undoes, _, same) = one.partition(":"), other.partition(":")
    return {does, undoes} == {"do add", "do omit"} and name == same


ALIKE = (_rubs_out, _asks_again, _same_card, _typed_here, _takes_out)
"""Functions that decide whether a user takes two controls for one."""


def _where(page: Page) -> tuple[str, ...]:
    """Return the page, its language, and its way of entering."""
    attributes = [page.locator(name).get_attribute(what) or "" for name, what in (("html", "lang"), ("body", "class"))]
    return (page.url.split("?")[0].split("#")[0], *attributes)


PARTS = {"parade": (0.0, 0.1, 0.4, 1.0), "diabolo": (0.0, 0.3, 1.0), "hawaiki": (0.0, 0.5), "tally": (0.0, 0.5)}
"""Fractions of a game at which pages are tapped on."""

TOLD = {
    "parade-referee-3": (0.0, 0.02, 0.14, 0.15, 0.6, 0.8, 0.9, 0.95, 1.0),
    "diabolo-referee-3": (0.0, 0.3, 0.8, 0.97),
    "hawaiki-referee-4": (0.0, 0.3, 0.8, 1.0),
}
"""Fractions of rounds entered with the referee."""


class Scene(NamedTuple):
    """A page to tap on: its name, how much of which transcript comes before it, and its address at the table."""

    name: str
    told: str
    part: float
    path: str

    def begin(self, author: Author) -> str:
        """Make a fresh one and return its address."""
        table, coming = author.retell(self.told, self.part)
        return f"/t/{table}/" + self.path.format(coming=coming, suit=suit_in(coming))


def list_scenes() -> Iterator[Scene]:
    """Yield every page that takes taps, in the states it goes through."""
    for slug, parts in PARTS.items():
        for way in GAMES[slug].ways(make_setup(GAMES[slug], 3)):
            for part in parts:
                yield Scene(f"{slug} {way.key} {part}", slug, part, f"1/?way={way.key}")
    for told, parts in TOLD.items():
        for part in parts:
            yield Scene(f"{told} {part}", told, part, "1/play")
            yield Scene(f"{told} {part}, suit", told, part, "1/play?suit={suit}")
            if part in (0.3, 0.6):
                yield Scene(f"{told} {part}, looking", told, part, "1/play?pick={coming}&suit={suit}")
        yield Scene(f"{told} journal", told, 0.6, "journal")
    for slug in ("parade", "tally"):
        for path in ("", "1/sheet", "journal", "setup"):
            yield Scene(f"{slug} {path or 'tally'}", slug, 1.0, path)


ADDED = ("Dario", "Fausto")

GONE = {
    ("parade checked 0.1", "1.red.cards.0.9 9"): "nothing is known of red any more, so there is nothing to read",
    ("parade checked 1.0", "1.orange.cards.1.9 9"): "nobody has orange any more, so there is nothing to read",
    ("parade 1/sheet", "Agree and lock"): "whoever has agreed goes on",
    ("diabolo totals 1.0", "digits yes"): "the keys for digits take its place",
    **{
        (f"{game} setup", f"do add:{name}"): "the last name makes room"
        for game in ("parade", "tally")
        for name in ADDED
    },
}
"""Controls that disappear when tapped, and why."""

OTHERWISE = {
    ("diabolo totals 0.3", "undo"): "the row asks something else again",
    ("hawaiki-referee-4 0.3", "undo"): "the move before is asked about again",
    ("hawaiki-referee-4 0.3, suit", "undo"): "the move before is asked about again",
    ("hawaiki-referee-4 0.3, looking", "undo"): "the move before is asked about again",
    ("hawaiki-referee-4 journal", "line-2"): "the piles that were begun after it are counted anew, and told so",
    ("parade tally", "undo"): "nobody has won any more, and the line that says so goes",
    ("tally tally", "undo"): "nobody has won any more, and the line that says so goes",
    **{
        (f"{game} setup", f"do add:{name}"): "a fourth seat, for which a small phone has no room beforehand"
        for game in ("parade", "tally")
        for name in ADDED
    },
    **{(f"{game} setup", "undo"): "the players of before take other room" for game in ("parade", "tally")},
    **{(f"{game} setup", "do omit:Anna"): "somebody else starts" for game in ("parade", "tally")},
}
"""Taps that add or remove something above, and why that is accepted.

Each of them is what the tap itself asks for. Room kept for it beforehand would be empty on every other page. A second
tap at the same point still meets the same control.
"""

NAMES = ("Anna", "Bruno", "Chiara", "Dario", "Emma", "Fausto")


def tap_once(phone: Phone, index: int) -> Tap | None:
    """Tap the control with this number once. Return None if it is covered."""
    page = phone.page
    aim = page.evaluate(AIM, index)
    if aim is None:
        return None
    page.wait_for_timeout(100)  # after scrolling, the page marks the visible row in its strip, which moves things
    before = _where(page)
    page.evaluate("atRest()")
    page.touchscreen.tap(*aim["point"])
    phone.settle()
    page.wait_for_timeout(30)
    turned = _where(page) != before
    # Opening something, or asking the next question, may move what is below the tap, but nothing else.
    edge = aim["point"][1] if OPENS.match(aim["control"]) else 10_000
    shifts = page.evaluate("shifts")
    moved = [f"{value:.3f} {what}" for value, highest, what in shifts if not turned and highest < edge]
    return Tap(aim["control"], page.evaluate(MET, aim["point"]), moved, turned)


@pytest.fixture(scope="module")
def alone(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """An app that knows no other names: a page offers those of earlier tables."""
    with running(tmp_path_factory.mktemp("still") / "instance", ADDRESS) as app:
        yield app


@pytest.mark.parametrize("size", PHONE_SIZES)
def test_a_second_tap_at_the_same_point_meets_the_same_control_or_nothing(
    phones: Callable[..., Phone], alone: Running, size: tuple[int, int]
) -> None:
    author = Author(alone.tables, NAMES)
    phone = phones(viewport={"width": size[0], "height": size[1]})
    phone.base = f"http://{HOST}:{alone.port}"
    phone.context.add_cookies([{"name": "browser", "value": cookie("scoring"), "url": phone.base}])
    phone.context.add_init_script(WATCH)
    astray, moved, tapped = {}, {}, 0
    for number, scene in enumerate(list_scenes()):
        if not SOAK and number % 8 != PHONE_SIZES.index(size) * 4:
            continue
        phone.open(scene.begin(author))
        for index in range(number % 3, phone.page.evaluate(CONTROLS), 1 if SOAK else 3):
            phone.open(scene.begin(author))
            phone.page.evaluate(CONTROLS)
            tap = tap_once(phone, index)
            tapped += tap is not None
            if tap and tap.astray and (scene.name, tap.control) not in GONE:
                astray[scene.name, tap.control] = tap.met
            if tap and tap.moved and (scene.name, tap.control) not in OTHERWISE:
                moved[scene.name, tap.control] = tap.moved
    phone.forgive("404", "422")  # browsers also log refused requests in the console
    assert tapped > (400 if SOAK else 30)
    assert astray == {}
    assert moved == {}
