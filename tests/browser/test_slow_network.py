"""A mobile network of the second generation, with the figures of `EDGE`. `tools/slow_network.py` measures it."""

import re
from collections.abc import Callable, Iterator
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import expect

from tests.support.browser import ADDRESS, HOST, KEPT, Phone, lines, writing
from tests.support.http import flip_taps
from tests.support.network import EDGE, Network

ENTERED = [tap for tap in flip_taps() if tap.startswith("1.red.")]
"""The taps that enter the red cards of the example."""


@pytest.fixture
def network(server: str) -> Iterator[Network]:
    """Such a network to the app."""
    network = Network(ADDRESS, urlsplit(server).port or 0, EDGE)
    yield network
    network.close()


@pytest.fixture
def slow(network: Network, phones: Callable[..., Phone]) -> Phone:
    """A phone in that network."""
    phone = phones()
    phone.context.set_default_timeout(60_000)
    phone.base = f"http://{HOST}:{network.port}"
    return phone


def tap_all(phone: Phone) -> list[int]:
    """Tap the red cards without waiting for an answer. Return how many taps were waiting after each."""
    waiting = []
    for tap in ENTERED:
        phone.page.locator(writing(tap)).first.evaluate("(chip) => chip.click()")
        waiting.append(int(phone.page.evaluate(KEPT)))
    return waiting


def test_a_slow_network_that_fails_halfway_loses_nothing_and_says_what_waits(slow: Phone, network: Network) -> None:
    slow.forgive("net::ERR_", "Failed to load resource")
    table = slow.new_table()
    slow.wait_for_scripts()
    tap_all(slow)
    slow.page.wait_for_timeout(1500)
    network.cut()
    said = re.compile(r"No connection\.\s+Taps waiting to be sent: [1-9]")
    expect(slow.page.locator("#offline")).to_have_text(said, use_inner_text=True)
    network.recover()
    slow.settle()
    assert lines(slow) == 1 + len(ENTERED)
    slow.open(f"{table}journal")
    assert slow.page.get_by_text("Take back").count() == len(ENTERED)
