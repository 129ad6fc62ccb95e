"""The worker process that turns HTML into PDFs and pictures, one document after another, until its input ends.

It reads only its input, the bundled fonts and the print style sheet. Memory, time and file size are limited.
"""

import os
import struct
import sys
from collections.abc import Callable, Mapping
from contextlib import suppress
from io import BytesIO
from typing import Any, BinaryIO

from scorekeeper.folders import find_folder

MOST_MEMORY_BYTES = 900 * 1024 * 1024
"""The maximum address space of the worker in bytes."""
MOST_FILE_BYTES = 20 * 1024 * 1024
"""The maximum size of a file that the worker writes, in bytes."""
PIXELS_PER_POINT = 96 / 72
"""Number of pixels of a picture per typographic point."""
HEADER = struct.Struct(">cII")
"""Header of each message in both directions: kind of message, number of pages, length of the content in bytes."""
READY, PDF, PICTURE, REFUSED, LIBRARY_MISSING = b"R", b"P", b"I", b"E", b"M"
"""Kinds of message: worker ready, PDF, picture, page refused, native library missing."""


def work(seconds: float) -> None:
    """Read HTML documents from standard input, and write PDFs, pictures or refusals to standard output.

    Each document may take `seconds` of processor time.
    """
    out = os.fdopen(os.dup(1), "wb")
    # Libraries may print to standard output, which would corrupt the answers: send that to standard error.
    os.dup2(2, 1)
    _limit_memory()
    try:
        to_pdf = _load_printer()
    except OSError as error:
        _send(out, LIBRARY_MISSING, str(error).encode())
        return
    _send(out, READY, b"")
    while len(head := sys.stdin.buffer.read(HEADER.size)) == HEADER.size:
        kind, _, size = HEADER.unpack(head)
        html = sys.stdin.buffer.read(size).decode()
        _limit_time(seconds)
        try:
            content, pages = to_pdf(html)
            content = _draw_picture(content) if kind == PICTURE else content
        except MemoryError:
            # The process ends here with its memory full. The press starts another one.
            _send(out, REFUSED, b"it needs too much memory")
            return
        # FatalURLFetchingError of WeasyPrint is a BaseException.
        except BaseException as error:
            _send(out, REFUSED, str(error).encode() or type(error).__name__.encode())
        else:
            _send(out, PDF, content, pages)


def _send(out: BinaryIO, kind: bytes, content: bytes, pages: int = 0) -> None:
    out.write(HEADER.pack(kind, pages, len(content)) + content)
    out.flush()


def _draw_picture(pdf: bytes) -> bytes:
    """Return the first page of a PDF as a PNG, whose description is the title of the PDF."""
    # Imported here for the same reason as WeasyPrint below.
    import pypdfium2
    from PIL.PngImagePlugin import PngInfo

    document, out, words = pypdfium2.PdfDocument(pdf), BytesIO(), PngInfo()
    words.add_itxt("Description", document.get_metadata_value("Title"))
    document[0].render(scale=PIXELS_PER_POINT).to_pil().convert("RGB").save(out, "PNG", pnginfo=words)
    return out.getvalue()


def _load_printer() -> Callable[[str], tuple[bytes, int]]:
    """Load WeasyPrint, fonts and style sheet. Return a function that turns HTML into a PDF and its number of pages.

    Raise OSError if a native library is missing.
    """
    if sys.platform.startswith("linux"):
        # WeasyPrint tries several names for each native library. For each one that fails, ctypes.util.find_library
        # starts a compiler or linker if it finds one, which takes longer than loading the library. In a folder that
        # does not exist it finds none. An empty PATH would mean the current folder.
        os.environ["PATH"] = "/nonexistent"
    # Imported here, because press.py imports this module into processes that never print.
    from weasyprint import CSS, HTML
    from weasyprint.text.fonts import FontConfiguration
    from weasyprint.urls import FatalURLFetchingError, URLFetcher, URLFetcherResponse

    static = find_folder("static")
    files = {f"app:fonts/{path.name}": path.read_bytes() for path in (static / "fonts").glob("*.ttf")}

    class Bundled(URLFetcher):  # type: ignore[misc]
        """A URL fetcher that serves only the bundled fonts."""

        def fetch(self, url: str, headers: Mapping[str, str] | None = None) -> URLFetcherResponse:
            if url not in files:
                raise FatalURLFetchingError("it asks for something outside")
            return URLFetcherResponse(url, files[url], {"Content-Type": "font/ttf"})

    fetcher = Bundled()
    fonts = FontConfiguration()
    sheet = (static / "print.css").read_text(encoding="utf-8").replace("url(fonts/", "url(app:fonts/")
    style = CSS(string=sheet, font_config=fonts, url_fetcher=fetcher)

    def to_pdf(html: str) -> tuple[bytes, int]:
        # PDF/UA: tagged for screen readers.
        document = HTML(string=html, url_fetcher=fetcher).render(
            stylesheets=[style], font_config=fonts, pdf_variant="pdf/ua-1", pdf_tags=True
        )
        content: bytes = document.write_pdf(finisher=_set_scopes, pdf_variant="pdf/ua-1")
        return content, len(document.pages)

    return to_pdf


def _set_scopes(document: object, pdf: Any) -> None:
    """Give each head of a table its scope: a column in the head of the table, otherwise a row.

    A screen reader then finds the heads of a cell. `pdf` is the document as objects of pydyf.
    """
    objects: list[Any] = [item for item in pdf.objects if isinstance(item, dict)]
    elements = {item.reference: item for item in objects if item.get("Type") == "/StructElem"}
    for element in elements.values():
        if element["S"] in ("/TH", "/TD") and "A" in element:
            # WeasyPrint 70 lists the heads of each cell instead. It counts columns wrongly below a cell that spans
            # rows, and writes no index of the IDs, without which nothing can be found by them.
            element["A"].pop("Headers", None)
            element.pop("ID", None)
        if element["S"] == "/TH" and "A" in element:
            group = elements[elements[element["P"]]["P"]]
            element["A"]["Scope"] = "/Column" if group["S"] == "/THead" else "/Row"


if sys.platform == "win32":

    def _limit_memory() -> None:
        """Do nothing: Windows has no such limit. The time limit in `press.py` applies on Windows too."""

    def _limit_time(seconds: float) -> None:
        """Do nothing: Windows has no such limit. The time limit in `press.py` applies on Windows too."""

else:
    import resource

    def _limit_memory() -> None:
        for kind, most in (
            (resource.RLIMIT_AS, MOST_MEMORY_BYTES),
            (resource.RLIMIT_FSIZE, MOST_FILE_BYTES),
            (resource.RLIMIT_CORE, 0),
        ):
            # The system does not offer this limit, or has a lower one already.
            with suppress(ValueError, OSError):
                resource.setrlimit(kind, (most, resource.getrlimit(kind)[1]))

    def _limit_time(seconds: float) -> None:
        """Allow this process `seconds` more of processor time, for the next page."""
        # The limit counts from the start of the process, so the time used so far is added.
        used = resource.getrusage(resource.RUSAGE_SELF)
        most = int(used.ru_utime + used.ru_stime + seconds) + 2
        with suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_CPU, (most, resource.getrlimit(resource.RLIMIT_CPU)[1]))
