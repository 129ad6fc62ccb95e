"""The pads that come with the app. Each file in scorekeeper/pads is a game."""

from pathlib import Path

from scorekeeper.games.pads.pad import Pad
from scorekeeper.games.pads.reading import parse_pad

FOLDER = Path(__file__).parents[2] / "pads"


def pads() -> tuple[Pad, ...]:
    """Return every supplied pad, sorted by file name. Raise Mistake if one of them is not valid."""
    # Sorted, because the order of a directory differs between file systems.
    files = sorted(FOLDER.glob("*.toml"))
    return tuple(parse_pad(path.read_text(encoding="utf-8"), path.stem, supplied=True) for path in files)
