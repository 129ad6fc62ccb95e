"""The taps that a way promises are those that a round takes, with every key counted; and related taps."""

import re
from collections.abc import Callable, Sequence

import pytest
from playwright.sync_api import Route, expect

from scorekeeper.games import GAMES
from scorekeeper.printing.blank_pads import make_setup
from tests.support.browser import PHONE_SIZES, SMALL_PHONE, Phone, totals, writing
from tests.support.http import ROWS, flip_taps, flip_taps_of
from tests.support.parade import EXAMPLE

WINDOW = {"width": 390, "height": 664}


def promised(slug: str, way: str, players: int) -> int:
    """Return the number of taps that the app says a way takes."""
    setup = make_setup(GAMES[slug], players)
    said = str(next(choice.taps for choice in GAMES[slug].ways(setup) if choice.key == way))
    return int(re.findall(r"\d+", said)[0])


SECTION = "[...document.querySelectorAll('.ask')].find((one) => one.checkVisibility())?.id"
"""Script: the key of the section on the screen."""


def test_the_example_takes_the_taps_that_flip_and_enter_promises(phones: Callable[..., Phone]) -> None:
    phone = phones(viewport=WINDOW)
    table = phone.new_table()
    phone.open(f"{table}1/?way=flip")
    phone.taps = phone.swipes = 0
    for row in ROWS:
        for tap in flip_taps_of(row):
            phone.chip(tap)
        if phone.page.evaluate(SECTION) == row:
            phone.tap(phone.page.locator(".acts .primary >> visible=true"))
        else:
            phone.page.wait_for_timeout(700)  # a second tap would meet nothing for a moment
    phone.page.wait_for_url("**/sheet")
    assert totals(phone) == [35, 27, 31]
    assert phone.swipes == 0
    assert phone.taps <= 29
    assert abs(phone.taps - promised("parade", "flip", 3)) <= 1


def tap_named(phone: Phone, row: str, *words: str) -> None:
    for word in words:
        phone.tap(phone.page.get_by_role("group", name=row).get_by_role("button", name=word, exact=True))


def test_a_round_of_tarot_takes_six_taps(phones: Callable[..., Phone]) -> None:
    phone = phones(viewport=WINDOW)
    phone.new_table("Ann", "Ben", "Cleo", "Dan", game="tarot")
    phone.taps = phone.swipes = 0
    tap_named(phone, "Taker", "Ann")
    tap_named(phone, "Contract", "Garde")
    tap_named(phone, "Oudlers", "2")
    tap_named(phone, "Points made", "5", "1")
    phone.tap(".acts .primary")
    phone.page.wait_for_url("**/sheet")
    assert [re.sub("[^−0-9]", "", text) for text in phone.page.locator("tr.total td").all_inner_texts()] == [
        "210", "−70", "−70", "−70",
    ]  # fmt: skip
    assert (phone.taps, phone.swipes) == (6, 0)


def test_quick_taps_on_a_slow_network_give_the_last_player_the_rest_too(phones: Callable[..., Phone]) -> None:
    phone = phones(viewport=WINDOW)
    phone.new_table("Leo", "Mia", "Nick", "Olga", game="hearts")
    waiting: list[Route] = []
    phone.page.route("**/write*", lambda route: waiting.append(route))  # noqa: PLW0108 - playwright marks what it is given
    for name, number in (("Leo", "0"), ("Mia", "8"), ("Nick", "2")):
        phone.page.get_by_role("group", name=f"Hearts taken, {name}").get_by_text(number, exact=True).tap()
    phone.page.get_by_role("group", name="Queen of spades").get_by_text("Mia").tap()
    phone.page.route("**/write*", lambda route: route.continue_())
    waiting[0].continue_()
    phone.settle()
    assert phone.page.get_by_role("group", name="Hearts taken, Olga").get_by_text("the rest: 3").is_visible()
    phone.page.locator(".acts .primary").tap()
    phone.page.wait_for_url("**/sheet")
    assert totals(phone) == [0, 21, 2, 3]


