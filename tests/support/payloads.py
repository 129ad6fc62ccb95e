"""Names that are markup, formulas, templates, styles, addresses or heaps of accents: to be shown as they are."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

MARKUP = (
    "<script>alert(1)</script>",
    "<img src=//{canary}/a>",
    "<img src=x onerror=alert(1)>",
    "<svg/onload=alert(1)>",
    "<link rel=stylesheet href=/{canary}",
    "</title><h1>Hatter",
    "</textarea></b></p>",
    "<!--",
    "]]><b>",
    "<base href=//{canary}/>",
    "<style>*{{display:none}}</style>",
    "<meta http-equiv=refresh>",
    "<iframe src=//{canary}>",
    "<a href=javascript:alert(1)>",
    "<plaintext>",
    "&lt;b&gt; &amp; &#60;i&#62;",
)

BREAKING_OUT = (
    '" onfocus=alert(1) autofocus x="',
    "' onclick='alert(1)",
    "` onclick=`alert(1)",
    "javascript:alert(1)",
    "data:text/html,<b>",
    "//{canary}/b",
    "http://{canary}/c",
    "file:///etc/passwd",
    "../../etc/passwd",
)

STYLES = (
    "url(//{canary}/d)",
    "}}*{{background:red}}",
    "@import '//{canary}'",
    "expression(alert(1))",
    "\\3c b\\3e ",
)

TEMPLATES = (
    "{{{{7*7}}}}",
    "{{% raw %}}",
    "${{7*7}}",
    "%(who)s",
    "%s%n%d",
    "{{0.__class__}}",
)

FORMULAS = ("=1+1", '=HYPERLINK("//{canary}")', "+SUM(A1)", "@cmd|' /C calc'!A0")

ACCENTS = ("Z̤̺͎a̸l", "á́́́́́́́́", "\u202eevil", "\u2067Hatter\u2069", "A\u200bB", "علي <b>", "ﷺ" * 8)
"""Heaps of accents and marks that turn the writing round; those that cannot be shown are refused or taken off."""


def payloads(canary: str) -> list[str]:
    """All of them; those with an address lead to that server."""
    every = (*MARKUP, *BREAKING_OUT, *STYLES, *TEMPLATES, *FORMULAS, *ACCENTS)
    return [one.format(canary=canary) for one in every]


@contextmanager
def listening() -> Iterator[tuple[int, list[str]]]:
    """Its port on this computer, and what it was asked."""
    asked: list[str] = []

    class Canary(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            asked.append(self.path)
            self.send_response(200)
            self.end_headers()

        def log_message(self, *_: object) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Canary) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield server.server_port, asked
        server.shutdown()
        thread.join()
