"""Following copy: a backup in another folder, and beside it a log of the transactions since.

The log has a line for each transaction: a hash, then the statements that changed something, with their values.
Repeating them in order on the backup gives the database. Each hash covers its line and all lines before, so a line that
was torn or changed is found. The copy is used up to there.
"""

import json
import os
import re
import tempfile
import threading
import time
from collections import deque
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from sqlite_utils import Database

from scorekeeper.language.text import Literal, Text
from scorekeeper.storage.backup import Refused, mark_complete, read_key
from scorekeeper.storage.contract import Unusable
from scorekeeper.storage.files import sync_folder
from scorekeeper.storage.sqlite_file import connect
from scorekeeper.storage.store import Changes, Store

NAME = "scorekeeper-following-{}.db"
"""Name of the backup that a log continues, with the Unix time at which it was begun."""

NAMES = re.compile(r"scorekeeper-following-(\d+)\.db")

MOST_WAITING = 50_000
"""Transactions that may wait for a folder that does not answer. With more, the copy is begun anew later."""


class NoFolder(OSError):
    """Error: the folder for the copies is missing, or its disk is not mounted."""


class Restored(NamedTuple):
    """A copy that was put together: its file, the Unix time of its newest line, and whether its log is torn."""

    path: Path
    until: int
    torn: bool

    @property
    def notes(self) -> list[Text]:
        """Sentences on how much was restored."""
        newest = Text(
            "The newest entry is from %(time)s.",
            time=Literal(time.strftime("%Y-%m-%d %H:%M:%S", time.localtime(self.until))),
        )
        torn = Text("The last entry in the copy was incomplete and was left out.")
        return [*([newest] if self.until else []), *([torn] if self.torn else [])]


class FollowingCopy:
    """A copy of a store that receives every transaction after it was committed.

    `begin` makes the backup. From then on transactions wait in memory until `write` appends them to the log. Both may
    take long and may fail; the store never waits for them.
    """

    def __init__(self, store: Store, folder: Path) -> None:
        self.store = store
        self.folder = folder
        self.path: Path | None = None
        """Backup that is followed, None if no copy is followed at present."""
        self.woken = threading.Event()
        """Set when a transaction waits."""
        self._waiting: deque[tuple[float, Changes]] = deque()
        self._log: int | None = None
        self._hash = ""
        self._device: int | None = None

    def begin(self) -> None:
        """Begin a copy with a backup. Raise NoFolder, OSError, sqlite3.Error or Unusable on failure."""
        self.end()
        self._require_folder()
        path = self._choose_name()
        try:
            # Created here and not by SQLite, so that only the owner can read it.
            os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
            with connect(path) as copy:
                copy.execute("PRAGMA synchronous=FULL")
                self.store.copy_from_now(copy, self._record)
                copy.execute("PRAGMA journal_mode=DELETE")
                mark_complete(copy, self.store.path.parent)
            self._log = os.open(path.with_suffix(".log"), os.O_CREAT | os.O_EXCL | os.O_WRONLY | os.O_APPEND, 0o600)
            sync_folder(self.folder)
        except BaseException:
            self.end()
            with suppress(OSError):
                path.unlink(missing_ok=True)
                path.with_suffix(".log").unlink(missing_ok=True)
            raise
        self._hash = path.name
        self.path = path

    def write(self) -> None:
        """Append the transactions that wait to the log and sync it to disk.

        Raise NoFolder or OSError on failure. The log may then end with a torn line, so a copy has to be begun anew.
        """
        assert self._log is not None
        self.woken.clear()
        if not self._waiting:
            return
        self._require_folder()
        if len(self._waiting) > MOST_WAITING:
            raise OSError("too many entries wait for it")
        # One at a time, because a transaction may be added meanwhile.
        entries = [self._waiting[place] for place in range(len(self._waiting))]
        content = b""
        for _, changes in entries:
            body = json.dumps(changes, separators=(",", ":"))
            self._hash = _hash_line(self._hash, body)
            content += f"{self._hash} {body}\n".encode()
        while content:
            content = content[os.write(self._log, content) :]
        os.fsync(self._log)
        # Removed only now: what is not on the disk counts as waiting.
        for _ in entries:
            self._waiting.popleft()

    def end(self) -> None:
        """Stop following. The copy made so far stays."""
        self.store.on_commit = None
        self._waiting.clear()
        self.path = None
        if self._log is not None:
            with suppress(OSError):
                os.close(self._log)
            self._log = None

    def seconds_behind(self) -> float:
        """Return for how many seconds the oldest transaction that waits has been waiting, 0 if none waits."""
        with suppress(IndexError):
            return max(0.0, time.monotonic() - self._waiting[0][0])
        return 0.0

    def remove_older(self) -> None:
        """Delete the following copies that were made before this one. Raise OSError on failure."""
        for path in _list_copies(self.folder):
            if self.path is not None and path != self.path:
                # The log first: only a backup that is left over is found and deleted the next time.
                path.with_suffix(".log").unlink(missing_ok=True)
                path.unlink()

    def is_on_same_disk(self) -> bool:
        """Return whether the copies are on the disk of the database. Raise OSError if the folder is missing."""
        return self.folder.stat().st_dev == self.store.path.stat().st_dev

    def _record(self, changes: Changes) -> None:
        """Let a committed transaction wait. Called under the lock of the store, so in the order of the commits."""
        # Nothing is added without limit for a folder that never answers.
        if len(self._waiting) <= MOST_WAITING:
            self._waiting.append((time.monotonic(), changes))
        self.woken.set()

    def _require_folder(self) -> None:
        if not self.folder.is_dir():
            raise NoFolder(f"{self.folder} is missing")
        device = self.folder.stat().st_dev
        # Where a disk was mounted, its empty folder is still there after it was taken away.
        if self._device not in (None, device) and device == self.store.path.stat().st_dev:
            raise NoFolder(f"{self.folder} is not mounted")
        if self._device != device and self.path is not None:
            raise NoFolder(f"{self.folder} is another disk")
        self._device = device
        if self.path is not None and not self.path.exists():
            raise NoFolder(f"{self.path} is missing")

    def _choose_name(self) -> Path:
        """Return a path with the present time, later than all others in the folder even if the clock was set back."""
        newest = max((int(match[1]) for match in _match_names(self.folder)), default=0)
        return self.folder / NAME.format(max(int(time.time()), newest + 1))


