"""Compression of responses, so that the first page fits into the first packets of a slow network."""

import gzip
import re
from functools import lru_cache, partial
from threading import Lock

import brotli
from flask import Response, request
from werkzeug.http import parse_accept_header

SMALLEST_BODY = 500
"""Responses smaller than this many bytes are not compressed, because it saves nothing."""
COMPRESSED_TYPES = {
    "text/html",
    "text/css",
    "text/javascript",
    "application/javascript",
    "image/svg+xml",
    "application/json",
}
"""Media types that are compressed."""
MOST_HEADER_LETTERS = 200
"""Maximum number of characters read from an Accept-Encoding header, so that a long one costs no time and no memory."""

# Without a time stamp, the same page always gives the same bytes.
_compress_gzip = partial(gzip.compress, compresslevel=9, mtime=0)

FILE_COMPRESSORS = {"br": brotli.compress, "gzip": _compress_gzip}
"""Functions that compress static files, by encoding. Brotli is slow but thorough, as each file is compressed only once.

Browsers accept Brotli only over HTTPS.
"""

PAGE_COMPRESSORS = {"br": partial(brotli.compress, mode=brotli.MODE_TEXT, quality=5), "gzip": _compress_gzip}
"""Functions that compress pages, by encoding. They are fast, as each response is compressed anew."""

_files: dict[tuple[str, str], bytes] = {}
"""Compressed static files by encoding and ETag.

Not by address, as one file has many. A changed file has another ETag, so nothing goes stale.
"""

_compressing = Lock()
"""Lock with which each static file is compressed only once."""


def choose_encoding(accepted: str) -> str:
    """Return the most compact encoding that an Accept-Encoding header allows, or "" if it allows none."""
    return _choose_encoding(accepted[:MOST_HEADER_LETTERS])


@lru_cache(256)
def _choose_encoding(accepted: str) -> str:
    wishes = parse_accept_header(accepted)
    return next((way for way in FILE_COMPRESSORS if wishes[way]), "")


def shorten_style(sheet: bytes) -> bytes:
    """Return a style sheet without comments and white space that mean nothing, to save a tenth of its bytes."""
    text = re.sub(rb"/\*.*?\*/", b"", sheet, flags=re.DOTALL)
    text = re.sub(rb"\s+", b" ", text)
    return re.sub(rb" ?([{};,]) ?", rb"\1", text).replace(b": ", b":").replace(b";}", b"}").strip()


def shorten_script(script: bytes) -> bytes:
    """Return a script without the lines that are comments and without indentation.

    No script may have a text of several lines, which `tests/web/http/test_files.py` checks.
    """
    return re.sub(rb"^\s+", b"", re.sub(rb"^\s*//.*$", b"", script, flags=re.MULTILINE), flags=re.MULTILINE)


SHORTENERS = {"text/css": shorten_style, "text/javascript": shorten_script, "application/javascript": shorten_script}
"""Functions that leave out of a static file what browsers do not need, by media type."""


def _compress_file(way: str, response: Response, plain: bytes) -> bytes:
    """Return the content of a static file, shortened and compressed. The result is cached."""
    key = (way, response.get_etag()[0] or "")
    with _compressing:
        if key not in _files:
            shortest = SHORTENERS.get(response.mimetype or "", bytes)(plain)
            _files[key] = FILE_COMPRESSORS[way](shortest)
        return _files[key]


def compress(response: Response) -> Response:
    """Compress a response if the browser accepts it and it saves bytes. Static files are compressed once and cached."""
    if response.mimetype not in COMPRESSED_TYPES or response.status_code not in (200, 400, 404, 409, 422):
        return response
    # Before the checks below: a shared cache has to know it of uncompressed responses as well.
    response.vary.add("Accept-Encoding")
    way = choose_encoding(request.headers.get("Accept-Encoding", ""))
    if not way or "Content-Encoding" in response.headers:
        return response
    is_file = response.direct_passthrough
    response.direct_passthrough = False
    plain = response.get_data()
    if len(plain) < SMALLEST_BODY:
        return response
    response.set_data(_compress_file(way, response, plain) if is_file else PAGE_COMPRESSORS[way](plain))
    response.headers["Content-Encoding"] = way
    # The bytes differ from those of the uncompressed response, so a strong ETag would be wrong.
    etag, _ = response.get_etag()
    if etag:
        response.set_etag(etag, weak=True)
    return response
