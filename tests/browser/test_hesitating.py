"""Rounds entered by a hesitant user in a real browser: what is recorded is what was last on the screen."""

from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import pytest
from playwright.sync_api import Browser

from scorekeeper.games import GAMES
from scorekeeper.table.table import Table
from tests.support.browser import ADDRESS, HOST, PHONE, Phone
from tests.support.hesitant_user import LONGEST, Control, HesitantUser, Page
from tests.support.soak import SOAK
from tests.support.tables import Running, running

SMALL = {"width": 320, "height": 568}
SHORT = 45
"""Number of taps after which every kind of hesitation has occurred."""
REFEREED = [game.slug for game in GAMES.values() if game.referee]
WALKS = [(slug, size) for slug in REFEREED for size in (PHONE, SMALL)]
PLAIN = [(slug, (PHONE, SMALL)[number % 2]) for number, slug in enumerate(REFEREED)]


class Tapped:
    """A browser with JavaScript, in which visible elements are tapped."""

    def __init__(self, phone: Phone, load: Callable[[], Table]) -> None:
        self.phone = phone
        self.load = load
        self.page = self._read_page()

    def _read_page(self) -> Page:
        return Page(self.phone.page.url.removeprefix(self.phone.base), self.phone.page.content())

    def again(self) -> None:
        """Reload the page."""
        self.phone.page.reload()
        self.page = self._read_page()

    def tap(self, control: Control) -> int:
        """Press a button or follow a link. Return 422 if a notice says that it was refused, otherwise 200."""
        known = self.load().known.seq
        for menu in ("more", "chosen-way"):
            if menu in control.within:
                self.phone.tap(f".{menu} summary")
        what = f'a[href="{control.href}"]' if control.href else f'[name="{control.name}"][value="{control.value}"]'
        self.phone.tap(what)
        self.page = self._read_page()
        refused = self.phone.page.locator(".dock .notice.certain").count() and self.load().known.seq == known
        return 422 if refused else 200


@pytest.fixture
def app(tmp_path: Path) -> Iterator[Running]:
    """The app, so that the test can read its journal."""
    with running(tmp_path / "instance", ADDRESS) as app:
        yield app


@pytest.mark.parametrize("number", range(4 if SOAK else 1))
@pytest.mark.parametrize(
    ("slug", "size"),
    WALKS if SOAK else PLAIN,
    ids=lambda value: value if isinstance(value, str) else str(value["width"]),
)
def test_what_is_recorded_is_what_was_last_on_the_screen(
    chromium: Browser, app: Running, slug: str, size: dict[str, int], number: int
) -> None:
    chance = Random(f"{slug} {size['width']} {number}")
    still = {"reduced_motion": "reduce", "has_touch": True, "locale": "en"}
    context = chromium.new_context(viewport=size, **still)  # type: ignore[arg-type]
    phone = Phone(context, f"http://{HOST}:{app.port}")
    people = ("Ann", "Bob", "Cleo", "Dan")[: chance.randint(max(3, GAMES[slug].seats[0]), 4)]
    table = phone.new_table(*people, game=slug).split("/")[2]
    phone.tap(".chosen-way summary")
    phone.tap("text=Move by move")

    def load() -> Table:
        return app.tables.load(table)

    hand = HesitantUser(Tapped(phone, load), load, chance, doubts=30 if SOAK else 12)
    hand.tells_the_round(LONGEST if SOAK else SHORT)
    phone.forgive("422")
    assert phone.complaints == []
    context.close()
