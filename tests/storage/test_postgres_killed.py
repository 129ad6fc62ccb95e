"""Test that kills PostgreSQL repeatedly: acknowledged lines exist once and without gaps."""

import signal
import time
from collections.abc import Callable
from random import Random

import pytest

from tests.storage.phones import Figure
from tests.storage.tapping import Tapping, open_tables
from tests.support.postgres import SAFE, NoPostgres, running

pytest.importorskip("psycopg")

from scorekeeper.storage import journals
from scorekeeper.storage import postgres_connections as engine
from scorekeeper.storage.postgres import PostgresStore

pytestmark = pytest.mark.upkeep


def test_no_kill_of_the_server_loses_or_doubles_an_acknowledged_line(
    figure: Figure, tell: Callable[[str], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(engine, "RECONNECT_SECONDS", 0.5)
    kills, each, random, begun = figure(2, 200), figure(30, 60), Random(7), time.monotonic()
    try:
        started = running(SAFE)
        server = started.__enter__()
    except NoPostgres as why:
        pytest.skip(f"There is no PostgreSQL here: {why}.")
    try:
        address = server.database()
        stores = [PostgresStore(address) for _ in range(2)]
        tables = open_tables(stores[0], 3)
        tapping = Tapping(stores, tables)
        back = 0.0
        for _ in range(kills):
            tapping.more(each + random.randrange(20))
            server.stop(signal.SIGKILL)
            server.start()
            there = time.monotonic()
            tapping.more(1)
            back = max(back, time.monotonic() - there)
        tapping.more(each)
        tapping.end()
        tapping.compare(stores[1], tables)
        assert sorted(tapping.acknowledged) == sorted(
            (table, line.op) for table in tables for line in journals.load_lines(stores[1], table)[1:]
        )
        for store in stores:
            store.close()
        tell(
            f"{kills} kills, {len(tapping.acknowledged)} lines, {tapping.refused} refused, longest answer "
            f"{tapping.longest:.1f} s, a line again {back:.1f} s after it was there, {time.monotonic() - begun:.0f} s"
        )
    finally:
        started.__exit__(None, None, None)
