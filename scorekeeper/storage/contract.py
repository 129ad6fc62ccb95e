"""Contract of the store, for two engines: SQLite (`store.py`) and PostgreSQL (`postgres.py`).

`Storage` has what an engine must offer. All else is the same for both: `journals.py`, `access.py`, `results.py`,
`pads.py` and `drafts.py` use SQL that both engines accept, with columns of TEXT and BIGINT only.

Both engines guarantee:

- A line is admitted against the current journal, to which nobody adds another one meanwhile.
- A line that `append` returned is on disk. Its idempotency key (`op`) belongs to it for ever. A tap that arrives twice
  gets the first answer, so a tap whose answer was lost can be sent again.
- Notifications are only hints: readers always fetch the lines after n. A lost notification costs at most `POLL`
  seconds.
- A failed transaction (full disk, lost connection, lock timeout) leaves nothing that was acknowledged. The store never
  retries it; the phone does, with the same key.
"""

import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterable, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any, Protocol

from scorekeeper.language.text import Literal, NotDone, Text
from scorekeeper.storage.recent import LocalRecent, Recent
from scorekeeper.table.journal import Seen
from scorekeeper.version import VERSION

POLL = 5.0
"""Seconds between two checks for lines of other processes, in addition to notifications."""

TESTED_EVERY = 1.0
"""Seconds between two tests of a database. Health checks are open to everybody, and each test writes to the disk."""


class Unusable(NotDone):
    """Error: the database cannot be used as it is. The message says why."""


class Newer(Unusable):
    """Error: a newer Scorekeeper has changed the schema of the database. `version` is its version, "" if unknown."""

    def __init__(self, path: Path | str, version: str = "") -> None:
        if version:
            text = (
                "%(path)s was written by Scorekeeper %(version)s, and this is %(own)s. Install that version to use it. "
                "Nothing was changed."
            )
        else:
            text = (
                "%(path)s was written by a newer version of Scorekeeper. Install that version to use it. Nothing was "
                "changed."
            )
        super().__init__(Text(text, path=path, version=Literal(version), own=Literal(VERSION)))


class StorageFailed(Exception):
    """Error: `cause` is "disk", "moved", "damaged", or "" if the error may be temporary."""

    def __init__(self, words: str, cause: str = "") -> None:
        super().__init__(words)
        self.cause = cause


class Unwritable(StorageFailed):
    """Error: a line could not be stored, and nothing was acknowledged."""


class Unreadable(StorageFailed):
    """Error: the database could not be read."""


class DamagedLine(Exception):
    """Error: a line of a journal is missing, invalid or altered, or `seq` is 0 and the rows of a group are.

    The message goes to the log, so it leaves out the id of the table, which is part of its address.
    """

    def __init__(self, table_id: str, seq: int) -> None:
        super().__init__(f"line {seq} of a table" if seq else "the rows of a group")
        self.table = table_id
        self.seq = seq


class OpTaken(Exception):
    """Error: the idempotency key of a line belongs to another line."""


class Transaction(Protocol):
    """A transaction that executes statements with ? as the placeholder for values."""

    def execute(self, sql: str, values: Sequence[object] = ()) -> Any:
        """Execute a statement with these values and return its rows, as a cursor of the engine."""

    def executemany(self, sql: str, rows: Iterable[Sequence[object]]) -> object:
        """Execute a statement for each row of values."""


Notify = Callable[[str, Seen | None], None]
"""Callback for notifications. It gets the id of a table or group, and the `Seen` of a page that shows its newest line.

The `Seen` is None if access to the table or group has changed.
"""


class Storage(ABC):
    """A database of either engine.

    An engine has the abstract methods. The others suit an engine that only one process uses.
    """

    place: str
    """Location of the database, as shown to the owner."""

    copied: Path | None = None
    """Backup that was made before an upgrade of the schema, or None."""

    unexplained = "busy"
    """Word for trouble without a known cause."""

    _tested = float("-inf")
    """When the database was tested last."""

    _fault = ""

    @abstractmethod
    def query(self, sql: str, *values: object) -> list[tuple[Any, ...]]:
        """Return the rows of a SELECT, with a value for each ? in it. Raise Unreadable on failure.

        Rows that a transaction has written may be missing until it is committed.
        """

    @abstractmethod
    def transaction(self, table_id: str = "", browser: str = "") -> AbstractContextManager[Transaction]:
        """Open a transaction, during which nobody else writes to this table or for this browser.

        It is committed at the end of the block, and rolled back if the block raises. Raise Unwritable on failure.
        """

    @abstractmethod
    def erasing(self, ids: Iterable[str]) -> AbstractContextManager[Transaction]:
        """Open a transaction with exclusive access to these journals, in which lines can be changed and deleted."""

    @abstractmethod
    def wipe(self, ids: Iterable[str]) -> None:
        """Remove remains of erased lines from disk as far as possible, and notify other processes of these journals.

        Raise Unwritable on failure.
        """

    @abstractmethod
    def secret_key(self) -> bytes:
        """Return the SECRET_KEY of the Flask app, the same for all processes. It is generated once."""

    @abstractmethod
    def write_and_read(self) -> None:
        """Write a little and read a line, as a tap does. Raise Unwritable or Unreadable if that fails."""

    @abstractmethod
    def close(self) -> None:
        """Release the database."""

    def trouble(self) -> str:
        """Return in one word why no line could be written within the last second, or "" if one could."""
        now = time.monotonic()
        if now - self._tested >= TESTED_EVERY:
            self._tested = now
            try:
                self.write_and_read()
                self._fault = ""
            except StorageFailed as wrong:
                self._fault = wrong.cause or self.unexplained
        return self._fault

    def recent(self, kind: str, seconds: float, most: int) -> Recent:
        """Return a counter of events of a kind within the last `seconds`, up to `most` per client.

        All processes share it. It is in memory if there is only one process.
        """
        return LocalRecent(seconds, most)

    def tell(self, table_id: str, newest: Seen | None) -> None:
        """Notify other processes of the newest line of a table or group, or of changed access if `newest` is None."""

    def listen(self, ring: Notify, list_listened: Callable[[], Collection[str]]) -> None:
        """Call `ring` from now on whenever another process has written.

        `list_listened` returns the ids of the tables and groups to which phones are listening.
        """

    def note_closed(self, table_id: str) -> None:
        """Record the present restrictions of access to a table or group, so that later restrictions are noticed.

        Call it before checking whether a phone may listen to the table. A later restriction then causes a notification
        even if the notice of another process is lost. Raise Unreadable on failure.
        """
