"""Tests in which the network to PostgreSQL is cut, stalled or slowed, or connections run out: nothing is lost."""

import time
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from random import Random

import pytest

from scorekeeper import create_app
from scorekeeper.games.pad import Spot
from scorekeeper.storage import journals
from scorekeeper.storage.contract import Unwritable
from scorekeeper.table.journal import By, Seen, Write
from tests.storage.phones import Figure
from tests.storage.tapping import Tapping, open_tables
from tests.support.http import field, open_table
from tests.support.loops import wait_until
from tests.support.network import Network
from tests.support.postgres import Server

psycopg = pytest.importorskip("psycopg")

from scorekeeper.storage import postgres_connections as engine  # noqa: E402 - only where psycopg is
from scorekeeper.storage.postgres import PostgresStore  # noqa: E402

pytestmark = pytest.mark.upkeep


@pytest.fixture
def wire(postgres: Server, monkeypatch: pytest.MonkeyPatch) -> Iterator[Network]:
    """A network to an empty database, and an app with short timeouts."""
    monkeypatch.setattr(engine, "RECONNECT_SECONDS", 0.5)
    monkeypatch.setattr(engine, "SILENCE", 1.0)
    monkeypatch.setitem(engine.CONNECT_OPTIONS, "connect_timeout", 2)
    postgres.empty_database()
    with closing(Network("127.0.0.1", postgres.folder / ".s.PGSQL.5432")) as wire:
        yield wire


def behind(wire: Network, server: Server) -> str:
    """Return the address of the database behind the network."""
    name = server.used.rpartition("/")[2].partition("?")[0]
    return f"postgresql://postgres@127.0.0.1:{wire.port}/{name}?sslmode=disable&gssencmode=disable"


def test_no_trouble_of_the_network_loses_or_doubles_a_line_or_leaves_one_without_an_answer(
    wire: Network, postgres: Server, figure: Figure, tell: Callable[[str], None], soaking: bool
) -> None:
    troubles, random, begun, back = figure(4, 120), Random(11), time.monotonic(), list[float]()
    stores = [PostgresStore(behind(wire, postgres)) for _ in range(3)]
    direct = PostgresStore(postgres.used)
    tables = open_tables(direct, 3)
    rung: dict[str, Seen | None] = {}
    stores[2].listen(lambda table, newest: rung.update({table: newest}), lambda: tables)
    tapping = Tapping(stores[:2], tables)
    for number in range(troubles):
        tapping.more(10 + random.randrange(20))
        kind = ("cut", "hold", "slow")[number % 3]
        if kind == "slow":
            wire.slow(random.choice((0.01, 0.05, 0.2)))
            tapping.more(5)
        else:
            getattr(wire, kind)()
            tapping.until_refused()
        wire.recover()
        well = time.monotonic()
        tapping.more(1)
        back.append(time.monotonic() - well)
    tapping.more(20)
    tapping.end()
    tapping.compare(direct, tables)
    listened = time.monotonic()
    wait_until(lambda: rung == {table: journals.find_newest(direct, table) for table in tables}, 30)
    heard = time.monotonic() - listened
    for store in (*stores, direct):
        store.close()
    tell(
        f"{troubles} troubles, {len(tapping.acknowledged)} lines, {tapping.refused} refused, longest answer "
        f"{tapping.longest:.1f} s, a line again within {max(back):.1f} s, all heard {heard:.1f} s after the last, "
        f"{time.monotonic() - begun:.0f} s"
    )
    if soaking:
        assert max(back) < 5
        assert heard < 5


@pytest.mark.parametrize("trouble", ["cut", "hold"])
def test_a_tap_is_told_so_once_and_when_to_come_again_and_counts_then(
    wire: Network, postgres: Server, tmp_path: Path, trouble: str
) -> None:
    app = create_app(tmp_path / "here", TESTING=True, DATABASE=behind(wire, postgres))
    alice = open_table(app.test_client())
    page = alice.page()
    fields = {name: field(page, name) for name in ("csrf_token", "op", "seen")} | {"tap": "1.red.count.0.=4"}
    getattr(wire, trouble)()
    answer = alice.client.post(f"{alice.url}1/write", data=fields)
    assert answer.status_code == 503
    assert answer.headers["Retry-After"] == "5"
    assert "Nothing is lost" in answer.text
    wire.recover()
    for _ in range(100):
        again = alice.client.post(f"{alice.url}1/write", data=fields)
        if again.status_code != 503:
            break
        time.sleep(0.05)
    assert again.status_code == 303
    app.extensions["tables"].store.close()
    with psycopg.connect(postgres.used) as conn:
        assert conn.execute("SELECT count(*) FROM lines").fetchone() == (2,)


def test_connections_that_are_used_up_are_waited_for_and_then_told(
    postgres: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(engine, "RECONNECT_SECONDS", 0.5)
    with psycopg.connect(postgres.address("postgres"), autocommit=True) as owner:
        owner.execute("CREATE ROLE few LOGIN CONNECTION LIMIT 3")
        owner.execute("CREATE DATABASE few OWNER few")
        few = postgres.address("few").replace("postgres@", "few@")
        store = PostgresStore(few)
        (table,) = open_tables(store, 1)
        others = until_full(few)
        with pytest.raises(psycopg.OperationalError, match="too many connections"):
            psycopg.connect(few)
        assert journals.append(store, table, "on the one that is left", WRITE, By("phone"), 200, nothing).seq == 2
        tapping = Tapping([store], [table])  # eight phones on one connection
        tapping.more(20)
        tapping.end()
        owner.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
            "WHERE usename = 'few' AND application_name = 'scorekeeper'"
        )
        others += until_full(few)
        with pytest.raises(Unwritable):
            journals.append(store, table, "none is left", WRITE, By("phone"), 200, nothing)
        for one in others:
            one.close()
        wait_until(lambda: not store.trouble())
        newest = journals.find_newest(store, table).seq
        assert journals.append(store, table, "none is left", WRITE, By("phone"), 200, nothing).seq == newest + 1
        store.close()
        owner.execute("DROP DATABASE few")
        owner.execute("DROP ROLE few")


WRITE = Write({Spot(1, "red", "count", 0): 3})


def nothing() -> None:
    """Admit everything."""


def until_full(address: str) -> list["psycopg.Connection[object]"]:
    """Return as many connections as the server allows."""
    held = []
    for _ in range(100):
        try:
            held.append(psycopg.connect(address))
        except psycopg.OperationalError:
            if held:
                break
            time.sleep(0.02)
    return held
