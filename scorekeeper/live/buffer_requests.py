"""Buffer each request before a worker thread sees it.

Flask reads the body in a worker thread, so a client that never finishes its body would occupy that thread for ever.
This ASGI middleware reads the body in the event loop, where waiting costs nothing, and passes on complete requests
only. Addresses that import files can allow larger bodies. Only a few of these are held at a time.
"""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Mapping, MutableMapping
from contextlib import suppress
from typing import Any

from werkzeug.sansio.http import parse_cookie

from scorekeeper.language.catalogue import catalogue
from scorekeeper.language.text import Text, speak
from scorekeeper.live.shared_answers import Message, Send
from scorekeeper.web.request import parse_phone

BODY_TIMEOUT = 20.0
"""Seconds until the body must have arrived: 64 KiB at the speed of the slowest phone networks."""

LEAST_BYTES_A_SECOND = 32 * 1024
"""Bytes of a body that extend its time limit by one second: a file of 5 MB has three minutes."""

LARGE_AT_ONCE = 4
"""Maximum number of bodies over the usual size that are read at a time."""

MOST_DISCARDED = 64 * 1024 * 1024
"""Bytes of a refused file that are read and dropped: a browser reads no response before it has sent the whole file."""

TOO_SLOW = Text("That took too long to arrive. Go back and try again.")

TOO_MANY_FILES = Text("Other files are being sent right now. Nothing was imported. Go back and try again in a minute.")

Scope = MutableMapping[str, Any]

Header = tuple[bytes, bytes]

Receive = Callable[[], Awaitable[Message]]

Asgi = Callable[[Scope, Receive, Send], Awaitable[None]]


class BufferRequests:
    """ASGI middleware that passes on complete requests with a body of at most `most` bytes.

    `larger` maps paths to higher limits in bytes.
    """

    def __init__(self, app: Asgi, most: int, larger: Mapping[str, int]) -> None:
        self.app = app
        self.most = most
        self.larger = larger
        self.large = 0
        """Number of bodies over the usual size that are being read."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Read the body, then call the app with it. Nothing is passed on if the client disconnects.

        Answer 408 if it takes too long, and 503 if too many large bodies are being read. A body over the limit is
        dropped and its declared length kept, so that the app answers 413 itself, in the reader's language.
        """
        length = _declared_length(scope)
        if length == 0:
            await self.app(scope, receive, send)
            return
        most = self.larger.get(scope["path"], self.most)
        if length is not None and length > most:
            # A browser sees the 413 of the app only after it has sent the whole file.
            if most > self.most and length <= MOST_DISCARDED:
                await _discard_body(receive)
            await self._pass_on(scope, b"", length, receive, send)
            return
        large = most > self.most and (length is None or length > self.most)
        if large and self.large >= LARGE_AT_ONCE:
            await _discard_body(receive)
            await _send_refusal(scope, send, 503, TOO_MANY_FILES)
            return
        self.large += large
        try:
            body = await _read_body(receive, most)
        except TimeoutError:
            await _send_refusal(scope, send, 408, TOO_SLOW)
            return
        finally:
            self.large -= large
        if body is not None:
            await self._pass_on(scope, body, len(body), receive, send)

    async def _pass_on(self, scope: Scope, body: bytes, length: int, receive: Receive, send: Send) -> None:
        """Call the app with a body in one piece. A chunked request gets a length and loses its transfer encoding."""
        kept = [pair for pair in scope["headers"] if pair[0] not in (b"content-length", b"transfer-encoding")]
        scope["headers"] = [*kept, (b"content-length", b"%d" % length)]
        await self.app(scope, _replay(body, receive), send)


async def _read_body(receive: Receive, most: int) -> bytes | None:
    """Return the body, or a prefix longer than `most` if it is too long. Return None if the client disconnected.

    Raise TimeoutError if it takes too long.
    """
    body = bytearray()
    async for part in _read_parts(receive):
        if part is None:
            return None
        body += part
        if len(body) > most:
            break
    return bytes(body)


async def _discard_body(receive: Receive) -> None:
    """Read a body and drop it, up to `MOST_DISCARDED` bytes."""
    taken = 0
    with suppress(TimeoutError):
        async for part in _read_parts(receive):
            taken += len(part or b"")
            if taken > MOST_DISCARDED:
                break


async def _read_parts(receive: Receive) -> AsyncIterator[bytes | None]:
    """Yield a body part by part, and None if the client disconnected.

    Raise TimeoutError if a part does not arrive in time: BODY_TIMEOUT, plus the time granted by the bytes so far.
    """
    clock = asyncio.get_running_loop().time
    since = clock()
    more = True
    while more:
        async with asyncio.timeout_at(since + BODY_TIMEOUT):
            message = await receive()
        part = message.get("body", b"")
        # Not later than now, so that a fast beginning grants no long pause afterwards.
        since = min(clock(), since + len(part) / LEAST_BYTES_A_SECOND)
        more = bool(message.get("more_body"))
        yield part if message["type"] == "http.request" else None


def _declared_length(scope: Scope) -> int | None:
    """Return the declared length of a body in bytes, 0 if there is none, None if the body is chunked."""
    headers = dict(scope["headers"])
    # h11 has refused any value that is not a number.
    length = int(headers.get(b"content-length", 0))
    return None if not length and b"transfer-encoding" in headers else length


def _replay(body: bytes, receive: Receive) -> Receive:
    """Return an ASGI `receive` that first returns the buffered body, then whatever the original `receive` returns."""
    first: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]

    async def receive_buffered() -> Message:
        return first.pop() if first else await receive()

    return receive_buffered


async def _send_refusal(scope: Scope, send: Send, status: int, why: Text) -> None:
    request_headers = {name: value.decode("latin-1") for name, value in scope["headers"]}
    phone = parse_phone(parse_cookie(request_headers.get(b"cookie")), request_headers.get(b"accept-language", ""))
    # The rest of the body may still arrive, and is not the next request.
    await send_response(send, status, speak(why, catalogue(phone.language)), more=[(b"connection", b"close")])


async def send_response(
    send: Send, status: int, text: str, kind: bytes = b"text/plain; charset=utf-8", more: Iterable[Header] = ()
) -> None:
    """Send a whole response that is not from the app. `more` are headers besides the usual ones."""
    body = text.encode()
    headers = [
        (b"content-type", kind),
        (b"content-length", b"%d" % len(body)),
        (b"cache-control", b"no-store"),
        (b"x-content-type-options", b"nosniff"),
        *more,
    ]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})


class NoUnderscores:
    """ASGI middleware that drops each header with an underscore in its name.

    WSGI writes `X-Forwarded-For` and `X_Forwarded_For` under one name. A proxy sets the first itself and passes on the
    second as the client sent it. No header that the app reads has an underscore in its name.
    """

    def __init__(self, app: Asgi) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on without the headers whose names have an underscore."""
        if any(b"_" in name for name, _ in scope.get("headers", ())):
            # In place, because the server reads the same list again for the response.
            scope["headers"][:] = [header for header in scope["headers"] if b"_" not in header[0]]
        await self.app(scope, receive, send)
