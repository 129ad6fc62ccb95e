"""One line of JSON a request, for whoever runs the app for others: what was asked by its route, never by its address.

A route is the pattern an address fits, such as /t/<table_id>/: no link, code or name, and no table, stands in it.
"""

import json
import logging
import sys
import time
import traceback
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from typing import NamedTuple

from scorekeeper.live.shared_answers import Message, Send
from scorekeeper.live.whole_request import Asgi, Receive, Scope

METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "CONNECT")

GONE = 499
"""The status that is told of a request whose phone hung up before an answer began."""


class Answered(NamedTuple):
    """A request and what became of it; of a stream, when it has ended."""

    method: str
    route: str
    status: int
    seconds: float
    bytes: int


class Watched:
    """In front of the app: tells each request, once it is answered, to all that want to know."""

    def __init__(self, behind: Asgi, listeners: Sequence[Callable[[Answered], None]]) -> None:
        self.behind = behind
        self.listeners = listeners

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        if not self.listeners or scope["type"] != "http":
            await self.behind(scope, receive, send)
            return
        begun, status, sent = time.perf_counter(), GONE, 0

        async def overhear(message: Message) -> None:
            nonlocal status, sent
            if message["type"] == "http.response.start":
                status = message["status"]
            sent += len(message.get("body", b""))
            await send(message)

        try:
            await self.behind(scope, receive, overhear)
        finally:
            method = scope["method"] if scope["method"] in METHODS else "other"
            answered = Answered(method, scope.get("route", ""), status, time.perf_counter() - begun, sent)
            for listener in self.listeners:
                listener(answered)


def log_request(answered: Answered) -> None:
    """Write the line of one request."""
    line = {
        "at": _now(),
        "method": answered.method,
        "route": answered.route,
        "status": answered.status,
        "ms": round(1000 * answered.seconds, 1),
        "bytes": answered.bytes,
    }
    print(json.dumps(line), file=sys.stderr, flush=True)


class Json(logging.Formatter):
    """Whatever else the app says, one line of JSON each."""

    def format(self, record: logging.LogRecord) -> str:
        """The line."""
        line = {"at": _now(), "level": record.levelname.lower(), "from": record.name, "says": record.getMessage()}
        if record.exc_info:
            line["trace"] = "".join(traceback.format_exception(*record.exc_info))
        return json.dumps(line)


def log_in_json() -> None:
    """Have everything that is logged from here on written as lines of JSON."""
    handler = logging.StreamHandler()
    handler.setFormatter(Json())
    logging.basicConfig(handlers=[handler], level=logging.WARNING, force=True)


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
