"""Ownership of a database: locks in its folder that only one process holds."""

import os
from contextlib import ExitStack
from pathlib import Path

from scorekeeper.language.text import NotDone, Text

DATABASE, LOCK, SECRET_KEY = "scorekeeper.db", "scorekeeper.lock", "secret_key"


class InUse(NotDone):
    """Error: another Scorekeeper has opened this database."""

    def __init__(self, database: Path | str) -> None:
        text = "Another Scorekeeper is using %(path)s. Stop it first, or choose another --instance."
        super().__init__(Text(text, path=database))


class OtherName(InUse):
    """Error: the database file has a hard link, perhaps in a folder with locks of its own."""

    def __init__(self, database: Path) -> None:
        text = (
            "%(path)s has more than one name (a hard link), so two Scorekeepers could write to it and lose entries. "
            "Nothing was changed. Remove the other name, or copy the file."
        )
        NotDone.__init__(self, Text(text, path=database))


def lock_database(folder: Path) -> ExitStack:
    """Lock the database in a folder until the returned stack is closed. Raise InUse or OSError if that fails.

    Raise NotDone on Windows, which has no such locks.

    Locks belong to a file, not to its name, so the folder is locked too in case the lock file is deleted. The database
    must not have a second hard link, because SQLite would use a separate log for each name.
    """
    try:
        import fcntl
    except ImportError as missing:
        raise NotDone(
            Text("Scorekeeper cannot open a database on Windows itself. Nothing was changed. Run it in WSL.")
        ) from missing
    database = folder / DATABASE
    if database.exists() and database.stat().st_nlink > 1:
        raise OtherName(database)
    with ExitStack() as held:
        for path, how in ((folder / LOCK, os.O_CREAT | os.O_RDWR), (folder, os.O_RDONLY)):
            handle = os.open(path, how, 0o600)
            held.callback(os.close, handle)
            # The system releases these locks when a process dies, so a killed server leaves no stale one.
            try:
                fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError as taken:
                raise InUse(database) from taken
        # Handed on only if both locks were obtained. Otherwise leaving the block closes the first one.
        return held.pop_all()
