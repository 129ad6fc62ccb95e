"""Rounds played move by move on phones: the taps that a move takes, and what others see of it."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Route, expect

from scorekeeper.language.catalogue import LANGUAGES
from scorekeeper.table.table import add_act
from scorekeeper.table.wording import list_moves_on_table
from tests.support.browser import KEPT_CARDS, LINE, SMALL_PHONE, TURNS, Phone, lay, look_first, play, three
from tests.support.http import EXAMPLE
from tests.support.tables import Author, Running, corrections


def test_a_turn_takes_two_taps_and_the_end_nine(phones: Callable[..., Phone]) -> None:
    phone = phones(viewport=SMALL_PHONE)
    table = phone.new_table("Alice", "Hatter", "Cheshire")
    phone.tap(".chosen-way summary")
    phone.tap("text=Move by move")
    phone.taps = 0
    for card in LINE:
        phone.page.evaluate("scrollTo(0, 60)")
        lay(phone, card)
    assert phone.taps == len(LINE)
    phone.page.wait_for_function("!document.body.matches('.laying') && scrollY === 0", timeout=5000)
    for number, card in enumerate(TURNS, 1):
        phone.taps = 0
        play(phone, card)
        assert phone.taps == 2, number
    phone.taps = 0
    for who, cards in KEPT_CARDS.items():
        assert phone.page.inner_text(".cover h2") == who
        assert phone.page.inner_text(".cover h2 + p") == f"Pass the phone to {who}."
        phone.tap(".dock .primary")
        for card in cards:
            phone.tap(f'[name=move][value$="{card}"]')
    assert phone.taps == 9
    phone.tap(".dock .primary")
    assert phone.path == f"{table}1/sheet"
    assert phone.page.locator("input:not([type=hidden]):not([type=checkbox])").count() == 0


def test_a_move_takes_one_tap_where_all_cards_are_shown_at_once(phones: Callable[..., Phone]) -> None:
    phone = phones(viewport=SMALL_PHONE)
    phone.open(f"{phone.new_table(*EXAMPLE)}1/play")
    phone.page.locator("summary.tool").tap()
    phone.tap("text=All cards at once")
    phone.taps = 0
    for card in (*LINE, *TURNS):
        phone.tap(f'main [name=move][value$="{card}"]')
    assert phone.taps == len(LINE) + len(TURNS)
    expect(phone.page.locator(".cover h2")).to_have_text("Hatter")


def test_the_end_takes_at_most_eight_taps_on_three_own_phones_that_tap_at_once(phones: Callable[..., Phone]) -> None:
    table, people = three(phones, SMALL_PHONE)
    alice = people["Alice"]
    alice.tap(".chosen-way summary")
    alice.tap("text=Move by move")
    for card in LINE:
        lay(alice, card)
    for number, card in enumerate(TURNS):
        whose = list(people.values())[number % len(people)]
        expect(whose.page.locator("h1")).to_have_text("Your turn")
        play(whose, card)
    for who, phone in people.items():
        expect(phone.page.locator("main")).to_contain_text(f"{who} keeps two cards. Tap the two you keep.")
        phone.taps = 0
    for tap in range(2):
        for phone in people.values():
            phone.plug_ears()
        for who, cards in KEPT_CARDS.items():
            people[who].tap(f'[name=move][value$="{cards[tap]}"]')
    for phone in people.values():
        expect(phone.page.locator("h1")).to_have_text("The deal is over")
    alice.tap(".dock .primary")
    assert alice.path == f"{table}1/sheet"
    assert "Hatter and Cheshire share the win" in alice.page.inner_text("main")
    assert sum(phone.taps for phone in people.values()) <= 8


def tell_the_line(teller: Phone, other: Phone) -> None:
    """Switch to move by move, enter the first line, and wait until the other phone shows whose turn it is."""
    teller.tap(".chosen-way summary")
    teller.tap("text=Move by move")
    for card in LINE:
        lay(teller, card)
    expect(other.page.locator("h1")).to_have_text("Alice plays")


def test_a_card_that_is_looked_at_stays_looked_at_while_others_tell_moves(phones: Callable[..., Phone]) -> None:
    table, people = three(phones)
    alice, hatter = people["Alice"], people["Hatter"]
    tell_the_line(alice, hatter)
    look_first(hatter)
    hatter.tap("text=Enter it here")
    hatter.tap('.suits [value="orange"]')
    hatter.tap('.chips [value$="orange-0"]')
    alice.open(f"{table}1/?way=flip")
    alice.chip("1.red.count.2.=4")
    expect(hatter.page.locator("body")).to_have_attribute("data-live", re.compile(r"^8\."))
    assert hatter.page.locator('.chips .mine[value$="orange-0"]').is_visible()
    alice.open(f"{table}1/play")
    play(alice, "red-10")
    expect(hatter.page.locator("h1")).to_have_text("Your turn")
    assert hatter.page.locator('.chips .mine[value$="orange-0"]').count() == 0


def test_a_tap_tells_nothing_but_what_its_button_said_when_it_was_tapped(phone: Phone) -> None:
    table = phone.new_table("Ann", "Bob", "Cleo", game="diabolo")
    phone.open(f"{table}1/play")
    look_first(phone)
    phone.tap('.suits [value="red"]')
    phone.tap('.chips [value*="red-3"]')
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    phone.page.route("**/play?*", hold)
    with phone.page.expect_request("**/play?*"):
        phone.page.locator('.chips [value*="red-5"]').tap()
        phone.page.locator('.dock [name=move][value*="trident"]').tap()
    expect(phone.page.locator("#offline")).to_contain_text("Not saved")
    phone.page.wait_for_timeout(200)
    phone.page.route("**/play?*", lambda route: route.continue_())
    assert held
    for route in held:
        route.continue_()
    phone.settle()
    assert "Red 5" in phone.page.inner_text("#says")
    assert "Ann places" not in phone.page.inner_text("main")
    phone.open(f"{table}journal")
    assert "places" not in phone.page.inner_text(".lines")


def test_a_turn_of_diabolo_takes_two_taps_colour_and_value_on_its_side(phones: Callable[..., Phone]) -> None:
    phone = phones(viewport=SMALL_PHONE)
    table = phone.new_table("Ann", "Bob", "Cleo", game="diabolo")
    phone.open(f"{table}1/play")
    for suit, side in (("red", "trident"), ("green", "harp"), ("red", "harp")):
        phone.taps = 0
        phone.tap(f'.suits [value="{suit}"]')
        phone.tap(f'.chips [value*="{suit}-3,{side}"]')
        assert phone.taps == 2
    assert phone.swipes == 0
    phone.open(f"{table}journal")
    assert phone.page.inner_text(".lines").count("places") == 3


def test_a_phone_that_wishes_it_is_called_at_its_turn(phones: Callable[..., Phone]) -> None:
    _, people = three(phones)
    alice, hatter = people["Alice"], people["Hatter"]
    tell_the_line(alice, hatter)
    hatter.tap("summary.tool")
    hatter.tap("text=Alert me when it is my turn")
    hatter.page.evaluate("() => { window.calls = 0; navigator.vibrate = () => (window.calls += 1) }")
    hatter.page.evaluate(
        "() => { window.AudioContext = class extends AudioContext { constructor() { super(); window.sound = this } } }"
    )
    # A browser lets a page sound after a tap alone.
    hatter.page.locator("h1").tap()
    hatter.page.wait_for_function("() => window.sound?.state === 'running'")
    assert hatter.page.evaluate("window.calls") == 0
    play(alice, "red-10")
    expect(hatter.page.locator("h1")).to_have_text("Your turn")
    assert hatter.page.evaluate("window.calls") == 1


@pytest.mark.parametrize("gap", [40, 350])
def test_two_quick_taps_on_undo_choice_take_back_no_move(phone: Phone, gap: int) -> None:
    table = phone.new_table("Ann", "Bo", "Cleo")
    phone.open(f"{table}1/play")
    look_first(phone)
    for card in LINE:
        lay(phone, card)
    play(phone, TURNS[0])
    undo = phone.page.locator("button.undo")
    expect(undo).to_have_text("Undo choice")
    box = undo.bounding_box()
    assert box
    middle = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    phone.page.touchscreen.tap(*middle)
    phone.page.wait_for_timeout(gap)
    phone.page.touchscreen.tap(*middle)
    expect(undo).to_have_text("Undo")
    phone.settle()
    phone.open(f"{table}journal")
    assert phone.page.locator("main .struck").count() == 0


NAMES = ("Ann", "Ben", "Cid", "Dora", "Eve", "Fay")


@pytest.fixture
def path(here: Running) -> str:
    """The address of a round after a correction, with which all later moves fit and cards have to be moved."""
    author = Author(here.tables, NAMES)
    table, _ = author.retell("parade-referee-4", 0.5)
    now = author.tables.load(table)
    for act in corrections(now):
        then = add_act(now, act)
        play = then.known.plays[1]
        if not play.misfit and play.unfinished and list_moves_on_table(then, 1):
            author.write(table, act)
            return f"/t/{table}/1/play"
    raise AssertionError


def test_done_brings_the_keys_back_and_other_taps_keep_them(scoring: Phone, path: str) -> None:
    scoring.open(path)
    told = scoring.page.locator(".notice.moved")
    expect(told).to_be_visible()
    scoring.tap(".acts .primary:has-text('Done')")
    expect(told).to_have_count(0)
    scoring.tap(".suits button")
    scoring.page.reload()
    expect(scoring.page.locator(".suits button").first).to_be_visible()
    expect(told).to_have_count(0)


@pytest.mark.parametrize("size", [(390, 664), (320, 568)])
def test_the_frame_of_the_last_round_is_whole_between_the_history_and_the_keys(
    here: Running, scoring: Phone, size: tuple[int, int]
) -> None:
    author = Author(here.tables, ("Ana", "Béa", "Cloé"))
    for part in range(60, 100):
        table, _ = author.retell("parade-referee-3", part / 100)
        play = here.tables.load(table).known.plays[1]
        if play.referee.view(play.state).follows:
            break
    scoring.page.set_viewport_size({"width": size[0], "height": size[1]})
    for language in LANGUAGES:
        scoring.page.set_extra_http_headers({"Accept-Language": language})
        scoring.open(f"/t/{table}/1/play")
        frame, keys, history = (
            scoring.page.locator(what).bounding_box() for what in ("#says .framed", "#foot", "#says .past")
        )
        assert frame
        assert keys
        assert history
        assert frame["y"] + frame["height"] <= keys["y"] + 0.5, language
        assert history["y"] + history["height"] <= frame["y"] + 0.5, language
    # While a move is corrected, its replacement needs the room.
    scoring.open(f"/t/{table}/1/play?amend={max(play.before)}")
    assert scoring.page.locator("#says .past").count() == 0
