"""How the processes on one PostgreSQL ring for each other: LISTEN and NOTIFY on one channel.

Each has a connection of its own. A notice is sent after the commit, for within it would take a lock of the whole
server. It says the table and its newest line, or that who may see the table has changed. It may be lost; so every few
seconds a look at the tables where phones listen finds what nobody rang for. What was closed at a table is noted before
the first phone is let in to listen there, so the first look after that finds a change as well.
"""

import queue
import secrets
import threading
import time
from collections.abc import Callable, Collection
from contextlib import suppress
from typing import Any

import psycopg

from scorekeeper.storage.contract import POLL, Ring, Unreadable
from scorekeeper.table.journal import Seen

CHANNEL = "scorekeeper"

AGAIN = 0.5
"""Seconds before a connection that was lost is tried again."""

ENOUGH = 1000
"""Notices that may wait to be sent; more are not sent, and others find the lines by looking."""

State = tuple[Seen, str]
"""Of a table: its newest line, and what was closed at it."""


class Notices:
    """One thread that sends, one that listens."""

    def __init__(
        self,
        connected: Callable[[], "psycopg.Connection[Any]"],
        ring: Ring,
        heard: Callable[[], Collection[str]],
        states: Callable[[Collection[str]], dict[str, State]],
    ) -> None:
        self.connected = connected
        self.ring = ring
        self.heard = heard
        self.states = states
        self.here = secrets.token_hex(8)
        self.known: dict[str, State] = {}
        self._noting = threading.Lock()
        self._waiting: queue.Queue[str] = queue.Queue(ENOUGH)
        self._ended = threading.Event()
        self._threads = [threading.Thread(target=work, daemon=True) for work in (self._send, self._hear)]
        for thread in self._threads:
            thread.start()

    def send(self, table_id: str, newest: Seen | None) -> None:
        """Have the other processes told."""
        with suppress(queue.Full):
            self._waiting.put_nowait(f"{self.here} {table_id} {newest or ''}")

    def note(self, table_id: str) -> None:
        """Note what is closed at a table, unless that is known; `heard` names the table already. Raises Unreadable."""
        with self._noting:
            if table_id in self.known:
                return
        for id, state in self.states([table_id]).items():
            with self._noting:
                self.known.setdefault(id, state)

    def close(self) -> None:
        """Send what waits, and end."""
        self._ended.set()
        for thread in self._threads:
            thread.join(2 * POLL)

    def _send(self) -> None:
        said: list[str] = []  # kept until it is sent: a connection that was lost took nothing along
        while not (self._ended.is_set() and self._waiting.empty()):
            try:
                with self.connected() as conn:
                    while said or not (self._ended.is_set() and self._waiting.empty()):
                        said = said or self._next()
                        if said:
                            sql = "SELECT pg_notify(%s, said) FROM unnest(%s::text[]) AS said"
                            conn.execute(sql, (CHANNEL, said))
                            said = []
            except psycopg.Error:
                if self._ended.wait(AGAIN):
                    return

    def _next(self) -> list[str]:
        """All that waits to be sent; nothing after a while without any."""
        try:
            said = [self._waiting.get(timeout=AGAIN)]
            while True:
                said.append(self._waiting.get_nowait())
        except queue.Empty:
            return said if "said" in locals() else []

    def _hear(self) -> None:
        while not self._ended.is_set():
            try:
                with self.connected() as conn:
                    conn.execute(f"LISTEN {CHANNEL}")
                    self._look()  # what was rung while nobody listened
                    self._until_lost(conn)
            except (psycopg.Error, Unreadable):
                self._ended.wait(AGAIN)

    def _until_lost(self, conn: "psycopg.Connection[Any]") -> None:
        looked = time.monotonic()
        while not self._ended.is_set():
            for notice in conn.notifies(timeout=AGAIN, stop_after=1):
                self._heard(notice.payload)
            if time.monotonic() - looked > POLL - 1:
                self._look()
                looked = time.monotonic()

    def _heard(self, payload: str) -> None:
        origin, _, rest = payload.partition(" ")
        table_id, _, newest = rest.partition(" ")
        if origin != self.here:
            self.ring(table_id, Seen.read(newest) if newest else None)

    def _look(self) -> None:
        """Find what was written, or closed, without a notice."""
        wanted = list(self.heard())
        now = self.states(wanted) if wanted else {}
        with self._noting:
            before = self.known
            # A table that was noted meanwhile has not been looked at; one where nobody listens any more is forgotten.
            noted = {id: before[id] for id in self.heard() if id in before}
            self.known = noted | now
        for table_id, (newest, closed) in now.items():
            known = before.get(table_id)
            if known and known[1] != closed:
                self.ring(table_id, None)
            elif known is None or known[0] != newest:
                self.ring(table_id, newest)
