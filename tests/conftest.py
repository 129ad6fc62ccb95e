"""What the tests share: a real app on a real database in a folder of its own, and the rulebooks' example."""

import os
import re
from collections.abc import Iterator
from dataclasses import dataclass
from html import unescape
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from scorekeeper import create_app

os.environ["LC_ALL"] = "C.UTF-8"  # the command line speaks English to the tests, wherever they run

CAST = ("Alice", "Hatter", "Cheshire")


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


def cookie(phone: str) -> str:
    """The number of a browser, as long as those that the app gives out, for a phone of this name."""
    return f"{phone:-<21}A"


def field(html: str, name: str) -> str:
    """The value of the first hidden field of that name on a page."""
    found = re.search(rf'name="?{name}"? value="?([^">]*)"?', html)
    assert found, f"no field {name} on the page"
    return unescape(found.group(1))


@dataclass
class Player:
    """A browser at one table, tapping as a person would: every form is read off the page first."""

    client: FlaskClient
    table: str

    @property
    def url(self) -> str:
        return f"/t/{self.table}/"

    def page(self, where: str = "1/") -> str:
        """A page of the table."""
        answer = self.client.get(self.url + where)
        assert answer.status_code == 200, answer.status
        return answer.text

    def send(self, fields: dict[str, str], where: str = "1/", **more: object) -> TestResponse:
        """Send the form of a page with one button tapped."""
        html = self.page(where)
        hidden = {name: field(html, name) for name in ("csrf_token", "op", "seen")}
        path = self.url + (where.split("?", maxsplit=1)[0] if where[:1].isdigit() else "")
        return self.client.post(f"{path}write", data={**hidden, **fields}, **more)

    def tap(self, value: str, where: str = "1/") -> TestResponse:
        """Tap a chip."""
        return self.send({"tap": value}, where)


def open_table(client: FlaskClient, players: tuple[str, ...] = CAST, slug: str = "parade", **options: str) -> Player:
    """Open a table as the page for new tables does."""
    html = client.get(f"/games/{slug}/new").text
    data = {
        "csrf_token": field(html, "csrf_token"),
        "seat": list(players),
        "starter": "0",
        "do": "open",
        **{f"option.{key}": value for key, value in options.items()},
    }
    answer = client.post(f"/games/{slug}/new", data=data)
    assert answer.status_code == 303, answer.text
    return Player(client, answer.location.split("/t/")[1].split("/")[0])


@pytest.fixture
def alice(client: FlaskClient) -> Player:
    """A phone that has opened a table of three for Parade."""
    return open_table(client)
