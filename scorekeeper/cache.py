"""A cache in memory for all threads of a process."""

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

CacheKey = TypeVar("CacheKey", bound=Hashable)

Cached = TypeVar("Cached")


class Cache(Generic[CacheKey, Cached]):
    """The values that were stored last. The caller knows whether a value is still valid.

    There are at most `most` of them, and together they weigh at most `room`. The newest one stays whatever it weighs.
    """

    def __init__(
        self, most: int, room: float = float("inf"), weigh: Callable[[Cached], float] = lambda value: 1
    ) -> None:
        self.most = most
        self.room = room
        self.weigh = weigh
        self._values: OrderedDict[CacheKey, tuple[Cached, float]] = OrderedDict()
        self._weight = 0.0
        self._lock = threading.RLock()

    def get(self, key: CacheKey) -> Cached | None:
        """Return the value of a key, or None."""
        with self._lock:
            held = self._values.get(key)
            return held[0] if held else None

    def pop(self, key: CacheKey) -> Cached | None:
        """Remove and return the value of a key, or None."""
        with self._lock:
            value, weight = self._values.pop(key, (None, 0.0))
            self._weight -= weight
            return value

    def store(self, key: CacheKey, value: Cached) -> None:
        """Store the value of a key. If there is too much, those stored longest ago are dropped."""
        weight = self.weigh(value)
        with self._lock:
            self.pop(key)
            self._values[key] = value, weight
            self._weight += weight
            while len(self._values) > self.most or (self._weight > self.room and len(self._values) > 1):
                self.pop(next(iter(self._values)))
