"""Server-sent events: notify waiting phones of the newest line of their table or group, without a thread for each.

`Bell` is ASGI middleware. A GET of /t/<table>/bell or /g/<group>/bell that the app permits becomes an event stream.
After each commit `ring` sends the number of the newest line, and each phone then requests its page. If a page of a
table is the same for all phones of a kind, the response rendered for the first is sent to all.
"""

import asyncio
import re
from collections import Counter, defaultdict
from contextlib import suppress
from functools import partial
from random import randint

from werkzeug.sansio.http import parse_cookie

from scorekeeper.live.buffer_requests import Asgi, Receive, Scope
from scorekeeper.live.shared_answers import Message, Send, SharedAnswers
from scorekeeper.table.journal import Seen
from scorekeeper.web.http.compression import choose_encoding
from scorekeeper.web.request import Phone, parse_phone

PATH = re.compile("/([tg])/([^/]+)/(.*)")

SHARED_ROUTE = "/t/<table_id>/*"
"""Route in the access log for a phone that gets a page rendered for another phone."""

MOST_STREAMS = 4096
"""Maximum number of open streams. Further phones get 503 and poll meanwhile."""

HEARTBEAT = 15.0
"""Seconds after which a stream repeats the newest number, so that phone and proxies know that the stream is alive."""

RECONNECT_AFTER = (100, 1500)
"""Range of milliseconds, chosen at random, after which phones reconnect when all streams of a table have ended."""

STREAM_LIFE = 600.0
"""Seconds after which a stream ends. The phone reconnects, so that its permission is checked again."""

STREAM_HEADERS = [
    (b"content-type", b"text/event-stream"),
    (b"cache-control", b"no-store"),
    # nginx would otherwise collect the events before it passes them on.
    (b"x-accel-buffering", b"no"),
    (b"x-content-type-options", b"nosniff"),
]


class Stream:
    """The event stream of one phone at a table or group.

    Phones with equal `kind` are shown identical pages. `ending` is None while the stream goes on. Once it is to end,
    `ending` holds the last bytes to send.
    """

    __slots__ = ("ending", "kind", "network", "newest", "table", "wake")

    def __init__(self, table_id: str) -> None:
        self.table = table_id
        self.network = ""
        self.kind = b""
        self.newest = Seen(0)
        self.ending: bytes | None = None
        self.wake = asyncio.Event()

    def tell(self, newest: Seen) -> None:
        """Note a newer line and wake the stream."""
        self.newest = max(self.newest, newest)
        self.wake.set()

    def end(self, last_words: bytes = b"") -> None:
        """End the stream after sending `last_words`."""
        self.ending = last_words
        self.wake.set()

    def end_with_others(self) -> None:
        """End the stream like all those of its table. The phones reconnect at different moments."""
        self.end(b"retry: %d\n\n" % randint(*RECONNECT_AFTER))

    async def until_gone(self, receive: Receive) -> None:
        """Wait until the phone disconnects, then end the stream."""
        while (await receive())["type"] != "http.disconnect":
            pass
        self.end()

    async def run(self, send: Send) -> None:
        """Send each new line number, repeated every `HEARTBEAT` seconds, until the stream ends.

        It ends after `STREAM_LIFE` seconds at the latest.
        """
        loop = asyncio.get_running_loop()
        end = loop.time() + STREAM_LIFE
        start = b"retry: 2000\n\n"
        while self.ending is None and loop.time() < end:
            self.wake.clear()
            await send(
                {
                    "type": "http.response.body",
                    "body": start + b"data: %s\n\n" % str(self.newest).encode(),
                    "more_body": True,
                }
            )
            start = b""
            beat = loop.call_later(HEARTBEAT, self.wake.set)
            try:
                await self.wake.wait()
            finally:
                beat.cancel()
        await send({"type": "http.response.body", "body": self.ending or b""})


