"""Limits on connections: how long one can keep the server waiting, how many there can be, and which one makes room.

uvicorn closes a connection that stays idle after a response. It sets no limit for one that sends nothing, sends part of
a request, or does not read its response; these limits are set here. A connection that has sent a complete request is
trusted. Only the others are counted per client network, so a club behind one address keeps its phones and their
streams.
"""

import asyncio
import os
from typing import cast

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.server import ServerState

from scorekeeper.live.buffer_requests import LEAST_BYTES_A_SECOND
from scorekeeper.web.people.rate_limit import find_network

HEAD_TIMEOUT = 10.0
"""Seconds for the head of a request, from connecting or from the last response."""

REQUEST_TIMEOUT = 30.0
"""Seconds from the head of a request to the end of its body, plus the time that each part received grants.

Longer than the limit in `buffer_requests`, so that the client is told first that it took too long.
"""

READ_TIMEOUT = 30.0
"""Seconds in which a client must read at least some of the response that is waiting for it."""

MOST_UNTRUSTED = 128
"""Maximum number of connections per client network that have not sent a complete request.

Beyond it the oldest is closed.
"""

SAFE_AGE = 1.0
"""Seconds for which an untrusted connection is not closed for a newer one of its network.

A room full of phones that reload together is not an attack.
"""

MOST_CONNECTIONS = 8192
"""Maximum number of connections, if the system allows as many open files."""

RESERVED_FILES = 64
"""Open files left for the database, the printer and connections being accepted."""


class Connection(H11Protocol):
    """An HTTP connection.

    `since` is the time of its last progress: connecting, a request head, body bytes or a response.
    """

    # Python shares the attribute names of instances up to a limit that uvicorn's own attributes almost reach.
    __slots__ = ("known", "network", "since", "taken", "untaken")

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Record the time and the client network."""
        super().connection_made(transport)
        self.since = self.taken = self.loop.time()
        self.known = False
        self.untaken = 0
        self.network = find_network(self.client[0] if self.client else "")
        self._others.add(self)

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget the connection."""
        super().connection_lost(exc)
        self._others.forget(self)

    def data_received(self, data: bytes) -> None:
        """Pass received bytes to uvicorn, and restart the clock when a request head or a body is complete.

        Each part of a body grants more time. A connection is trusted from its first complete request on.
        """
        before = self.conn.their_state
        super().data_received(data)
        if self.conn.their_state is not before:
            self.since = self.loop.time()
        # Each part of a body grants time, as in `buffer_requests`, so that a large file may take longer.
        elif before is h11.SEND_BODY:
            self.since = min(self.loop.time(), self.since + len(data) / LEAST_BYTES_A_SECOND)
        if not self.known and self.conn.their_state in (h11.DONE, h11.MUST_CLOSE):
            self.known = True
            self._others.trust(self)

    def on_response_complete(self) -> None:
        """Restart the clock for the next request."""
        self.since = self.loop.time()
        super().on_response_complete()

    @property
    def waiting(self) -> bool:
        """Whether the server is waiting for this client, and not the client for the server."""
        return self.conn.their_state in (h11.IDLE, h11.SEND_BODY)

    def is_overdue(self, now: float) -> bool:
        """Return whether the client has kept the server waiting for too long at the loop time `now`.

        Also note how much output the client has taken since the last call.
        """
        untaken = self.transport.get_write_buffer_size()
        # Any change of what waits to be sent counts: the client reads, or the server has more to say.
        if untaken != self.untaken:
            self.untaken, self.taken = untaken, now
        if untaken and now - self.taken > READ_TIMEOUT:
            return True
        limit = HEAD_TIMEOUT if self.conn.their_state is h11.IDLE else REQUEST_TIMEOUT
        return self.waiting and now - self.since > limit

    def drop(self) -> None:
        """Close the connection immediately."""
        self._others.forget(self)
        # Not close, which would wait until the client has read everything.
        self.transport.abort()

    @property
    def _others(self) -> "Connections":
        return cast(Connections, self.server_state)


class Connections(ServerState):
    """All open connections, at most `room` of them.

    `unknown` maps each client network to its connections that are not trusted yet.
    """

    def __init__(self, room: int) -> None:
        super().__init__()
        self.room = room
        self.unknown: dict[str, dict[Connection, None]] = {}

    def add(self, new: Connection) -> None:
        """Add a connection, and close another one if there are now too many."""
        here = self.unknown.setdefault(new.network, {})
        here[new] = None
        oldest = next(iter(here))
        if len(here) > MOST_UNTRUSTED and new.since - oldest.since > SAFE_AGE:
            oldest.drop()
        # uvicorn has already counted the new connection.
        if len(self.connections) > self.room:
            self._find_dispensable(new).drop()

    def trust(self, connection: Connection) -> None:
        """Trust a connection that has sent a complete request."""
        here = self.unknown.get(connection.network, {})
        here.pop(connection, None)
        if not here:
            self.unknown.pop(connection.network, None)

    def forget(self, connection: Connection) -> None:
        """Remove a connection that has ended."""
        self.trust(connection)
        self.connections.discard(connection)

    def end_overdue(self) -> None:
        """Close all connections that have kept the server waiting for too long."""
        for connection in cast("list[Connection]", list(self.connections)):
            if connection.is_overdue(connection.loop.time()):
                connection.drop()

    def _find_dispensable(self, new: Connection) -> Connection:
        """Return the connection to close: the oldest untrusted one of the network with the most untrusted connections.

        If that is `new`, return the connection that has kept the server waiting longest.
        """
        # Never empty: the new connection is in it.
        crowd = max(self.unknown.values(), key=len)
        oldest = next(iter(crowd))
        if oldest is not new:
            return oldest
        everybody = cast("set[Connection]", self.connections)
        return min(
            (connection for connection in everybody if connection.waiting),
            key=lambda connection: connection.since,
            default=new,
        )


def find_room() -> int:
    """Return the maximum number of connections under the limit of open files, of which the app needs some itself."""
    if os.name != "posix":
        return MOST_CONNECTIONS
    import resource

    files, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    if files == resource.RLIM_INFINITY:
        return MOST_CONNECTIONS
    # Under a very low limit, half of the files are still for connections.
    return min(MOST_CONNECTIONS, max(files - RESERVED_FILES, files // 2))
