"""Fields of forms: a code, a password, a question, and the rules of a new table, whose line is updated at once."""

from collections.abc import Callable

from playwright.sync_api import expect

from tests.support.browser import SMALL_PHONE, Phone


def test_a_code_is_pasted_as_a_whole(phones: Callable[..., Phone]) -> None:
    alice, bo = phones(), phones()
    table = alice.new_table()
    alice.open(f"{table}invite")
    bo.open("/")
    bo.page.locator("[name=code]").focus()
    bo.page.keyboard.insert_text(f" {alice.page.locator('.letters').inner_text()} ")
    bo.page.keyboard.press("Enter")
    bo.page.wait_for_url(f"**{table}seat")
    assert bo.path == f"{table}seat"


def test_the_password_is_hidden_until_its_button_is_tapped(phone: Phone) -> None:
    phone.open(f"{phone.new_table()}card")
    phone.wait_for_scripts()
    password, button = phone.page.locator("#password"), phone.page.locator("#reveal")
    password.fill("unbirthday")
    expect(password).to_have_attribute("type", "password")
    for shown in ("text", "password"):
        phone.tap("#reveal")
        expect(password).to_have_attribute("type", shown)
        expect(button).to_have_attribute("aria-pressed", str(shown == "text").lower())
    expect(password).to_have_value("unbirthday")


def test_a_number_that_is_typed_is_told_while_its_field_has_the_cursor(phone: Phone) -> None:
    phone.open("/games/tally/new")
    phone.seat("Anna", "Bruno")
    phone.tap("#rules")
    phone.tap("label:has([name='option.count'][value=down])")
    start = phone.page.locator("[name='option.start']")
    start.tap()
    start.press_sequentially("501")
    expect(phone.page.locator("#rules")).to_contain_text("Lowest score wins.")
    expect(start).to_be_focused()
    start.press("End")
    start.press_sequentially("0")
    expect(phone.page.locator("#rules")).to_contain_text("Everybody starts with 5010.")
    expect(start).to_have_value("5010")


def test_who_chooses_rules_is_not_sent_to_the_names(phone: Phone) -> None:
    phone.open("/games/tally/new")
    phone.seat("Anna", "Bruno")
    phone.tap("#rules")
    start, target = (phone.page.locator(f"[name='option.{key}']") for key in ("start", "target"))
    start.fill("20")
    target.tap()
    expect(phone.page.locator("#rules")).to_contain_text("Everybody starts with 20.")
    phone.settle()
    expect(target).to_be_focused()


def test_what_is_chosen_while_an_earlier_choice_is_on_its_way_is_not_lost(phone: Phone) -> None:
    phone.open("/games/tally/new")
    phone.seat("Anna", "Bruno")
    phone.tap("#rules")
    phone.page.locator("[name='option.start']").fill("501")
    phone.settle()
    chosen = (
        "count'][value=down",
        "wins'][value=usual",
        "wins'][value=lowest",
        "others'][value=yes",
        "teams'][value='2'",
    )
    phone.page.evaluate(
        "(all) => all.forEach((one) => document.querySelector(one).click())",
        [f"[name='option.{option}]" for option in chosen],
    )
    phone.settle()
    checked = "[...document.querySelectorAll('#options :checked')].map((one) => one.closest('label').innerText.trim())"
    assert phone.page.evaluate(checked) == [
        "Lowest score",
        "are subtracted",
        "ends the game",
        "2",
        "yes, by tapping a name",
    ]


def test_what_is_typed_is_kept_and_asked_with_enter(phones: Callable[..., Phone]) -> None:
    phone = phones(viewport=SMALL_PHONE)
    phone.open("/rulings/diabolo/game")
    phone.tap("[value='first_dealer:B']")
    for name, points in (("A", "4"), ("B", "10"), ("C", "0")):
        phone.page.fill(f"[name='rounds.1.{name}']", points)
    phone.tap("[value='rounds.1.B.minus:1']")
    phone.page.fill("[name='rounds.1.C']", "12")
    phone.page.keyboard.press("Enter")
    phone.settle()
    assert phone.page.locator(".answer").inner_text().startswith("C wins with 12.")
    assert "A 4, B −10 and C 12" in phone.page.locator("#answer").inner_text().replace("\u00a0", " ")


def test_a_colour_that_is_opened_while_an_answer_is_pending_stays_open(phone: Phone) -> None:
    phone.open("/rulings/hawaiki/place")
    phone.wait_for_scripts()
    open_colour = phone.page.locator("[name^='suit.']")
    phone.context.route("**/rulings/**", lambda route: (phone.page.wait_for_timeout(500), route.continue_()))
    phone.page.locator(".by-suit .chips button:visible").nth(3).evaluate("(one) => one.click()")
    open_colour.nth(1).evaluate("(one) => one.click()")
    phone.settle()
    assert open_colour.nth(1).is_checked()
