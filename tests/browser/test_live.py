"""Several phones at one table: what one writes appears on the others, and never under a finger."""

import re
from collections.abc import Callable
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Locator, Route, expect

from tests.support.browser import (
    HOST,
    KEPT,
    KEPT_CARDS,
    LINE,
    LOCAL,
    TURNS,
    Phone,
    lay,
    lines,
    play,
    together,
    wait_for_line,
    writing,
)
from tests.support.http import flip_taps
from tests.support.network import Network
from tests.support.soak import SOAK

ORIGINS = [LOCAL, HOST] if SOAK else [LOCAL]
"""Localhost is a secure context, with a service worker. A name on the network is none, as in the other tests."""

on_both_origins = pytest.mark.parametrize("pair", ORIGINS, indirect=True)


@pytest.fixture
def pair(phones: Callable[..., Phone], request: pytest.FixtureRequest) -> tuple[Phone, Phone, str]:
    """Two phones at one table, and its address."""
    alice, bo = phones(), phones()
    for phone in (alice, bo):
        phone.base = phone.base.replace(HOST, getattr(request, "param", HOST))
    return alice, bo, together(alice, bo)


def hear_nothing(phone: Phone) -> None:
    phone.context.route("**/bell", lambda route: route.abort())


def begin_a_round(alice: Phone, bo: Phone, table: str) -> Locator:
    """Show the running totals on one phone while the other starts a round. Return the primary button of the first."""
    bo.open(table)
    on = bo.page.locator(".primary")
    expect(on).to_have_text("Score deal 1")
    alice.open(f"{table}1/")
    alice.chip("1.red.count.2.=4")
    return on


def test_every_page_of_the_table_follows(pair: tuple[Phone, Phone, str]) -> None:
    alice, bo, table = pair
    alice.open(f"{table}1/")
    alice.chip("1.red.count.2.=4")
    pages = (("", "10"), ("1/sheet", "9"), ("1/play", "Line at the start"), ("journal", "7"), ("board", "Alice has 5"))
    for number, (where, shown) in enumerate(pages):
        bo.open(table + where)
        assert lines(bo) == 2 + number
        alice.chip(f"1.red.cards.0.{(10, 9, 8, 7, 6)[number]}=1")
        wait_for_line(bo, 3 + number)
        assert shown in bo.page.locator("body").inner_text()


@on_both_origins
def test_where_the_bell_does_not_reach_the_phone_asks_by_itself(pair: tuple[Phone, Phone, str]) -> None:
    alice, bo, table = pair
    hear_nothing(bo)
    expect(begin_a_round(alice, bo, table)).to_have_text("Continue deal 1")
    bo.forgive("404", "net::ERR_")


@on_both_origins
def test_the_phone_catches_up_when_it_is_looked_at_again(pair: tuple[Phone, Phone, str]) -> None:
    alice, bo, table = pair
    bo.open(table)
    hidden = "Object.defineProperty(document, 'hidden', { value: %s, configurable: true })"
    turn = "document.dispatchEvent(new Event('visibilitychange'))"
    asked: list[str] = []
    bo.page.evaluate(f"{hidden % 'true'}; {turn}")
    bo.page.wait_for_timeout(100)
    bo.page.on("request", lambda request: asked.append(request.url))
    alice.open(f"{table}1/")
    alice.chip("1.red.count.2.=4")
    bo.page.wait_for_timeout(2500)
    assert asked == []
    assert lines(bo) == 1
    bo.page.evaluate(f"{hidden % 'false'}; {turn}")
    wait_for_line(bo, 2)


def test_words_being_typed_are_not_replaced(pair: tuple[Phone, Phone, str]) -> None:
    alice, bo, _ = pair
    table = together(alice, bo, "Alice", "Hatter", game="tally")
    bo.open(f"{table}1/")
    remark = bo.page.locator("input[name=words]").first
    remark.fill("Played at the se")
    alice.open(f"{table}1/")
    alice.tap(".keys button[value='7']")
    alice.tap(".primary")
    bo.page.wait_for_timeout(1500)
    assert lines(bo) == 1
    remark.press_sequentially("aside")
    bo.tap(".remark button")
    assert lines(bo) == 3
    expect(bo.page.locator("input[name=words]").first).to_have_value("Played at the seaside")
    assert "7" in bo.page.locator("#numbers").inner_text()


