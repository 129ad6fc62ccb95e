"""Contract of the store, for two engines: SQLite (`store.py`) and PostgreSQL (`postgres.py`).

Queries for tables, groups, links, phones and pads are shared: `journals.py`, `access.py`, `results.py`, `pads.py`
and `drafts.py` use SQL that both engines accept, with columns of TEXT and BIGINT only. An engine adds what differs:
reading, writing lines that were admitted, notifying other processes, and counting limits.

Both engines guarantee:

- A line is admitted against the current journal. If another process adds a line in between, it is admitted again.
- A line that `append` returned is on disk. Its idempotency key (`op`) belongs to it for ever. A tap that arrives twice
  gets the first answer, so a tap whose answer was lost can be sent again.
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

    `cause` is "disk", "moved", "damaged", or "" if the error may be temporary.
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
    """Ids of the tables that a group gains (`new`) and loses (`gone`) with a line of its journal."""

    new: Iterable[str] = ()
    gone: Iterable[str] = ()


class Rows(Protocol):
    """Result of a statement."""

    def fetchone(self) -> Any:
        """Return the next row, or None after the last."""

    def fetchall(self) -> list[Any]:
        """Return all remaining rows."""

    def __iter__(self) -> Iterator[Any]:
        """Yield the remaining rows."""


class Connection(Protocol):
    """A transaction that executes statements with ? as the placeholder for values."""

    def execute(self, sql: str, values: Sequence[object] = ()) -> Rows:
        """Execute a statement with these values and return its rows."""

    def executemany(self, sql: str, rows: Iterable[Sequence[object]]) -> object:
        """Execute a statement for each row of values."""


class Recent(Protocol):
    """Counter of the events of each client within the last seconds, for rate limits."""

    @property
    def full(self) -> bool:
        """Whether some recent events may be missing from the count."""

    def count(self, who: str, now: float) -> int:
        """Return how many recent events of a client are known."""

    def add(self, who: str, now: float) -> None:
        """Record an event of a client."""


Notify = Callable[[str, Seen | None], None]
"""Callback for notifications. It gets the id of a table or group, and the `Seen` of a page that shows its newest line.

The `Seen` is None if access to the table or group has changed.
"""


class Storage(Protocol):
    """Operations that every engine of the store offers to the app."""

    place: str
    """Location of the database, as shown to the owner."""

    engine: str
    """Name and version of the database engine."""

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
        """Create a table whose journal begins with `first`, and return its id.

        If this browser has already used `op`, return the table it created then. Otherwise call `admit` first, which may
        raise to refuse. `after` holds the id of an earlier table whose members are admitted too, and a map from its
        seats to the new ones.
        """

    def open_group(
        self, first: Sequence[group.Act], by: By, now: int, op: str = "", admit: Callable[[], None] = lambda: None
    ) -> str:
        """Create a group whose journal begins with `first`, and return its id.

        If this browser has already used `op`, return the group it created then. Otherwise call `admit` first, which may
        raise to refuse.
        """

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
        """Admit and add a line. Return the `Seen` of a page that shows it, even if `op` has added it before.

        `admit` checks the line against the current journal, and raises to refuse it. It may return lines to add before
        this one. `holds`, called after `admit`, returns the tables that a group gains and loses.

        Raise OpTaken if `op` belongs to another line, Unwritable if the line cannot be stored, and whatever `admit`
        raises.
        """

    def look(self, table_id: str) -> tuple[TableRow, Seen] | None:
        """Return a table or group as stored, with the `Seen` of its newest line. Return None if it does not exist.

        Both are read in one query.
        """

    def news(self, group_id: str) -> Seen:
        """Return the `Seen` of a group page that shows the newest lines of the group and its tables."""

    def lines(self, table_id: str, after: int = 0) -> list[Line]:
        """Return the lines of a table after line number `after`. Raise DamagedLine or Unreadable if that fails."""

    def group_lines(self, group_id: str) -> list[group.Line]:
        """Return the lines of a group. Raise DamagedLine or Unreadable if that fails."""

    def role(self, table_id: str, browser: str) -> str:
        """Return the role of a browser at a table: "score", "watch", or "" without access.

        Further queries about access are in `Members`, a base class of the store.
        """

    def recent(self, kind: str, seconds: float, most: int) -> Recent | None:
        """Return a counter of events of a kind within the last `seconds`, shared by all processes.

        It counts up to `most` events per client. Return None if there is only one process, which can count in memory.
        """

    def erasing(self, ids: Iterable[str]) -> AbstractContextManager[Connection]:
        """Open a transaction with exclusive access to these journals, in which lines can be changed and deleted."""

    def wipe(self, ids: Iterable[str]) -> None:
        """Remove remains of erased lines from disk as far as possible, and notify other processes of these journals.

        Raise Unwritable on failure.
        """

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

    def secret_key(self) -> bytes:
        """Return the SECRET_KEY of the Flask app, the same for all processes. It is generated once."""

    def trouble(self) -> str:
        """Return in one word why no line can be written at present, or "" if one can."""

    def close(self) -> None:
        """Release the database."""
