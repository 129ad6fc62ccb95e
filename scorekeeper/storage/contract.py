"""What keeps the scores: one contract for two engines, SQLite (`store.py`) and PostgreSQL (`postgres.py`).

All that is asked of tables, groups, links, phones and pads is written once, in `journals.py`, `access.py`,
`results.py` and `pads.py`, in SQL that both speak, with columns of TEXT and BIGINT only. An engine gives what differs:
how is read, how is written under admission, how others hear of a line, where limits are counted.

What holds on both:

- A line is admitted with the journal as it stands: nobody else adds one to that table between the look and the line,
  or it is looked at again.
- What `append` has returned is on the disk. The op of a line is its table's own for ever, so a tap that arrives again
  gets the answer of the first time, and one whose answer was lost may be sent again.
- "Lines after n" is the truth. A ring only says that there are some; one that is lost costs at most `POLL` seconds.
- A transaction that is refused (a disk, a lost connection, a lock that takes too long) has left nothing behind that was
  answered; it is never tried again here. The phone does, with the same op.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any, NamedTuple, Protocol

from scorekeeper.group import journal as group
from scorekeeper.table.journal import Act, By, Line, Seen
from scorekeeper.table.table import TableRow

POLL = 5.0
"""Seconds between two looks at what other processes have written, beside what they ring."""


class Unwritable(Exception):
    """The line could not be stored; nothing was acknowledged.

    The `cause` is "disk", "moved", "damaged", or "" for what may pass by itself.
    """

    def __init__(self, words: str, cause: str = "") -> None:
        super().__init__(words)
        self.cause = cause


class Unreadable(Exception):
    """The database could not be read; the `cause` as for what cannot be written."""

    def __init__(self, words: str, cause: str = "") -> None:
        super().__init__(words)
        self.cause = cause


class DamagedLine(Exception):
    """A line of a journal cannot be read, is missing, or is not as it was written.

    Its words go to the log, so they do not name the table: that would be its address.
    """

    def __init__(self, table_id: str, seq: int) -> None:
        super().__init__(f"line {seq} of a table")
        self.table = table_id
        self.seq = seq


class OpTaken(Exception):
    """This op was used for another line already."""


class Held(NamedTuple):
    """Which tables a group holds with a line, and did not before; and which it holds no more."""

    new: Iterable[str] = ()
    gone: Iterable[str] = ()


class Rows(Protocol):
    """What a statement has read."""

    def fetchone(self) -> Any:
        """The next row, None after the last."""

    def fetchall(self) -> list[Any]:
        """All rows that are left."""

    def __iter__(self) -> Iterator[Any]:
        """Row by row."""


class Connection(Protocol):
    """One transaction: statements with ? for their values."""

    def execute(self, sql: str, values: Sequence[object] = ()) -> Rows:
        """Do one statement."""

    def executemany(self, sql: str, rows: Iterable[Sequence[object]]) -> object:
        """Do one statement for each row of values."""


class Recent(Protocol):
    """What was done of late, counted for each who did it; `full` when some of it may have been forgotten."""

    @property
    def full(self) -> bool:
        """Whether some of what was done of late may have been forgotten."""

    def count(self, who: str, now: float) -> int:
        """How often within the last seconds, as far as that is remembered."""

    def add(self, who: str, now: float) -> None:
        """It is done now."""


Ring = Callable[[str, Seen | None], None]
"""Told of a table and what a page that shows its newest line has seen; None: who may see it has changed."""


class Storage(Protocol):
    """The contract."""

    place: str
    """Where the scores lie, in words."""

    engine: str
    """Its name and version."""

    copied: Path | None
    """The copy of an older database that was made before it was brought up to date."""

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
        """Open a table, once for each op of a browser; return its address."""

    def open_group(
        self, first: Sequence[group.Act], by: By, now: int, op: str = "", admit: Callable[[], None] = lambda: None
    ) -> str:
        """Open a group, once for each op of a browser; return its address."""

    def append(
        self,
        table_id: str,
        op: str,
        act: Act | group.Act,
        by: By,
        now: int,
        admit: Callable[[], Iterable[Act | group.Act] | None],
        holds: Callable[[], Held] | None = None,
    ) -> Seen:
        """Add a line under admission; return what a page has seen that shows it.

        Raises OpTaken, Unwritable, what `admit` raises.
        """

    def look(self, table_id: str) -> tuple[TableRow, Seen] | None:
        """A table or a group as it is registered, and its newest line."""

    def news(self, group_id: str) -> Seen:
        """What a page of a group has seen that shows its newest line, those of its tables, and which are deleted."""

    def lines(self, table_id: str, after: int = 0) -> list[Line]:
        """The lines of a table after the one with that number. Raises DamagedLine, Unreadable."""

    def group_lines(self, group_id: str) -> list[group.Line]:
        """The lines of a group. Raises DamagedLine, Unreadable."""

    def role(self, table_id: str, browser: str) -> str:
        """What a browser may do: "score", "watch" or nothing; the other questions about members are in `Members`."""

    def recent(self, kind: str, seconds: float, most: int) -> Recent | None:
        """Where a limit is counted by all processes; None: each counts by itself, for there is only one."""

    def erasing(self, ids: Iterable[str]) -> AbstractContextManager[Connection]:
        """One transaction, alone at these tables and groups, in which their lines may be changed and removed."""

    def wipe(self, ids: Iterable[str]) -> None:
        """Leave as little as possible of what was erased, and tell the other processes. Raises Unwritable."""

    def tell(self, table_id: str, newest: Seen | None) -> None:
        """Ring in the other processes."""

    def listen(self, ring: Ring, heard: Callable[[], Collection[str]]) -> None:
        """Ring here from now on when another process has written; `heard` names the tables at which phones listen."""

    def note_closed(self, table_id: str) -> None:
        """Note what is closed at a table or group; called before it is asked whether a phone may listen there.

        So whatever is closed from then on is rung for, even when its notice is lost. Raises Unreadable.
        """

    def secret_key(self) -> bytes:
        """The key that signs the pages of all processes; made once."""

    def trouble(self) -> str:
        """Why no line could be written now, in a word; "" where it could."""

    def close(self) -> None:
        """Let go of it."""
