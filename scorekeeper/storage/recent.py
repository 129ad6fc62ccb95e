"""Counters of the recent events of each client, for rate limits."""

import time
from collections import OrderedDict, deque
from typing import Protocol

CLIENTS_IN_MEMORY = 4096
"""Maximum number of clients counted at a time."""


class Recent(Protocol):
    """Counter of the events of each client within the last seconds, for rate limits."""

    most: int
    """Maximum number counted per client."""

    @property
    def full(self) -> bool:
        """Whether some recent events may be missing from the count."""

    def count(self, who: str) -> int:
        """Return how many recent events of a client are known."""

    def add(self, who: str) -> None:
        """Record an event of a client."""


class LocalRecent:
    """Counter in the memory of this process. It is not thread-safe: the caller must hold a lock."""

    def __init__(self, seconds: float, most: int) -> None:
        self.seconds = seconds
        self.most = most
        self.clock = time.monotonic
        self._times: OrderedDict[str, deque[float]] = OrderedDict()
        """The times of the events of each client. The client idle longest is first."""

    def count(self, who: str) -> int:
        """Return the number of a client's events within the last `seconds`, at most `most`."""
        now = self._forget()
        return sum(at > now - self.seconds for at in self._times.get(who, ()))

    def add(self, who: str) -> None:
        """Record an event of a client. If too many clients are stored, drop the one idle longest."""
        now = self._forget()
        # Older times than the last `most` can no longer change whether the limit is reached.
        self._times.setdefault(who, deque(maxlen=self.most)).append(now)
        self._times.move_to_end(who)
        if len(self._times) > CLIENTS_IN_MEMORY:
            self._times.popitem(last=False)

    @property
    def full(self) -> bool:
        """Whether clients may have been dropped recently, so that counts can be too low."""
        return len(self._times) >= CLIENTS_IN_MEMORY

    def _forget(self) -> float:
        """Forget the clients whose events are all too old, and return the time."""
        now = self.clock()
        while self._times and next(iter(self._times.values()))[-1] <= now - self.seconds:
            self._times.popitem(last=False)
        return now
