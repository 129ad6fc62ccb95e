"""Taps are kept on the phone until they are counted: none is lost and none counts twice, whatever fails.

The scenarios are every way × fault × action during the fault, on both origins. A plain run takes every ninth of them.
`dev.py soak`, or SCOREKEEPER_SOAK in the environment, takes them all.
"""

import re
import signal
import sqlite3
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack, suppress
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Error, Page, Route, expect

from tests.support.browser import ADDRESS, HOST, KEPT, LOCAL, PHONE, Phone, module, writing
from tests.support.server import Serving, serving
from tests.support.soak import SOAK

ORIGINS = [HOST, LOCAL]
TAPS = {
    "flip": ("1.red.count.2.=4", "1.blue.count.0.=5", "1.grey.count.1.=3", "1.orange.count.2.=3"),
    "deck": ("1.red.cards.0.10=1", "1.blue.cards.0.9=1", "1.grey.cards.0.7=1", "1.orange.cards.0.2=1"),
}
MORE = {"flip": "1.purple.count.1.=4", "deck": "1.purple.cards.0.1=1"}
FAULTS = ("no connection", "no way there", "no answer back", "no room on the disk", "server killed")
MEANWHILE = ("wait", "load again", "close the page", "leave the page", "open a second page")
SCENARIOS = list(product(TAPS, FAULTS, MEANWHILE, ORIGINS))


