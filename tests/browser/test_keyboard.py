"""Rounds entered by keyboard and screen reader: keys alone, visible and kept focus, and what is announced."""

from collections.abc import Callable
from pathlib import Path

import pytest

from scorekeeper.games import GAMES
from scorekeeper.games.pad import Spot
from scorekeeper.table.journal import Write
from tests.support.browser import HOST, PHONE, Phone
from tests.support.http import EXAMPLE, FLIPPED, ROWS, cookie
from tests.support.tables import Author, Running

SEEN = """
() => {
  const one = document.activeElement;
  if (one === document.body) return 'nothing';
  const drawn = one.type === 'radio' ? one.nextElementSibling : one.closest('.boxes') || one;
  const { outlineStyle, outlineWidth, outlineColor } = getComputedStyle(drawn);
  const box = one.getBoundingClientRect();
  const [x, y] = [Math.min(Math.max(box.left + box.width / 2, 1), innerWidth - 1), box.top + box.height / 2];
  const top = document.elementFromPoint(x, y);
  if (outlineStyle !== 'solid' || parseFloat(outlineWidth) < 2.5) return 'not drawn: ' + one.outerHTML;
  if (outlineColor.startsWith('rgba')) return 'pale: ' + one.outerHTML;
  if (!drawn.contains(top) && !one.contains(top)) return 'hidden: ' + one.outerHTML + ' by ' + top?.outerHTML;
  return '';
}
"""
"""Script that returns what is wrong with the visible focus, "" if nothing is."""

WHERE = """
(target) => {
  const one = document.activeElement;
  if (one === target) return 0;
  if (one === document.body) return 1;
  return one.compareDocumentPosition(target) & Node.DOCUMENT_POSITION_FOLLOWING ? 1 : -1;
}
"""
SCRIPT = (Path(__file__).parents[2] / "static" / "keyboard.js").read_text(encoding="utf-8")
GRIDS = SCRIPT.partition('GRIDS = "')[2].partition('"')[0]
IN_GRID = f"""
(target) => {{
  const grid = document.activeElement.closest('{GRIDS}');
  return grid !== null && grid === target.closest('{GRIDS}');
}}
"""
"""Script: whether the focus is in the same grid as an element."""

ANSWERS = """
() => {
  dispatchEvent(new KeyboardEvent('keydown', { key: 'Tab' }));
  return document.querySelector('[data-stop]') !== null;
}
"""
"""Script: whether each grid is a single stop of the Tab key."""

SAID = "() => document.querySelector('#said').innerText.replace(/[\\u2068\\u2069]/g, '').replace(/\\s+/g, ' ').trim()"
"""Script that returns what a screen reader announces."""

NAMES = ("Alice", "Hatter", "Cheshire", "Dodo", "Duchess", "Knave")


@pytest.fixture
def keys(phones: Callable[..., Phone], here: Running) -> "Keys":
    """A keyboard user who scores at the tables of the app."""
    phone = phones(has_touch=False, viewport=PHONE)
    phone.base = f"http://{HOST}:{here.port}"
    phone.context.add_cookies([{"name": "browser", "value": cookie("scoring"), "url": phone.base}])
    return Keys(phone)


