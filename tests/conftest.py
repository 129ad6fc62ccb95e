"""What the tests share: a real app on a real database in a folder of its own, and the rulebooks' example."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient

from scorekeeper import create_app
from tests.support.http import Player, open_table

os.environ["LC_ALL"] = "C.UTF-8"  # the command line speaks English to the tests, wherever they run


def pytest_addoption(parser: pytest.Parser) -> None:
    """`--rewrite` tells the transcripts of whole games anew; git shows what changed. `--soak` takes its time."""
    parser.addoption("--rewrite", action="store_true", help="write the transcripts of whole games anew")
    parser.addoption("--soak", action="store_true", help="run what has a long form in it")


def pytest_configure(config: pytest.Config) -> None:
    """What is asked before any test is collected asks the environment."""
    if config.getoption("--soak"):
        os.environ["SCOREKEEPER_SOAK"] = "1"


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Where tests run side by side, those in a browser come first: they take longest, and start one for each worker."""
    if "PYTEST_XDIST_WORKER" in os.environ:
        items.sort(key=lambda item: item.get_closest_marker("browser") is None)


@pytest.fixture
def app(tmp_path: Path) -> Iterator[Flask]:
    """A fresh app, let go of at the end."""
    app = create_app(tmp_path / "instance", TESTING=True)
    yield app
    app.extensions["tables"].store.close()


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    """A browser that keeps its cookies."""
    return app.test_client()


@pytest.fixture
def alice(client: FlaskClient) -> Player:
    """A phone that has opened a table of three for Parade."""
    return open_table(client)