def refuse_one_of_two(pair: tuple[Phone, Phone, str]) -> tuple[Phone, str]:
    """Have one phone tap twice before its first tap is refused. Return that phone and the address of the table."""
    alice, bo, table = pair
    bo.open(f"{table}1/")
    bo.wait_for_scripts()
    bo.plug_ears()
    alice.open(f"{table}1/")
    alice.chip("1.red.count.2.=4")
    bo.page.evaluate(
        """() => {
          document.querySelector("#red [value='1.red.count.2.=5']").click();
          document.querySelector("#blue [value='1.blue.count.0.=3']").click();
        }"""
    )
    bo.page.wait_for_selector("text=Somebody else was faster")
    bo.forgive("409")
    return bo, table


def read_marks(phone: Phone, table: str) -> list[str]:
    """Return the marks that the journal of a table names, the first one first."""
    phone.open(f"{table}journal")
    said = phone.page.locator(".lines li p").all_inner_texts()
    return [found[0] for line in reversed(said) if (found := re.search(r"\d (red|blue)", line))]


def test_a_tap_that_waits_never_overtakes_a_refused_one_that_is_entered_again(pair: tuple[Phone, Phone, str]) -> None:
    bo, table = refuse_one_of_two(pair)

    def delay_the_refused_one(route: Route) -> None:
        if "count.2." in (route.request.post_data or ""):
            bo.page.wait_for_timeout(1000)
        route.continue_()

    bo.context.route("**/write*", delay_the_refused_one)
    # A second tap on it counts once.
    bo.page.get_by_role("button", name="Enter mine again").evaluate(
        "(again) => (again.click(), again.click(), dispatchEvent(new Event('online')))"
    )
    bo.page.wait_for_timeout(2000)
    bo.settle()
    bo.context.unroute_all(behavior="ignoreErrors")
    assert read_marks(bo, table) == ["4 red", "5 red", "3 blue"]


def test_a_refusal_stays_until_it_is_answered_also_when_the_connection_comes_back(
    pair: tuple[Phone, Phone, str],
) -> None:
    bo, table = refuse_one_of_two(pair)
    bo.page.evaluate("dispatchEvent(new Event('online'))")
    bo.page.wait_for_timeout(1000)
    assert bo.page.get_by_text("Enter mine again").is_visible()
    bo.tap("text=Leave as is")
    bo.settle()
    assert read_marks(bo, table) == ["4 red", "3 blue"]


def test_focus_and_place_stay_where_they_are(pair: tuple[Phone, Phone, str]) -> None:
    alice, bo, table = pair
    bo.page.set_viewport_size({"width": 320, "height": 400})
    bo.open(f"{table}1/#green")
    bo.page.locator("#green [value='1.green.count.1.=5']").focus()
    bo.page.wait_for_timeout(600)
    place = bo.page.evaluate("scrollY")
    assert place > 0
    alice.open(f"{table}1/")
    alice.chip("1.red.count.2.=4")
    wait_for_line(bo, 2)
    assert bo.page.evaluate("document.activeElement.value") == "1.green.count.1.=5"
    assert abs(bo.page.evaluate("scrollY") - place) < 2


def test_who_is_let_out_is_told_so(pair: tuple[Phone, Phone, str], server: str) -> None:
    alice, bo, table = pair
    hear_nothing(bo)
    bo.open(table)
    bo.context.clear_cookies(name="browser")
    alice.open(f"{table}1/")
    alice.chip("1.red.count.2.=4")
    expect(bo.page.get_by_text("This phone is not at that table.")).to_be_visible(timeout=20_000)
    bo.forgive("403", "404", "net::ERR_")


