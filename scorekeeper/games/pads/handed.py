"""A pad handed on in an address: the whole file in a few hundred letters."""

import binascii
import zlib
from base64 import urlsafe_b64decode, urlsafe_b64encode

from scorekeeper.games.pads.own import FILE, plain_text
from scorekeeper.games.pads.padfile import MOST_BYTES, Mistake
from scorekeeper.language.text import Text

LONGEST = 4_000
"""Letters of an address that bears a pad; browsers, chats and servers take that much."""

SCANNED = 1_200
"""Letters that a code bears so that a phone still reads it from a screen."""


def packed(text: str) -> str:
    """A pad file as letters of an address. Ours: compressed, then as RFC 4648 has it for addresses."""
    pressed = zlib.compressobj(9, zlib.DEFLATED, -zlib.MAX_WBITS)
    return urlsafe_b64encode(pressed.compress(text.encode()) + pressed.flush()).decode().rstrip("=")


def unpacked(letters: str) -> str:
    """The pad file that an address bears. Raises Mistake for what bears none.

    Ours: what comes from strangers is never unpacked beyond the size of a file.
    """
    broken = Mistake((), Text("This link is incomplete. Ask for it again, or ask for the file."), file=FILE)
    try:
        unpacking = zlib.decompressobj(-zlib.MAX_WBITS)
        content = unpacking.decompress(urlsafe_b64decode(letters + "=" * (-len(letters) % 4)), MOST_BYTES + 1)
    except (zlib.error, binascii.Error, ValueError):
        raise broken from None
    if not unpacking.eof and len(content) <= MOST_BYTES:
        raise broken
    return plain_text(content)
