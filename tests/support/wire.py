"""A network between the app and its PostgreSQL that can be cut, held and slowed.

What is held was sent and is still under way: it arrives when the network is well again, however long the one who sent
it has given up.
"""

import asyncio
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

Ends = tuple[asyncio.StreamReader, asyncio.StreamWriter]


class Wire:
    """Takes connections on a port of 127.0.0.1 and leads them to the socket of a server."""

    def __init__(self, server: Path) -> None:
        self.server = server
        self.journeys = 0
        """How often the app has sent something and waited."""
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
        """Where the app finds a database behind this network."""
        return f"postgresql://postgres@127.0.0.1:{self.port}/{name}?sslmode=disable&gssencmode=disable"

    def cut(self) -> None:
        """End all connections, and refuse every new one."""
        self._do(self._cut)

    def hold(self) -> None:
        """Let nothing pass, and tell nobody."""
        self._do(self._passing.clear)

    def slow(self, seconds: float) -> None:
        """Let everything that is sent from now on take so long in each direction."""
        self._delay = seconds

    def well(self) -> None:
        """Let everything pass again at once."""
        self._delay, self._broken = 0.0, False
        self._do(self._passing.set)

    def close(self) -> None:
        """End it."""
        self._do(self._cut)
        self._do(self._loop.stop)
        self._thread.join()
        self._passing.set()  # what is still held goes to connections that have ended
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
        for one in self._held:
            one.transport.abort()
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
                await self._passing.wait()
                to.write(sent)
                await to.drain()
        to.close()
        if to in self._held:
            self._held.remove(to)


@contextmanager
def wired(server: Path) -> Iterator[Wire]:
    """Such a network, until the block ends."""
    wire = Wire(server)
    try:
        yield wire
    finally:
        wire.close()