def test_digits_tapped_before_the_answer_make_one_number(phones: Callable[..., Phone]) -> None:
    phone = phones(viewport=WINDOW)
    table = phone.new_table("Ann", "Ben", "Cleo", "Dan", game="tarot")
    phone.page.route("**/write*", lambda route: (phone.page.wait_for_timeout(300), route.continue_()))
    points = phone.page.get_by_role("group", name="Points made")
    for digit in "51":
        points.get_by_role("button", name=digit, exact=True).tap()
    assert points.locator("output").inner_text() == "51"
    phone.settle()
    assert points.locator("output").inner_text() == "51"
    phone.open(f"{table}journal")
    assert phone.page.get_by_text("51").first.is_visible()


def test_a_new_table_with_three_remembered_players_takes_at_most_6_taps(phone: Phone) -> None:
    phone.new_table()
    phone.open("/")
    phone.taps = 0
    phone.tap("a[href='/games/parade/new']")
    for name in EXAMPLE:
        phone.tap(f"button[value='add:{name}']")
    phone.tap("button[value=open]")
    phone.page.wait_for_url("**/t/*/1/")
    assert phone.taps <= 6


def test_a_tap_beside_an_open_menu_closes_it_and_does_nothing_else(phone: Phone) -> None:
    table = phone.new_table("Ann", "Bo", game="tally")
    phone.open(f"{table}1/")
    phone.page.locator("details.more summary").tap()
    key = phone.page.locator(".keys [value='4']").bounding_box()
    assert key
    phone.page.touchscreen.tap(key["x"] + 5, key["y"] + key["height"] - 5)
    expect(phone.page.locator("details.more ul")).to_be_hidden()
    current = phone.page.locator(".pad [aria-current]")
    assert current.inner_text().strip() == "–"
    phone.page.touchscreen.tap(key["x"] + 5, key["y"] + key["height"] - 5)
    expect(current).to_have_text("4")


@pytest.mark.parametrize("way", ["flip", "deck"])
def test_a_taken_card_says_whose_it_is_and_moves_only_on_the_next_tap(phone: Phone, way: str) -> None:
    table = phone.new_table()
    phone.chip("1.red.count.2.=4")
    phone.chip("1.red.cards.1.1=1")
    phone.open(f"{table}1/?way={way}")
    phone.tap("button[name=why][value='1.red.cards.0.1']")
    assert phone.page.locator(".dock .notice").first.inner_text().startswith("Hatter has Red 1.")
    assert phone.page.locator(writing("1.red.cards.0.1=")).count() == 0
    phone.tap("button:has-text('Move to Alice')")
    assert phone.page.locator(writing("1.red.cards.0.1=")).count() == 1


ABOVE_DOCK = """
(notice) => notice.getBoundingClientRect().top < notice.closest('.dock').getBoundingClientRect().top
"""

REACH = """
(button) => {
  const { left, width, top, bottom } = button.getBoundingClientRect();
  const met = (y) => document.elementFromPoint(left + width / 2, y);
  const reach = Array.from({ length: 80 }, (_, step) => Math.round(top) - 30 + step).filter((y) => met(y) === button);
  const isCut = (key) => {
    const box = key.getBoundingClientRect();
    const edges = [box.top + 2, box.bottom - 2].filter((y) => y > top - 30 && y < bottom + 30);
    const isAbove = box.left < left + width / 2 && box.right > left + width / 2;
    return key !== button && isAbove && edges.some((y) => met(y) === button);
  };
  return [reach.length, [...button.closest('form').querySelectorAll('button, a')].filter(isCut).length];
}
"""
"""Script: how many pixels high a finger meets a button, and how many other keys it covers."""


@pytest.mark.parametrize("size", PHONE_SIZES, ids=lambda size: f"{size[0]}")
def test_what_was_taken_back_covers_no_key_and_is_gone_after_six_seconds(
    phones: Callable[..., Phone], size: tuple[int, int]
) -> None:
    phone = phones(viewport={"width": size[0], "height": size[1]})
    table = phone.new_table()
    phone.write(table, *flip_taps()[:3])
    phone.open(f"{table}1/")
    before = phone.page.locator("#red .dock").bounding_box()
    phone.tap("#red .undo")
    notice = phone.page.locator("#red .notice.struck")
    expect(notice).to_be_visible()
    assert not notice.evaluate(ABOVE_DOCK)
    assert phone.page.locator("#red .dock").bounding_box() == before
    reach, covered = notice.locator("button").evaluate(REACH)
    assert reach >= 44
    assert covered == 0
    assert before
    assert before["height"] <= 96
    if size != PHONE_SIZES[0]:  # waiting once is enough
        return
    phone.page.wait_for_timeout(6_200)
    expect(notice).to_be_hidden()
    phone.open(table)
    assert phone.page.locator(".notice.struck").count() == 0


