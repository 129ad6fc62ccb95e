"""An optional address that is told when the lead changes, a round is closed or a game is won.

It gets a POST request with a JSON object of fixed fields and has two seconds. It never holds up a tap: tables that have
changed wait in a queue, and a thread of its own looks at what happened.
"""

import json
import logging
from collections import OrderedDict
from contextlib import suppress
from queue import Full, Queue
from threading import Thread
from urllib.error import URLError
from urllib.parse import urlsplit
from urllib.request import Request, urlopen

from scorekeeper.language.text import NotDone, Text
from scorekeeper.storage.contract import Unwritable
from scorekeeper.storage.tables import NoSuchTable, Tables
from scorekeeper.table.build import fold_table
from scorekeeper.table.milestones import Progress, compare, measure
from scorekeeper.table.table import Table

PATIENCE = 2
"""Seconds in which the address must answer."""
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
            if parts.scheme in ("http", "https") and parts.hostname:
                return setting
    raise NotDone(Text("HOOK in config.py must be an address that starts with http:// or https://."))


class Hook:
    """Tells an address what has happened at tables. `note` is called with the id of each table that has changed."""

    def __init__(self, address: str, tables: Tables) -> None:
        self.address = address
        self.tables = tables
        self._queue: Queue[str] = Queue(QUEUE)
        self._known: OrderedDict[str, Progress] = OrderedDict()
        Thread(target=self._work, name="hook", daemon=True).start()

    def note(self, table_id: str) -> None:
        """Look at a table soon. Return at once."""
        with suppress(Full):
            self._queue.put_nowait(table_id)

    def _work(self) -> None:
        while True:
            table_id = self._queue.get()
            # One failure must not end the thread, and the table can have been deleted meanwhile.
            try:
                self._look(table_id)
            except (NoSuchTable, Unwritable):
                pass
            except Exception:
                log.exception("The hook failed")

    def _look(self, table_id: str) -> None:
        table = self.tables.load(table_id)
        before = self._known.pop(table_id, None) or self._measure_before(table)
        now = self._known[table_id] = measure(table)
        while len(self._known) > REMEMBERED:
            self._known.popitem(last=False)
        if event := compare(before, now):
            self._tell(event, table)

    def _measure_before(self, table: Table) -> Progress:
        """Return how far a game was before its newest line."""
        lines = tuple(self.tables.store.lines(table.id, 0))
        found = self.tables.store.look(table.id)
        if len(lines) < 2 or found is None:
            return Progress()
        return measure(fold_table(found[0], lines[:-1], table.game))

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
        request = Request(self.address, body.encode(), {"Content-Type": "application/json"}, method="POST")
        try:
            with urlopen(request, timeout=PATIENCE):
                pass
        except (URLError, OSError, ValueError) as wrong:
            log.warning("The hook did not answer: %s", type(wrong).__name__)
