"""Copies that are made by themselves while the app runs: a following copy, and a full backup every night.

The setting COPIES_TO names a folder, best on another disk. Scoring never waits for it. While it is missing or full, the
app goes on, tries again, and reports the trouble.
"""

import logging
import os
import re
import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

from scorekeeper.folders import PACKAGE
from scorekeeper.language.text import ENGLISH, Literal, NotDone, Text, speak
from scorekeeper.storage.contract import Unusable
from scorekeeper.storage.following import FollowingCopy, NoFolder
from scorekeeper.storage.store import Store

SETTING = "SCOREKEEPER_COPIES_TO"
"""Environment variable with the folder, unless config.py has COPIES_TO."""

GATHER = 0.2
"""Seconds to wait after a transaction, so that several are synced to disk together."""

RETRY = 5.0
"""Seconds between two attempts to use a folder that failed."""

SLOW = 10.0
"""Seconds after which a folder that has not taken an entry counts as not answering."""

HOUR = 3600.0
"""Seconds between two attempts to make a daily backup."""

NIGHT = timedelta(hours=3)
"""Local time at which the daily backup is due. A computer that is off then makes it at its next start."""

DAYS, WEEKS = 7, 4
"""Daily backups to keep: the newest, and the last of each week before this one."""

COMMAND = "import sys; sys.path.append(sys.argv.pop(1)); from scorekeeper.cli import main; sys.exit(main())"
"""Source code that runs a command of the app. Its arguments: the folder that contains the package, the command."""

DAILY = re.compile(r"scorekeeper-(\d{4}-\d\d-\d\d)\.db")
"""Name of a daily backup. Only files with such a name are ever deleted."""

log = logging.getLogger("scorekeeper.copies")


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
    """Threads that follow a store and make daily backups."""

    def __init__(self, store: Store, folder: Path, now: Callable[[], float] = time.time) -> None:
        self.folder = folder
        self.following = FollowingCopy(store, folder)
        self.store = store
        self.now = now
        self.verified = 0
        """Unix time at which the newest copy passed its check, 0 before the first."""
        self._failure: Text | None = None
        self._bad_backup: Text | None = None
        self._next_try = 0.0
        self._unchecked: Path | None = None
        self._ending = threading.Event()
        # Daemons, because a disk that does not answer must not keep the app from ending.
        self._threads = [
            threading.Thread(target=work, name="copies", daemon=True) for work in (self._follow, self._back_up)
        ]

    def start(self) -> None:
        """Begin to copy."""
        for thread in self._threads:
            thread.start()

    def list_notes(self) -> list[Text]:
        """Return sentences for the host: where the copies are, and what is wrong with that."""
        same = Text("That is the same disk. If it fails, both the scores and the copies are lost.")
        return [
            Text("Every entry is copied to %(folder)s", folder=self.folder),
            *([same] if self.is_on_same_disk() else []),
        ]

    def stop(self, seconds: float = 5.0) -> None:
        """Write what waits and end, at the latest after so many seconds."""
        self._ending.set()
        self.following.woken.set()
        self._threads[0].join(seconds)

    def find_trouble(self) -> Text | None:
        """Return why the copies are not up to date, None if they are."""
        if self._failure:
            return self._failure
        if self.following.seconds_behind() > SLOW:
            return Text("No copies are being made: %(folder)s does not respond. Scoring continues.", folder=self.folder)
        return self._bad_backup

    def is_on_same_disk(self) -> bool:
        """Return whether the copies would be lost together with the database."""
        with suppress(OSError):
            return self.following.is_on_same_disk()
        return False

    # the following copy

    def _follow(self) -> None:
        erasures = -1
        while True:
            try:
                if self.following.path is None or erasures != self.store.erasures:
                    erasures = self.store.erasures
                    self.following.begin()
                    self._unchecked = self.following.path
                    self._report(None)
                elif self.following.woken.wait(1):
                    self._ending.wait(GATHER)
                    self.following.write()
            except (OSError, sqlite3.Error, NotDone) as wrong:
                self.following.end()
                self._report(_explain(self.folder, wrong))
                self._ending.wait(RETRY)
            if self._ending.is_set():
                break
        if self.following.path is not None:
            with suppress(OSError):
                self.following.write()
        self.following.end()

    def _report(self, failure: Text | None) -> None:
        """Note the present failure of the following copy, and log it when it changes."""
        if failure and str(failure) != str(self._failure):
            log.error(speak(failure, ENGLISH))
        if self._failure and not failure:
            log.warning("Copies are being made again in %s.", self.folder)
        self._failure = failure

    # the daily backups

    def _back_up(self) -> None:
        while not self._ending.wait(1):
            with suppress(OSError):
                self._check_following()
                self._make_daily()

    def _check_following(self) -> None:
        """Check the backup that is followed, and delete older following copies if it is sound."""
        path, self._unchecked = self._unchecked, None
        if path is not None and path == self.following.path and self._check(path):
            self.following.remove_older()

    def _make_daily(self) -> None:
        """Make the backup that is due, check it, and delete the backups that are not kept. Raise OSError on failure."""
        due = (datetime.fromtimestamp(self.now(), UTC).astimezone() - NIGHT).date()
        path = self.folder / f"scorekeeper-{due}.db"
        # Without a following copy the folder is missing or full.
        if self.following.path is None or path.exists() or time.monotonic() < self._next_try:
            return
        # It gets its name only once it is known to be sound.
        unchecked = path.with_name(f"unchecked-{path.name}")
        unchecked.unlink(missing_ok=True)
        made = _run("backup", str(unchecked), "--instance", str(self.store.path.parent))
        if made.returncode:
            self._fail_backup(Text("The daily backup failed: %(why)s", why=Literal(made.stderr.strip())))
        elif self._check(unchecked):
            unchecked.rename(path)
            for old in _list_superseded(self._list_daily(), due):
                (self.folder / f"scorekeeper-{old}.db").unlink()

    def _list_daily(self) -> list[date]:
        matches = [DAILY.fullmatch(path.name) for path in self.folder.iterdir()]
        days = []
        for match in filter(None, matches):
            with suppress(ValueError):
                days.append(date.fromisoformat(match[1]))
        return days

    def _check(self, path: Path) -> bool:
        """Check a copy in a process of its own, and return whether it is sound."""
        checked = _run("check", str(path))
        if checked.returncode:
            why = (checked.stdout or checked.stderr).strip().splitlines()[:1]
            text = "The copy %(path)s has faults: %(why)s Run scorekeeper check on it and on the database."
            self._fail_backup(Text(text, path=path, why=Literal("".join(why))))
            return False
        self.verified = int(self.now())
        self._bad_backup = None
        return True

    def _fail_backup(self, failure: Text) -> None:
        self._next_try = time.monotonic() + HOUR
        log.error(speak(failure, ENGLISH))
        self._bad_backup = failure


