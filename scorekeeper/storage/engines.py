"""Which engine keeps the scores: SQLite in the instance folder, or PostgreSQL where one setting names its address."""

from pathlib import Path

from scorekeeper.language.text import Text
from scorekeeper.storage.check import Unusable
from scorekeeper.storage.journals import Journals
from scorekeeper.storage.store import Store

SCHEMES = ("postgresql://", "postgres://")


def opened(instance: Path, address: object = "") -> Journals:
    """Open the database at an address, or without one that of the folder.

    Raises InUse, Unusable, OSError.
    """
    if not address:
        return Store(instance)
    if not isinstance(address, str) or not address.startswith(SCHEMES):
        raise Unusable(Text("SCOREKEEPER_DATABASE must be an address such as postgresql://user@host/name."))
    try:
        from scorekeeper.storage.postgres import PostgresStore
    except ImportError as missing:
        line = "pip install 'scorekeeper[postgres]'"
        raise Unusable(Text("PostgreSQL needs two parts more. Type: %(line)s", line=line)) from missing
    return PostgresStore(address)
