"""The field for the code of a table: one field, whose letters stand in the boxes behind it."""

from collections.abc import Callable

from tests.support.browser import Phone


def test_a_code_is_pasted_as_a_whole_and_typed_without_script(phones: Callable[..., Phone]) -> None:
    alice = phones()
    table = alice.new_table()
    alice.open(f"{table}invite")
    code = alice.page.locator(".letters").inner_text()
    for how in ("pasted", "typed"):
        bo = phones(java_script_enabled=how == "pasted")
        bo.open("/")
        if how == "pasted":
            bo.page.locator("[name=code]").focus()
            bo.page.keyboard.insert_text(f" {code} ")
        else:
            bo.page.locator("[name=code]").press_sequentially(code.lower())
        bo.page.keyboard.press("Enter")
        bo.page.wait_for_url(f"**{table}seat")
