"""Notifications between processes on one PostgreSQL database: LISTEN and NOTIFY on one channel.

Each process has one connection to listen and one to notify. A notice is sent after the commit, because
within the transaction it would lock the whole server. It names the table and its newest line, or says that access has
changed. As a notice may be lost, the tables with listening phones are also polled every few seconds. The state of a
table is recorded before its first phone may listen, so the first poll after that finds a change as well.
"""

import queue
import secrets
import threading
import time
from collections.abc import Callable, Collection
from contextlib import suppress

import psycopg

from scorekeeper.storage.contract import POLL, Notify, Unreadable
from scorekeeper.storage.postgres_connections import PostgresConnection
from scorekeeper.table.journal import Seen

CHANNEL = "scorekeeper"

RETRY_AFTER = 0.5
"""Seconds before a lost connection is opened again."""

ENOUGH = 1000
"""Maximum number of queued notices. Further ones are dropped; other processes find those lines by polling."""

ListState = tuple[Seen, str]
"""Newest line of a table or group, and counts of what restricts access to it."""


class Notices:
    """A thread that sends notices and a thread that receives them and polls.

    `connect` opens a connection. `ring` is called for each line or change of access by another process. `list_listened`
    returns the ids of the tables with listening phones. `read_states` maps the ids of given tables to their states.
    """

    def __init__(
        self,
        connect: Callable[[], PostgresConnection],
        ring: Notify,
        list_listened: Callable[[], Collection[str]],
        read_states: Callable[[Collection[str]], dict[str, ListState]],
    ) -> None:
        self.connect = connect
        self.ring = ring
        self.list_listened = list_listened
        self.read_states = read_states
        # PostgreSQL also delivers notices to the process that sent them. It drops those with its own mark.
        self.origin = secrets.token_hex(8)
        self.known: dict[str, ListState] = {}
        self._noting = threading.Lock()
        self._waiting: queue.Queue[str] = queue.Queue(ENOUGH)
        self._ended = threading.Event()
        self._threads = [threading.Thread(target=work, daemon=True) for work in (self._send_queued, self._receive)]
        for thread in self._threads:
            thread.start()

    def send(self, table_id: str, newest: Seen | None) -> None:
        """Queue a notice for the other processes."""
        with suppress(queue.Full):
            self._waiting.put_nowait(f"{self.origin} {table_id} {newest or ''}")

    def note(self, table_id: str) -> None:
        """Record the state of a table unless it is recorded already. Call it once `list_listened` includes the table.

        Raise Unreadable on failure.
        """
        with self._noting:
            if table_id in self.known:
                return
        for id, state in self.read_states([table_id]).items():
            with self._noting:
                self.known.setdefault(id, state)

    def close(self) -> None:
        """Send the queued notices and stop both threads."""
        self._ended.set()
        for thread in self._threads:
            thread.join(2 * POLL)

    def _send_queued(self) -> None:
        # Kept until the statement has succeeded, because a lost connection delivers nothing.
        unsent: list[str] = []
        while not (self._ended.is_set() and self._waiting.empty()):
            try:
                with self.connect() as conn:
                    while unsent or not (self._ended.is_set() and self._waiting.empty()):
                        unsent = unsent or self._take_queued()
                        if unsent:
                            sql = "SELECT pg_notify(?, notice) FROM unnest(?::text[]) AS notice"
                            conn.execute(sql, (CHANNEL, unsent))
                            unsent = []
            except psycopg.Error:
                if self._ended.wait(RETRY_AFTER):
                    return

    def _take_queued(self) -> list[str]:
        """Return all queued notices, or an empty list after `RETRY_AFTER` seconds without any."""
        queued: list[str] = []
        try:
            queued.append(self._waiting.get(timeout=RETRY_AFTER))
            while True:
                queued.append(self._waiting.get_nowait())
        except queue.Empty:
            return queued

    def _receive(self) -> None:
        while not self._ended.is_set():
            try:
                with self.connect() as conn:
                    conn.execute(f"LISTEN {CHANNEL}")
                    # Notices sent before LISTEN are lost.
                    self._poll()
                    self._receive_until_lost(conn)
            except (psycopg.Error, Unreadable):
                self._ended.wait(RETRY_AFTER)

    def _receive_until_lost(self, conn: PostgresConnection) -> None:
        looked = time.monotonic()
        while not self._ended.is_set():
            for notice in conn.notifies(timeout=RETRY_AFTER, stop_after=1):
                self._pass_on(notice.payload)
            # A second less, so that waiting for a notice and reading stay within POLL.
            if time.monotonic() - looked > POLL - 1:
                self._poll()
                looked = time.monotonic()

    def _pass_on(self, payload: str) -> None:
        origin, _, rest = payload.partition(" ")
        table_id, _, newest = rest.partition(" ")
        if origin != self.origin:
            self.ring(table_id, Seen.parse(newest) if newest else None)

    def _poll(self) -> None:
        """Read the states of all listened tables, and ring for lines and changes of access that were missed."""
        wanted = list(self.list_listened())
        states = self.read_states(wanted) if wanted else {}
        with self._noting:
            before = self.known
            # Keeps tables that were noted during the poll, and forgets those without a listening phone.
            noted = {id: before[id] for id in self.list_listened() if id in before}
            self.known = noted | states
        for table_id, (newest, closed) in states.items():
            known = before.get(table_id)
            if known and known[1] != closed:
                self.ring(table_id, None)
            # Without a recorded state, a line may have been added before the table was first polled.
            elif known is None or known[0] != newest:
                self.ring(table_id, newest)
