"""A round of sums on the smallest phone: the number being typed is always visible."""

from collections.abc import Callable

from playwright.sync_api import expect

from tests.support.browser import SMALL_PHONE, Phone

SEEN = """
() => { const box = document.querySelector('.pad [aria-current]').getBoundingClientRect();
  return box.top >= document.querySelector('.strip').getBoundingClientRect().bottom - 1
    && box.bottom <= document.querySelector('.dock').getBoundingClientRect().top + 1; }
"""
ROUND = (("5", "8", "6", "2", "1"), ("9", "3", "4", "0", "7"), ("2", "2"), ("0", "4", "0", "0", "12"), ("6", "6"))


def test_a_round_of_sums_is_typed_and_the_number_in_hand_is_always_in_sight(phones: Callable[..., Phone]) -> None:
    phone = phones(viewport=SMALL_PHONE)
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
    assert phone.page.get_by_text("Highest: Michael, 6. Gain: +6. Doubler used up: Joe.").is_visible()


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
        "Michael’s red cards add up to 6",
        "Joe’s red cards add up to 12",
    ):
        expect(lines).to_contain_text(said)
