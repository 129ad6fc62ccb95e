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


class OtherName(InUse):
    """The database file has another name, in a folder that has locks of its own; the sentence says so."""

    def __init__(self, database: Path) -> None:
        text = (
            "%(path)s has more than one name (a hard link), so two Scorekeepers could write to it and lose entries. "
            "Nothing was changed. Remove the other name, or copy the file."
        )
        NotDone.__init__(self, Text(text, path=database))


def own(folder: Path) -> ExitStack:
    """Take the locks that say whose the database in a folder is, to be closed at the end. Raises InUse, OSError.

    A lock is on a file itself, not on its name: who deletes the lock file leaves the lock of the folder. The database
    may have no second name, for each name has a log of its own.
    """
    database = folder / DATABASE
    if database.exists() and database.stat().st_nlink > 1:
        raise OtherName(database)
    with ExitStack() as held:
        for path, how in ((folder / LOCK, os.O_CREAT | os.O_RDWR), (folder, os.O_RDONLY)):
            handle = os.open(path, how, 0o600)
            held.callback(os.close, handle)
            try:
                fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError as taken:
                raise InUse(database) from taken
        return held.pop_all()
