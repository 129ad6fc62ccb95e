"""Diabolo on a phone: a round by hands and in the fast way, in as few taps as promised, with the right totals."""

import re
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

import pytest

from tests.support.browser import PHONE, Phone
from tests.support.soak import SOAK

PLAYERS = ("Michael", "Joe", "Anna")
ROWS = ("red", "yellow", "green", "purple", "blue")
ICONS = {"harp": "#i-harp", "trident": "#i-trident"}
SMALL = {"width": 320, "height": 568}


class Played(NamedTuple):
    """A round: the side ahead in each row, the hands by row and seat, doublers, and the totals."""

    ahead: Mapping[str, str]
    hands: Mapping[str, Sequence[Sequence[int]]]
    doubles: Sequence[tuple[str, int]]
    totals: list[int]


HANDS = {
    "red": ((1,), (4,), (1, 2)),
    "yellow": ((), (1, 1), (5,)),
    "green": ((1, 3), (), (1,)),
    "purple": ((5,), (2, 4), (1,)),
    "blue": ((1, 2), (3,), (4,)),
}
"""Six cards in each hand. Red, green and purple of Michael and Joe are from the rulebook."""

RULEBOOK = Played(
    {"red": "level", "yellow": "harp", "green": "trident", "purple": "harp", "blue": "trident"},
    HANDS,
    (("purple", 0), ("purple", 1)),
    # Red 3 : 3 is skipped; Anna +5; Michael −(3 + 1); Joe (4 + 2) × 2, and Michael's doubler for nothing; Anna −4.
    [-4, 12, 1],
)
"""Source: rulebook 004, the three examples of scoring a row. Yellow and blue are invented."""


def side(phone: Phone, row: str, ahead: str) -> None:
    """Tap the side ahead: in the dock of the row before if offered there, otherwise in its own row."""
    mark = f"has(use[href='{ICONS[ahead]}'])" if ahead in ICONS else "has-text('tied')"
    before = ROWS[ROWS.index(row) - 1] if row != ROWS[0] else ""
    if before and phone.page.locator(f"#{before}-dock .ahead").count():
        phone.tap(f"#{before}-dock .ahead button:{mark}")
    else:
        if before:
            phone.tap(f"#{before}-dock .primary")
        phone.tap(f"#{row} .block button:{mark}")
    assert phone.page.url.endswith(f"#{row}") or not before


def by_hands(phone: Phone, played: Played) -> None:
    """Enter the side of each row, who doubles, and all cards."""
    for row in ROWS:
        side(phone, row, played.ahead[row])
        for seat in [seat for where, seat in played.doubles if where == row]:
            phone.chip(f"1.{row}.double.{seat}.=1")
        for seat, cards in enumerate(played.hands[row]):
            for index, card in enumerate(cards):
                if played.ahead[row] != "level":
                    phone.chip(f"1.{row}.hand.{seat}.{card}={cards[: index + 1].count(card)}")


def show_the_sheet(phone: Phone) -> list[int]:
    phone.tap("#blue-dock .primary")
    phone.page.wait_for_url("**/sheet")
    return totals(phone)


def totals(phone: Phone) -> list[int]:
    """Return the totals on the sheet or the running totals that the phone shows."""
    cells = phone.page.locator("tr.total td").all_inner_texts()
    return [int(re.sub(r"[^\d-]", "", text.replace("\u2212", "-"))) for text in cells if text.strip()]


MOST_BY_HANDS = 25
"""Taps for a round of three, without those for doublers."""


@pytest.mark.parametrize(("size", "swipes"), [(SMALL, 1), (PHONE, 0)][: None if SOAK else 1], ids=str)
def test_a_round_of_three_takes_few_taps_doublers_apart(
    phones: Callable[..., Phone], size: dict[str, int], swipes: int
) -> None:
    phone = phones(viewport=size)
    table = phone.new_table(*PLAYERS, game="diabolo")
    phone.open(f"{table}1/?way=hands")
    phone.taps = phone.swipes = 0
    by_hands(phone, RULEBOOK)
    assert phone.taps - len(RULEBOOK.doubles) <= MOST_BY_HANDS
    assert phone.swipes <= swipes
    assert show_the_sheet(phone) == RULEBOOK.totals


FOUR = Played(
    {"red": "level", "yellow": "harp", "green": "trident", "purple": "harp", "blue": "trident"},
    {row: (*hands, ()) for row, hands in HANDS.items()},
    (("yellow", 2), ("purple", 1)),
    # As in the rulebook's example with Uma, who has no card of these colours; Anna doubles her 5, Joe his 6.
    [-4, 12, 6, 0],
)
MOST_FOR_FOUR = 28
"""Taps for a round of four with hidden doublers."""


@pytest.mark.parametrize("size", [SMALL, PHONE][: None if SOAK else 1], ids=lambda size: str(size["width"]))
def test_a_round_of_four_with_hidden_doublers_takes_few_taps_in_all(
    phones: Callable[..., Phone], size: dict[str, int]
) -> None:
    """Everything is counted: sides, covers, answers, the highest hands and the sheet."""
    phone = phones(viewport=size)
    names = (*PLAYERS, "Uma")
    table = phone.new_table(*names, game="diabolo", doubler_commit="secret_simultaneous")
    phone.open(f"{table}1/?way=fast")
    phone.taps, left = 0, [*names]
    for row in ROWS:
        side(phone, row, FOUR.ahead[row])
        if FOUR.ahead[row] == "harp":
            # Only those who may still double are asked.
            for who in [*left]:
                phone.tap(phone.page.get_by_text(f"I am {who}").first)
                doubles = (row, names.index(who)) in FOUR.doubles
                phone.tap(phone.page.get_by_text("Use my doubler" if doubles else "Keep my doubler"))
                if doubles:
                    left.remove(who)
            assert phone.page.locator(f"#{row}").get_by_text("Who doubles?").count() == 0
        if FOUR.ahead[row] != "level":
            sums = [sum(cards) for cards in FOUR.hands[row]]
            phone.chip(f"1.{row}.top.{sums.index(max(sums))}.=1")
            phone.chip(f"1.{row}.sum.{sums.index(max(sums))}.={max(sums)}")
    assert show_the_sheet(phone) == FOUR.totals
    assert phone.taps <= MOST_FOR_FOUR