class Keys:
    """A keyboard user. At every stop the focus must be visible."""

    def __init__(self, phone: Phone) -> None:
        self.phone = phone
        self.page = phone.page
        self.stops = 0
        """Number of times Tab was pressed."""

    def reach(self, what: str) -> None:
        """Move the focus to an element with Tab, or Shift and Tab, through everything in between, in order."""
        target = self.page.locator(what).locator("visible=true").first.element_handle()
        way = before = self.page.evaluate(WHERE, target)
        for _ in range(300):
            if before == 0:
                return
            inside = self.page.evaluate(IN_GRID, target)
            if inside:
                way = before
            steps = ("ArrowRight", "ArrowLeft") if inside else ("Tab", "Shift+Tab")
            self.page.keyboard.press(steps[way < 0])
            self.stops += not inside
            self.page.wait_for_timeout(5)
            if self.page.evaluate(SEEN):  # the focus style is in a late style sheet
                self.page.wait_for_function("() => document.querySelector('link[href*=later]')?.sheet")
            assert self.page.evaluate(SEEN) == ""
            before = self.page.evaluate(WHERE, target)
            passed = self.page.evaluate(IN_GRID, target)
            assert before in (0, way) or passed, f"{what} was passed"
        raise AssertionError(f"{what} is not reached")

    def press(self, what: str, key: str = "Enter") -> None:
        """Move the focus to an element and press a key on it."""
        self.reach(what)
        self.page.keyboard.press(key)
        self.phone.settle()

    def ready(self) -> None:
        """Wait until the page handles keys. The script for this is loaded late."""
        self.page.wait_for_function(ANSWERS)

    def hear(self, words: str) -> None:
        """Wait until exactly this is announced. `words` is a pattern."""
        self.page.wait_for_function(f"(words) => new RegExp(`^${{words}}$`).test(({SAID})())", arg=words)

    def hear_nothing(self) -> None:
        """Check that nothing is announced, also not a moment later."""
        self.page.wait_for_timeout(250)
        assert self.page.evaluate(SAID) == ""


def test_a_round_of_parade_is_read_with_keys_alone(keys: Keys, here: Running) -> None:
    page = keys.page
    keys.phone.open("/games/parade/new")
    keys.press("button[value=naming]")
    for name in EXAMPLE:
        assert page.evaluate("document.activeElement.name") == "name"
        page.keyboard.type(name)
        page.keyboard.press("Enter")
        keys.phone.settle()
    keys.press("button[value=open]")
    page.wait_for_url("**/t/*/1/**")
    table = keys.phone.path.rpartition("1/")[0]
    keys.phone.open(f"{table}1/?way=flip")
    seats = {name: seat for seat, name in enumerate(EXAMPLE)}
    for number, row in enumerate(ROWS):
        for name in (name for name in EXAMPLE if name in FLIPPED[row]):
            keys.press(f"#{row} [value='1.{row}.count.{seats[name]}.={len(EXAMPLE[name][row])}']")
            place = page.evaluate("document.activeElement.closest('.block')?.id") or "nowhere"
            assert place.startswith(f"{row}-{seats[name]}-")
        for name in (name for name in EXAMPLE if name not in FLIPPED[row]):
            for card in sorted(EXAMPLE[name].get(row, ())):
                keys.press(f"#{row} [value='1.{row}.cards.{seats[name]}.{card}=1']", "Space" if number % 2 else "Enter")
                assert page.evaluate("document.activeElement.ariaPressed") == "true"
                if number < 1:
                    keys.hear_nothing()
        keys.press(f"#{row} .primary")
    page.wait_for_url("**/sheet")
    assert page.locator(".verdict").inner_text().startswith("Hatter wins")
    keys.hear("Hatter wins with 27[.].*")


def test_each_grid_is_one_stop_with_arrows_within_and_digits_tap(keys: Keys, here: Running) -> None:
    table = Author(here.tables, NAMES).open(GAMES["parade"], 3)
    page = keys.page
    keys.phone.open(f"/t/{table}/1/?way=flip")
    keys.ready()
    keys.press("#red [value='1.red.count.2.=4']")
    keys.stops = 0
    keys.reach("#red [value='1.red.cards.1.7=1']")
    keys.reach("#red .primary")
    assert keys.stops <= 5
    keys.reach("#red [value='1.red.cards.0.0=1']")
    page.keyboard.press("ArrowDown")
    assert page.evaluate("document.activeElement.value") == "1.red.cards.0.6=1"
    page.keyboard.press("9")
    keys.phone.settle()
    page.keyboard.press("1")
    page.keyboard.press("0")
    keys.phone.settle()
    marks = here.tables.load(table).known.marks
    assert {spot.item for spot in marks if spot.seat == 0} == {"9", "10"}


