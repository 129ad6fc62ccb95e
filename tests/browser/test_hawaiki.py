"""Hawaiki on a phone: one tap per player, except the one who went out, and one per token spent."""

import re
from collections.abc import Callable, Sequence

from tests.support.browser import SMALL_PHONE, Phone, writing

NAMES = ("Alice", "Bo", "Cleo", "Dinah", "Edgar", "Fifi")


def enter(phone: Phone, round: int, cards: Sequence[int]) -> None:
    """Tap the cards that each player has left. A player without cards went out and stays blank."""
    for seat, left in enumerate(cards):
        if left:
            phone.tap(f"#left [name=tap][value^='{round}.left.cards.{seat}.={left};']")


def tokens(phone: Phone) -> list[int]:
    """Return the tokens on the running totals."""
    return [int(re.sub(r"\D", "", text)) for text in phone.page.locator("tr.total td").all_inner_texts()]


ROUNDS = ((1, 2, 0, 3, 4, 6), (0, 1, 2, 5, 3, 4))
"""The cards that each of six players has left. Ten or more cards would cost all ten tokens."""


def test_a_round_takes_a_tap_for_everybody_but_one(phones: Callable[..., Phone]) -> None:
    phone = phones(viewport=SMALL_PHONE)
    table = phone.new_table(*NAMES, game="hawaiki")
    for round, cards in enumerate(ROUNDS, 1):
        phone.taps = 0
        enter(phone, round, cards)
        assert phone.taps == len(cards) - 1
        phone.tap(".primary:has-text('Show score sheet')")
        if round < len(ROUNDS):
            phone.taps = 0
            phone.tap(".dock a.primary")
            assert (phone.taps, phone.path) == (1, f"{table}{round + 1}/")
    phone.open(table)
    assert tokens(phone) == [9, 7, 8, 2, 3, 0]


def test_a_token_spent_is_one_tap_more(phones: Callable[..., Phone]) -> None:
    phone = phones(viewport=SMALL_PHONE)
    table = phone.new_table(*NAMES[:3], game="hawaiki", sacrifice="on", second_chance="on")
    phone.taps = 0
    enter(phone, 1, (2, 0, 4))
    for seat, variant in ((1, "sacrifice"), (1, "second_chance"), (2, "sacrifice")):
        phone.tap(writing(f"1.spent.{variant}.{seat}.=1"))
    assert phone.page.locator("form.ask:has([aria-pressed=true])").count() == 1, "all on one screen"
    assert phone.taps == 2 + 3
    phone.open(table)
    # Alice 10 − 2, Bo 10 − 1 − 1, Cleo 10 − 1 − 4.
    assert tokens(phone) == [8, 8, 5]
