"""The field for the code of a table: one field, whose letters stand in the boxes behind it."""

from collections.abc import Callable

from tests.support.browser import Phone


def test_a_code_is_pasted_as_a_whole(phones: Callable[..., Phone]) -> None:
    alice, bo = phones(), phones()
    table = alice.new_table()
    alice.open(f"{table}invite")
    bo.open("/")
    bo.page.locator("[name=code]").focus()
    bo.page.keyboard.insert_text(f" {alice.page.locator('.letters').inner_text()} ")
    bo.page.keyboard.press("Enter")
    bo.page.wait_for_url(f"**{table}seat")
