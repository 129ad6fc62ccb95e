"""Test of a night of fourteen hours with a restart and a clock set back: no entry is refused."""

import signal
import time
from pathlib import Path
from random import Random

import pytest

from scorekeeper.storage.check import check
from scorekeeper.storage.sqlite_file import open_read_only
from tests.storage.phones import Figure, Phone, compare, open_tables, read_journals, run
from tests.support.http import Player, field
from tests.support.server import serving

HOUR = 3600


class Night:
    """The clock of the server, and the players."""

    def __init__(self, folder: Path) -> None:
        self.clock = folder / "clock"
        self.instance = folder / "here"
        self.database = self.instance / "scorekeeper.db"
        self.phones: list[Phone] = []
        self.set(0)

    def set(self, hours: float) -> None:
        """Set the clock, forwards or back."""
        aside = self.clock.with_suffix(".new")
        aside.write_text(str(hours * HOUR))
        aside.replace(self.clock)

    async def join(self, address: str, link: str) -> Phone:
        """Let one more phone join the table, and return it."""
        phone = Phone(link, len(self.phones), Random(len(self.phones)))
        self.phones.append(phone)
        await phone.join(address)
        return phone

    async def play(self, hours: list[float], end: signal.Signals) -> None:
        """Serve for some hours: at each, a phone with a fresh page taps, and all with whatever page they have open."""
        with serving(self.instance, clock=self.clock) as app:
            if not self.phones:
                (link,) = open_tables(app.address, 1, self.database)
                for _ in range(3):
                    await self.join(app.address, link)
            for hour in hours:
                self.set(hour)
                await self.phones[0].look(app.address)
                for phone in self.phones:
                    assert await phone.send(app.address, phone.tap()) == 303, (hour, phone.sent[-1])
            await self.latecomer(app.address)
            for phone in self.phones:
                phone.hang_up()
            app.process.send_signal(end)
            app.process.wait(10)

    async def latecomer(self, address: str) -> None:
        """Somebody comes by the code, for which the table is opened again."""
        host = self.phones[0]
        fields = {"csrf_token": host.token}
        assert (await host.ask(address, "POST", f"/t/{host.table}/invite", fields)).status == 303
        with open_read_only(self.database) as conn:
            (code,) = conn.execute("SELECT code FROM tables").fetchone()
        await self.join(address, f"/{code}")


def test_in_a_night_of_fourteen_hours_no_entry_is_refused(tmp_path: Path, figure: Figure) -> None:
    night = Night(tmp_path)
    step = 1 / figure(2, 60)

    def hours(first: float, last: float) -> list[float]:
        return [first + step * number for number in range(round((last - first) / step))]

    async def whole() -> None:
        await night.play(hours(0, 5), signal.SIGTERM)
        await night.play(hours(5, 9), signal.SIGKILL)
        await night.play([*hours(8, 14), 40 * 24], signal.SIGTERM)

    run(night.phones, whole())
    assert compare(night.phones, read_journals(night.database)) == sum(len(phone.sent) for phone in night.phones)
    assert check(night.database).faults == ()


def test_a_clock_that_was_put_back_refuses_no_entry(tmp_path: Path) -> None:
    night = Night(tmp_path)

    async def whole() -> None:
        await night.play([0, 20], signal.SIGTERM)
        await night.play([-30 * 24, -29 * 24, 0], signal.SIGTERM)

    run(night.phones, whole())
    assert check(night.database).faults == ()


@pytest.mark.parametrize("hours", [14, -1, 24 * 40])
def test_a_page_counts_whenever_it_was_opened(alice: Player, monkeypatch: pytest.MonkeyPatch, hours: int) -> None:
    html = alice.page()
    fields = {name: field(html, name) for name in ("csrf_token", "op", "seen")}
    moved = time.time() + hours * HOUR
    monkeypatch.setattr(time, "time", lambda: moved)
    answer = alice.client.post(f"{alice.url}1/write", data={**fields, "tap": "1.red.count.0.=4"})
    assert answer.status_code == 303
