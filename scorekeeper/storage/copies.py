"""Copies that the app makes by itself: one a few seconds after the last entry, and one for each day.

The setting COPIES_TO names a folder, best on another disk. Scoring never waits for it. While it is missing or full, the
app goes on, tries again, and reports the trouble.
"""

import logging
import os
import re
import shutil
import sqlite3
import threading
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

from scorekeeper.language.text import ENGLISH, Literal, NotDone, Text, speak
from scorekeeper.storage.backup import Refused, backup, read_key
from scorekeeper.storage.check import check
from scorekeeper.storage.contract import Unusable
from scorekeeper.storage.files import create_for_owner, sync_folder
from scorekeeper.storage.sqlite_file import open_read_only
from scorekeeper.storage.store import Store

COPIES_SETTING = "SCOREKEEPER_COPIES_TO"
"""Environment variable with the folder, unless config.py has COPIES_TO."""

NAME = "scorekeeper-copy.db"
"""The copy that is replaced after each pause in the entries."""

DAILY = re.compile(r"scorekeeper-(\d{4}-\d\d-\d\d)\.db")
"""Name of a daily copy. Only files with such a name are ever deleted."""

QUIET = 3.0
"""Seconds without an entry after which a copy is made."""

LONGEST_WAIT = 60.0
"""Seconds after which an entry is copied although further ones keep coming."""

SHARE = 10
"""A copy that takes a second is followed by at least so many seconds without one, so that it slows down no page."""

LOOK = 0.2
"""Seconds between two looks for new entries."""

RETRY = 5.0
"""Seconds between two attempts to use a folder that failed."""

NIGHT = timedelta(hours=3)
"""Local time at which a new day of the daily copies begins."""

DAYS, WEEKS = 7, 4
"""Daily copies to keep: the newest, and the last of each week before this one."""

log = logging.getLogger("scorekeeper.copies")


class CopyFailed(NotDone):
    """Error: no copy could be made. The message says why and that scoring continues."""


def parse_folder(setting: object, address: object) -> Path | None:
    """Return the folder of the setting COPIES_TO, None if it is not set.

    `address` is that of PostgreSQL, which has backups of its own, or "". Raise Unusable if the setting is invalid.
    """
    if setting is None or setting == "":
        return None
    if not isinstance(setting, str | Path):
        raise Unusable(Text("COPIES_TO in config.py must be the path of a folder, in quotation marks."))
    if address:
        raise Unusable(Text("COPIES_TO works with SQLite only. Use the backups of PostgreSQL instead."))
    return Path(setting).expanduser().absolute()


class Copies:
    """A thread that copies the database of a store into a folder."""

    def __init__(self, store: Store, folder: Path, now: Callable[[], float] = time.time) -> None:
        self.folder = folder
        self.store = store
        self.now = now
        self._trouble: Text | None = None
        self._device: int | None = None
        self._copied = -1
        """The number of commits that the newest copy contains, -1 before the first copy."""
        self._waiting_since = time.monotonic()
        """When the oldest entry that is not copied yet was noticed."""
        self._ending = threading.Event()
        # A daemon, because a disk that does not answer must not keep the app from ending.
        self._thread = threading.Thread(target=self._work, name="copies", daemon=True)

    def start(self) -> None:
        """Begin to copy."""
        self._thread.start()

    def stop(self, seconds: float = 5.0) -> None:
        """Copy what is not copied yet and end, at the latest after so many seconds."""
        self._ending.set()
        self._thread.join(seconds)

    def list_notes(self) -> list[Text]:
        """Return sentences for the host: where the copies are, and what is wrong with that."""
        same = Text("That is the same disk. If it fails, both the scores and the copies are lost.")
        return [
            Text("All scores are copied to %(folder)s", folder=self.folder),
            *([same] if self._is_on_same_disk() else []),
        ]

    def find_trouble(self) -> Text | None:
        """Return why the newest entries are not copied, None if they are or soon will be."""
        late = self._copied != self.store.commits and time.monotonic() - self._waiting_since > 2 * LONGEST_WAIT
        if late and not self._trouble:
            return Text("No copies are being made: %(folder)s does not respond. Scoring continues.", folder=self.folder)
        return self._trouble

    def _work(self) -> None:
        seen, quiet_since, not_before = -1, 0.0, 0.0
        while True:
            ending = self._ending.wait(LOOK)
            commits, now = self.store.commits, time.monotonic()
            if commits != seen:
                self._waiting_since = now if self._copied == seen else self._waiting_since
                seen, quiet_since = commits, now
            is_pause = now - quiet_since >= QUIET or now - self._waiting_since >= LONGEST_WAIT or self._copied < 0
            is_due = commits != self._copied or not self._find_daily().exists()
            if is_due and (ending or (is_pause and now >= not_before)):
                try:
                    self._copy()
                    self._copied = commits
                    not_before = time.monotonic() + SHARE * (time.monotonic() - now)
                    self._report(None)
                except (OSError, sqlite3.Error, NotDone) as wrong:
                    not_before = now + RETRY
                    self._report(_explain(self.folder, wrong))
            if ending:
                return

    def _find_daily(self) -> Path:
        return self.folder / f"scorekeeper-{self._find_day()}.db"

    def _find_day(self) -> date:
        return (datetime.fromtimestamp(self.now(), UTC).astimezone() - NIGHT).date()

    def _copy(self) -> None:
        """Make a copy, check it, and give it the name of the one before. Keep it as that of the day if there is none.

        Raise CopyFailed, Refused, Unusable, OSError or sqlite3.Error on failure. The copy before is then still there.
        """
        self._require_folder()
        # It gets its name only once it is known to be sound.
        unchecked = self.folder / f"unchecked-{NAME}"
        unchecked.unlink(missing_ok=True)
        backup(self.store.path.parent, unchecked)
        _check(unchecked)
        unchecked.replace(self.folder / NAME)
        daily = self._find_daily()
        if not daily.exists():
            os.close(create_for_owner(unchecked))
            shutil.copyfile(self.folder / NAME, unchecked)
            unchecked.replace(daily)
            for old in _list_superseded(_list_days(self.folder), self._find_day()):
                (self.folder / f"scorekeeper-{old}.db").unlink()
        sync_folder(self.folder)

    def _require_folder(self) -> None:
        """Raise CopyFailed if the folder is missing or its disk is not mounted."""
        text = (
            "No copies are being made: %(folder)s is missing. Scoring continues. Connect the disk, "
            "or correct COPIES_TO."
        )
        if not self.folder.is_dir():
            raise CopyFailed(Text(text, folder=self.folder))
        device = self.folder.stat().st_dev
        # Where a disk was mounted, its empty folder is still there after it was taken away.
        if self._device not in (None, device) and device == self.store.path.stat().st_dev:
            raise CopyFailed(Text(text, folder=self.folder))
        self._device = device

    def _is_on_same_disk(self) -> bool:
        with suppress(OSError):
            return self.folder.stat().st_dev == self.store.path.stat().st_dev
        return False

    def _report(self, trouble: Text | None) -> None:
        if trouble and str(trouble) != str(self._trouble):
            log.error(speak(trouble, ENGLISH))
        if self._trouble and not trouble:
            log.warning("Copies are being made again in %s.", self.folder)
        self._trouble = trouble


