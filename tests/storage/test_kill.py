"""The server is killed in the midst of it, again and again: what was acknowledged is there, once, without gaps."""

import time
from collections.abc import Callable
from pathlib import Path
from random import Random

from scorekeeper.storage.check import check
from tests.support.phones import Figure, Lost, Phone, compare, journals, open_tables, run, together
from tests.support.server import Serving, serving

TABLES, AT_EACH, LOST = 10, 2, 0.1


async def until_killed(phones: list[Phone], app: Serving, lines: int) -> int:
    """Let all phones tap until so many lines are acknowledged, then kill the server; return how many were."""
    counted = 0

    async def tap(phone: Phone) -> None:
        nonlocal counted
        while True:
            one = phone.sent[-1] if phone.sent and not phone.sent[-1].statuses else phone.tap()
            try:
                lose = phone.random.random() < LOST
                assert await phone.send(app.address, one, lose) == 303, one
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


def test_no_kill_loses_or_doubles_an_acknowledged_line(
    tmp_path: Path, figure: Figure, tell: Callable[[str], None]
) -> None:
    kills, each = figure(5, 200), figure(60, 100)
    database = tmp_path / "here" / "scorekeeper.db"
    random = Random(9)
    with serving(tmp_path / "here") as app:
        links = open_tables(app.address, TABLES * max(1, kills // 20), database)
    phones: list[Phone] = []
    counted, begun = 0, time.monotonic()
    for kill in range(kills):
        if kill % 20 == 0:  # other tables, so that no journal grows longer than a game night's
            here = links[kill // 20 * TABLES :][:TABLES]
            now = [Phone(link, place, Random(random.random())) for link in here for place in range(AT_EACH)]
            phones += now
        with serving(tmp_path / "here") as app:
            counted += run(now, until_killed(now, app, each + random.randrange(40)))
        found = check(database)  # as the kill has left it, before anything is opened for writing
        assert found.faults == ()
    with serving(tmp_path / "here") as app:
        run(phones, last_words(phones, app.address))
        assert compare(phones, journals(database)) >= counted >= kills * each
    assert check(database).faults == ()
    tell(f"{kills} kills, {counted} lines acknowledged, {time.monotonic() - begun:.0f} s")


async def last_words(phones: list[Phone], address: str) -> None:
    """Every phone sends the tap that it has no answer to, as its outbox does, and gets one."""
    for phone in phones:
        if phone.sent and not phone.sent[-1].statuses:
            assert await phone.send(address, phone.sent[-1]) == 303
