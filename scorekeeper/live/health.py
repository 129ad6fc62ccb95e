"""Health checks and metrics for a service manager, a proxy and Prometheus.

ASGI middleware answers /healthz, /readyz and /metrics under any host name, so these also respond when every thread of
the app is busy.
"""

import asyncio
import json
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor

from scorekeeper.live.buffer_requests import Asgi, Receive, Scope
from scorekeeper.live.metrics import Metrics
from scorekeeper.live.shared_answers import Send
from scorekeeper.web.http.hosts import Network, is_in

CHECK_TIMEOUT = 4.0
"""Seconds after which a check of database and printer counts as failed."""

FORWARDED_HEADERS = (b"x-forwarded-for", b"forwarded")
"""Headers that a proxy adds. Requests with one do not get metrics, because their clients are elsewhere."""

PARTS = ("database", "printer")

TEXT, JSON = b"text/plain; charset=utf-8", b"application/json"


class Health:
    """ASGI middleware that answers health checks and metrics.

    `look` returns the fault of the database and of the printer, each "" if it works. The app is ready without its
    printer, but not without its database. Metrics are served to the networks in `metrics_for` only.
    """

    def __init__(
        self,
        app: Asgi,
        look: Callable[[], Mapping[str, str]],
        metrics: Metrics | None = None,
        metrics_for: Sequence[Network] = (),
    ) -> None:
        self.app = app
        self.look = look
        self.metrics = metrics
        self.metrics_for = metrics_for
        self.ending = False
        self._looking: Future[Mapping[str, str]] | None = None
        self._looker = ThreadPoolExecutor(1, "health")

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a health check or a request for metrics; pass every other request on."""
        path = scope.get("path", "")
        if path == "/healthz":
            scope["route"] = path
            await _send(send, 200, TEXT, b"alive\n")
        elif path == "/readyz":
            scope["route"] = path
            await self._ready(send)
        elif path == "/metrics" and self.metrics and self._may_see_metrics(scope):
            scope["route"] = path
            await _send(send, 200, b"text/plain; version=0.0.4; charset=utf-8", self.metrics.page())
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
        await _send(send, 200 if ready else 503, JSON, json.dumps(report).encode() + b"\n")

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
            return dict.fromkeys(PARTS, "no answer")

    def _may_see_metrics(self, scope: Scope) -> bool:
        asked_from = scope["client"][0] if scope.get("client") else ""
        forwarded = any(name in FORWARDED_HEADERS for name, _ in scope["headers"])
        return is_in(self.metrics_for, asked_from) and not forwarded


async def _send(send: Send, status: int, kind: bytes, body: bytes) -> None:
    headers = [
        (b"content-type", kind),
        (b"content-length", b"%d" % len(body)),
        (b"cache-control", b"no-store"),
        (b"x-content-type-options", b"nosniff"),
    ]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
