"""“Taken back. Restore”: a line that covers no key, and is gone after six seconds."""

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.support.browser import ADDRESS, HOST, PHONE_SIZES, Phone
from tests.support.http import cookie, flip_taps
from tests.support.tables import Author, running

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


def test_what_was_taken_back_can_be_restored_from_the_line(phone: Phone) -> None:
    table = phone.new_table()
    phone.write(table, *flip_taps()[:3])
    phone.open(f"{table}1/")
    phone.tap("#red .undo")
    phone.tap("#red .notice.struck button")
    expect(phone.page.locator(".notice.struck")).to_have_count(0)
    phone.open(f"{table}journal")
    assert phone.page.locator("li").count() > 2
    assert phone.page.locator("li.struck").count() == 0


@pytest.mark.parametrize("size", PHONE_SIZES, ids=lambda size: f"{size[0]}")
def test_a_move_that_was_taken_back_is_restored_later_with_two_taps(
    phones: Callable[..., Phone], tmp_path: Path, size: tuple[int, int]
) -> None:
    phone = phones(viewport={"width": size[0], "height": size[1]})
    with running(tmp_path / "instance", ADDRESS) as app:
        author = Author(app.tables, ("Ann", "Bo", "Cleo"))
        phone.base = f"http://{HOST}:{app.port}"
        phone.context.add_cookies([{"name": "browser", "value": cookie("scoring"), "url": phone.base}])
        for game in ("parade", "diabolo", "hawaiki"):
            table, _ = author.retell(f"{game}-referee-3", 0.2)
            told, last = app.tables.load(table).effective_lines, app.tables.load(table).known.seq
            phone.open(f"/t/{table}/1/play")
            phone.tap("button.undo")
            button = phone.page.locator("#says .notice.struck button").bounding_box()
            assert button
            assert min(button["width"], button["height"]) >= 44
            if game == "parade":
                expect(phone.page.locator("#says .notice.struck")).to_be_hidden(timeout=8_000)
            link = phone.page.get_by_role("link", name="History")
            box = link.bounding_box()
            assert box
            assert min(box["width"], box["height"]) >= 44
            phone.taps = 0
            phone.tap(link)
            phone.tap(phone.page.locator(f"#line-{last} button"))
            assert phone.taps == 2
            assert app.tables.load(table).effective_lines == told
        phone.page.close()  # otherwise it logs an error when its app stops
