"""Points are pegged without waiting for an answer, and the TV scoreboard shows where the pegs are."""

from collections.abc import Callable

from tests.support.browser import Phone


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
