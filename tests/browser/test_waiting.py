"""While a response is pending, or offline, taps show their effect and no key changes its meaning.

In the long form they wait three seconds for every response as well.
"""

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from tests.support.browser import KEPT, LINE, TURNS, Phone, lay, writing
from tests.support.soak import SOAK

DELAYS = (1, 3, None) if SOAK else (1, None)
"""Seconds until a tap reaches the server. None: only at the end of the test."""


class Slow:
    """A phone whose taps are delayed."""

    def __init__(self, phone: Phone, delay: int | None) -> None:
        self.phone = phone
        self.page: Page = phone.page
        self.held: list[Route] = []
        self.open = delay is not None
        phone.context.route("**/write*", lambda route: self.write(route, delay))
        phone.settle()

    def write(self, route: Route, delay: int | None) -> None:
        """Let a tap continue after the delay."""
        if delay is None and not self.open:
            route.abort()
            return
        self.page.wait_for_timeout(1000 * (delay or 0))
        route.continue_()

    def tap(self, what: str) -> None:
        """Press a visible element without waiting."""
        self.page.locator(what).locator("visible=true").first.evaluate("(one) => one.click()")

    def play(self, card: str) -> None:
        """Press a suit, then one of its cards."""
        self.tap(f'.suits [value="{card.split("-", maxsplit=1)[0]}"]')
        self.tap(f'.of:not([hidden]) [value$="{card}"]')

    def key(self, value: str) -> Locator:
        """Return the visible control that writes a mark."""
        return self.page.locator(writing(value)).locator("visible=true")

    def settle(self) -> None:
        """Let all taps through and wait for their responses."""
        self.open = True
        self.phone.settle()
        self.phone.forgive("net::ERR_FAILED")


@pytest.fixture(params=DELAYS)
def delay(request: pytest.FixtureRequest) -> int | None:
    """The delay of a tap in seconds."""
    return request.param  # type: ignore[no-any-return]


RESTS = """() => {
  window.rests = 0;
  const look = () => (rests += !("busy" in document.body.dataset));
  new MutationObserver(look).observe(document.body, { attributeFilter: ["data-busy"] });
}"""
"""Script that counts how often a page has finished all pending work."""


def test_the_10_that_is_read_after_a_count_is_the_card_and_never_ten_cards(phone: Phone, delay: int | None) -> None:
    phone.new_table("Anna", "Bruno", "Chiara")
    phone.wait_for_scripts()
    with phone.page.expect_response("**/ahead?*"):
        phone.page.reload()
    phone.page.wait_for_timeout(100)
    slow = Slow(phone, delay)
    slow.tap('#red [value="1.red.count.0.=4"]')
    expect(slow.key("1.red.count.1.=10")).to_have_count(0, timeout=400)
    assert slow.key("1.red.count.1.=4").inner_text() == "also 4"
    slow.tap('#red [value="1.red.cards.1.10=1"]')
    assert slow.key("1.red.cards.1.10=").get_attribute("aria-pressed") == "true"
    slow.settle()
    assert phone.page.locator("#red-0-cards .pile").is_visible()
    assert phone.page.locator('#red [value="1.red.cards.1.10="]').is_visible()


def test_a_tap_is_shown_at_once_and_taken_back_by_the_next(phone: Phone, delay: int | None) -> None:
    table = phone.new_table("Anna", "Bruno", "Chiara")
    phone.open(f"{table}1/?way=deck&seat=0")
    phone.wait_for_scripts()
    slow = Slow(phone, delay)
    slow.tap('[value="1.red.cards.0.10=1"]')
    slow.tap('[value="1.blue.cards.0.9=1"]')
    for card in ("red.cards.0.10", "blue.cards.0.9"):
        expect(slow.key(f"1.{card}=")).to_have_class("mine waits" + " sent" * (card[0] == "r" and delay is not None))
    slow.tap('[value="1.red.cards.0.10="]')
    assert slow.key("1.red.cards.0.10=1").get_attribute("aria-pressed") == "false"
    slow.settle()
    assert phone.page.locator(".column .mine").evaluate_all("(all) => all.map((one) => one.value)") == [
        "1.blue.cards.0.9="
    ]


