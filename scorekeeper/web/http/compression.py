"""Send pages and style sheets compressed, so that the first load fits into the first packets of a slow network."""

import gzip
import re
from collections import OrderedDict

from flask import Response, request
from zopfli.gzip import compress as gzip_smallest

WORTH = 500
"""Bytes below which compressing saves nothing."""
KINDS = {"text/html", "text/css", "text/javascript", "application/javascript", "image/svg+xml", "application/json"}
FILES_IN_MEMORY = 32

WHOLE = rb'"[^"\n]*"|`[^`]*`|/(?:[^/\n\\]|\\.)+/[a-z]*(?=[.,)])'
"""What stands in a script as it is: its strings, its templates, its patterns."""
LOOSE = rb"\s*(=>|[!=]==?|&&|\|\||[-=;{}(),?:+*<>|])\s*"
"""What needs no room around it."""

_files: OrderedDict[str, bytes] = OrderedDict()


def compress(response: Response) -> Response:
    """Compress an answer, if the browser wants it and it is worth it; static files once for all."""
    if response.mimetype not in KINDS or response.status_code not in (200, 400, 404, 409, 422):
        return response
    response.vary.add("Accept-Encoding")
    if "gzip" not in request.headers.get("Accept-Encoding", "") or "Content-Encoding" in response.headers:
        return response
    is_file = response.direct_passthrough
    key = f"{request.path} {response.headers.get('ETag')}"
    packed = _files.get(key) if is_file else None
    if packed is None:
        response.direct_passthrough = False
        plain = response.get_data()
        if len(plain) < WORTH:
            return response
        if is_file:
            packed = _files[key] = gzip_smallest(_bare(plain, response.mimetype))
            while len(_files) > FILES_IN_MEMORY:
                _files.popitem(last=False)
        else:
            packed = gzip.compress(plain, 9, mtime=0)
    elif response.response is not None and hasattr(response.response, "close"):
        response.response.close()
    response.direct_passthrough = False
    response.set_data(packed)
    response.headers["Content-Encoding"] = "gzip"
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
