"""Fixtures and hooks of all tests: a real app on a real database in a folder of its own."""

import gc
import os
import shutil
from collections import defaultdict
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient
from hypothesis import settings
from jinja2 import FileSystemBytecodeCache

from scorekeeper import create_app
from tests.support.http import Player, open_table
from tests.support.markup import FlatClient
from tests.support.postgres import NoPostgres, Server, running

TEMPLATES = Path(__file__).parents[1] / ".pytest_cache" / "templates"
"""Compiled templates on disk, shared by all apps of a test run and by later runs."""

SECONDS = "scorekeeper/seconds"
"""Key of how long each file took, in the cache of pytest."""

LONG = {"SOAK", "list_seeds", "try_cases", "figure", "soaking"}
"""Names of which a test with a long form uses one."""

spent: defaultdict[str, float] = defaultdict(float)
"""Seconds that each file has taken in this run."""

Flask.test_client_class = FlatClient  # tests do not depend on how templates are laid out

os.environ["LC_ALL"] = "C.UTF-8"  # tests compare English output, whatever the language of this computer


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add `--rewrite`, which renews files of expected results, and `--soak`, which runs the long form of tests."""
    parser.addoption("--rewrite", action="store_true", help="write the transcripts of whole games anew")
    parser.addoption("--soak", action="store_true", help="run what has a long form in it")


def pytest_configure(config: pytest.Config) -> None:
    """Set the environment variable of the long form before any test module is imported."""
    if config.getoption("--soak"):
        os.environ["SCOREKEEPER_SOAK"] = "1"
    # No deadline, because a busy computer is slow. Random cases are the same each time, except in the long form.
    settings.register_profile("here", deadline=None, derandomize=not config.getoption("--soak"))
    settings.load_profile("here")


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Skip the folder of browser tests if none of them is wanted. Return None to let pytest decide otherwise."""
    browser = Path(__file__).parent / "browser"
    return ("not browser" in config.getoption("markexpr") and collection_path == browser) or None


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Mark the tests with PostgreSQL, choose those with a long form for --soak, and sort the slowest files first.

    They are sorted if tests run in parallel, so that no worker waits for one file at the end. Browser tests come before
    all others, and start one browser per worker.
    """
    for item in items:
        if needs_postgres(item):
            item.add_marker("upkeep")
    if config.getoption("--soak"):
        items[:] = [item for item in items if has_long_form(item)]
    if "PYTEST_XDIST_WORKER" in os.environ:
        cache = find_cache(config)
        seconds = cache.get(SECONDS, {}) if cache else {}
        items.sort(key=lambda item: (not item.get_closest_marker("browser"), -seconds.get(get_file(item.nodeid), 0)))


def find_cache(config: pytest.Config) -> pytest.Cache | None:
    """Return what pytest keeps between runs. Return None if it keeps nothing, as when planted bugs are run."""
    return getattr(config, "cache", None)


def get_file(nodeid: str) -> str:
    """Return the file of a test."""
    return nodeid.partition("::")[0]


def needs_postgres(item: pytest.Item) -> bool:
    """Return whether a test runs with a PostgreSQL server."""
    params = item.callspec.params.values() if isinstance(item, pytest.Function) and hasattr(item, "callspec") else ()
    return "postgres" in getattr(item, "fixturenames", ()) or "postgresql" in params


def has_long_form(item: pytest.Item) -> bool:
    """Return whether --soak makes a test longer: its file uses `tests/support/soak.py`, or it chooses a figure."""
    module = getattr(item, "module", None)
    return bool(LONG & {*vars(module), *getattr(item, "fixturenames", ())})


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """Add up how long each file takes."""
    spent[get_file(report.nodeid)] += report.duration


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Keep how long each file took, for the order of the next run."""
    cache = find_cache(session.config)
    if cache and spent and "PYTEST_XDIST_WORKER" not in os.environ:
        cache.set(SECONDS, {**cache.get(SECONDS, {}), **{file: round(time, 1) for file, time in spent.items()}})


def pytest_collection_finish() -> None:
    """Make garbage collection rarer, and exempt all objects made before the first test.

    It took a tenth of the time of the tests without a browser.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 20)


def cache_templates() -> None:
    """Let all apps of this process and its forks keep compiled templates on disk, if it can be written to."""
    # Compiling all templates takes 0.7 s of processor time in each app, loading them takes 0.02 s (November 2026).
    try:
        TEMPLATES.mkdir(parents=True, exist_ok=True)
    except OSError:
        return
    Flask.jinja_options = {"bytecode_cache": FileSystemBytecodeCache(str(TEMPLATES))}


cache_templates()


@pytest.fixture(scope="session")
def unused(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Folder of an app without tables."""
    folder = tmp_path_factory.mktemp("unused") / "instance"
    folder.mkdir()
    create_app(folder).extensions["tables"].store.close()
    return folder


@pytest.fixture(scope="session")
def pages(unused: Path, tmp_path_factory: pytest.TempPathFactory) -> Flask:
    """An app whose store is closed. It is built once for all tests, which takes longer than most of them."""
    app = create_app(shutil.copytree(unused, tmp_path_factory.mktemp("pages") / "instance"), TESTING=True)
    app.extensions["tables"].store.close()
    return app


@pytest.fixture(scope="session")
def postgres() -> Iterator[Server]:
    """A PostgreSQL server for these tests. Without one they are skipped with a reason."""
    pytest.importorskip("psycopg", reason="psycopg is not installed")
    pytest.importorskip("psycopg_pool", reason="psycopg_pool is not installed")
    with ExitStack() as held:
        try:
            server = held.enter_context(running())
        except NoPostgres as why:
            pytest.skip(f"There is no PostgreSQL here: {why}.")
        yield server


@pytest.fixture
def app(tmp_path: Path, unused: Path, pages: Flask) -> Iterator[Flask]:
    """An app with a fresh database."""
    from scorekeeper.app import connect_store  # imported late, so that tests of the rules do not load the web app
    from scorekeeper.storage.engines import open_store
    from scorekeeper.web.people.rate_limit import parse_new_tables

    settings = dict(pages.config)
    pages.secret_key = None
    store = open_store(shutil.copytree(unused, tmp_path / "instance"), settings["DATABASE"])
    connect_store(pages, store, parse_new_tables(settings["NEW_TABLES"]))
    yield pages
    pages.extensions["tables"].store.close()
    pages.config.clear()
    pages.config.update(settings)


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    """A browser that keeps its cookies."""
    return app.test_client()


@pytest.fixture
def alice(client: FlaskClient) -> Player:
    """A phone that has started a table of three for Parade."""
    return open_table(client)
