"""Contract of the store, for two engines: SQLite (`store.py`) and PostgreSQL (`postgres.py`).

Queries for tables, groups, links, phones and pads are shared: `journals.py`, `access.py`, `results.py` and `pads.py`
use SQL that both engines accept, with columns of TEXT and BIGINT only. An engine adds what differs: reading, writing
under admission, notifying other processes, and counting limits.

Both engines guarantee:

- A line is admitted against the current journal. If another process adds a line in between, it is admitted again.
- A line that `append` returned is on disk. Its idempotency key (`op`) belongs to it for ever. A tap that arrives twice
  gets the first answer, so one whose answer was lost can be sent again.
- Notifications are only hints: readers always fetch the lines after n. A lost notification costs at most `POLL`
  seconds.
- A failed transaction (full disk, lost connection, lock timeout) leaves nothing that was acknowledged. The store never
  retries it; the phone does, with the same key.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any, NamedTuple, Protocol

from scorekeeper.group import journal as group
from scorekeeper.table.journal import Act, By, Line, Seen
from scorekeeper.table.table import TableRow

POLL = 5.0
"""Seconds between two checks for lines of other processes, in addition to notifications."""


class Unwritable(Exception):
    """Error: a line could not be stored, and nothing was acknowledged.

    `cause` is "disk", "moved", "damaged", or "" for an error that may pass.
    """

    def __init__(self, words: str, cause: str = "") -> None:
        super().__init__(words)
        self.cause = cause


class Unreadable(Exception):
    """Error: the database could not be read. `cause` is as in Unwritable."""

    def __init__(self, words: str, cause: str = "") -> None:
        super().__init__(words)
        self.cause = cause


class DamagedLine(Exception):
    """Error: a line of a journal is missing, invalid or altered.

    The message goes to the log, so it leaves out the id of the table, which is part of its address.
    """

    def __init__(self, table_id: str, seq: int) -> None:
        super().__init__(f"line {seq} of a table")
        self.table = table_id
        self.seq = seq


class OpTaken(Exception):
    """Error: the idempotency key of a line belongs to another line."""


class GroupChange(NamedTuple):
    """Tables that a group gains and loses with a line."""

    new: Iterable[str] = ()
    gone: Iterable[str] = ()


class Rows(Protocol):
    """Result of a statement."""

    def fetchone(self) -> Any:
        """Return the next row, or None after the last."""

    def fetchall(self) -> list[Any]:
        """Return all remaining rows."""

    def __iter__(self) -> Iterator[Any]:
        """Yield row after row."""


class Connection(Protocol):
    """A transaction that executes statements with ? for values."""

    def execute(self, sql: str, values: Sequence[object] = ()) -> Rows:
        """Execute a statement."""

    def executemany(self, sql: str, rows: Iterable[Sequence[object]]) -> object:
        """Execute a statement for each row of values."""


class Recent(Protocol):
    """Counter of recent events by client, for rate limits."""

    @property
    def full(self) -> bool:
        """Whether some recent events may be missing from the count."""

    def count(self, who: str, now: float) -> int:
        """Return the number of events of a client within the last seconds, as far as known."""

    def add(self, who: str, now: float) -> None:
        """Record an event of a client."""


Notify = Callable[[str, Seen | None], None]
"""Callback for a notification: a table, and what a page with its newest line has seen. None if access has changed."""


class Storage(Protocol):
    """Operations of a store."""

    place: str
    """Location of the database in words."""

    engine: str
    """Name and version of the engine."""

    copied: Path | None
    """Backup that was made before an upgrade of the schema, or None."""

    def open_table(
        self,
        game: str,
        rules_version: int,
        first: Act,
        by: By,
        now: int,
        op: str = "",
        after: tuple[str, Mapping[int, int]] | None = None,
        admit: Callable[[], None] = lambda: None,
    ) -> str:
        """Open a table and return its id. The same `op` of a browser returns the same table."""

    def open_group(
        self, first: Sequence[group.Act], by: By, now: int, op: str = "", admit: Callable[[], None] = lambda: None
    ) -> str:
        """Open a group and return its id. The same `op` of a browser returns the same group."""

    def append(
        self,
        table_id: str,
        op: str,
        act: Act | group.Act,
        by: By,
        now: int,
        admit: Callable[[], Iterable[Act | group.Act] | None],
        holds: Callable[[], GroupChange] | None = None,
    ) -> Seen:
        """Admit and add a line. Return what a page has seen that shows it.

        Raise OpTaken if `op` belongs to another line, Unwritable if it cannot be stored, and whatever `admit` raises.
        """

    def look(self, table_id: str) -> tuple[TableRow, Seen] | None:
        """Return the stored table or group with its newest line, or None if there is none."""

    def news(self, group_id: str) -> Seen:
        """Return what a group page has seen that shows the newest lines of the group and its tables."""

    def lines(self, table_id: str, after: int = 0) -> list[Line]:
        """Return the lines of a table after a number. Raise DamagedLine or Unreadable if that fails."""

    def group_lines(self, group_id: str) -> list[group.Line]:
        """Return the lines of a group. Raise DamagedLine or Unreadable if that fails."""

    def role(self, table_id: str, browser: str) -> str:
        """Return "score", "watch" or "". Other questions about access are answered by `Members`."""

    def recent(self, kind: str, seconds: float, most: int) -> Recent | None:
        """Return a counter shared by all processes, or None if there is only one process."""

    def erasing(self, ids: Iterable[str]) -> AbstractContextManager[Connection]:
        """Open a transaction with exclusive access to these journals, in which lines can be changed and deleted."""

    def wipe(self, ids: Iterable[str]) -> None:
        """Remove remains of erased lines from disk as far as possible, and notify other processes.

        Raise Unwritable on failure.
        """

    def tell(self, table_id: str, newest: Seen | None) -> None:
        """Notify other processes."""

    def listen(self, ring: Notify, list_listened: Callable[[], Collection[str]]) -> None:
        """Call `ring` from now on when another process has written.

        `list_listened` returns the tables with listening phones.
        """

    def note_closed(self, table_id: str) -> None:
        """Record how access to a table or group was restricted so far.

        Call it before checking if a phone may listen there.

        Later restrictions then cause a notification even if the notice of another process is lost. Raise Unreadable on
        failure.
        """

    def secret_key(self) -> bytes:
        """Return the key that signs the pages of all processes. It is generated once."""

    def trouble(self) -> str:
        """Return why no line could be written now as one word, "" if it could."""

    def close(self) -> None:
        """Release the database."""
