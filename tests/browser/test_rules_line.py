"""The line that tells the rules of a new table follows each rule as soon as it is chosen."""

from playwright.sync_api import expect

from tests.support.browser import Phone


def test_a_rule_that_is_chosen_stands_at_once_in_the_line_of_the_rules(phone: Phone) -> None:
    phone.open("/games/parade/new")
    line = phone.page.locator("#rules")
    assert "English 2013" in line.inner_text()
    phone.tap("#rules")
    phone.tap("label:has([value=es2013])")
    expect(line).to_contain_text("Spanish 2013")
    assert phone.page.locator("details.rules[open]").count() == 1


def test_a_number_that_is_typed_is_told_while_its_field_has_the_cursor(phone: Phone) -> None:
    phone.open("/games/tally/new")
    phone.seat("Anna", "Bruno")
    phone.tap("#rules")
    phone.tap("label:has([name='option.count'][value=down])")
    start = phone.page.locator("[name='option.start']")
    start.tap()
    start.press_sequentially("501")
    expect(phone.page.locator("#rules")).to_contain_text("Fewest points win.")
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
