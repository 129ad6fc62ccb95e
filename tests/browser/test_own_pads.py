"""Making a pad on a phone: with taps alone except for names, visible while it is made, shared by its link."""

from collections.abc import Callable

from playwright.sync_api import Route, expect

from tests.support.browser import SMALL_PHONE, Phone

GOAL = 40
"""Maximum number of taps for a simple pad, counting each letter, from the home page to the first round."""


def write(phone: Phone, field: str, text: str) -> None:
    """Tap a field and type a text, one tap per letter."""
    phone.page.locator(field).tap()
    phone.page.keyboard.type(text)
    phone.taps += 1 + len(text)


def test_a_simple_pad_is_made_and_played_in_few_taps(phones: Callable[..., Phone]) -> None:
    phone = phones(viewport=SMALL_PHONE)
    phone.open("/")
    phone.tap("a.every[href='/games/']")
    phone.tap("a.text[href='/pads/']")
    phone.tap("a.primary")
    write(phone, "#name", "Shells")
    for tap in ("row:counter", "row:tick", "worth:r2:times", "times:r2:5", "row:number", "worth:r3:formula"):
        phone.tap(f"button[value='{tap}']")
    write(phone, "#r3 [name=label]", "Time")
    for part in ("*", "-", "1"):
        phone.tap(f"button[value='part:r3:{part}']")
    beside = " ".join(phone.page.locator("#r3 .formula").inner_text().split())
    assert beside == "Time × − 1 A: 7 × (−1) = −7"
    example = phone.page.locator("#example .total").inner_text().split()
    phone.tap("button[value=keep]")
    assert phone.page.locator("#example .total").inner_text().split() == example == ["Total", "5", "0"]
    phone.tap(".dock a.primary")
    phone.seat("Ann", "Bo")
    phone.tap(".primary")
    phone.page.wait_for_url("**/1/")
    assert phone.taps <= GOAL
    assert phone.complaints == []


def test_what_was_typed_and_left_by_the_back_of_the_browser_comes_back(phone: Phone) -> None:
    phone.open("/pads/")
    phone.tap("a.primary")
    phone.tap("button[value='row:number']")
    phone.page.fill("#r1 [name=label]", "Whelks")
    phone.page.go_back()
    expect(phone.page.locator("h1")).to_have_text("Your pads")
    phone.tap("a.primary")
    expect(phone.page.locator("#r1 [name=label]")).to_have_value("Whelks")
    phone.tap("button[value='row:tick']")
    expect(phone.page.locator("#r1 [name=label]")).to_have_value("Whelks")
    phone.tap(".left a")
    expect(phone.page.locator(".line-of")).to_have_count(0)
    phone.tap(".left a")
    expect(phone.page.locator(".line-of")).to_have_count(2)


def test_a_tap_at_which_the_server_fails_each_time_holds_up_none_that_follow(phone: Phone) -> None:
    phone.open("/pads/new")
    asked: list[str] = []

    def fail(route: Route) -> None:
        asked.append(route.request.post_data or "")
        route.fulfill(status=500, body="") if "row%3Anumber" in asked[-1] else route.continue_()

    phone.forgive("500")
    phone.page.route("**/pads/new", fail)
    phone.page.fill("#name", "Shells")
    phone.page.locator("button[value='row:number']").click()
    expect(phone.page.locator("#offline [data-if=ill]")).to_be_visible()
    phone.page.locator("button[value='row:tick']").click()
    expect(phone.page.locator(".line-of")).to_have_count(1)
    expect(phone.page.locator("#offline")).to_be_hidden()
    assert ["row%3Anumber" in body for body in asked] == [True, True, True, False]
    assert phone.page.input_value("#name") == "Shells"
