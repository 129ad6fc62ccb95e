"""Keep the scores elsewhere as well: a backup of the whole database while it is in use, and its way back.

A backup is one SQLite file: the database as it was at one moment, and a table `backup` with the key that signs the
pages open on phones, so that these still count after the backup was brought back. The table is written last and
synced with all the rest: a file without it is no whole backup. Who has the file has the links to every table, so only
its owner may read it.
"""

import os
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from itertools import count
from pathlib import Path

import sqlite_utils

from scorekeeper.language.text import Literal, NotDone, Text
from scorekeeper.storage.check import Unusable, admit, looking, unusable
from scorekeeper.storage.lockfile import DATABASE, SECRET_KEY, own
from scorekeeper.storage.migrations import done, steps

BESIDE = ("", "-wal", "-journal")
"""What a database may consist of, by what is added to its name."""

KEY_LENGTH = 1024
"""Bytes that a key has at most."""

NO_COPY = Text("An older database is copied before it is upgraded. The copy failed, so nothing was changed.")


class Refused(NotDone):
    """It was not done; the sentence says why."""


def backup(instance: Path, target: Path) -> Path:
    """Copy the database, in use or not, to a new file, or to a file named by the time in a folder; return the file.

    Every line that was acknowledged before is in it. Raises Refused, Unusable, OSError.
    """
    source = instance / DATABASE
    if not source.exists():
        raise Refused(Text("There is no database in %(path)s.", path=instance))
    admit(source)
    if target.is_dir():
        target /= time.strftime("scorekeeper-%Y-%m-%d-%H%M%S.db")
    key = instance / SECRET_KEY
    secret = key.read_bytes() if key.exists() else b""
    with _copied(source, target) as copy:
        copy.execute("BEGIN")
        copy.execute("CREATE TABLE backup (made INTEGER NOT NULL, secret_key BLOB NOT NULL) STRICT")
        copy.execute("INSERT INTO backup VALUES (?, ?)", (int(time.time()), secret))
        copy.execute("COMMIT")
    return target


def restore(source: Path, instance: Path) -> Path:
    """Bring a backup back into a folder that holds no database; return the new database.

    Raises Refused, Unusable, InUse, OSError.
    """
    secret = _key_of(source)
    instance.mkdir(parents=True, exist_ok=True)
    target = instance / DATABASE
    with own(instance):
        if any((instance / f"{DATABASE}{more}").exists() for more in BESIDE):
            raise Refused(
                Text(
                    "%(path)s already contains a database. Choose another --instance, or move the database away.",
                    path=instance,
                )
            )
        aside = instance / f"{DATABASE}.new"
        for more in BESIDE:
            (instance / f"{aside.name}{more}").unlink(missing_ok=True)
        with _copied(source, aside) as copy:
            copy.execute("DROP TABLE backup")
        if secret:
            write_for_owner(instance / SECRET_KEY, secret)
        aside.replace(target)
        sync_folder(instance)
    return target


def _unused(path: Path) -> Path:
    """That name, or one like it: whoever was killed in the middle may be started again within the same second."""
    others = (path.with_stem(f"{path.stem}-{number}") for number in count(2))
    return path if not path.exists() else next(other for other in others if not other.exists())


def copy_before_change(instance: Path) -> Path | None:
    """Make a backup beside a database whose shape is about to change, if it holds a table; return it.

    Raises Unusable when that cannot be done; then nothing may be changed.
    """
    source = instance / DATABASE
    if not source.exists():
        return None
    with looking(source) as conn:
        behind = done(sqlite_utils.Database(conn))
        if not behind or steps() <= behind or not conn.execute("SELECT 1 FROM tables").fetchone():
            return None
    try:
        return backup(
            instance, _unused(instance / time.strftime(f"scorekeeper-version-{len(behind)}-%Y-%m-%d-%H%M%S.db"))
        )
    except (Refused, Unusable) as wrong:
        raise Unusable(Text("%(why)s %(cure)s", why=wrong.reason, cure=NO_COPY)) from wrong
    except OSError as wrong:
        why = Text("%(path)s cannot be used: %(why)s.", path=wrong.filename, why=Literal(str(wrong.strerror)))
        raise Unusable(Text("%(why)s %(cure)s", why=why, cure=NO_COPY)) from wrong


def _key_of(source: Path) -> bytes:
    """The key inside a backup. Raises Refused for a file that is none, Unusable for a damaged one."""
    if not source.is_file():
        raise Refused(Text("There is no file %(path)s.", path=source))
    admit(source)
    with looking(source) as conn:
        names = {name for (name,) in conn.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
        columns = [column for _, column, *_ in conn.execute("PRAGMA table_info(backup)")]
        rows = conn.execute("SELECT secret_key FROM backup").fetchall() if "secret_key" in columns else []
    if len(rows) != 1 or not {"backup", "tables", "lines", "links", "members", "names"} <= names:
        raise Refused(Text("%(path)s is not a complete Scorekeeper backup.", path=source))
    ((secret,),) = rows
    if not isinstance(secret, bytes) or len(secret) > KEY_LENGTH:
        raise Refused(Text("%(path)s is not a complete Scorekeeper backup.", path=source))
    return secret


@contextmanager
def _copied(source: Path, target: Path) -> Iterator[sqlite3.Connection]:
    """A new file with all of a database as it is now, to be finished; it is on the disk when the block ends.

    What fails leaves no file behind. Raises Refused where there is a file already.
    """
    try:
        os.close(os.open(target, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
    except FileExistsError:
        raise Refused(Text("%(path)s already exists. Choose another file name.", path=target)) from None
    try:
        with looking(source) as conn:
            # Reads at one moment, holds no writer up, and leaves the source and its log untouched.
            conn.execute("VACUUM INTO ?", (str(target.absolute()),))
        with closing(sqlite3.connect(target, isolation_level=None)) as copy:
            copy.execute("PRAGMA synchronous=FULL")
            yield copy
        sync_folder(target.absolute().parent)
    except BaseException as broken:
        target.unlink(missing_ok=True)
        if isinstance(broken, sqlite3.Error):
            raise unusable(target, broken) from broken
        raise


def write_for_owner(path: Path, content: bytes) -> None:
    """Write a file that only its owner can read; it has its name when it is whole."""
    aside = path.with_name(f"{path.name}.new")
    aside.unlink(missing_ok=True)
    with os.fdopen(os.open(aside, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600), "wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
    aside.replace(path)


def sync_folder(folder: Path) -> None:
    """Have the disk remember the names in a folder as well."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
