"""A round of sums on the smallest phone: the number that is being typed can always be seen."""

from collections.abc import Callable

import pytest

from tests.support.browser import Phone

SEEN = """
() => { const box = document.querySelector('.pad [aria-current]').getBoundingClientRect();
  return box.top >= document.querySelector('.strip').getBoundingClientRect().bottom - 1
    && box.bottom <= document.querySelector('.dock').getBoundingClientRect().top + 1; }
"""
ROUND = (("5", "8", "6", "2", "1"), ("9", "3", "4", "0", "7"), ("2", "2"), ("0", "4", "0", "0", "12"), ("6", "6"))


@pytest.mark.parametrize("size", [(320, 568), (390, 844)], ids=lambda size: f"{size[0]}")
def test_a_round_of_sums_is_typed_and_the_number_in_hand_is_always_in_sight(
    phones: Callable[..., Phone], size: tuple[int, int]
) -> None:
    phone = phones(viewport={"width": size[0], "height": size[1]})
    phone.open("/games/diabolo/new")
    phone.seat("Michael", "Joe", "Anna")
    phone.tap(".primary")
    phone.page.wait_for_url("**/1/")
    table = phone.path.removesuffix("1/")
    phone.open(f"{table}1/?way=totals")
    phone.taps = 0
    for row in ROUND:
        for place, number in enumerate(row):
            assert phone.page.evaluate(SEEN), (row, place)
            for digit in number:
                phone.tap(f".keys [value='{digit}']")
            phone.tap(".primary")
            if row is ROUND[0] and place == 1:
                phone.tap("#choices button:has-text('Joe')")
    phone.page.wait_for_url("**/sheet")
    assert phone.taps == sum(len(number) + 1 for row in ROUND for number in row) + 1
    assert phone.page.get_by_text("Michael has most, 6: +6. Joe's doubler is spent.").is_visible()
