"""Whose a database is: the folder it lies in, and the lock that only one process holds."""

import fcntl
import os
from pathlib import Path

from scorekeeper.text import Text

DATABASE, LOCK, SECRET_KEY = "scorekeeper.db", "scorekeeper.lock", "secret_key"


class InUse(Exception):
    """Another Scorekeeper has this database open; the sentence says so."""

    def __init__(self, database: Path) -> None:
        text = "Another Scorekeeper is using %(path)s. Stop it first, or choose another --instance."
        self.reason = Text(text, path=database)
        super().__init__(database)

    def __str__(self) -> str:
        return str(self.reason)


def own(lock: Path, database: Path) -> int:
    """Take the lock that says whose the database is, to be closed at the end. Raises InUse."""
    handle = os.open(lock, os.O_CREAT | os.O_RDWR, 0o600)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as taken:
        os.close(handle)
        raise InUse(database) from taken
    return handle