SIX = ("Alice", "Bo", "Cleo", "Dinah", "Edgar", "Fifi")


def tap_cards_left(phone: Phone, round: int, cards: Sequence[int]) -> None:
    """Tap the cards that each player has left. A player without cards went out and stays blank."""
    for seat, left in enumerate(cards):
        if left:
            phone.tap(f"#left [name=tap][value^='{round}.left.cards.{seat}.={left};']")


def read_tokens(phone: Phone) -> list[int]:
    return [int(re.sub(r"\D", "", text)) for text in phone.page.locator("tr.total td").all_inner_texts()]


ROUNDS = ((1, 2, 0, 3, 4, 6), (0, 1, 2, 5, 3, 4))
"""The cards that each of six players has left. Ten or more cards would cost all ten tokens."""


def test_a_round_takes_a_tap_for_everybody_but_one(phones: Callable[..., Phone]) -> None:
    phone = phones(viewport=SMALL_PHONE)
    table = phone.new_table(*SIX, game="hawaiki")
    for round, cards in enumerate(ROUNDS, 1):
        phone.taps = 0
        tap_cards_left(phone, round, cards)
        assert phone.taps == len(cards) - 1
        phone.tap(".primary:has-text('Show score sheet')")
        if round < len(ROUNDS):
            phone.taps = 0
            phone.tap(".dock a.primary")
            assert (phone.taps, phone.path) == (1, f"{table}{round + 1}/")
    phone.open(table)
    assert read_tokens(phone) == [9, 7, 8, 2, 3, 0]


ROUND_OF_FOUR = {
    "red": ("level", "", 0, ""),
    "yellow": ("harp", "Anna", 5, "Anna"),
    "green": ("trident", "Michael", 4, ""),
    "purple": ("harp", "Joe", 6, "Joe"),
    "blue": ("trident", "Anna", 4, ""),
}
"""The rulebook's example for four: the side ahead, who has the most and how much, and who doubles. Uma has no cards."""

ICONS = {"harp": "has(use[href='#i-harp'])", "trident": "has(use[href='#i-trident'])", "level": "has-text('tied')"}


def test_a_round_of_diabolo_for_four_with_hidden_doublers_takes_28_taps(phones: Callable[..., Phone]) -> None:
    phone = phones(viewport=SMALL_PHONE)
    names = ("Michael", "Joe", "Anna", "Uma")
    table = phone.new_table(*names, game="diabolo", doubler_commit="secret_simultaneous")
    phone.open(f"{table}1/?way=fast")
    phone.taps, left, before = 0, [*names], ""
    for row, (ahead, most, points, doubling) in ROUND_OF_FOUR.items():
        # The side of the next row is told in the dock of the row before, if it is offered there.
        offered = before and phone.page.locator(f"#{before}-dock .ahead").count()
        if before and not offered:
            phone.tap(f"#{before}-dock .primary")
        phone.tap(f"#{before}-dock .ahead button:{ICONS[ahead]}" if offered else f"#{row} .block button:{ICONS[ahead]}")
        for who in [*left] if ahead == "harp" else ():  # only those who may still double are asked
            phone.tap(phone.page.get_by_text(f"I am {who}").first)
            phone.tap(phone.page.get_by_text("Use my doubler" if who == doubling else "Keep my doubler"))
        if doubling:
            left.remove(doubling)
        if most:
            phone.chip(f"1.{row}.top.{names.index(most)}.=1")
            phone.chip(f"1.{row}.sum.{names.index(most)}.={points}")
        before = row
    phone.tap("#blue-dock .primary")
    phone.page.wait_for_url("**/sheet")
    totals = [text.replace("\u2212", "-") for text in phone.page.locator("tr.total td").all_inner_texts()]
    assert [int(re.sub(r"[^\d-]", "", text)) for text in totals if text.strip()] == [-4, 12, 6, 0]
    assert phone.taps <= 28
