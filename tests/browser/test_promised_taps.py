"""The taps that a way promises are those that a round takes, with every key counted, also those that lead on."""

import re
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Route

from scorekeeper.games import GAMES
from scorekeeper.printing.blank_pads import make_setup
from tests.support.browser import SEATS, Phone, totals
from tests.support.http import FLIPPED, ROWS
from tests.support.parade import EXAMPLE

WINDOW = {"width": 390, "height": 664}


def promised(slug: str, way: str, players: int) -> int:
    """Return the number of taps that the app says a way takes."""
    setup = make_setup(GAMES[slug], players)
    said = str(next(choice.taps for choice in GAMES[slug].ways(setup) if choice.key == way))
    return int(re.findall(r"\d+", said)[0])


def flip() -> Iterator[str]:
    for row in ROWS:
        piles = [(SEATS[name], name, hands[row]) for name, hands in EXAMPLE.items() if row in hands]
        yield from (f"1.{row}.count.{seat}.={len(cards)}" for seat, name, cards in piles if name in FLIPPED[row])
        for seat, name, cards in piles:
            if name not in FLIPPED[row]:
                yield from (f"1.{row}.cards.{seat}.{card}=1" for card in cards)
        yield "on"


def checked() -> Iterator[str]:
    for row in ROWS:
        yield from (f"1.{row}.count.{SEATS[name]}.={len(h[row])}" for name, h in EXAMPLE.items() if row in h)
        yield "on"
    for row in ROWS:
        read = [name for name, hands in EXAMPLE.items() if row in hands and name not in FLIPPED[row]]
        for name in read:
            yield from (f"1.{row}.cards.{SEATS[name]}.{card}=1" for card in EXAMPLE[name][row])
        if read:
            yield "on"


def deck() -> Iterator[str]:
    for name, hands in EXAMPLE.items():
        yield from (f"1.{row}.cards.{SEATS[name]}.{card}=1" for row, cards in hands.items() for card in cards)
        yield "on"


SECTION = "[...document.querySelectorAll('.ask')].find((one) => one.checkVisibility())?.id"
"""Script: the key of the section on the screen."""


def enter(phone: Phone, steps: Iterator[str]) -> None:
    """Tap what is entered, and the black button where the page has not gone on by itself."""
    led = False
    for step in steps:
        before = phone.page.evaluate(SECTION)
        if step != "on":
            phone.chip(step)
            led = phone.page.evaluate(SECTION) != before
            # A second tap would meet nothing for a moment.
            phone.page.wait_for_timeout(700 * led)
        elif not led:
            phone.tap(phone.page.locator(".acts .primary >> visible=true"))


@pytest.mark.parametrize(
    ("way", "steps", "aim"),
    [("flip", flip, 29), ("checked", checked, 35), ("deck", deck, 45)],
    ids=["flip", "checked", "deck"],
)
def test_the_example_takes_the_taps_that_its_way_promises(
    phones: Callable[..., Phone], way: str, steps: Callable[[], Iterator[str]], aim: int
) -> None:
    phone = phones(viewport=WINDOW)
    table = phone.new_table()
    phone.open(f"{table}1/?way={way}")
    phone.taps = phone.swipes = 0
    enter(phone, steps())
    phone.page.wait_for_url("**/sheet")
    assert totals(phone) == [35, 27, 31]
    # The cards of a full deck are higher than the window.
    assert phone.swipes == 0 or way == "deck"
    assert phone.taps <= aim
    assert abs(phone.taps - promised("parade", way, 3)) <= (2 if way == "deck" else 1)


def tap_named(phone: Phone, row: str, *words: str) -> None:
    """Tap these buttons of a row."""
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


def test_a_round_of_hearts_takes_five_taps_because_the_last_player_gets_the_rest(phones: Callable[..., Phone]) -> None:
    phone = phones(viewport=WINDOW)
    phone.new_table("Leo", "Mia", "Nick", "Olga", game="hearts")
    phone.taps = phone.swipes = 0
    for name, number in (("Leo", "0"), ("Mia", "8"), ("Nick", "2")):
        tap_named(phone, f"Hearts taken, {name}", number)
    tap_named(phone, "Queen of spades", "Mia")
    phone.tap(".acts .primary")
    phone.page.wait_for_url("**/sheet")
    assert totals(phone) == [0, 21, 2, 3]
    assert (phone.taps, phone.swipes) == (5, 0)


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