def test_a_turn_is_told_to_the_referee_with_keys_alone(keys: Keys, here: Running) -> None:
    table, coming = Author(here.tables, NAMES).retell("parade-referee-3", 0.3)
    suit, value = coming.rpartition(".")[2].split("-")
    keys.phone.open(f"/t/{table}/1/play")
    turn = keys.page.title()
    keys.press(f".suits [value={suit}]", "Space")
    assert keys.page.evaluate("document.activeElement.ariaPressed") == "true"
    keys.press(f".chips [value$='{suit}-{value}']")
    keys.page.wait_for_function("(turn) => document.title !== turn", arg=turn)
    keys.hear(".*(takes|safe|stay).*")
    assert keys.page.evaluate("document.activeElement !== document.body")
    assert here.tables.load(table).known.seq > 1


@pytest.mark.parametrize(("button", "count"), [(".primary", 5), (".undo", 4)])
def test_somebody_who_was_faster_is_answered_with_keys_alone(
    keys: Keys, here: Running, button: str, count: int
) -> None:
    author = Author(here.tables, NAMES)
    table = author.open(GAMES["parade"], 3)
    keys.phone.open(f"/t/{table}/1/?way=flip")
    keys.phone.plug_ears()
    author.write(table, Write({Spot(1, "red", "count", 1): 4}), "seated")
    keys.press("#red [value='1.red.count.1.=5']")
    keys.page.wait_for_selector("text=Somebody else was faster")
    assert keys.page.evaluate(SEEN) == ""
    keys.hear("This was entered in the meantime[.] Your entry is not counted yet[.] Deal 1: Hatter has 4 red cards[.]")
    keys.press(f".dock {button}")
    assert here.tables.load(table).known.marks[Spot(1, "red", "count", 1)] == count
    keys.phone.forgive("409")


def test_problems_are_told_aloud_and_running_totals_are_not(keys: Keys, here: Running) -> None:
    author = Author(here.tables, NAMES)
    table = author.open(GAMES["parade"], 3)
    keys.phone.open(f"/t/{table}/1/?way=flip")
    keys.press("#red [value='1.red.count.1.=1']")
    keys.hear_nothing()
    for card in (7, 8):
        keys.press(f"#red [value='1.red.cards.0.{card}=1']")
    keys.hear(".*Alice has 2.*")
    assert keys.page.evaluate("document.querySelector('.running').closest('[role=status], [aria-live]')") is None


def test_one_region_speaks_on_every_page() -> None:
    templates = Path(__file__).parents[2] / "templates"
    pages = {str(path.relative_to(templates)): path.read_text(encoding="utf-8") for path in templates.rglob("*.html")}
    speaking = {name: text.count('role="status"') + text.count("aria-live") for name, text in pages.items()}
    # The second one is for the message that there is no connection.
    assert {name: count for name, count in speaking.items() if count} == {"base.html": 2}
    assert not any('role="alert"' in text for text in pages.values())


def test_names_are_typed_one_after_the_other_without_waiting(phone: Phone) -> None:
    """What is typed after Enter is the next name, however fast."""
    phone.open("/games/parade/new")
    phone.tap("button[value=naming]")
    phone.page.route("**/new", lambda route: (phone.page.wait_for_timeout(300), route.continue_()))
    phone.page.keyboard.type("Anna\nBruno\nChiara\n")
    phone.page.wait_for_selector("[name=seat][value=Chiara]", state="attached")
    phone.settle()
    seats = phone.page.locator("[name=seat]").evaluate_all("all => all.map((one) => one.value)")
    assert seats == ["Anna", "Bruno", "Chiara"]
    assert phone.page.evaluate("[document.activeElement.name, document.activeElement.value]") == ["name", ""]
