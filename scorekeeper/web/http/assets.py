"""Static files: addresses with a version."""

import re
from functools import cache
from hashlib import sha256
from pathlib import Path

VERSION = re.compile("^[0-9a-f]{6}/")
"""The version at the beginning of a file name in an address."""


def build_url(folder: Path, name: str, anew: bool = False) -> str:
    """Return the URL of a static file.

    The URL changes with any change to static files, so browsers can cache files for ever. Changes are noticed only
    after a restart. With `anew`, which is for development, they are noticed in every call.
    """
    if anew:
        _compute_version.cache_clear()
    # A folder and not a query, so that a script imports others by relative addresses of the same version.
    return f"/static/{_compute_version(folder)}/{name}"


def drop_version(filename: str) -> str:
    """Return the name of a static file without the version that its address begins with. It may have none."""
    return VERSION.sub("", filename)


@cache
def list_sheets(folder: Path) -> frozenset[str]:
    """Return the names of the style sheets in a folder."""
    return frozenset(path.name for path in folder.glob("*.css"))


@cache
def _compute_version(folder: Path) -> str:
    """Return six hex digits of a hash of all static files.

    All files share this version: a page repeats it a dozen times, so it compresses well. The result is cached until
    the process ends, because files change only with a release.
    """
    files = sorted(path for path in folder.rglob("*") if path.is_file())
    return sha256(b"\n".join(path.name.encode() + path.read_bytes() for path in files)).hexdigest()[:6]
