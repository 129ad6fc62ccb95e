"""A network to the app or its database that can be cut and held, and that is as slow and lossy as a mobile one.

It is a proxy that passes on bytes, so lost packets are imitated: everything behind a lost one waits until TCP would
have sent it again. Rate and delay are those of the whole link, in each direction.
"""

import asyncio
import threading
from collections import deque
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import NamedTuple

PACKET = 1400
"""Bytes of a packet."""


class Link(NamedTuple):
    """A network: bytes per second, seconds for a round trip, and the fraction of packets that is lost."""

    rate: float = float("inf")
    round_trip: float = 0.0
    loss: float = 0.0


EDGE = Link(rate=50_000, round_trip=0.8, loss=0.02)
"""A mobile network of the second generation."""


class Network:
    """A proxy from a port of `host` to a server: at another port of it, or at a Unix socket."""

    def __init__(self, host: str, to: int | Path, link: Link | None = None) -> None:
        self.link = self._usual = link or Link()
        self.bytes = 0
        """Bytes that the server has sent."""
        self._host, self._to = host, to
        self._random = Random(2)
        self._is_cut = False
        self._free = [0.0, 0.0]
        self._writers: set[asyncio.StreamWriter] = set()
        self._loop = asyncio.new_event_loop()
        self._passing = asyncio.Event()
        self._passing.set()
        # In its own thread, because Playwright runs a loop in that of the test.
        self._thread = threading.Thread(target=self._loop.run_forever)
        self._thread.start()
        starting = asyncio.start_server(self._accept, host, 0)
        self._listening = asyncio.run_coroutine_threadsafe(starting, self._loop).result(10)
        self.port: int = self._listening.sockets[0].getsockname()[1]

    def cut(self) -> None:
        """Close all connections and refuse new ones."""
        self._is_cut = True
        # `close` would still send what is buffered, and a cut network sends nothing.
        self._loop.call_soon_threadsafe(lambda: [writer.transport.abort() for writer in self._writers])

    def hold(self) -> None:
        """Stop passing data, without closing connections. It arrives later, even if its sender has given up by then."""
        self._loop.call_soon_threadsafe(self._passing.clear)

    def slow(self, seconds: float) -> None:
        """Delay everything sent from now on by `seconds` in each direction."""
        self.link = Link(round_trip=2 * seconds)

    def recover(self) -> None:
        """Accept connections again, and pass on what was held. What was slowed is no longer."""
        self._is_cut = False
        self.link = self._usual
        self._loop.call_soon_threadsafe(self._passing.set)

    def close(self) -> None:
        """Stop the proxy."""
        self.cut()
        asyncio.run_coroutine_threadsafe(self._end(), self._loop).result(10)
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    async def _end(self) -> None:
        self._listening.close()
        tasks = asyncio.all_tasks() - {asyncio.current_task()}
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if self._is_cut:
            writer.transport.abort()
            return
        # The handshake is a round trip too.
        await asyncio.sleep(self.link.round_trip)
        try:
            if isinstance(self._to, Path):
                there = await asyncio.open_unix_connection(self._to)
            else:
                there = await asyncio.open_connection(self._host, self._to)
        except OSError:
            writer.transport.abort()
            return
        writers = {writer, there[1]}
        self._writers |= writers
        try:
            # Closing the network cancels this, which asyncio would print as an error.
            with suppress(asyncio.CancelledError):
                await asyncio.gather(self._pump(reader, there[1], 0), self._pump(there[0], writer, 1))
        finally:
            self._writers -= writers
            for one in writers:
                one.transport.abort()

    async def _pump(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, way: int) -> None:
        """Pass on what one side sends, packet by packet."""
        waiting: deque[tuple[float, bytes]] = deque()
        arrived = asyncio.Event()

        async def deliver() -> None:
            while True:
                while not waiting:
                    arrived.clear()
                    await arrived.wait()
                due, packet = waiting.popleft()
                await asyncio.sleep(due - self._loop.time())
                await self._passing.wait()
                if not packet:
                    return
                writer.write(packet)

        delivering = asyncio.ensure_future(deliver())
        latest = 0.0
        try:
            while True:
                packet = await reader.read(PACKET)
                now = self._loop.time()
                self.bytes += len(packet) if way else 0
                self._free[way] = max(now, self._free[way]) + len(packet) / self.link.rate
                is_lost = self._random.random() < self.link.loss
                again = self.link.round_trip + 0.2 if is_lost else 0
                latest = max(latest, self._free[way] + self.link.round_trip / 2 + again)
                waiting.append((latest, packet))
                arrived.set()
                if not packet:
                    break
                # What the app sends waits in its buffers, as it would in those of the system.
                if (ahead := self._free[way] - now) > 1:
                    await asyncio.sleep(ahead - 1)
            await delivering
        except (ConnectionError, asyncio.IncompleteReadError):
            pass
        finally:
            delivering.cancel()
            with suppress(OSError, RuntimeError):
                writer.write_eof()
