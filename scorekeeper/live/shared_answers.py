"""One answer for many phones: the first of a kind that asks for a page after a new line has it drawn for all."""

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Hashable, MutableMapping
from typing import Any, NamedTuple

from scorekeeper.table.journal import Seen

ANSWERS_IN_MEMORY = 512

FOR_A_PAGE = {
    b"content-security-policy",
    b"cross-origin-opener-policy",
    b"permissions-policy",
    b"referrer-policy",
}
"""What is said to a browser that opens an answer as a page; a script that asked for news has its page already."""

Message = MutableMapping[str, Any]

Send = Callable[[Message], Awaitable[None]]


class Drawn(NamedTuple):
    """An answer, drawn or being drawn when the newest line had that number; None: it is for one phone alone."""

    newest: Seen
    answer: "asyncio.Future[list[Message] | None]"


class Shared:
    """The answers that are the same for all phones of a kind, until there is a newer line."""

    def __init__(self) -> None:
        self.kept: OrderedDict[Hashable, Drawn] = OrderedDict()

    async def answer(self, key: Hashable, newest: Seen, ask: Callable[[Send], Awaitable[None]], send: Send) -> None:
        """Send what was drawn for that line, or wait for it, or have it drawn."""
        earlier = self.kept.get(key)
        if earlier is not None and earlier.newest >= newest:
            answer = await asyncio.shield(earlier.answer)
            if answer is None:
                await ask(send)
            else:
                for message in answer:
                    await send(message)
            return
        drawing = Drawn(newest, asyncio.get_running_loop().create_future())
        self.kept[key] = drawing
        self.kept.move_to_end(key)
        while len(self.kept) > ANSWERS_IN_MEMORY:
            self.kept.popitem(last=False)
        messages: list[Message] = []

        async def overhear(message: Message) -> None:
            messages.append(message)
            await send(message)

        try:
            await ask(overhear)
        finally:
            drawing.answer.set_result(_short(messages) if _for_all(messages) else None)
            if drawing.answer.result() is None and self.kept.get(key) is drawing:
                del self.kept[key]


def _for_all(messages: list[Message]) -> bool:
    """Whether the app says that a whole answer is for every phone of the kind."""
    if not messages or messages[-1].get("more_body") or messages[0]["type"] != "http.response.start":
        return False
    return messages[0]["status"] == 200 and b"shared" in dict(messages[0]["headers"])


def _short(messages: list[Message]) -> list[Message]:
    """The same answer without what only a page needs: each header costs each of a thousand phones its part."""
    head, *rest = messages
    return [{**head, "headers": [pair for pair in head["headers"] if pair[0] not in FOR_A_PAGE]}, *rest]