def test_undo_takes_back_what_waits_and_not_the_line_before(phone: Phone, delay: int | None) -> None:
    table = phone.new_table("Anna", "Bruno", "Chiara")
    phone.open(f"{table}1/?way=deck&seat=0")
    phone.chip("1.red.cards.0.1=1")
    phone.wait_for_scripts()
    slow = Slow(phone, delay)
    slow.tap('[value="1.red.cards.0.10=1"]')
    slow.tap('[value="1.blue.cards.0.9=1"]')
    slow.tap(".undo")
    assert slow.key("1.blue.cards.0.9=1").count() == 1
    slow.tap(".undo")
    assert "waits" in (phone.page.locator(".undo").get_attribute("class") or "")
    phone.page.evaluate(RESTS)
    slow.settle()
    assert phone.page.evaluate("rests") == 1  # a tap queued behind another one keeps the page busy until it is sent too
    assert phone.page.locator(".column .mine").evaluate_all("(all) => all.map((one) => one.value)") == [
        "1.red.cards.0.1="
    ]


def test_going_on_says_of_no_colour_that_nobody_has_it_while_a_count_of_it_waits(phone: Phone) -> None:
    table = phone.new_table("Anna", "Bruno", "Chiara")
    phone.wait_for_scripts()
    slow = Slow(phone, None)
    slow.tap('#red [value="1.red.count.0.=4"]')
    slow.tap("#red .primary")
    assert phone.page.url.endswith("#blue")
    slow.settle()
    assert phone.page.evaluate("location.pathname").startswith(table)
    assert phone.page.locator("#red-0-cards .pile").count() == 1
    phone.open(f"{table}journal")
    assert phone.page.get_by_text("Take back").count() == 1


def test_an_answer_about_the_next_suit_says_of_no_suit_that_nobody_has_it_while_its_hands_wait(phone: Phone) -> None:
    table = phone.new_table("Emil", "Finn", "Gus", game="diabolo")
    phone.open(f"{table}1/?way=hands")
    phone.wait_for_scripts()
    phone.tap(phone.page.locator("#red .block button").first)
    slow = Slow(phone, 0.4)
    slow.key("1.red.hand.0.3=1").evaluate("(one) => one.click()")
    slow.tap("#red-dock .ahead button")
    slow.settle()
    phone.open(f"{table}journal")
    history = phone.page.locator("main").inner_text()
    assert "nobody" not in history
    assert "yellow" in history


def test_a_card_that_is_tapped_again_while_its_tap_waits_is_there_twice(phone: Phone, delay: int | None) -> None:
    table = phone.new_table("Emil", "Finn", "Gus", game="diabolo")
    phone.open(f"{table}1/?way=hands")
    phone.wait_for_scripts()
    phone.tap(phone.page.locator("#red .block button").first)
    slow = Slow(phone, delay)
    card = slow.key("1.red.hand.0.3=1")
    card.evaluate("(one) => { one.click(); one.click(); one.click(); }")
    slow.settle()
    expect(phone.page.locator("#red .chips .mine")).to_contain_text("3×")
    assert not phone.page.locator("[data-refused]").count()


@pytest.mark.parametrize("delay", [0.4, None])
def test_of_two_quick_taps_on_a_tick_that_one_player_has_the_second_counts(phone: Phone, delay: int | None) -> None:
    table = phone.new_table("Una", "Vic", "Wes", "Xia", game="tarot")
    phone.wait_for_scripts()
    slow = Slow(phone, delay)
    taker = phone.page.get_by_role("group", name="Taker")
    for name in ("Una", "Vic"):
        taker.get_by_role("button", name=name).evaluate("(one) => one.click()")
    assert taker.get_by_role("button", pressed=True).all_inner_texts() == ["Vic"]
    slow.settle()
    assert taker.get_by_role("button", pressed=True).all_inner_texts() == ["Vic"]
    phone.open(f"{table}journal")
    expect(phone.page.get_by_text("Round 1: Vic: Taker.")).to_be_visible()
    expect(phone.page.get_by_text("Round 1: Una: Taker.")).to_be_visible()


def test_while_a_move_is_told_the_board_waits_and_looks_it(phone: Phone) -> None:
    table = phone.new_table("Anna", "Bruno", "Chiara")
    phone.open(f"{table}1/play")
    phone.wait_for_scripts()
    lay(phone, LINE[0])
    slow = Slow(phone, None)
    for card in LINE[1:3]:
        slow.tap(f'.deck [value$="{card}"]')
    assert phone.page.evaluate(KEPT) == 2
    slow.settle()
    for card in LINE[3:]:
        lay(phone, card)
    phone.tap(f'.suits [value="{TURNS[0].split("-")[0]}"]')
    slow.open = False
    slow.tap(f'.chips [value$="{TURNS[0]}"]')
    board = phone.page.locator(".still")
    expect(board.first).to_have_css("opacity", "0.4")
    assert phone.page.evaluate(KEPT) == 1
    slow.settle()
    assert board.count() == 0


