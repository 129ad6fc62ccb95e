"""Double taps: what a finger hits when it taps the same point twice, and what has moved in between."""

import re
from collections.abc import Callable, Iterator
from typing import NamedTuple

from playwright.sync_api import Page

from scorekeeper.games import GAMES
from scorekeeper.games.pad import Spot
from scorekeeper.printing.blank_pads import make_setup
from scorekeeper.table.journal import Write
from tests.support.browser import Phone
from tests.support.tables import Author, suit_in

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


class Scene(NamedTuple):
    """A page to tap on: its name, a function that makes a fresh one and returns its address, and the phone that opens
    it.
    """

    name: str
    begin: Callable[[Author], str]
    phone: str = "scoring"


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


OPENS = re.compile(r"summary |\d+\.\w+\.(side|top|nobody|double)\.")
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


def tap_all(phone: Phone, author: Author, scene: Scene, part: slice = slice(None)) -> Iterator[Tap]:
    """Tap each control of a page, on a fresh page each time."""
    page = phone.page
    phone.open(scene.begin(author))
    for index in range(page.evaluate(CONTROLS))[part]:
        if index:
            phone.open(scene.begin(author))
            page.evaluate(CONTROLS)
        if tapped := _tap(phone, page, index):
            yield tapped


def _tap(phone: Phone, page: Page, index: int) -> Tap | None:
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


def _where(page: Page) -> tuple[str, ...]:
    """Return the page, its language, and its way of entering."""
    attributes = [page.locator(name).get_attribute(what) or "" for name, what in (("html", "lang"), ("body", "class"))]
    return (page.url.split("?")[0].split("#")[0], *attributes)


PARTS = {"parade": (0.0, 0.1, 0.4, 1.0), "diabolo": (0.0, 0.3, 1.0), "hawaiki": (0.0, 0.5), "tally": (0.0, 0.5)}
"""Fractions of a round at which pages are tapped on, by game."""

TOLD = {
    "parade-referee-3": (0.0, 0.02, 0.14, 0.15, 0.6, 0.8, 0.9, 0.95, 1.0),
    "parade-referee-6": (0.9,),
    "diabolo-referee-3": (0.0, 0.3, 0.8, 0.97),
    "hawaiki-referee-4": (0.0, 0.3, 0.8, 1.0),
}
"""Fractions of rounds entered with the referee."""


def list_scenes() -> list[Scene]:
    """Return every page that takes taps, in the states it goes through."""
    return [*_list_entry_scenes(), *_list_referee_scenes(), *_list_other_scenes()]


def _list_entry_scenes() -> Iterator[Scene]:
    for slug, parts in PARTS.items():
        game = GAMES[slug]
        for way in (*[way.key for way in game.ways(make_setup(game, 3))], "own"):
            for part in parts:
                phone = "seated" if way == "own" else "scoring"
                yield Scene(f"{slug} {way} {part}", _make_retold(slug, part, f"1/?way={way}"), phone)
    for way in ("flip", "checked", "deck", "totals"):
        yield Scene(f"trouble {way}", _make_trouble(f"1/?way={way}"))
    for players in (2, 3):
        for lost in (0, 1, 20):
            yield Scene(f"lives of {players}, {lost} lost", _make_lives(players, lost))
    yield Scene("trouble, one card too many", _one_too_many)
    yield Scene("whose card", _make_trouble("1/?way=flip&why=1.red.cards.2.7"))


def _list_referee_scenes() -> Iterator[Scene]:
    for name, parts in TOLD.items():
        for part in parts:
            yield Scene(f"{name} {part}", _make_retold(name, part, "1/play"))
            yield Scene(f"{name} {part}, suit", _make_retold(name, part, "1/play?suit={suit}"))
            if name == "parade-referee-3":
                yield Scene(f"{name} {part}, all cards", _make_retold(name, part, "1/play"), "grid")
            if part in (0.3, 0.6):
                yield Scene(f"{name} {part}, looking", _make_retold(name, part, "1/play?pick={coming}&suit={suit}"))


def _list_other_scenes() -> Iterator[Scene]:
    for slug in ("parade", "tally"):
        for path in ("", "1/sheet", "journal", "setup", "1/ask"):
            if (slug, path) != ("tally", "1/ask"):
                yield Scene(f"{slug} {path or 'tally'}", _make_retold(slug, 1.0, path))
    for name in TOLD:
        yield Scene(f"{name} journal", _make_retold(name, 0.6, "journal"))
    # Taps on another language change later pages, except those whose address names a language.
    yield Scene("home", lambda author: "/?lang=en")
    for slug in ("parade", "tally"):
        yield Scene(f"new {slug}", lambda author, slug=slug: f"/games/{slug}/new?lang=en")


def _make_retold(name: str, part: float, path: str) -> Callable[[Author], str]:
    def begin(author: Author) -> str:
        table, coming = author.retell(name, part)
        return f"/t/{table}/" + path.format(coming=coming, suit=suit_in(coming))

    return begin


def _make_lives(players: int, lost: int) -> Callable[[Author], str]:
    def begin(author: Author) -> str:
        table = author.open(GAMES["tally"], players, start=20, count="down", out="out")
        if lost:
            author.write(table, Write({Spot(1, "points", "points", 0): lost}))
        return f"/t/{table}/1/?way=lives"

    return begin


def _make_trouble(path: str) -> Callable[[Author], str]:
    def begin(author: Author) -> str:
        table = author.open(GAMES["parade"], 3)
        too_many = {f"red.cards.0.{card}": 1 for card in range(4, 9)}
        _write(author, table, {"red.count.1.": 3, **too_many, "blue.cards.0.3": 1, "blue.cards.2.3": 1})
        return f"/t/{table}/{path}"

    return begin


def _one_too_many(author: Author) -> str:
    table = author.open(GAMES["parade"], 3)
    _write(author, table, {"red.count.2.": 3, **{f"red.cards.0.{card}": 1 for card in range(3)}})
    return f"/t/{table}/1/?way=flip"


def _write(author: Author, table: str, marks: dict[str, int]) -> None:
    for spot, mark in marks.items():
        row, box, seat, item = spot.split(".")
        author.write(table, Write({Spot(1, row, box, int(seat), item): mark}))
