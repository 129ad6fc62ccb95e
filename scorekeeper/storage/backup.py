"""Backup of the whole database while it is in use, and restore.

A backup is one SQLite file: a consistent snapshot of the database, and a table `backup` with Flask's SECRET_KEY. With
that key, pages open on phones still work after a restore. The table `backup` is written last, so a file without it is
incomplete. The file contains the links to all tables, so only its owner may read it.
"""

import os
import sqlite3
import time
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path

from sqlite_utils import Database

from scorekeeper.language.text import Literal, NotDone, Text, join_sentences
from scorekeeper.storage.contract import Unusable
from scorekeeper.storage.files import (
    DATABASE,
    SECRET_KEY,
    create_for_owner,
    lock_database,
    sync_folder,
    write_for_owner,
)
from scorekeeper.storage.migrations import list_applied, list_migrations
from scorekeeper.storage.sqlite_file import check_not_moved, check_usable, connect, explain_unusable, open_read_only
from scorekeeper.version import VERSION

# Without -shm, which SQLite rebuilds from the log.
DATABASE_SUFFIXES = ("", "-wal", "-journal")
"""Suffixes of the files that a database consists of."""

MOST_KEY_BYTES = 1024
"""Maximum length of a key in bytes."""

OR_A_FILE = Text("For a file, choose a name that ends in .db.")

NO_COPY = Text("An older database is copied before it is upgraded. The copy failed, so nothing was changed.")


class Refused(NotDone):
    """Error: a backup, restore or move was refused. The message says why."""


def backup(instance: Path, target: Path) -> Path:
    """Copy the database, which may be in use, to the file chosen by `choose_file`, and return the path of the file.

    The copy contains every line that was acknowledged before. Raise Refused, Unusable or OSError if it cannot be made.
    """
    source = find_database(instance)
    target = choose_file(target)
    # A copy of a damaged database would look like a good backup.
    check_usable(source)
    with _copy_to(source, target) as copy:
        mark_complete(copy, instance)
    return target


def find_database(instance: Path) -> Path:
    """Return the path of the database in a folder. Raise Refused if there is none, Unusable if it was moved away."""
    path = instance / DATABASE
    if not path.exists():
        check_not_moved(path)
        raise Refused(Text("There is no database in %(path)s.", path=instance))
    return path


def choose_file(target: Path) -> Path:
    """Return the path for a new backup: `target` if it ends in .db, or a file in that folder named after the time.

    Raise Refused if the folder does not exist, as when its disk is not connected.
    """
    if target.is_dir():
        return target / time.strftime("scorekeeper-%Y-%m-%d-%H%M%S.db")
    # Any other name is that of a folder. As a file it would be on this disk, where nobody expects it.
    is_file = target.suffix == ".db"
    folder = target.parent if is_file else target
    if not (is_file and folder.is_dir()):
        text = "There is no folder %(path)s, so no backup was made. If it is on another disk, connect that disk."
        raise Refused(join_sentences([Text(text, path=folder), *([] if is_file else [OR_A_FILE])]))
    return target


def mark_complete(copy: Database, instance: Path) -> None:
    """Add the table `backup` with the secret key to a copy of the database. It marks the copy as complete."""
    key = instance / SECRET_KEY
    secret = key.read_bytes() if key.exists() else b""
    copy.table("backup").insert({"made": int(time.time()), "secret_key": secret, "version": VERSION}, strict=True)


def restore(source: Path, instance: Path) -> Path:
    """Restore a backup into a folder without a database. Return the path of the new database.

    Raise Refused, Unusable, InUse or OSError if it cannot be restored.
    """
    secret = read_key(source)
    instance.mkdir(parents=True, exist_ok=True)
    with lock_database(instance):
        aside = begin_database(instance)
        with _copy_to(source, aside) as copy:
            copy.table("backup").drop()
        return complete_database(aside, secret)


