"""“Taken back. Restore”: a line that covers no key, and is gone after six seconds."""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.support.browser import PHONE_SIZES, Phone
from tests.support.http import flip_taps

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
    phone.page.wait_for_timeout(6_200)
    expect(notice).to_be_hidden()
    phone.open(table)
    assert phone.page.locator(".notice.struck").count() == 0
