"""Files of the instance folder: who owns the database, the key that signs cookies, and writing without harm."""

import os
import secrets
import stat
from contextlib import ExitStack
from pathlib import Path

from scorekeeper.language.text import NotDone, Text
from scorekeeper.storage.contract import Unusable

DATABASE, LOCK, SECRET_KEY = "scorekeeper.db", "scorekeeper.lock", "secret_key"


class InUse(NotDone):
    """Error: another Scorekeeper has opened this database."""

    def __init__(self, database: Path | str) -> None:
        text = "Another Scorekeeper is using %(path)s. Stop it first, or choose another --instance."
        super().__init__(Text(text, path=database))


def lock_database(folder: Path) -> ExitStack:
    """Lock the database in a folder until the returned stack is closed. Raise InUse, Unusable or OSError if that fails.

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
        text = (
            "%(path)s has more than one name (a hard link), so two Scorekeepers could write to it and lose entries. "
            "Nothing was changed. Remove the other name, or copy the file."
        )
        raise Unusable(Text(text, path=database))
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


def create_for_owner(path: Path) -> int:
    """Create a file that only its owner can read. Return its descriptor. Raise FileExistsError if it exists."""
    return os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600)


def write_for_owner(path: Path, content: bytes) -> None:
    """Write a file that only its owner can read. It appears under its name only once it is complete."""
    aside = path.with_name(f"{path.name}.new")
    aside.unlink(missing_ok=True)
    with os.fdopen(create_for_owner(aside), "wb") as file:
        file.write(content)
        # Synced first, because the new name can reach the disk before the content does.
        file.flush()
        os.fsync(file.fileno())
    aside.replace(path)


def sync_folder(folder: Path) -> None:
    """Sync the directory entries of a folder to disk."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


KEY_LENGTH, KEY_LETTERS = 16, 8
"""Minimum length of a key set by the owner, and minimum number of different characters."""


def check_key(key: object) -> None:
    """Check that a key set by the owner is hard to guess. Raise Unusable if not."""
    raw = key.encode() if isinstance(key, str) else key
    if raw is not None and not (isinstance(raw, bytes) and len(raw) >= KEY_LENGTH and len(set(raw)) >= KEY_LETTERS):
        raise Unusable(
            Text(
                "SECRET_KEY in config.py is too easy to guess. Remove it and one will be generated, or set "
                "%(most)s random characters.",
                most=2 * KEY_LENGTH,
            )
        )


def read_secret_key(instance: Path) -> bytes:
    """Return the SECRET_KEY of the Flask app. The first time, generate it in a file that only this user can read.

    Raise Unusable if other users can read the file.
    """
    path = instance / SECRET_KEY
    if path.exists() and path.stat().st_size:
        if os.name == "posix" and path.stat().st_mode & (stat.S_IRWXG | stat.S_IRWXO):
            raise Unusable(Text("Other users can read %(path)s. Run: chmod 600 %(path)s", path=path))
        return path.read_bytes()
    key = secrets.token_bytes(32)
    write_for_owner(path, key)
    return key
