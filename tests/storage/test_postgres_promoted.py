"""Test in which a synchronous standby replaces a lost server repeatedly: no line is lost or duplicated."""

import os
import pwd
import shutil
import signal
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from tempfile import mkdtemp
from urllib.parse import quote

import pytest

from tests.storage.phones import Figure
from tests.storage.tapping import Tapping, open_tables
from tests.support.postgres import NOBODY, SAFE, NoPostgres, Server

psycopg = pytest.importorskip("psycopg")

from scorekeeper.storage import postgres_connections as engine  # noqa: E402 - only where psycopg is
from scorekeeper.storage.postgres import PostgresStore  # noqa: E402

pytestmark = pytest.mark.upkeep


@pytest.fixture
def place() -> Iterator[Path]:
    """A folder for two servers, readable for the user that runs them."""
    folder = Path(mkdtemp(prefix="scores-"))
    if os.geteuid() == 0:
        os.chown(folder, pwd.getpwnam(NOBODY).pw_uid, -1)
    yield folder
    shutil.rmtree(folder, ignore_errors=True)


def synchronous(server: Server) -> None:
    """Make a line count only once a standby has it on disk too."""
    with psycopg.connect(server.address("postgres"), autocommit=True) as conn:
        conn.execute("ALTER SYSTEM SET synchronous_standby_names = '*'")
        conn.execute("SELECT pg_reload_conf()")


def standby(folder: Path, of: Server) -> Server:
    """Return a standby in a folder, replacing whatever is in it."""
    shutil.rmtree(folder, ignore_errors=True)
    return Server(folder, SAFE, of)


def test_no_standby_that_takes_over_loses_or_doubles_an_acknowledged_line(
    place: Path, figure: Figure, tell: Callable[[str], None], soaking: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(engine, "RECONNECT_SECONDS", 0.5)
    monkeypatch.setattr(engine, "SILENCE", 2.0)
    promotions, random, begun, back = figure(1, 20), Random(5), time.monotonic(), list[float]()
    servers: list[Server] = []
    try:
        try:
            servers = [Server(place / "one", SAFE)]
            name = servers[0].database().partition("/scores")[2].partition("?")[0]
            synchronous(servers[0])  # copies of this server inherit the setting
            servers.append(standby(place / "two", servers[0]))
        except NoPostgres as why:
            pytest.skip(f"There is no PostgreSQL here, or none that can be copied: {why}.")
        hosts = quote(f"{place / 'one'},{place / 'two'}", safe=",")
        address = f"postgresql://postgres@/scores{name}?host={hosts}&target_session_attrs=read-write"
        stores = [PostgresStore(address) for _ in range(2)]
        tables = open_tables(stores[0], 3)
        tapping = Tapping(stores, tables)
        for _ in range(promotions):
            tapping.more(20 + random.randrange(40))
            lost, kept = servers
            lost.stop(signal.SIGKILL)
            kept.promote()
            servers = [kept]
            servers.append(standby(lost.folder, kept))
            whole = time.monotonic()
            tapping.more(1)
            back.append(time.monotonic() - whole)
        tapping.more(20)
        tapping.end()
        tapping.compare(stores[1], tables)
        for store in stores:
            store.close()
        tell(
            f"{promotions} promotions, {len(tapping.acknowledged)} lines, {tapping.refused} refused, longest answer "
            f"{tapping.longest:.1f} s, a line again within {max(back):.1f} s after a new standby was there, "
            f"{time.monotonic() - begun:.0f} s"
        )
        if soaking:
            assert max(back) < 5
    finally:
        for server in servers:
            if server.process.poll() is None:
                server.stop(signal.SIGQUIT)
