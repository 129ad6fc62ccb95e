"""Fixtures of the browser tests: a real server, Chromium, and phones that tap.

Pages are opened at the network address of this computer over plain http, as phones at a table open them. There a
browser grants no wake lock, clipboard, sharing or service worker, as it does to localhost.
"""

from collections.abc import Callable, Iterator
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, Playwright, expect, sync_playwright

from scorekeeper.storage.groups import Groups
from tests.support.browser import ADDRESS, CHROMIUM, HOST, PHONE, QUIET, Phone, phone_of
from tests.support.http import PHONE_SAYS
from tests.support.network import Network
from tests.support.server import serving
from tests.support.tables import Running, running

expect.set_options(timeout=20_000)  # for busy computers


def pytest_itemcollected(item: pytest.Item) -> None:
    """Mark every test of this folder, so that `-m "not browser"` excludes it."""
    item.add_marker("browser")


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a running app that allows many tables from one network."""
    instance = tmp_path_factory.mktemp("served") / "instance"
    instance.mkdir()
    (instance / "config.py").write_text("NEW_TABLES = 10_000\n")
    with serving(instance, host=ADDRESS) as running:
        yield f"http://{HOST}:{running.address.rsplit(':', 1)[1].strip('/')}"


@pytest.fixture(scope="package")
def driver() -> Iterator[Playwright]:
    """What starts browsers. It stops with the tests of this folder: its event loop blocks those of others."""
    with sync_playwright() as playwright:
        yield playwright


@pytest.fixture(scope="package")
def chromium(driver: Playwright) -> Iterator[Browser]:
    """The browser. If it is missing the tests fail, because skipped browser tests prove nothing."""
    assert CHROMIUM, "Chromium is missing; python3 dev.py test installs it on Debian and Ubuntu"
    browser = driver.chromium.launch(executable_path=CHROMIUM, args=list(QUIET))
    yield browser
    browser.close()


@pytest.fixture
def phones(chromium: Browser, server: str) -> Iterator[Callable[..., Phone]]:
    """A function that makes phones. At the end the test fails if their consoles have errors."""
    made: list[Phone] = []

    def make(**how: object) -> Phone:
        # Without animations: the driver waits for a moving button by scrolling the page, as no finger does.
        still = {"reduced_motion": "reduce"}
        options = {
            "viewport": PHONE,
            "user_agent": PHONE_SAYS,
            "device_scale_factor": 2,
            "has_touch": True,
            **still,
            **how,
        }
        script = bool(options.get("java_script_enabled", True))
        made.append(Phone(chromium.new_context(**options), server, script))
        return made[-1]

    yield make
    for phone in made:
        phone.context.close()
        assert phone.complaints == []


@pytest.fixture
def phone(phones: Callable[..., Phone]) -> Phone:
    """The 390 × 664 pixels that the browser of a phone leaves to a page."""
    return phones()


@pytest.fixture
def network(server: str) -> Iterator[Network]:
    """A network to the app that can be cut."""
    network = Network(ADDRESS, urlsplit(server).port or 0)
    yield network
    network.close()


@pytest.fixture(scope="package")
def here(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """An app in this process, in which tests write what they do not tap."""
    with running(tmp_path_factory.mktemp("here") / "instance", ADDRESS) as app:
        yield app


@pytest.fixture
def groups(here: Running) -> Groups:
    """The groups of that app."""
    groups = here.app.extensions["groups"]
    assert isinstance(groups, Groups)
    return groups


@pytest.fixture
def scoring(chromium: Browser, here: Running) -> Iterator[Phone]:
    """The phone that scores at the tables of that app. The test fails if its console has errors."""
    base = f"http://{HOST}:{here.port}"
    how = {"viewport": PHONE, "user_agent": PHONE_SAYS, "has_touch": True, "reduced_motion": "reduce"}
    phone = Phone(phone_of(chromium, base, "scoring", **how), base)
    yield phone
    phone.context.close()
    assert phone.complaints == []
