"""Chips in lines: no last line has a single chip."""

from collections.abc import Callable

import pytest

from tests.support.browser import PHONE_SIZES, Phone

LAST = """
() => [...document.querySelectorAll('.chips')].map((chips) => {
  const tops = [...chips.children].map((one) => one.offsetTop);
  return [tops.length, tops.filter((top) => top === tops.at(-1)).length];
})
"""
"""Script that returns the number of chips in each group, and of those in its last line."""


@pytest.mark.parametrize("size", PHONE_SIZES)
@pytest.mark.parametrize(("slug", "count"), [("molkky", 13), ("coloretto", 7), ("flip7", 13)])
def test_no_chip_stands_alone_in_a_last_line(
    phones: Callable[..., Phone], slug: str, count: int, size: tuple[int, int]
) -> None:
    phone = phones(viewport={"width": size[0], "height": size[1]})
    phone.new_table("Anna", "Bruno", "Cleo", game=slug)
    lines = phone.page.evaluate(LAST)
    assert count in [chips for chips, _ in lines]
    assert [chips for chips, last in lines if last == 1 < chips] == []


def test_long_chips_are_of_one_size(phones: Callable[..., Phone]) -> None:
    phone = phones(viewport={"width": 390, "height": 664})
    phone.new_table("Anna", "Bruno", "Cleo", "Dora", game="coinche")
    chips = phone.page.locator(".chips .long").evaluate_all("all => all.map((one) => Math.round(one.offsetWidth))")
    assert len(chips) == 8
    assert len(set(chips)) == 1
