"""Protection against ambiguous header names.

WSGI writes `X-Forwarded-For` and `X_Forwarded_For` under one name. A proxy sets the first itself and passes on the
second as the client sent it. No header that the app reads has an underscore in its name.
"""

from scorekeeper.live.shared_answers import Send
from scorekeeper.live.whole_request import Asgi, Receive, Scope


class NoUnderscores:
    """ASGI middleware that drops each header with an underscore in its name."""

    def __init__(self, behind: Asgi) -> None:
        self.behind = behind

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass one request on without those headers."""
        if any(b"_" in name for name, _ in scope.get("headers", ())):
            # In place, because the server reads the same list again for the response.
            scope["headers"][:] = [header for header in scope["headers"] if b"_" not in header[0]]
        await self.behind(scope, receive, send)