class Bell:
    """ASGI middleware that holds the event streams."""

    def __init__(self, app: Asgi, most: int = MOST_STREAMS) -> None:
        self.app = app
        self.most = most
        self.closed = False
        self.loop: asyncio.AbstractEventLoop | None = None
        self.tables: defaultdict[str, set[Stream]] = defaultdict(set)
        self.phones: dict[str, Stream] = {}
        self.streams: dict[Stream, None] = {}
        """The streams that count towards the limit, oldest first."""
        self.shared = SharedAnswers()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Open a stream for a request to the bell, share pages among the phones of a table, and pass on the rest."""
        # Needed by `ring`, which other threads call.
        self.loop = asyncio.get_running_loop()
        asked = PATH.fullmatch(scope["path"]) if scope["type"] == "http" and scope["method"] == "GET" else None
        if asked is None or (asked[1] == "g" and asked[3] != "bell"):
            await self.app(scope, receive, send)
        elif asked[3] != "bell":
            await self._page(asked[2], scope, receive, send)
        elif self.closed:
            await _send_full(send)
        else:
            await self._listen(asked[2], scope, receive, send)

    def ring(self, table_id: str, newest: Seen | None) -> None:
        """Notify the phones at a table or group of its newest line. Can be called from any thread.

        None means that roles, seats or permissions have changed: all its streams end, and phones that reconnect are
        checked again.
        """
        if self.loop is not None:
            with suppress(RuntimeError):  # the loop is closed, so there are no streams left to notify
                self.loop.call_soon_threadsafe(self._tell, table_id, newest)

    def list_listened(self) -> list[str]:
        """Return the ids of the tables and groups that have streams. Can be called from any thread."""
        # Copied in one step, because the event loop may add a table while another thread reads.
        return list(self.tables.copy())

    def close(self) -> None:
        """End every stream and refuse new ones, because the server stops. Phones reconnect at different moments."""
        self.closed = True
        for streams in self.tables.values():
            for stream in streams:
                stream.end_with_others()

    def _tell(self, table_id: str, newest: Seen | None) -> None:
        for stream in self.tables.get(table_id, ()):
            if newest:
                stream.tell(newest)
            else:
                stream.end_with_others()

    async def _page(self, table_id: str, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a phone that requests the news of its table, if possible with the response cached for its kind."""
        headers = dict(scope["headers"])
        seen = Seen.parse(headers.get(b"seen", b"").decode("latin-1"))
        phone = _parse_phone(scope)
        stream = self.phones.get(phone.browser) if seen else None
        ask = partial(self.app, scope, receive)
        # Only a phone with an open stream has proved that it may see the table, and its kind is known.
        is_listening = stream is not None and stream.table == table_id and stream.ending is None
        if seen is None or stream is None or not is_listening or seen >= stream.newest:
            await ask(send)
            return
        # Everything in the request that the page depends on, apart from the kind of phone. The language can be another
        # one than when the stream began.
        asked = (
            phone.language,
            scope["path"],
            scope["query_string"],
            headers.get(b"host"),
            choose_encoding(headers.get(b"accept-encoding", b"").decode("latin-1")),
        )
        scope["route"] = SHARED_ROUTE
        await self.shared.answer(stream.kind, asked, stream.newest, ask, send)

    async def _listen(self, table_id: str, scope: Scope, receive: Receive, send: Send) -> None:
        # The stream is registered before the app is asked, so that no line committed meanwhile is missed.
        stream = Stream(table_id)
        self.tables[table_id].add(stream)
        phone = _parse_phone(scope).browser
        leaving: asyncio.Task[None] | None = None
        try:
            if not await self._may_listen(stream, scope, receive, send):
                return
            # One stream per browser: a second tab would take the place of another phone.
            if phone in self.phones:
                self._end(self.phones[phone], b"event: moved\ndata:\n\n")
            if not self._make_room(stream):
                await _send_full(send)
                return
            self.phones[phone] = stream
            await send({"type": "http.response.start", "status": 200, "headers": STREAM_HEADERS})
            # The server holds the headers as long as the stream lasts, about 2 KiB that nothing reads any more.
            scope["headers"].clear()
            leaving = asyncio.create_task(stream.until_gone(receive))
            await stream.run(send)
        finally:
            if leaving:
                leaving.cancel()
            if self.phones.get(phone) is stream:
                del self.phones[phone]
            self.streams.pop(stream, None)
            self.tables[table_id].discard(stream)
            if not self.tables[table_id]:
                del self.tables[table_id]

    def _make_room(self, new: Stream) -> bool:
        """Count a new stream and return whether there is room for it.

        At the limit, a stream of the most crowded network is ended to make room, if that is fair.
        """
        if self.closed:
            return False
        if len(self.streams) >= self.most:
            dispensable = self._find_dispensable(new)
            if dispensable is None:
                return False
            self._end(dispensable)
        self.streams[new] = None
        return True

    def _find_dispensable(self, new: Stream) -> Stream | None:
        """Return the stream to end to make room for `new`: the oldest at the largest table of the largest network.

        Return None if that is the table of `new` in its own network. Size is the number of streams, including `new`.
        """
        # Of equally large ones that of the new stream counts, the first here. Otherwise two would only take turns.
        everybody = [new, *self.streams]
        ((network, _),) = Counter([stream.network for stream in everybody]).most_common(1)
        here = [stream for stream in everybody if stream.network == network]
        ((table, _),) = Counter([stream.table for stream in here]).most_common(1)
        oldest = next(stream for stream in here if stream.table == table)
        return None if oldest is new else oldest

    def _end(self, stream: Stream, last_words: bytes = b"") -> None:
        stream.end(last_words)
        self.streams.pop(stream, None)

    async def _may_listen(self, stream: Stream, scope: Scope, receive: Receive, send: Send) -> bool:
        """Return whether the app lets a phone listen. If not, its refusal has been sent."""
        let_in = False

        async def overhear(message: Message) -> None:
            """Read the response if it grants access; otherwise send it to the phone."""
            nonlocal let_in
            if message["type"] == "http.response.start" and message["status"] == 204:
                let_in = True
                headers = dict(message["headers"])
                stream.kind = headers[b"kind"]
                stream.network = headers[b"household"].decode("latin-1")
                stream.tell(Seen.parse(headers[b"newest"].decode()) or Seen(0))
            if not let_in:
                await send(message)

        await self.app(scope, receive, overhear)
        return let_in


async def _send_full(send: Send) -> None:
    """Send 503. The phone polls until it reconnects."""
    await send({"type": "http.response.start", "status": 503, "headers": [(b"retry-after", b"30")]})
    await send({"type": "http.response.body"})


def _parse_phone(scope: Scope) -> Phone:
    """Return the phone that sends a request, with "" as its browser id if there is none in a cookie."""
    # A request may have several headers of a name. They are read as the app reads them.
    cookies = b"; ".join(value for name, value in scope["headers"] if name == b"cookie").decode("latin-1")
    wishes = b",".join(value for name, value in scope["headers"] if name == b"accept-language").decode("latin-1")
    return parse_phone(parse_cookie(cookies), wishes)
