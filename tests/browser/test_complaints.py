"""What people who use such apps complain of most, each once on a phone without a wrong turn: ten scripts.

The tables are there already, line by line; tapped is only what each script is about.
"""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from scorekeeper.games import GAMES
from scorekeeper.games.pad import Setup, Spot
from scorekeeper.games.tally.scoring import POINTS, ROW
from scorekeeper.storage.groups import Groups
from scorekeeper.table.journal import By, Close, Write
from tests.support.browser import HOST, PHONE, Phone, phone_of
from tests.support.http import PHONE_SAYS, cookie
from tests.support.tables import Running, running

ME = cookie("scoring")


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with running(tmp_path_factory.mktemp("complaints") / "instance") as app:
        yield app


@pytest.fixture
def phone(chromium: Browser, app: Running) -> Iterator[Phone]:
    """The phone that scores at all these tables."""
    base = f"http://{HOST}:{app.port}"
    how = {"viewport": PHONE, "user_agent": PHONE_SAYS, "has_touch": True, "reduced_motion": "reduce"}
    phone = Phone(phone_of(chromium, base, "scoring", **how), base)
    yield phone
    phone.context.close()
    assert phone.complaints == []


@pytest.fixture
def groups(app: Running) -> Groups:
    groups = app.app.extensions["groups"]
    assert isinstance(groups, Groups)
    return groups


def played(groups: Groups, names: tuple[str, ...], *rounds: tuple[int, ...], over: bool = True) -> str:
    """A table with these rounds of points."""
    setup = Setup(names, {}, ((1, tuple(range(len(names)))),))
    table = groups.tables.open(GAMES["tally"], setup, ME)
    for number, points in enumerate(rounds, 1):
        write(groups, table, number, points)
    if over:
        groups.tables.record(table, Close(len(rounds)), "close", By(ME), groups.tables.load(table).seen)
    return table


def write(groups: Groups, table: str, round: int, points: tuple[int, ...]) -> None:
    marks = {Spot(round, ROW, POINTS, seat): number for seat, number in enumerate(points)}
    groups.tables.record(table, Write(marks), f"round {round}", By(ME), groups.tables.load(table).seen)


def group_with(groups: Groups, *tables: str) -> str:
    """A group to which these tables belong."""
    group = groups.open("Friday", (), ME)
    for table in tables:
        groups.take_in(group, groups.tables.load(table), table, By(ME))
    return group


def said(phone: Phone) -> str:
    """The words of the page."""
    return " ".join(phone.page.locator("main").inner_text().split())


def standing(phone: Phone) -> list[list[str]]:
    """The first table of figures, without what explains it."""
    rows = phone.page.locator("table.figures").first.locator("tbody tr").all()
    return [[" ".join(cell.split()) for cell in row.locator("th,td").all_inner_texts()] for row in rows]


def press(phone: Phone, what: str) -> None:
    with phone.page.expect_navigation():
        phone.page.locator(what).locator("visible=true").first.tap()


def test_without_a_connection_what_is_tapped_waits_and_counts_once(phone: Phone, groups: Groups) -> None:
    table = played(groups, ("Anna", "Bo"), over=False)
    phone.open(f"/t/{table}/1/")
    phone.context.set_offline(True)
    phone.page.locator(".keys [value='7']").tap()
    expect(phone.page.locator("#offline")).to_be_visible()
    phone.page.locator(".primary").locator("visible=true").first.tap()
    phone.page.wait_for_timeout(300)
    phone.context.set_offline(False)
    phone.settle()
    expect(phone.page.locator("#numbers a").first).to_have_text("7")
    expect(phone.page.locator("#offline")).to_be_hidden()
    marks = groups.tables.load(table).marks(1)
    assert marks == {Spot(1, ROW, POINTS, 0): 7}
    phone.forgive("ERR_INTERNET_DISCONNECTED")
