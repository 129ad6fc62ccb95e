"""Static files: addresses with a version."""

import re
from functools import cache
from hashlib import sha256
from pathlib import Path

FILE_VERSION = re.compile("([0-9a-f]{6})/")
"""The version at the beginning of a file name in an address."""

JOINS = frozenset(
    f"{name}{clock}"
    for name in (
        "app.css+pages.css",
        "app.css+round.css",
        "app.css+round.css+pages.css",
        "app.css+pages.css+board.css",
        "app.css+pages.css+round.css+board.css",
    )
    for clock in ("", "+clock.css")
)
"""Style sheets that pages load in one request, because each request costs a second on a slow network.

Nothing else is joined: with names chosen in an address, one request could ask for any amount of work.
"""


def build_url(folder: Path, name: str, anew: bool = False) -> str:
    """Return the URL of a static file.

    The URL changes with any change to static files, so browsers can cache files for ever. Changes are noticed only
    after a restart. With `anew`, which is for development, they are noticed in every call. Raise ValueError for style
    sheets that are not joined.
    """
    if "+" in name and name not in JOINS:
        raise ValueError(f"{name} is not in JOINS")
    if anew:
        _compute_version.cache_clear()
    # A folder and not a query, so that a script imports others by relative addresses of the same version.
    return f"/static/{_compute_version(folder)}/{name}"


def find_name(folder: Path, filename: str) -> str | None:
    """Return the name of a static file without the version that its address begins with. It may have none.

    Return None for another version. Otherwise browsers would keep this file for that version for a year.
    """
    match = FILE_VERSION.match(filename)
    if match and match[1] != _compute_version(folder):
        return None
    return FILE_VERSION.sub("", filename, count=1) if match else filename


def read_join(folder: Path, name: str) -> bytes:
    """Return the style sheets of one of `JOINS`, one after the other."""
    return b"".join((folder / sheet).read_bytes() for sheet in name.split("+"))


@cache
def _compute_version(folder: Path) -> str:
    """Return six hex digits of a hash of all static files.

    All files share this version, so that a script finds others at addresses relative to its own. The result is cached
    until the process ends, because files change only with a release.
    """
    files = sorted(path for path in folder.rglob("*") if path.is_file())
    return sha256(b"\n".join(path.name.encode() + path.read_bytes() for path in files)).hexdigest()[:6]
