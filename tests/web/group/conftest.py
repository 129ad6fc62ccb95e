"""The group of these tests, and their clock."""

import time

import pytest
from flask import Flask
from flask.testing import FlaskClient

from tests.support.groups import Friends, open_group
from tests.support.http import TickingClock


@pytest.fixture
def friday(client: FlaskClient, app: Flask) -> Friends:
    """A group of three."""
    return open_group(client, app, "Friday", "Anna", "Bo", "Cleo")


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> TickingClock:
    """The clock of the computer, set by the test."""
    clock = TickingClock()
    clock.now = time.time() - 5000
    monkeypatch.setattr("time.time", clock)
    return clock
