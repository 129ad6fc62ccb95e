"""Whose a database is: the folder it lies in, and the lock that only one process holds."""

import fcntl
import os
from pathlib import Path

DATABASE, LOCK, SECRET_KEY = "scorekeeper.db", "scorekeeper.lock", "secret_key"


class InUse(Exception):
    """Another Scorekeeper has this database open."""

    def __str__(self) -> str:
        return f"Another Scorekeeper is using {self.args[0]}. Stop it first, or choose another --instance."


def own(lock: Path, database: Path) -> int:
    """Take the lock that says whose the database is, to be closed at the end. Raises InUse."""
    handle = os.open(lock, os.O_CREAT | os.O_RDWR, 0o600)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as taken:
        os.close(handle)
        raise InUse(database) from taken
    return handle
