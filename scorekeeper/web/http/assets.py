"""Static files: versioned addresses, style sheets joined into one file, and a script with translated messages."""

import json
import re
from functools import cache
from hashlib import sha256
from io import BytesIO
from pathlib import Path

from flask import Response, send_file

from scorekeeper.language.catalogue import FOLDER, catalogue, languages
from scorekeeper.language.text import Text, speak

TOGETHER = ("app", "later", "entry", "asked", "entered")
"""Style sheets that can be joined into one file, in this order, and at most one layout after them.

Their order decides which rule wins, and a fixed order limits the number of files to cache.
"""
LAYOUTS = ("keypad", "deck", "own", "lives")
"""Style sheets of one way of entering each. A joined file has at most one of them, after those of `TOGETHER`."""

WAITING = {
    "gone": Text("No connection."),
    "ill": Text("The server cannot do this right now."),
    "between": Text("Something is blocking the connection to the table. You might need to sign in to this network."),
    "soon": Text("Not saved: the page was still changing. Tap again in a moment."),
    "out": Text("This phone no longer has access to one of its tables."),
    "full": Text("This phone cannot store your taps. Keep this page open."),
    "some": Text("Taps waiting to be sent:"),
}
"""Messages about taps that are not counted yet, by the reasons in `static/send.js`."""


def build_url(folder: Path, *names: str, anew: bool = False) -> str:
    """Return the URL of a static file, or of several style sheets joined into one.

    It changes when any static file or translation changes, so browsers can cache files for ever. `anew`: check for
    changes now, during development.
    """
    if anew:
        _compute_version.cache_clear()
    filename = names[0] if len(names) == 1 else "+".join(Path(name).stem for name in names) + ".css"
    return f"/static/{filename}?v={_compute_version(folder)}"


@cache
def _compute_version(folder: Path) -> str:
    """Return six hex digits of a hash of all static files and catalogues.

    One version for all of them: a page repeats it a dozen times, so it compresses well. The cache lasts as long as the
    process, because files change only with a release.
    """
    files = sorted(path for path in (*folder.iterdir(), *FOLDER.glob("*.po")) if path.is_file())
    return sha256(b"\n".join(path.name.encode() + path.read_bytes() for path in files)).hexdigest()[:6]


def build_file(folder: Path, filename: str, max_age: int) -> Response | None:
    """Return a generated file: joined style sheets or a script with messages. None for the name of a plain file."""
    made, kind = _join_styles(folder, filename), "text/css"
    if made is None:
        made, kind = _translate_script(folder, filename), "text/javascript"
    if made is None:
        return None
    return send_file(BytesIO(made), kind, etag=sha256(made).hexdigest()[:16], max_age=max_age)


def _join_styles(folder: Path, filename: str) -> bytes | None:
    """Return joined style sheets for a name such as `app+entry.css`. None unless the names are known and in order."""
    names = filename.removesuffix(".css").split("+")
    # Any other order would be one more file to compress and cache, and an address can name anything.
    if len(names) == 1 or names != [name for name in TOGETHER + LAYOUTS if name in names]:
        return None
    if len({*names} & {*LAYOUTS}) > 1:
        return None
    return b"".join((folder / f"{name}.css").read_bytes() for name in names)


def _translate_script(folder: Path, filename: str) -> bytes | None:
    """Return the script with its messages in one language for a name such as `send-fr.js`, otherwise None."""
    named = re.fullmatch(r"send-(\w+)\.js", filename)
    if not named or named[1] not in languages():
        return None
    said = {why: speak(text, catalogue(named[1])) for why, text in WAITING.items()}
    # Translated here and not in the page, so that a browser caches the messages together with the script.
    script = (folder / "send.js").read_text(encoding="utf-8")
    return script.replace("const WAITING = {};", f"const WAITING = {json.dumps(said, ensure_ascii=False)};").encode()
