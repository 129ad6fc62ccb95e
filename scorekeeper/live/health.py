"""Health checks for a service manager or a proxy.

ASGI middleware answers /healthz and /readyz under any host name, so these also respond when every thread of
the app is busy.
"""

import asyncio
import json
from collections.abc import Callable, Mapping
from concurrent.futures import Future, ThreadPoolExecutor

from scorekeeper.live.buffer_requests import Asgi, Receive, Scope, send_response
from scorekeeper.live.shared_answers import Send

CHECK_TIMEOUT = 4.0
"""Seconds after which a check of database and printer counts as failed."""

CHECKED_PARTS = ("database", "printer")


class Health:
    """ASGI middleware that answers health checks.

    `look` returns the fault of the database and of the printer, each "" if it works. The app is ready without its
    printer, but not without its database.
    """

    def __init__(self, app: Asgi, look: Callable[[], Mapping[str, str]]) -> None:
        self.app = app
        self.look = look
        self.ending = False
        self._looking: Future[Mapping[str, str]] | None = None
        self._looker = ThreadPoolExecutor(1, "health")

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a health check; pass every other request on."""
        path = scope.get("path", "")
        if path == "/healthz":
            scope["route"] = path
            await send_response(send, 200, "alive\n")
        elif path == "/readyz":
            scope["route"] = path
            await self._ready(send)
        else:
            await self.app(scope, receive, send)

    def end(self) -> None:
        """Report from now on that the app is stopping and accepts no new clients."""
        self.ending = True
        # A check that hangs must not keep the server from stopping.
        self._looker.shutdown(wait=False, cancel_futures=True)

    async def _ready(self, send: Send) -> None:
        wrong = {} if self.ending else await self._look()
        # A missing printer is reported, but scoring works without it.
        ready = not self.ending and not wrong["database"]
        report: dict[str, object] = {"ready": ready, **{part: why or "ok" for part, why in wrong.items()}}
        if self.ending:
            report["ending"] = True
        await send_response(send, 200 if ready else 503, json.dumps(report) + "\n", b"application/json")

    async def _look(self) -> Mapping[str, str]:
        """Return the fault of each part, "" if it works. After CHECK_TIMEOUT, the fault of every part is "no answer".

        Checks never overlap: later requests share a check that hangs.
        """
        # A check that hangs is shared with later requests, so that it never occupies a second thread.
        if self._looking is None or self._looking.done():
            self._looking = self._looker.submit(self.look)
        try:
            # Shielded: a time-out must not cancel the check that the next request will wait for.
            return await asyncio.wait_for(asyncio.shield(asyncio.wrap_future(self._looking)), CHECK_TIMEOUT)
        except TimeoutError:
            return dict.fromkeys(CHECKED_PARTS, "no answer")