def _match_names(folder: Path) -> Iterator[re.Match[str]]:
    for path in folder.iterdir():
        if match := NAMES.fullmatch(path.name):
            yield match


def _list_copies(folder: Path) -> list[Path]:
    """Return the backups of the following copies in a folder, newest first."""
    newest_first = sorted(_match_names(folder), key=lambda match: int(match[1]), reverse=True)
    return [folder / match[0] for match in newest_first]


def _hash_line(before: str, body: str) -> str:
    return sha256(f"{before} {body}".encode()).hexdigest()


def _parse_log(path: Path) -> tuple[list[Changes], bool]:
    """Return the transactions of a log up to the first invalid line, and whether there is such a line."""
    transactions: list[Changes] = []
    last = path.with_suffix(".db").name
    for line in path.read_bytes().splitlines(keepends=True):
        written, _, body = line.decode(errors="replace").partition(" ")
        if not body.endswith("\n") or _hash_line(last, body[:-1]) != written:
            return transactions, True
        transactions.append(json.loads(body))
        last = written
    return transactions, False


@contextmanager
def assemble(folder: Path) -> Iterator[Restored]:
    """Put the newest complete copy of a folder together in a temporary file, and yield it until the end of the block.

    The newest following copy is used. Raise Refused if the folder has none, OSError if it cannot be read.
    """
    for source in _list_copies(folder):
        # An incomplete one is left by a server that was killed while it began.
        with suppress(Refused, Unusable):
            read_key(source)
            break
    else:
        text = "There is no copy made with COPIES_TO in %(path)s. To restore a backup, name its file."
        raise Refused(Text(text, path=folder))
    with tempfile.TemporaryDirectory() as aside:
        path = Path(aside) / source.name
        path.write_bytes(source.read_bytes())
        log = source.with_suffix(".log")
        transactions, torn = _parse_log(log) if log.exists() else ([], False)
        with connect(path) as db:
            repeat(db, transactions)
            until = db.execute("SELECT max(at) FROM lines").fetchone()[0] or 0
        yield Restored(path, until, torn)


def repeat(db: Database, transactions: Iterable[Changes]) -> None:
    """Repeat transactions on a copy of the database, each whole."""
    db.execute("PRAGMA foreign_keys=ON")
    for changes in transactions:
        with db.atomic():
            for sql, rows in changes:
                for values in rows:
                    db.execute(sql, values)
