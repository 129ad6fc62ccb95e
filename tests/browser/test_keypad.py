"""The keypad lives in the browser: digits and sums appear without a request, and leaving a number is one tap."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Route, expect

from tests.support.browser import PHONE_SIZES, SMALL_PHONE, Phone, lines, together, wait_for_line

KEYS = {"−": "-", "<": "del"}

PRESS = """
(keys) => {
  const press = (key) => document.querySelector(`.keys [value="${key}"]`).click();
  for (let left = 0; left < 48; left++) press('del');
  keys.forEach(press);
  return document.querySelector('.pad [aria-current]').innerText.replace(/\\s+/g, ' ').trim();
}
"""
"""Script that deletes the current number, presses these keys and returns what the number shows."""

TYPED = [
    ("25", "25"),
    ("007", "7"),
    ("0", "0"),
    ("20+10−5", "20 + 10 − 5 = 25"),
    ("20+", "20 + = 20"),
    ("20+−", "20 − = 20"),
    ("+5", "5"),
    ("−5", "−5"),
    ("1234567", "12345"),
    ("3+007", "3 + 7 = 10"),
    ("30<<", "–"),
    ("20+10<<<", "20"),
    ("1+2" * 30, "1 + 21 + 21 + 21 + 21 + 21 + 21 + 21 + 21 + 21 + 21 + 21 + 21 + 21 + 21 + 21 + 2 = 318"),
]


def test_a_sum_is_typed_key_by_key_and_asks_for_nothing(phone: Phone) -> None:
    phone.new_table("Alice", "Bo", game="tally")
    phone.wait_for_scripts()
    asked: list[str] = []
    phone.page.on("request", lambda request: asked.append(request.url))
    shown = [phone.page.evaluate(PRESS, [KEYS.get(key, key) for key in keys]) for keys, _ in TYPED]
    assert shown == [expected for _, expected in TYPED]
    assert asked == []


IN_SIGHT = """
() => {
  const box = (one) => document.querySelector(one).getBoundingClientRect();
  const notices = [...document.querySelectorAll('.top .notice')].filter((one) => one.checkVisibility());
  const [number, keys, top] = [box('.cell[aria-current]'), box('.dock').top, box('.top')];
  const isSeen = number.bottom <= keys && number.top >= (document.getElementById('fault') ? top.bottom : 0);
  return [notices.map((one) => one.id), isSeen];
}
"""
"""Script that returns the ids of the notices that are drawn, and whether the number can be seen above the keys."""


@pytest.mark.parametrize("size", PHONE_SIZES, ids=str)
def test_a_number_that_is_refused_stays_in_sight_where_another_entry_is_wrong(
    phones: Callable[..., Phone], size: tuple[int, int]
) -> None:
    phone = phones(viewport={"width": size[0], "height": size[1]})
    table = phone.new_table("Alice", "Bo", "Cleo")
    phone.write(table, "1.red.count.1.=3", *(f"1.red.cards.0.{card}=1" for card in range(4, 11)))
    phone.open(f"{table}1/?way=totals")
    phone.settle()
    assert phone.page.evaluate(IN_SIGHT) == [[""], True]
    phone.page.evaluate(PRESS, list("99"))
    assert phone.page.evaluate(IN_SIGHT) == [["fault"], True]


def test_a_digit_takes_the_place_of_a_number_that_was_written_before_and_other_keys_go_on_with_it(phone: Phone) -> None:
    for keys, shown in (
        ("4", "4"),
        ("42", "42"),
        ("0", "0"),
        ("<", "3"),
        ("<2", "32"),
        ("+2", "35 + 2 = 37"),
        ("−2", "35 − 2 = 33"),
        ("<<", "–"),
    ):
        table = phone.new_table("Alice", "Bo", game="tally")
        phone.write(table, "1.points.points.0.=35")
        phone.open(f"{table}1/?at=1.points.points.0.")
        phone.wait_for_scripts()
        current = phone.page.locator(".pad [aria-current]")
        expect(current).to_have_attribute("aria-current", "step")
        for key in keys:
            phone.tap(f".keys [value='{KEYS.get(key, key)}']")
        expect(current).to_have_attribute("aria-current", "true")
        assert " ".join(current.inner_text().split()) == shown
        phone.tap(".primary")
        expect(phone.page.locator("#numbers .cell:visible").first).to_have_text(shown.rpartition(" = ")[2])
        assert lines(phone) == 3


def test_a_number_that_a_tap_on_its_way_has_changed_is_changed_back(phone: Phone) -> None:
    table = phone.new_table("Alice", "Bo", game="tally")
    phone.write(table, "1.points.points.0.=7")
    phone.open(f"{table}1/?at=1.points.points.0.")
    phone.wait_for_scripts()
    phone.page.evaluate(
        """() => {
          const tap = (what) => document.querySelector(what).click();
          for (const key of ['8', '7']) {
            tap(`.keys [value="${key}"]`);
            tap('#numbers tr:last-child button.cell');
            tap('#numbers tr:first-child button.cell');
          }
        }"""
    )
    phone.settle()
    expect(phone.page.locator("#numbers .cell:visible").first).to_have_text("7")
    assert lines(phone) == 4
    phone.page.reload()
    expect(phone.page.locator("#numbers .cell:visible").first).to_have_text("7")


def open_the_first_number(phones: Callable[..., Phone]) -> tuple[Phone, Phone, str]:
    """Start a table of any game on one phone and open its first number on another. Return both, and its address."""
    alice, bo = phones(), phones()
    table = together(alice, bo, "Alice", "Bo", game="tally")
    bo.open(f"{table}1/?at=1.points.points.0.")
    return alice, bo, table


def test_a_number_that_another_phone_writes_while_one_types_is_not_overwritten_unasked(
    phones: Callable[..., Phone],
) -> None:
    alice, bo, table = open_the_first_number(phones)
    bo.tap(".keys [value='5']")
    alice.write(table, "1.points.points.0.=7")
    wait_for_line(bo, 2)
    expect(bo.page.locator(".pad [aria-current]")).to_have_text("5")
    bo.forgive("409")
    bo.tap(".primary")
    expect(bo.page.get_by_text("Somebody else was faster").first).to_be_visible()
    bo.tap("button:has-text('Enter mine again')")
    expect(bo.page.locator("#numbers .cell:visible").first).to_have_text("5")


def test_what_is_typed_while_a_conflict_comes_to_light_waits_until_it_is_answered(
    phones: Callable[..., Phone],
) -> None:
    alice, bo, table = open_the_first_number(phones)
    bo.wait_for_scripts()
    bo.forgive("409")
    bo.plug_ears()
    alice.write(table, "1.points.points.0.=7")
    bo.page.evaluate(
        """() => {
          for (const what of ['.keys [value="5"]', '.dock .primary', '.keys [value="3"]', '.keys [value="4"]'])
            document.querySelector(what).click();
        }"""
    )
    expect(bo.page.get_by_text("Somebody else was faster").first).to_be_visible()
    bo.tap("button:has-text('Enter mine again')")
    expect(bo.page.locator("#numbers .cell:visible")).to_have_text(["5", "34"])
    bo.tap(".primary")
    bo.page.wait_for_url("**/2/*")
    assert lines(bo) == 4


def test_several_numbers_typed_before_the_scripts_are_all_kept(phone: Phone) -> None:
    table = phone.new_table("Alice", "Bo", "Cleo", game="tally")
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    phone.page.context.new_cdp_session(phone.page).send("Network.setCacheDisabled", {"cacheDisabled": True})
    phone.page.route("**/keypad.js", hold)
    phone.page.goto(f"{phone.base}{table}1/", wait_until="commit")
    fields = phone.page.locator("#numbers input:not([type=hidden])")
    for place, number in enumerate(("12", "3+4", "8")):
        fields.nth(place).fill(number)
    held.pop().continue_()
    phone.page.unroute("**/keypad.js")
    phone.wait_for_scripts()
    phone.settle()
    expect(phone.page.locator("#numbers .cell:visible")).to_have_text(["12", "7", "8"])
    phone.tap(".primary")
    phone.page.wait_for_url("**/2/*")
    phone.open(f"{table}1/")
    expect(phone.page.locator("#numbers .cell:visible")).to_have_text(["12", "7", "8"])


VISIBLE_ROWS = """
() => {
  const dock = document.querySelector('.dock').getBoundingClientRect();
  const beside = dock.left > document.querySelector('#numbers').getBoundingClientRect().right;
  const edge = beside ? innerHeight : dock.top;
  const top = (document.querySelector('.strip') || document.querySelector('.bar')).getBoundingClientRect().bottom;
  return [...document.querySelectorAll('#numbers tr')].map((row) => row.getBoundingClientRect())
    .filter((box) => box.top >= top && box.bottom <= edge + 1).length;
}
"""
"""Script: the number of players whose row is wholly visible above the keys, or beside them."""

PLACES = """
() => [...document.querySelectorAll('.keys button')].map((key) => {
  const { x, y, width, height } = key.getBoundingClientRect();
  return [key.value, x, y, width, height];
})
"""
"""Script: each key with its place and size."""


@pytest.mark.parametrize(("size", "players"), [((390, 664), 5), ((320, 568), 4), ((844, 390), 5)], ids=str)
def test_all_players_are_seen_above_the_keys_which_are_the_same_for_every_row(
    phones: Callable[..., Phone], size: tuple[int, int], players: int
) -> None:
    phone = phones(viewport={"width": size[0], "height": size[1]})
    phone.new_table("Ida", "Jon", "Kim", "Leo", "Maximilian", game="wingspan")
    phone.wait_for_scripts()
    assert phone.page.evaluate(VISIBLE_ROWS) >= players
    places = phone.page.evaluate(PLACES)
    assert len(places) == 4 * 4 - 2
    assert min(height for *_, height in places) >= 44
    for row in range(2):
        for _ in range(5):
            phone.tap(".keys [value='4']")
            phone.tap(".dock .primary")
        assert phone.page.evaluate(PLACES) == places, row


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
