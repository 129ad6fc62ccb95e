"""The group of these tests."""

import pytest
from flask import Flask
from flask.testing import FlaskClient

from tests.support.groups import Friends, open_group


@pytest.fixture
def friday(client: FlaskClient, app: Flask) -> Friends:
    """A group of three."""
    return open_group(client, app, "Friday", "Anna", "Bo", "Cleo")
