"""The page that asks for the Wi-Fi of a card."""

from playwright.sync_api import expect

from tests.support.browser import Phone


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
