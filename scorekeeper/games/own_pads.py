"""Pads that people made. Their files are like those of the supplied pads, but identified by a digest of the text.

A table refers to its pad by this digest. So it is always scored by the text that it started with. A pad is shared as a
link or QR code with the whole pad file in it, compressed.
"""

import binascii
import re
import zlib
from base64 import b32encode, urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path

from scorekeeper.games.errors import Malformed
from scorekeeper.games.game import Game
from scorekeeper.games.pads.padfile import MOST_BYTES, Mistake
from scorekeeper.games.pads.reading import parse_pad
from scorekeeper.language.text import Literal, Text

SLUG = re.compile("pad-[a-z2-7]{26}")
"""The pattern of slugs of pads that people made: lower-case base32 of the first 130 bits of the SHA-256 of the text."""


OWN_PAD_FILE = "pad.toml"
"""The file name in error messages about a pad that people made."""

LONGEST_LINK = 4_000
"""The maximum length of a packed pad in a link, in characters. Browsers, chats and servers accept that much."""

SCANNED = 1_200
"""The maximum length of a packed pad in a QR code, in characters. A phone can still scan that from a screen."""


def compute_slug(text: str) -> str:
    """Return the slug of a pad that people made, computed from the text of its file.

    Decision: pad-digest
    """
    return f"pad-{b32encode(sha256(text.encode()).digest()).decode().lower()[:26]}"


def decode_text(content: bytes | str) -> str:
    """Return the text of a pad file with LF line ends and no byte order mark.

    Without that, a pad saved by another editor would get another slug. Raise Mistake if it is not UTF-8.
    """
    try:
        # Windows editors start files with a byte order mark.
        text = content.decode("utf-8-sig") if isinstance(content, bytes) else content
        # A str can hold lone surrogates, which cannot be hashed or stored.
        text.encode()
    except UnicodeError as wrong:
        line = wrong.object.count(b"\n", 0, wrong.start) + 1 if isinstance(wrong, UnicodeDecodeError) else 0
        raise Mistake((), Text("This is not UTF-8 text."), line, OWN_PAD_FILE) from None
    return text.replace("\r\n", "\n")


def find_game(word: str, games: Mapping[str, Game]) -> Game | None:
    """Return the game that a word names: by its slug in `games`, or by the path of a pad file that ends in ".toml".

    Return None if no game has this slug. Raise Malformed if the file cannot be read or has a mistake.
    """
    path = Path(word)
    if path.suffix != ".toml":
        return games.get(word)
    try:
        return Game(parse_pad(decode_text(path.read_bytes()), path.stem, path.name))
    except OSError:
        raise Malformed("game", Text("%(file)s cannot be read.", file=Literal(word))) from None
    except Mistake as wrong:
        raise Malformed("game", Mistake(wrong.path, wrong.reason, wrong.line, path.name).said) from None


def parse_own_game(text: str, stored: bool = False) -> Game:
    """Return the game of a pad that people made, from the text of its file. `Game.file` keeps this text.

    Raise Mistake for the first mistake in it. A `stored` pad is not held to what is asked of new ones only.

    Decision: pad-strict
    """
    return Game(parse_pad(text, compute_slug(text), OWN_PAD_FILE, stored=stored), text)


def pack(text: str) -> str:
    """Return a pad file packed for a link: as raw deflate in URL-safe base64 (RFC 4648) without padding."""
    # No header, checksum or padding: each character makes the QR code harder to scan.
    pressed = zlib.compressobj(9, zlib.DEFLATED, -zlib.MAX_WBITS)
    return urlsafe_b64encode(pressed.compress(text.encode()) + pressed.flush()).decode().rstrip("=")


def unpack(letters: str) -> str:
    """Return the pad file from the `letters` that `pack` returned for it. Raise Mistake if they are not valid.

    Links come from strangers, so nothing is decompressed beyond the size limit of a pad file.
    """
    broken = Mistake((), Text("This link is incomplete. Ask for it again, or ask for the file."))
    try:
        unpacking = zlib.decompressobj(-zlib.MAX_WBITS)
        content = unpacking.decompress(urlsafe_b64decode(letters + "=" * (-len(letters) % 4)), MOST_BYTES + 1)
    except (zlib.error, binascii.Error, ValueError):
        raise broken from None
    # A stream without an end is a link that was cut off. Beyond the limit, its reader reports the size.
    if not unpacking.eof and len(content) <= MOST_BYTES:
        raise broken
    return decode_text(content)
