"""The log: each message of a logger at most once a second, and one line of JSON per request if the host asks for it.

A request is logged by its route, the pattern its address matches, such as /t/<table_id>/. So no link, code or name of a
table is in the log.
"""

import json
import logging
import sys
import time
import traceback
from datetime import UTC, datetime

from scorekeeper.cache import Cache
from scorekeeper.live.buffer_requests import Asgi, Receive, Scope
from scorekeeper.live.shared_answers import Message, Send

SECOND = 1.0

MESSAGES_IN_MEMORY = 100
"""Maximum number of messages remembered at a time."""


# Messages can contain text from clients, so their number must be limited.
_last_logged = Cache[tuple[str, str], float](MESSAGES_IN_MEMORY)


def _is_new(record: logging.LogRecord) -> bool:
    """Return whether the same logger has not written the same message within the last second.

    Messages are compared before their values are filled in, by their first line.
    """
    kind = (record.name, str(record.msg).partition("\n")[0])
    now = time.monotonic()
    last = _last_logged.get(kind)
    if last is not None and now - last < SECOND:
        return False
    _last_logged.store(kind, now)
    return True


def limit_repeats(*names: str) -> None:
    """Limit the named loggers to one identical message per second."""
    for name in names:
        logging.getLogger(name).addFilter(_is_new)


METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "CONNECT")

# The number that nginx logs for it.
DISCONNECTED = 499
"""Status logged for a request whose client disconnected before the response began."""


class LogRequests:
    """ASGI middleware that writes each finished request to standard error as one line of JSON."""

    def __init__(self, app: Asgi) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, and log it when its response has ended or failed."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        begun, status, sent = time.perf_counter(), DISCONNECTED, 0

        async def overhear(message: Message) -> None:
            nonlocal status, sent
            if message["type"] == "http.response.start":
                status = message["status"]
            sent += len(message.get("body", b""))
            await send(message)

        try:
            await self.app(scope, receive, overhear)
        finally:  # also when the client disconnects or the app fails
            line = {
                "at": _timestamp(),
                # Clients can send any word as a method.
                "method": scope["method"] if scope["method"] in METHODS else "other",
                # The app sets the route once it has matched one. An unknown address has none.
                "route": scope.get("route", ""),
                "status": status,
                "ms": round(1000 * (time.perf_counter() - begun), 1),
                "bytes": sent,
            }
            print(json.dumps(line), file=sys.stderr, flush=True)


class JsonFormatter(logging.Formatter):
    """Log formatter that writes each record as one line of JSON."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the record as a line of JSON, with the traceback under `trace` if there is one."""
        line = {"at": _timestamp(), "level": record.levelname.lower(), "from": record.name, "says": record.getMessage()}
        if record.exc_info:
            line["trace"] = "".join(traceback.format_exception(*record.exc_info))
        return json.dumps(line)


def log_in_json() -> None:
    """Write all log records as lines of JSON from now on."""
    handler = logging.StreamHandler()
    handler.setFormatter(JsonFormatter())
    # force, because handlers that exist already would write each record a second time.
    logging.basicConfig(handlers=[handler], level=logging.WARNING, force=True)


def _timestamp() -> str:
    return datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
