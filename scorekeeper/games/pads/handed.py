"""Pads that are shared as a link or QR code with the whole pad file in it, compressed."""

import binascii
import zlib
from base64 import urlsafe_b64decode, urlsafe_b64encode

from scorekeeper.games.pads.own import decode_text
from scorekeeper.games.pads.padfile import MOST_BYTES, Mistake
from scorekeeper.language.text import Text

LONGEST_LINK = 4_000
"""The maximum length of a packed pad in a link, in characters. Browsers, chats and servers accept that much."""

SCANNED = 1_200
"""The maximum length of a packed pad in a QR code, in characters. A phone can still scan that from a screen."""


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
