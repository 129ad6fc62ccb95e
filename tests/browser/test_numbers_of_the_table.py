"""A round of sums on the smallest phone: the number being typed is always visible."""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.support.browser import TAPPED_SIZES, Phone

SEEN = """
() => { const box = document.querySelector('.pad [aria-current]').getBoundingClientRect();
  return box.top >= document.querySelector('.strip').getBoundingClientRect().bottom - 1
    && box.bottom <= document.querySelector('.dock').getBoundingClientRect().top + 1; }
"""
ROUND = (("5", "8", "6", "2", "1"), ("9", "3", "4", "0", "7"), ("2", "2"), ("0", "4", "0", "0", "12"), ("6", "6"))


@pytest.mark.parametrize("size", TAPPED_SIZES, ids=lambda size: f"{size[0]}")
def test_a_round_of_sums_is_typed_and_the_number_in_hand_is_always_in_sight(
    phones: Callable[..., Phone], size: tuple[int, int]
) -> None:
    phone = phones(viewport={"width": size[0], "height": size[1]})
    table = phone.new_table("Michael", "Joe", "Anna", game="diabolo")
    phone.open(f"{table}1/?way=totals")
    phone.taps = 0
    for row in ROUND:
        for place, number in enumerate(row):
            assert phone.page.evaluate(SEEN), (row, place)
            pick(phone, number)
            if row is ROUND[0] and place == 1:
                phone.tap("#choices button:has-text('Joe')")
    phone.page.wait_for_url("**/sheet")
    assert phone.taps == sum(map(len, ROUND)) + 1
    assert phone.page.get_by_text("Michael has the highest hand, 6: +6. Joe’s doubler is used up.").is_visible()


def totals_of_four(phones: Callable[..., Phone], **how: object) -> tuple[Phone, str]:
    """Start a round of Diabolo for four that is entered as sums. Return the phone and the address of the table."""
    phone = phones(**how)
    table = phone.new_table("Michael", "Joe", "Anna", "Dario", game="diabolo")
    phone.open(f"{table}1/?way=totals")
    phone.taps = 0
    return phone, table


def pick(phone: Phone, number: str) -> None:
    """Tap the key of a whole number."""
    phone.tap(phone.page.locator(f".picks button:text-is('{number}')"))


def test_the_sums_of_four_take_thirty_taps_where_no_row_is_level(phones: Callable[..., Phone]) -> None:
    phone, table = totals_of_four(phones)
    rows = "10 8 1 2 3 5", "9 13 4 0 1 2", "10 8 0 3 1 2", "9 13 2 1 4 0", "4 0 1 3 0 2"
    for number in " ".join(rows).split():
        pick(phone, number)
    phone.page.wait_for_url("**/sheet")
    assert phone.taps == 30
    phone.open(table)
    # The trident is ahead in the first, third and fifth row: Dario -5, Joe -3 twice; the harp in both others.
    shown = phone.page.locator("tr.total td").all_inner_texts()
    assert [text.strip() for text in shown] == ["4", "\u22126", "4", "\u22125"]


def test_sums_tapped_faster_than_they_are_answered_go_to_the_numbers_they_were_meant_for(
    phones: Callable[..., Phone],
) -> None:
    phone, table = totals_of_four(phones)
    pick(phone, "5")
    phone.page.evaluate("""() => {
      for (const number of ['8', '6', '12'])
        [...document.querySelectorAll('.picks button')].find((one) => one.textContent.trim() === number).click();
    }""")
    phone.settle()
    expect(phone.page.locator(".dock .primary")).to_have_text("Dario")
    phone.open(f"{table}journal")
    lines = phone.page.locator(".lines")
    for said in (
        "trident side of red is 5",
        "harp side of red is 8",
        "Michael’s red hand is 6",
        "Joe’s red hand is 12",
    ):
        expect(lines).to_contain_text(said)


def test_a_sum_that_has_no_key_is_typed_digit_by_digit(phones: Callable[..., Phone]) -> None:
    phone, table = totals_of_four(phones)
    pick(phone, "3")
    pick(phone, "9")
    phone.tap(".picks [name=digits]")
    for digit in "26":
        phone.tap(f".keys [value='{digit}']")
    phone.tap(".primary")
    expect(phone.page.locator(".picks")).to_be_visible()
    phone.open(f"{table}journal")
    expect(phone.page.locator(".lines")).to_contain_text("Michael’s red hand is 26")


def test_without_script_a_sum_is_typed_and_gone_on_from(phones: Callable[..., Phone]) -> None:
    phone, table = totals_of_four(phones, java_script_enabled=False)
    phone.page.locator("#whole input").first.fill("5")
    phone.tap(".primary")
    phone.open(f"{table}journal")
    expect(phone.page.locator(".lines")).to_contain_text("the trident side of red is 5")


def test_digits_of_a_keyboard_find_the_key_of_the_whole_number(phones: Callable[..., Phone]) -> None:
    phone, _ = totals_of_four(phones)
    pick(phone, "3")
    for key in "13":
        phone.page.keyboard.press(key)
    expect(phone.page.locator(".dock .primary")).to_have_text("Joe")
    phone.settle()
    assert phone.page.locator("#whole b").all_inner_texts() == ["3", "13"]