class Server:
    """An app that a test can kill and start again at the same address."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.options: tuple[str, ...] = ()
        self.stack = ExitStack()
        self.running: Serving
        self.start()
        self.port = self.running.address.rsplit(":", 1)[1].strip("/")
        self.options = ("--port", self.port)

    def start(self) -> None:
        self.running = self.stack.enter_context(serving(self.folder, *self.options, host=ADDRESS))

    def kill(self) -> None:
        self.running.process.send_signal(signal.SIGKILL)
        self.running.process.wait()

    def sql(self, statement: str, *values: str) -> list[tuple[Any, ...]]:
        """Run an SQL statement on the database directly."""
        conn = sqlite3.connect(self.folder / "scorekeeper.db", isolation_level=None)
        try:
            return conn.execute(statement, values).fetchall()
        finally:
            conn.close()

    def past(self, statement: str, *values: str) -> None:
        """Change the database directly while the app is stopped, because it caches what it has read."""
        self.kill()
        self.sql(statement, *values)
        self.start()

    def count_lines(self, table_id: str) -> Counter[str]:
        """Return the lines of a table's journal after the first, with their number."""
        rows = self.sql("SELECT act FROM lines WHERE table_id = ? AND seq > 1", table_id.strip("/").split("/")[1])
        return Counter(row[0] for row in rows)

    def times(self, table_id: str) -> list[int]:
        """Return how often each line is in a table's journal."""
        return [*self.count_lines(table_id).values()]


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server for these tests only."""
    server = Server(tmp_path_factory.mktemp("outbox") / "instance")
    yield server
    server.stack.close()


@pytest.fixture
def phone(chromium: Browser, app: Server) -> Iterator[Callable[..., Phone]]:
    """A function that makes phones at a host name.

    The test fails if their consoles have errors other than those of the faults.
    """
    made: list[Phone] = []

    def make(host: str = HOST, routed: bool = True) -> Phone:
        # Requests that go through a service worker do not pass the driver’s routes.
        workers = "block" if routed else "allow"
        context = chromium.new_context(viewport=PHONE, device_scale_factor=2, has_touch=True, service_workers=workers)
        made.append(Phone(context, f"http://{host}:{app.port}"))
        return made[-1]

    yield make
    for phone in made:
        phone.context.close()
        phone.forgive("net::ERR_", "503", "when fetching the script")
        assert phone.complaints == []


def press(page: Page, *taps: str) -> None:
    """Press chips in turn, without waiting for responses."""
    for tap in taps:
        page.locator(writing(tap)).first.evaluate("(chip) => chip.click()")


def lose(route: Route) -> None:
    """Pass a request to the server and drop the response."""
    url = re.sub(f"//({HOST}|{LOCAL})", f"//{ADDRESS}", route.request.url)
    headers = {**route.request.all_headers(), "host": route.request.url.split("/")[2]}
    with suppress(Error):
        route.fetch(url=url, headers=headers, max_redirects=0)
    with suppress(Error):
        route.abort()


def begin(fault: str, phone: Phone, app: Server) -> None:
    match fault:
        case "no connection":
            phone.context.set_offline(True)
        case "no way there":
            phone.context.route("**/write*", lambda route: route.abort())
        case "no answer back":
            phone.context.route("**/write*", lose)
        case "no room on the disk":
            phone.context.route("**/write*", lambda route: route.fulfill(status=503, body="Not saved"))
        case "server killed":
            app.kill()


def end(fault: str, phone: Phone, app: Server) -> None:
    match fault:
        case "no connection":
            phone.context.set_offline(False)
        case "server killed":
            app.start()
        case _:
            phone.context.unroute_all(behavior="ignoreErrors")


@pytest.mark.parametrize(
    ("way", "fault", "meanwhile", "host"),
    SCENARIOS if SOAK else SCENARIOS[::13],
    ids=lambda value: value.replace(" ", "-"),
)
def test_none_is_lost_and_none_counts_twice(
    phone: Callable[..., Phone], app: Server, way: str, fault: str, meanwhile: str, host: str
) -> None:
    bo = phone(host, fault not in ("no connection", "server killed"))
    table = bo.new_table()
    where = f"{table}1/?way={way}&seat=0" if way == "deck" else f"{table}1/?way={way}"
    bo.open(where)
    other = bo.context.new_page() if meanwhile == "open a second page" else None
    if other:
        other.goto(bo.base + where)
    taps = TAPS[way]
    begin(fault, bo, app)
    press(bo.page, *taps)
    assert bo.page.evaluate(KEPT) == len(taps)
    bo.page.wait_for_timeout(300)
    match meanwhile:
        case "load again":
            with suppress(Error):
                bo.page.reload()
        case "leave the page":
            with suppress(Error):
                bo.open(table)
        case "close the page":
            bo.page.close()
            bo.page = bo.context.new_page()
        case "open a second page":
            assert other
            press(other, MORE[way])
            taps = (*taps, MORE[way])
            other.wait_for_timeout(300)
    end(fault, bo, app)
    if meanwhile not in ("wait", "open a second page"):
        bo.open(where)
    bo.settle()
    assert app.times(table) == [1] * len(taps)
    bo.open(f"{table}journal")
    assert bo.page.get_by_text("Take back").count() == len(taps)


def waits(phone: Phone) -> list[str]:
    """Return the marks of the counts shown as waiting. The next tap on each would clear it."""
    written = "(chips) => chips.map((chip) => chip.value + chip.textContent.trim())"
    return sorted(phone.page.locator(".waits").evaluate_all(written))


def test_a_chip_that_waits_is_marked_on_itself_even_after_the_page_was_loaded_again(
    phone: Callable[..., Phone], app: Server
) -> None:
    bo = phone()
    table = bo.new_table()
    begin("no way there", bo, app)
    taps = TAPS["flip"][:2]
    press(bo.page, *taps)
    bar = bo.page.locator("#offline")
    expect(bar).to_have_text("No connection. Taps waiting to be sent: 2", use_inner_text=True)
    assert waits(bo) == sorted(taps)
    bo.open(f"{table}1/")
    expect(bar).to_be_visible()
    assert waits(bo) == sorted(taps)
    end("no way there", bo, app)
    bo.settle()
    assert waits(bo) == []
    expect(bar).to_be_hidden()
    assert app.times(table) == [1] * len(taps)


FOREIGN = {
    "a page of the hotel": {"status": 200, "content_type": "text/html", "body": "<!doctype html><body>Room number?"},
    "a way to the hotel": {"status": 302, "headers": {"Location": "/"}},
    "not allowed": {"status": 403, "body": "Not allowed"},
    "somebody else's number": {"status": 204, "headers": {"Op": "0" * 32, "Location": "/"}},
}
"""Responses that are not the app's, such as a hotel network gives."""


@pytest.mark.parametrize("answer", FOREIGN)
def test_an_answer_that_does_not_name_the_tap_leaves_it_waiting_and_is_told_of(
    phone: Callable[..., Phone], app: Server, answer: str
) -> None:
    bo = phone()
    table = bo.new_table()
    bo.context.route("**/write*", lambda route: route.fulfill(**FOREIGN[answer]))
    press(bo.page, *TAPS["flip"][:2])
    bar = bo.page.locator("#offline")
    between = (
        "Something is blocking the connection to the table. You might need to sign in to this network. Taps "
        "waiting to be sent: 2"
    )
    expect(bar).to_have_text(between, use_inner_text=True)
    assert waits(bo) == sorted(TAPS["flip"][:2])
    bo.context.unroute_all(behavior="ignoreErrors")
    bo.settle()
    expect(bar).to_be_hidden()
    assert app.times(table) == [1, 1]
    bo.forgive("403")


@pytest.mark.parametrize("status", [408, 429])
def test_an_answer_that_puts_the_tap_off_leaves_it_waiting_though_it_names_it(
    phone: Callable[..., Phone], app: Server, status: int
) -> None:
    bo = phone()
    table = bo.new_table()

    def later(route: Route) -> None:
        route.fulfill(status=status, headers={"Op": route.request.headers.get("op", "")}, body="Later")

    bo.context.route("**/write*", later)
    press(bo.page, TAPS["flip"][0])
    bo.page.wait_for_timeout(300)
    assert waits(bo) == [TAPS["flip"][0]]
    bo.context.unroute_all(behavior="ignoreErrors")
    bo.settle()
    assert app.times(table) == [1]
    bo.forgive(str(status))