@pytest.mark.parametrize("size", [(1280, 800), (1920, 1080)])
def test_the_board_fits_on_one_screen(phones: Callable[..., Phone], size: tuple[int, int]) -> None:
    phone = phones(viewport={"width": size[0], "height": size[1]})
    names = ("W" * 32, "אליס", "Zoë", "李", *(f"Player {number}" for number in range(8)))
    phone.open(phone.new_table(*names, game="tally") + "board")
    outside = """() => [...document.querySelectorAll('#board :not(bdi)')].filter((one) => {
      const box = one.getBoundingClientRect();
      return box.right > innerWidth + 1 || box.bottom > innerHeight + 1;
    }).map((one) => one.outerHTML.slice(0, 80))"""
    assert phone.page.evaluate(outside) == []


STORED = """async () => (await Promise.all((await caches.keys()).map(async (name) =>
  (await (await caches.open(name)).keys()).map((one) => new URL(one.url).pathname)))).flat()"""
"""Script: the paths of all pages and files that the service worker keeps."""


def wait_until(phone: Phone, holds: Callable[[set[str]], bool]) -> None:
    """Wait until this holds for the paths that the service worker keeps, which it adds and drops in its own time."""
    for _ in range(100):
        if holds(set(phone.page.evaluate(STORED))):
            return
        phone.page.wait_for_timeout(50)
    raise AssertionError(phone.page.evaluate(STORED))


def open_behind(network: Network, phones: Callable[..., Phone]) -> Phone:
    """Return a phone that reaches the app through this network, with its service worker installed."""
    phone = phones()
    phone.base = f"http://{LOCAL}:{network.port}"
    phone.open("/")
    phone.page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    return phone


def test_a_table_opens_without_a_connection_on_a_phone_that_has_been_there(
    phones: Callable[..., Phone], network: Network
) -> None:
    phone = open_behind(network, phones)
    table = phone.new_table()
    phone.chip("1.red.count.2.=4")
    # An entry of another page comes with the stream.
    other = Phone(phone.context, phone.base)
    other.write(table, "1.red.cards.0.10=1")
    other.page.close()
    wait_for_line(phone, 3)
    phone.page.wait_for_timeout(200)
    for path in (table, "/"):
        phone.open(path)
        phone.page.wait_for_timeout(200)
    phone.page.close()
    network.cut()
    phone.page = phone.context.new_page()
    phone.open(f"{table}1/?at=red")
    assert lines(phone) == 3
    phone.page.locator(writing("1.red.cards.0.8=1")).first.click()
    expect(phone.page.locator("#offline")).to_contain_text("No connection.")
    assert phone.page.evaluate(KEPT) == 1
    phone.open(f"{table}journal")
    expect(phone.page.get_by_text("This phone has no copy of this page.")).to_be_visible()
    phone.page.get_by_role("link", name="Scorekeeper").click()
    phone.page.get_by_role("link", name="Parade").first.click()
    phone.page.wait_for_url(f"**{table}")
    assert lines(phone) == 3
    network.recover()
    phone.open(f"{table}1/")
    wait_for_line(phone, 4)
    assert phone.page.evaluate(KEPT) == 0
    phone.forgive("net::ERR_", "Failed to load resource")


def test_a_link_of_a_copy_to_a_page_without_a_copy_says_so_and_stays(
    phones: Callable[..., Phone], network: Network
) -> None:
    phone = open_behind(network, phones)
    table = phone.new_table("Ann", "Bob", game="tally")
    phone.open("/")
    wait_until(phone, lambda kept: {"/", f"{table}1/"} <= kept and table not in kept)
    network.cut()
    phone.page.close()
    phone.page = phone.context.new_page()
    phone.open("/")
    link = phone.page.locator(f"main a[href='{table}']").first
    link.click()
    expect(phone.page.locator("#offline")).to_contain_text("Needs the connection.")
    expect(phone.page.locator("[data-busy]")).to_have_count(0)  # until then a connection still lets the link go
    assert urlsplit(phone.page.url).path == "/"
    network.recover()
    link.click()
    phone.page.wait_for_url(f"**{table}")
    phone.forgive("net::ERR_", "Failed to load resource")


