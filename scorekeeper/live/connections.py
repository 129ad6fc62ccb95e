"""Who is connected: how long one connection may keep the server waiting, how many there may be, and which one goes.

uvicorn ends a connection that stays idle after an answer. What it leaves open without end stands here: one that sends
nothing, or a part of a request, or does not take its answer. A connection that has sent one whole request is known;
only the others are counted for each household, so a club behind one address keeps its phones and their streams.
"""

import asyncio
import os
from typing import cast

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.server import ServerState

from scorekeeper.live.signal import Flow, Signal
from scorekeeper.live.whole_request import SLOWEST
from scorekeeper.web.people.rate_limit import household

HEAD = 10.0
"""Seconds for the head of a request, from the moment of connecting or of the last answer."""

REQUEST = 30.0
"""Seconds from the head of a request to the end of its body; `whole` has said before that it took too long.

What comes of a body meanwhile is worth as many seconds more as `whole` gives for it.
"""

ANSWER = 30.0
"""Seconds in which a phone takes at least some of the answer that waits for it."""

UNKNOWN = 128
"""Connections from one household that have not sent a whole request yet; beyond that the oldest of them goes."""

YOUNG = 1.0
"""Seconds for which none goes for that reason: a room full of phones that reload together are no attack."""

MOST = 8192
"""Connections at a time, where there are files enough."""

RESERVE = 64
"""Open files that connections leave to the database, the printer and what is just being accepted."""


class Connection(H11Protocol):
    """One connection; `since` is when it last got on: came, told the head of a request, or got an answer."""

    # uvicorn's own attributes are just few enough for Python to keep their names once for all connections.
    __slots__ = ("home", "known", "since", "taken", "untaken")

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Note when it came and from which household."""
        super().connection_made(transport)
        self.flow = Flow(transport)
        self.since = self.taken = self.loop.time()
        self.known = False
        self.untaken = 0
        self.home = household(self.client[0] if self.client else "")
        self._others.came(self)

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget it."""
        super().connection_lost(exc)
        self._others.forget(self)

    def data_received(self, data: bytes) -> None:
        """Note when a head, and when a whole request has come."""
        before, cycle = self.conn.their_state, self.cycle
        super().data_received(data)
        if self.cycle is not None and self.cycle is not cycle:  # it begins to wait when this has returned
            self.cycle.message_event = Signal(self.cycle.message_event.is_set())
        if self.conn.their_state is not before:
            self.since = self.loop.time()
        elif before is h11.SEND_BODY:
            self.since = min(self.loop.time(), self.since + len(data) / SLOWEST)
        if not self.known and self.conn.their_state in (h11.DONE, h11.MUST_CLOSE):
            self.known = True
            self._others.know(self)

    def on_response_complete(self) -> None:
        """Wait for the next request from here on."""
        self.since = self.loop.time()
        super().on_response_complete()

    @property
    def waiting(self) -> bool:
        """Whether the server waits for it, and not it for the server."""
        return self.conn.their_state in (h11.IDLE, h11.SEND_BODY)

    def overdue(self, now: float) -> bool:
        """Whether it has kept the server waiting for too long."""
        untaken = self.transport.get_write_buffer_size()
        if untaken != self.untaken:
            self.untaken, self.taken = untaken, now
        if untaken and now - self.taken > ANSWER:
            return True
        return self.waiting and now - self.since > (HEAD if self.conn.their_state is h11.IDLE else REQUEST)

    def drop(self) -> None:
        """End it at once."""
        self._others.forget(self)
        self.transport.abort()

    @property
    def _others(self) -> "Connections":
        return cast(Connections, self.server_state)


class Connections(ServerState):
    """All connections, no more of them than `room`."""

    def __init__(self, room: int) -> None:
        super().__init__()
        self.room = room
        self.unknown: dict[str, dict[Connection, None]] = {}

    def came(self, new: Connection) -> None:
        """Take a new connection in; where there is no room left, another one goes for it."""
        here = self.unknown.setdefault(new.home, {})
        here[new] = None
        oldest = next(iter(here))
        if len(here) > UNKNOWN and new.since - oldest.since > YOUNG:
            oldest.drop()
        if len(self.connections) > self.room:
            self._dispensable(new).drop()

    def know(self, one: Connection) -> None:
        """It has sent a whole request."""
        here = self.unknown.get(one.home, {})
        here.pop(one, None)
        if not here:
            self.unknown.pop(one.home, None)

    def forget(self, one: Connection) -> None:
        """It has ended."""
        self.know(one)
        self.connections.discard(one)

    def end_overdue(self) -> None:
        """End those that keep the server waiting for too long."""
        for one in cast("list[Connection]", list(self.connections)):
            if one.overdue(one.loop.time()):
                one.drop()

    def _dispensable(self, new: Connection) -> Connection:
        """Who goes: the oldest unknown one of the household that has most of them, else the one idle longest."""
        crowd = max(self.unknown.values(), key=len)
        oldest = next(iter(crowd))
        if oldest is not new:
            return oldest
        everybody = cast("set[Connection]", self.connections)
        return min((one for one in everybody if one.waiting), key=lambda one: one.since, default=new)


def room() -> int:
    """How many connections there may be beside the other files that the app opens."""
    if os.name != "posix":
        return MOST
    import resource

    files, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return MOST if files == resource.RLIM_INFINITY else min(MOST, max(files - RESERVE, files // 2))
