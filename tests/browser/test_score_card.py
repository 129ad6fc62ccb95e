"""Cards and pegs on a phone: few taps a turn, also without a connection, and a sweep to the next card."""

from collections.abc import Callable

from playwright.sync_api import expect

from tests.support.browser import KEPT, Phone

SWEEP = """
(card) => {
  const at = (x) => new Touch({ identifier: 1, target: card, clientX: x, clientY: 300 });
  const tell = (type, x, on) =>
    card.dispatchEvent(new TouchEvent(type, { bubbles: true, touches: on ? [at(x)] : [], changedTouches: [at(x)] }));
  tell('touchstart', 300, true);
  tell('touchend', 120, false);
}
"""
"""Script: sweep over a card from right to left."""


def test_a_turn_takes_three_taps_and_waits_for_the_connection(phones: Callable[..., Phone]) -> None:
    phone = phones()
    table = phone.new_table("Mia", "Noa", game="yahtzee")
    phone.tap(".painters a >> nth=1")
    phone.tap("#card-1-threes summary")
    phone.tap("#card-1-threes .sides button >> nth=4")
    assert phone.taps == 3
    assert phone.page.locator("#card-1-threes output").inner_text() == "12"
    assert phone.page.locator(".box[open]").count() == 0
    phone.forgive("ERR_INTERNET_DISCONNECTED")
    phone.context.set_offline(True)
    for box, key in (("chance", 15), ("full", 1)):
        phone.page.locator(f"#card-1-{box} summary").tap()
        phone.page.locator(f"#card-1-{box} .sides button").nth(key).tap()
    assert phone.page.locator("#card-1-chance output").inner_text() == "19"
    assert phone.page.locator(".box.filled:visible").count() == 4
    assert phone.page.evaluate(KEPT) == 2
    phone.page.locator(".painters a").first.tap()
    expect(phone.page.locator("#card-0")).to_be_visible()
    phone.page.locator("#card-0 .score-card").evaluate(SWEEP)
    expect(phone.page.locator("#card-1")).to_be_visible()
    phone.context.set_offline(False)
    phone.settle()
    phone.open(f"{table}1/sheet")
    assert phone.page.locator("#score .total td").all_inner_texts() == ["0", "31"]


def test_it_is_filled_in_without_script_and_another_phone_keeps_its_box_open(phones: Callable[..., Phone]) -> None:
    phone, other = phones(), phones(java_script_enabled=False)
    table = phone.new_table("Mia", "Noa", game="yahtzee")
    phone.tap("#card-0-chance summary")
    other.context.add_cookies(phone.context.cookies())  # type: ignore[arg-type]
    other.open(f"{table}1/")
    other.page.locator(".painters a").nth(1).tap()
    other.page.locator("#card-1-sixes summary").tap()
    with other.page.expect_navigation():
        other.page.locator("#card-1-sixes .side").nth(4).tap()
    assert other.page.locator("#card-1-sixes output").inner_text() == "24"
    assert not other.page.locator("#card-0").is_visible()
    expect(phone.page.locator(".painters a").nth(1)).to_contain_text("24")
    assert phone.page.locator(".box[open]").get_attribute("id") == "card-0-chance"


def test_each_of_several_taps_is_pegged(phones: Callable[..., Phone]) -> None:
    phone = phones()
    table = phone.new_table("Mia", "Noa", game="cribbage")
    phone.forgive("ERR_INTERNET_DISCONNECTED")
    phone.context.set_offline(True)
    keys = phone.page.locator(".pegging").nth(1).locator("button")
    for place in (1, 0, 1, 1):
        keys.nth(place).tap()
    assert phone.page.locator(".pegging output").nth(1).inner_text() == "7"
    phone.context.set_offline(False)
    phone.settle()
    assert phone.page.locator(".pegging output").all_inner_texts() == ["–", "7"]
    assert phone.page.locator("#blocks .lane").nth(1).get_attribute("aria-label") == "7 / 121"
    phone.tap(".undo")
    assert phone.page.locator(".pegging output").nth(1).inner_text() == "5"
    phone.open(f"{table}board")
    lanes = phone.page.locator(".ranks .lane").evaluate_all("(all) => all.map((one) => one.ariaLabel)")
    assert sorted(lanes) == ["0 / 121", "5 / 121"]
