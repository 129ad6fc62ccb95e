"""Static files: versioned addresses, and a script with translated messages."""

import json
import re
from functools import cache
from hashlib import sha256
from io import BytesIO
from pathlib import Path

from flask import Response, send_file

from scorekeeper.language.catalogue import FOLDER, catalogue, languages
from scorekeeper.language.text import Text, speak

WAITING = {
    "gone": Text("No connection."),
    "ill": Text("The server cannot do this right now."),
    "between": Text("Something is blocking the connection to the table. You might need to sign in to this network."),
    "soon": Text("Not saved: the page was still changing. Tap again in a moment."),
    "out": Text("This phone no longer has access to one of its tables."),
    "full": Text("This phone cannot store your taps. Keep this page open."),
    "some": Text("Taps waiting to be sent:"),
}
"""Messages about taps that are not counted yet, by the keys that `static/send.js` uses for the reasons."""


def build_url(folder: Path, name: str, anew: bool = False) -> str:
    """Return the URL of a static file.

    The URL changes with any change to static files or translations, so browsers can cache files for ever. Changes are
    noticed only after a restart. With `anew`, which is for development, they are noticed in every call.
    """
    if anew:
        _compute_version.cache_clear()
    return f"/static/{name}?v={_compute_version(folder)}"


@cache
def _compute_version(folder: Path) -> str:
    """Return six hex digits of a hash of all static files and catalogues.

    All files share this version: a page repeats it a dozen times, so it compresses well. The result is cached until
    the process ends, because files change only with a release.
    """
    files = sorted(path for path in (*folder.iterdir(), *FOLDER.glob("*.po")) if path.is_file())
    return sha256(b"\n".join(path.name.encode() + path.read_bytes() for path in files)).hexdigest()[:6]


def build_file(folder: Path, filename: str, max_age: int) -> Response | None:
    """Return a response with a translated script, such as `send-fr.js`, or None for any other filename.

    Browsers may cache the script for `max_age` seconds.
    """
    script = _translate_script(folder, filename)
    if script is None:
        return None
    return send_file(BytesIO(script), "text/javascript", etag=sha256(script).hexdigest()[:16], max_age=max_age)


def _translate_script(folder: Path, filename: str) -> bytes | None:
    """Return the translated script for a filename such as `send-fr.js`.

    Return None for any other filename, or if the app has no such language.
    """
    named = re.fullmatch(r"send-(\w+)\.js", filename)
    if not named or named[1] not in languages():
        return None
    said = {why: speak(text, catalogue(named[1])) for why, text in WAITING.items()}
    # Translated here and not in the page, so that a browser caches the messages together with the script.
    script = (folder / "send.js").read_text(encoding="utf-8")
    return script.replace("const WAITING = {};", f"const WAITING = {json.dumps(said, ensure_ascii=False)};").encode()
