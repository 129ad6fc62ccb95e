"""Nothing moves under the finger: a second tap at the same point hits the same control, or nothing."""

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import expect

from tests.support.browser import ADDRESS, HOST, PHONE_SIZES, Phone
from tests.support.double_taps import AIM, CONTROLS, WATCH, list_scenes, tap_all
from tests.support.http import cookie
from tests.support.loops import at_least_one
from tests.support.soak import SOAK
from tests.support.tables import Author, Running, running

GONE = {
    ("parade checked 0.1", "1.red.cards.0.9 9"): "nothing is known of red any more, so there is nothing to read",
    ("parade checked 1.0", "1.orange.cards.1.9 9"): "nobody has orange any more, so there is nothing to read",
    ("trouble deck", "1.blue.cards.0.3 Move to Chiara"): "the next warning stands there, and leads to its rule",
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
        for name in ("Dario", "Fausto")
    },
}
"""Taps that add or remove something above, and why that is accepted."""

NAMES = ("Anna", "Bruno", "Chiara", "Dario", "Emma", "Fausto")


LINES = """
(one) => {
  const words = document.createRange();
  words.selectNodeContents(one.lastChild);
  return words.getClientRects().length;
}
"""
"""Script that returns the number of lines of the last text on a button."""


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with running(tmp_path_factory.mktemp("still") / "instance", ADDRESS) as app:
        yield app


@pytest.mark.parametrize("size", PHONE_SIZES)
def test_a_second_tap_at_the_same_point_meets_the_same_control_or_nothing(
    phones: Callable[..., Phone], app: Running, size: tuple[int, int]
) -> None:
    author = Author(app.tables, NAMES)
    hands = {}
    for who, browser in (("scoring", "scoring"), ("seated", "seated"), ("grid", "scoring")):
        phone = hands[who] = phones(viewport={"width": size[0], "height": size[1]})
        phone.base = f"http://{HOST}:{app.port}"
        phone.context.add_cookies([{"name": "browser", "value": cookie(browser), "url": phone.base}])
        phone.context.add_init_script(WATCH)
    phone.open(f"/t/{author.retell('parade-referee-3', 0.5)[0]}/1/play")
    phone.tap("summary.tool")
    phone.tap("text=All cards at once")
    astray, moved, tapped = {}, {}, 0
    every = list_scenes() if SOAK else list_scenes()[PHONE_SIZES.index(size) * 5 :: 10]
    for number, scene in enumerate(every):
        for tap in tap_all(hands[scene.phone], author, scene, slice(None) if SOAK else slice(number % 3, None, 3)):
            tapped += 1
            if tap.astray and (scene.name, tap.control) not in GONE:
                astray[scene.name, tap.control] = tap.met
            if tap.moved and (scene.name, tap.control) not in OTHERWISE:
                moved[scene.name, tap.control] = tap.moved
    for phone in hands.values():
        phone.forgive("404", "422")  # browsers also log refused requests in the console
    assert tapped > (600 if SOAK else 30)
    assert astray == {}
    assert moved == {}


@pytest.mark.parametrize("told", ["parade-referee-4", "diabolo-referee-4", "hawaiki-referee-4"])
def test_what_was_taken_back_stands_in_the_room_where_the_move_was_told(
    phones: Callable[..., Phone], app: Running, told: str
) -> None:
    table, _ = Author(app.tables, NAMES).retell(told, 0.4)
    phone = phones(viewport={"width": 320, "height": 568})
    phone.base = f"http://{HOST}:{app.port}"
    phone.context.add_cookies([{"name": "browser", "value": cookie("scoring"), "url": phone.base}])
    phone.open(f"/t/{table}/{max(app.tables.load(table).known.plays)}/play")
    before = phone.page.locator("#says").bounding_box()
    phone.page.locator("button.undo").evaluate("(one) => one.click()")
    phone.settle()
    said, after = (phone.page.locator(one).bounding_box() for one in ("#says .notice.struck", "#says"))
    assert before
    assert said
    assert after == before
    assert before["y"] <= said["y"]
    assert said["y"] + said["height"] <= before["y"] + before["height"]


def test_another_card_of_diabolo_is_told_on_a_small_phone_by_whole_words_and_says_what_to_move(
    phones: Callable[..., Phone], app: Running
) -> None:
    table, _ = Author(app.tables, NAMES).retell("diabolo-referee-3", 0.12)
    phone = phones(viewport={"width": 320, "height": 568})
    phone.base = f"http://{HOST}:{app.port}"
    phone.context.add_cookies([{"name": "browser", "value": cookie("scoring"), "url": phone.base}])
    phone.open(f"/t/{table}/journal")
    phone.tap(phone.page.locator("li", has_text="Chiara places Red 3").get_by_text("Correct"))
    phone.tap('.suits [value="yellow"]')
    expect(phone.page.locator(".notice", has_text="Replaces")).to_be_visible()
    phone.tap('.chips [value*="yellow-2"]')
    expect(phone.page.locator(".notice", has_text="Replaces")).to_have_count(0)  # its place is taken by the preview
    for button in at_least_one(phone.page.locator(".acts [name=move]").all()):
        assert button.evaluate(LINES) == 1
    phone.tap(".acts [name=move]")
    expect(phone.page.locator("#says .notice")).to_have_text(
        "Now move the cards: Harp: take away Red 3. Trident: add Yellow 2."
    )


def test_what_is_corrected_lies_over_no_pile(phones: Callable[..., Phone], app: Running) -> None:
    table, _ = Author(app.tables, NAMES).retell("hawaiki-referee-3", 0.4)
    phone = phones(viewport={"width": 320, "height": 568})
    phone.base = f"http://{HOST}:{app.port}"
    phone.context.add_cookies([{"name": "browser", "value": cookie("scoring"), "url": phone.base}])
    phone.open(f"/t/{table}/journal")
    phone.tap(phone.page.locator("li", has_text="Anna plays Sun 4").get_by_text("Correct"))
    said, piles = (phone.page.locator(one).bounding_box() for one in (".notice >> text=Replaces", ".piles"))
    assert said
    assert piles
    assert said["y"] + said["height"] <= piles["y"]


def test_what_moves_and_what_is_met_is_found(phones: Callable[..., Phone]) -> None:
    phone = phones()
    phone.context.add_init_script(WATCH)
    phone.open("/offline")
    phone.wait_for_scripts()
    phone.page.evaluate("""() => {
      const main = document.querySelector('main');
      main.innerHTML = '<p></p><button name=tap value="1.a.b.0.=1">1</button>' +
        '<button name=tap value="1.a.b.0.=2">2</button>';
      main.querySelector('button').onclick = () => (main.querySelector('p').style.height = '90px');
    }""")
    assert phone.page.evaluate(CONTROLS) >= 2
    aim = phone.page.evaluate(AIM, phone.page.locator("[value$='=1']").get_attribute("data-tapped"))
    assert aim["control"] == "1.a.b.0. 1"
    phone.page.touchscreen.tap(*aim["point"])
    phone.page.wait_for_timeout(200)
    assert phone.page.evaluate("shifts.length") > 0
    phone.page.evaluate("atRest()")
    assert phone.page.evaluate("shifts.length") == 0
