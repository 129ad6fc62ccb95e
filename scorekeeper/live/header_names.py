"""Protection against ambiguous header names.

WSGI writes `X-Forwarded-For` and `X_Forwarded_For` under one name. A proxy sets the first itself and passes on the
second as the client sent it. No header that the app reads has an underscore in its name.
"""

from scorekeeper.live.buffer_requests import Asgi, Receive, Scope
from scorekeeper.live.shared_answers import Send


class NoUnderscores:
    """ASGI middleware that drops each header with an underscore in its name."""

    def __init__(self, app: Asgi) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on without the headers whose names have an underscore."""
        if any(b"_" in name for name, _ in scope.get("headers", ())):
            # In place, because the server reads the same list again for the response.
            scope["headers"][:] = [header for header in scope["headers"] if b"_" not in header[0]]
        await self.app(scope, receive, send)
