"""Hostile input is shown as text, on the screen and on paper. Nothing in it is ever executed."""

from collections.abc import Iterator

import pytest
from flask.testing import FlaskClient
from playwright.sync_api import Browser, Dialog

from scorekeeper.storage import access
from scorekeeper.web.forms import clean_reason
from tests.support.browser import HOST, PHONE, phone_of
from tests.support.http import Player, cookie, field, open_table
from tests.support.payloads import bare, find_missing_names, known_names, listening, payloads
from tests.support.soak import SOAK
from tests.support.tables import Running

TEXT = "() => [document.body.innerText, ...[...document.querySelectorAll('input')].map((one) => one.value)].join(' ')"
SEATS = 12
CARRIED = ("csrf_token", "op", "seen")
"""Hidden fields with a new value in each form."""


@pytest.fixture(scope="module")
def canary() -> Iterator[tuple[str, list[str]]]:
    """The address of a server that must not be requested, and the list of its requests."""
    with listening() as (port, asked):
        yield f"{HOST}:{port}", asked


@pytest.fixture
def client(here: Running) -> FlaskClient:
    client = here.app.test_client()
    client.set_cookie("browser", cookie("scoring"))
    return client


def change(player: Player, points: int, why: str) -> None:
    """Agree to the sheet of a round, then change it with a reason."""
    hidden = {key: field(player.page("1/sheet"), key) for key in CARRIED}
    assert player.client.post(f"{player.url}1/agree", data=hidden).status_code == 303
    tap = {"tap": f"1.points.points.0.={points}"}
    assert player.send(tap).status_code == 409
    assert player.send({**tap, "reason": why}).status_code == 303


def reasons(canary: str) -> list[str]:
    """Return the hostile texts that are accepted as reasons, as they are stored."""
    return [clean_reason(payload) for payload in payloads(canary) if clean_reason(payload)]


class Reader:
    """A phone that only reads, and a record of everything else that it does."""

    def __init__(self, chromium: Browser, base: str) -> None:
        self.context = phone_of(chromium, base, "scoring", viewport=PHONE)
        self.page = self.context.new_page()
        self.base = base
        self.did: list[str] = []
        self.page.on("dialog", self.hear)
        self.page.on("console", lambda told: self.did.append(told.text) if told.type == "error" else None)
        self.page.on("request", lambda request: self.did.append(request.url))

    def hear(self, dialog: Dialog) -> None:
        """Record and close a dialog, which only a script can have opened."""
        self.did.append(dialog.message)
        dialog.dismiss()

    def find_strays(self) -> list[str]:
        """Return console errors and requests to other hosts, except messages about refused requests."""
        here = (f"{self.base}/", "data:", "Failed to load resource: the server responded with a status of 4")
        return [message for message in self.did if not message.startswith(here)]

    def unread(self, path: str, typed: list[str]) -> list[str]:
        """Return the texts that a page does not show literally."""
        self.page.goto(self.base + path)
        text = bare(self.page.evaluate(TEXT))
        return [name for name in typed if bare(name) not in text]


@pytest.fixture
def reader(chromium: Browser, here: Running) -> Iterator[Reader]:
    """The phone that scores. The test fails if it strayed."""
    reader = Reader(chromium, f"http://{HOST}:{here.port}")
    yield reader
    reader.context.close()
    assert reader.find_strays() == []


def test_no_browser_and_no_printer_asks_the_canary(
    reader: Reader, here: Running, client: FlaskClient, canary: tuple[str, list[str]]
) -> None:
    address, asked = canary
    names = known_names(address)
    for start in range(0, len(names) - SEATS + 1, SEATS):
        some = names[start : start + SEATS]
        player = open_table(client, tuple(some), "tally")
        access.let_in(here.tables.store, player.table, cookie("scoring"), "score", 1)
        for number, remark in enumerate(some[:3], 1):
            player.tap(f"1.points.points.{number}.={number}")
            hidden = {key: field(player.page("1/"), key) for key in CARRIED}
            client.post(f"{player.url}1/write", data={**hidden, "tap": "1.points.note..=", "words": remark})
        for path in ("", "1/", "1/sheet", "board", "invite", "1/sheet.html"):
            reader.unread(player.url + path, [])
        assert [reader.unread(player.url + path, some) for path in ("journal", "setup", "seat")] == [[], [], []]
    for path in ("/", "/games/tally/new"):
        reader.unread(path, [])
    known = reasons(address)
    for start in range(0, len(known), 3):
        player = open_table(client, ("Alice", "Bo"), "tally")
        player.tap("1.points.points.0.=1;1.points.points.1.=2")
        access.let_in(here.tables.store, player.table, cookie("scoring"), "score", 1)
        some = known[start : start + 3]
        for number, why in enumerate(some, 3):
            change(player, number, why)
        assert [reader.unread(player.url + path, some) for path in ("1/sheet", "journal")] == [[], []]
        if SOAK or start % 15 == 0:
            assert find_missing_names(client.get(f"{player.url}1/sheet.pdf?paper=A4").get_data(), some) == []
    assert asked == []
