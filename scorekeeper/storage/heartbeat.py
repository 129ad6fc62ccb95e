"""Test whether the database can be written and read, at most once a second."""

import time
from collections.abc import Callable

from scorekeeper.storage.contract import StorageFailed

EVERY = 1.0
"""Seconds between two tests. Health checks are open to everybody, and each test writes to the disk."""


class Heartbeat:
    """The newest result of a test. `test` writes and reads, and raises Unwritable or Unreadable if that fails."""

    def __init__(self, test: Callable[[], None]) -> None:
        self._test = test
        self._at = float("-inf")
        self._fault = ""

    def find_fault(self) -> str:
        """Return the cause of the failure in a word, or "" if the test succeeded. Test again if a second has passed."""
        now = time.monotonic()
        if now - self._at >= EVERY:
            self._at = now
            try:
                self._test()
                self._fault = ""
            except StorageFailed as wrong:
                self._fault = wrong.cause or "busy"
        return self._fault
