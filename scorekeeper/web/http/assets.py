"""Static files: their addresses, style sheets that are sent as one file, and the script that says what waits."""

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
LAYOUTS = ("keypad", "deck", "own", "lives")
"""The style sheets sent as one file where a page of a round loads several of them, in this order, and one layout."""

WAITING = {
    "gone": Text("No connection."),
    "ill": Text("The server cannot do this right now."),
    "between": Text("Something is blocking the connection to the table. You might need to sign in to this network."),
    "soon": Text("Not taken: the page was still changing. Tap again in a moment."),
    "out": Text("This phone no longer has access to one of its tables."),
    "full": Text("This phone cannot store your taps. Keep this page open."),
    "some": Text("Taps waiting to be sent:"),
}
"""What is said of taps that are not counted yet, by the names that `static/send.js` has for why."""


def address(folder: Path, *names: str, anew: bool = False) -> str:
    """Where browsers find a static file, or several style sheets as one; new whenever any static file or sentence is.

    `anew`: look whether they have changed.
    """
    if anew:
        _version.cache_clear()
    called = names[0] if len(names) == 1 else "+".join(Path(name).stem for name in names) + ".css"
    return f"/static/{called}?v={_version(folder)}"


@cache
def _version(folder: Path) -> str:
    """Six digits of what all static files hold, so that a page packs well: it says them a dozen times."""
    files = sorted(one for one in (*folder.iterdir(), *FOLDER.glob("*.po")) if one.is_file())
    return sha256(b"\n".join(one.name.encode() + one.read_bytes() for one in files)).hexdigest()[:6]


def put_together(folder: Path, filename: str, max_age: int) -> Response | None:
    """A file that is put together of others; None for a file of any other name."""
    made, kind = _as_one(folder, filename), "text/css"
    if made is None:
        made, kind = _speaking(folder, filename), "text/javascript"
    if made is None:
        return None
    return send_file(BytesIO(made), kind, etag=sha256(made).hexdigest()[:16], max_age=max_age)


def _as_one(folder: Path, filename: str) -> bytes | None:
    """Several style sheets as one, named as `app+entry.css`."""
    names = filename.removesuffix(".css").split("+")
    if len(names) == 1 or names != [name for name in TOGETHER + LAYOUTS if name in names]:
        return None
    if len({*names} & {*LAYOUTS}) > 1:
        return None
    return b"".join((folder / f"{name}.css").read_bytes() for name in names)


def _speaking(folder: Path, filename: str) -> bytes | None:
    """The script that says what waits, in a language: `send-fr.js`."""
    named = re.fullmatch(r"send-(\w+)\.js", filename)
    if not named or named[1] not in languages():
        return None
    said = {why: speak(text, catalogue(named[1])) for why, text in WAITING.items()}
    script = (folder / "send.js").read_text(encoding="utf-8")
    return script.replace("const WAITING = {};", f"const WAITING = {json.dumps(said, ensure_ascii=False)};").encode()