def test_a_card_that_is_tapped_while_a_move_waits_is_played_by_the_next_player(phone: Phone) -> None:
    table = phone.new_table("Anna", "Bruno", "Chiara")
    phone.open(f"{table}1/play")
    phone.wait_for_scripts()
    for card in LINE:
        lay(phone, card)
    slow = Slow(phone, 1)
    for card in TURNS[:3]:
        slow.play(card)
    slow.settle()
    phone.open(f"{table}journal")
    said = phone.page.locator("main").inner_text()
    for name, card in zip(("Anna", "Bruno", "Chiara"), TURNS, strict=False):
        suit, value = card.split("-")
        assert f"{name} plays {suit.capitalize()} {value}" in said


NUMBERS = "#numbers td > :is(a, button)"


def numbers(phone: Phone) -> list[str]:
    return phone.page.locator(NUMBERS).all_inner_texts()


def typing(phone: Phone, delay: int | None) -> tuple[str, Slow]:
    """Start a table of any game with a keypad. Return its address, and the phone with delayed taps."""
    table = phone.new_table("Alice", "Bo", "Cleo", game="tally")
    phone.wait_for_scripts()
    return table, Slow(phone, delay)


def test_digits_show_at_once_and_belong_to_the_number_that_was_on(phone: Phone, delay: int | None) -> None:
    table, slow = typing(phone, delay)
    for key in "30":
        slow.tap(f".keys [value='{key}']")
    assert numbers(phone) == ["30", "–", "–"]
    expect(phone.page.locator("#numbers .waits")).to_have_count(0)
    slow.tap(".dock .primary")
    expect(phone.page.locator("#numbers .waits")).to_have_count(1)
    assert phone.page.locator(".dock .primary").inner_text().strip() == "Cleo"
    for key in "15":
        slow.tap(f".keys [value='{key}']")
    assert numbers(phone) == ["30", "15", "–"]
    assert phone.page.locator("#numbers [aria-current]").inner_text() == "15"
    slow.open = True
    expect(phone.page.locator("#numbers .waits")).to_have_count(0, timeout=30_000)
    slow.settle()
    assert numbers(phone) == ["30", "15", "–"]
    phone.open(f"{table}1/")
    assert numbers(phone) == ["30", "–", "–"]


def test_what_is_typed_without_a_connection_outlasts_the_page(phone: Phone) -> None:
    _, slow = typing(phone, None)
    for what in (*(f".keys [value='{key}']" for key in "3+4"), ".dock .primary", ".keys [value='5']"):
        slow.tap(what)
    assert numbers(phone) == ["7", "5", "–"]
    phone.page.reload()
    expect(phone.page.locator(NUMBERS).nth(1)).to_have_text("5")
    slow.settle()
    assert numbers(phone) == ["7", "5", "–"]


def test_a_number_is_written_also_by_a_browser_that_cannot_submit_a_form_by_script(phone: Phone) -> None:
    phone.context.add_init_script("delete HTMLFormElement.prototype.requestSubmit")
    _, slow = typing(phone, 1)
    for what in ("3", "0", "on", "5", "on"):
        slow.tap(".dock .primary" if what == "on" else f".keys [value='{what}']")
    slow.settle()
    assert numbers(phone) == ["30", "5", "–"]
    phone.page.reload()
    assert numbers(phone) == ["30", "5", "–"]


@pytest.mark.parametrize("link", [".bar .tool", ".bar .code", ".dock .primary"])
def test_without_a_connection_a_link_says_that_it_needs_one_and_stays(phone: Phone, link: str) -> None:
    phone.new_table(game="wingspan")
    phone.open(phone.path + "sheet")
    phone.wait_for_scripts()
    here = phone.page.url
    phone.context.set_offline(True)
    phone.page.locator(link).first.click()
    expect(phone.page.locator("#offline")).to_contain_text("Needs the connection. Your taps are safe.")
    assert phone.page.url == here
    phone.context.set_offline(False)
    phone.page.locator(link).first.click()
    expect(phone.page).not_to_have_url(here)
    phone.forgive("ERR_INTERNET_DISCONNECTED", "EventSource")
