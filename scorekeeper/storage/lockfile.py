"""Whose a database is: the folder it lies in, and the locks that only one process holds."""

import fcntl
import os
from contextlib import ExitStack
from pathlib import Path

from scorekeeper.language.text import NotDone, Text

DATABASE, LOCK, SECRET_KEY = "scorekeeper.db", "scorekeeper.lock", "secret_key"


class InUse(NotDone):
    """Another Scorekeeper has this database open; the sentence says so."""

    def __init__(self, database: Path | str) -> None:
        text = "Another Scorekeeper is using %(path)s. Stop it first, or choose another --instance."
        super().__init__(Text(text, path=database))


def own(folder: Path) -> ExitStack:
    """Take the locks that say whose the database in a folder is, to be closed at the end. Raises InUse, OSError.

    A lock is on a file itself, not on its name: who deletes the lock file leaves the lock of the folder.
    """
    with ExitStack() as held:
        for path, how in ((folder / LOCK, os.O_CREAT | os.O_RDWR), (folder, os.O_RDONLY)):
            handle = os.open(path, how, 0o600)
            held.callback(os.close, handle)
            try:
                fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError as taken:
                raise InUse(folder / DATABASE) from taken
        return held.pop_all()
