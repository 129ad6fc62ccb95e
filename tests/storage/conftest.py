"""Fixtures for both engines. Every test has a short form, and a long one for `dev.py soak`."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from scorekeeper.storage.contract import Storage
from scorekeeper.storage.groups import Groups
from scorekeeper.storage.store import Store
from scorekeeper.storage.tables import Tables
from tests.storage.phones import Figure
from tests.support.postgres import Server
from tests.support.server import not_done

Engine = Callable[[], Storage]
"""Opens the same database each time it is called."""


@pytest.fixture(params=["sqlite", "postgresql"])
def engine(request: pytest.FixtureRequest, tmp_path: Path) -> Engine:
    """An SQLite or a PostgreSQL store: tests that use it run for both."""
    if request.param == "sqlite":
        return lambda: Store(tmp_path)
    server: Server = request.getfixturevalue("postgres")
    from scorekeeper.storage.postgres import PostgresStore

    address = server.empty_database()
    return lambda: PostgresStore(address)


@pytest.fixture
def store(engine: Engine) -> Iterator[Storage]:
    """An empty database of each engine."""
    store = engine()
    yield store
    store.close()


@pytest.fixture
def groups(engine: Engine) -> Iterator[Groups]:
    """Groups and tables on an empty database of each engine."""
    groups = Groups(Tables(engine()))
    yield groups
    groups.store.close()


@pytest.fixture
def figure(request: pytest.FixtureRequest) -> Figure:
    """A function that chooses between the short and the long figure."""
    long = request.config.getoption("--soak")
    return lambda short, soaking: soaking if long else short


@pytest.fixture
def soaking(request: pytest.FixtureRequest) -> bool:
    """Whether this is the long form, which also checks performance goals."""
    return bool(request.config.getoption("--soak"))


@pytest.fixture
def tell(request: pytest.FixtureRequest, capsys: pytest.CaptureFixture[str]) -> Callable[[str], None]:
    """A function that prints figures in the long form."""

    def say(figures: str) -> None:
        if request.config.getoption("--soak"):
            with capsys.disabled():
                print(f"\n{request.node.name}: {figures}", flush=True)

    return say


@pytest.fixture
def refused(tmp_path: Path) -> Callable[[Path], str]:
    """A function that starts the app on a folder and returns its refusal."""

    def start(instance: Path) -> str:
        words = ("run", "--host", "127.0.0.1", "--port", "0", "--instance", str(instance))
        return not_done(*words, folder=tmp_path)

    return start
