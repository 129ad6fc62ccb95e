"""The pads that come with the app. Each file in scorekeeper/pads is a game."""

import tomllib
from pathlib import Path

from scorekeeper.games.errors import Malformed
from scorekeeper.games.game import Game, when_needed
from scorekeeper.games.pads.pad import Pad
from scorekeeper.games.pads.padfile import Mistake
from scorekeeper.games.pads.reading import parse_pad, read_title

PADS_FOLDER = Path(__file__).parents[1] / "pads"


def load_pad(path: Path) -> Pad:
    """Return the supplied pad in a file, which is named for its slug.

    Raise Malformed with file and line if it is not valid, so that every command says where the mistake is.
    """
    try:
        return parse_pad(path.read_text(encoding="utf-8"), path.stem, supplied=True)
    except Mistake as wrong:
        raise Malformed(path.stem, wrong.said) from None


class SuppliedPad(Game):
    """The game of a supplied pad. At first, only the lines above the first [bracketed] one are read."""

    pad: Pad = when_needed(lambda game: load_pad(game.path))

    def __init__(self, path: Path) -> None:
        self.path = path
        top, _, _ = path.read_text(encoding="utf-8").partition("\n[")
        self.show(read_title(tomllib.loads(top), path.stem, supplied=True))


def list_pads() -> list[SuppliedPad]:
    """Return the games of all supplied pads."""
    return [SuppliedPad(path) for path in PADS_FOLDER.glob("*.toml")]