def begin_database(instance: Path) -> Path:
    """Return the path at which to write a new database, so that an interruption leaves no partial one.

    Raise Refused if the folder has a database.
    """
    # A log without a database counts too, because SQLite would apply it to the new file.
    if any((instance / f"{DATABASE}{more}").exists() for more in DATABASE_SUFFIXES):
        text = "%(path)s already contains a database. Choose another --instance, or move the database away."
        raise Refused(Text(text, path=instance))
    aside = instance / f"{DATABASE}.new"
    for more in DATABASE_SUFFIXES:
        (instance / f"{aside.name}{more}").unlink(missing_ok=True)
    return aside


def complete_database(aside: Path, secret: bytes) -> Path:
    """Give a new database its key and its name, and return its path."""
    # The key comes first: once the database has its name, it is complete.
    if secret:
        write_for_owner(aside.with_name(SECRET_KEY), secret)
    sync_folder(aside.replace(aside.with_name(DATABASE)).parent)
    return aside.with_name(DATABASE)


def find_unused(path: Path) -> Path:
    """Return the path or, if that file exists, the first unused path with a number added.

    The names contain the time. So the path is in use if a process was killed and restarted in the same second.
    """
    others = (path.with_stem(f"{path.stem}-{number}") for number in count(2))
    return path if not path.exists() else next(other for other in others if not other.exists())


def copy_before_change(instance: Path) -> Path | None:
    """Back up a database in its own folder before its schema is upgraded. Return the path of the backup.

    Return None if there is no database, it has no tables, or its schema is current. Raise Unusable if the backup fails;
    the caller must then change nothing.
    """
    source = instance / DATABASE
    if not source.exists():
        return None
    with open_read_only(source) as db:
        behind = list_applied(db)
        if not behind or list_migrations() <= behind or not db["tables"].count:
            return None
    try:
        return backup(
            instance, find_unused(instance / time.strftime(f"scorekeeper-version-{len(behind)}-%Y-%m-%d-%H%M%S.db"))
        )
    except (Refused, Unusable) as wrong:
        raise Unusable(Text("%(why)s %(cure)s", why=wrong.reason, cure=NO_COPY)) from wrong
    except OSError as wrong:
        why = Text("%(path)s cannot be used: %(why)s.", path=wrong.filename, why=Literal(str(wrong.strerror)))
        raise Unusable(Text("%(why)s %(cure)s", why=why, cure=NO_COPY)) from wrong


def read_key(source: Path) -> bytes:
    """Return the key in a backup. Raise Refused if the file is no backup, Unusable if it is damaged."""
    if not source.is_file():
        raise Refused(Text("There is no file %(path)s.", path=source))
    check_usable(source)
    # The file may come from anybody, so nothing is expected of its schema.
    with open_read_only(source) as db:
        complete = {"backup", "tables", "lines", "links", "members", "names"} <= set(db.table_names())
        rows = list(db["backup"].rows_where(limit=2)) if complete else []
    secret = rows[0].get("secret_key") if len(rows) == 1 else None
    if not isinstance(secret, bytes) or len(secret) > MOST_KEY_BYTES:
        raise Refused(Text("%(path)s is not a complete Scorekeeper backup.", path=source))
    return secret


@contextmanager
def _copy_to(source: Path, target: Path) -> Iterator[Database]:
    """Copy a consistent snapshot of a database to a new file, and yield the copy for changes.

    At the end of the block the copy is synced to disk. On failure it is removed. Raise Refused if `target` already
    exists.
    """
    try:
        # Created here and not by SQLite, so that only the owner can read it and no existing file is overwritten.
        os.close(create_for_owner(target))
    except FileExistsError:
        raise Refused(Text("%(path)s already exists. Choose another file name.", path=target)) from None
    try:
        with open_read_only(source) as db:
            # VACUUM INTO reads as of one moment, blocks no writer, and leaves the source and its log untouched.
            db.execute("VACUUM INTO ?", (str(target.absolute()),))
        with connect(target) as copy:
            copy.execute("PRAGMA synchronous=FULL")
            yield copy
        sync_folder(target.absolute().parent)
    # Even if the process is interrupted, because a partial file looks like a backup.
    except BaseException as broken:
        target.unlink(missing_ok=True)
        if isinstance(broken, sqlite3.Error):
            raise explain_unusable(target, broken) from broken
        raise
