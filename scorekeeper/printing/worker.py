"""The worker process that turns HTML into PDF: one document after the other, until its input ends.

It reads nothing but what it is handed: the bundled fonts and the print style sheet. It runs under limits of memory,
time and file size.
"""

import os
import struct
import sys
from collections.abc import Callable, Mapping
from contextlib import suppress
from io import BytesIO
from typing import BinaryIO

from scorekeeper.folders import folder

FONTS = ("IBMPlexSans-400.ttf", "IBMPlexSans-600.ttf")
MEMORY = 900 * 1024 * 1024
FILE = 20 * 1024 * 1024
DOTS_A_POINT = 96 / 72
HEAD = struct.Struct(">cII")
READY, PDF, PICTURE, REFUSED, LACKING = b"R", b"P", b"I", b"E", b"M"


def work(seconds: float) -> None:
    """Print what comes in on standard input and answer on standard output; each page may take so many seconds."""
    out = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # whatever the libraries say must not get between the answers
    _limit_memory()
    try:
        to_pdf = _printer()
    except OSError as error:
        _answer(out, LACKING, str(error).encode())
        return
    _answer(out, READY, b"")
    while len(head := sys.stdin.buffer.read(HEAD.size)) == HEAD.size:
        kind, _, size = HEAD.unpack(head)
        html = sys.stdin.buffer.read(size).decode()
        _limit_time(seconds)
        try:
            content, pages = to_pdf(html)
            content = _picture(content) if kind == PICTURE else content
        except MemoryError:
            _answer(out, REFUSED, b"it needs too much memory")
            return
        except BaseException as error:  # a refused address is a BaseException there
            _answer(out, REFUSED, str(error).encode() or type(error).__name__.encode())
        else:
            _answer(out, PDF, content, pages)


def _answer(out: BinaryIO, kind: bytes, content: bytes, pages: int = 0) -> None:
    out.write(HEAD.pack(kind, pages, len(content)) + content)
    out.flush()


def _picture(pdf: bytes) -> bytes:
    """The first page of a document as PNG, a dot for each of its pixels; its title goes with it, in words."""
    import pypdfium2  # here, so that only the worker pays for it
    from PIL.PngImagePlugin import PngInfo

    document, out, words = pypdfium2.PdfDocument(pdf), BytesIO(), PngInfo()
    words.add_itxt("Description", document.get_metadata_value("Title"))
    document[0].render(scale=DOTS_A_POINT).to_pil().convert("RGB").save(out, "PNG", pnginfo=words)
    return out.getvalue()


def _printer() -> Callable[[str], tuple[bytes, int]]:
    """Load WeasyPrint, the fonts and the style sheet once. Raises OSError when a native library is missing."""
    if sys.platform.startswith("linux"):
        # Under each name that a library has elsewhere Python asks a compiler for it, if it finds one, and only then is
        # the next name tried; that takes longer than what is looked for.
        os.environ["PATH"] = ""
    from weasyprint import CSS, HTML  # here, so that only the worker pays for it
    from weasyprint.text.fonts import FontConfiguration
    from weasyprint.urls import FatalURLFetchingError, URLFetcher, URLFetcherResponse

    static = folder("static")
    files = {f"app:fonts/{name}": (static / "fonts" / name).read_bytes() for name in FONTS}

    class Bundled(URLFetcher):  # type: ignore[misc]
        """Hands out the bundled fonts and refuses every other address."""

        def fetch(self, url: str, headers: Mapping[str, str] | None = None) -> URLFetcherResponse:
            if url not in files:
                raise FatalURLFetchingError("it asks for something outside")
            return URLFetcherResponse(url, files[url], {"Content-Type": "font/ttf"})

    fetcher = Bundled()
    fonts = FontConfiguration()
    sheet = (static / "print.css").read_text(encoding="utf-8").replace("url(fonts/", "url(app:fonts/")
    style = CSS(string=sheet, font_config=fonts, url_fetcher=fetcher)

    def to_pdf(html: str) -> tuple[bytes, int]:
        document = HTML(string=html, url_fetcher=fetcher).render(
            stylesheets=[style], font_config=fonts, pdf_variant="pdf/ua-1", pdf_tags=True
        )
        content: bytes = document.write_pdf(pdf_variant="pdf/ua-1")
        return content, len(document.pages)

    return to_pdf


if sys.platform == "win32":

    def _limit_memory() -> None:
        """Windows has no such limits; the time limit outside holds all the same."""

    def _limit_time(seconds: float) -> None:
        """Windows has no such limits; the time limit outside holds all the same."""

else:
    import resource

    def _limit_memory() -> None:
        """Cap memory and file size, and leave no core file behind."""
        for kind, most in (
            (resource.RLIMIT_AS, MEMORY),
            (resource.RLIMIT_FSIZE, FILE),
            (resource.RLIMIT_CORE, 0),
        ):
            with suppress(ValueError, OSError):  # this system does not offer it, or allows less already
                resource.setrlimit(kind, (most, resource.getrlimit(kind)[1]))

    def _limit_time(seconds: float) -> None:
        """Give the next page its own share of processor time."""
        used = resource.getrusage(resource.RUSAGE_SELF)
        most = int(used.ru_utime + used.ru_stime + seconds) + 2
        with suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_CPU, (most, resource.getrlimit(resource.RLIMIT_CPU)[1]))
