"""Every tab of a game is touched once, and none is answered by an error.

Every third game is tried, half of them on a phone with a seat; in the long form each of them in both ways.
"""

from collections.abc import Callable

from scorekeeper.games import GAMES
from tests.support.browser import Phone
from tests.support.games import WALKED
from tests.support.soak import SOAK

NAMES = ("Alice", "Bo", "Cleo", "Dan")

TOUCHED = [slug for number, slug in enumerate(GAMES) if SOAK or number % 3 == 0 or slug in (*WALKED, "kingdomino")]
"""The games that are tried."""

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


def test_no_tab_of_a_game_is_refused(phones: Callable[..., Phone]) -> None:
    phone = phones()
    touched: dict[tuple[str, str], list[str]] = {}
    for number, slug in enumerate(TOUCHED):
        fewest, most = GAMES[slug].seats
        table = phone.new_table(*NAMES[: max(fewest, min(most, 3))], game=slug)
        if SOAK or number % 2:
            touched[slug, "hand"] = touch_tabs(phone)
        if SOAK or not number % 2:
            phone.open(f"{table}seat")
            phone.tap("button[name=seat][value='0']")
            touched[slug, "seat"] = touch_tabs(phone)
    assert {len(names) for (slug, _), names in touched.items() if slug == "kingdomino"} == {8}
    assert sum(len(names) > 1 for names in touched.values()) > len(TOUCHED) // 2
