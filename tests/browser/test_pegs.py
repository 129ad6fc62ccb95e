"""Points are pegged without waiting for an answer, and the TV scoreboard shows pegs, and rows that are crossed off."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Browser

from scorekeeper.games import GAMES
from scorekeeper.games.pad import Spot
from scorekeeper.table.journal import Write
from tests.support.browser import PHONE_SIZES, Phone
from tests.support.drawing import drawing
from tests.support.tables import Author, Running, State


def test_each_of_several_taps_is_pegged(phones: Callable[..., Phone]) -> None:
    phone = phones()
    table = phone.new_table("Mia", "Noa", game="cribbage")
    phone.forgive("ERR_INTERNET_DISCONNECTED")
    phone.context.set_offline(True)
    keys = phone.page.locator(".pegging").nth(1).locator("button")
    for place in (1, 0, 1, 1):
        keys.nth(place).tap()
    assert phone.page.locator(".pegging output").nth(1).inner_text() == "7"
    phone.context.set_offline(False)
    phone.settle()
    assert phone.page.locator(".pegging output").all_inner_texts() == ["–", "7"]
    assert phone.page.locator("#blocks .lane").nth(1).get_attribute("aria-label") == "7 / 121"
    phone.tap(".undo")
    assert phone.page.locator(".pegging output").nth(1).inner_text() == "5"
    phone.open(f"{table}board")
    lanes = phone.page.locator(".ranks .lane").evaluate_all("(all) => all.map((one) => one.ariaLabel)")
    assert sorted(lanes) == ["0 / 121", "5 / 121"]


OVERLAPPING = """
() => {
  const seen = [...document.querySelectorAll('.ranks li > *, .crossed > *, #board footer')]
    .filter((one) => one.getBoundingClientRect().width > 1).map((one) => [one, one.getBoundingClientRect()]);
  return seen.flatMap(([one, a]) => seen.filter(([other, b]) => one !== other && !one.contains(other) &&
    !other.contains(one) && a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 &&
    b.top < a.bottom - 1).map(([other]) => one.outerHTML.slice(0, 80) + other.outerHTML.slice(0, 80)));
}
"""
"""Script: the parts of a board that lie over each other."""


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_rows_to_cross_off_have_room_on_the_board(chromium: Browser, here: Running, players: int) -> None:
    author = Author(here.tables, ("Maximilian", "Marguerite", "Bo", "Zoë O’Hara", "Freya-Louise"))
    table = author.open(GAMES["qwixx"], players)
    author.write(table, Write({Spot(1, "red", "red_track", 0, item): 1 for item in ("2", "11", "12", "lock")}))
    for width, height in ((1280, 720), (1920, 1080), PHONE_SIZES[1]):
        with drawing(chromium, here, (width, height)) as draw:
            page = draw(State("board", f"/t/{table}/board"))
            assert page.evaluate(OVERLAPPING) == []
            assert page.locator(".crossed").count() == 4 * players
            smallest = page.locator(".crossed i").evaluate_all(
                "(all) => Math.min(...all.map((one) => parseFloat(getComputedStyle(one).fontSize)))"
            )
            assert smallest > (25.9 * height / 720 if width > 1000 else 12.9)