def test_a_phone_that_lost_its_access_keeps_no_copy_of_the_table(
    phones: Callable[..., Phone], network: Network
) -> None:
    phone = open_behind(network, phones)
    table = phone.new_table()
    phone.open(table)
    wait_until(phone, lambda kept: {table, f"{table}1/"} <= kept)
    phone.context.clear_cookies()
    phone.open(table)
    wait_until(phone, lambda kept: not [path for path in kept if path.startswith("/t/")])
    assert table not in phone.page.evaluate(STORED)
    phone.forgive("404", "403")


CHOSEN = """async (card) => {
  const pages = await caches.open("pages");
  const found = [];
  for (const one of await pages.keys()) {
    const html = await (await pages.match(one)).text();
    const page = new DOMParser().parseFromString(html, "text/html");
    if (page.querySelector(`.cannot[value$="${card}"]`)) found.push(one.url);
  }
  return found;
}"""
"""Script: the addresses of the kept pages on which a card is chosen already."""


@pytest.mark.parametrize("own", [False, True], ids=["behind a cover", "in a seat"])
def test_what_a_player_has_chosen_in_secret_is_not_kept_for_times_without_a_connection(
    phones: Callable[..., Phone], network: Network, own: bool
) -> None:
    phone = open_behind(network, phones)
    table = phone.new_table("Alice", "Hatter", "Cheshire")
    phone.tap(".chosen-way summary")
    phone.tap("text=Move by move")
    for card in LINE:
        lay(phone, card)
    for card in TURNS:
        play(phone, card)
    if own:
        phone.open(f"{table}seat")
        phone.tap("button[name=seat][value='1']")
        phone.open(f"{table}1/play")
    else:
        phone.tap(".dock .primary")
    card = KEPT_CARDS["Hatter"][0]
    phone.tap(f'[name=move][value$="{card}"]')
    chosen = phone.page.locator(f'.cannot[value$="{card}"]')
    expect(chosen).to_have_count(1)
    address = phone.page.url
    phone.page.reload()
    expect(chosen).to_have_count(1)
    # Kept after the page before it, so that page would be kept by now as well.
    phone.open(table)
    wait_until(phone, lambda kept: table in kept)
    assert phone.page.evaluate(CHOSEN, card) == []
    if own:
        phone.open(f"{table}seat")
        phone.tap("button[name=seat][value=none]")
    network.cut()
    for path in (address, f"{table}1/play"):
        phone.open(path.removeprefix(phone.base))
        expect(phone.page.locator(".cover, #offline").first).to_be_visible()
        expect(chosen).to_have_count(0)
    phone.forgive("net::ERR_", "Failed to load resource")


SPOKEN = """window.spoken = [];
const speak = speechSynthesis.speak;
speechSynthesis.speak = (words) => { spoken.push([words.lang, words.text]); speak.call(speechSynthesis, words); };"""
"""Script that records what the browser is asked to speak."""


def test_the_scoreboard_speaks_after_a_tap_in_the_language_of_the_page(phones: Callable[..., Phone]) -> None:
    board, phone = phones(viewport={"width": 1280, "height": 720}), phones()
    table = phone.new_table()
    phone.open(f"{table}invite?watch=yes")
    link = phone.page.locator("[data-copy]").first.get_attribute("data-copy")
    assert link
    board.context.add_init_script(SPOKEN)
    board.page.goto(link)
    board.open(f"{table}board?lang=de")
    board.wait_for_scripts()
    phone.write(table, *flip_taps())
    wait_for_line(board, len(flip_taps()) + 1)
    assert board.page.evaluate("spoken") == []
    switch = board.page.locator("#voice button")
    switch.tap()
    expect(switch).to_have_attribute("aria-pressed", "true")
    board.page.evaluate("spoken.length = 0")
    phone.write(table, "1.end.all..=1")
    wait_for_line(board, len(flip_taps()) + 2)
    assert board.page.evaluate("spoken") == [["de", "Hatter geht mit 27 in Führung."]]
    expect(switch).to_have_attribute("aria-pressed", "true")
    switch.tap()
    expect(switch).to_have_attribute("aria-pressed", "false")
