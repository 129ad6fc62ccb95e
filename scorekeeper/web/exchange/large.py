"""Large exports: written one at a time, and kept in memory until something is entered.

Writing one takes seconds, during which all phones wait longer. Links are enough to ask for it, without any cookie.
"""

from collections.abc import Callable, Hashable
from threading import Lock

from scorekeeper.cache import Cache
from scorekeeper.language.text import NotDone, Text

FEW_LINES = 200
"""Number of lines of journals up to which an export is small. Writing it takes less than a tenth of a second."""

EXPORTS_IN_MEMORY = 64
"""Maximum number of large exports in memory."""

LETTERS_IN_MEMORY = 16 * 1024 * 1024
"""Maximum number of characters of all large exports in memory together."""


class ImportBusy(NotDone):
    """Another large export is being written."""

    def __init__(self) -> None:
        super().__init__(Text("Another large export is being written. Nothing is lost. Try again in a moment."))


class LargeExports:
    """The large exports of one app."""

    def __init__(self) -> None:
        self._kept = Cache[Hashable, str](EXPORTS_IN_MEMORY, LETTERS_IN_MEMORY, len)
        self._writing = Lock()

    def get_or_write(self, key: Hashable, lines: int, write: Callable[[], str]) -> str:
        """Return an export from memory if it has the same `key`, otherwise what `write` returns.

        `lines` is the number of lines of the exported journals. A small export is always written anew. Raise Busy if
        another large one is being written.
        """
        if lines <= FEW_LINES:
            return write()
        kept = self._kept.get(key)
        if kept is not None:
            return kept
        # Refused at once: a waiting request would occupy one of the few worker threads.
        if not self._writing.acquire(blocking=False):
            raise ImportBusy
        try:
            written = write()
            self._kept.store(key, written)
            return written
        finally:
            self._writing.release()
