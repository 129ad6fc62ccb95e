"""Any game on a phone: numbers and sums on the app's own keypad, nothing lost on reload, one tap more than digits."""

import pytest

from tests.support.browser import Phone

PLAYERS = ("Alice", "Bo", "Cleo")


@pytest.fixture
def table(phone: Phone) -> str:
    """A table for any game. The phone is at its first round."""
    return phone.new_table(*PLAYERS, game="tally")


def keys(phone: Phone, text: str) -> None:
    for key in text:
        phone.tap(f".keys [value='{key}']")


def numbers(phone: Phone) -> list[list[str]]:
    """Return the list of numbers: name, entry, total."""
    rows = phone.page.locator("#numbers tr").all()
    return [[" ".join(part.split()) for part in row.locator("th,td").all_inner_texts()] for row in rows]


def test_a_number_costs_its_digits_and_one_tap(phone: Phone) -> None:
    table = phone.new_table(*PLAYERS, game="tally")
    for round, numbers in enumerate((("30", "5", "0"), ("7", "112", "48")), 1):
        phone.taps = phone.swipes = 0
        for number in numbers:
            keys(phone, number)
            phone.tap(".primary")
        phone.page.wait_for_url(f"**/{round + 1}/*")
        assert (phone.taps, phone.swipes) == (sum(map(len, numbers)) + len(PLAYERS), 0)
    phone.open(table)
    assert phone.page.locator("tr.total td").all_inner_texts() == ["37", "117", "48"]


def test_the_points_of_one_go_to_all_the_others_by_a_tap_on_the_name(phone: Phone) -> None:
    phone.open("/games/tally/new")
    phone.seat(*PLAYERS, "Dan")
    phone.tap("summary:has(#rules), #rules")
    phone.tap("[name='option.others'][value=yes]")
    phone.tap(".primary")
    phone.page.wait_for_url("**/1/")
    phone.taps = 0
    keys(phone, "26")
    phone.tap("#numbers button:has-text('Alice')")
    phone.tap(".primary")
    phone.tap("#below button:has-text('That’s everything')")
    assert [line[-1] for line in numbers(phone)] == ["= 0", "= 26", "= 26", "= 26"]
    assert phone.taps == 5


def test_a_half_typed_sum_survives_reload_note_and_undo(phone: Phone, table: str) -> None:
    keys(phone, "-9")
    phone.tap(".primary")
    keys(phone, "20+10-5")
    half_typed = [["Alice", "−9", "= −9"], ["Bo", "20 + 10 − 5 = 25", "0"], ["Cleo", "–", "0"]]
    assert numbers(phone) == half_typed
    phone.page.reload()
    assert numbers(phone) == half_typed
    phone.page.fill("input[name=words]", "Bo doubled; 50%")
    phone.tap(".remark button")
    assert numbers(phone) == half_typed
    phone.tap(".undo")
    assert phone.page.locator("input[name=words]").input_value() == ""
    assert numbers(phone) == half_typed
    assert phone.page.locator(".primary").inner_text().strip() == "Cleo"
    phone.tap(".primary")
    assert numbers(phone)[1] == ["Bo", "25", "= 25"]


def test_a_note_that_is_typed_and_not_kept_yet_is_kept_by_going_on(phone: Phone, table: str) -> None:
    for typed in ("12", "3", "4"):
        keys(phone, typed)
        if typed == "4":
            phone.page.fill("input[name=words]", "Bo doubled")
            assert phone.page.locator(".remark svg").count() == 0
        phone.tap(".primary")
    phone.page.wait_for_url("**/2/*")
    phone.settle()
    phone.open(f"{table}1/")
    assert phone.page.locator("input[name=words]").input_value() == "Bo doubled"
    assert phone.page.locator(".remark svg").is_visible()