def test_a_page_of_somebody_else_never_takes_the_place_of_the_table(phone: Callable[..., Phone], app: Server) -> None:
    bo = phone()
    table = bo.new_table()
    bo.open(table)
    bo.wait_for_scripts()
    bo.page.evaluate(f"{module('live.js')}.then(({{ bell }}) => bell.close())")
    with bo.page.expect_request(f"**{table}"):
        bo.context.route(f"**{table}", lambda route: route.fulfill(**FOREIGN["a page of the hotel"]))
    expect(bo.page.locator("#offline")).to_contain_text(
        "Something is blocking the connection to the table. You might need to sign in to this network."
    )
    expect(bo.page.locator("body.tallies")).to_have_count(1)
    bo.context.unroute_all(behavior="ignoreErrors")
    expect(bo.page.locator("#offline")).to_be_hidden()


def test_a_table_that_lets_the_phone_in_no_more_does_not_hold_up_the_others(
    phone: Callable[..., Phone], app: Server
) -> None:
    bo = phone()
    closed = bo.new_table()
    begin("no way there", bo, app)
    press(bo.page, *TAPS["flip"][:2])
    expect(bo.page.locator("#offline")).to_contain_text("Taps waiting to be sent: 2")
    end("no way there", bo, app)
    bo.page.close()
    bo.page = bo.context.new_page()
    name = closed.strip("/").split("/")[1]
    (member,) = app.sql("SELECT browser FROM members WHERE table_id = ?", name)
    app.past("DELETE FROM members WHERE table_id = ?", name)
    bo.open("/games/parade/new")
    for who in ("Alice", "Hatter"):
        bo.page.locator(f"button[value='add:{who}']").tap()
        bo.page.wait_for_selector(f"button[value='omit:{who}']")
    bo.page.locator("button[value=open]").tap()
    bo.page.wait_for_url("**/t/*/1/**")
    open_table = bo.path.rpartition("1/")[0]
    press(bo.page, "1.blue.count.0.=3")
    expect(bo.page.locator("#offline")).to_contain_text("This phone no longer has access to one of its tables.")
    expect(bo.page.locator("#offline")).to_contain_text("Taps waiting to be sent: 2")
    bo.page.wait_for_function(f"() => {KEPT} === 2")
    assert app.times(open_table) == [1]
    assert app.times(closed) == []
    app.past("INSERT INTO members (table_id, browser, role, since) VALUES (?, ?, 'score', 1)", name, member[0])
    bo.open(f"{closed}1/")
    bo.settle()
    assert app.times(closed) == [1, 1]
    bo.forgive("404")


def test_two_pages_of_one_browser_never_send_the_same_tap(phone: Callable[..., Phone], app: Server) -> None:
    bo = phone()
    table = bo.new_table()
    other = bo.context.new_page()
    other.goto(f"{bo.base}{table}1/")
    sent: Counter[str] = Counter()
    bo.context.on(
        "response",
        lambda answer: sent.update([answer.request.post_data or ""]) if answer.request.method == "POST" else None,
    )
    begin("no connection", bo, app)
    press(bo.page, *TAPS["flip"][:2])
    press(other, *TAPS["flip"][2:])
    end("no connection", bo, app)
    bo.settle()
    assert app.times(table) == [1] * len(TAPS["flip"])
    assert len(sent) == 4
    assert set(sent.values()) == {1}


def test_a_visit_that_is_over_does_not_cost_a_tap(phone: Callable[..., Phone], app: Server) -> None:
    bo = phone()
    table = bo.new_table()
    bo.context.clear_cookies(name="session")
    bo.chip(TAPS["flip"][0])
    assert bo.path.startswith(f"{table}1/")
    assert app.times(table) == [1]
    bo.forgive("400")


def test_a_phone_that_keeps_nothing_says_so_and_counts_all_the_same(phone: Callable[..., Phone], app: Server) -> None:
    bo = phone()
    bo.context.add_init_script("Storage.prototype.setItem = () => { throw new Error('QuotaExceededError') }")
    table = bo.new_table()
    begin("no way there", bo, app)
    press(bo.page, TAPS["flip"][0])
    expect(bo.page.locator("#offline")).to_contain_text("This phone cannot store your taps. Keep this page open.")
    end("no way there", bo, app)
    expect(bo.page.locator(".waits")).to_have_count(0, timeout=10_000)
    assert app.times(table) == [1]
