"""An optional address that is told when the lead changes, a round is closed or a game is won.

It gets a POST request with a JSON object of fixed fields and has two seconds. It never holds up a tap: tables that have
changed wait in a queue, and a thread of its own looks at what happened.
"""

import json
import logging
from contextlib import closing, suppress
from http.client import HTTPConnection, HTTPException, HTTPSConnection
from queue import Full, Queue
from threading import Thread
from urllib.parse import urlsplit

from scorekeeper.cache import Cache
from scorekeeper.language.text import NotDone, Text
from scorekeeper.storage.contract import DamagedLine, StorageFailed
from scorekeeper.storage.tables import NoSuchTable, Tables
from scorekeeper.table.milestones import Progress, compare, measure
from scorekeeper.table.table import Table, fold_table

HOOK_PATIENCE = 2
"""Seconds in which the address must answer."""

JSON_HEADERS = {"Content-Type": "application/json", "Connection": "close"}

QUEUE = 100
"""Changed tables that wait. Further ones are dropped."""

REMEMBERED = 1000
"""Tables whose progress is remembered."""

log = logging.getLogger("scorekeeper.hook")


def parse_address(setting: object) -> str:
    """Return the address of the setting HOOK, "" if it is not set. Raise NotDone if it is no web address."""
    if setting in (None, ""):
        return ""
    if isinstance(setting, str):
        with suppress(ValueError):
            parts = urlsplit(setting)
            # Reading the port raises ValueError if it is none.
            if parts.scheme in ("http", "https") and parts.hostname and (parts.port is None or parts.port):
                return setting
    raise NotDone(Text("HOOK in config.py must be an address that starts with http:// or https://."))


class Hook:
    """Tells an address what has happened at tables. `note` gets the id of each table or group that has changed."""

    def __init__(self, address: str, tables: Tables) -> None:
        self.address = address
        self.tables = tables
        self._queue: Queue[str] = Queue(QUEUE)
        self._known = Cache[str, Progress](REMEMBERED)
        self._ending = False
        self._thread = Thread(target=self._work, name="hook", daemon=True)
        self._thread.start()

    def note(self, table_id: str) -> None:
        """Look at a table soon. Return at once."""
        with suppress(Full):
            self._queue.put_nowait(table_id)

    def close(self) -> None:
        """Stop, so that the database can be closed. An address that does not answer is not waited for long."""
        self._ending = True
        self.note("")
        self._thread.join(2 * HOOK_PATIENCE)

    def _work(self) -> None:
        while True:
            table_id = self._queue.get()
            if self._ending:
                return
            # One failure must not end the thread. The id can be that of a group, or of a table deleted meanwhile.
            try:
                self._look(table_id)
            except (DamagedLine, NoSuchTable, StorageFailed):
                pass
            except Exception:
                log.exception("The hook failed")

    def _look(self, table_id: str) -> None:
        table = self.tables.load(table_id)
        before, now = self._known.get(table_id) or _measure_before(table), measure(table)
        self._known.store(table_id, now)
        if event := compare(before, now):
            self._tell(event, table)

    def _tell(self, event: str, table: Table) -> None:
        standings = table.standings()
        body = json.dumps(
            {
                "event": event,
                "game": table.game.slug,
                "round": standings.last,
                "leaders": list(table.setup.names(standings.leaders)),
                "points": standings.best,
            }
        )
        try:
            status = post_json(self.address, body.encode())
        except (HTTPException, OSError, ValueError) as wrong:
            log.warning("The hook did not answer: %s", type(wrong).__name__)
        else:
            if not 200 <= status < 300:
                log.warning("The hook answered with status %s", status)


def _measure_before(table: Table) -> Progress:
    """Return how far a game was before its newest line."""
    lines = table.lines[:-1]
    return measure(fold_table(table.stored, lines, table.game)) if lines else Progress()


def post_json(address: str, body: bytes) -> int:
    """Send a POST request and return the status of the response. Its content is not read.

    Raise HTTPException, OSError or ValueError if there is no response.
    """
    # Not urlopen, which follows redirects to any host.
    parts = urlsplit(address)
    connection = HTTPSConnection if parts.scheme == "https" else HTTPConnection
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    # With a port, because an IPv6 address has colons too.
    port = parts.port or connection.default_port
    with closing(connection(parts.hostname or "", port, timeout=HOOK_PATIENCE)) as conn:
        conn.request("POST", path, body, JSON_HEADERS)
        return conn.getresponse().status
