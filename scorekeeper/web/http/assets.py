"""Static files: their addresses, and style sheets that are sent as one file."""

from functools import cache
from hashlib import sha256
from io import BytesIO
from pathlib import Path

from flask import Response, send_file

TOGETHER = ("app", "later", "entry", "asked", "entered", "keypad")
"""The style sheets that are sent as one file where a page of a round loads several of them, in this order."""


def address(folder: Path, *names: str, anew: bool = False) -> str:
    """Where browsers find a static file, or several style sheets as one; new whenever any static file is.

    `anew`: look whether they have changed.
    """
    if anew:
        _version.cache_clear()
    called = names[0] if len(names) == 1 else "+".join(Path(name).stem for name in names) + ".css"
    return f"/static/{called}?v={_version(folder)}"


@cache
def _version(folder: Path) -> str:
    """Six digits of what all static files hold, so that a page packs well: it says them a dozen times."""
    files = sorted(one for one in folder.iterdir() if one.is_file())
    return sha256(b"\n".join(one.name.encode() + one.read_bytes() for one in files)).hexdigest()[:6]


def as_one(folder: Path, filename: str, max_age: int) -> Response | None:
    """Several style sheets as one file, named as `app+entry.css`; None for a file of any other name."""
    names = filename.removesuffix(".css").split("+")
    if len(names) == 1 or names != [name for name in TOGETHER if name in names]:
        return None
    sheets = b"".join((folder / f"{name}.css").read_bytes() for name in names)
    etag = sha256(sheets).hexdigest()[:16]
    return send_file(BytesIO(sheets), "text/css", etag=etag, max_age=max_age)
