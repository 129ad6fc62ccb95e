"""Loops that must have something to check, and waiting that must end."""

import time
from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

Item = TypeVar("Item")


def at_least_one(items: Iterable[Item]) -> Iterator[Item]:
    """Yield the items. Fail if there are none, because then a test has checked nothing."""
    count = 0
    for count, item in enumerate(items, 1):  # noqa: B007
        yield item
    assert count, "there is nothing to check"


def wait_until(holds: Callable[[], object], seconds: float = 60) -> None:
    """Wait until a condition holds. Fail after some seconds."""
    end = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < end, "it never came"
        time.sleep(0.02)