def _run(*words: str) -> "subprocess.CompletedProcess[str]":
    """Run a command of the app at low priority, so that it does not slow down the pages."""
    # -P keeps the current folder out, whose files anybody may have put there.
    command = [sys.executable, "-P", "-c", COMMAND, str(PACKAGE.parent), *words, "--lang", "en"]
    if os.name == "posix":
        command = ["nice", *command]
    return subprocess.run(
        command, check=False, capture_output=True, text=True, errors="replace", stdin=subprocess.DEVNULL
    )


def _list_superseded(days: Iterable[date], today: date) -> list[date]:
    """Return the days whose backups are not kept: neither the newest nor the last of one of the weeks before this."""
    newest_first = sorted(days, reverse=True)
    kept = set(newest_first[:DAYS])
    monday = today - timedelta(today.weekday())
    for week in range(1, WEEKS + 1):
        begin = monday - timedelta(weeks=week)
        kept |= set([day for day in newest_first if begin <= day < begin + timedelta(weeks=1)][:1])
    return [day for day in newest_first if day not in kept]


def _explain(folder: Path, wrong: Exception) -> Text:
    """Return a sentence for the host on why no copies are being made."""
    if isinstance(wrong, NoFolder):
        text = (
            "No copies are being made: %(folder)s is missing. Scoring continues. Connect the disk, "
            "or correct COPIES_TO."
        )
        return Text(text, folder=folder)
    if isinstance(wrong, NotDone):
        return Text("No copies are being made: %(why)s Scoring continues.", why=wrong.reason)
    why = wrong.strerror if isinstance(wrong, OSError) and wrong.strerror else str(wrong)
    text = "No copies are being made: %(folder)s cannot be written to (%(why)s). Scoring continues."
    return Text(text, folder=folder, why=Literal(why))
