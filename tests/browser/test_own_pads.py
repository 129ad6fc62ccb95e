"""Making a pad on a phone: with taps alone except for names, visible while it is made, shared by its link."""

from collections.abc import Callable

from playwright.sync_api import Route, expect

from scorekeeper.games.pads.handed import pack
from tests.support.browser import SCREENS, Phone
from tests.support.own_pads import GOLF

GOAL = 40
"""Maximum number of taps for a simple pad, counting each letter, from the home page to the first round."""


def write(phone: Phone, field: str, text: str) -> None:
    """Tap a field and type a text, one tap per letter. Without JavaScript the old text is selected first."""
    phone.page.locator(field).tap()
    if not phone.script:
        phone.page.keyboard.press("Control+a")
    phone.page.keyboard.type(text)
    phone.taps += 1 + len(text)


@SCREENS
def test_a_simple_pad_is_made_and_played_in_few_taps(phones: Callable[..., Phone], how: dict[str, object]) -> None:
    phone = phones(**how)
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


def start_table(phone: Phone, *names: str) -> None:
    """Start a table with the pad being made, and open its first round."""
    phone.tap("button[value=play]")
    phone.seat(*names)
    phone.tap(".primary")
    phone.page.wait_for_url("**/1/")


def test_a_game_that_is_not_there_is_made_from_where_it_was_looked_for(phone: Phone) -> None:
    phone.open("/")
    phone.tap("a.every[href='/games/']")
    write(phone, "input[type=search]", "Golf")
    expect(phone.page.locator("#games")).to_be_hidden()
    phone.tap(".dock button")
    assert phone.page.input_value("#name") == "Golf"
    phone.tap("button[value='row:number']")
    phone.tap("details.how summary")
    for choice in ("[name=wins][value=fewest]", "[name=rounds][value='9']"):
        phone.tap(f"label:has({choice})")
    start_table(phone, "Ann", "Bo")
    assert phone.taps <= GOAL
    assert phone.page.get_by_text("Round 1 of 9").is_visible()


def test_coins_flags_by_a_table_and_a_bonus_for_most_are_tapped_within_the_goal(phone: Phone) -> None:
    phone.open("/")
    phone.tap("a.every[href='/games/']")
    write(phone, "input[type=search]", "Pirates")
    phone.tap(".dock button")
    for row, label in (("r1", "Coins"), ("r3", "Flags")):
        phone.tap("button[value='row:counter']")
        write(phone, f"#{row} [name=label]", label)
        if row == "r1":
            phone.tap("button[value='row:most']")
    phone.tap("button[value='worth:r3:table']")
    for part in ("1", ",", "3", ",", "6"):
        phone.tap(f"button[value='part:r3:{part}']")
    assert phone.page.locator("#example .total").inner_text().split() == ["Total", "18", "5"]
    start_table(phone, "Ann", "Bo")
    assert phone.taps <= GOAL


def test_a_fold_that_is_open_stays_open_and_no_other_opens(phone: Phone) -> None:
    phone.open("/pads/new")
    phone.tap("button[value='row:counter']")
    phone.page.locator("details.how summary").tap()
    phone.tap("button[value='row:tick']")
    opened = phone.page.locator("details[open]").evaluate_all("(all) => all.map((one) => one.className)")
    assert opened == ["how", "worked"]


def test_an_example_that_was_closed_stays_closed(phone: Phone) -> None:
    phone.open("/pads/new")
    phone.tap("button[value='row:counter']")
    expect(phone.page.locator("details.worked[open]")).to_have_count(1)
    phone.page.locator("details.worked summary").tap()
    phone.tap("button[value='row:tick']")
    expect(phone.page.locator("#r2")).to_be_visible()
    expect(phone.page.locator("details.worked[open]")).to_have_count(0)


def test_what_is_typed_takes_the_place_of_the_name_that_a_row_brings_along(phone: Phone) -> None:
    phone.open("/pads/new")
    phone.tap("button[value='row:number']")
    assert phone.page.input_value("#r1 [name=label]")
    phone.tap("#r1 [name=label]")
    phone.page.keyboard.type("Wheat")
    assert phone.page.input_value("#r1 [name=label]") == "Wheat"


def test_what_is_typed_survives_the_next_tap(phone: Phone) -> None:
    phone.open("/pads/new")
    phone.page.fill("#name", "Shells")
    phone.tap("button[value='row:counter']")
    phone.page.fill("#r1 [name=label]", "Whelks")
    phone.tap("button[value='row:tick']")
    assert phone.page.input_value("#name") == "Shells"
    assert phone.page.input_value("#r1 [name=label]") == "Whelks"
    assert phone.page.input_value("#r2 [name=label]") == "Bonus"


def test_a_number_of_rounds_that_is_tapped_takes_the_place_of_one_that_was_typed(phone: Phone) -> None:
    phone.open("/pads/new")
    phone.tap("button[value='row:number']")
    phone.page.locator("details.how summary").tap()
    phone.page.fill("[name=rounds-typed]", "15")
    phone.tap("label:has([name=rounds][value='5'])")
    phone.tap("button[value='row:tick']")
    expect(phone.page.locator("#r2")).to_be_visible()
    expect(phone.page.locator("[name=rounds][value='5']")).to_be_checked()


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


def test_whoever_goes_back_from_a_new_table_sees_at_once_how_its_pad_is_changed(phones: Callable[..., Phone]) -> None:
    phone = phones(viewport={"width": 320, "height": 568})
    phone.open("/pads/new")
    phone.page.fill("#name", "Shells " * 8)
    phone.tap("button[value='row:counter']")
    phone.page.locator("#looks").scroll_into_view_if_needed()
    phone.tap("button[value=play]")
    phone.page.go_back()
    change = phone.page.locator(".left a")
    expect(phone.page.locator(".left")).to_have_text(("Shells " * 8).strip() + " is saved. Edit")
    expect(change).to_be_in_viewport(ratio=1)
    assert not phone.page.evaluate("document.documentElement.scrollWidth > innerWidth")
    phone.tap(".left a")
    expect(phone.page.locator("#r1")).to_be_visible()


def test_the_smallest_phone_says_in_words_what_its_buttons_do(phones: Callable[..., Phone]) -> None:
    phone = phones(viewport={"width": 320, "height": 568})
    undo = phone.page.locator(".dock .undo")
    phone.open("/pads/new")
    phone.page.fill("#name", "Shells")
    phone.tap("button[value='row:counter']")
    expect(undo).to_have_text("Play")
    assert undo.locator("span").evaluate("(said) => said.offsetWidth") > 20
    phone.open(f"/pads/got/{pack(GOLF)}")
    expect(undo).to_have_text("Save")
    assert undo.locator("span").evaluate("(said) => said.offsetWidth") > 20
    phone.tap(undo)
    expect(phone.page.get_by_text("Saved on this phone.")).to_be_in_viewport(ratio=1)
    assert not phone.page.evaluate("document.documentElement.scrollWidth > innerWidth")


def test_a_link_is_opened_on_another_phone_and_played(phones: Callable[..., Phone]) -> None:
    one, other = phones(), phones()
    one.open("/pads/new")
    one.page.fill("#name", "Shells")
    one.tap("button[value='row:counter']")
    one.tap("button[value=keep]")
    one.tap("a.undo[href='#hand']")
    expect(one.page.locator(".qr svg")).to_be_visible()
    link = one.page.locator("[data-copy]").get_attribute("data-copy")
    assert link
    other.page.goto(link)
    assert "Shells" in other.page.locator("h1").inner_text()
    other.tap("button[value=play]")
    other.page.wait_for_url("**/games/pad-*/new")


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
