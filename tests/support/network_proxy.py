"""A network between the app and its PostgreSQL that can be cut, held and slowed.

Held data arrives when the network recovers, even if the sender has long given up.
"""

import asyncio
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path


class NetworkProxy:
    """A proxy from a port of 127.0.0.1 to the socket of a server."""

    def __init__(self, server: Path) -> None:
        self.server = server
        self.journeys = 0
        """Number of times the app has sent something."""
        self._delay = 0.0
        self._broken = False
        self._held: list[asyncio.StreamWriter] = []
        self._loop = asyncio.new_event_loop()
        self._passing = asyncio.Event()
        self._passing.set()
        self._listening = self._loop.run_until_complete(asyncio.start_server(self._lead, "127.0.0.1", 0))
        self.port = self._listening.sockets[0].getsockname()[1]
        self._thread = threading.Thread(target=self._loop.run_forever)
        self._thread.start()

    def address(self, name: str) -> str:
        """Return the address of a database behind this network."""
        return f"postgresql://postgres@127.0.0.1:{self.port}/{name}?sslmode=disable&gssencmode=disable"

    def cut(self) -> None:
        """Close all connections and refuse new ones."""
        self._do(self._cut)

    def hold(self) -> None:
        """Stop passing data, without closing connections."""
        self._do(self._passing.clear)

    def slow(self, seconds: float) -> None:
        """Delay everything sent from now on by `seconds` in each direction."""
        self._delay = seconds

    def recover(self) -> None:
        """Pass everything without delay again."""
        self._delay, self._broken = 0.0, False
        self._do(self._passing.set)

    def close(self) -> None:
        """Stop the proxy."""
        self._do(self._cut)
        self._do(self._loop.stop)
        self._thread.join()
        self._passing.set()  # tasks that wait to pass on data must end; their connections are closed already
        while tasks := asyncio.all_tasks(self._loop):
            self._loop.run_until_complete(asyncio.wait(tasks))
        self._listening.close()
        self._loop.close()

    def _do(self, what: Callable[[], object]) -> None:
        done = threading.Event()
        self._loop.call_soon_threadsafe(lambda: (what(), done.set()))
        done.wait(5)

    def _cut(self) -> None:
        self._broken = True
        # `close` would still send what is buffered, and a cut network sends nothing.
        for writer in self._held:
            writer.transport.abort()
        self._held.clear()

    async def _lead(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if self._broken:
            writer.transport.abort()
            return
        try:
            there, to = await asyncio.open_unix_connection(self.server)
        except OSError:
            writer.transport.abort()
            return
        self._held += [writer, to]
        await asyncio.gather(self._carry(reader, to, counted=True), self._carry(there, writer))

    async def _carry(self, source: asyncio.StreamReader, to: asyncio.StreamWriter, counted: bool = False) -> None:
        with suppress(OSError):
            while sent := await source.read(1 << 16):
                self.journeys += counted
                if self._delay:
                    await asyncio.sleep(self._delay)
                # Read before waiting, so that held data arrives later even if its sender has given up by then.
                await self._passing.wait()
                to.write(sent)
                await to.drain()
        to.close()
        if to in self._held:
            self._held.remove(to)


@contextmanager
def run_proxy(server: Path) -> Iterator[NetworkProxy]:
    """Run such a network for a block."""
    wire = NetworkProxy(server)
    try:
        yield wire
    finally:
        wire.close()
