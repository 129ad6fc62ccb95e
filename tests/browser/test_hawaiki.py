"""Hawaiki on a phone: one tap per player, except the one who went out, and one per token spent."""

import re
from collections.abc import Callable, Sequence

import pytest

from tests.support.browser import SCREENS, SMALL_PHONE, Phone, writing

NAMES = ("Alice", "Bo", "Cleo", "Dinah", "Edgar", "Fifi")


def enter(phone: Phone, round: int, cards: Sequence[int]) -> None:
    """Tap the cards that each player has left. A player without cards went out and stays blank."""
    for seat, left in enumerate(cards):
        if left:
            phone.tap(f"#left [name=tap][value^='{round}.left.cards.{seat}.={left};']")


def tokens(phone: Phone) -> list[int]:
    """Return the tokens on the running totals."""
    return [int(re.sub(r"\D", "", text)) for text in phone.page.locator("tr.total td").all_inner_texts()]


@pytest.mark.parametrize(
    ("how", "rounds", "left"),
    [
        # Ten tokens each. The player who went out pays none; ten or more cards cost all ten.
        ({"java_script_enabled": False}, ((0, 3), (5, 0)), [5, 7]),
        ({}, ((2, 0, 4), (0, 3, 5)), [8, 7, 1]),
        ({"viewport": SMALL_PHONE}, ((1, 2, 0, 3, 4, 6), (0, 1, 2, 5, 3, 4)), [9, 7, 8, 2, 3, 0]),
    ],
    ids=["two", "three", "six"],
)
def test_a_round_takes_a_tap_for_everybody_but_one(
    phones: Callable[..., Phone], how: dict[str, object], rounds: Sequence[Sequence[int]], left: list[int]
) -> None:
    phone = phones(**how)
    table = phone.new_table(*NAMES[: len(left)], game="hawaiki")
    for round, cards in enumerate(rounds, 1):
        phone.taps = 0
        enter(phone, round, cards)
        assert phone.taps == len(cards) - 1
        phone.tap(".primary:has-text('Show score sheet')")
        if round < len(rounds):
            phone.taps = 0
            phone.tap(".dock a.primary")
            assert (phone.taps, phone.path) == (1, f"{table}{round + 1}/")
    phone.open(table)
    assert tokens(phone) == left


@SCREENS
def test_a_token_spent_is_one_tap_more(phones: Callable[..., Phone], how: dict[str, object]) -> None:
    phone = phones(**how)
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
