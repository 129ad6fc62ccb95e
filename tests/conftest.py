"""Fixtures and hooks of all tests: a real app on a real database in a folder of its own."""

import gc
import os
import shutil
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient
from hypothesis import settings

from scorekeeper import create_app
from tests.support.http import Player, open_table
from tests.support.markup import FlatClient
from tests.support.postgres import NoPostgres, Server, running
from tests.support.template_cache import cache_templates

LONGEST = (
    "web/entry/test_every_key.py",
    "test_hosting.py",
    "printing/test_documents.py",
    "printing/test_press.py",
    "storage/test_stalled.py",
    "web/test_every_page.py",
    "web/scoring/test_all_pages_agree.py",
    "web/people/test_roles.py",
    "storage/test_planted.py",
    "games/test_every_game.py",
    "language/test_no_english_left.py",
    "test_adding_a_game.py",
    "test_cli.py",
    "web/play/test_secret.py",
    "storage/test_network.py",
    "web/ask/test_asking.py",
    "printing/test_documents_sheet.py",
    "web/people/test_guesses.py",
    "web/exchange/test_payloads.py",
    "test_planted.py",
    "test_packaging.py",
    "storage/test_postgres.py",
    "web/play/test_hesitating.py",
)
"""The slowest files without a browser."""

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
    return (config.getoption("markexpr") == "not browser" and collection_path == browser) or None


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Sort the slowest files first if tests run in parallel, so that no worker waits for one at the end.

    Browser tests come before all others, and start one browser per worker.
    """
    if "PYTEST_XDIST_WORKER" in os.environ:
        items.sort(key=lambda item: (item.get_closest_marker("browser") is None, rank(item.path)))


def pytest_collection_finish() -> None:
    """Make garbage collection rarer, and exempt all objects made before the first test.

    It took a tenth of the time of the tests without a browser.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 20)


def rank(path: Path) -> int:
    """Return the position of a file among the slowest. All others come after them."""
    name = path.relative_to(Path(__file__).parent).as_posix()
    return LONGEST.index(name) if name in LONGEST else len(LONGEST)


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
