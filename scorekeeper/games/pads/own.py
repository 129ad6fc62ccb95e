"""A pad that people made: a file like those of the shelf, called by what stands in it.

Another text is another pad. So a table that names its pad is scored for ever by the text it was opened with.
"""

import re
from base64 import b32encode
from collections.abc import Mapping
from dataclasses import replace
from hashlib import sha256
from pathlib import Path

from scorekeeper.games.errors import Malformed
from scorekeeper.games.game import Game
from scorekeeper.games.pads.game import game_of
from scorekeeper.games.pads.padfile import MOST_BYTES, Mistake
from scorekeeper.games.pads.reading import pad_of
from scorekeeper.language.text import Literal, Text

SLUG = re.compile("pad-[a-z2-7]{26}")
"""How such a pad is called: 130 bits of the SHA-256 of its text, in small letters."""


FILE = "pad.toml"
"""What such a file is called where a mistake in it is named."""


def slug_of(text: str) -> str:
    """What the pad with this text is called. Ours: another text is another pad."""
    return f"pad-{b32encode(sha256(text.encode()).digest()).decode().lower()[:26]}"


def plain_text(content: bytes | str) -> str:
    """The text of a pad file as it is kept, its lines ended alike. Raises Mistake for what is no text.

    Ours: the same pad is the same text, whichever editor wrote it.
    """
    if len(content) > MOST_BYTES:
        raise Mistake((), Text("A pad file can be at most %(most)s bytes.", most=MOST_BYTES), file=FILE)
    try:
        text = content.decode("utf-8-sig") if isinstance(content, bytes) else content
        text.encode()
    except UnicodeDecodeError as wrong:
        line = wrong.object.count(b"\n", 0, wrong.start) + 1
        raise Mistake((), Text("This is not UTF-8 text."), line, FILE) from None
    except UnicodeError:
        raise Mistake((), Text("This is not UTF-8 text."), file=FILE) from None
    return text.replace("\r\n", "\n")


def game_or_file(word: str, games: Mapping[str, Game]) -> Game | None:
    """The game of that name, or the one that a pad file tells (`golf.toml`); None where there is neither.

    Raises Malformed with what is wrong with the file. Ours: a pad is tried out before it is anywhere.
    """
    path = Path(word)
    if path.suffix != ".toml":
        return games.get(word)
    try:
        return game_of(pad_of(plain_text(path.read_bytes()), path.stem, path.name))
    except OSError:
        raise Malformed("game", Text("%(file)s cannot be read.", file=Literal(word))) from None
    except Mistake as wrong:
        raise Malformed("game", Mistake(wrong.path, wrong.reason, wrong.line, path.name).said) from None


def own_game(text: str) -> Game:
    """The game that a text tells; it bears the text along. Raises Mistake, as for a file of the shelf.

    Ours: a pad of people is checked as strictly as any, and is a game like any other.
    """
    slug = slug_of(text)
    return replace(game_of(pad_of(text, slug, FILE)), file=text)
