"""Pads that people made: files like the supplied ones, identified by their content.

A table names its pad by a digest of the text. So it is scored by the text it started with, whatever happens to the pad.
"""

import re
from base64 import b32encode
from collections.abc import Mapping
from dataclasses import replace
from hashlib import sha256
from pathlib import Path

from scorekeeper.games.errors import Malformed
from scorekeeper.games.game import Game
from scorekeeper.games.pads.game import build_game
from scorekeeper.games.pads.padfile import MOST_BYTES, Mistake
from scorekeeper.games.pads.reading import parse_pad
from scorekeeper.language.text import Literal, Text

SLUG = re.compile("pad-[a-z2-7]{26}")
"""The slug of such a pad: the first 130 bits of the SHA-256 of its text in base32, in lower case."""


FILE = "pad.toml"
"""The file name in error messages about such a pad."""


def compute_slug(text: str) -> str:
    """Return the slug of the pad with this text.

    Decision: pad-digest
    """
    return f"pad-{b32encode(sha256(text.encode()).digest()).decode().lower()[:26]}"


def decode_text(content: bytes | str) -> str:
    """Return the text of a pad file with LF line ends and no byte order mark. Raise Mistake if it is too long or not
    UTF-8.

    Editors end lines differently; without this the same pad would get another slug.
    """
    if len(content) > MOST_BYTES:
        raise Mistake((), Text("A pad file can be at most %(most)s bytes.", most=MOST_BYTES), file=FILE)
    try:
        # Windows editors start files with a byte order mark.
        text = content.decode("utf-8-sig") if isinstance(content, bytes) else content
        # A str can hold lone surrogates, which cannot be hashed or stored.
        text.encode()
    except UnicodeDecodeError as wrong:
        line = wrong.object.count(b"\n", 0, wrong.start) + 1
        raise Mistake((), Text("This is not UTF-8 text."), line, FILE) from None
    except UnicodeError:
        raise Mistake((), Text("This is not UTF-8 text."), file=FILE) from None
    return text.replace("\r\n", "\n")


def find_game(word: str, games: Mapping[str, Game]) -> Game | None:
    """Return the game with this slug or in this pad file (`golf.toml`), or None if there is no such game.

    Raise Malformed if the file cannot be read, or with the first mistake in it.
    """
    path = Path(word)
    if path.suffix != ".toml":
        return games.get(word)
    try:
        return build_game(parse_pad(decode_text(path.read_bytes()), path.stem, path.name))
    except OSError:
        raise Malformed("game", Text("%(file)s cannot be read.", file=Literal(word))) from None
    except Mistake as wrong:
        raise Malformed("game", Mistake(wrong.path, wrong.reason, wrong.line, path.name).said) from None


def parse_own_game(text: str) -> Game:
    """Return the game of a pad file; `Game.file` keeps the text. Raise Mistake for the first mistake in it.

    Decision: pad-strict
    """
    slug = compute_slug(text)
    return replace(build_game(parse_pad(text, slug, FILE)), file=text)
