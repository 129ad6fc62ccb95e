"""Every tab of every game is touched once, by hand and on a phone with a seat, and none is answered by an error."""

from collections.abc import Callable

from scorekeeper.games import GAMES
from tests.support.browser import Phone

NAMES = ("Alice", "Bo", "Cleo", "Dan")

TABS = "(all) => all.map((one, at) => [at, one.getAttribute('aria-label').split(',')[0]])"
"""Script that returns the position and the name of each tab of the strip."""

REFUSALS = ".dock .notice.certain"


def touch_tabs(phone: Phone) -> list[str]:
    """Touch each tab of the strip once, from the first to the last, and return their names."""
    touched: list[str] = []
    while True:
        tabs = phone.page.locator(".strip > *").evaluate_all(TABS)
        new = [(at, name) for at, name in tabs if name not in touched]
        if not new:
            return touched
        at, name = new[0]
        phone.tap(phone.page.locator(".strip > *").nth(at))
        assert phone.page.locator(REFUSALS).locator("visible=true").all_inner_texts() == [], name
        touched.append(name)


def test_no_tab_of_any_game_is_refused(phones: Callable[..., Phone]) -> None:
    phone = phones()
    touched: dict[tuple[str, str], list[str]] = {}
    for slug, game in GAMES.items():
        fewest, most = game.seats
        table = phone.new_table(*NAMES[: max(fewest, min(most, 3))], game=slug)
        touched[slug, "hand"] = touch_tabs(phone)
        phone.open(f"{table}seat")
        phone.tap("button[name=seat][value='0']")
        touched[slug, "seat"] = touch_tabs(phone)
    assert len(touched["kingdomino", "hand"]) == len(touched["kingdomino", "seat"]) == 8
    assert sum(len(names) > 1 for names in touched.values()) > 60
