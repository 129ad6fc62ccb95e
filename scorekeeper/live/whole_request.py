"""Hear a request to its end before anybody works on it, so that one that never ends takes nobody's time.

An ASGI layer in front of everything. It holds the body of a request, up to what the app takes at all, and hands both on
together. What is longer is handed on without its body, and the app says why it is refused.
"""

import asyncio
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

from werkzeug.sansio.http import parse_cookie

from scorekeeper.language.catalogue import catalogue
from scorekeeper.language.text import Text, speak
from scorekeeper.live.shared_answers import Message, Send
from scorekeeper.web.request import phone_of

SECONDS = 20.0
"""Seconds in which the body has to come: 64 KiB at the speed of the slowest networks that phones still use."""

TOO_SLOW = Text("That took too long to arrive. Go back and try again.")

Scope = MutableMapping[str, Any]

Receive = Callable[[], Awaitable[Message]]

Asgi = Callable[[Scope, Receive, Send], Awaitable[None]]


class Whole:
    """In front of the app: only whole requests come to it, with a body of at most so many bytes."""

    def __init__(self, behind: Asgi, most: int) -> None:
        self.behind = behind
        self.most = most

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Hand on what has no body at once, everything else when it is there; nothing of who hung up before."""
        length = _announced(scope)
        if length == 0:
            await self.behind(scope, receive, send)
            return
        body: bytes | None = b""
        if length is None or length <= self.most:
            try:
                async with asyncio.timeout(SECONDS):
                    body = await self._heard(receive)
            except TimeoutError:
                await _too_slow(scope, send)
                return
            if body is None:
                return
            length = len(body)
        kept = [pair for pair in scope["headers"] if pair[0] not in (b"content-length", b"transfer-encoding")]
        scope["headers"] = [*kept, (b"content-length", b"%d" % length)]
        await self.behind(scope, _after(body or b"", receive), send)

    async def _heard(self, receive: Receive) -> bytes | None:
        """The body, or of one that is too long a beginning that is; None if the phone hung up."""
        body = bytearray()
        while len(body) <= self.most:
            message = await receive()
            if message["type"] != "http.request":
                return None
            body += message.get("body", b"")
            if not message.get("more_body"):
                break
        return bytes(body)


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


async def _too_slow(scope: Scope, send: Send) -> None:
    says = {name: value.decode("latin-1") for name, value in scope["headers"]}
    phone = phone_of(parse_cookie(says.get(b"cookie")), says.get(b"accept-language", ""))
    said = speak(TOO_SLOW, catalogue(phone.language)).encode()
    headers = [
        (b"content-type", b"text/plain; charset=utf-8"),
        (b"content-length", b"%d" % len(said)),
        (b"cache-control", b"no-store"),
        (b"connection", b"close"),
    ]
    await send({"type": "http.response.start", "status": 408, "headers": headers})
    await send({"type": "http.response.body", "body": said})
