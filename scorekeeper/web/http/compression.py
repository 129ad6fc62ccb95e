"""Send pages and style sheets compressed, so that the first load fits into the first packets of a slow network."""

import gzip
import re
from collections import OrderedDict
from functools import lru_cache, partial

import brotli
from flask import Response, request
from werkzeug.http import parse_accept_header
from zopfli.gzip import compress as gzip_smallest

WORTH = 500
"""Bytes below which compressing saves nothing."""
KINDS = {"text/html", "text/css", "text/javascript", "application/javascript", "image/svg+xml", "application/json"}
FILES_IN_MEMORY = 400
"""There are fewer, also with all that may be sent as one, in each way of packing."""
ACCEPTED = 200
"""So many letters are read of what a browser says it can unpack."""

SMALLEST = {"br": brotli.compress, "gzip": gzip_smallest}
"""How a file is packed, once for all. Browsers take Brotli over https alone, where nothing between stumbles over it."""

AT_ONCE = {
    "br": partial(brotli.compress, mode=brotli.MODE_TEXT, quality=5),
    "gzip": partial(gzip.compress, compresslevel=9, mtime=0),
}
"""How a page is packed, each time."""

WHOLE = rb'"[^"\n]*"|`[^`]*`|/(?:[^/\n\\]|\\.)+/[a-z]*(?=[.,)])'
"""What stands in a script as it is: its strings, its templates, its patterns."""
LOOSE = rb"\s*(=>|[!=]==?|&&|\|\||[-=;{}(),?:+*<>|])\s*"
"""What needs no room around it."""

_files: OrderedDict[str, bytes] = OrderedDict()


def packing(accepted: str) -> str:
    """The way in which an answer becomes smallest for a browser that unpacks these; "": as it is."""
    return _packing(accepted[:ACCEPTED])


@lru_cache(256)
def _packing(accepted: str) -> str:
    wishes = parse_accept_header(accepted)
    return next((way for way in SMALLEST if wishes[way]), "")


def compress(response: Response) -> Response:
    """Compress an answer, if the browser wants it and it is worth it; static files once for all."""
    if response.mimetype not in KINDS or response.status_code not in (200, 400, 404, 409, 422):
        return response
    response.vary.add("Accept-Encoding")
    way = packing(request.headers.get("Accept-Encoding", ""))
    if not way or "Content-Encoding" in response.headers:
        return response
    is_file = response.direct_passthrough
    key = f"{way} {request.path} {response.headers.get('ETag')}"
    packed = _files.get(key) if is_file else None
    if packed is None:
        response.direct_passthrough = False
        plain = response.get_data()
        if len(plain) < WORTH:
            return response
        if is_file:
            packed = _files[key] = SMALLEST[way](_bare(plain, response.mimetype))
            while len(_files) > FILES_IN_MEMORY:
                _files.popitem(last=False)
        else:
            packed = AT_ONCE[way](plain)
    elif response.response is not None and hasattr(response.response, "close"):
        response.response.close()
    response.direct_passthrough = False
    response.set_data(packed)
    response.headers["Content-Encoding"] = way
    etag, _ = response.get_etag()
    if etag:
        response.set_etag(etag, weak=True)
    return response


def _bare(plain: bytes, kind: str) -> bytes:
    """A script or a style sheet without what is there for whoever reads the file: comments, room, lines."""
    if kind.endswith("javascript"):
        bare = re.sub(rb"(?m)^\s*(//.*)?\n?", b"", plain)
        return re.sub(b"(" + WHOLE + b")|" + LOOSE, lambda match: match[1] or match[2], bare)
    return re.sub(rb"(?s)/\*.*?\*/|\n", b"", plain) if kind == "text/css" else plain
