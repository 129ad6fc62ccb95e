"""Tests that kill the server repeatedly: acknowledged lines exist once and without gaps."""

import time
from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path
from random import Random

import pytest

from scorekeeper.language.text import Text
from scorekeeper.storage.check import check
from tests.storage.phones import Figure, Lost, Phone, compare, open_tables, read_journals, run, together
from tests.support.postgres import Server, check_of
from tests.support.server import Serving, serving

TABLES, AT_EACH, LOST = 10, 2, 0.1


async def until_killed(phones: list[Phone], app: Serving, lines: int) -> int:
    """Let all phones tap until so many lines are acknowledged, then kill the server; return how many were."""
    counted = 0

    async def tap(phone: Phone) -> None:
        nonlocal counted
        while True:
            tap = phone.sent[-1] if phone.sent and not phone.sent[-1].statuses else phone.tap()
            try:
                lose = phone.random.random() < LOST
                assert await phone.send(app.address, tap, lose) == 303, tap
                counted += 1
            except Lost:
                if app.process.returncode is not None:
                    return
            if counted >= lines and app.process.returncode is None:
                app.process.kill()
                app.process.wait()

    for phone in phones:
        if not phone.table:
            await phone.join(app.address)
    await together(tap(phone) for phone in phones)
    return counted


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> Path | str:
    """Location of the database: a folder or an address."""
    if request.param == "sqlite":
        return tmp_path / "here" / "scorekeeper.db"
    server: Server = request.getfixturevalue("postgres")
    return server.empty_database()


def faults(database: Path | str) -> tuple[Text, ...]:
    """Return the faults of the database before anything opens it for writing."""
    if isinstance(database, Path):
        return check(database).faults
    return check_of(database).faults


def test_no_kill_loses_or_doubles_an_acknowledged_line(
    tmp_path: Path, database: Path | str, figure: Figure, tell: Callable[[str], None]
) -> None:
    kills, each = figure(2, 240), figure(40, 100)
    random = Random(9)

    def start() -> AbstractContextManager[Serving]:
        return serving(tmp_path / "here", database=database if isinstance(database, str) else "")

    with start() as app:
        links = open_tables(app.address, TABLES * max(1, kills // 20), database)
    phones: list[Phone] = []
    counted, begun = 0, time.monotonic()
    for kill in range(kills):
        if kill % 20 == 0:  # new tables, so that no journal is longer than a night’s
            here = links[kill // 20 * TABLES :][:TABLES]
            now = [Phone(link, place, Random(random.random())) for link in here for place in range(AT_EACH)]
            phones += now
        with start() as app:
            counted += run(now, until_killed(now, app, each + random.randrange(40)))
        if isinstance(database, Path) or kill % 20 == 0:  # rarer for PostgreSQL, because a check copies it
            assert faults(database) == ()
    with start() as app:
        run(phones, last_words(phones, app.address))
        assert compare(phones, read_journals(database)) >= counted >= kills * each
    assert faults(database) == ()
    tell(f"{kills} kills, {counted} lines acknowledged, {time.monotonic() - begun:.0f} s")


async def last_words(phones: list[Phone], address: str) -> None:
    """Send each phone's unanswered tap again, as its outbox does, until it is acknowledged."""
    for phone in phones:
        if phone.sent and not phone.sent[-1].statuses:
            assert await phone.send(address, phone.sent[-1]) == 303
