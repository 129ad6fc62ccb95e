"""Choice of the engine: SQLite in the instance folder, or PostgreSQL if a setting gives its address."""

import sys
from importlib.util import find_spec
from pathlib import Path

from scorekeeper.language.text import Text
from scorekeeper.storage.contract import Storage, Unusable
from scorekeeper.storage.store import Store

DATABASE_SETTING = "SCOREKEEPER_DATABASE"
"""Environment variable with the address of a PostgreSQL database."""

SCHEMES = ("postgresql://", "postgres://")


def open_store(instance: Path, address: object = "") -> Storage:
    """Open the PostgreSQL database at an address or, if there is no address, the SQLite database in the folder.

    Raise InUse, Unusable or OSError if that fails.
    """
    if not address:
        return Store(instance)
    whole = check_address(address)
    # Imported only now, because psycopg is an optional dependency.
    from scorekeeper.storage.postgres import PostgresStore

    return PostgresStore(whole)


def check_address(address: object) -> str:
    """Return the address if it is a PostgreSQL address and the driver is installed. Raise Unusable if not."""
    if not isinstance(address, str) or not address.startswith(SCHEMES):
        raise Unusable(Text("SCOREKEEPER_DATABASE must be an address, such as postgresql://user@host/name."))
    if not (find_spec("psycopg") and find_spec("psycopg_pool")):
        python = f'"{sys.executable}"' if " " in sys.executable else sys.executable
        line = f'{python} -m pip install "psycopg[binary]" psycopg-pool'
        raise Unusable(Text("PostgreSQL needs two more packages. Run: %(line)s", line=line))
    return address
