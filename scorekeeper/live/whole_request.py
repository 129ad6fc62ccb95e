"""Hear a request to its end before anybody works on it, so that one that never ends takes nobody's time.

An ASGI layer in front of everything. It holds the body of a request, up to what the app takes at all, and hands both on
together. What is longer is handed on without its body, and the app says why it is refused. At an address where a file
is brought in a body may be larger; only a few such bodies are held at a time.
"""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, MutableMapping
from contextlib import suppress
from typing import Any

from werkzeug.sansio.http import parse_cookie

from scorekeeper.language.catalogue import catalogue
from scorekeeper.language.text import Text, speak
from scorekeeper.live.shared_answers import Message, Send
from scorekeeper.web.request import phone_of

SECONDS = 20.0
"""Seconds in which the body has to come: 64 KiB at the speed of the slowest networks that phones still use."""

SLOWEST = 32 * 1024
"""Bytes of a body that are worth a second more: a file of 5 MB has three minutes."""

LARGE_AT_ONCE = 4
"""Bodies beyond the usual size that are heard at a time."""

PASSED_BY = 64 * 1024 * 1024
"""Bytes of a file that are taken without being kept: a browser reads no answer before it has sent all."""

TOO_SLOW = Text("That took too long to arrive. Go back and try again.")

TOO_MANY = Text("Other files are being sent right now. Nothing was imported. Go back and try again in a minute.")

Scope = MutableMapping[str, Any]

Receive = Callable[[], Awaitable[Message]]

Asgi = Callable[[Scope, Receive, Send], Awaitable[None]]


class Whole:
    """In front of the app: only whole requests come to it, with a body of at most so many bytes.

    `larger` says at which paths a body may have more.
    """

    def __init__(self, behind: Asgi, most: int, larger: Mapping[str, int] | None = None) -> None:
        self.behind = behind
        self.most = most
        self.larger = larger or {}
        self.large = 0
        """Bodies beyond the usual size that are being heard."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Hand on what has no body at once, everything else when it is there; nothing of who hung up before."""
        length = _announced(scope)
        if length == 0:
            await self.behind(scope, receive, send)
            return
        body: bytes | None = b""
        most = self.larger.get(scope["path"], self.most)
        large = most > self.most and (length is None or self.most < length <= most)
        if large and self.large >= LARGE_AT_ONCE:
            await _pass_by(receive)
            await _refused(scope, send, 503, TOO_MANY)
            return
        if most > self.most and length is not None and most < length <= PASSED_BY:
            await _pass_by(receive)
        if length is None or length <= most:
            self.large += large
            try:
                body = await _heard(receive, most)
            except TimeoutError:
                await _refused(scope, send, 408, TOO_SLOW)
                return
            finally:
                self.large -= large
            if body is None:
                return
            length = len(body)
        kept = [pair for pair in scope["headers"] if pair[0] not in (b"content-length", b"transfer-encoding")]
        scope["headers"] = [*kept, (b"content-length", b"%d" % length)]
        await self.behind(scope, _after(body or b"", receive), send)


async def _heard(receive: Receive, most: int) -> bytes | None:
    """The body, or of one that is longer than `most` a beginning that is; None if the phone hung up.

    Raises TimeoutError when it takes too long.
    """
    body = bytearray()
    async for part in _parts(receive):
        if part is None:
            return None
        body += part
        if len(body) > most:
            break
    return bytes(body)


async def _pass_by(receive: Receive) -> None:
    """Take what comes of a body and keep nothing of it."""
    taken = 0
    with suppress(TimeoutError):
        async for part in _parts(receive):
            taken += len(part or b"")
            if taken > PASSED_BY:
                break


async def _parts(receive: Receive) -> AsyncIterator[bytes | None]:
    """A body part by part; None if the phone hung up.

    Raises TimeoutError when it has not come within SECONDS, and those more that what has come is worth.
    """
    clock = asyncio.get_running_loop().time
    since = clock()
    more = True
    while more:
        async with asyncio.timeout_at(since + SECONDS):
            message = await receive()
        part = message.get("body", b"")
        since = min(clock(), since + len(part) / SLOWEST)
        more = bool(message.get("more_body"))
        yield part if message["type"] == "http.request" else None


def _announced(scope: Scope) -> int | None:
    """How long the body of a request is, as it says; None: it comes in pieces."""
    headers = dict(scope["headers"])
    length = int(headers.get(b"content-length", 0))
    return None if not length and b"transfer-encoding" in headers else length


def _after(body: bytes, receive: Receive) -> Receive:
    """What the app receives: the whole body, then what happens to the connection."""
    first: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]

    async def received() -> Message:
        return first.pop() if first else await receive()

    return received


async def _refused(scope: Scope, send: Send, status: int, why: Text) -> None:
    says = {name: value.decode("latin-1") for name, value in scope["headers"]}
    phone = phone_of(parse_cookie(says.get(b"cookie")), says.get(b"accept-language", ""))
    said = speak(why, catalogue(phone.language)).encode()
    headers = [
        (b"content-type", b"text/plain; charset=utf-8"),
        (b"content-length", b"%d" % len(said)),
        (b"cache-control", b"no-store"),
        (b"connection", b"close"),
    ]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": said})
