"""The pads that come with the app. Each file in scorekeeper/pads is a game."""

from pathlib import Path

from scorekeeper.games.errors import Malformed
from scorekeeper.games.pads.pad import Pad
from scorekeeper.games.pads.padfile import Mistake
from scorekeeper.games.pads.reading import parse_pad

PADS_FOLDER = Path(__file__).parents[2] / "pads"


def load_pad(path: Path) -> Pad:
    """Return the supplied pad in a file, which is named for its slug.

    Raise Malformed with file and line if it is not valid, so that every command says where the mistake is.
    """
    try:
        return parse_pad(path.read_text(encoding="utf-8"), path.stem, supplied=True)
    except Mistake as wrong:
        raise Malformed(path.stem, wrong.said) from None


def pads() -> tuple[Pad, ...]:
    """Return every supplied pad, sorted by file name. Raise Malformed if one of them is not valid."""
    # Sorted, because the order of a directory differs between file systems.
    return tuple(map(load_pad, sorted(PADS_FOLDER.glob("*.toml"))))
