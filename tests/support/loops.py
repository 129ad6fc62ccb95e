"""Loops that must have something to check."""

from collections.abc import Iterable, Iterator
from typing import TypeVar

Item = TypeVar("Item")


def at_least_one(items: Iterable[Item]) -> Iterator[Item]:
    """Yield the items. Fail if there are none, because then a test has checked nothing."""
    count = 0
    for count, item in enumerate(items, 1):  # noqa: B007
        yield item
    assert count, "there is nothing to check"
