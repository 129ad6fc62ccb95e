"""One response for many phones: after a new line, a page is rendered once for all phones of the same kind."""

import asyncio
from collections.abc import Awaitable, Callable, Hashable, MutableMapping
from typing import Any, NamedTuple

from scorekeeper.cache import Cache
from scorekeeper.table.journal import Seen

ANSWERS_IN_MEMORY = 512

PAGE_HEADERS = {
    b"content-security-policy",
    b"cross-origin-opener-policy",
    b"permissions-policy",
    b"referrer-policy",
}
"""Headers that matter only if a browser opens a response as a page.

A script that fetches news runs in a page that has them already.
"""

Message = MutableMapping[str, Any]

Send = Callable[[Message], Awaitable[None]]


class SharedAnswer(NamedTuple):
    """A response that shows a table up to line `newest`."""

    newest: Seen
    answer: "asyncio.Future[list[Message] | None]"
    """A future that is done when the response is rendered.

    Its result is the messages of the response, or None if the response is for one phone only.
    """


class SharedAnswers:
    """Cache of responses that are the same for all phones of a kind. A newer line invalidates them."""

    def __init__(self) -> None:
        self.kept = Cache[Hashable, SharedAnswer](ANSWERS_IN_MEMORY)

    async def answer(
        self, kind: bytes, asked: Hashable, newest: Seen, ask: Callable[[Send], Awaitable[None]], send: Send
    ) -> None:
        """Send the response that shows line `newest`. Render it with `ask` unless it is cached or being rendered.

        Phones of the same `kind` that send the same request `asked` get the same response.
        """
        key = kind, asked
        earlier = self.kept.get(key)
        if earlier is not None and earlier.newest >= newest:
            # Shielded: a phone that disconnects must not cancel the response of the others.
            answer = await asyncio.shield(earlier.answer)
            if answer is None:
                await ask(send)
            else:
                for message in answer:
                    await send(message)
            return
        drawing = SharedAnswer(newest, asyncio.get_running_loop().create_future())
        # Stored before it is rendered, so that phones that ask meanwhile wait instead of rendering it too.
        self.kept.store(key, drawing)
        messages: list[Message] = []

        async def overhear(message: Message) -> None:
            messages.append(message)
            await send(message)

        try:
            await ask(overhear)
        finally:
            # Also if rendering fails, because other phones are waiting for the result.
            drawing.answer.set_result(_without_page_headers(messages) if _is_shared(messages, kind) else None)
            # The next phone must ask again, unless a newer line has replaced the entry meanwhile.
            if drawing.answer.result() is None and self.kept.get(key) is drawing:
                self.kept.pop(key)


def _is_shared(messages: list[Message], kind: bytes) -> bool:
    """Return whether a response is complete, successful, and meant for every phone of this kind.

    The app names the kind in a header. It is another one if the phone has changed its role, seat or language.
    """
    if not messages or messages[-1].get("more_body") or messages[0]["type"] != "http.response.start":
        return False
    headers = dict(messages[0]["headers"])
    # A cookie is that of one phone.
    return messages[0]["status"] == 200 and headers.get(b"shared") == kind and b"set-cookie" not in headers


def _without_page_headers(messages: list[Message]) -> list[Message]:
    """Return the response without the headers that only a page needs, to save bytes for each phone."""
    head, *rest = messages
    return [{**head, "headers": [pair for pair in head["headers"] if pair[0] not in PAGE_HEADERS]}, *rest]
