"""What a service manager, a proxy and Prometheus ask: whether the app is alive, whether it can serve, its figures.

An ASGI layer that answers /healthz, /readyz and /metrics itself, under whatever name it is asked, so that they are
answered also when every thread of the app is busy.
"""

import asyncio
import json
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor

from scorekeeper.live.metrics import Metrics
from scorekeeper.live.shared_answers import Send
from scorekeeper.live.whole_request import Asgi, Receive, Scope
from scorekeeper.web.http.hosts import Network, is_in

LOOK = 4.0
"""Seconds after which a look at database and printer that has not ended counts as failed."""

FORWARDED = (b"x-forwarded-for", b"forwarded")
"""What a proxy adds: who asks for the figures through one comes from elsewhere."""

PARTS = ("database", "printer")

TEXT, JSON = b"text/plain; charset=utf-8", b"application/json"


class Health:
    """In front of the app: says how it is.

    `look` returns what is wrong with each part ("" for nothing); without its database the app is not ready, without
    its printer it scores all the same. The figures are for those who ask from `metrics_for`,
    which is nobody unless it is set.
    """

    def __init__(
        self,
        behind: Asgi,
        look: Callable[[], Mapping[str, str]],
        metrics: Metrics | None = None,
        metrics_for: Sequence[Network] = (),
    ) -> None:
        self.behind = behind
        self.look = look
        self.metrics = metrics
        self.metrics_for = metrics_for
        self.ending = False
        self._looking: Future[Mapping[str, str]] | None = None
        self._looker = ThreadPoolExecutor(1, "health")

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request, or hand it on."""
        path = scope.get("path", "")
        if path == "/healthz":
            scope["route"] = path
            await _say(send, 200, TEXT, b"alive\n")
        elif path == "/readyz":
            scope["route"] = path
            await self._ready(send)
        elif path == "/metrics" and self.metrics and self._may_see_metrics(scope):
            scope["route"] = path
            await _say(send, 200, b"text/plain; version=0.0.4; charset=utf-8", self.metrics.page())
        else:
            await self.behind(scope, receive, send)

    def end(self) -> None:
        """Say from now on that the app takes nobody new: it stops."""
        self.ending = True
        self._looker.shutdown(wait=False, cancel_futures=True)

    async def _ready(self, send: Send) -> None:
        wrong = {} if self.ending else await self._look()
        ready = not self.ending and not wrong["database"]
        said: dict[str, object] = {"ready": ready, **{part: why or "ok" for part, why in wrong.items()}}
        if self.ending:
            said["ending"] = True
        await _say(send, 200 if ready else 503, JSON, json.dumps(said).encode() + b"\n")

    async def _look(self) -> Mapping[str, str]:
        """One look at a time, whoever asks meanwhile: a disk that hangs takes one thread."""
        if self._looking is None or self._looking.done():
            self._looking = self._looker.submit(self.look)
        try:
            return await asyncio.wait_for(asyncio.shield(asyncio.wrap_future(self._looking)), LOOK)
        except TimeoutError:
            return dict.fromkeys(PARTS, "no answer")

    def _may_see_metrics(self, scope: Scope) -> bool:
        asked_from = scope["client"][0] if scope.get("client") else ""
        return is_in(self.metrics_for, asked_from) and not any(name in FORWARDED for name, _ in scope["headers"])


async def _say(send: Send, status: int, kind: bytes, body: bytes) -> None:
    headers = [
        (b"content-type", kind),
        (b"content-length", b"%d" % len(body)),
        (b"cache-control", b"no-store"),
        (b"x-content-type-options", b"nosniff"),
    ]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
