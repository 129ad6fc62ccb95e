"""What a screen shows of a page: three players and one dock on a phone, and parts side by side on a wide one."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Browser, Locator, expect

from scorekeeper.games import GAMES
from scorekeeper.language.catalogue import LANGUAGES
from scorekeeper.table.notation import decode_move
from tests.support.browser import IN_SIGHT, PHONE_SIZES, SMALL, Phone
from tests.support.drawing import drawing
from tests.support.loops import at_least_one
from tests.support.overflow import WIDER
from tests.support.tables import Author, Running, State

WINDOWS = [(390, 664), (320, 568)]
"""What a browser leaves of two phones, in pixels."""

LYING = (844, 390)

MEASURED = """
() => {
  const drawn = (one) => one.checkVisibility({ visibilityProperty: true });
  const docks = [...document.querySelectorAll('.dock')].filter(drawn);
  const edge = docks[0].getBoundingClientRect();
  const keys = [...document.querySelectorAll('.ask .block button')].filter(drawn).map((key) => {
    const box = key.getBoundingClientRect();
    const hit = document.elementFromPoint(box.left + box.width / 2, box.bottom - 3);
    return { name: key.innerText, bottom: box.bottom, right: box.right, height: box.height, free: key.contains(hit) };
  });
  return {
    docks: docks.length,
    dock: edge.height,
    top: edge.top,
    left: edge.left,
    onward: [...document.querySelectorAll('.acts :is(.primary, .further, .ahead)')].filter(drawn)
      .map((one) => one.innerText.trim()),
    black: [...document.querySelectorAll('.primary, .further')].filter(drawn).length,
    keys,
    longer: document.documentElement.scrollHeight - innerHeight,
  };
}
"""
"""Script that measures the dock and all keys of the section on the screen."""


def at(phones: Callable[..., Phone], size: tuple[int, int], **how: object) -> Phone:
    return phones(viewport={"width": size[0], "height": size[1]}, **how)


@pytest.mark.parametrize("size", WINDOWS)
@pytest.mark.parametrize("marks", [(), ("1.red.count.2.=4",), ("1.red.count.0.=11", "1.red.count.1.=7")])
def test_three_players_are_wholly_on_the_screen_above_a_dock_of_96_pixels(
    phones: Callable[..., Phone], size: tuple[int, int], marks: tuple[str, ...]
) -> None:
    phone = at(phones, size)
    table = phone.new_table()
    if marks:
        phone.write(table, *marks)
    phone.open(f"{table}1/?way={'checked' if len(marks) == 2 else 'flip'}")
    seen = phone.page.evaluate(MEASURED)
    assert seen["docks"] == 1
    assert seen["dock"] <= 96
    assert seen["onward"] == ["Blue"]
    assert seen["black"] == 1
    assert seen["longer"] == 0
    for key in at_least_one(seen["keys"]):
        assert key["bottom"] <= seen["top"], key
        assert key["free"], key
        assert key["height"] >= 44, key


def test_on_a_phone_that_lies_three_players_stand_beside_the_dock(phones: Callable[..., Phone]) -> None:
    phone = at(phones, LYING)
    table = phone.new_table()
    phone.write(table, "1.red.count.2.=4")
    phone.open(f"{table}1/?way=flip")
    seen = phone.page.evaluate(MEASURED)
    assert (seen["docks"], seen["longer"]) == (1, 0)
    for key in at_least_one(seen["keys"]):
        assert key["bottom"] <= LYING[1], key
        assert key["right"] <= seen["left"], key
        assert key["free"], key


@pytest.mark.parametrize("size", WINDOWS)
def test_the_black_button_names_the_player_below_the_edge_and_only_then_the_next_colour(
    phones: Callable[..., Phone], size: tuple[int, int]
) -> None:
    phone = at(phones, size)
    table = phone.new_table("Alice", "Hatter", "Cheshire", "Dodo", "Eve")
    phone.open(f"{table}1/?way=flip")
    assert phone.page.evaluate(MEASURED)["onward"] == ["Dodo"]
    for _ in range(3):
        below = phone.page.evaluate(MEASURED)["onward"]
        if below == ["Blue"]:
            break
        phone.tap(".further")
        block = phone.page.locator("#red .block", has_text=below[0])
        box = block.bounding_box()
        assert box
        assert box["y"] + box["height"] <= phone.page.evaluate(MEASURED)["top"] + 1
        phone.page.wait_for_timeout(700)  # so that a second tap never meets the next colour
    assert phone.page.evaluate(MEASURED)["onward"] == ["Blue"]
    phone.tap("#red .primary")
    expect(phone.page.locator("#blue")).to_be_visible()
    assert phone.page.locator("#red").is_hidden()


def test_a_second_tap_on_the_player_below_the_edge_does_not_go_on_to_the_next_colour(
    phones: Callable[..., Phone],
) -> None:
    phone = at(phones, WINDOWS[0])
    table = phone.new_table("Alice", "Hatter", "Cheshire", "Dodo")
    phone.open(f"{table}1/?way=flip")
    box = phone.page.locator(".further >> visible=true").bounding_box()
    assert box
    for _ in range(2):
        phone.page.touchscreen.tap(box["x"] + 60, box["y"] + 20)
    expect(phone.page.locator("#red .primary")).to_be_visible()
    assert phone.page.locator("#blue").is_hidden()


@pytest.mark.parametrize("size", WINDOWS)
def test_the_dock_of_a_full_deck_with_six_players_stays_small(
    phones: Callable[..., Phone], size: tuple[int, int]
) -> None:
    phone = at(phones, size)
    table = phone.new_table("Alice", "Hatter", "Cheshire", "Dodo", "Eve", "Fay")
    phone.open(f"{table}1/?way=deck")
    names = ["Hatter", "Cheshire", "Dodo", "Eve", "Fay", "Show score sheet"]
    for name in names:
        seen = phone.page.evaluate(MEASURED)
        assert (seen["docks"], seen["onward"]) == (1, [name])
        assert seen["dock"] <= 96
        phone.tap(".dock .primary")
    assert phone.path.endswith("/sheet")


@pytest.mark.parametrize("size", WINDOWS)
def test_while_the_cards_of_the_line_at_the_start_scroll_the_line_stays_in_sight(
    chromium: Browser, here: Running, size: tuple[int, int]
) -> None:
    author = Author(here.tables, ("Ann", "Bo", "Cleo"))
    table = author.open(GAMES["parade"], 3)
    author.write(table, decode_move("1.line..purple-10"))
    with drawing(chromium, here, size) as draw:
        for language in LANGUAGES:
            page = draw(State("the line", f"/t/{table}/1/play"), language)
            assert page.locator(".deck button").count() == 66
            assert page.locator(".queue li").count() == 1
            assert "5" in page.locator(".acts p").inner_text()
            assert page.evaluate(SMALL) == [], language
            for end in (0, 9999):
                page.evaluate("(end) => scrollTo(0, end)", end)
                for part in (".queue li", ".deck .head", ".acts p"):
                    assert page.locator(part).first.evaluate(IN_SIGHT), (language, end, part)
            assert page.locator(".deck button").last.evaluate(IN_SIGHT), language


LAST = """
() => [...document.querySelectorAll('.chips')].map((chips) => {
  const tops = [...chips.children].map((one) => one.offsetTop);
  return [tops.length, tops.filter((top) => top === tops.at(-1)).length];
})
"""
"""Script that returns the number of chips in each group, and of those in its last line."""


@pytest.mark.parametrize("size", PHONE_SIZES)
@pytest.mark.parametrize(("slug", "count"), [("molkky", 13), ("coloretto", 7), ("flip7", 13)])
def test_no_chip_stands_alone_in_a_last_line(
    phones: Callable[..., Phone], slug: str, count: int, size: tuple[int, int]
) -> None:
    phone = phones(viewport={"width": size[0], "height": size[1]})
    phone.new_table("Anna", "Bruno", "Cleo", game=slug)
    lines = phone.page.evaluate(LAST)
    assert count in [chips for chips, _ in lines]
    assert [chips for chips, last in lines if last == 1 < chips] == []


def test_long_chips_are_of_one_size(phones: Callable[..., Phone]) -> None:
    phone = phones(viewport={"width": 390, "height": 664})
    phone.new_table("Anna", "Bruno", "Cleo", "Dora", game="coinche")
    chips = phone.page.locator(".chips .long").evaluate_all("all => all.map((one) => Math.round(one.offsetWidth))")
    assert len(chips) == 8
    assert len(set(chips)) == 1


WIDE = [(1280, 800), (1024, 768)]

NAMES = ("Annabelle", "Bruno", "Chiara", "Dario", "Emma", "Jo")

COVERED = """
() => [...document.querySelectorAll('a, button, summary, input:not([type=hidden])')].filter((one) => {
  if (!one.checkVisibility() || one.disabled || one.closest('.first') || one.matches('.first')) return false;
  one.scrollIntoView({block: 'center', behavior: 'instant'});
  const box = one.getBoundingClientRect();
  if (box.width < 2) return false;
  const hit = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
  return !(hit && (one.contains(hit) || hit.contains(one) || hit.closest('label')));
}).map((one) => one.outerHTML.slice(0, 120))
"""
"""Script that returns the elements that cannot be tapped because another one covers them."""

PAIRS = {
    "tally": ("#tally table", "#tally .race"),
    "sheet": ("#verdict", "#score table"),
    "typed": ("#asked ~ table", ".keys"),
    "parade": (".fronts", ".queue"),
    "hawaiki": (".piles", "#says"),
    "diabolo": (".rows-of-two", "#says"),
    "seats": ("#seats", "#names"),
    "invite": (".ticket", "#guests"),
}
"""Elements that must be side by side, the first to the left of the second, by page."""


def pages(author: Author) -> list[State]:
    """Return a state of each kind of page."""
    parade, tally = author.retell("parade")[0], author.retell("tally")[0]
    counted = author.open(GAMES["parade"], 3)
    told = {slug: author.retell(f"{slug}-referee-3", 0.4)[0] for slug in ("parade", "hawaiki", "diabolo")}
    return [
        State("tally", f"/t/{tally}/"),
        State("sheet", f"/t/{parade}/1/sheet"),
        State("count", f"/t/{counted}/1/?way=flip"),
        State("deck", f"/t/{counted}/1/?way=deck"),
        State("typed", f"/t/{tally}/1/"),
        *(State(slug, f"/t/{table}/1/play") for slug, table in told.items()),
        State("home", "/"),
        State("seats", f"/t/{parade}/setup"),
        State("invite", f"/t/{counted}/invite"),
        State("journal", f"/t/{parade}/journal"),
        State("rules", "/rules/parade"),
        *(State(f"{n} players", f"/t/{author.open(GAMES['parade'], n)}/1/?way=flip") for n in (2, 4, 6)),
        State("rows", f"/t/{author.retell('diabolo', 0.5)[0]}/1/"),
    ]


def side(element: Locator) -> tuple[float, float, float, float]:
    """Return left, top, right and bottom of an element."""
    box = element.first.bounding_box()
    assert box
    return box["x"], box["y"], box["x"] + box["width"], box["y"] + box["height"]


@pytest.mark.parametrize("size", WIDE)
def test_what_belongs_together_stands_side_by_side(chromium: Browser, here: Running, size: tuple[int, int]) -> None:
    states = pages(Author(here.tables, NAMES))
    apart, wide, covered = {}, {}, {}
    with drawing(chromium, here, size) as draw:
        for state in states:
            page = draw(state)
            wide[state.name] = page.evaluate(WIDER)
            if state.name in PAIRS:
                one, other = (side(page.locator(part)) for part in PAIRS[state.name])
                apart[state.name] = one[2] <= other[0] + 1 and one[1] < other[3] and other[1] < one[3]
            covered[state.name] = page.evaluate(COVERED)
    assert [name for name in PAIRS if not apart[name]] == []
    assert {name: list for name, list in wide.items() if list} == {}
    assert {name: list for name, list in covered.items() if list} == {}