def find_copy(folder: Path) -> Path:
    """Return the newest complete copy in a folder. Raise Refused if there is none."""
    days = [f"scorekeeper-{day}.db" for day in sorted(_list_days(folder), reverse=True)]
    for path in (folder / name for name in (NAME, *days)):
        with suppress(Refused, Unusable):
            read_key(path)
            return path
    text = "There is no copy made with COPIES_TO in %(path)s. To restore a backup, name its file."
    raise Refused(Text(text, path=folder))


def describe_newest(copy: Path) -> Text:
    """Return a sentence that says when the newest entry in a copy was made."""
    with open_read_only(copy) as db:
        newest = db.execute("SELECT max(at) FROM lines").fetchone()[0] or 0
    when = time.strftime("%Y-%m-%d %H:%M:%S", time.localtime(newest))
    return Text("The newest entry is from %(time)s.", time=Literal(when))


def _check(path: Path) -> None:
    if faults := check(path).faults:
        text = "The copy %(path)s has faults: %(why)s Run scorekeeper check on it and on the database."
        raise CopyFailed(Text(text, path=path, why=faults[0]))


def _list_days(folder: Path) -> list[date]:
    days = []
    for match in filter(None, (DAILY.fullmatch(path.name) for path in folder.iterdir())):
        with suppress(ValueError):
            days.append(date.fromisoformat(match[1]))
    return days


def _list_superseded(days: Iterable[date], today: date) -> list[date]:
    """Return the days whose copies are not kept: neither the newest nor the last of one of the weeks before this."""
    newest_first = sorted(days, reverse=True)
    kept = set(newest_first[:DAYS])
    monday = today - timedelta(today.weekday())
    for week in range(1, WEEKS + 1):
        begin = monday - timedelta(weeks=week)
        kept |= set([day for day in newest_first if begin <= day < begin + timedelta(weeks=1)][:1])
    return [day for day in newest_first if day not in kept]


def _explain(folder: Path, wrong: Exception) -> Text:
    if isinstance(wrong, CopyFailed):
        return wrong.reason
    # Only the copy is written, so it is its disk that is full.
    if isinstance(wrong.__cause__, sqlite3.Error) and wrong.__cause__.sqlite_errorcode == sqlite3.SQLITE_FULL:
        wrong = wrong.__cause__
    if isinstance(wrong, NotDone):
        return Text("No copies are being made: %(why)s Scoring continues.", why=wrong.reason)
    why = wrong.strerror if isinstance(wrong, OSError) and wrong.strerror else str(wrong)
    text = "No copies are being made: %(folder)s cannot be written to (%(why)s). Scoring continues."
    return Text(text, folder=folder, why=Literal(why))
