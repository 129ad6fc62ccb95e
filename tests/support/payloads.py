"""Hostile names: markup, formulas, templates, styles, addresses and stacked accents. They must be shown as text."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from html import unescape
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from io import BytesIO

import pikepdf
from pypdf import PdfReader

from scorekeeper.games.errors import Malformed
from scorekeeper.games.user_input import clean_name

ELSEWHERE = ("/JavaScript", "/JS", "/Launch", "/EmbeddedFiles", "/EmbeddedFile", "/AA", "/OpenAction", "/SubmitForm")

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
"""Stacked accents, and characters that reverse the direction of text.

Those that cannot be shown are refused or removed.
"""


def payloads(canary: str) -> list[str]:
    """Return all hostile names. Addresses in them point to the `canary` server."""
    every = (*MARKUP, *BREAKING_OUT, *STYLES, *TEMPLATES, *FORMULAS, *ACCENTS)
    return [name.format(canary=canary) for name in every]


def known_names(canary: str) -> list[str]:
    """Return the hostile names that a player can have, as they are stored. The app refuses the others."""
    names = []
    for payload in payloads(canary):
        try:
            names.append(clean_name(payload[:32]))
        except Malformed:
            continue
    return names


def bare(text: str) -> str:
    """Return text without spaces and invisible characters."""
    return "".join(
        char for char in unescape(text) if not char.isspace() and char not in "\u2066\u2067\u2068\u2069\u00ad"
    )


@contextmanager
def listening() -> Iterator[tuple[int, list[str]]]:
    """Run a server that must not be asked anything. Yield its port and the list of paths requested."""
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


def find_missing_names(content: bytes, typed: list[str]) -> list[str]:
    """Return the plain names that are missing in the text of a PDF. Check that the PDF has no actions and no links."""
    with pikepdf.open(BytesIO(content)) as pdf:
        for item in pdf.objects:
            if isinstance(item, pikepdf.Dictionary | pikepdf.Stream):
                assert not [key for key in ELSEWHERE if key in item]
                assert str(item.get("/S", "")) not in ("/URI", "/JavaScript", "/Launch", "/GoToR", "/SubmitForm")
                assert "/URI" not in item
    text = bare("".join(page.extract_text() for page in PdfReader(BytesIO(content)).pages))
    return [name for name in typed if name.isascii() and bare(name) not in text]
