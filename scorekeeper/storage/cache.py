"""A cache in memory for all threads of a process."""

import threading
from collections import OrderedDict
from collections.abc import Hashable
from typing import Generic, TypeVar

Key = TypeVar("Key", bound=Hashable)

Value = TypeVar("Value")


class Cache(Generic[Key, Value]):
    """The `most` values that were stored last. The caller knows whether a value is still valid."""

    def __init__(self, most: int) -> None:
        self.most = most
        self._values: OrderedDict[Key, Value] = OrderedDict()
        self._lock = threading.Lock()

    def get(self, key: Key) -> Value | None:
        """Return the value of a key, or None."""
        with self._lock:
            return self._values.get(key)

    def pop(self, key: Key) -> Value | None:
        """Remove and return the value of a key, or None."""
        with self._lock:
            return self._values.pop(key, None)

    def store(self, key: Key, value: Value) -> None:
        """Store the value of a key. If there are too many, the one stored longest ago is dropped."""
        with self._lock:
            self._values[key] = value
            self._values.move_to_end(key)
            if len(self._values) > self.most:
                self._values.popitem(last=False)
