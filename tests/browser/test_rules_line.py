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
